"""Club-mates at different tables, against trying every way to seat them."""

import random
from collections import Counter
from itertools import accumulate, product

from hypothesis import given
from hypothesis import strategies as st

from league.tournaments.brackets.mixing import uncrowded


@given(st.integers(0, 10_000))
def test_nobody_is_crowded_wherever_tables_of_the_sizes_allow_it(seed: int) -> None:
    draw = random.Random(seed)
    sizes = [draw.randint(2, 6) for _table in range(draw.randint(1, 5))]
    clubs = [draw.choice(["", "a", "a", "b", "c"]) for _seat in range(sum(sizes))]
    ends = list(accumulate(sizes))
    blocks = [list(range(end - size, end)) for size, end in zip(sizes, ends, strict=True)]
    found = uncrowded(blocks, clubs)
    assert sorted(person for table in found for person in table) == list(range(len(clubs)))
    assert [len(table) for table in found] == sizes
    share = {club: -(-clubs.count(club) // len(sizes)) for club in set(clubs) - {""}}
    crowded = any(
        sum(clubs[person] == club for person in table) > most
        for table in found
        for club, most in share.items()
    )
    assert crowded == (not some_way(sizes, share, Counter(clubs)))


def some_way(sizes: list[int], share: dict[str, int], left: Counter[str]) -> bool:
    """Whether any way to fill the tables crowds nobody: all of them are tried."""
    if not sizes:
        return True
    names = sorted(share)
    for taken in product(*(range(min(share[name], left[name]) + 1) for name in names)):
        loose = sizes[0] - sum(taken)
        rest = left - Counter(dict(zip(names, taken, strict=True))) - Counter({"": loose})
        if 0 <= loose <= left[""] and some_way(sizes[1:], share, rest):
            return True
    return False
