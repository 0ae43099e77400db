"""The club's records: who holds them, in which game, on which day.

    lowest_game      the lowest total of a ranked player, of games of at least `least_rounds` rounds
    highest_round    the most points in one round
    run              rounds won, one after the other, from game to game
    run_in_game      the same within one game
    comeback         the most points that a winner was behind the leader after a round of that game
    blocked          the most blocked rounds in a game; everybody at that table holds it

Points of rounds are not in a result's sums, so all but the first and the last of these ask for
`Course`s, the games as they went. A run goes over all rounds that its player played, in the order
of the games; it ends with a round that somebody else went out in, or nobody, and with a game of
which the rounds are not known.

Who lies behind: after a round, the totals of all ranked players who have played a round by then
are compared, with what a late arrival was given. A winner has one comeback a game, from the first
round after which the deficit was as large as it became.

A player not ranked in a game holds no record from it, and a run passes over that game.
"""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from league.standings.results import Key, Result


@dataclass(frozen=True)
class Track:
    """One player's way through a game: the points of each round, None for one not played.

    `entry` is what a late arrival was given for the rounds before; `won` includes a shared win. The
    points are empty where only sums are known.
    """

    player: Key
    points: tuple[int | None, ...]
    entry: int = 0
    ranked: bool = True
    won: bool = False


@dataclass(frozen=True)
class Course:
    """One game round by round; `outs` names who went out in each round, None for nobody."""

    game: Key
    day: date
    order: int
    outs: tuple[Key | None, ...]
    tracks: tuple[Track, ...]

    @property
    def ranked(self) -> tuple[Track, ...]:
        """The ways of those whose game counts."""
        return tuple(track for track in self.tracks if track.ranked)


class Holder(NamedTuple):
    """Who holds a record: the game and day in which it was reached, and the round from 1.

    `round` is None for what is no matter of one round. `since` is the day on which a run began.
    """

    day: date
    order: int
    game: Key
    round: int | None
    players: tuple[Key, ...]
    since: date | None = None


@dataclass(frozen=True)
class Record:
    """A record: its value, and all who hold it, the first to reach it before the others."""

    value: int
    holders: tuple[Holder, ...]


@dataclass(frozen=True)
class Records:
    """The club's records, None where nobody holds one; runs, deficits and counts are above 0."""

    lowest_game: Record | None
    highest_round: Record | None
    run: Record | None
    run_in_game: Record | None
    comeback: Record | None
    blocked: Record | None


def records(
    results: Iterable[Result], courses: Iterable[Course], *, least_rounds: int = 1
) -> Records:
    """The records of these games, in whatever order they are given."""
    lines = list(results)
    games = sorted(courses, key=lambda course: (course.day, course.order, course.game))
    return Records(
        lowest_game=_best(_lowest_games(lines, least_rounds), lowest=True),
        highest_round=_best(candidate for course in games for candidate in _rounds(course)),
        run=_best(_runs(games)),
        run_in_game=_best(run for course in games for run in _runs([course])),
        comeback=_best(comeback for course in games for comeback in _comebacks(course)),
        blocked=_best(_blocked(lines)),
    )


Candidate = tuple[int, Holder]


def records_changed(
    kept: Records,
    games: Container[Key],
    players: Container[Key],
    results: Iterable[Result],
    courses: Iterable[Course],
    *,
    least_rounds: int = 1,
) -> Records | None:
    """Return the records after some games changed, from those that were kept before.

    `players` are all who are in the changed games or were; `results` and `courses` are of all games
    that these played. None where all games have to be read: a record that a changed game held is
    no longer reached.
    """
    lines = [result for result in results if result.game in games]
    ways = sorted(courses, key=lambda course: (course.day, course.order, course.game))
    changed = [course for course in ways if course.game in games]
    # A run goes from game to game: of these players, all runs are counted anew.
    runs = (run for run in _runs(ways) if run[1].players[0] in players)
    new: dict[str, Iterable[Candidate]] = {
        "lowest_game": _lowest_games(lines, least_rounds),
        "highest_round": (candidate for course in changed for candidate in _rounds(course)),
        "run": runs,
        "run_in_game": (run for course in changed for run in _runs([course])),
        "comeback": (comeback for course in changed for comeback in _comebacks(course)),
        "blocked": _blocked(lines),
    }
    best: dict[str, Record | None] = {}
    for name, candidates in new.items():
        record: Record | None = getattr(kept, name)
        before = [(record.value, holder) for holder in record.holders] if record else []
        stay = [
            (value, holder)
            for value, holder in before
            if holder.game not in games and (name != "run" or holder.players[0] not in players)
        ]
        lowest = name == "lowest_game"
        best[name] = now = _best([*stay, *candidates], lowest=lowest)
        if record and (now is None or _worse(now.value, record.value, lowest=lowest)):
            return None
    return Records(**best)


def _worse(value: int, before: int, *, lowest: bool) -> bool:
    return value > before if lowest else value < before


def _best(candidates: Iterable[Candidate], *, lowest: bool = False) -> Record | None:
    """Return the record among these, with all its holders, each of them once."""
    best: int | None = None
    holders: set[Holder] = set()
    for value, holder in candidates:
        if best is None or (value < best if lowest else value > best):
            best, holders = value, {holder}
        elif value == best:
            holders.add(holder)
    if best is None:
        return None
    first = sorted(
        holders,
        key=lambda holder: (
            holder.day,
            holder.order,
            holder.game,
            holder.round or 0,
            holder.players,
        ),
    )
    return Record(best, tuple(first))


def _lowest_games(results: Iterable[Result], least_rounds: int) -> Iterable[Candidate]:
    for result in results:
        if result.total is not None and result.rounds >= least_rounds:
            yield (
                result.total,
                Holder(result.day, result.order, result.game, None, (result.player,)),
            )


def _blocked(results: Iterable[Result]) -> Iterable[Candidate]:
    """Return the blocked rounds of each game, counted by the player there for most of them."""
    games: dict[tuple[date, int, Key], list[Result]] = defaultdict(list)
    for result in results:
        if result.ranked:
            games[result.day, result.order, result.game].append(result)
    for when, table in games.items():
        most = max(result.blocked for result in table)
        if most:
            yield most, Holder(*when, None, tuple(sorted(result.player for result in table)))


def _rounds(course: Course) -> Iterable[Candidate]:
    """Each player's highest rounds in the game: nobody's lower ones are the club's highest."""
    for track in course.ranked:
        played = [points for points in track.points if points is not None]
        highest = max(played, default=None)
        for number, points in enumerate(track.points, start=1):
            if points is not None and points == highest:
                yield points, _holder(course, number, track.player)


def _runs(courses: Iterable[Course]) -> Iterable[Candidate]:
    """How long each run was after each of its rounds, in games that are in their order."""
    length: dict[Key, int] = defaultdict(int)
    since: dict[Key, date] = {}
    for course in courses:
        for track in course.ranked:
            player = track.player
            if not track.points:
                length[player] = 0
            played = zip(course.outs, track.points, strict=False)
            for number, (out, points) in enumerate(played, start=1):
                if points is None:
                    continue
                if out != player:
                    length[player] = 0
                    continue
                if not length[player]:
                    since[player] = course.day
                length[player] += 1
                yield length[player], _holder(course, number, player, since[player])


def _comebacks(course: Course) -> Iterable[Candidate]:
    """How far each winner came to lie behind after any round."""
    ranked = course.ranked
    running: dict[Key, int] = {}
    furthest: dict[Key, tuple[int, int]] = {}
    last = max((len(track.points) for track in ranked), default=0)
    for number in range(1, last + 1):
        for track in ranked:
            points = track.points[number - 1] if number <= len(track.points) else None
            if points is not None:
                running[track.player] = running.get(track.player, track.entry) + points
        for track in ranked:
            if track.won and track.player in running:
                behind = running[track.player] - min(running.values())
                if behind > furthest.get(track.player, (0, 0))[0]:
                    furthest[track.player] = (behind, number)
    for player, (behind, number) in furthest.items():
        yield behind, _holder(course, number, player)


def _holder(course: Course, number: int, player: Key, since: date | None = None) -> Holder:
    return Holder(course.day, course.order, course.game, number, (player,), since)
