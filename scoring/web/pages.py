"""What views share: the form that was sent, the session, keys, and how a refusal is shown."""

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.sessions.backends.base import UpdateError
from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.utils.translation import gettext as _

from scoring.refusals import KeyUsed, Refusal

from .devices import is_key

# Seconds after which a tablet may ask again, once the database has failed.
RETRY_AFTER = "10"


def sent(request: HttpRequest) -> QueryDict | None:
    """The form that was sent, an empty one too; None where the page is only looked at."""
    return request.POST if request.method == "POST" else None


@dataclass
class Attempt:
    """What was tried inside `show_refusal`, and whether it was refused, with the refusal's code."""

    refused: bool = False
    code: str = ""


@contextmanager
def show_refusal(request: HttpRequest) -> Iterator[Attempt]:
    """Try what stands inside; a refusal of it ends it, and is shown on the next page."""
    attempt = Attempt()
    try:
        yield attempt
    except Refusal as refusal:
        attempt.refused, attempt.code = True, refusal.code
        messages.error(request, refusal.message)


@contextmanager
def form_refusal(
    form: BaseForm, field: str | None = None, *, by_code: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Try what stands inside; a refusal of it ends it, and is shown beside the form's field.

    With `by_code` the refusal's code says which: that field, or the one of the code's own name.
    What Django finds wrong with a password stands beside that.
    """
    try:
        yield
    except ValidationError as error:
        # The first alone: a short one is often a common one too, and one thing is mended at a time.
        form.add_error("password", error.messages[0])
    except Refusal as refusal:
        if by_code is not None:
            field = by_code.get(refusal.code, refusal.code)
            field = field if field in form.fields else None
        form.add_error(field, refusal.message)


def path_without_keys(request: HttpRequest) -> str:
    """Return the address as a log may have it: without the keys by which links open a page."""
    path = request.path
    match = request.resolver_match
    for name, value in match.kwargs.items() if match else ():
        if "key" in name:
            path = path.replace(str(value), "…")
    return path


def session_kept(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let a view fail if its session cannot be saved, while that can still be said on a page."""

    @wraps(view)
    def kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        session_save(request)
        return response

    return kept


def session_save(request: HttpRequest) -> None:
    """Save the session now if it was changed. Raises `OperationalError` if it cannot be saved."""
    if not request.session.modified:
        return
    try:
        request.session.save()
    except UpdateError as error:
        # Django says of a database in trouble that the session has ended. Where it really has, the
        # middleware that saves it says so.
        if isinstance(error.__context__, OperationalError):
            request.session.modified = False
            raise error.__context__ from error


def new_key() -> str:
    """A key for an entry, for devices that make none of their own (pages without scripts)."""
    return uuid.uuid4().hex


def link_is_new() -> str:
    """Return the message after a link was renewed."""
    return _("The link is new. The old one no longer works.")


def told_key(request: HttpRequest) -> str:
    """The key that a form sent, or a new one where it sent none that could be kept."""
    key = request.POST.get("key", "").strip()
    return key if is_key(key) else new_key()


def next_key(request: HttpRequest, refusal: Refusal) -> str:
    """The key of what is sent after a refusal: the same, unless something else has come by it."""
    return new_key() if isinstance(refusal, KeyUsed) else told_key(request)


def told_id(request: HttpRequest, field: str) -> int:
    """A row's id as a form sent it; 0, which no row has, where it sent nonsense."""
    return read_id(request.POST.get(field, ""))


def read_id(text: str) -> int:
    """The number of a row or a line as a form wrote it; 0, which none has, for nonsense."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0
