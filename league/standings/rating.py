"""How strong a player is: a rating by Plackett-Luce, which knows tables of any size.

A rating is an estimate of strength, `mu`, and how unsure it is, `sigma`; everybody begins at 25 and
25/3. After each game the order of the table moves both. Who shares a place was neither ahead nor
behind. A game of which only one player is ranked moves nothing.

Games count one after the other: by day, by order within the day, by the game's key. So a rating
depends on what came first, but not on the order in which results are given. It is the one figure
here that is no exact fraction: computed in floating point by openskill, the same on one machine at
every time, and shown as a whole number.

The shown rating is 1000 + 40 * (mu - 3 * sigma), rounded: a strength that the player has almost
surely. It begins at 1000, rises as long as the player does well or simply becomes better known, and
strong players of a long season come to about 2000.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from openskill.models import PlackettLuce, PlackettLuceRating

from league.standings.results import Key, Result

BEGIN = 1000
SCALE = 40


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating after the games of a day."""

    day: date
    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The rating as people see it, whole; 1000 at the beginning."""
        return round(BEGIN + SCALE * (self.mu - 3 * self.sigma))


def ratings(
    results: Iterable[Result], before: Mapping[Key, Rated] | None = None
) -> dict[Key, tuple[Rated, ...]]:
    """Each player's ratings, one for each day with a game that moved it, earliest first.

    With `before`, ratings kept from earlier games, only the later games need be given, and the
    answer is the same to the last digit. Raises ValueError for a result on a day that is not later
    than all of `before`.
    """
    known = dict(before or {})
    model = PlackettLuce()
    now = {player: model.create_rating([rated.mu, rated.sigma]) for player, rated in known.items()}
    last = max((rated.day for rated in known.values()), default=date.min)
    rated_by_player: dict[Key, list[Rated]] = defaultdict(list)
    for day, tables in _games(results).items():
        if day <= last:
            raise ValueError(f"the ratings of before hold {last} already, and {day} comes after")
        moved: set[Key] = set()
        for table in tables:
            if len(table) > 1:
                _rate(model, now, table)
                moved |= {result.player for result in table}
        for player in sorted(moved):
            rated_by_player[player].append(Rated(day, now[player].mu, now[player].sigma))
    return {player: tuple(rated_by_player[player]) for player in sorted(rated_by_player)}


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What one game did to a player's rating."""

    game: Key
    before: Rated
    after: Rated


def rating_steps(results: Iterable[Result], player: Key) -> tuple[RatingStep, ...]:
    """Return the games that moved a player's rating, first to last; `results` are all of a season.

    The last step ends with the rating that `ratings` gives.
    """
    model, steps = PlackettLuce(), []
    now: dict[Key, PlackettLuceRating] = {}
    for day, tables in _games(results).items():
        for table in tables:
            if len(table) < 2:
                continue
            before = now.get(player) or model.rating()
            _rate(model, now, table)
            if any(result.player == player for result in table):
                after = now[player]
                steps.append(
                    RatingStep(
                        table[0].game,
                        Rated(day, before.mu, before.sigma),
                        Rated(day, after.mu, after.sigma),
                    )
                )
    return tuple(steps)


def reached(results: Iterable[Result], players: Iterable[Key]) -> frozenset[Key]:
    """Return these players and all whom they are linked to by games, directly or through others.

    Nobody else's rating can depend on how the games of these players went.
    """
    games: dict[Key, list[Key]] = defaultdict(list)
    played: dict[Key, list[Key]] = defaultdict(list)
    for result in results:
        games[result.game].append(result.player)
        played[result.player].append(result.game)
    waiting, seen, linked = list(players), set(players), set[Key]()
    while waiting:
        for game in played[waiting.pop()]:
            if game not in linked:
                linked.add(game)
                waiting += [player for player in games[game] if player not in seen]
                seen.update(games[game])
    return frozenset(seen)


def _games(results: Iterable[Result]) -> dict[date, list[list[Result]]]:
    """The ranked lines of each game by place and player; the games of each day in their order."""
    games: dict[tuple[date, int, Key], list[Result]] = defaultdict(list)
    for result in results:
        if result.place is not None:
            games[result.day, result.order, result.game].append(result)
    days: dict[date, list[list[Result]]] = defaultdict(list)
    for when in sorted(games):
        days[when[0]].append(
            sorted(games[when], key=lambda result: (result.place or 0, result.player))
        )
    return days


def _rate(model: PlackettLuce, now: dict[Key, PlackettLuceRating], table: list[Result]) -> None:
    """Move the ratings of one table's players."""
    teams = [[now.get(result.player) or model.rating()] for result in table]
    rated = model.rate(teams, ranks=[float(result.place or 0) for result in table])
    for result, [rating] in zip(table, rated, strict=True):
        now[result.player] = rating
