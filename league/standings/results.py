"""What a game gives the season: a line for each player, in sums.

A season of 2,000 players has 80,000 of these lines, so a result is a tuple and holds sums; what
was scored round by round is for the records (`league.standings.records`).

A player who left early unranked has a result without place and total. It shows that the game was
played, and counts nowhere: not its points, and not as an opponent.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

Key = int | str


class Result(NamedTuple):
    """One player's line in one game.

    `order` tells the games of a day apart: a lower one was played earlier. `rounds` is how many
    rounds the total covers, those among them for which a late arrival was given points. `outs` are
    the rounds won, None where nobody knows them, `blocked` the rounds that were blocked.
    `place` counts from 1 and is None, as `total` is, for an unranked player; `sharing` is how many
    share that place, this player among them, and `players` how many are ranked at the table.
    `lowest_round` is the player's best round in points, None where only the sums are known. `ended`
    says whether the table has ended the game; the total of one that goes on is nobody's best game.
    """

    player: Key
    game: Key
    day: date
    order: int
    total: int | None
    rounds: int
    outs: int | None
    place: int | None
    sharing: int
    players: int
    blocked: int = 0
    lowest_round: int | None = None
    ended: bool = True

    @property
    def ranked(self) -> bool:
        """Whether the game counts for this player."""
        return self.place is not None

    @property
    def won(self) -> bool:
        """Whether the player came first; all who share the first place did."""
        return self.place == 1


class ResultLine(NamedTuple):
    """What a table's sheet says of one player; the fields are those of `Result`."""

    player: Key
    total: int | None
    place: int | None
    rounds: int
    outs: int | None = 0
    blocked: int = 0
    lowest_round: int | None = None


def game_results(
    game: Key, day: date, lines: Iterable[ResultLine], *, order: int = 1
) -> tuple[Result, ...]:
    """The results of one game from its sheet's lines, in the order of the players' keys.

    The places are the sheet's own, which may have parted equal totals by a house rule. Raises
    ValueError for a player who is there twice, for a place without a total or a total without a
    place, and for places that are not those of so many players: 1, 2, 2, 3.
    """
    listed = sorted(lines)
    at = Counter(line.place for line in listed if line.place is not None)
    players = sum(at.values())
    if len({line.player for line in listed}) < len(listed):
        raise ValueError(f"a player has two lines in game {game}")
    if any((line.total is None) != (line.place is None) for line in listed):
        raise ValueError(f"a place and a total go together in game {game}")
    due = 1
    for place in sorted(at):
        if place != due:
            raise ValueError(f"place {place} where {due} is due in game {game}")
        due += at[place]
    return tuple(
        Result(
            player=line.player,
            game=game,
            day=day,
            order=order,
            total=line.total,
            rounds=line.rounds,
            outs=line.outs,
            place=line.place,
            sharing=0 if line.place is None else at[line.place],
            players=players,
            blocked=line.blocked,
            lowest_round=line.lowest_round,
        )
        for line in listed
    )


def when(result: Result) -> tuple[date, int, Key]:
    """What orders games: the day, then the order within it, then the game's key."""
    return result.day, result.order, result.game


def game_days(results: Iterable[Result], as_of: date | None = None) -> tuple[date, ...]:
    """The days on which somebody played, earliest first, up to and including `as_of`."""
    return tuple(sorted({result.day for result in results if as_of is None or result.day <= as_of}))


def outs_in_all(results: Iterable[Result]) -> int | None:
    """In how many rounds of these games somebody went out; None where one game does not tell it."""
    outs = [result.outs for result in results]
    known = [number for number in outs if number is not None]
    return sum(known) if len(known) == len(outs) else None


def sum_known(number: int | None, other: int | None) -> int | None:
    """Return the sum of two numbers, None where one of them is not known."""
    return None if number is None or other is None else number + other
