"""What every page needs of a request and of an answer."""
