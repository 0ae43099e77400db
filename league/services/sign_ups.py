"""Entries by the public form, sent by people without an account."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Entrant, SignUpSent, Tournament
from league.selectors.entrant_imports import ROOM
from scoring.services.errors import Refusal
from scoring.services.people import name_key

from .entrant_checks import MOST_ROWS, clean_details, entrant_name, room_left
from .tournaments import tournament_lock, tournament_touch

SPAN = timedelta(hours=1)
# A residence for seniors sends from one address; a machine sends without end.
SENT_AN_ADDRESS = 30
SENT_IN_ALL = 200
# So that a flood leaves the director's own entries their room.
MOST_WAITING = 200
MOST_NAMESAKES = 9


def sign_up_closed(tournament: Tournament) -> str:
    """Why the form takes no entry at this moment, in a sentence; "" where it does."""
    if tournament.cancelled_at is not None:
        return _("This tournament is cancelled.")
    if tournament.ended_at is not None:
        return _("This tournament is over.")
    if tournament.began_at is not None:
        return _("This tournament has begun, so nobody can enter any more.")
    waiting = tournament.entrants.filter(number=None).count()
    rows = tournament.entrants.count()
    if room_left(tournament) == 0 or waiting >= MOST_WAITING or rows >= MOST_ROWS:
        return _("All places are taken. Ask the director whether one becomes free.")
    return ""


def sign_up(
    *, tournament: Tournament, name: str, details: Mapping[str, Any], address: str | None
) -> None:
    """Keep an entry for a director to accept or refuse.

    Answers the same whether or not that name is entered: a namesake is kept as "Ann (2)", so that
    nobody learns who is on the list and nobody is lost; the same sent twice is one. Raises
    `Refusal` for what cannot be, where the form is closed, and after too many entries in an hour
    from one address or in all.
    """
    now = timezone.now()
    recent = SignUpSent.objects.filter(
        tournament=tournament, sent_at__gt=now - SPAN, sent_at__lte=now
    )
    if recent.filter(address=address).count() >= SENT_AN_ADDRESS or recent.count() >= SENT_IN_ALL:
        raise Refusal("flood", _("Too many entries were sent just now. Try again in an hour."))
    with transaction.atomic():
        tournament = tournament_lock(tournament)
        if closed := sign_up_closed(tournament):
            raise Refusal("closed", closed)
        name = entrant_name(name)
        told = clean_details(tournament, details)
        SignUpSent.objects.filter(sent_at__lte=now - SPAN).delete()
        SignUpSent.objects.create(tournament=tournament, address=address, sent_at=now)
        if free := _free_name(tournament, name, told):
            Entrant.objects.create(
                tournament=tournament,
                name=free,
                name_key=name_key(free),
                source=Entrant.Source.FORM,
                entered_at=now,
                **told,
            )
            tournament_touch(tournament)


def _free_name(tournament: Tournament, name: str, told: Mapping[str, Any]) -> str:
    """The name under which the entry can wait; "" where the very same waits already."""
    known = {one.name_key: one for one in tournament.entrants.all()}
    for number in range(1, MOST_NAMESAKES + 1):
        suffix = f" ({number})" if number > 1 else ""
        free = name[: ROOM["name"] - len(suffix)].rstrip() + suffix
        other = known.get(name_key(free))
        if other is None:
            return free
        same = all(getattr(other, field) == value for field, value in told.items())
        if other.number is None and same:
            return ""
    raise Refusal("flood", _("Too many entries were sent just now. Try again in an hour."))
