"""People's data: what is kept of somebody, and erasing it for good."""
