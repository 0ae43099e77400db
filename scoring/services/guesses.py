"""How often a password or a code may be guessed wrong, and how long whoever did so has to wait.

Wrong guesses are rows in the database, so that a restart forgets none. What is weighed here: a
machine that tries passwords is to get nowhere, from one address or from many; a whole club shares
one address; and no stranger is to keep somebody out of their own account.

So a browser in which somebody has signed in before is known by a cookie, and its wrong guesses for
that name are counted by themselves: whatever strangers do, it is never kept waiting for it. For all
others a name at an address, a name wherever it is tried, and an address whatever names it tries
each have a limit. A passkey cannot be guessed and knows none.

Limits hold at any moment for the span before it. Guesses that are sent in the same instant can
pass one more than the limit for each thread that serves the site.
"""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import ngettext

from .people import name_key

LONGEST_NAME = 255


@dataclass(frozen=True)
class Limit:
    """So many wrong guesses within so long; then the oldest has to be older than that."""

    most: int
    span: timedelta


BY_NAME_AND_ADDRESS = Limit(5, timedelta(minutes=15))
# Fifty an hour: ten years of that are four million passwords, fewer than are worth a try.
BY_NAME = Limit(50, timedelta(hours=1))
# A club's own mistakes on one afternoon stay far below it, and known browsers do not count.
BY_ADDRESS = Limit(50, timedelta(minutes=15))
BY_KNOWN_BROWSER = Limit(5, timedelta(minutes=15))
# A code is guessed by somebody who has the password already, so here a name alone counts, however
# it is tried. Three of a million codes are good at a time: at twenty a day, one in 16,000 days.
BY_CODE = (Limit(5, timedelta(minutes=15)), Limit(20, timedelta(days=1)))
LONGEST_SPAN = max(limit.span for limit in (BY_NAME_AND_ADDRESS, BY_NAME, BY_ADDRESS, *BY_CODE))


@dataclass(frozen=True)
class Guesser:
    """Who guesses: the name that was typed, from where, and the mark of a browser known for it.

    `browser` is empty for a browser in which nobody of that name has signed in.
    """

    name: str
    address: str | None
    browser: str = ""

    @property
    def key(self) -> str:
        """The name as it is counted: letters' case makes no other one."""
        return name_key(self.name)[:LONGEST_NAME]


def password_wait(guesser: Guesser) -> timedelta:
    """How long until another password may be tried; nothing where it may be now."""
    passwords = Q(path_info="password")
    name = passwords & Q(username=guesser.key)
    if guesser.browser:
        return _wait((BY_KNOWN_BROWSER, name & Q(user_agent=guesser.browser)))
    strangers = Q(user_agent="")
    here = Q(ip_address=guesser.address)
    return _wait(
        (BY_NAME_AND_ADDRESS, name & strangers & here),
        (BY_NAME, name & strangers),
        (BY_ADDRESS, passwords & strangers & here),
    )


def password_missed(guesser: Guesser) -> None:
    """Count a wrong password."""
    _count("password", guesser.key, guesser.address, guesser.browser)


def password_hit(guesser: Guesser) -> None:
    """Forget the wrong passwords for this name from here: its owner has found the right one.

    Those from elsewhere, and for other names, still count.
    """
    which = Q(user_agent=guesser.browser) if guesser.browser else Q(ip_address=guesser.address)
    AccessFailureLog.objects.filter(which, path_info="password", username=guesser.key).delete()


def code_wait(user: User) -> timedelta:
    """How long until this person's second step, or a recovery code, may be tried again."""
    codes = Q(path_info="code", username=str(user.pk))
    return _wait(*((limit, codes) for limit in BY_CODE))


def code_missed(user: User, address: str | None) -> None:
    """Count a wrong code."""
    _count("code", str(user.pk), address, "")


def guesses_forget(user: User) -> int:
    """Forget every wrong guess at this person's password and codes, and answer how many."""
    count, _each = AccessFailureLog.objects.filter(
        Q(path_info="password", username=name_key(user.username)[:LONGEST_NAME])
        | Q(path_info="code", username=str(user.pk))
    ).delete()
    return int(count)


def wait_in_words(wait: timedelta) -> str:
    """A wait as it is said: never less than what is left."""
    minutes = max(1, math.ceil(wait / timedelta(minutes=1)))
    if minutes > 90:
        hours = math.ceil(minutes / 60)
        return ngettext("%d hour", "%d hours", hours) % hours
    return ngettext("%d minute", "%d minutes", minutes) % minutes


def _wait(*limits: tuple[Limit, Q]) -> timedelta:
    now = timezone.now()
    return max(_one_wait(limit, which, now) for limit, which in limits)


def _one_wait(limit: Limit, which: Q, now: datetime) -> timedelta:
    newest = AccessFailureLog.objects.filter(which, attempt_time__gt=now - limit.span)
    # The guess that has to grow old before there are fewer than so many.
    last: datetime | None = (
        newest.order_by("-attempt_time")
        .values_list("attempt_time", flat=True)[limit.most - 1 : limit.most]
        .first()
    )
    return timedelta(0) if last is None else last + limit.span - now


def _count(kind: str, name: str, address: str | None, browser: str) -> None:
    now = timezone.now()
    AccessFailureLog.objects.filter(attempt_time__lte=now - LONGEST_SPAN).delete()
    AccessFailureLog.objects.create(
        path_info=kind, username=name, ip_address=address, user_agent=browser
    )
