"""Elimination between two: who loses once, or twice, is out.

The best seeds meet as late as can be, and have the byes where a bracket of 2, 4, 8, ... is not
full. In double elimination the losers of each round come down into a second bracket, on the other
side of it than they came from; its winner plays the grand final, and a second one where the
undefeated loses it. There is no game for the third place.

Who sat with whom is taken from the rounds as seated; the bracket only says what comes next. So a
result that is corrected after the next round was seated changes nothing in that round. Where
another one wins by it, the site exchanges the seats of the two; in a tournament of an older version
they may sit as before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.standings.ties import TieOutcome

from .counting import (
    DRAWN,
    at_table,
    counts_of_rounds,
    groups_of,
    has_total,
    levels,
    steps_of,
    table_lines,
)
from .drawing import Feed, Node, Part, drawn_up
from .values import Kind, Member, PlayOff, Round, StageCourse, Table, kept_with_course


class State(StrEnum):
    """How far a game is: a bye or a default, with a winner, level, not played, not seated."""

    WALKOVER = "walkover"
    WON = "won"
    LEVEL = "level"
    OPEN = "open"
    TO_SEAT = "to_seat"


OVER = (State.WALKOVER, State.WON)
Sides = tuple[Key | None, Key | None]
"""Who plays a game of a bracket, None for nobody, or for who is not known."""


@dataclass(frozen=True)
class Match:
    """One game of the bracket as it came: its sides (None: nobody), and what came of it.

    `round` and `table` are where it was seated, 0 where it was not. `by` is the step that decided
    it where both had as many points and a play-off or lots did, "" otherwise.
    """

    part: Part
    sides: Sides
    state: State
    winner: Key | None = None
    loser: Key | None = None
    round: int = 0
    table: int = 0
    by: str = ""


@dataclass(frozen=True)
class Bracket:
    """A group's bracket so far: its rounds up to the unfinished one, and the people still in.

    `lost_in` is the round of the bracket, from 1, in which somebody lost for good. `rounds_left`
    counts the rounds still to be seated, a second grand final only while it may be or is known to
    be; `depth` is all rounds of the bracket without it. `used` are the play-offs that decided a
    game. `number_of` is the bracket's round, from 1, of each round of seating, by its number.
    """

    members: tuple[Member, ...]
    matches: tuple[tuple[Match, ...], ...]
    still_in: tuple[Key, ...]
    lost_in: Mapping[Key, int]
    rounds_left: int
    depth: int
    used: tuple[PlayOff, ...] = ()
    number_of: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """Whether all is played, though perhaps the final was level."""
        unplayed = any(match.state in (State.OPEN, State.TO_SEAT) for match in self.waiting)
        return bool(self.matches) and not self.rounds_left and not unplayed

    @property
    def waiting(self) -> tuple[Match, ...]:
        """The games of the round that is to come, or is not over; none after the end."""
        last = self.matches[-1] if self.matches else ()
        return tuple(match for match in last if match.state not in OVER)


@kept_with_course
def brackets(course: StageCourse) -> Mapping[str, Bracket]:
    """The bracket of each group of an elimination (of "" where all play together) so far."""
    return {
        group: _Play(course, group, members).bracket()
        for group, members in groups_of(course).items()
    }


def games_in_all(course: StageCourse) -> tuple[int, int]:
    """Return how many games a stage has, at least and at most, one after another.

    Of an elimination these are the rounds of its deepest draw, also where the last are won without
    playing. A second final counts once it has to be played, and may be one more before that.
    """
    if course.plan.kind is Kind.TABLES:
        return course.plan.rounds, course.plan.rounds
    least = most = 0
    for bracket in brackets(course).values():
        rounds = max(bracket.depth, len(bracket.matches))
        may_be_more = course.plan.kind is Kind.DOUBLE and rounds == bracket.depth
        least = max(least, rounds)
        most = max(most, rounds + (may_be_more and bracket.rounds_left > 0))
    return least, most


def level_matches(course: StageCourse) -> list[tuple[Match, bool]]:
    """Return the games of an elimination that are level, each with whether it is the last one.

    Lots do not decide the last game: people tied there share the first place.
    """
    return [
        (match, match.part is Part.FINAL or bracket.is_over)
        for bracket in brackets(course).values()
        for match in bracket.waiting
        if match.state is State.LEVEL
    ]


def is_open_again(course: StageCourse, match: Match) -> bool:
    """Whether a game from which somebody went on has no result now, though nobody left it.

    Its sheet was opened again, or its paper taken back.
    """
    sides = {key for key in match.sides if key is not None}
    if match.state is not State.WALKOVER or not match.round or len(sides) < 2:
        return False
    return course.out.isdisjoint(sides) and not any(
        (match.round, key) in course.lines for key in sides
    )


def entered(course: StageCourse, members: Sequence[Member]) -> tuple[Member, ...]:
    """Return who was drawn into a group's bracket: everybody in it at the first round."""
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
        self.lots_used: dict[frozenset[Key], int] = {}
        self.used: list[PlayOff] = []
        self.number_of: dict[int, int] = {}
        self.later: set[Key] = set()
        self.last = False

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
            self.last = number == len(drawn) - 1 or nodes[0].part is Part.FINAL
            due = [self._due(node, played) for node in nodes]
            at = seated.pop(0) if seated and self._is_of(seated[0], due) else None
            self.number_of |= {at.number: number + 1} if at else {}
            self.later = {
                key
                for seated_round in seated
                for seats in (*(table.seats for table in seated_round.tables), seated_round.byes)
                for key in seats
            }
            matches = self._matches(nodes, due, at)
            for match, sides in zip(matches, due, strict=True):
                self._settle(match, sides)
                self._count(match, number + 1)
            played.append(matches)
            if any(match.state not in OVER for match in played[-1]):
                in_all = len(drawn) - (self.double and not second_final)
                left = in_all - number - (at is not None)
                if self.double and number == len(drawn) - 2:
                    # People tied here may still have to play a second final.
                    left = max(left, 1)
                break
        still_in = tuple(
            member.key
            for member in self.members
            if not member.out and self.losses.get(member.key, 0) < self.lives
        )
        rounds = tuple(tuple(matches) for matches in played)
        depth = len(drawn) - (self.double and bool(drawn))
        return Bracket(
            self.members,
            rounds,
            still_in,
            self.lost_in,
            left,
            depth,
            tuple(self.used),
            self.number_of,
        )

    def _due(self, node: Node, played: Sequence[Sequence[Match]]) -> tuple["_Side", "_Side"]:
        """Return who is due at a game, by the results as they are now."""

        def due(feed: Feed) -> _Side:
            if feed.game is None:
                return _Side(self.members[feed.seed - 1].key if feed.seed else None)
            match = played[feed.game[0]][feed.game[1]]
            key = match.loser if feed.loser else match.winner
            return _Side(key, match.sides, feed.game[0] + 1, feed.loser)

        return due(node.sides[0]), due(node.sides[1])

    def _is_of(self, at: Round, due: Sequence["_Pair"]) -> bool:
        """Whether the round that was seated next is this one of the bracket.

        It is not where no game of this one was left to be played when it would have been seated.
        """
        pairs = [set(table.seats) for table in at.tables if table.group == self.group]
        return any(
            {side.key, other.key} in pairs or self._are_in(side, other) for side, other in due
        )

    def _stays(self, key: Key) -> bool:
        """Whether somebody went on playing: is seated later, or, if nobody is, has not withdrawn.

        Who withdrew after that was still in when others withdrew.
        """
        return key in self.later if self.later else key not in self.out

    def _are_in(self, *sides: "_Side") -> bool:
        return all(side.key is not None and side.key not in self.out for side in sides)

    def _matches(
        self, nodes: Sequence[Node], due: Sequence["_Pair"], at: Round | None
    ) -> list[Match]:
        tables = [table for table in at.tables if table.group == self.group] if at else []
        of: dict[int, Table] = {}
        seats = {frozenset(table.seats): table for table in tables}
        for number, (first_side, other) in enumerate(due):
            pair = frozenset(side.key for side in (first_side, other) if side.key is not None)
            exactly = seats.pop(pair, None)
            if exactly:
                of[number] = exactly
        left = [table for table in tables if frozenset(table.seats) in seats]
        for number, (first_side, other) in enumerate(due):
            if number not in of and left and self._are_in(first_side, other):
                fitting = next((table for table in left if _fits(table, first_side, other)), None)
                if fitting:
                    of[number] = fitting
                    left.remove(fitting)
        return [
            self._seated(node.part, at, of[number], due[number])
            if at and number in of
            else self._unseated(node.part, due[number], at)
            for number, node in enumerate(nodes)
        ]

    def _unseated(self, part: Part, due: "_Pair", at: Round | None) -> Match:
        """A game without a table: a bye, a default, or one that is still to be seated."""
        if not at and self._are_in(*due):
            return Match(part, (due[0].key, due[1].key), State.TO_SEAT)
        sides: list[Key | None] = []
        winner: Key | None = None
        for side in due:
            key = side.key
            if at and key not in at.byes and key not in self.out:
                # Somebody else may have gone on before a result was corrected.
                others = [key for key in side.source if key in at.byes and not side.loser]
                key = others[0] if others else key
            sides.append(key)
            if key is not None and (key in at.byes if at else self._stays(key)):
                winner = key if winner is None else winner
        loser = next((side for side in sides if side is not None and side != winner), None)
        return Match(part, (sides[0], sides[1]), State.WALKOVER, winner, loser)

    def _seated(self, part: Part, at: Round, table: Table, due: "_Pair") -> Match:
        """A game at a table; the sides as the bracket has them, however they sit."""
        first_seat, other = table.seats
        if not (due[0].may_be(first_seat) and due[1].may_be(other)) or due[1].key == first_seat:
            first_seat, other = other, first_seat
        sides: tuple[Key, Key] = (first_seat, other)
        lines = table_lines(self.course, at, table)
        staying = [key for key in sides if self._stays(key)]
        known = [line.key for line in lines if line.total is not None]

        def match(state: State, winner: Key | None = None, by: str = "") -> Match:
            loser = None if winner is None else other if winner == first_seat else first_seat
            return Match(part, sides, state, winner, loser, at.number, table.number, by)

        if len(known) == 2:
            first, by = self._ahead(at, table, sides)
            if first is not None or len(staying) == 2:
                return match(State.LEVEL if first is None else State.WON, first, by)
        if len(staying) < 2:
            return match(State.WALKOVER, staying[0] if staying else None)
        return match(State.WON, known[0]) if has_total(lines) else match(State.OPEN)

    def _ahead(self, at: Round, table: Table, sides: tuple[Key, Key]) -> tuple[Key | None, str]:
        """Who won a game that is in, and `Match.by`; None where all tie-breaks leave both level.

        A play-off counts once: two who are level when they meet again need another. One that was
        played after lots had decided a game is of a later game. Lots do not decide the last game:
        people tied there share the first place.
        """
        total = {line.key: line.total or 0 for line in table_lines(self.course, at, table)}
        if total[sides[0]] != total[sides[1]]:
            return min(sides, key=total.__getitem__), ""
        pair = frozenset(sides)
        used = self.play_offs_used.get(pair, 0)
        theirs = [play_off for play_off in self.course.play_offs if play_off.points.keys() >= pair]
        parting = [
            number
            for number, play_off in enumerate(theirs)
            if number >= used
            and play_off.points[sides[0]] != play_off.points[sides[1]]
            and (self.last or not self._lots_came_first(pair, play_off))
        ][:1]
        # One is played by those alone whom everything else leaves level.
        ties = sorted(self.course.ties, key=TieBreak.PLAY_OFF.__eq__)
        course = replace(
            at_table(self.course, at, table),
            play_offs=tuple(theirs[number] for number in parting),
            ties=tuple(ties),
        )
        scores = counts_of_rounds(course, course.rounds)
        steps = steps_of(course, scores, course.rounds)
        first, why = next(levels(course, sides, scores, steps))
        if any(
            reason.step == TieBreak.PLAY_OFF and reason.outcome is TieOutcome.PARTED
            for reason in why
        ):
            self.play_offs_used[pair] = parting[0] + 1
            self.used += theirs[used : parting[0] + 1]
            return first[0], TieBreak.PLAY_OFF
        if len(first) == 1:
            return first[0], ""
        drawn = self._by_lot(pair)
        return drawn, "" if drawn is None else DRAWN

    def _lots_came_first(self, pair: frozenset[Key], play_off: PlayOff) -> bool:
        """Whether lots that count for no earlier game of two were drawn before a play-off."""
        before = self.course.drawn[: play_off.lots_before]
        return sum(lots.keys() >= pair for lots in before) > self.lots_used.get(pair, 0)

    def _by_lot(self, pair: frozenset[Key]) -> Key | None:
        """Who of two has drawn the lower lot; two who are level when they meet again draw anew."""
        drawn = [lots for lots in self.course.drawn if lots.keys() >= pair]
        used = self.lots_used.get(pair, 0)
        if self.last or len(drawn) <= used:
            return None
        self.lots_used[pair] = used + 1
        return min(pair, key=drawn[used].__getitem__)

    def _settle(self, match: Match, due: "_Pair") -> None:
        """Let stand who went on to a game although a result, corrected since, says another."""
        for key, side in zip(match.sides, due, strict=True):
            if key != side.key and key is not None and not side.loser:
                self.losses[key] = self.losses.get(key, 0) - 1
                self.lost_in.pop(key, None)
                self._lost(side.key, side.round)

    def _lost(self, key: Key | None, number: int) -> None:
        if key is not None:
            self.losses[key] = self.losses.get(key, 0) + 1
            if self.losses[key] == self.lives:
                self.lost_in[key] = number

    def _count(self, match: Match, number: int) -> None:
        """Note who lost, in the round of the bracket of that number."""
        if match.state not in OVER:
            return
        for key in [match.loser] if match.winner is not None else match.sides:
            self._lost(key, number)


@dataclass(frozen=True)
class _Side:
    """Return who is due at a side of a game, and out of which two of which earlier round."""

    key: Key | None
    source: tuple[Key | None, ...] = ()
    round: int = 0
    loser: bool = False

    def may_be(self, key: Key) -> bool:
        return key == self.key or key in self.source


_Pair = tuple[_Side, _Side]


def _fits(table: Table, side: _Side, other: _Side) -> bool:
    """Whether a table may be the game of two sides as it was before a result was corrected."""
    first, second = table.seats
    return (side.may_be(first) and other.may_be(second)) or (
        side.may_be(second) and other.may_be(first)
    )


def _is_needed(final: Match) -> bool:
    """Whether there is a second grand final: the undefeated has lost the first."""
    return final.winner is not None and final.winner == final.sides[1]
