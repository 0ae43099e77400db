"""Writing the log of who did what; nothing here changes or removes a line."""

import logging
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import DatabaseError, OperationalError, transaction
from django.utils import timezone

from scoring.accounts.access import Actor
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Membership
from scoring.web.compiled_queries import CompiledInsert

from .models import LogEntry

logger = logging.getLogger(__name__)
LINE = CompiledInsert(LogEntry)

# People without an account can send any number of requests and must not fill the disk.
REFUSAL_SPAN = timedelta(minutes=10)
REFUSALS_AN_ADDRESS = 30
REFUSALS_IN_ALL = 300


@every_club()
def log_write(
    *,
    actor: Actor,
    what: str,
    path: str,
    address: str | None,
    outcome: LogEntry.Outcome,
    club: Club | None = None,
    user: User | None = None,
    account: str = "",
    within: bool = False,
) -> LogEntry | None:
    """Add a line: who did or was refused what, and from where.

    `club` is the club of a page that a stranger has used, if known; `user` is who has signed in
    where that person has no club. `account` is the name typed into a sign-in that was refused: it
    is kept only where there is such an account, whose club then reads of it. Answers None where
    strangers were refused too often in a short time, or the database could not write: the site's
    own log says so. What was done stands, but for the transaction that this is `within`.
    """
    refused = outcome == LogEntry.Outcome.REFUSED
    if actor.home is not None and actor.home.pk is None:  # just now, and its log with it
        logger.warning("A club was erased by its organizer: %s", what)
        return None
    try:
        # With a savepoint, where there is a transaction: what was done is not taken along.
        with transaction.atomic(savepoint=not within):
            if refused and actor.role == "stranger" and _too_many(address):
                logger.warning("Refused too often to write it all down: %s from %s", what, address)
                return None
            member = _member(account) if account else None
            line = LogEntry(
                moment=timezone.now(),
                club=member.club if member else actor.home or club,
                who=actor.name[:80],
                role=actor.role,
                user=actor.user or user,
                tablet=actor.tablet,
                address=address,
                what=what[:80],
                path=path[:200],
                about=member.user.get_username() if member else "",
                outcome=outcome,
            )
            return LINE.create(line)
    except (DatabaseError, ValueError) as error:
        # A full or locked disk is no news in code: one line, however many are refused meanwhile.
        by, news = actor.name or actor.role, not isinstance(error, OperationalError)
        logger.error("The log could not be written: %s by %s: %s", what, by, error, exc_info=news)
    return None


def _too_many(address: str | None) -> bool:
    now = timezone.now()
    # No later than now: a clock that was ahead for a while keeps nothing out of the log.
    recent = LogEntry.objects.filter(
        moment__gt=now - REFUSAL_SPAN,
        moment__lte=now,
        outcome=LogEntry.Outcome.REFUSED,
        role="stranger",
    )
    return (
        recent.filter(address=address).count() >= REFUSALS_AN_ADDRESS
        or recent.count() >= REFUSALS_IN_ALL
    )


def _member(account: str) -> Membership | None:
    if "\0" in account:  # no account has one in its name, and PostgreSQL refuses to look for it
        return None
    rows = Membership.objects.filter(user__username=account[:150]).order_by("pk")
    return rows.select_related("club", "user").first()
