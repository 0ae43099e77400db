"""The product's words as plain values, as JSON has them, and back."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from league.tournaments.brackets.seat_changes import SeatEffects
from league.tournaments.brackets.values import (
    Advance,
    Member,
    Place,
    Round,
    SeatScore,
    Sizes,
    StagePlan,
)

from .made import Told


def pairs(mapping: Any) -> list[list[Any]]:
    """A mapping as JSON can hold it with numbers for keys."""
    return [[key, value] for key, value in mapping.items()]


PLAIN = (
    "kind", "seating", "rounds", "apart", "by_division", "measure", "movers", "moves_by",
    "onward", "count", "cut", "fill", "fill_to", "carried", "uneven", "game_rounds",
)  # fmt: skip


LISTS = ("place_points", "moves", "top_moves")


def plan_of(plan: Told) -> StagePlan:
    """A stage's plan as the product's word."""
    default = StagePlan()
    plain = {name: type(getattr(default, name))(plan[name]) for name in PLAIN}
    sizes = Sizes(plan["size"], plan["least"], plan["most"])
    lists: Told = {name: tuple(plan[name]) for name in LISTS}
    return StagePlan(sizes=sizes, **lists, **plain)


def plan_told(plan: StagePlan) -> Told:
    """A stage's plan as plain values."""
    plain = {name: getattr(plan, name) for name in PLAIN}
    told = {name: str(one) if isinstance(one, str) else one for name, one in plain.items()}
    sizes = {name: getattr(plan.sizes, name) for name in ("size", "least", "most")}
    return told | sizes | {name: list(getattr(plan, name)) for name in LISTS}


def member_told(one: Member) -> Told:
    """One of a field as plain values."""
    return {
        "key": one.key,
        "seed": one.seed,
        "club": one.club,
        "group": one.group,
        "visitor": one.visitor,
        "carried": str(Fraction(one.carried)),
        "out": one.out,
        "keeps": one.keeps,
    }


def line_told(line: SeatScore) -> Told:
    """A sheet's line as plain values."""
    return {
        "key": line.key,
        "total": line.total,
        "outs": line.outs,
        "lowest_round": line.lowest_round,
        "rounds": line.rounds,
        "running": list(line.running),
        "running_outs": list(line.running_outs),
        "running_lowest": list(line.running_lowest),
    }


def round_told(which: Round) -> Told:
    """A round of seating as plain values."""
    return {
        "number": which.number,
        "tables": [
            {"number": table.number, "seats": list(table.seats), "group": table.group}
            for table in which.tables
        ],
        "byes": list(which.byes),
    }


def effects_told(done: SeatEffects) -> Told:
    """What a change of seats does as plain values."""
    return {
        "sizes": pairs(done.sizes),
        "again": [list(pair) for pair in done.again],
        "mates": [list(pair) for pair in done.mates],
        "unseated": list(done.unseated),
        "freed": list(done.freed),
    }


def places_told(places: Iterable[Place]) -> list[Told]:
    """Places as plain values, with what each tie-break did."""
    return [
        {
            "key": one.key,
            "place": one.place,
            "shared": one.shared,
            "value": None if one.value is None else str(Fraction(one.value)),
            "stage": one.stage,
            "why": [
                {
                    "step": str(why.step),
                    "outcome": str(why.outcome),
                    "numbers": sorted([key, str(Fraction(number))] for key, number in why.numbers),  # type: ignore[arg-type]
                }
                for why in one.why
            ],
        }
        for one in places
    ]


def advance_told(answer: Advance) -> Told:
    """Who goes on as plain values."""
    return {
        "going": [
            {
                "key": one.key,
                "how": str(one.how),
                "table": one.table,
                "place": one.place,
                "group": one.group,
            }
            for one in answer.going
        ],
        "level": [{"keys": list(one.keys), "places": one.places} for one in answer.level],
        "full": answer.full,
    }
