"""A made-up club to look around in: all its pages say so, and one tap removes it."""
