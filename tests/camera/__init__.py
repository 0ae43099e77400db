"""Reading a photo of a hand: what is drawn to train the networks, and the command that reads."""
