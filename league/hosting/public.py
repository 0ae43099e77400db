"""What other rooms may have done about founding clubs."""

from .selectors.founding import founding_key
from .services.founding import founding_invite

__all__ = ["founding_invite", "founding_key"]
