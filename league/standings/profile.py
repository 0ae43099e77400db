"""One player's games in figures, and how two players did against each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from league.standings.results import Key, Result, when

FORM = 5


@dataclass(frozen=True)
class GameHistory:
    """A player's games, earliest first, those without a place among them, and their figures.

    Only ranked games are in the figures. `form` is the places of the last five, the newest last.
    `best` and `worst` are the games with the lowest and the highest total, of equal ones the
    earliest; `lowest_round` is the lowest of the rounds that are known. What there is nothing to
    make of is None.
    """

    player: Key
    games: tuple[Result, ...]
    ranked: int
    form: tuple[int, ...]
    best: Result | None
    worst: Result | None
    lowest_round: int | None
    rounds: int
    outs: int
    wins: int
    average_total: Fraction | None
    points_a_round: Fraction | None
    average_place: Fraction | None


def profile(player: Key, results: Iterable[Result]) -> GameHistory:
    """What these results say of one player; those of others are left out."""
    games = sorted((result for result in results if result.player == player), key=when)
    lines = [(game.total, game) for game in games if game.total is not None]
    ranked = [game for _total, game in lines]
    total, rounds = sum(total for total, _one in lines), sum(game.rounds for game in ranked)
    places = [game.place for game in ranked if game.place is not None]
    known = [game.lowest_round for game in ranked if game.lowest_round is not None]
    return GameHistory(
        player=player,
        games=tuple(games),
        ranked=len(ranked),
        form=tuple(places[-FORM:]),
        best=min(lines, key=lambda line: line[0])[1] if lines else None,
        worst=max(lines, key=lambda line: line[0])[1] if lines else None,
        lowest_round=min(known, default=None),
        rounds=rounds,
        outs=sum(game.outs or 0 for game in ranked),
        wins=sum(game.won for game in ranked),
        average_total=Fraction(total, len(ranked)) if ranked else None,
        points_a_round=Fraction(total, rounds) if rounds else None,
        average_place=Fraction(sum(places), len(places)) if places else None,
    )


@dataclass(frozen=True)
class CommonGame:
    """A game in which both were ranked, with the total and the place of each."""

    game: Key
    day: date
    order: int
    totals: tuple[int, int]
    places: tuple[int, int]


@dataclass(frozen=True)
class HeadToHead:
    """How a player did against the other: in how many games ahead by place, behind, and level.

    `lower` is how often each of the two had the lower total, and `totals` what all their totals in
    these games come to. A house that parts equal totals can put one ahead without a lower total.
    """

    player: Key
    other: Key
    meetings: tuple[CommonGame, ...]
    ahead: int
    behind: int
    level: int
    lower: tuple[int, int]
    totals: tuple[int, int]


def head_to_head(player: Key, other: Key, results: Iterable[Result]) -> HeadToHead:
    """The games that two players had together, earliest first."""
    kept = sorted((line for line in results if line.player in (player, other)), key=when)
    theirs = {line.game: line for line in kept if line.player == other}
    meetings = []
    for mine in kept:
        its = theirs.get(mine.game)
        if mine.player == other or its is None:
            continue
        if mine.total is None or its.total is None or mine.place is None or its.place is None:
            continue
        totals, places = (mine.total, its.total), (mine.place, its.place)
        meetings.append(CommonGame(mine.game, mine.day, mine.order, totals, places))
    return HeadToHead(
        player=player,
        other=other,
        meetings=tuple(meetings),
        ahead=sum(met.places[0] < met.places[1] for met in meetings),
        behind=sum(met.places[0] > met.places[1] for met in meetings),
        level=sum(met.places[0] == met.places[1] for met in meetings),
        lower=(
            sum(met.totals[0] < met.totals[1] for met in meetings),
            sum(met.totals[0] > met.totals[1] for met in meetings),
        ),
        totals=(sum(met.totals[0] for met in meetings), sum(met.totals[1] for met in meetings)),
    )
