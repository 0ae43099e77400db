"""What other rooms may have done with a club's rule sheets."""

from .services import rule_keep

__all__ = ["rule_keep"]
