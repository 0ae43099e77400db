"""Lists that sort and page."""
