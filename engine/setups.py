"""Checking how a round is set up: players, dominoes, the deal and the double in the hub.

Valid where some way of dealing by the rules gives what is told; what is not told is unknown. Tiles
that were drawn until the starting double turned up (HUB-28, SEN-06) are such a way too.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.countdown import Table
from engine.parameters import HandSize, HandSizes, PlayerLimits
from engine.tiles import Tile, double, tile_count

OUT_OF_A_HAND = ("highest_held", "named_held")


@dataclass(frozen=True, slots=True)
class Setup:
    """A table as it is set up; `tiles` are as written, also those that no set has.

    `on_trains` are the tiles on all trains together, None where one train is not told of.
    """

    table: Table
    tiles: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    boneyard: int | None = None
    on_trains: int | None = None

    @property
    def double_from(self) -> object:
        """Where the rules take the starting double from."""
        return self.table.rules.starting_double_from.value

    @property
    def hand_size(self) -> HandSize | None:
        """The row of hand sizes for this table; None where unknown or not said."""
        sizes, table = self.table.rules.hand_size.value, self.table
        if not isinstance(sizes, HandSizes) or table.seats is None:
            return None
        if table.set is not None:
            return sizes.find(table.set, len(table.seats))
        rows = [row for row in sizes.rows if row.players in (None, len(table.seats))]
        return rows[0] if rows and all(row.set is None for row in rows) else None

    def count(self, seat: str) -> int | None:
        """The number of tiles in a hand, as told."""
        if seat in self.table.counts:
            return max(self.table.counts[seat], len(self.tiles.get(seat, ())))
        return len(self.tiles[seat]) if seat in self.tiles else None


@dataclass(frozen=True, slots=True)
class SetupFault:
    """One thing that is wrong with a setup, as the contract writes faults, with its clauses."""

    code: str
    text: str
    clauses: tuple[str, ...]
    seats: tuple[str, ...] = ()
    tiles: tuple[Tile, ...] = ()


def players(setup: Setup) -> Iterator[SetupFault]:
    """More or fewer players than the rules allow with these dominoes."""
    rule, table = setup.table.rules.player_limits, setup.table
    if not isinstance(rule.value, PlayerLimits) or table.seats is None or table.set is None:
        return
    row, count = rule.value.find(table.set), len(table.seats)
    if row is None:
        yield SetupFault(
            "set_not_known", f"These rules are not for a double-{table.set} set.", rule.clauses
        )
    elif count < row.low or (row.high is not None and count > row.high):
        most = "or more" if row.high is None else f"to {row.high}"
        yield SetupFault(
            "players",
            f"{count} players are told of; with the double-{table.set} set {row.low} {most} play.",
            (row.clause, *rule.clauses) if row.clause else rule.clauses,
            table.seats,
        )


def tiles_in_hands(setup: Setup) -> Iterator[SetupFault]:
    """Tiles that the set lacks, or that are in two places at once."""
    rules, set_ = setup.table.rules, setup.table.set
    for seat, hand in setup.tiles.items():
        strange = tuple(tile for tile in hand if set_ is not None and not tile.in_set(set_))
        if strange:
            shown = ", ".join(map(str, strange))
            text = f"{seat} cannot hold {shown}: the double-{set_} set has no such tile."
            yield SetupFault("tile_not_in_set", text, set_clauses(set_), (seat,), strange)
    held = Counter(tile for hand in setup.tiles.values() for tile in hand)
    for tile, times in held.items():
        if times > 1:
            seats = tuple(seat for seat, hand in setup.tiles.items() if tile in hand)
            text = f"{tile} is in the hands of {' and '.join(seats)}; there is only one."
            yield SetupFault("tile_twice", text, set_clauses(set_), seats, (tile,))
    hub = hub_double(setup)
    if hub is None:
        return
    for seat, hand in setup.tiles.items():
        if double(hub) in hand:
            text = f"{seat} cannot hold {double(hub)}: it lies in the hub."
            clauses = rules.starting_double_from.clauses
            yield SetupFault("starting_double_in_hand", text, clauses, (seat,), (double(hub),))


def hub_double(setup: Setup) -> int | None:
    """The pips of the double that lies in the hub, None where that is not known."""
    table = setup.table
    if table.starting_double is not None:
        return table.starting_double
    first = table.rules.first_starting_double.value
    if setup.double_from == "highest_of_set_preset" and table.round == 1:
        return table.set if first == "set_maximum" else first if isinstance(first, int) else None
    return None


def starting_double(setup: Setup) -> Iterator[SetupFault]:
    """A double in the hub that cannot have started this round."""
    table, rules = setup.table, setup.table.rules
    told = table.starting_double
    if told is None:
        return
    if table.set is not None and told > table.set:
        text = f"The double-{table.set} set has no {double(told)} to start with."
        yield SetupFault("no_such_double", text, set_clauses(table.set), (), (double(told),))
        return
    first, rule = rules.first_starting_double.value, rules.first_starting_double
    named = table.set if first == "set_maximum" else first
    if isinstance(named, int):
        if table.round == 1 and told != named:
            text = f"The first round starts with {double(named)}, not {double(told)}."
            yield SetupFault("wrong_double", text, rule.clauses, (), (double(told),))
        elif told > named and rules.next_starting_double.value == "minus_one":
            text = f"The rounds count down from {double(named)}: none starts with {double(told)}."
            yield SetupFault("wrong_double", text, rule.clauses, (), (double(told),))
    if setup.double_from == "highest_held":
        higher = [
            (seat, tile)
            for seat, hand in setup.tiles.items()
            for tile in hand
            if tile.is_double and tile.low > told
        ]
        if higher:
            text = f"{higher[0][0]} holds {higher[0][1]}, a higher double than {double(told)}."
            clauses = rules.starting_double_from.clauses
            seats = tuple(seat for seat, _tile in higher)
            yield SetupFault("higher_double_held", text, clauses, seats, (higher[0][1],))


def deal(setup: Setup) -> Iterator[SetupFault]:
    """Hands of another size than the rules deal."""
    row, table = setup.hand_size, setup.table
    if row is None:
        return
    rule = table.rules.hand_size
    clauses = (row.clause, *rule.clauses) if row.clause else rule.clauses
    told = {seat: count for seat in table.seats or () if (count := setup.count(seat)) is not None}
    wrong = _wrong_hands(setup, row.tiles, told)
    if wrong:
        shown = ", ".join(f"{seat} {told[seat]}" for seat in wrong)
        text = f"Each draws {row.tiles} tiles; told are: {shown}."
        yield SetupFault("hand_size", text, clauses, tuple(wrong))


def _wrong_hands(setup: Setup, size: int, told: Mapping[str, int]) -> list[str]:
    """The seats whose number of tiles no deal gives; none where some deal gives them all."""
    table = setup.table
    laid = table.starting_double is not None and setup.double_from in OUT_OF_A_HAND
    if not laid:
        return [seat for seat, count in told.items() if count != size]
    by = table.starting_double_by
    seats = table.seats or ()
    for layer in [by] if by else seats:
        # Straight out of the hand as dealt: the layer has one tile less than the others.
        if all(count == size - (seat == layer) for seat, count in told.items()):
            return []
    may_draw = table.rules.starting_double_missing.value in ("draw_any_double", "draw_named")
    if may_draw and _after_drawing(size, told, seats, by):
        return []
    usual = Counter(told.values()).most_common(1)[0][0] if told else size
    wrong = [seat for seat, count in told.items() if count not in (size, size - 1)]
    return wrong or [seat for seat, count in told.items() if count != usual] or list(told)


def _after_drawing(
    size: int, told: Mapping[str, int], seats: tuple[str, ...], by: str | None
) -> bool:
    """Whether the hands can come from drawing in turn until the double turned up and was laid.

    Whoever drew it laid it, so that hand has what it had before that draw; the seats that drew
    before it in that turn of the table have one more.
    """
    most = max(told.values(), default=size)
    for layer in range(len(seats)):
        if by is not None and seats[layer] != by:
            continue
        for before in range(len(seats)):
            drew = {seats[(layer - back) % len(seats)] for back in range(1, before + 1)}
            for more in range(max(most - size, 0) + 1):
                if all(count == size + more + (seat in drew) for seat, count in told.items()):
                    return True
    return False


def arithmetic(setup: Setup) -> Iterator[SetupFault]:
    """Hands, boneyard, trains and hub that do not add up to the set."""
    table = setup.table
    if table.set is None:
        return
    counts = [setup.count(seat) for seat in table.seats or ()]
    known = [count for count in counts if count is not None]
    whole = tile_count(table.set)
    hubs = _hub_tiles(setup)
    told = sum(known) + (setup.boneyard or 0) + (setup.on_trains or 0)
    complete = (
        table.seats is not None
        and len(known) == len(counts)
        and setup.boneyard is not None
        and setup.on_trains is not None
    )
    if told + min(hubs) > whole:
        text = f"{told + min(hubs)} tiles are told of; the double-{table.set} set has {whole}."
        yield SetupFault("too_many_tiles", text, set_clauses(table.set))
    elif complete and whole - told not in hubs:
        text = f"{told + max(hubs)} tiles are told of; the double-{table.set} set has {whole}."
        yield SetupFault("tiles_missing", text, set_clauses(table.set))


def _hub_tiles(setup: Setup) -> tuple[int, ...]:
    """How many tiles the hub can hold: one once the double lies there, before it none."""
    if setup.table.starting_double is not None:
        return (1,)
    if setup.double_from in OUT_OF_A_HAND:
        return (0,)
    return (1,) if setup.double_from == "highest_of_set_preset" else (0, 1)


def set_clauses(set_: int | None) -> tuple[str, ...]:
    """The clauses that say what a set holds."""
    return {9: ("FAM-02",), 12: ("FAM-03",)}.get(set_ or 0, ("FAM-01",))


CHECKS: tuple[Callable[[Setup], Iterator[SetupFault]], ...] = (
    players,
    tiles_in_hands,
    starting_double,
    deal,
    arithmetic,
)


def check_setup(setup: Setup) -> tuple[SetupFault, ...]:
    """Every fault of a setup; none where it fits the rules as far as they say."""
    return tuple(fault for check in CHECKS for fault in check(setup))


def silent_about(setup: Setup) -> tuple[str, ...]:
    """The clauses that come nearest where the rules say nothing of the deal; else none."""
    rule, table = setup.table.rules.hand_size, setup.table
    if table.seats is None or table.set is None:
        silent = not isinstance(rule.value, HandSizes)
    else:
        silent = setup.hand_size is None
    return rule.clauses if silent else ()
