"""What founding writes."""
