"""Tablets at the tables: pairing, going on without a network, handing over."""
