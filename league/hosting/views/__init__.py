"""The pages of a site with several clubs."""
