"""Places by hand: values, tie-breaks and who is level."""

from fractions import Fraction

from . import uneven
from .state import Key, Stage, Told

Shown = list[dict]  # What each tie-break did: its name, what came of it, the numbers.


def ranks_of(stage: Stage) -> "Ranks":
    """A stage's standing as of now."""
    if "ranks" not in stage.worked_out:
        stage.worked_out["ranks"] = Ranks(stage)
    return stage.worked_out["ranks"]


class Ranks:
    """A stage's standing as of now. Made anew after whatever changes the stage."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        # An elimination leaves out those that parted a table.
        self.play_offs = stage.play_offs
        self._rounds: set[int] | None = None
        self._sat: dict[Key, list[tuple[int, Told]]] = {key: [] for key in stage.field}
        for which in stage.rounds:
            for table in which["tables"]:
                for key in table["seats"]:
                    self._sat[key].append((which["number"], table))
        self._free = dict.fromkeys(stage.field, 0)
        for key in (key for which in stage.rounds for key in which["byes"]):
            self._free[key] += stage.plan["kind"] == "tables"
        self._values = {key: self._value(key) for key in stage.field}

    def value(self, key: Key) -> Fraction | None:
        """What is compared; None for who left a game without a place."""
        return self._values[key]

    def value_of(self, key: Key, games: list[tuple[int, Told]]) -> Fraction:
        """What somebody has after some games alone, with what was carried."""
        won = Fraction(0)
        for number, table in games:
            if self.stage.plan["measure"] == "places":
                won += self._points(number, table, key)
            else:
                won += uneven.counted(self.stage, number, key)
        if self.stage.plan["measure"] == "places":
            # Sitting out counts as winning a table.
            won += self._free[key] * self.stage.plan["place_points"][0]
        else:
            won = self._with_mean(key, won, len(games))
        return Fraction(self.stage.field[key]["carried"]) + won

    def _with_mean(self, key: Key, won: Fraction, games: int) -> Fraction:
        """A sum of games, with their mean for each game that somebody sat out."""
        return won + self._free[key] * won / games if games else won

    def ranked(self, key: Key) -> bool:
        """Whether this one has a place: not withdrawn, was seated, and every game has a total."""
        there = bool(self._sat[key]) or self._won_by_bye(key)
        return there and not self.stage.field[key]["out"] and self._values[key] is not None

    def _won_by_bye(self, key: Key) -> bool:
        """Whether places count, and somebody sat out a game of which something is known."""
        return self.stage.plan["measure"] == "places" and any(
            key in which["byes"] and which["number"] in self._played()
            for which in self.stage.rounds
        )

    def best_first(self) -> int:
        """1 where the fewest lead, -1 where the most do."""
        return -1 if self.stage.plan["measure"] == "places" else 1

    def _value(self, key: Key) -> Fraction | None:
        if any(self.stage.line(number, key)["total"] is None for number, _ in self._sat[key]):
            return None
        value = self.value_of(key, self._sat[key])
        return None if self.stage.plan["measure"] == "total" and self._missed(key) else value

    def _missed(self, key: Key) -> bool:
        """Whether others have played a round in which this one had neither a seat nor a bye."""
        sat = {number for number, _table in self._sat[key]}
        return any(
            which["number"] in self._played()
            and which["number"] not in sat
            and key not in which["byes"]
            for which in self.stage.rounds
        )

    def _played(self) -> set[int]:
        """The rounds of which a total is known."""
        if self._rounds is None:
            lines = self.stage.lines.items()
            self._rounds = {at for (at, _), line in lines if line["total"] is not None}
        return self._rounds

    def _points(self, number: int, table: Told, key: Key) -> Fraction:
        """Points for the place at a table: those who share it share them evenly."""
        mine = self.stage.line(number, key)["total"]
        totals = [self.stage.line(number, other)["total"] for other in table["seats"]]
        before = sum(total is not None and total < mine for total in totals)
        sharing = sum(total is not None and total == mine for total in totals)
        given = self.stage.plan["place_points"]
        worth = [given[at] if at < len(given) else 0 for at in range(before, before + sharing)]
        return Fraction(sum(worth), sharing)

    # Tie-breaks.

    def groups(
        self, keys: list[Key], *, table: int = 0, parted: bool = True
    ) -> list[tuple[list[Key], Shown]]:
        """Ranked people best first, in groups of who is level; `table`: that round's game alone.

        Not `parted`: tie-breaks are not asked.
        """
        order = self.best_first()
        by_value: dict[Fraction, list[Key]] = {}
        for key in keys:
            value = self._values[key]
            if table:
                value = Fraction(self.stage.line(table, key)["total"])
            assert value is not None
            by_value.setdefault(value, []).append(key)
        levels = sorted(by_value) if table or order == 1 else sorted(by_value, reverse=True)
        found: list[tuple[list[Key], Shown]] = []
        for level in levels:
            ties = list(self.stage.ties) if parted else []
            if "play_off" in ties[:-1]:
                # It may have been played by those alone whom the later tie-breaks left level.
                ties.append("play_off")
            found += self.split(sorted(by_value[level]), ties, [], table)
        return found

    def split(
        self, keys: list[Key], ties: list[str], done: Shown | None = None, table: int = 0
    ) -> list[tuple[list[Key], Shown]]:
        """People level in value, parted by these tie-breaks."""
        done = done or []
        if len(keys) == 1 or not ties:
            return [(keys, done)]
        tie = ties[0]
        numbers = self._numbers(tie, keys, table)
        if numbers is None:
            told = {"step": tie, "outcome": "not_known", "numbers": []}
            return self.split(keys, ties[1:], [*done, told], table)
        levels = sorted(set(numbers.values()), reverse=tie in ("outs", "head_to_head"))
        told = {
            "step": tie,
            "outcome": "level" if len(levels) == 1 else "parted",
            "numbers": sorted([key, str(Fraction(number))] for key, number in numbers.items()),
        }
        # A comparison with each other is made anew among those whom it leaves level, who may also
        # have played one more round to part just them.
        anew = tie in ("head_to_head", "play_off") and len(levels) > 1
        next_ties = ties if anew else ties[1:]
        found = []
        for level in levels:
            those = [key for key in keys if numbers[key] == level]
            found += self.split(those, next_ties, [*done, told], table)
        return found

    def _numbers(self, tie: str, keys: list[Key], table: int) -> dict[Key, Fraction] | None:
        found: dict[Key, Fraction] = {}
        if tie == "play_off":
            for points in reversed(self.play_offs):
                if all(key in points for key in keys):
                    return {key: Fraction(points[key]) for key in keys}
            return None
        for key in keys:
            number = self._number(tie, key, keys, table)
            if number is None:
                return None
            found[key] = number
        return found

    def _number(self, tie: str, key: Key, keys: list[Key], table: int) -> Fraction | None:
        rounds = [(at, where) for at, where in self._sat[key] if not table or at == table]
        lines = [self.stage.line(at, key) for at, _ in rounds]
        if tie == "fewest":
            if self.stage.plan["measure"] == "total" and not table:
                return self._values[key]
            points = Fraction(sum(line["total"] for line in lines))
            return points if table else self._with_mean(key, points, len(lines))
        if tie == "outs":
            won = self._of_rounds(tie, key, rounds, table)
            return None if won is None else Fraction(sum(won))
        if tie == "lowest_round":
            low = self._of_rounds(tie, key, rounds, table)
            return Fraction(min(low)) if low else None
        assert tie == "head_to_head", tie
        return self._ahead(key, keys, rounds)

    def _of_rounds(
        self, what: str, key: Key, games: list[tuple[int, Told]], table: int
    ) -> list[int] | None:
        """What is known of somebody's rounds game by game: at one table of all its rounds."""
        found: list[int] = []
        for at, _ in games:
            if table:
                number = self.stage.line(at, key)[what]
            else:
                number = uneven.known_by(self.stage, at, key, what)
            if number is None:
                return None
            found.append(number)
        return found

    def _ahead(self, key: Key, keys: list[Key], rounds: list[tuple[int, Told]]) -> Fraction | None:
        """Pairs won among the level, a level one half; None where some of them have not met."""
        won = Fraction(0)
        for other in keys:
            if other == key:
                continue
            ahead = common = 0
            for at, table in rounds:
                if other not in table["seats"]:
                    continue
                mine = self.stage.line(at, key)["total"]
                theirs = self.stage.line(at, other)["total"]
                if mine is not None and theirs is not None:
                    common += 1
                    ahead += (mine < theirs) - (mine > theirs)
            if not common:
                return None
            won += Fraction(1 + (ahead > 0) - (ahead < 0), 2)
        return won


def numbered(groups: list[tuple[list[Key], Shown]]) -> list[Told]:
    """Places from groups best first: 1, 1, 3."""
    found: list[Told] = []
    place = 1
    for keys, why in groups:
        shared = len(keys) > 1
        found += [{"key": key, "place": place, "shared": shared, "why": why} for key in keys]
        place += len(keys)
    return found
