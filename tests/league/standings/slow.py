"""Standings worked out the slow and obvious way, from games as a table's sheet has them.

Shares no code with what it checks, and no values: a game is a ``Game``, a method a plain dict, the
answer a list of (place, player, value as text, reason). Each figure is counted anew from the
games whenever it is asked for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Game:
    """One game: what each player's rounds came to, and who is not ranked.

    `players` has a (total, rounds, outs, lowest round or None) for each ranked player, and None for
    one who left early.
    """

    key: int
    day: date
    order: int
    players: dict[int, tuple[int, int, int, int | None] | None]

    def ranked(self) -> list[int]:
        return [player for player, line in self.players.items() if line is not None]

    def line(self, player: int) -> tuple[int, int, int, int | None]:
        line = self.players[player]
        assert line is not None
        return line

    def lower(self, player: int) -> int:
        return sum(self.line(other)[0] < self.line(player)[0] for other in self.ranked())

    def level(self, player: int) -> int:
        return sum(self.line(other)[0] == self.line(player)[0] for other in self.ranked())


def of(player: int, games: Sequence[Game]) -> list[Game]:
    return [game for game in games if player in game.ranked()]


def gain(method: dict[str, Any], game: Game, player: int) -> Fraction:
    """What one game gives."""
    total, _rounds, outs, _low = game.line(player)
    if method["measure"] == "points":
        return Fraction(total)
    if method["measure"] == "outs":
        return Fraction(outs)
    if method["measure"] == "wins":
        return Fraction(game.lower(player) == 0)
    if method["measure"] == "beaten":
        if len(game.ranked()) == 1:
            return Fraction(0)
        beats = Fraction(0)
        for other in game.ranked():
            if other != player:
                beats += Fraction(
                    2 * (game.line(other)[0] > total) + (game.line(other)[0] == total), 2
                )
        return 100 * beats / (len(game.ranked()) - 1)
    endless = list(method["table"]) + [method["beyond"]] * 100
    mine = endless[game.lower(player) : game.lower(player) + game.level(player)]
    return Fraction(sum(mine), len(mine))


def value(method: dict[str, Any], games: Sequence[Game], player: int) -> tuple[Any, str | None]:
    """The value and, where there is no place, the reason."""
    mine = of(player, games)
    if not mine:
        return None, "no_games"
    gains = {game.key: gain(method, game, player) for game in mine}
    low = method["measure"] == "points"
    days = sorted({game.day for game in mine})
    worth = sorted(
        (sum(gains[game.key] for game in mine if game.day == day) for day in days),
        reverse=not low,
    )
    reason: str | None = None
    found: Any = None
    if method["count"] == "sum":
        found = sum(gains.values())
    elif method["count"] == "per_game":
        found = sum(gains.values()) / len(mine)
    elif method["count"] == "per_round":
        rounds = sum(game.line(player)[1] for game in mine)
        found = sum(gains.values()) / rounds if rounds else None
        reason = None if rounds else "no_rounds"
    elif method["count"] == "best_days":
        found = sum(worth[: method["days"]])
        reason = "few_days" if low and len(days) < method["days"] else None
    else:
        left = worth[: -method["days"]]
        found = sum(left) if left else None
        reason = None if left else "few_days"
    if len(mine) < method["least_games"]:
        reason = "few_games"
    return found, reason


HIGHEST_LEADS = ("outs", "wins", "head_to_head")
"""The tie-breaks of which pages show the higher number as the better; `tie_number` negates it."""


def tie_number(tie: str, group: list[int], games: Sequence[Game], player: int) -> Any:
    """What a tie-break compares, less is better; None where it cannot say."""
    mine = of(player, games)
    best = min(game.line(player)[0] for game in mine)
    if tie == "outs":
        return -sum(game.line(player)[2] for game in mine)
    if tie == "wins":
        return -sum(game.lower(player) == 0 for game in mine)
    if tie == "best_game":
        return best
    if tie == "earlier_date":
        return min(game.day for game in mine if game.line(player)[0] == best)
    if tie == "lowest_round":
        rounds: list[Any] = [game.line(player)[3] for game in mine]
        return None if None in rounds else min(rounds)
    points = 0
    for other in group:
        if other != player:
            met = [game for game in mine if other in game.ranked()]
            if not met:
                return None
            ahead = sum(game.line(player)[0] < game.line(other)[0] for game in met)
            behind = sum(game.line(player)[0] > game.line(other)[0] for game in met)
            points -= 2 if ahead > behind else 1 if ahead == behind else 0
    return points


def split(group: list[int], ties: list[str], games: Sequence[Game]) -> list[list[int]]:
    """The groups that stay level, best first."""
    if len(group) == 1 or not ties:
        return [sorted(group)]
    numbers = {player: tie_number(ties[0], group, games, player) for player in group}
    if None in numbers.values() or len(set(numbers.values())) == 1:
        return split(group, ties[1:], games)
    parts = [[p for p in group if numbers[p] == each] for each in sorted(set(numbers.values()))]
    return [each for part in parts for each in split(part, ties, games)]


Line = tuple[int | None, int, Any, str | None]


def standings(method: dict[str, Any], games: Sequence[Game]) -> list[Line]:
    """(place, player, value, reason) for everybody, in the order of the standings."""
    everybody = sorted({player for game in games for player in game.players})
    found = {player: value(method, games, player) for player in everybody}
    sign = 1 if method["measure"] == "points" else -1
    ranked = [player for player in everybody if found[player][1] is None]
    lines: list[Line] = []
    for each in sorted({found[player][0] for player in ranked}, key=lambda one: sign * one):
        level = [player for player in ranked if found[player][0] == each]
        for part in split(level, method["ties"], games):
            place = len(lines) + 1
            lines += [(place, player, each, None) for player in part]
    order: Callable[[int], Any] = lambda player: (  # noqa: E731
        found[player][0] is None,
        sign * (found[player][0] or 0),
        player,
    )
    rest = [player for player in everybody if found[player][1] is not None]
    return lines + [(None, p, *found[p]) for p in sorted(rest, key=order)]
