"""What people type, made into values; every wrong thing gets a sentence that says what to do."""
