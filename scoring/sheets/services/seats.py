"""People who come late, leave early, or were put on each other's seats."""

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from scoring.accounts.authors import Author
from scoring.accounts.models import Player
from scoring.accounts.public import player_for_name, player_rename
from scoring.accounts.selectors.people import club_knows
from scoring.names import name_clean, name_key
from scoring.referee import check_setup, late_arrival_total
from scoring.refusals import Refusal
from scoring.sheets.models import Game, Seat, SheetEntry
from scoring.sheets.selectors.guests import is_known_by_seat_alone
from scoring.sheets.selectors.late_totals import arrivals_of, late_total
from scoring.sheets.selectors.sheet import SeatLine, Sheet, sheet_of

from .entries import (
    entry_again,
    entry_append,
    entry_find,
    game_lock,
    lasting,
    open_sheet,
    round_rewrite,
)

Kind = SheetEntry.Kind


@transaction.atomic
def seat_join(
    *, game: Game, author: Author, key: str, name: str, total: int | None = None
) -> SheetEntry:
    """Seat a late arrival, from the next round on.

    Comes in with `total` points, or with what the rules in force say where it is None. Raises
    `Refusal` where the name is at the table already or the table is full.
    """
    game = game_lock(game)
    if sent := _joined_before(game, key, name, total):
        return sent
    sheet = open_sheet(game)
    present = sheet.playing(sheet.next_round)
    if not name_clean(name):
        raise Refusal("name", _("Type the name of who has come."))
    for sitting in present:
        if name_key(sitting.name) == name_key(name):
            raise Refusal("twice", _("%s sits at this table already.") % sitting.name)
    if complaint := check_setup(
        game.set, game.rules, [seat.name for seat in present] + [name_clean(name)]
    ):
        raise Refusal(complaint.code, complaint.text)
    if total is None:
        total = late_arrival_total(game, [seat.total for seat in sheet.ranking])
    player = player_for_name(club=game.club, name=name)
    if any(seat.player_id == player.pk for seat in sheet.seats):
        raise Refusal(
            "back",
            _("%s has left this game. Undo that on the sheet, or write another name.")
            % player.name,
        )
    row, _created = Seat.objects.get_or_create(
        game=game, player=player, defaults={**_next_place(game), "late": True}
    )
    return entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=Kind.JOIN,
        details={
            "seat": row.pk,
            "name": player.name,
            "from_round": sheet.next_round,
            "total": total,
        },
    )


def late_totals_follow(*, before: Sheet, author: Author, key: str, change: SheetEntry) -> None:
    """Give late arrivals what the rules say after a change of a round that was before their time.

    `before` is the sheet without `change`. Whoever came in with what the rules gave then gets what
    they give now, as a part of the change: one undo takes both back. What the table had agreed on
    otherwise stays. Must run under the game's lock, in the change's transaction.
    """
    game = before.game
    for seat_id, first in arrivals_of(before).items():
        if first.details["from_round"] <= (change.round_number or 0):
            continue
        sheet = sheet_of(game)
        was, now = (late_total(table, first) for table in (before, sheet))
        entry = sheet.arrival(seat_id)
        if entry is None or entry.details["total"] != was or was == now:
            continue
        entry_append(
            sheet=sheet,
            author=author,
            key=f"{key[:56]}+{first.number}",
            kind=Kind.JOIN,
            details={**lasting(entry.details), "total": now, "part_of": change.pk},
            supersedes=entry,
        )


def _next_place(game: Game) -> dict[str, int]:
    """The place of one seat more, and a mark where another seat has the one of that place.

    So it is after "Play again" without somebody: of 0 2 3 the last keeps its mark, and 1 is free.
    """
    marks = [
        place if mark is None else mark for place, mark in game.seats.values_list("place", "mark")
    ]
    place = len(marks)
    if place not in marks:
        return {"place": place}
    return {"place": place, "mark": min(set(range(place)) - set(marks))}


@transaction.atomic
def seat_leave(
    *, game: Game, author: Author, key: str, seat_id: int, ranked: bool, directed: bool = False
) -> SheetEntry:
    """Let a seat count no more rounds; `ranked` says whether it keeps a place in the result.

    `directed` says that it follows from a director's deed, which the table does not take back.
    Raises `Refusal` where nobody such plays, or where too few would be left.
    """
    game = game_lock(game)
    if sent := entry_again(game=game, key=key, kind=Kind.LEAVE, seat=seat_id, ranked=ranked):
        return sent
    sheet = open_sheet(game)
    seat = _seat_at_table(sheet, seat_id)
    if len(sheet.playing(sheet.next_round)) <= 2:
        raise Refusal("few", _("Two players have to stay. Finish the game instead."))
    details = {"seat": seat.id, "after_round": len(sheet.rounds), "ranked": ranked}
    return entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=Kind.LEAVE,
        details=details | ({"directed": True} if directed else {}),
    )


@transaction.atomic
def seats_swap(
    *,
    game: Game,
    author: Author,
    key: str,
    seat_ids: tuple[int, int],
    points_too: bool,
) -> list[SheetEntry]:
    """Put right that two players were swapped.

    They change places in the playing order. With `points_too`, each also gets what was written
    for the other: every round so far is superseded by a new entry, with that reason, and one
    undo takes all of it back. Raises `Refusal` where the two are one, or one of them is not at the
    table.
    """
    game = game_lock(game)
    details = {"seats": list(seat_ids), "points_too": points_too}
    if sent := entry_again(game=game, key=key, kind=Kind.SWAP, **details):
        return [sent]
    sheet = open_sheet(game)
    if seat_ids[0] == seat_ids[1]:
        raise Refusal("same", _("Choose two different people."))
    first, second = (_seat_at_table(sheet, seat_id) for seat_id in seat_ids)
    swap = entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=Kind.SWAP,
        details=details,
    )
    if not points_too:
        return [swap]
    reason = _("%(one)s and %(other)s had been swapped") % {
        "one": first.name,
        "other": second.name,
    }
    return [swap] + [
        round_rewrite(
            sheet=sheet,
            author=author,
            key=f"{key[:56]}+{line.number}",
            source=line.entry,
            supersedes=line.entry,
            reason=reason,
            details={"part_of": swap.pk},
            exchange={first.id: second.id, second.id: first.id},
        )
        for line in sheet.rounds
        if first.id in line.cells and second.id in line.cells
    ]


@transaction.atomic
def seat_rename(*, game: Game, author: Author, key: str, seat_id: int, name: str) -> Player:
    """Put right the name of somebody whom the club knows by this seat alone, such as a guest.

    Where the right name is that of somebody whom the club knows, the seat is theirs from then on,
    and the wrong name is gone but for the sheet's line that says so. Raises `Refusal` for everybody
    else, whose names organizers change in the directory, and where the name is at the table
    already.
    """
    game = game_lock(game)
    sheet = open_sheet(game)
    wrong = sheet.seat(seat_id)
    if wrong is None:
        raise Refusal("unknown", _("Choose somebody who sits at this table."))
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    player = seat.player
    if player.name == name_clean(name):
        return player
    if not is_known_by_seat_alone(seat):
        if player.name_key == name_key(name):
            return player  # such as the same form sent twice
        raise Refusal(
            "directory",
            _(
                "The club knows %s already. An organizer can correct that name: on the game day’s "
                "page under “In the room”, or in the directory."
            )
            % player.name,
        )
    was = player.name
    if name_key(name) != player.name_key and club_knows(club=game.club, name=name):
        means = player_for_name(club=game.club, name=name)
        if game.seats.filter(player=means).exists():
            raise Refusal("twice", _("%s sits at this table already.") % means.name)
        for path in settings.SEAT_MOVED:
            import_string(path)(game=game)
        seat.player = means
        seat.save(update_fields=["player"])
        player.delete()
    else:
        means = player_rename(player=player, name=name)
    entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=Kind.NAME,
        details={"seat": seat_id},
        reason=was,
    )
    return means


def _joined_before(game: Game, key: str, name: str, total: int | None) -> SheetEntry | None:
    """The entry by which this very sending has seated somebody, if it has."""
    sent = entry_find(game=game, key=key)
    if sent is None:
        return None
    details: dict[str, object] = {} if total is None else {"total": total}
    row = Seat.objects.select_related("player").filter(pk=sent.details.get("seat")).first()
    # The seat's player may have another name than the one that was typed.
    known = [row.player, *row.player.also_known_as.all()] if row else []
    if name_key(name) not in {player.name_key for player in known}:
        details["name"] = name_clean(name)
    return entry_again(game=game, key=key, kind=Kind.JOIN, **details)


def _seat_at_table(sheet: Sheet, seat_id: int) -> SeatLine:
    seat = sheet.seat(seat_id)
    if seat is None or seat.left:
        raise Refusal("unknown", _("Choose somebody who sits at this table."))
    return seat
