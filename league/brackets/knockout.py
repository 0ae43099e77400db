"""Elimination between two: who loses once, or twice, is out.

The best seeds meet as late as can be, and have the byes where a bracket of 2, 4, 8, ... is not
full. In double elimination the losers of each round come down into a second bracket, on the other
side of it than they came from; its winner plays the grand final, and a second one where the
undefeated loses it. There is no game for the third place.

Who sat with whom is taken from the rounds as seated; the bracket only says what comes next. So a
result that is corrected after the next round was seated changes nothing in that round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from league.brackets.counting import (
    counts,
    groups_of,
    is_in,
    levels,
    lots,
    steps_of,
    table_lines,
)
from league.brackets.values import Kind, Member, Round, StageCourse, Table, Tie
from league.standings.results import Key
from league.standings.ties import Outcome


class Part(StrEnum):
    """Which part of the bracket a game belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"


class State(StrEnum):
    """How far a game is: a bye or a default, with a winner, level, not played, not seated."""

    WALKOVER = "walkover"
    WON = "won"
    LEVEL = "level"
    OPEN = "open"
    TO_SEAT = "to_seat"


OVER = (State.WALKOVER, State.WON)


@dataclass(frozen=True)
class Feed:
    """Whence a side of a game comes: from a seed (0: none), or a game before as winner or loser."""

    seed: int = 0
    game: tuple[int, int] | None = None
    loser: bool = False


@dataclass(frozen=True)
class Node:
    """One game of the bracket as drawn up: its part, and whence its two sides come."""

    part: Part
    sides: tuple[Feed, Feed]


@dataclass(frozen=True)
class Match:
    """One game of the bracket as it came: its sides (None: nobody), and what came of it.

    `round` and `table` are where it was seated, 0 where it was not.
    """

    part: Part
    sides: tuple[Key | None, Key | None]
    state: State
    winner: Key | None = None
    loser: Key | None = None
    round: int = 0
    table: int = 0


@dataclass(frozen=True)
class Bracket:
    """A group's bracket so far: its rounds up to the one that is not over, and who is still in.

    `lost_in` is the round of the bracket, from 1, in which somebody lost for good. `rounds_left`
    counts the rounds still to be seated, a second grand final only once it is known to be; `depth`
    is all rounds of the bracket without it.
    """

    members: tuple[Member, ...]
    matches: tuple[tuple[Match, ...], ...]
    still_in: tuple[Key, ...]
    lost_in: Mapping[Key, int]
    rounds_left: int
    depth: int

    @property
    def waiting(self) -> tuple[Match, ...]:
        """The games of the round that is to come, or is not over; none after the end."""
        last = self.matches[-1] if self.matches else ()
        return tuple(one for one in last if one.state not in OVER)


def seed_order(size: int) -> list[int]:
    """The seeds down the bracket, for 2, 4, 8, ...: each two that meet sum to one more than it."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def drawn_up(people: int, double: bool) -> list[list[Node]]:
    """All rounds of a bracket for so many seeds; of double elimination with the second final."""
    size = 1
    while size < people:
        size *= 2
    seeds = [Feed(seed=seed if seed <= people else 0) for seed in seed_order(size)]
    rounds: list[list[Node]] = []
    if size < 2:
        return rounds
    rounds.append(_paired(Part.WINNERS, seeds))
    winners = _from(0, rounds, Part.WINNERS)
    losers = _from(0, rounds, Part.WINNERS, loser=True)
    while len(winners) > 1:
        rounds.append(_paired(Part.WINNERS, winners))
        at = len(rounds) - 1
        winners = _from(at, rounds, Part.WINNERS)
        if double:
            falling = _from(at, rounds, Part.WINNERS, loser=True)
            rounds[at] += _paired(Part.LOSERS, losers)
            above = _from(at, rounds, Part.LOSERS)
            # Across the bracket and back, so that those who met do not meet again soon.
            falling = falling[::-1] if len(rounds) % 4 == 2 else falling
            rounds.append([Node(Part.LOSERS, pair) for pair in zip(above, falling, strict=True)])
            losers = _from(at + 1, rounds, Part.LOSERS)
    if double:
        rounds.append([Node(Part.FINAL, (winners[0], losers[0]))])
        last = (len(rounds) - 1, 0)
        rounds.append([Node(Part.FINAL, (Feed(game=last), Feed(game=last, loser=True)))])
    return rounds


def _paired(part: Part, feeds: Sequence[Feed]) -> list[Node]:
    return [Node(part, pair) for pair in zip(feeds[::2], feeds[1::2], strict=True)]


def _from(at: int, rounds: list[list[Node]], part: Part, *, loser: bool = False) -> list[Feed]:
    nodes = enumerate(rounds[at])
    return [Feed(game=(at, number), loser=loser) for number, node in nodes if node.part is part]


def brackets(course: StageCourse) -> dict[str, Bracket]:
    """The bracket of each group of an elimination (of "" where all play together) so far."""
    return {
        group: _Play(course, group, members).bracket()
        for group, members in groups_of(course).items()
    }


def entered(course: StageCourse, members: Sequence[Member]) -> tuple[Member, ...]:
    """Who of a group was drawn into its bracket: who was in when the first round was seated."""
    if not course.rounds:
        return tuple(member for member in members if not member.out)
    first = course.rounds[0]
    there = {key for table in first.tables for key in table.seats} | set(first.byes)
    return tuple(member for member in members if member.key in there)


class _Play:
    """Plays a group's bracket through, round after round."""

    def __init__(self, course: StageCourse, group: str, members: Sequence[Member]) -> None:
        self.course = course
        self.group = group
        self.members = entered(course, members)
        self.double = course.plan.kind is Kind.DOUBLE
        self.lives = 2 if self.double else 1
        self.out = {member.key for member in members if member.out}
        self.losses: dict[Key, int] = {}
        self.lost_in: dict[Key, int] = {}
        self.play_offs_used: dict[frozenset[Key], int] = {}

    def bracket(self) -> Bracket:
        drawn = drawn_up(len(self.members), self.double)
        seated = [
            at for at in self.course.rounds if any(table.group == self.group for table in at.tables)
        ]
        played: list[list[Match]] = []
        left = 0
        for number, nodes in enumerate(drawn):
            second_final = self.double and number == len(drawn) - 1
            if second_final and not _is_needed(played[-1][0]):
                break
            sides = [self._sides(node, played) for node in nodes]
            at = seated.pop(0) if seated and self._is_of(seated[0], sides) else None
            played.append(self._matches(nodes, sides, at))
            for match in played[-1]:
                self._count(match, number + 1)
            if any(match.state not in OVER for match in played[-1]):
                in_all = len(drawn) - (self.double and not second_final)
                left = in_all - number - (at is not None)
                break
        still_in = tuple(
            member.key
            for member in self.members
            if not member.out and self.losses.get(member.key, 0) < self.lives
        )
        rounds = tuple(tuple(matches) for matches in played)
        depth = len(drawn) - (self.double and bool(drawn))
        return Bracket(self.members, rounds, still_in, self.lost_in, left, depth)

    def _sides(
        self, node: Node, played: Sequence[Sequence[Match]]
    ) -> tuple[Key | None, Key | None]:
        def who(feed: Feed) -> Key | None:
            if feed.game is None:
                return self.members[feed.seed - 1].key if feed.seed else None
            match = played[feed.game[0]][feed.game[1]]
            return match.loser if feed.loser else match.winner

        return who(node.sides[0]), who(node.sides[1])

    def _is_of(self, at: Round, sides: Sequence[tuple[Key | None, Key | None]]) -> bool:
        """Whether the round that was seated next is this one of the bracket.

        It is not where all games of this one were defaults when it would have been seated.
        """
        there = {key for table in at.tables if table.group == self.group for key in table.seats}
        return any(side in there for pair in sides for side in pair if side is not None)

    def _matches(
        self,
        nodes: Sequence[Node],
        sides: Sequence[tuple[Key | None, Key | None]],
        at: Round | None,
    ) -> list[Match]:
        tables = [table for table in at.tables if table.group == self.group] if at else []
        of: dict[int, Table] = {}
        for number, pair in enumerate(sides):
            found = next((one for one in tables if set(one.seats) & set(pair)), None)
            if found:
                of[number] = found
                tables.remove(found)
        # Where both sides were corrected since, the tables left over stand in the bracket's order.
        byes = set(at.byes) if at else set()
        for number, pair in enumerate(sides):
            if number not in of and tables and None not in pair and not byes & set(pair):
                of[number] = tables.pop(0)
        return [
            self._seated(node.part, at, of[number], sides[number])
            if at and number in of
            else self._unseated(node.part, sides[number], at)
            for number, node in enumerate(nodes)
        ]

    def _unseated(
        self, part: Part, sides: tuple[Key | None, Key | None], at: Round | None
    ) -> Match:
        """A game without a table: a bye, a default, or one that is still to be seated."""
        if at:
            there = [side for side in sides if side is not None and side in at.byes]
        else:
            there = [side for side in sides if side is not None and side not in self.out]
        if len(there) > 1:
            return Match(part, sides, State.TO_SEAT)
        winner = there[0] if there else None
        loser = next((side for side in sides if side is not None and side != winner), None)
        return Match(part, sides, State.WALKOVER, winner, loser)

    def _seated(
        self, part: Part, at: Round, table: Table, due: tuple[Key | None, Key | None]
    ) -> Match:
        """A game at a table; the sides as the bracket has them, however they sit."""
        one, other = table.seats
        if one == due[1] or other == due[0]:
            one, other = other, one
        sides: tuple[Key, Key] = (one, other)
        lines = table_lines(self.course, at, table)
        staying = [key for key in sides if key not in self.out]
        known = [line.key for line in lines if line.total is not None]

        def match(state: State, winner: Key | None = None) -> Match:
            loser = None if winner is None else other if winner == one else one
            return Match(part, sides, state, winner, loser, at.number, table.number)

        if len(known) == 2:
            first = self._ahead(at, sides)
            return match(State.LEVEL if first is None else State.WON, first)
        if len(staying) < 2:
            return match(State.WALKOVER, staying[0] if staying else None)
        return match(State.WON, known[0]) if is_in(lines) else match(State.OPEN)

    def _ahead(self, at: Round, sides: tuple[Key, Key]) -> Key | None:
        """Who won a game that is in; None where all tie-breaks leave both level.

        A play-off counts once: two who are level when they meet again need another.
        """
        pair = frozenset(sides)
        used = self.play_offs_used.get(pair, 0)
        theirs = [one for one in self.course.play_offs if one.points.keys() >= pair]
        parting = [
            number
            for number, one in enumerate(theirs)
            if number >= used and one.points[sides[0]] != one.points[sides[1]]
        ][:1]
        course = replace(self.course, play_offs=tuple(theirs[number] for number in parting))
        found = counts(course, [at])
        steps = (*steps_of(course, found, [at]), lots(course))
        first, why = next(levels(course, sides, found, steps))
        if any(each.step == Tie.PLAY_OFF and each.outcome is Outcome.PARTED for each in why):
            self.play_offs_used[pair] = parting[0] + 1
        return first[0] if len(first) == 1 else None

    def _count(self, match: Match, number: int) -> None:
        """Note who lost, in the round of the bracket of that number."""
        if match.state not in OVER:
            return
        for key in [match.loser] if match.winner is not None else match.sides:
            if key is not None:
                self.losses[key] = self.losses.get(key, 0) + 1
                if self.losses[key] == self.lives:
                    self.lost_in[key] = number


def _is_needed(final: Match) -> bool:
    """Whether there is a second grand final: the undefeated has lost the first."""
    return final.winner is not None and final.winner == final.sides[1]
