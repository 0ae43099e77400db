"""Entries by the public form, sent by people without an account."""

import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.changes import tournament_lock, tournament_touch
from league.tournaments.entrants.selectors.imports import ROOM
from league.tournaments.models import Entrant, SignUpSent, Tournament
from scoring.names import name_key
from scoring.refusals import Refusal

from .checks import MOST_ROWS, clean_details, entrant_name, room_left

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
    nobody learns who is on the list and no entry is lost; the same sent twice is one. Raises
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
        cleaned = clean_details(tournament, details)
        SignUpSent.objects.filter(sent_at__lte=now - SPAN).delete()
        SignUpSent.objects.create(tournament=tournament, address=address, sent_at=now)
        if free := _free_name(tournament, name, cleaned):
            Entrant.objects.create(
                tournament=tournament,
                name=free,
                name_key=name_key(free),
                source=Entrant.Source.FORM,
                entered_at=now,
                **cleaned,
            )
            tournament_touch(tournament)


def _free_name(tournament: Tournament, name: str, values: Mapping[str, Any]) -> str:
    """The name under which the entry can wait; "" where the very same waits already."""
    known = {entrant.name_key: entrant for entrant in tournament.entrants.all()}
    for number in range(1, MOST_NAMESAKES + 1):
        suffix = f" ({number})" if number > 1 else ""
        free = name[: ROOM["name"] - len(suffix)].rstrip() + suffix
        other = known.get(name_key(free))
        if other is None:
            return free
        same = all(getattr(other, field) == value for field, value in values.items())
        if other.number is None and same:
            return ""
    raise Refusal("flood", _("Too many entries were sent just now. Try again in an hour."))


def sign_up_link_renew(*, tournament: Tournament) -> None:
    """Let the tournament's public form have a new link; what was sent by the old one stays."""
    Tournament.objects.filter(pk=tournament.pk).update(sign_up_key=uuid.uuid4())
