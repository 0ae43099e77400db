"""One table as far as it is known: facts, how they are read, and what follows from them."""
