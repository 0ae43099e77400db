"""Who enters a tournament: entered by a director, at the door, or accepted from the public form.

Every change holds the tournament's lock, so that numbers are given once and no list grows past its
most.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import Wish
from league.people.models import Merge, Profile
from league.people.public import player_update
from league.tournaments.changes import log_append, tournament_open, tournament_touch
from league.tournaments.models import Entrant, Tournament
from scoring.accounts.authors import Author
from scoring.accounts.models import Player
from scoring.accounts.public import player_for_name
from scoring.names import name_key
from scoring.refusals import Refusal

from .checks import (
    check_name,
    check_player,
    check_room,
    clean_details,
    entrant_name,
    known_of,
    next_number,
    open_to_mend,
    registration_open,
)


@transaction.atomic
def entrant_add(
    *,
    tournament: Tournament,
    author: Author,
    name: str,
    details: Mapping[str, Any],
    source: Entrant.Source = Entrant.Source.TYPED,
) -> Entrant:
    """Enter somebody, with the next number; `details` are fields of `DETAILS`.

    Missing residence and birth are taken from the club's directory. Raises `Refusal` for a name
    that is missing, too long or entered already, for a date of birth that cannot be or does not go
    with the age group, where no place is left, and once the tournament has begun.
    """
    tournament = registration_open(tournament)
    return _entered(tournament, author, name, details, source)


@transaction.atomic
def entrant_walk_up(
    *,
    tournament: Tournament,
    author: Author,
    name: str,
    details: Mapping[str, Any],
    late: bool = False,
) -> Entrant:
    """Enter somebody who stands at the door, and check him or her in at once.

    Raises `Refusal` as `entrant_add` does, and where walk-ups are not allowed. After the beginning
    only `late` does it, for a director who then finds the person a seat.
    """
    tournament = tournament_open(tournament) if late else registration_open(tournament)
    if not tournament.walk_ups:
        raise Refusal("walk-ups", _("This tournament takes nobody who has not entered before."))
    entrant = _entered(tournament, author, name, details, Entrant.Source.WALK_UP)
    entrant.checked_in_at = entrant.entered_at
    entrant.save(update_fields=["checked_in_at"])
    log_append(
        tournament=tournament,
        author=author,
        kind="walk-up",
        text=_("%s entered at the door.") % entrant.name,
        details={"entrant": entrant.pk},
    )
    return entrant


def _entered(
    tournament: Tournament,
    author: Author,
    name: str,
    details: Mapping[str, Any],
    source: Entrant.Source,
) -> Entrant:
    """A new entrant of the locked tournament, with a number."""
    name = entrant_name(name)
    cleaned = clean_details(tournament, details)
    check_room(tournament, rows=1)
    check_name(tournament, name)
    player = player_for_name(club=tournament.club, name=name)
    check_player(tournament, player, name)
    entrant = Entrant.objects.create(
        tournament=tournament,
        player=player,
        number=next_number(tournament),
        name=name,
        name_key=name_key(name),
        source=source,
        entered_at=timezone.now(),
        entered_by=author.name[:80],
        **{**cleaned, **known_of(tournament, player, cleaned)},
    )
    tournament_touch(tournament)
    return entrant


@transaction.atomic
def entrant_change(
    *, entrant: Entrant, author: Author, name: str, details: Mapping[str, Any]
) -> Entrant:
    """Keep what was mended of an entry; its number stays.

    Another name means another person, until somebody has been seated: then the person is renamed
    in the directory too, since games hold him or her. What changes after the beginning stands in
    the log. Raises `Refusal` as `entrant_add` does, and where it may not change after the end.
    """
    entrant = Entrant.objects.select_related("player", "tournament").get(pk=entrant.pk)
    tournament = open_to_mend(entrant, name, details)
    name = entrant_name(name)
    cleaned = clean_details(tournament, details)
    check_name(tournament, name, own=entrant)
    before = {field: getattr(entrant, field) for field in cleaned} | {"name": entrant.name}
    if entrant.player is not None and name_key(name) != entrant.name_key:
        entrant.player = _renamed(tournament, entrant, entrant.player, name)
    entrant.name, entrant.name_key = name, name_key(name)
    for detail, value in cleaned.items():
        setattr(entrant, detail, value)
    entrant.save()
    changed = sorted(field for field, value in before.items() if getattr(entrant, field) != value)
    if changed and tournament.began_at is not None:
        log_append(
            tournament=tournament,
            author=author,
            kind="entrant",
            text=_("What is known of %s was changed.") % entrant.name,
            details={"entrant": entrant.pk, "fields": changed},
        )
    elif changed:
        tournament_touch(tournament)
    return entrant


def _renamed(tournament: Tournament, entrant: Entrant, player: Player, name: str) -> Player:
    """Whom the entry is of under its new name."""
    if entrant.stages.exists():
        return player_update(player=player, name=name, details={})
    known = Player.objects.filter(club=tournament.club, name_key=name_key(name)).exists()
    if not known and _known_by_this_alone(player):
        return player_update(player=player, name=name, details={})
    other = player_for_name(club=tournament.club, name=name)
    check_player(tournament, other, name, own=entrant)
    return other


def _known_by_this_alone(player: Player) -> bool:
    """Whether the club knows a player only by one entry, such as one with a slip in the name."""
    elsewhere = (
        player.seats,
        player.attendances,
        player.also_known_as,
        Profile.objects.filter(player=player),
        Wish.objects.filter(Q(one=player) | Q(other=player)),
        Merge.objects.filter(Q(kept=player) | Q(gone=player)),
    )
    return player.entries.count() == 1 and not any(rows.exists() for rows in elsewhere)


@transaction.atomic
def entrant_accept(*, entrant: Entrant, author: Author) -> Entrant:
    """Take an entry that came by the public form: it gets the next number.

    A second tap changes nothing. Raises `Refusal` as `entrant_add` does.
    """
    tournament = registration_open(entrant.tournament)
    entrant = _still(entrant)
    if entrant.number is not None:
        return entrant
    check_room(tournament)
    player = player_for_name(club=tournament.club, name=entrant.name)
    check_player(tournament, player, entrant.name)
    typed = {"born": entrant.born, "community": entrant.community}
    for field, value in known_of(tournament, player, typed).items():
        setattr(entrant, field, value)
    entrant.player, entrant.number = player, next_number(tournament)
    entrant.entered_by = author.name[:80]
    entrant.save()
    tournament_touch(tournament)
    return entrant


@transaction.atomic
def entrant_refuse(*, entrant: Entrant, author: Author) -> None:
    """Delete an entry that came by the public form, with all that it said.

    Raises `Refusal` where it was accepted meanwhile.
    """
    tournament = tournament_open(entrant.tournament)
    entrant = _still(entrant)
    if entrant.number is not None:
        raise Refusal("accepted", _("%s was accepted already, and can withdraw.") % entrant.name)
    entrant.delete()
    log_append(
        tournament=tournament,
        author=author,
        kind="refused",
        text=_("An entry by the public form was refused: %s.") % entrant.name,
    )


@transaction.atomic
def entrant_remove(*, entrant: Entrant, author: Author) -> None:
    """Take an entry off the list that was a mistake, such as one person's second.

    The directory keeps the name. Raises `Refusal` where the person has been seated, since whoever
    was there withdraws, and once the tournament has ended.
    """
    tournament = tournament_open(entrant.tournament)
    entrant = _still(entrant)
    if entrant.stages.exists():
        raise Refusal("seated", _("%s has been seated, and can only withdraw.") % entrant.name)
    entrant.delete()
    log_append(
        tournament=tournament,
        author=author,
        kind="removed",
        text=_("The entry of %s was removed.") % entrant.name,
    )


def _still(entrant: Entrant) -> Entrant:
    """The entry as it is now. Raises `Refusal` where somebody has refused it meanwhile."""
    row = Entrant.objects.filter(pk=entrant.pk).first()
    if row is None:
        raise Refusal("gone", _("That entry was refused or removed already."))
    return row
