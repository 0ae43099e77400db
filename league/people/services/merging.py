"""Making one person of two records, with all their games; and taking that back."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import Attendance, DayAnswer, DayMail, GameDay, Plan, Wish
from league.people.models import Merge, Profile
from league.people.selectors.merging import (
    FIELDS,
    KEPT,
    MergePlan,
    mails_agreed,
    merge_plan,
    profile_values,
)
from league.seasons.models import Board, Season, SeasonStatus, SeatTally
from league.seasons.public import tallies_forget
from league.tournaments.models import Entrant, Tournament
from scoring.accounts.authors import Author
from scoring.accounts.models import Club, Player
from scoring.refusals import Refusal
from scoring.sheets.models import Seat

# The rows of which a person has one for each game day or season, and what they are for.
OF_ONE: Mapping[str, tuple[type[Model], str]] = {
    "attendances": (Attendance, "game_day"),
    "answers": (DayAnswer, "game_day"),
    "mails": (DayMail, "game_day"),
    "statuses": (SeasonStatus, "season"),
}
OWNERS: Mapping[str, type[Model]] = {"game_day": GameDay, "season": Season}


@transaction.atomic
def merge_make(*, kept: Player, gone: Player, author: Author) -> Merge:
    """Let `gone` be the same person as `kept` from now on: games, days, wishes and entries move.

    The name of `gone` means `kept` when it is typed. What the directory says of `kept` stays, and
    what it does not say is taken from `gone`. Raises `Refusal` where one of them is merged already,
    and where the two have sat at one table, are both checked in for a day to come, or have both
    entered one tournament.
    """
    kept, gone = _locked(kept, gone)
    plan = merge_plan(kept, gone)
    _allow(plan)
    before = {"kept": profile_values(kept), "gone": profile_values(gone)}
    mails = {"mails": plan.mails, "mails_refused": _has_refused(before["kept"], before["gone"])}
    _profile_keep(kept, {field.field: field.value for field in plan.fields} | mails)
    Profile.objects.filter(player=gone).delete()
    seats = [seat.pk for seat in plan.seats]
    Seat.objects.filter(pk__in=seats).update(player=kept)
    moved = {
        "names": list(Player.objects.filter(same_as=gone).values_list("pk", flat=True)),
        **_rows_move(kept, gone),
        **_wishes_move(kept, gone),
        "plans": _plans_rename(kept.club, gone.pk, kept.pk),
        "entries": _entries_move(gone, kept),
    }
    Player.objects.filter(pk__in=moved["names"]).update(same_as=kept)
    Player.objects.filter(pk=gone.pk).update(same_as=kept)
    _derived_forget(gone, [seat.game_id for seat in plan.seats])
    return Merge.objects.create(
        club=kept.club,
        kept=kept,
        gone=gone,
        seats=seats,
        profile=before,
        moved=moved,
        author=author.name,
        user=author.user,
        merged_at=timezone.now(),
    )


def _locked(player: Player, other: Player) -> tuple[Player, Player]:
    """Both as they are now, held until the transaction ends, in an order that never crosses."""
    Club.objects.select_for_update().get(pk=player.club_id)
    players = Player.objects.select_for_update().order_by("pk").in_bulk([player.pk, other.pk])
    if player.pk == other.pk:
        raise Refusal("same", _("Choose two different records."))
    return players[player.pk], players[other.pk]


def _allow(plan: MergePlan) -> None:
    """Raise `Refusal` for what cannot be merged."""
    for player in (plan.kept, plan.gone):
        if player.same_as_id:
            raise Refusal("merged", _("“%s” has been merged already.") % player.name)
    names = {"kept": plan.kept.name, "gone": plan.gone.name}
    if plan.together:
        raise Refusal(
            "together",
            _("%(kept)s and %(gone)s sat at one table, so they are two people.") % names,
        )
    if plan.days:
        raise Refusal(
            "days",
            _("Both are checked in on %s. Take one of them off that day first.")
            % plan.days[0].date.isoformat(),
        )
    if plan.tournaments:
        raise Refusal(
            "tournaments",
            _("Both have entered “%s”. If one of the entries is a mistake, remove it there first.")
            % plan.tournaments[0].name,
        )
    if plan.crossed:
        raise Refusal(
            "crossed",
            _("This can only be done the other way round: let the name “%(gone)s” stay.") % names,
        )


def _profile_keep(player: Player, values: Mapping[str, Any]) -> None:
    if any(values.values()) or Profile.objects.filter(player=player).exists():
        Profile.objects.update_or_create(player=player, defaults=dict(values))


def _rows_move(kept: Player, gone: Player) -> dict[str, Any]:
    """Move the rows of `OF_ONE`; where both have one for a day or season, that of `kept` stays.

    Answers `{name: [ids], name_dropped: [rows]}`; what was dropped is kept for the undo.
    """
    moved: dict[str, Any] = {}
    for name, (model, of) in OF_ONE.items():
        rows: QuerySet[Any] = model._default_manager.all()
        double = rows.filter(player=gone, **{f"{of}__in": rows.filter(player=kept).values(of)})
        moved[f"{name}_dropped"] = _as_json(double.values())
        double.delete()
        rest = rows.filter(player=gone)
        moved[name] = list(rest.values_list("pk", flat=True))
        rest.update(player=kept)
    return moved


def _rows_move_back(kept: Player, gone: Player, moved: Mapping[str, Any]) -> None:
    """Give `gone` the rows of `OF_ONE` back. Older merges know less of these kinds."""
    for name, (model, of) in OF_ONE.items():
        rows: QuerySet[Any] = model._default_manager.all()
        rows.filter(pk__in=moved.get(name, []), player=kept).update(player=gone)
        _rows_restore(model, moved.get(f"{name}_dropped", []), of)


def _entries_move(old: Player, new: Player, only: Iterable[int] | None = None) -> list[int]:
    """Entries of tournaments become another player's; answers which. Their names stay."""
    entries = Entrant.objects.filter(player=old)
    if only is not None:
        entries = entries.filter(pk__in=list(only))
    ids = list(entries.values_list("pk", flat=True))
    entries.update(player=new)
    Tournament.objects.filter(entrants__in=ids).update(revision=F("revision") + 1)
    return ids


def _as_json(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows as JSON keeps them: moments to the millionth of a second."""
    return [
        {
            name: value.isoformat() if isinstance(value, datetime) else value
            for name, value in row.items()
        }
        for row in rows
    ]


def _wishes_move(kept: Player, gone: Player) -> dict[str, Any]:
    """A wish that was between the two means nothing any more; it is kept for the undo."""
    between = Wish.objects.filter(one__in=[kept, gone], other__in=[kept, gone])
    dropped = _as_json(between.values())
    between.delete()
    moved: dict[str, Any] = {"wishes_dropped": dropped}
    for side in ("one", "other"):
        rows = Wish.objects.filter(**{side: gone})
        moved[f"wishes_{side}"] = list(rows.values_list("pk", flat=True))
        rows.update(**{side: kept})
    return moved


def _plans_rename(club: Club, old: int, new: int, only: Iterable[int] | None = None) -> list[int]:
    """Write the new id for the old one in the seating plans; answers which plans these are.

    A plan that has both stays as it is.
    """
    plans = Plan.objects.filter(game_day__club=club)
    if only is not None:
        plans = plans.filter(pk__in=list(only))
    renamed = []
    for plan in plans:
        seated = {player for tables in plan.tables for table in tables for player in table}
        if old in seated and new not in seated:
            plan.tables = [
                [[new if player == old else player for player in table] for table in tables]
                for tables in plan.tables
            ]
            renamed.append(plan)
    Plan.objects.bulk_update(renamed, ["tables"], batch_size=50)
    return [plan.pk for plan in renamed]


def _derived_forget(player: Player, game_ids: list[int]) -> None:
    """Throw away what was derived while these games were another person's.

    The boards of closed seasons stay as they were.
    """
    tallies_forget(games=game_ids)
    SeatTally.objects.filter(game__in=game_ids).delete()
    Board.objects.filter(standings__player=player, season__closed_at=None).delete()


@transaction.atomic
def merge_undo(*, merge: Merge) -> Merge:
    """Let the two be two people again, each with the games that were theirs.

    Of the directory, `kept` gives back what it had from `gone` and nobody has changed since. What
    was played since the merge stays with `kept`. Raises `Refusal` where it was undone before, and
    where a later merge has to be undone first.
    """
    merge = Merge.objects.select_related("club").select_for_update(of=("self",)).get(pk=merge.pk)
    kept, gone = _locked(merge.kept, merge.gone)
    if merge.undone_at:
        raise Refusal("undone", _("This merge was undone already."))
    if gone.same_as_id != kept.pk:
        raise Refusal(
            "later", _("%s was merged with somebody else later. Undo that merge first.") % kept.name
        )
    moved = merge.moved
    back = Seat.objects.filter(pk__in=merge.seats, player=kept)
    games = list(back.values_list("game", flat=True))
    back.update(player=gone)
    _profiles_part(merge)
    Player.objects.filter(pk=gone.pk).update(same_as=None)
    Player.objects.filter(pk__in=moved["names"], same_as=kept).update(same_as=gone)
    _rows_move_back(kept, gone, moved)
    for side in ("one", "other"):
        rows = Wish.objects.filter(pk__in=moved[f"wishes_{side}"], **{side: kept})
        rows.update(**{side: gone})
    _rows_restore(Wish, moved["wishes_dropped"], "game_day")
    _plans_rename(merge.club, kept.pk, gone.pk, only=moved["plans"])
    # Merges from before there were tournaments have none.
    _entries_move(kept, gone, only=moved.get("entries", []))
    _derived_forget(kept, games)
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    return merge


def _profiles_part(merge: Merge) -> None:
    # Merges from before people could agree to mails, or say no, do not say whether they had.
    unsaid = {"mails": False, "mails_refused": False}
    before, gone = ({**unsaid, **merge.profile[who]} for who in ("kept", "gone"))
    now = profile_values(merge.kept)
    merged = {name: before[name] or gone[name] for name in FIELDS}
    merged["mails"] = mails_agreed(before, gone)
    merged["mails_refused"] = _has_refused(before, gone)
    _profile_keep(
        merge.kept,
        {name: before[name] if now[name] == merged[name] else now[name] for name in KEPT},
    )
    # Who has said no to mails since has said it under both names.
    refused = now["mails_refused"] and not merged["mails_refused"]
    ended = refused or (merged["mails"] and not now["mails"])
    mails = {
        "mails": gone["mails"] and not ended,
        "mails_refused": gone["mails_refused"] or refused,
    }
    _profile_keep(merge.gone, gone | mails)


def _has_refused(*profiles: Mapping[str, Any]) -> bool:
    """Whether one of them said no to mails: so the person has."""
    return any(profile["mails_refused"] for profile in profiles)


def _rows_restore(model: type[Model], rows: Iterable[Mapping[str, Any]], of: str) -> None:
    """Restore rows as they were, except those of a game day or season that is gone."""
    owners: QuerySet[Any] = OWNERS[of]._default_manager.all()
    for row in rows:
        owner = row[f"{of}_id"]
        if owner is None or owners.filter(pk=owner).exists():
            model._default_manager.get_or_create(pk=row["id"], defaults=dict(row))
