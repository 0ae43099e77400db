"""The bracket: on a page, on paper, on the television."""
