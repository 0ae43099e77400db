"""What a total counts where tables of one game stopped after unlike numbers of rounds, by hand."""

from fractions import Fraction
from itertools import product

from .state import Key, Stage, Told


def counted(stage: Stage, number: int, key: Key) -> Fraction:
    """What somebody's total of a game counts beside those of other tables."""
    line = stage.line(number, key)
    how, total = stage.plan["uneven"], Fraction(line["total"])
    if how == "stands":
        return total
    tables = _beside(stage, number, key)
    (mine,) = (table for table in tables if key in table["seats"])
    if how == "average":
        return total / _rounds(stage, number, mine)
    shortest = _shortest(stage, number, tables)
    if shortest is None or _rounds(stage, number, mine) <= shortest:
        return total
    return Fraction(line["running"][shortest - 1])


def known_by(stage: Stage, number: int, key: Key, what: str) -> int | None:
    """Somebody's rounds won or lowest round of a game, in those rounds alone that count."""
    line = stage.line(number, key)
    told: int | None = line[what]
    if not _common(stage) or line["total"] is None:
        return told
    tables = _beside(stage, number, key)
    (mine,) = (table for table in tables if key in table["seats"])
    shortest = _shortest(stage, number, tables)
    if shortest is None or _rounds(stage, number, mine) <= shortest:
        return told
    by_then = line["running_outs" if what == "outs" else "running_lowest"]
    return by_then[shortest - 1] if by_then else None


def ways(stage: Stage) -> list[Stage]:
    """The stage for each number of rounds that may come to count; of all divisions at once.

    Nothing where there are very many.
    """
    if not _common(stage) or stage.supposed:
        return [stage]
    of_groups = []
    for group in stage.groups:
        games = [
            [((which["number"], group), rounds) for rounds in _could_count(stage, which, group)]
            for which in stage.rounds
        ]
        found = [dict(way) for way, _ in zip(product(*games), range(101), strict=False)]
        if len(found) > 100:
            return []
        of_groups.append(found)
    longest = max((len(found) for found in of_groups), default=1)
    return [
        stage.supposing({game: n for one in of_groups for game, n in one[at % len(one)].items()})
        for at in range(longest)
    ]


def _could_count(stage: Stage, which: Told, group: str) -> list[int | None]:
    """After how many rounds a game may come to be compared; None: totals as they stand."""
    number = which["number"]
    tables = [table for table in which["tables"] if table["group"] == group]
    silent = [table for table in tables if not _told(stage, number, table)]
    now = _shortest(stage, number, tables)
    if not silent:
        return [now]
    could: list[int | None] = [now, None]
    if any(not stage.field[key]["out"] for table in silent for key in table["seats"]):
        done = [table for table in tables if _with_totals(stage, number, table)]
        stay = [t for t in done if any(not stage.field[key]["out"] for key in t["seats"])]
        played = sorted(_rounds(stage, number, table) for table in stay or done)
        last = played[0] if stay else max(played, default=0)
        could += [_told_after(stage, number, done, rounds) for rounds in range(1, last + 1)]
    return list(dict.fromkeys(could))


def _common(stage: Stage) -> bool:
    """Whether only the rounds that all tables played count."""
    plan = stage.plan
    return (plan["kind"], plan["measure"], plan["uneven"]) == ("tables", "total", "common")


def waits_for_rule(stage: Stage) -> set[Key]:
    """Who sits at tables of a division of which some stopped early, where no rule says what counts.

    The director may choose one until the stage is closed, so nothing is certain of them before.
    """
    plan = stage.plan
    if (plan["kind"], plan["measure"], plan["uneven"]) != ("tables", "total", "stands"):
        return set()
    waiting = set[Key]()
    for which in stage.rounds:
        for group in {table["group"] for table in which["tables"]}:
            own = [table for table in which["tables"] if table["group"] == group]
            lines = [_with_totals(stage, which["number"], table) for table in own]
            known = [[line["rounds"] for line in each if line["rounds"]] for each in lines]
            if len({max(rounds) for rounds in known if rounds}) > 1:
                waiting |= {
                    key
                    for other in stage.rounds
                    for table in other["tables"]
                    if table["group"] == group
                    for key in table["seats"]
                }
    return waiting


def _beside(stage: Stage, number: int, key: Key) -> list[Told]:
    """The tables that somebody's is compared with, their own among them."""
    (which,) = (which for which in stage.rounds if which["number"] == number)
    (group,) = (table["group"] for table in which["tables"] if key in table["seats"])
    return [table for table in which["tables"] if table["group"] == group]


def _told(stage: Stage, number: int, table: Told) -> bool:
    return any((number, key) in stage.lines for key in table["seats"])


def _with_totals(stage: Stage, number: int, table: Told) -> list[Told]:
    lines = [stage.line(number, key) for key in table["seats"]]
    return [line for line in lines if line["total"] is not None]


def _rounds(stage: Stage, number: int, table: Told) -> int:
    """How many rounds a table played: all of a game, if nobody says."""
    known = [line["rounds"] for line in _with_totals(stage, number, table) if line["rounds"]]
    return max(known) if known else int(stage.plan["game_rounds"])


def _shortest(stage: Stage, number: int, tables: list[Told]) -> int | None:
    """The rounds that all have played; None where a longer table does not say what it had then.

    Asked of everybody in turn, and the same for all, so it is worked out once after each change.
    """
    if tables and (number, tables[0]["group"]) in stage.supposed:
        return stage.supposed[number, tables[0]["group"]]
    key = "shortest", number, *(table["number"] for table in tables)
    if key not in stage.worked_out:
        stage.worked_out[key] = _shortest_of(stage, number, tables)
    shortest: int | None = stage.worked_out[key]
    return shortest


def _shortest_of(stage: Stage, number: int, tables: list[Told]) -> int | None:
    done = [table for table in tables if _with_totals(stage, number, table)]
    staying = [t for t in done if any(not stage.field[key]["out"] for key in t["seats"])]
    if not staying:
        return None
    shortest = min(_rounds(stage, number, table) for table in staying)
    return _told_after(stage, number, done, shortest)


def _told_after(stage: Stage, number: int, done: list[Told], shortest: int) -> int | None:
    """So many rounds, if each longer table says what it had after them."""
    longer = [table for table in done if _rounds(stage, number, table) > shortest]
    lines = [line for table in longer for line in _with_totals(stage, number, table)]
    return None if any(len(line["running"]) < shortest for line in lines) else shortest
