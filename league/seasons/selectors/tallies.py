"""What a game's sheet gives to code that reads across games: one line for each player."""

from django.db.models import F, Q, QuerySet

from league.seasons.models import SeatTally
from scoring import referee
from scoring.accounts.models import Club
from scoring.sheets.models import Game
from scoring.sheets.selectors.sheet import SeatLine, Sheet


def stale_games(club: Club) -> QuerySet[Game]:
    """The club's games whose sheets have an entry that their tallies do not know."""
    known = Q(tally__isnull=False, tally__revision=F("revision"))
    return Game.objects.filter(club=club).exclude(known).order_by("pk")


def seat_tallies(sheet: Sheet) -> list[SeatTally]:
    """A line for each player of a game, not kept yet; none before the first round is recorded.

    Of a game whose totals alone are known, the points of its rounds are not.
    """
    if not sheet.is_scored:
        return []
    places = [seat.position for seat in sheet.seats if seat.position is not None]
    tallies = []
    lines = [line for line in sheet.rounds if not line.run_off]
    for seat in sheet.seats:
        cells = [line.cells.get(seat.id) for line in lines]
        played = [cell for cell in cells if cell is not None]
        tallies.append(
            SeatTally(
                game=sheet.game,
                player_id=seat.player_id,
                total=seat.total,
                rounds=_rounds_counted(sheet, seat, len(played)),
                rounds_out=seat.rounds_out if sheet.knows_rounds_out else None,
                best_round=min((cell.points for cell in played), default=None),
                place=seat.position,
                sharing=places.count(seat.position or 0),
                players=len(places),
                entered_with=seat.entry_total,
                points=[cell.points if cell else None for cell in cells],
                out_rounds=[
                    line.number
                    for line, cell in zip(lines, cells, strict=True)
                    if cell and cell.out
                ],
            )
        )
    return tallies


def came_in_with(tallies: QuerySet[SeatTally]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return what late arrivals came in with, and for how many missed rounds; one query.

    By player and game. A total covers missed rounds as if they had been played; who played how many
    is what is left without them. Of a game whose totals alone are known nobody knows that.
    """
    late = tallies.filter(entered_with__gt=0)
    rows = late.values_list("player_id", "game_id", "entered_with", "rounds", "points")
    return {
        (player, game): (entered, rounds - sum(number is not None for number in points))
        for player, game, entered, rounds, points in rows
        if points
    }


def _rounds_counted(sheet: Sheet, seat: SeatLine, played: int) -> int:
    """How many rounds a seat's total is of; `played` are those that the sheet has cells of.

    Points to come in with replace the rounds that were missed. Paper has them in the total, unless
    the rules give a late arrival none.
    """
    missed = seat.from_round - 1
    if sheet.totals is None:
        return played + (missed if seat.entry_total else 0)
    last = sheet.rounds_played if seat.after_round is None else seat.after_round
    return last if referee.gives_late_arrivals_points(sheet.game) else last - missed
