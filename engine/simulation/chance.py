"""Random numbers, drawn many at a time, which takes less time than one by one."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from random import Random
from struct import Struct
from typing import Final

_WORD: Final = 32
_BITS: Final = 30
"""The low bits that are kept of each word: numbers that Python computes with fastest."""
_CHANCES: Final = 24
"""Of each word that is to be below a limit the low bits are kept: there is room above them."""


class Numbers:
    """A number of numbers from 0 to 2**30 at each call; a `random` always gives the same ones."""

    def __init__(self, count: int) -> None:
        self.bits = _WORD * count
        self.kept = sum(((1 << _BITS) - 1) << _WORD * place for place in range(count))
        self.words = Struct(f"<{count}I")

    def __call__(self, random: Random) -> tuple[int, ...]:
        """Return the next numbers of this `random`."""
        bits: Callable[[int], int] = random.getrandbits
        whole = bits(self.bits) & self.kept
        return self.words.unpack(whole.to_bytes(self.words.size, "little"))


class Below:
    """Numbers below limits, one for each, at each call; a `random` always gives the same ones.

    The limits are from 1 to 256. Of 2**24 chances a number gets as many as any other, or one more.

    A number below a limit is the word times the limit, without its low 24 bits: of the limit 6 and
    the word 0xC00000 (three quarters of 2**24) that is 4. All words are multiplied at once, as
    parts of one large number: to multiply by 6 (0b110) is to add the words whose limit has the
    bit, double, add again, double. No product reaches into the next word, as 24 + 8 bits fit.
    """

    def __init__(self, limits: Sequence[int]) -> None:
        self.bits = _WORD * len(limits)
        self.bytes = self.bits // 8
        # For each bit of the limits, the highest first: the words whose limit has it.
        self.factors = [
            sum(
                ((1 << _CHANCES) - 1) << _WORD * place
                for place, limit in enumerate(limits)
                if limit >> bit & 1
            )
            for bit in reversed(range(max(limits).bit_length()))
        ]

    def __call__(self, random: Random) -> bytes:
        """Return the next numbers of this `random`."""
        words = random.getrandbits(self.bits)
        products = 0
        for words_to_add in self.factors:
            products = (products << 1) + (words & words_to_add)
        return products.to_bytes(self.bytes, "little")[_CHANCES // 8 :: _WORD // 8]


_BLOCK: Final = Numbers(256)


def rolls(random: Random) -> Iterator[int]:
    """Yield numbers from 0 to 2**30 without end; `random` is ahead of what was taken."""
    return chain.from_iterable(map(_BLOCK, repeat(random)))
