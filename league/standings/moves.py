"""How standings changed: from one day to the next, by a correction, over a season."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Generic, TypeVar

from league.standings.methods import Method
from league.standings.results import Key, Result
from league.standings.scores import Score, score
from league.standings.table import StandingLine

T = TypeVar("T")


def movement(now: Iterable[StandingLine], before: Iterable[StandingLine]) -> dict[Key, int | None]:
    """Return how many places each ranked player went up, below 0 for down; None for new players.

    A player who was there before without a place is new too. `before` are the standings as of the
    game day before the last (`league.standings.results.game_days`).
    """
    return moved_from({line.player: line.place for line in before}, now)


def moved_from(
    places: Mapping[Key, int | None], now: Iterable[StandingLine]
) -> dict[Key, int | None]:
    """Return the same from the places alone that players had before, None for no place."""
    moved: dict[Key, int | None] = {}
    for line in now:
        if line.place is not None:
            was = places.get(line.player)
            moved[line.player] = None if was is None else was - line.place
    return moved


@dataclass(frozen=True)
class StandingChange:
    """One player's standing before and after a correction; None if not there before or after."""

    player: Key
    before: StandingLine | None
    after: StandingLine | None


def changes(
    before: Iterable[StandingLine], after: Iterable[StandingLine]
) -> tuple[StandingChange, ...]:
    """Return the changes of the players whose place or score changed, by player.

    What tie-breaks say of others is no change as long as the place and the score are the same.
    """
    old = {line.player: line for line in before}
    new = {line.player: line for line in after}
    pairs = ((player, old.get(player), new.get(player)) for player in sorted({*old, *new}))
    return tuple(
        StandingChange(player, was, now) for player, was, now in pairs if _seen(was) != _seen(now)
    )


def _seen(standing: StandingLine | None) -> tuple[int | None, bool, Score] | None:
    return None if standing is None else (standing.place, standing.shared, standing.score)


@dataclass(frozen=True)
class Race(Generic[T]):
    """A line for each player, in the order asked for, with a point for each of `days`.

    A point is None where the player was not ranked after that day.
    """

    days: tuple[date, ...]
    lines: tuple[tuple[Key, tuple[T | None, ...]], ...]


def race(
    method: Method, players: Iterable[Key], results: Iterable[Result], days: Iterable[date]
) -> Race[Fraction]:
    """The values of these players after each of these days, for a chart.

    Nobody else's results are looked at: those of the first ten are enough for a race of ten.
    """
    shown, asked = tuple(sorted(set(days))), list(players)
    mine: dict[Key, list[Result]] = {player: [] for player in asked}
    for result in results:
        if result.player in mine:
            mine[result.player].append(result)
    lines = []
    for player in asked:
        after = [
            score(method, player, [result for result in mine[player] if result.day <= day])
            for day in shown
        ]
        lines.append(
            (
                player,
                tuple(None if score_then.unranked else score_then.value for score_then in after),
            )
        )
    return Race(shown, tuple(lines))
