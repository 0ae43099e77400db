"""Random numbers drawn many at a time: the same ones as one by one."""

from itertools import islice
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.simulation.chance import Below, Numbers, rolls

SEEDS = st.integers(0, 2**64)


def words(random, many):
    """Return words of 32 bits in the order in which they were drawn."""
    whole = random.getrandbits(32 * many)
    return [whole >> 32 * place & 0xFFFF_FFFF for place in range(many)]


@given(SEEDS, st.lists(st.integers(1, 256), min_size=1, max_size=100))
def test_numbers_below_limits_are_those_of_each_word_apart(seed, limits):
    first, other = Random(seed), Random(seed)
    result = Below(limits)(first)
    parts = [word % 2**24 for word in words(other, len(limits))]
    assert list(result) == [
        part * limit // 2**24 for part, limit in zip(parts, limits, strict=True)
    ]
    assert all(number < limit for number, limit in zip(result, limits, strict=True))
    assert first.random() == other.random()


@given(SEEDS, st.integers(1, 100))
def test_numbers_are_the_low_bits_of_words(seed, many):
    assert list(Numbers(many)(Random(seed))) == [word % 2**30 for word in words(Random(seed), many)]


def test_rolls_go_on():
    result = list(islice(rolls(Random(1)), 300))
    random = Random(1)
    assert result == [word % 2**30 for _ in range(2) for word in words(random, 256)][:300]
