"""The best train from a hand."""
