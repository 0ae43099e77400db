"""What a tablet recorded without a network, when it hands that over."""
