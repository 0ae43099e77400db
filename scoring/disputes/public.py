"""What other rooms may have done with disputes."""

from .services import dispute_add

__all__ = ["dispute_add"]
