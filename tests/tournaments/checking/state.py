"""What is known of a tournament, gathered from its transcript alone."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

Key = int
Told = dict[str, Any]


class Stage:
    """One stage as the transcript tells it: plan, field, who sat where, what the sheets say."""

    def __init__(self, number: int, plan: Told, field: list[Told], ties: list[str]) -> None:
        self.number = number
        self.plan = plan
        self.field: dict[Key, Told] = {member["key"]: dict(member) for member in field}
        self.ties = ties
        self.rounds: list[Told] = []
        self.lines: dict[tuple[int, Key], Told] = {}
        self.play_offs: list[dict[Key, int]] = []
        self.drawn: list[dict[Key, int]] = []
        self.table_lots: list[dict[Key, int]] = []
        # How many of the lots at tables had been drawn before each play-off.
        self.lots_before: list[int] = []
        self.all_on: set[frozenset[Key]] = set()
        # What was worked out of all this, until something is told.
        self.worked_out: dict[Any, Any] = {}
        # How many rounds are supposed to count, by game and division; None: totals as they stand.
        self.supposed: dict[tuple[int, str], int | None] = {}
        # Tables to come whose sheets will tell rounds won, as (round number, table number).
        self.telling: set[tuple[int, int]] = set()
        # The plan by which the last round was seated.
        self.seated_by: Told = {}
        # What an elimination's rounds came to as each next one was seated.
        self.brackets: dict[str, Any] = {}
        # How many rounds a group's bracket had left, by the round of the stage.
        self.rounds_left: dict[str, dict[int, int]] = {}
        # Whether seats were changed by hand; the division of everybody in the tournament.
        self.by_hand = False
        self.groups_of_all: dict[Key, str] = {}

    @property
    def inside(self) -> list[Key]:
        """Who has not withdrawn, by seed."""
        there = [key for key, member in self.field.items() if not member["out"]]
        return sorted(there, key=lambda key: self.field[key]["seed"])

    @property
    def groups(self) -> list[str]:
        """The divisions that play by themselves; one without a name where all play together."""
        if not self.plan["by_division"]:
            return [""]
        return sorted({member["group"] for member in self.field.values()})

    def of_group(self, group: str) -> list[Key]:
        """The keys of a group's field, withdrawn or not, by seed."""
        keys = [
            key
            for key, member in self.field.items()
            if not self.plan["by_division"] or member["group"] == group
        ]
        return sorted(keys, key=lambda key: self.field[key]["seed"])

    def tables_of(self, group: str, which: Told) -> list[Told]:
        """A round's tables at which this group sits, by number."""
        found = [
            table
            for table in which["tables"]
            if not self.plan["by_division"] or table["group"] == group
        ]
        return sorted(found, key=lambda table: table["number"])

    def seated(self, key: Key) -> list[tuple[int, Told]]:
        """The rounds in which somebody sat, each with the table."""
        return [
            (which["number"], table)
            for which in self.rounds
            for table in which["tables"]
            if key in table["seats"]
        ]

    def line(self, number: int, key: Key) -> Told:
        """What a sheet says of somebody's round; nothing told where it says nothing."""
        silent = {"key": key, "total": None, "outs": None, "lowest_round": None}
        return self.lines.get((number, key), silent)

    def supposing(self, supposed: dict[tuple[int, str], int | None]) -> "Stage":
        """The same stage if so many rounds of its games counted."""
        other = Stage.__new__(Stage)
        other.__dict__ |= self.__dict__ | {"supposed": supposed, "worked_out": {}}
        return other

    def met(self) -> dict[frozenset[Key], int]:
        """How often each two have sat together."""
        found: dict[frozenset[Key], int] = defaultdict(int)
        for which in self.rounds:
            for table in which["tables"]:
                for one in table["seats"]:
                    for other in table["seats"]:
                        if one < other:
                            found[frozenset((one, other))] += 1
        return found

    def print(self, *, decided: bool = True) -> str:
        """All that answers may rest on, as text: the same before and after what was taken back.

        Not `decided`: without what was decided about people who were level.
        """
        name = f"print {decided}"
        if name not in self.worked_out:
            self.worked_out[name] = self._print(decided=decided)
        return str(self.worked_out[name])

    def _print(self, *, decided: bool) -> str:
        told = [
            sorted(self.plan.items()),
            [sorted(member.items()) for member in self.field.values()],
            self.rounds,
            sorted((at, sorted(line.items())) for at, line in self.lines.items()),
            self.ties,
        ]
        if decided:
            told += [
                [sorted(points.items()) for points in self.play_offs],
                [sorted(lots.items()) for lots in self.drawn],
                sorted(sorted(group) for group in self.all_on),
            ]
        return repr(told)


def fraction(text: str | None) -> Fraction | None:
    """A number as transcripts write it."""
    return None if text is None else Fraction(text)
