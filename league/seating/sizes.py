"""The table sizes for a number of people."""

from collections.abc import Sequence
from typing import Final

from league.seating.errors import CaseError

SMALLEST_TABLE: Final = 2
"""Nobody sits alone."""


def table_sizes(
    players: int, size: int, least: int, most: int, tables: int | None = None
) -> list[int]:
    """Return the table sizes for a number of people, the largest first.

    As many tables as can be have the wished `size`; the others have `least` to `most` seats, as
    near to it as can be, and of those that are equally near as few tables as can be. Where that
    takes more than `tables`, people are shared out evenly among so many. Raises `CaseError` where
    no such tables seat all, and says the least change that does.
    """
    _check(size, least, most)
    if players < SMALLEST_TABLE:
        raise CaseError(
            "{players} cannot be seated: a table needs at least 2 people.",
            players="Nobody" if players < 1 else "One person alone",
        )
    rest = _odd_tables(players, size, least, most)
    for wished in range(players // size, -1, -1):
        others = rest[players - wished * size]
        if others is not None:
            if tables is not None and wished + len(_walk(rest, players - wished * size)) > tables:
                return _shared_out(players, tables, most)
            return sorted([size] * wished + _walk(rest, players - wished * size), reverse=True)
    advice = _least_change(players, least, most)
    values = {"players": players, "least": least, "most": most}
    if least == most:
        raise CaseError(
            "{players} people cannot sit at tables of exactly {least}.", **values
        ).advising(*advice)
    raise CaseError(
        "{players} people cannot sit at tables of {least} to {most}.", **values
    ).advising(*advice)


def _shared_out(players: int, tables: int, most: int) -> list[int]:
    """The sizes of so many tables, the largest first, none more than one seat above another."""
    if players > tables * most:
        values = {
            "players": players,
            "tables": tables,
            "most": most,
            "larger": -(-players // tables),
            "needed": -(-players // most),
        }
        if tables == 1:
            raise CaseError(
                "{players} people do not fit at one table of at most {most}: allow a table of "
                "{larger}, or use {needed} tables.",
                **values,
            )
        raise CaseError(
            "{players} people do not fit at {tables} tables of at most {most}: allow tables of "
            "{larger}, or use {needed} tables.",
            **values,
        )
    fewest, more = divmod(players, tables)
    return [fewest + (at < more) for at in range(tables)]


def most_seated(players: int, least: int, most: int) -> int:
    """Return the most of so many people whom tables of these sizes can seat; 0 for nobody."""
    return next((n for n in range(players, SMALLEST_TABLE - 1, -1) if _fit(n, least, most)), 0)


def _fit(people: int, least: int, most: int) -> bool:
    """Whether so many people fill tables of `least` to `most`."""
    return people >= least and -(-people // most) * least <= people


def fitted(tables: Sequence[int], players: int) -> list[int]:
    """The tables of a round in which fewer people are there: seats are taken from the largest.

    If that would leave somebody alone, the last table is not used. The order stays.
    """
    sizes = list(tables)
    while sizes and sum(sizes) > players:
        if players < SMALLEST_TABLE * len(sizes):
            sizes.pop()
            continue
        largest = max(sizes)
        sizes[len(sizes) - 1 - sizes[::-1].index(largest)] -= 1
    for _ in range(players - sum(sizes) if sizes else 0):
        sizes[sizes.index(min(sizes))] += 1
    return sizes


def _check(size: int, least: int, most: int) -> None:
    if least < SMALLEST_TABLE:
        raise CaseError(
            "A table of {least} is too small: nobody sits alone. Let least be 2 or more.",
            least=least,
        )
    if not least <= size <= most:
        raise CaseError(
            "The preferred size {size} must be from least ({least}) to most ({most}).",
            size=size,
            least=least,
            most=most,
        )


Rest = list[tuple[int, int, int] | None]


def _odd_tables(players: int, size: int, least: int, most: int) -> Rest:
    """For each number of people: how far off, how many tables and the last of them, or None.

    Only sizes other than the wished one are used.
    """
    others = [s for s in range(least, min(most, players) + 1) if s != size]
    rest: Rest = [(0, 0, 0)] + [None] * players
    for people in range(1, players + 1):
        best = None
        for s in others:
            before = rest[people - s] if s <= people else None
            if before is not None:
                step = (before[0] + abs(s - size), before[1] + 1, s)
                best = step if best is None else min(best, step)
        rest[people] = best
    return rest


def _walk(rest: Rest, people: int) -> list[int]:
    sizes = []
    while people and (step := rest[people]):
        sizes.append(step[2])
        people -= step[2]
    return sizes


def _least_change(players: int, least: int, most: int) -> list[CaseError]:
    """Sentences on the nearest number of people that fits, and the nearest bounds that do."""

    more = next(n for n in range(players + 1, players + most + least + 1) if _fit(n, least, most))
    fewer = most_seated(players - 1, least, most)
    people = (
        CaseError("{fewer} or {more} people can.", fewer=fewer, more=more)
        if fewer
        else CaseError("{more} people can.", more=more)
    )
    lower = next((n for n in range(least - 1, 1, -1) if _fit(players, n, most)), None)
    higher = next(
        n for n in range(most + 1, players + most + 2) if _fit(players, least, n) or n > players
    )
    ways = [n for n in (lower, higher if _fit(players, least, higher) else None) if n]
    if len(ways) == 2:
        return [
            people,
            CaseError("Or allow tables of {lower} or {higher}.", lower=ways[0], higher=ways[1]),
        ]
    return [people, *(CaseError("Or allow tables of {size}.", size=n) for n in ways)]
