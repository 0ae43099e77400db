"""Django's name, in a browser that has no Django."""
