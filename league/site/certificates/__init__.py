"""The laptop's own certificates, and how devices come to trust them."""
