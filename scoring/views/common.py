"""What several views share: who writes, and how a refusal is shown."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError
from django.http import HttpRequest, HttpResponseBase, QueryDict

from scoring.selectors.access import actor_of
from scoring.sendings import is_key, moment
from scoring.services.entries import Author
from scoring.services.errors import KeyUsed, Refusal

# Seconds after which a tablet may ask again, once the database has failed.
RETRY_AFTER = "10"


def sent(request: HttpRequest) -> QueryDict | None:
    """The form that was sent, an empty one too; None where the page is only looked at."""
    return request.POST if request.method == "POST" else None


def session_kept(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let a view fail if its session cannot be saved, while that can still be said on a page."""

    @wraps(view)
    def kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if request.session.modified:
            try:
                request.session.save()
            except UpdateError as error:
                # Django says of a database in trouble that the session has ended. Where it really
                # has, the middleware that saves it says so.
                if isinstance(error.__context__, OperationalError):
                    request.session.modified = False
                    raise error.__context__ from error
        return response

    return kept


def author_of(request: HttpRequest) -> Author:
    """Who writes this entry, with the time that the device's clock shows where it says one."""
    actor = actor_of(request)
    device_time = moment(request.POST.get("device_time"))
    return Author(actor.name, user=actor.user, tablet=actor.tablet, device_time=device_time)


def new_key() -> str:
    """A key for an entry, for devices that make none of their own (pages without scripts)."""
    return uuid.uuid4().hex


def told_key(request: HttpRequest) -> str:
    """The key that a form sent, or a new one where it sent none that could be kept."""
    key = request.POST.get("key", "").strip()
    return key if is_key(key) else new_key()


def next_key(request: HttpRequest, refusal: Refusal) -> str:
    """The key of what is sent after a refusal: the same, unless something else has come by it."""
    return new_key() if isinstance(refusal, KeyUsed) else told_key(request)


def told_id(request: HttpRequest, field: str) -> int:
    """A row's id as a form sent it; 0, which no row has, where it sent nonsense."""
    told = request.POST.get(field, "")
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 18 else 0
