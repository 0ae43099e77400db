"""How often a password or a code may be guessed wrong, and how long whoever did so has to wait.

Wrong guesses are rows in the database, so that a restart forgets none. What is weighed here: a
machine that tries passwords is to get nowhere, from one address or from many; a whole club shares
one address; and no stranger is to keep somebody out of their own account.

So a browser in which somebody has signed in before, or to which they were introduced, is known by a
cookie, and its wrong guesses for that name are counted by themselves: whatever strangers do, it is
never kept waiting for it. For all others a name at an address, a name wherever it is tried, and an
address whatever names it tries each have a limit. A name's limit counts apart on the machine that
serves the site, in the networks of homes and halls, and in the rest of the world: who guesses from
far away keeps nobody waiting in the hall. A passkey cannot be guessed and knows none.

Limits hold at any moment for the span before it. What lies in the future was left by a clock that
was wrong, and counts for nothing. Guesses that are sent in the same instant can pass one more than
the limit for each thread that serves the site.
"""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import ngettext

from scoring.names import name_key
from scoring.web.addresses import is_private

LONGEST_NAME = 255


@dataclass(frozen=True)
class Limit:
    """The most wrong guesses within a time; the next waits until the oldest is older than that."""

    most: int
    span: timedelta


BY_NAME_AND_ADDRESS = Limit(5, timedelta(minutes=15))
# Of each place. Fifty an hour: ten years of that are four million passwords, fewer than are worth
# a try.
BY_NAME = Limit(50, timedelta(hours=1))
# A club's own mistakes on one afternoon stay far below it, and known browsers do not count.
BY_ADDRESS = Limit(50, timedelta(minutes=15))
BY_KNOWN_BROWSER = Limit(5, timedelta(minutes=15))
# A code is guessed by somebody who has the password already, so here a name alone counts, however
# it is tried. Three of a million codes are good at a time: at twenty a day, one in 16,000 days.
BY_CODE = (Limit(5, timedelta(minutes=15)), Limit(20, timedelta(days=1)))
# Two servers at one database need not agree to the second.
CLOCKS_DIFFER = timedelta(minutes=1)
LONGEST_SPAN = max(limit.span for limit in (BY_NAME_AND_ADDRESS, BY_NAME, BY_ADDRESS, *BY_CODE))


BY_SETUP_ADDRESS = Limit(10, timedelta(minutes=15))


@dataclass(frozen=True)
class Guesser:
    """Who guesses: the name that was typed, from where, and the mark of a browser known for it.

    `browser` is empty for a browser in which nobody of that name has signed in. `on_machine` is
    for the computer that serves the site.
    """

    name: str
    address: str | None
    browser: str = ""
    on_machine: bool = False

    @property
    def place(self) -> str:
        """From how far the guess comes: each counts a name's guesses by itself."""
        if self.on_machine:
            return "machine"
        return "near" if is_private(self.address) else "far"

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
        (BY_NAME, name & strangers & Q(http_accept=guesser.place)),
        (BY_ADDRESS, passwords & strangers & here),
    )


def password_missed(guesser: Guesser) -> None:
    """Count a wrong password."""
    _count("password", guesser.key, guesser.address, guesser.browser, guesser.place)


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


def setup_wait(address: str | None) -> timedelta:
    """How long until another code for setting the club up may be tried from there."""
    return _wait((BY_SETUP_ADDRESS, Q(path_info="setup", ip_address=address)))


def setup_missed(address: str | None) -> None:
    """Count a wrong code for setting the club up."""
    _count("setup", "", address, "")


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
    newest = AccessFailureLog.objects.filter(
        which, attempt_time__gt=now - limit.span, attempt_time__lte=now
    )
    # The guess that has to grow old before there are fewer than so many.
    last: datetime | None = (
        newest.order_by("-attempt_time")
        .values_list("attempt_time", flat=True)[limit.most - 1 : limit.most]
        .first()
    )
    return timedelta(0) if last is None else last + limit.span - now


def guesses_clear() -> int:
    """Clear away what no limit counts any more, and what a wrong clock left in the future.

    Answers how many there were.
    """
    now = timezone.now()
    old = Q(attempt_time__lte=now - LONGEST_SPAN) | Q(attempt_time__gt=now + CLOCKS_DIFFER)
    count, _each = AccessFailureLog.objects.filter(old).delete()
    return int(count)


def _count(kind: str, name: str, address: str | None, browser: str, place: str = "") -> None:
    guesses_clear()
    # Axes' table has a field for what a browser accepts, which nobody needs: the place is there.
    AccessFailureLog.objects.create(
        path_info=kind,
        username=name,
        ip_address=address,
        user_agent=browser,
        http_accept=place,
    )
