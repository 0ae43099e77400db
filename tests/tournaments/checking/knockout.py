"""Eliminations by hand: who won a table, who may meet, who lost when."""

from fractions import Fraction

from .ranks import Shown, ranks_of
from .state import Key, Stage, Told

UNDECIDED = "undecided"
Winner = Key | str | None


def table_winner(stage: Stage, number: int, table: Told) -> Winner:
    """Who goes on from a table of two: a key, None for neither, UNDECIDED while it is open."""
    one, other = table["seats"]
    mine = stage.line(number, one)["total"]
    theirs = stage.line(number, other)["total"]
    gone = [key for key in (one, other) if stage.field[key]["out"]]
    if mine is None or theirs is None:
        if len(gone) == 2:
            return None
        if gone:
            return other if gone == [one] else one
        if mine is None and theirs is None:
            return UNDECIDED
        return one if theirs is None else other
    if mine != theirs:
        return one if mine < theirs else other
    return _parted(stage, number, one, other)


def _parted(stage: Stage, number: int, one: Key, other: Key) -> Winner:
    """The winner among two with the same total, by the tie-breaks in their order."""
    return _parted_and_used(stage, number, one, other)[0]


def _parted_and_used(
    stage: Stage, number: int, one: Key, other: Key, *, left: bool = True
) -> tuple[Winner, int]:
    """The same, and how many of their play-offs are used up by then.

    Not `left`: it is not asked who has gone home.
    """
    winner: Winner = UNDECIDED
    used = 0
    lots = [at for at, drawn in enumerate(stage.table_lots) if one in drawn and other in drawn]
    # Each play-off parts one of their tables, and so do lots; meeting again takes others.
    for which in stage.rounds:
        for table in which["tables"]:
            if one not in table["seats"] or other not in table["seats"]:
                continue
            totals = [stage.line(which["number"], key)["total"] for key in (one, other)]
            level = totals[0] == totals[1] is not None
            if level and which["number"] <= number:
                last = rounds_left(stage, one, which["number"]) <= 1
                before = len(stage.table_lots) if last or not lots else lots[0]
                winner, used = _parted_once(stage, which["number"], one, other, used, before)
                if winner == UNDECIDED and lots:
                    drawn = stage.table_lots[lots.pop(0)]
                    winner = min(one, other, key=drawn.__getitem__)
    gone = [key for key in (one, other) if stage.field[key]["out"]]
    if winner == UNDECIDED and gone and left:
        winner = None if len(gone) == 2 else other if gone == [one] else one
    return winner, used


def won(stage: Stage, number: int, one: Key, other: Key) -> Winner:
    """Who won a table by playing, whoever left since; UNDECIDED where both are level."""
    mine, theirs = (stage.line(number, key)["total"] for key in (one, other))
    if mine != theirs:
        return one if mine < theirs else other
    return _parted_and_used(stage, number, one, other, left=False)[0]


def _free_play_offs(stage: Stage) -> list[dict[Key, int]]:
    """The play-offs that parted no table: those for a place."""
    used: set[int] = set()
    for which in stage.rounds:
        for table in which["tables"]:
            one, other = table["seats"]
            number = _parted_and_used(stage, which["number"], one, other)[1]
            held = [
                at for at, points in enumerate(stage.play_offs) if one in points and other in points
            ]
            used.update(held[:number])
    return [points for at, points in enumerate(stage.play_offs) if at not in used]


def _parted_once(
    stage: Stage, number: int, one: Key, other: Key, used: int, before: int
) -> tuple[Winner, int]:
    """The winner of one table of these two, and how many of their play-offs are used up.

    A play-off counts that was played when `before` lots at most had been drawn at the tables: after
    lots that part this table, it is of a later one.
    """
    lines = stage.line(number, one), stage.line(number, other)
    for tie in sorted(stage.ties, key="play_off".__eq__):  # the play-off last
        first = second = 0
        if tie in ("outs", "lowest_round"):
            told = [line[tie] for line in lines]
            if None in told:
                continue
            first, second = (-told[0], -told[1]) if tie == "outs" else told
        elif tie == "play_off":
            held = [
                (points, lots)
                for points, lots in zip(stage.play_offs, stage.lots_before, strict=True)
                if one in points and other in points
            ]
            for at, (points, lots) in enumerate(held):
                if at >= used and points[one] != points[other] and lots <= before:
                    first, second, used = points[one], points[other], at + 1
                    break
        if first != second:
            return one if first < second else other, used
    return UNDECIDED, used


def open_tables(stage: Stage) -> list[tuple[Key, Key]]:
    """The pairs of the last round whose table nobody has won yet."""
    if not stage.rounds:
        return []
    last = stage.rounds[-1]
    return [
        tuple(table["seats"])
        for table in last["tables"]
        if table_winner(stage, last["number"], table) == UNDECIDED
    ]


def fold(slots: int) -> list[int]:
    """The lines of a bracket from top to bottom: the best two can meet in the final alone."""
    order = [1]
    while len(order) < slots:
        order = [line for seed in order for line in (seed, 2 * len(order) + 1 - seed)]
    return order


def first_entries(keys: list[Key]) -> list[Key | None]:
    """Who stands in which line, None for nobody: the best seeds have the byes."""
    slots = 1
    while slots < len(keys):
        slots *= 2
    return [keys[line - 1] if line <= len(keys) else None for line in fold(slots)]


def paired(entries: list[Key | None], inside: set[Key]) -> tuple[set, set, list]:
    """A round of a bracket: tables, byes, and for each line of the next round who may fill it."""
    tables: set[frozenset[Key]] = set()
    byes: set[Key] = set()
    lines: list[frozenset[Key] | Key | None] = []
    for at in range(0, len(entries), 2):
        there = [key for key in entries[at : at + 2] if key in inside]
        if len(there) == 2:
            tables.add(frozenset(there))
            lines.append(frozenset(there))
        elif there:
            byes.add(there[0])
            lines.append(there[0])
        else:
            lines.append(None)
    return tables, byes, lines


def losses(stage: Stage, group: str) -> dict[Key, list[int]]:
    """The rounds that each of a group has lost in."""
    name = f"losses {group}"
    if name not in stage.worked_out:
        stage.worked_out[name] = _losses(stage, group)
    return dict(stage.worked_out[name])


def _losses(stage: Stage, group: str) -> dict[Key, list[int]]:
    found: dict[Key, list[int]] = {key: [] for key in stage.of_group(group)}
    for which in stage.rounds:
        for table in stage.tables_of(group, which):
            winner = table_winner(stage, which["number"], table)
            if winner == UNDECIDED:
                continue
            for key in table["seats"]:
                if key != winner:
                    found[key].append(which["number"])
    return found


def allowed_losses(stage: Stage) -> int:
    """With how many losses somebody is out of it."""
    return 1 if stage.plan["kind"] == "single" else 2


def alive(stage: Stage, group: str) -> dict[Key, int]:
    """Who may still win, and with how many losses so far."""
    lost = losses(stage, group)
    return {
        key: len(rounds)
        for key, rounds in lost.items()
        if len(rounds) < allowed_losses(stage) and not stage.field[key]["out"]
    }


def rounds_left(stage: Stage, key: Key, number: int) -> int:
    """How many rounds somebody's bracket has from a round of the stage on, that one included.

    Where the bracket was not in that round, from its next one on. 0 is the second grand final.
    """
    left = stage.rounds_left.get(stage.field[key]["group"] if stage.plan["by_division"] else "", {})
    later = [at for at in left if at >= number]
    if later:
        return left[min(later)]
    return left[max(left)] - 1 if left else 0


def groups_of(
    stage: Stage, keys: list[Key], left: dict[Key, Fraction] | None = None
) -> list[tuple[list[Key], Shown]]:
    """Places of an elimination among these: the winner, then by how late they were lost.

    That is how many rounds before the end of their bracket: brackets of divisions that are combined
    may have more rounds or fewer. Half a round later stands who has no total of the table lost.
    `left` are people who went home, and how many rounds before the end they count as lost.
    """
    lost = {key: rounds for group in stage.groups for key, rounds in losses(stage, group).items()}
    most = allowed_losses(stage)
    by_round: dict[Fraction, list[Key]] = {}
    for key, at in (left or {}).items():
        by_round.setdefault(at, []).append(key)
    for key in keys:
        beaten = len(lost[key]) >= most
        short = Fraction(max(rounds_left(stage, key, lost[key][most - 1]), 1) if beaten else 0)
        if beaten and stage.line(lost[key][most - 1], key)["total"] is None:
            short += Fraction(1, 2)
        by_round.setdefault(short, []).append(key)
    found, ranks = [], ranks_of(stage)
    ranks.play_offs = _free_play_offs(stage)
    for before in sorted(by_round):
        # Two who have not lost are level in a final, where a play-off would have made a winner.
        ties = [] if not before or before.denominator > 1 else _play_offs(stage)
        found += ranks.split(sorted(by_round[before]), ties)
    return found


def _play_offs(stage: Stage) -> list[str]:
    """What parts those who were lost in the same round: nothing but a play-off."""
    return [tie for tie in stage.ties if tie == "play_off"]


def seat_faults(stage: Stage, which: Told) -> list[str]:
    """What is wrong with an elimination's round, by what was known when it was seated."""
    faults = []
    pairs = open_tables(stage)
    if pairs:
        return [f"round {which['number']} is seated while {pairs} is undecided"]
    for group in stage.groups:
        tables = [frozenset(table["seats"]) for table in stage.tables_of(group, which)]
        byes = {key for key in which["byes"] if key in stage.of_group(group)}
        there = alive(stage, group)
        sat = [key for table in tables for key in table]
        strangers = [key for key in [*sat, *byes] if key not in there]
        if strangers:
            faults.append(f"{strangers} of {group!r} are seated or have a bye, and are out of it")
        elif stage.plan["kind"] == "single" or not stage.rounds:
            faults += _bracket_faults(stage, group, set(tables), byes)
        else:
            faults += _double_faults(there, tables, byes)
        if tables and not faults:
            at = _rounds_left_at(stage, group, [{there[key] for key in pair} for pair in tables])
            stage.rounds_left.setdefault(group, {})[which["number"]] = at
    return faults


def _rounds_left_at(stage: Stage, group: str, losses_at: list[set[int]]) -> int:
    """How many rounds a bracket has from the one that is seated on, where such losses meet.

    A round in which nobody was left to play was not seated.
    """
    winners = len(stage.brackets[group][0]).bit_length()
    if stage.plan["kind"] == "single":
        return winners
    if not stage.rounds:
        return 2 * winners
    last = min(stage.rounds_left[group].values())
    if {0, 1} in losses_at:
        return min(last - 1, 1)
    # In every second round the undefeated meet too: after the first, those with an odd number left.
    return last - 2 if {0} in losses_at and last % 2 else last - 1


def _bracket_faults(stage: Stage, group: str, tables: set, byes: set[Key]) -> list[str]:
    """Whether the round is the bracket's next one."""
    inside = set(alive(stage, group))
    known = stage.brackets.get(group)
    if known is None:
        everybody = stage.of_group(group)
        here = [key for key in everybody if key in inside]
        tries = [first_entries(here), first_entries(everybody)]
    else:
        tries = [[_filled(stage, line) for line in lines] for lines in known]
    fitting = []
    for entries in tries:
        found, free, lines = paired(entries, inside)
        while not found and len(free) > 1:
            found, free, lines = paired([_filled(stage, line) for line in lines], inside)
        # Who alone is left has won, and needs no bye while other groups still play.
        won = len(lines) == 1 or len(inside) == 1
        if found == tables and (free == byes or (won and byes <= free)):
            fitting.append(lines)
    if not fitting:
        shown = sorted(sorted(table) for table in tables)
        return [f"tables {shown} and byes {sorted(byes)} are not the bracket's of {group!r}"]
    stage.brackets[group] = fitting
    return []


def _filled(stage: Stage, line: frozenset[Key] | Key | None) -> Key | None:
    """Who has come into a line of the bracket: the winner of its table, or who had the bye."""
    if not isinstance(line, frozenset):
        return line
    last = stage.rounds[-1]
    for table in last["tables"]:
        if frozenset(table["seats"]) == line:
            winner = table_winner(stage, last["number"], table)
            return winner if isinstance(winner, int) else None
    return None


def _double_faults(there: dict[Key, int], tables: list, byes: set[Key]) -> list[str]:
    """Only equals meet, but in the grand final; nobody is left waiting without need."""
    faults = []
    whole = [key for key, lost in there.items() if lost == 0]
    once = [key for key, lost in there.items() if lost == 1]
    for table in tables:
        numbers = {there[key] for key in table}
        final = len(whole) == 1 and len(once) == 1
        if len(numbers) > 1 and not final:
            faults.append(f"{sorted(table)} meet with {sorted(numbers)} losses before the final")
    if len(there) > 1 and not tables:
        faults.append(f"{sorted(there)} are still in it, and nobody plays")
    sat = {key for table in tables for key in table}
    for name, those in (("undefeated", whole), ("defeated once", once)):
        waiting = [key for key in those if key not in sat]
        if (
            len(those) > 1
            and len(waiting) == len(those)
            and name == "defeated once"
            and len(whole) == 1
        ):
            faults.append(f"{sorted(those)}, {name}, wait for nobody")
    if byes & sat:
        faults.append(f"{sorted(byes & sat)} have a bye and a seat")
    return faults


def decided(stage: Stage) -> bool:
    """Whether each group has its winner, so that nothing is left to seat."""
    return not open_tables(stage) and all(len(alive(stage, group)) < 2 for group in stage.groups)


def only_finals_open(stage: Stage) -> bool:
    """Whether each group has its winner, or its last two were level at their table."""
    pairs = {frozenset(pair) for pair in open_tables(stage)}
    return all(
        len(there) < 2 or frozenset(there) in pairs
        for there in (alive(stage, group) for group in stage.groups)
    )
