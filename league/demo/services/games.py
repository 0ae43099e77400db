"""Games that nobody played, recorded as a table records them."""

from datetime import datetime, timedelta
from random import Random

from django.db import transaction

from scoring import referee
from scoring.accounts.authors import Author
from scoring.referee.made_up import MadeUpRound, made_up_round
from scoring.sheets.models import Game
from scoring.sheets.public import game_finish, round_record
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.values import RoundReport, SeatReport

A_ROUND = timedelta(minutes=12)


@transaction.atomic
def rounds_record(
    *,
    game: Game,
    author: Author,
    random: Random,
    rounds: int | None = None,
    began: datetime | None = None,
    by_tiles: bool = False,
) -> None:
    """Record the first `rounds` of a game, or all of them and its end.

    `began` is when its first round did, where that was long ago. With `by_tiles` the sheet has the
    tiles of each hand, else their points.
    """
    sheet = sheet_of(game)
    most = referee.round_count(game) or 0
    doubles: list[int] = []
    for number in range(1, (most if rounds is None else rounds) + 1):
        played = made_up_round(
            set_=game.set,
            rules=game.rules,
            seats=len(sheet.playing(number)),
            starting_double=referee.next_double(game, doubles) or 0,
            random=random,
        )
        doubles.append(played.starting_double)
        round_record(
            game=game,
            author=_author_at(author, began, number),
            key=f"made-up-{number}",
            round_number=number,
            report=_report(sheet, number, played, by_tiles=by_tiles),
        )
    if rounds is None:
        game_finish(game=game, author=_author_at(author, began, most), key="made-up-end")


def _report(sheet: Sheet, number: int, played: MadeUpRound, *, by_tiles: bool) -> RoundReport:
    seats = sheet.playing(number)
    out = None if played.out is None else seats[played.out].id
    return RoundReport(
        starting_double=played.starting_double,
        ending="blocked" if out is None else "out",
        out_seat_id=out,
        seats=tuple(
            # Simulated hands are dealt and played out, so a high one is no typing error.
            SeatReport(seat.id, sure=points)
            if seat.id == out
            else SeatReport(seat.id, tiles=hand, sure=points)
            if by_tiles
            else SeatReport(seat.id, total=points, sure=points)
            for seat, hand, points in zip(seats, played.hands, played.points, strict=True)
        ),
    )


def _author_at(author: Author, began: datetime | None, rounds: int) -> Author:
    """Whoever writes, as at the end of that round, on a tablet that had no network then."""
    if began is None:
        return author
    return Author(author.name, user=author.user, made_at=began + rounds * A_ROUND)
