"""Who writes, with the reason that is kept beside what was written."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.refusals import Refusal
from scoring.web.devices import moment

from .access import actor_of
from .models import Tablet

# The room that a sheet's entry has for one.
MAX_REASON = 200


@dataclass(frozen=True)
class Author:
    """Who writes: the name that the sheet shows, and the account or tablet behind it.

    `device_time` is what the device's clock said; the server's clock is kept beside it. `made_at`
    is when it was written, by the server's clock, where a device says how long before it arrived.
    """

    name: str
    user: User | None = None
    tablet: Tablet | None = None
    device_time: datetime | None = None
    made_at: datetime | None = None


def one_line(text: str) -> str:
    """The text with single spaces, and without NUL, which PostgreSQL keeps in no text."""
    return " ".join(text.replace("\0", " ").split())


def no_reason() -> str:
    """What is said where a reason is missing."""
    return _("Say why, in a few words: the sheet keeps it.")


def clean_reason(reason: str) -> str:
    """The reason as it is kept: one line, not empty, not longer than the sheet has room for."""
    text = one_line(reason)
    if not text:
        raise Refusal("reason", no_reason())
    if len(text) > MAX_REASON:
        raise Refusal("reason", _("Say it shorter: a reason has room for %d letters.") % MAX_REASON)
    return text


def author_of(request: HttpRequest) -> Author:
    """Who writes this entry, with the time that the device's clock shows where it says one."""
    actor = actor_of(request)
    device_time = moment(request.POST.get("device_time"))
    return Author(actor.name, user=actor.user, tablet=actor.tablet, device_time=device_time)
