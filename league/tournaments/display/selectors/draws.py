"""The draw of an elimination as columns: a round each, its games from top to bottom."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.standings.results import Key
from league.tournaments.brackets.certainty import known_sides
from league.tournaments.brackets.drawing import Part, drawn_up
from league.tournaments.brackets.knockout import Bracket, Match, Sides, State, brackets
from league.tournaments.brackets.values import Kind, StageCourse


class RoundName(StrEnum):
    """What everybody calls the last rounds of an elimination."""

    FINAL = "final"
    SEMI_FINALS = "semi-finals"
    QUARTER_FINALS = "quarter-finals"


def round_name(games: int, *, double: bool, final: bool) -> RoundName | None:
    """Return what a round of so many games is called; None for one that has a number alone.

    `final` says that it is the last one of a double elimination, which names no other.
    """
    if final or double:
        return RoundName.FINAL if final else None
    names = {1: RoundName.FINAL, 2: RoundName.SEMI_FINALS, 4: RoundName.QUARTER_FINALS}
    return names.get(games)


def next_round_name(course: StageCourse) -> RoundName | None:
    """Return the name of the round of an elimination that is to be seated, one for all divisions.

    None where they are not at the same round, and where it has a number alone.
    """
    double = course.plan.kind is Kind.DOUBLE
    newest = [bracket.matches[-1] for bracket in brackets(course).values()]
    names = {
        round_name(len(matches), double=double, final=matches[0].part is Part.FINAL)
        for matches in newest
        if any(match.state is State.TO_SEAT for match in matches)
    }
    return names.pop() if len(names) == 1 else None


@dataclass(frozen=True)
class DrawRound:
    """A round of a draw: its games from top to bottom, None for one that nobody is in yet.

    Of a game after the round that is on, a side that is still to come is None.
    """

    number: int
    part: Part
    matches: tuple[Match | None, ...]


@dataclass(frozen=True)
class Draw:
    """A division's draw, or everybody's ("").

    In double elimination the `losers` have one of their own; the final, or both, end the other. In
    single elimination a round has twice as many games as the one after it, so that columns of
    equal height draw the bracket. `waiting` are those who are in and have no game in the round that
    is on, such as who has not lost yet while those who have play.
    """

    group: str
    winners: tuple[DrawRound, ...]
    losers: tuple[DrawRound, ...] = ()
    waiting: tuple[Key, ...] = ()


def draws_of(course: StageCourse) -> tuple[Draw, ...]:
    """The draws of an elimination that has been seated, with the rounds that are to come."""
    double = course.plan.kind is Kind.DOUBLE
    return tuple(
        _draw(group, bracket, known_sides(course, bracket), double=double)
        for group, bracket in brackets(course).items()
    )


def _draw(group: str, bracket: Bracket, known: Sequence[Sides], *, double: bool) -> Draw:
    nodes = drawn_up(len(bracket.members), double)
    if double and len(bracket.matches) < len(nodes):
        # A second final is drawn once it is known to be.
        nodes = nodes[:-1]
    winners: list[DrawRound] = []
    losers: list[DrawRound] = []
    for at, drawn in enumerate(nodes):
        if at < len(bracket.matches):
            played = bracket.matches[at]
        elif at == len(bracket.matches) and known:
            played = tuple(
                Match(node.part, sides, State.TO_SEAT)
                for node, sides in zip(drawn, known, strict=True)
            )
        else:
            played = ()
        for part in Part:
            places = [place for place, node in enumerate(drawn) if node.part is part]
            if not places:
                continue
            matches = tuple(_once_known(played[place]) if played else None for place in places)
            (losers if part is Part.LOSERS else winners).append(DrawRound(at + 1, part, matches))
    there = {key for match in bracket.matches[-1] for key in match.sides} if bracket.waiting else ()
    waiting = tuple(key for key in bracket.still_in if bracket.waiting and key not in there)
    return Draw(group, tuple(winners), tuple(losers), waiting)


def _once_known(match: Match) -> Match | None:
    """The game, if anybody is known to be in it or can no longer be."""
    if match.state is State.TO_SEAT and match.sides == (None, None):
        return None
    return match
