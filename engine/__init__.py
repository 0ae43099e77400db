"""The rules of Mexican Train: tiles, rule sets, checks and rulings, in pure Python."""
