"""What is read to found clubs."""
