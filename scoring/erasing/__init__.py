"""The permit under which names are erased from what is never changed."""
