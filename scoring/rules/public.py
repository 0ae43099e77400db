"""What other rooms may have done with a club's rule sheets."""

from .services import rule_keep, rule_sheet_create

__all__ = ["rule_keep", "rule_sheet_create"]
