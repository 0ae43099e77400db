"""What a total counts where tables of one game stopped after unlike numbers of rounds, by hand."""

from fractions import Fraction

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


def bounds(stage: Stage, number: int, key: Key) -> tuple[Fraction, Fraction]:
    """The least and the most that it can come to count, while tables of that game play on."""
    now = counted(stage, number, key)
    running = stage.line(number, key)["running"]
    if stage.plan["uneven"] != "common" or not running:
        return now, now
    tables = _beside(stage, number, key)
    shortest = _shortest(stage, number, tables)
    if shortest is None or all(_told(stage, number, table) for table in tables):
        return now, now
    could = [Fraction(points) for points in [*running[:shortest], running[-1]]]
    return min(could), max(could)


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
    longer = [table for table in done if _rounds(stage, number, table) > shortest]
    lines = [line for table in longer for line in _with_totals(stage, number, table)]
    return None if any(len(line["running"]) < shortest for line in lines) else shortest
