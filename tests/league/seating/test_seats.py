"""First seats in equal shares."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.seats import first_seats


@settings(max_examples=80, deadline=None)
@given(
    tables=st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True), max_size=6),
    before=st.lists(st.integers(0, 3), min_size=6, max_size=6),
)
def test_the_highest_count_is_as_low_as_any_choice_makes_it(tables, before):
    def most(chosen):
        return max(count + list(chosen).count(who) for who, count in enumerate(before))

    found = first_seats(tables, before)
    assert all(first in table for first, table in zip(found, tables, strict=True))
    assert most(found) == min(most(chosen) for chosen in product(*tables))
