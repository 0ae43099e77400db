"""A club's rule sheets: its own rules under a name, on top of a published rule set."""
