"""What every page knows: who asks, and for which club."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scoring.selectors.access import actor_of


def actor(request: HttpRequest) -> dict[str, object]:
    """The asker, read from the database only by templates that use it."""
    return {"actor": SimpleLazyObject(lambda: actor_of(request))}
