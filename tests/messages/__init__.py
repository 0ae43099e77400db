"""The catalogs of `locale/`: gathered from the code and the templates, checked, compiled."""
