"""What is read to found clubs, to find them and to run them."""
