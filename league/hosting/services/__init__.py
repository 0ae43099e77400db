"""What founders and operators write, and who reports a page."""
