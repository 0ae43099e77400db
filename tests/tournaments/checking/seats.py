"""Rounds of tables by hand: who must sit, how many at a table, and next to whom."""

from collections import Counter
from collections.abc import Collection
from fractions import Fraction

from .ranks import ranks_of
from .state import Key, Stage, Told


def most_of_size(players: int, sizes: Told) -> int | None:
    """How many tables of the wished size there can be at most; None where nobody can be seated."""
    if players < 2:
        return None
    for wished in range(players // sizes["size"], -1, -1):
        left = players - wished * sizes["size"]
        for others in range(left + 1):
            if others * sizes["least"] <= left <= others * sizes["most"]:
                return wished
    return None


def why_not(stage: Stage) -> list[str]:
    """Why the stage's next round cannot be seated; empty where it can."""
    faults = []
    alone = sitting_out(stage)
    if len(stage.inside) - len(alone) < 2:
        faults.append(f"{len(stage.inside)} are there")
    for group in stage.groups:
        there = [key for key in stage.of_group(group) if not stage.field[key]["out"]]
        fits = there == [] or seatable(stage, len(there)) > 0
        if not fits and not set(there) <= alone:
            faults.append(f"{len(there)} of {group!r} do not fit")
    return faults


def seatable(stage: Stage, people: int) -> int:
    """How many of so many people tables can seat; where a stage has one game, all or none."""
    fewest = people if stage.plan["rounds"] == 1 else 2
    fitting = range(people, fewest - 1, -1)
    return next((n for n in fitting if most_of_size(n, stage.plan) is not None), 0)


def sitting_out(stage: Stage) -> set[Key]:
    """Who has no table in the next game, and is not to blame for it."""
    alone = _left_alone(stage)
    return alone.union(*(_byes(stage, group) - alone for group in stage.groups))


def _byes(stage: Stage, group: str) -> set[Key]:
    """As few of a group as can be: those with the fewest byes, of them the last so far."""
    keys = [key for key in stage.of_group(group) if not stage.field[key]["out"]]
    over = len(keys) - seatable(stage, len(keys))
    if not over or over == len(keys) or _all_stay(stage, group, keys):
        return set()
    order = standing(stage, keys)
    if not any(stage.tables_of(group, which) for which in stage.rounds):
        sign = ranks_of(stage).best_first()
        brought = {key: sign * Fraction(stage.field[key]["carried"]) for key in keys}
        order = sorted(_by_seed(stage, keys), key=brought.__getitem__)
    had = {key: sum(key in which["byes"] for which in stage.rounds) for key in keys}
    last_first = order[::-1]
    return set(sorted(last_first, key=had.__getitem__)[:over])


def _all_stay(stage: Stage, group: str, keys: list[Key]) -> bool:
    """Whether the tables of the last game hold just these, and people stay at such ones."""
    if stage.plan["seating"] not in ("snake", "lowest", "moves") or not stage.rounds:
        return False
    before = [table["seats"] for table in stage.tables_of(group, stage.rounds[-1])]
    return frozenset().union(*before) == frozenset(keys) and all(
        _fits(stage.plan, seats) for seats in before
    )


def _left_alone(stage: Stage) -> set[Key]:
    """Who is left alone of a division once it has begun, while others of the stage play on."""
    if not stage.rounds or not stage.plan["by_division"]:
        return set()
    there = [
        [key for key in stage.of_group(group) if not stage.field[key]["out"]]
        for group in stage.groups
    ]
    alone = {keys[0] for keys in there if len(keys) == 1}
    return alone if any(len(keys) > 1 for keys in there) else set()


def seat_faults(stage: Stage, which: Told) -> list[str]:
    """What is wrong with the round that was seated, by what was known before it."""
    faults = _people(stage, which)
    if faults:
        return faults
    if set(which["byes"]) != sitting_out(stage):
        faults.append(f"{which['byes']} have byes, due {sorted(sitting_out(stage))}")
    for group in stage.groups:
        tables = stage.tables_of(group, which)
        seated = [table["seats"] for table in tables]
        faults += _sizes(stage, group, seated)
        faults += _seating(stage, group, seated)
    return faults


def _people(stage: Stage, which: Told) -> list[str]:
    """Everybody once, nobody else, at tables from 1, each division to itself."""
    faults = []
    numbers = [table["number"] for table in which["tables"]]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        faults.append(f"tables are numbered {sorted(numbers)}")
    seated = Counter(key for table in which["tables"] for key in table["seats"])
    there = set(stage.inside) - sitting_out(stage)
    faults += [f"{key} has no seat" for key in sorted(there - set(seated))]
    for key, times in sorted(seated.items()):
        if times > 1:
            faults.append(f"{key} has {times} seats")
        if key not in there:
            faults.append(f"{key} is seated and is not there")
    if not faults and stage.plan["by_division"]:
        for table in which["tables"]:
            for key in table["seats"]:
                if stage.field[key]["group"] != table["group"]:
                    faults.append(f"{key} sits in {table['group']!r}")
    return faults


def _sizes(stage: Stage, group: str, tables: list[list[Key]]) -> list[str]:
    plan = stage.plan
    faults = [
        f"{len(seats)} sit at a table of {group!r}" for seats in tables if not _fits(plan, seats)
    ]
    # Who stays, or moves by one table, keeps the tables as they are.
    if stage.rounds and plan["seating"] in ("snake", "lowest", "moves"):
        return faults
    wished = sum(len(seats) == plan["size"] for seats in tables)
    due = most_of_size(sum(map(len, tables)), plan) if tables else 0
    if wished != due:
        faults.append(f"{wished} tables of {plan['size']} in {group!r} where there can be {due}")
    return faults


def _fits(plan: Told, seats: Collection[Key]) -> bool:
    """Whether so many may sit at a table."""
    return max(2, plan["least"]) <= len(seats) <= plan["most"]


def _seating(stage: Stage, group: str, tables: list[list[Key]]) -> list[str]:
    seating = stage.plan["seating"]
    faults = []
    if (
        seating in ("snake", "random", "moves")
        and stage.plan["apart"]
        and not (seating in ("snake", "moves") and stage.rounds)
    ):
        faults += _apart(stage, group, tables)
    if seating == "snake":
        faults += _snake(stage, group, tables)
    if stage.rounds and seating == "swiss":
        faults += _swiss(stage, group, tables)
    if stage.rounds and seating == "moves":
        faults += _moves(stage, group, tables)
    if stage.rounds and seating == "lowest":
        faults += _lowest(stage, group, tables)
    return faults


def _apart(stage: Stage, group: str, tables: list[list[Key]]) -> list[str]:
    """No more club-mates at a table than there must be, where tables of such sizes allow it."""
    sizes = sorted(map(len, tables), reverse=True)
    clubs = Counter(stage.field[key]["club"] or key for seats in tables for key in seats)
    most = {club: -(-people // len(sizes)) for club, people in clubs.items()} if sizes else {}
    for number in range(1, len(sizes) + 1):
        if sum(sizes[:number]) > sum(min(clubs[c], number * most[c]) for c in clubs):
            return []
    faults = []
    for seats in tables:
        here = Counter(stage.field[key]["club"] or key for key in seats)
        for club, people in here.items():
            if people > most[club]:
                faults.append(f"{people} of {club} sit together in {group!r}, {most[club]} need to")
    return faults


def _snake(stage: Stage, group: str, tables: list[list[Key]]) -> list[str]:
    now = [frozenset(seats) for seats in tables]
    if stage.rounds:
        before = [frozenset(t["seats"]) for t in stage.tables_of(group, stage.rounds[-1])]
        same = frozenset().union(*before) == frozenset().union(*now)
        # Somebody moved by hand from a table that others had left can leave it too small to stay.
        same = same and stage.seated_by == stage.plan
        same = same and all(_fits(stage.plan, seats) for seats in before)
        return [] if not same or before == now else [f"the tables of {group!r} have not stayed"]
    if stage.plan["apart"]:
        return []
    due: list[list[Key]] = [[] for _ in tables]
    left = [key for key in stage.of_group(group) if any(key in seats for seats in now)]
    forth = True
    while left:
        for at in range(len(tables)) if forth else reversed(range(len(tables))):
            if left and len(due[at]) < len(tables[at]):
                due[at].append(left.pop(0))
        forth = not forth
    if [frozenset(seats) for seats in due] != now:
        return [f"{group!r} sits {[sorted(t) for t in now]}, in snake order {due}"]
    return []


def standing(stage: Stage, keys: list[Key]) -> list[Key]:
    """So far: by value, then tie-breaks, then seed; who has no place is last."""
    ranks = ranks_of(stage)
    ranked = [key for key in keys if ranks.ranked(key)]
    order = [key for level, _ in ranks.groups(ranked) for key in _by_seed(stage, level)]
    return order + _by_seed(stage, [key for key in keys if key not in set(ranked)])


def _by_seed(stage: Stage, keys: list[Key]) -> list[Key]:
    return sorted(keys, key=lambda key: stage.field[key]["seed"])


def meetings(stage: Stage, tables: list[list[Key]]) -> tuple[int, int]:
    """Pairs at these tables that have sat together before in the stage, and how often in all."""
    met = stage.met()
    times = [
        met.get(frozenset((seats[one], seats[other])), 0)
        for seats in tables
        for one in range(len(seats))
        for other in range(one)
    ]
    return sum(time > 0 for time in times), sum(times)


def greedy(stage: Stage, order: list[Key], sizes: list[int]) -> list[list[Key]]:
    """Tables filled from the top: always the next who has met fewest of those that sit there."""
    met = stage.met()
    left = list(order)
    found = []
    for size in sizes:
        seats: list[Key] = []
        while len(seats) < size:

            def known(key: Key, seats: list[Key] = seats) -> int:
                return sum(met.get(frozenset((key, other)), 0) for other in seats)

            best = next((key for key in left if not known(key)), None)
            best = min(left, key=known) if best is None else best
            seats.append(best)
            left.remove(best)
        found.append(seats)
    return found


def _swiss(stage: Stage, group: str, tables: list[list[Key]]) -> list[str]:
    if not tables:
        return []
    faults = []
    order = standing(stage, [key for seats in tables for key in seats])
    ranks = ranks_of(stage)
    best = ranks.value(order[0])
    leaders = [key for key in order if ranks.value(key) == best and ranks.ranked(key)]
    if leaders and not set(leaders) & set(tables[0]):
        faults.append(f"no leader of {group!r} ({leaders}) sits at its first table")
    again = meetings(stage, tables)
    naive = meetings(stage, greedy(stage, order, [len(seats) for seats in tables]))
    # Fewer pairs that meet again, or fewer that do so for the third time: either will do. A few
    # more are right where later rounds then have fewer.
    if all(5 * here > 6 * there + 5 for here, there in zip(again, naive, strict=True)):
        faults.append(f"{again} pairs of {group!r} meet again, {naive} by going down the list")
    return faults


def moves_fit(stage: Stage) -> bool:
    """Whether as many can move up and down as are to, at every table of the last round."""
    movers = stage.plan["movers"]
    for group in stage.groups:
        tables = stage.tables_of(group, stage.rounds[-1]) if stage.rounds else []
        for at, table in enumerate(tables):
            needed = movers if at in (0, len(tables) - 1) else 2 * movers
            there = [key for key in table["seats"] if not stage.field[key]["out"]]
            if len(tables) > 1 and len(there) < needed:
                return False
    return True


def _lowest(stage: Stage, group: str, tables: list[list[Key]]) -> list[str]:
    """The lowest of each table one up, the highest one down, where everybody is still there."""
    last = stage.rounds[-1]
    before = [table["seats"] for table in stage.tables_of(group, last)]
    stayed = frozenset().union(*before) == frozenset().union(*tables)
    if not stayed or not moves_fit(stage) or stage.seated_by != stage.plan:
        return []
    if not all(_fits(stage.plan, seats) for seats in before):
        return []
    if [len(seats) for seats in before] != [len(seats) for seats in tables]:
        return [f"tables of {group!r} have changed their sizes"]
    now = {key: at for at, seats in enumerate(tables) for key in seats}
    ranks = ranks_of(stage)
    movers = stage.plan["movers"]
    faults = []
    for at, seats in enumerate(before):
        up = movers if at > 0 else 0
        down = movers if at < len(before) - 1 else 0
        known = [key for key in seats if stage.line(last["number"], key)["total"] is not None]
        levels = [keys for keys, _ in ranks.groups(known, table=last["number"])]
        levels += [[key for key in seats if key not in known]]
        position = 0
        for level in levels:
            after = position + len(level)
            low = len(seats) - down
            free = {
                at - 1 if place < up else at + 1 if place >= low else at
                for place in range(position, after)
            }
            wrong = [key for key in level if now[key] not in free]
            faults += [f"{key} of table {at + 1} sits at {now[key] + 1}" for key in wrong]
            position = after
        gone_up = sum(now[key] == at - 1 for key in seats)
        gone_down = sum(now[key] == at + 1 for key in seats)
        if (gone_up, gone_down) != (up, down):
            faults.append(f"{gone_up} went up and {gone_down} down from table {at + 1}")
    return faults


def _moves(stage: Stage, group: str, tables: list[list[Key]]) -> list[str]:
    """Everybody where the stage's steps lead, but for as many as find no seat there."""
    last = stage.rounds[-1]
    before = [table["seats"] for table in stage.tables_of(group, last)]
    stayed = frozenset().union(*before) == frozenset().union(*tables)
    if not stayed or stage.seated_by != stage.plan or len(before) != len(tables):
        return []
    now = {key: at for at, seats in enumerate(tables) for key in seats}
    free: dict[Key, set[int]] = {}
    due: Counter[int] = Counter()
    for at, seats in enumerate(before):
        steps = stage.plan["top_moves"] if at == 0 and stage.plan["top_moves"] else []
        steps = steps or stage.plan["moves"]
        leads = [
            (at - (steps[place] if place < len(steps) else 0)) % len(tables)
            for place in range(len(seats))
        ]
        due.update(leads)
        position = 0
        for level in _levels(stage, last, seats):
            for key in level:
                free[key] = set(leads[position : position + len(level)])
            position += len(level)
    over = sum(max(0, due[at] - len(seats)) for at, seats in enumerate(tables))
    astray = [key for key in now if now[key] not in free[key]]
    if len(astray) > over:
        return [f"{astray} of {group!r} do not move as the rule says, {over} cannot"]
    return []


def _levels(stage: Stage, last: Told, seats: list[Key]) -> list[list[Key]]:
    """A table's people in the order that its steps are for, in groups in any order."""
    if stage.plan["moves_by"] == "seats":
        return [[key] for key in seats]
    ranks = ranks_of(stage)
    known = [key for key in seats if stage.line(last["number"], key)["total"] is not None]
    levels = [keys for keys, _ in ranks.groups(known, table=last["number"])]
    return levels + [[key for key in seats if key not in known]]
