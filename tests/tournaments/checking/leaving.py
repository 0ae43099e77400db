"""Who left and keeps the place earned so far, by hand; and walkovers."""

from fractions import Fraction

from . import knockout
from .ranks import ranks_of
from .state import Key, Stage, Told


def kept(stage: Stage, keys: list[Key]) -> list[Key]:
    """Those of these people who left this stage and keep what they had earned."""
    return [k for k in keys if stage.field[k]["out"] and stage.field[k]["keeps"]]


def without_a_total(stage: Stage, keys: list[Key]) -> list[Key]:
    """Those of these people who have not left, but have no total of some game that counts."""
    if stage.plan["kind"] != "tables":
        return []
    known = {
        key
        for number, table in ((at, table) for key in keys for at, table in stage.seated(key))
        if any((number, other) in stage.lines for other in table["seats"])
        for key in table["seats"]
    }
    return [
        key
        for key in keys
        if key in known and not stage.field[key]["out"] and ranks_of(stage).value(key) is None
    ]


def finished(stage: Stage, key: Key) -> bool:
    """Whether somebody has a total of every game, the last one among them."""
    sat = {number for number, _table in stage.seated(key)}
    byes = {which["number"] for which in stage.rounds if key in which["byes"]}
    last = stage.plan["rounds"]
    return bool(sat) and last in sat | byes and ranks_of(stage).value(key) is not None


def behind(stage: Stage, keys: list[Key]) -> list[tuple[list[Key], list]]:
    """Of these who left early or came late: the most games first, then by value."""
    levels: dict[tuple[int, Fraction], list[Key]] = {}
    for key in keys:
        games = _games(stage, key)
        if games and not finished(stage, key):
            level = (-len(games), ranks_of(stage).best_first() * value_so_far(stage, key))
            levels.setdefault(level, []).append(key)
    return [(sorted(levels[level]), []) for level in sorted(levels)]


def value_so_far(stage: Stage, key: Key) -> Fraction:
    """What somebody has after the games that were played to their end."""
    return ranks_of(stage).value_of(key, _games(stage, key))


def _games(stage: Stage, key: Key) -> list[tuple[int, Told]]:
    return [at for at in stage.seated(key) if stage.line(at[0], key)["total"] is not None]


def in_bracket(stage: Stage, key: Key) -> Fraction | None:
    """How many rounds before the end somebody who left counts as lost; None for who never was in.

    Whoever was beaten for good is lost in that round: like all others there if a game played to its
    end did it, else half a round more puts them behind. So it does with everybody else, in the
    round after the last. Beaten in the second grand final, they are behind its winner alone.
    """
    there = [
        which["number"]
        for which in stage.rounds
        if key in which["byes"] or any(key in table["seats"] for table in which["tables"])
    ]
    if not there:
        return None
    beaten = [
        number for number, table in stage.seated(key) if _is_beaten(stage, key, number, table)
    ]
    allowed = knockout.allowed_losses(stage)
    if len(beaten) < allowed:
        return max(knockout.rounds_left(stage, key, there[-1] + 1), 0) + Fraction(1, 2)
    number = beaten[allowed - 1]
    before = knockout.rounds_left(stage, key, number)
    if _is_played_out(stage, key, number):
        return Fraction(max(before, 1))
    return before + Fraction(1, 2) if before else Fraction(5, 4)


def _is_played_out(stage: Stage, key: Key, number: int) -> bool:
    """Whether both have a total of somebody's game, and it was decided without anybody leaving."""
    (table,) = (table for at, table in stage.seated(key) if at == number)
    if any(stage.line(number, one)["total"] is None for one in table["seats"]):
        return False
    return knockout.won(stage, number, *table["seats"]) != knockout.UNDECIDED


def _is_beaten(stage: Stage, key: Key, number: int, table: Told) -> bool:
    (other,) = (one for one in table["seats"] if one != key)
    mine, theirs = stage.line(number, key)["total"], stage.line(number, other)["total"]
    if mine is not None and theirs is not None:
        winner = knockout.won(stage, number, key, other)
        if winner != knockout.UNDECIDED:
            return winner == other
    on = _go_on(stage, number, table)
    if len(on) == 2:
        return mine is None and theirs is not None
    return key not in on


def _go_on(stage: Stage, number: int, table: Told) -> list[Key]:
    """Who of a table went on to later rounds; where none has been seated, who is still there."""
    group = table["group"]
    later = {
        key
        for which in stage.rounds
        if which["number"] > number and stage.tables_of(group, which)
        for key in [*which["byes"], *(k for one in which["tables"] for k in one["seats"])]
    }
    return [k for k in table["seats"] if (k in later if later else not stage.field[k]["out"])]


def walkovers(stage: Stage) -> list[list[int | None]]:
    """The tables that nobody won by playing: round, table, and who goes on for nothing."""
    found: list[list[int | None]] = []
    for which in stage.rounds:
        for table in which["tables"]:
            number = which["number"]
            one, other = table["seats"]
            totals = [stage.line(number, key)["total"] for key in (one, other)]
            if None not in totals and knockout.won(stage, number, one, other) != "undecided":
                continue
            on = _go_on(stage, number, table)
            if len(on) < 2:
                found.append([number, table["number"], on[0] if on else None])
    return sorted(found, key=lambda row: row[:2])
