"""Who of a stage has a seat that somebody left, after a correction of the stage before.

Somebody who had gone on withdrew, and the director let another one play instead. By a correction
somebody else may lose the own place and still come before that substitute: then that one has the
seat that was left, and the substitute is the one too many.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from league.standings.results import Key
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage, TournamentEntry

from .next_in_line import next_in_line
from .seat_log import Substitute, substitutes_of


@dataclass(frozen=True)
class LeftSeats:
    """What the seats that were left make of who should not be in a stage; entrants' ids.

    `losing` have a seat no longer, `level` are groups of which not all have one, and `unsure` may
    lose theirs while others are level. `settled` play for who lost the place before. `ahead` says
    who comes before which substitute that loses the seat.
    """

    losing: frozenset[int] = frozenset()
    level: tuple[frozenset[Key], ...] = ()
    unsure: frozenset[int] = frozenset()
    settled: frozenset[int] = frozenset()
    ahead: tuple[tuple[int, Substitute], ...] = ()


def substitutes_for_left(
    snapshot: Loaded, following: Stage, entries: Iterable[TournamentEntry]
) -> tuple[Substitute, ...]:
    """Return who plays in a stage instead of somebody who has left."""
    rows = substitutes_of(snapshot, entries).get(following.pk, ())
    return tuple(row for row in rows if snapshot.entrants[row.instead_of].withdrawn_at is not None)


def left_seats(
    snapshot: Loaded,
    stage: Stage,
    following: Stage,
    substitutes: Collection[Substitute],
    should: Collection[Key],
    extra: Collection[int],
    level: Collection[Key],
) -> LeftSeats:
    """Return who has the seats that these `substitutes` play in, division by division.

    By the results `should` go on, `level` are people who are level for a place, and `extra` are in
    the stage without one.
    """
    members = snapshot.courses[following.pk].member_of
    inside = frozenset(map(int, members))
    divisions = [
        _of_division(
            snapshot,
            stage,
            [row for row in substitutes if row.plays in mine],
            frozenset(map(int, should)),
            mine.intersection(extra),
            mine.intersection(map(int, level)),
        )
        for group in dict.fromkeys(member.group for member in members.values())
        if (mine := frozenset(pk for pk in inside if members[pk].group == group))
    ]
    return LeftSeats(
        losing=frozenset().union(*(seats.losing for seats in divisions)),
        level=tuple(group for seats in divisions for group in seats.level),
        unsure=frozenset().union(*(seats.unsure for seats in divisions)),
        settled=frozenset().union(*(seats.settled for seats in divisions)),
        ahead=tuple(pair for seats in divisions for pair in seats.ahead),
    )


def _of_division(
    snapshot: Loaded,
    stage: Stage,
    substitutes: Collection[Substitute],
    should: frozenset[int],
    extra: frozenset[int],
    level: frozenset[int],
) -> LeftSeats:
    open_to = frozenset(row.plays for row in substitutes) - should - level
    # Who goes on by own points now leaves a seat for which others are asked about (`freed_seats`).
    freed = [
        row
        for row in substitutes
        if row.plays in should and row.instead_of in should and not row.corrects
    ]
    places = sum(row.instead_of in should for row in substitutes if row not in freed)
    claim = extra | open_to
    keeping, tied = _first(snapshot, stage, claim, places)
    losing = claim - keeping - tied
    certain = _first(snapshot, stage, claim | level, places)[0] if level else claim
    before = sorted(extra - losing)
    return LeftSeats(
        losing=losing,
        level=(frozenset[Key](tied),) if tied else (),
        unsure=open_to - certain - losing - tied,
        settled=frozenset(
            row.plays for row in substitutes if row.plays in should and row.instead_of not in should
        ),
        ahead=tuple((pk, row) for row in substitutes if row.plays in losing for pk in before),
    )


def _first(
    snapshot: Loaded, stage: Stage, people: Collection[int], places: int
) -> tuple[frozenset[int], frozenset[int]]:
    """Return who surely has one of so many places, and who is level for what is left of them.

    Who is not in the order of the stage comes after who is.
    """
    if len(people) <= places:
        return frozenset(people), frozenset()
    line = next_in_line(snapshot, stage, people)
    groups = line.groups if line else ()
    groups += (tuple(set(people).difference(*groups)),)
    sure: frozenset[int] = frozenset()
    for group in groups:
        if len(sure) + len(group) > places:
            return sure, frozenset(group) if len(sure) < places else frozenset()
        sure |= set(group)
    return sure, frozenset()
