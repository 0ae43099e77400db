"""What a change of seats costs, against a slow and obvious count over the whole plan."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from league.days.selectors.seat_changes import SeatChange, seats_after
from league.days.selectors.seat_costs import GameSetting, added, issues_of, mended
from league.days.selectors.seating import Round

PEOPLE = range(1, 12)
Day = Sequence[Round]


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Round, ...]:
    """A day of two to four games, each at three or four tables of any size, none of it planned."""
    day = []
    for _game in range(draw(st.integers(2, 4))):
        order = draw(st.permutations(list(PEOPLE)))
        cuts = sorted(draw(st.lists(st.integers(0, len(order)), min_size=2, max_size=3)))
        ends = zip([0, *cuts], [*cuts, len(order)], strict=True)
        day.append(tuple(tuple(order[start:end]) for start, end in ends))
    return tuple(day)


def games_together(day: Day, one: int, other: int) -> list[int]:
    """The numbers of the games in which two people sit at one table."""
    return [
        number
        for number, tables in enumerate(day, 1)
        if any(one in table and other in table for table in tables)
    ]


def table_of(day: Day, number: int, who: int) -> int:
    for at, table in enumerate(day[number - 1], 1):
        if who in table:
            return at
    return 0


def repeats(day: Day) -> int:
    """The meetings of all pairs beyond the first of each."""
    met = Counter(
        pair for tables in day for table in tables for pair in combinations(sorted(table), 2)
    )
    return sum(times - 1 for times in met.values())


@given(
    day=rounds(),
    data=st.data(),
    fixed=st.dictionaries(st.sampled_from(PEOPLE), st.integers(1, 3), max_size=3),
    wishes=st.lists(
        st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=2, unique=True).map(frozenset),
        max_size=4,
        unique=True,
    ),
)
def test_the_costs_are_what_a_count_over_the_plan_says(
    day: tuple[Round, ...],
    data: st.DataObject,
    fixed: dict[int, int],
    wishes: list[frozenset[int]],
) -> None:
    number = data.draw(st.integers(1, len(day)), label="game")
    one, other = data.draw(st.permutations(list(PEOPLE)), label="people")[:2]
    table = data.draw(st.integers(0, len(day[number - 1]) + 1), label="table")
    change = SeatChange(one, table=table) if table else SeatChange(one, other)
    apart, together = frozenset(wishes[:2]), frozenset(wishes[2:])
    setting = GameSetting(
        number,
        {at: tables for at, tables in enumerate(day, 1) if at != number},
        4,
        3,
        5,
        fixed,
        apart,
        together,
    )
    tables = seats_after(day[number - 1], change)
    after = (*day[: number - 1], tables, *day[number:])
    before, then = issues_of(setting, day[number - 1]), issues_of(setting, tables)
    costs, gains = added(before, then), mended(before, then, tables)

    # Who sits where: nobody is lost, and nobody else moves.
    assert sorted(pk for ids in tables for pk in ids) == list(PEOPLE)
    for who in PEOPLE:
        if who not in (one, other) or (table and who == other):
            assert table_of(after, number, who) == table_of(day, number, who)
    assert table_of(after, number, one) == (table or table_of(day, number, other))

    # Meetings: each pair that comes together now and has met in other games, and no other.
    for pair in combinations(PEOPLE, 2):
        others = [at for at in games_together(after, *pair) if at != number]
        is_new = number in games_together(after, *pair) and number not in games_together(day, *pair)
        for kind, games in (
            ("again", [at for at in others if at < number]),
            ("coming", [at for at in others if at > number]),
        ):
            listed = [cost.games for cost in costs if cost.kind == kind and cost.players == pair]
            assert listed == ([tuple(games)] if games and is_new else [])
        for kind, wishes_of_kind in (("apart", apart), ("together", together)):
            wished = frozenset(pair) in wishes_of_kind
            broken, was_broken = (
                wished and (number in games_together(plan, *pair)) == (kind == "apart")
                for plan in (after, day)
            )
            assert any(c.kind == kind and c.players == pair for c in costs) == (
                broken and not was_broken
            )
            assert any(c.kind == kind and c.players == pair for c in gains) == (
                was_broken and not broken
            )
    # All that is said of meetings, costs less gains, is by how much the whole day repeats more.
    met, parted = (
        {issue.players for issue in issues if issue.kind in ("again", "coming")}
        for issues in (costs, gains)
    )
    assert len(met) - len(parted) == repeats(after) - repeats(day)

    for who in PEOPLE:
        place, old = table_of(after, number, who), table_of(day, number, who)
        needs = fixed.get(who)
        assert any(c.kind == "fixed" and c.players == (who,) for c in costs) == bool(
            needs and place != needs and old == needs
        )
        again = tuple(
            at for at in range(1, len(day) + 1) if at != number and table_of(day, at, who) == place
        )
        listed = [cost.games for cost in costs if cost.kind == "same" and cost.players == (who,)]
        assert listed == ([again] if again and place != old and place != needs else [])
    for at, ids in enumerate(tables, 1):
        was = len(day[number - 1][at - 1]) if at <= len(day[number - 1]) else 0
        sizes = [cost.people for cost in costs if cost.table == at and not cost.players]
        assert sizes == ([len(ids)] if len(ids) not in (0, 4, was) else [])
        better = [gain for gain in gains if gain.table == at and not gain.players]
        assert len(better) == (len(ids) == 4 and was not in (0, 4))
