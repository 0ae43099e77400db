"""Stages written down in few words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.standings.results import Key
from league.tournaments.brackets.values import (
    Member,
    Round,
    SeatScore,
    StageCourse,
    StagePlan,
    Table,
)


def course(plan: StagePlan, *rounds: Sequence[Mapping[str, Any]], **more: Any) -> StageCourse:
    """A stage played so far: each round a list of tables, each of them names and totals.

    A total may be told with rounds won and the lowest round. A table of nothing but None
    is not in. The field is who sits in the
    first round, seeded as listed there, if `field` does not say otherwise.
    """
    seated: list[Round] = []
    lines: dict[tuple[int, Key], SeatScore] = {}
    for number, tables in enumerate(rounds, 1):
        laid = tuple(Table(at, tuple(table)) for at, table in enumerate(tables, 1))
        seated.append(Round(number, laid))
        for table in tables:
            is_in = any(told is not None for told in table.values())
            for key, told in table.items() if is_in else ():
                total, *rest = told if isinstance(told, tuple) else (told, None, None)
                lines[number, key] = SeatScore(key, total, *rest)
    first = [key for table in rounds[0] for key in table] if rounds else []
    people = more.pop("field", members(*first))
    return StageCourse(plan, people, tuple(seated), lines, **more)


def members(*keys: str, **each: Any) -> tuple[Member, ...]:
    return tuple(Member(key, seed, **each) for seed, key in enumerate(keys, 1))


def changed(field: Sequence[Member], *keys: Key, **change: Any) -> tuple[Member, ...]:
    """A field in which some are otherwise: out, visitors, of a club."""
    return tuple(replace(one, **change) if one.key in keys else one for one in field)


def listed(places) -> list[tuple[Key, int | None]]:
    return [(one.key, one.place) for one in places]


def going(found) -> list[Key]:
    return [one.key for one in found.going]
