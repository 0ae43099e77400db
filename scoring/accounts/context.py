"""The context of every page: the actor of the request, and the club."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scoring.accounts.selectors.notices import NoticeLine, notices_for
from scoring.accounts.shown_names import names_are_initials, names_shortened

from .access import Actor, actor_of, notices_read


def actor(request: HttpRequest) -> dict[str, object]:
    """The asker, read from the database only by templates that use it."""
    return {
        "actor": SimpleLazyObject(lambda: actor_of(request)),
        "names_shortened": names_shortened,
        "names_are_initials": names_are_initials,
        "account_notices": lambda: _notices(request, actor_of(request)),
    }


def _notices(request: HttpRequest, asker: Actor) -> list[NoticeLine]:
    """What others did to this account and this session has not put away."""
    if asker.user is None or not asker.has_notices:
        return []
    return notices_for(asker.user, after=notices_read(request))
