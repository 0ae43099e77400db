"""What other rooms may have done with disputes."""

from .services import dispute_add, precedents_adopt

__all__ = ["dispute_add", "precedents_adopt"]
