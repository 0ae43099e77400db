"""Places, why each of them, medals and certificates."""
