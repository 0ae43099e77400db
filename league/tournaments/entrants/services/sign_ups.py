"""Entries by the public form, sent by people without an account."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.people.models import Profile
from league.tournaments.changes import tournament_lock, tournament_touch
from league.tournaments.entrants.selectors.age_groups import directory_born
from league.tournaments.entrants.selectors.imports import ROOM
from league.tournaments.models import Entrant, SignUpSent, Tournament
from scoring.accounts.authors import Author
from scoring.accounts.models import Club, Player
from scoring.names import name_key
from scoring.refusals import Refusal

from .checks import MOST_ROWS, clean_details, entrant_name, room_left
from .entrants import entrant_remove

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
    waiting = _number_waiting(tournament)
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
        if free := _free_name(_known(tournament), name, cleaned):
            _waiting(tournament, free, cleaned).save()
            tournament_touch(tournament)


@transaction.atomic
def club_enter(*, tournament: Tournament, club: Club, players: Sequence[Player]) -> int:
    """Keep an entry for each of these people of another club; return how many these are.

    The club's name stands as their residence, by which club-mates are known, and the year of birth
    goes with them where divisions need it. A director accepts each. Raises `Refusal` where the form
    is closed, and for more entries than can wait.
    """
    tournament = tournament_lock(tournament)
    if closed := sign_up_closed(tournament):
        raise Refusal("closed", closed)
    known = _known(tournament)
    years: dict[int, int | None] = {}
    if len(known) + len(players) > MOST_ROWS or _number_waiting(tournament) + len(players) > (
        MOST_WAITING
    ):
        raise Refusal("room", _("There is no room for that many entries. Choose fewer people."))
    if tournament.by_age:
        profiles = Profile.objects.filter(player__in=players)
        years = dict(profiles.values_list("player", "birth_year"))
    entries = []
    for player in players:
        details: dict[str, Any] = {"community": club.name[: ROOM["community"]]}
        if born := directory_born(tournament, years.get(player.pk), details):
            details["born"] = born
        cleaned = clean_details(tournament, details)
        if free := _free_name(known, entrant_name(player.name), cleaned):
            entry = _waiting(tournament, free, cleaned)
            entry.from_club, known[entry.name_key] = club, entry
            entries.append(entry)
    Entrant.objects.bulk_create(entries)
    tournament_touch(tournament)
    return len(entries)


def club_take_back(*, entrant: Entrant) -> None:
    """Take back an entry that another club sent, accepted or not.

    Raises `Refusal` once the tournament has begun: then its director lets somebody leave.
    """
    if entrant.tournament.began_at is not None:
        raise Refusal("began", _("The tournament has begun. Ask its director."))
    name = entrant.from_club.name if entrant.from_club else ""
    entrant_remove(entrant=entrant, author=Author(name))


def _number_waiting(tournament: Tournament) -> int:
    return tournament.entrants.filter(number=None).count()


def _known(tournament: Tournament) -> dict[str, Entrant]:
    return {entrant.name_key: entrant for entrant in tournament.entrants.all()}


def _waiting(tournament: Tournament, name: str, details: Mapping[str, Any]) -> Entrant:
    """An entry that waits for a director's answer, not kept yet."""
    return Entrant(
        tournament=tournament,
        name=name,
        name_key=name_key(name),
        source=Entrant.Source.FORM,
        entered_at=timezone.now(),
        **details,
    )


def _free_name(known: Mapping[str, Entrant], name: str, values: Mapping[str, Any]) -> str:
    """The name under which the entry can wait; "" where the very same waits already."""
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
