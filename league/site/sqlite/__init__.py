"""Django's connection to SQLite, which waits for the disk after others may write."""
