"""The bracket, the list of tables and the television."""
