"""What it would mean that two records are one person; nothing is written here."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from league.days.models import GameDay
from league.imports.columns import LABELS
from league.people.models import Merge, Profile
from league.seasons.public import played_on
from league.tournaments.models import Tournament
from scoring.accounts.models import Club, Player
from scoring.sheets.models import Game, Seat
from scoring.sheets.selectors.many_sheets import sheets_of

# Agreeing to e-mails is no text that one record lends the other: `MergePlan.mails` says it.
FIELDS = tuple(name for name in LABELS if name not in ("name", "mails"))
# What the directory keeps besides those that a list of people has.
KEPT = (*FIELDS, "mails", "mails_refused")

Value = str | int | None


@dataclass(frozen=True)
class FieldMerge:
    """One field of the directory after the merge: what stays, from whom, and what is lost."""

    field: str
    value: Value
    source: Player | None
    lost: Value

    @property
    def label(self) -> str:
        """The field's name for people."""
        return str(LABELS[self.field])


@dataclass(frozen=True)
class MergePlan:
    """What merging `gone` into `kept` would do.

    `seats` are those that move. `together` are games at which both sat, and `days` are game days
    from today on for which both are checked in, `tournaments` those that both have entered: with
    any of these the two cannot be merged. `crossed` says that it can be done the other way round
    alone. `mails` is whether the person has agreed to mails.
    """

    kept: Player
    gone: Player
    seats: tuple[Seat, ...]
    fields: tuple[FieldMerge, ...]
    mails: bool
    together: tuple[Game, ...]
    days: tuple[GameDay, ...]
    tournaments: tuple[Tournament, ...]
    crossed: bool

    @property
    def possible(self) -> bool:
        """Whether nothing stands against it."""
        return not (self.together or self.days or self.tournaments or self.crossed)


def merge_plan(kept: Player, gone: Player) -> MergePlan:
    """What the merge would do as things stand; the number of queries is bounded.

    A late arrival's seat that was undone is no seat: the person who was written down
    under a wrong name and then under the right one has such a seat beside the right one.
    """
    both = Game.objects.filter(seats__player=kept).filter(seats__player=gone)
    shared = {game.pk: game for game in both.select_related("club").annotate(day=played_on())}
    seated = _seated(list(shared.values()))
    seats = list(Seat.objects.filter(player=gone).select_related("game"))
    moving = tuple(seat for seat in seats if seat.game_id not in shared)
    together = [
        game for pk, game in shared.items() if (pk, kept.pk) in seated and (pk, gone.pk) in seated
    ]
    only_gone = [pk for pk in shared if (pk, kept.pk) not in seated and (pk, gone.pk) in seated]
    days = GameDay.objects.filter(
        date__gte=timezone.localdate(), attendances__player=kept, cancelled_at=None
    ).filter(attendances__player=gone)
    stays, goes = profile_values(kept), profile_values(gone)
    entered = Tournament.objects.filter(entrants__player=kept).filter(entrants__player=gone)
    return MergePlan(
        kept=kept,
        gone=gone,
        seats=moving,
        fields=_fields(kept, gone, stays, goes),
        mails=mails_agreed(stays, goes),
        together=tuple(together),
        days=tuple(days.distinct()),
        tournaments=tuple(entered),
        crossed=bool(only_gone),
    )


def _seated(games: list[Game]) -> set[tuple[int, int]]:
    """Return the players of each game, by the sheets: (game's id, player's id)."""
    return {(sheet.game.pk, seat.player_id) for sheet in sheets_of(games) for seat in sheet.seats}


def profile_values(player: Player) -> dict[str, Value]:
    """What the directory says of a player, field by field."""
    profile = Profile.objects.filter(player=player).first() or Profile()
    return {name: getattr(profile, name) for name in KEPT}


def mails_agreed(stays: Mapping[str, Value], goes: Mapping[str, Value]) -> bool:
    """Whether a merged person has agreed to mails: both have of whom there is an address.

    Without any address, it is enough that one of them has. Nobody has where one said no.
    """
    if stays.get("mails_refused") or goes.get("mails_refused"):
        return False
    addressed = [values for values in (stays, goes) if values["email"]]
    if not addressed:
        return bool(stays["mails"] or goes["mails"])
    return all(values["mails"] for values in addressed)


def _fields(
    kept: Player, gone: Player, stays: Mapping[str, Value], goes: Mapping[str, Value]
) -> tuple[FieldMerge, ...]:
    return tuple(
        FieldMerge(
            field=name,
            value=stays[name] or goes[name],
            source=kept if stays[name] else gone if goes[name] else None,
            lost=goes[name] if stays[name] and goes[name] not in (stays[name], "") else None,
        )
        for name in FIELDS
    )


def merges_of(club: Club, most: int = 50) -> QuerySet[Merge]:
    """The club's newest merges that are in force, with both people."""
    merges = Merge.objects.filter(club=club, undone_at=None).select_related("kept", "gone")
    return merges[:most]
