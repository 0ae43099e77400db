"""Random numbers, drawn many at a time, which takes less time than one by one."""

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from random import Random
from struct import Struct
from typing import Final

_WORD: Final = 32
_BITS: Final = 30
"""Of each word the low bits are kept: numbers that Python reckons with fastest."""


class Numbers:
    """So many numbers, each from 0 to 2**30, at each call; a `random` gives the same ones."""

    def __init__(self, many: int) -> None:
        self.bits = _WORD * many
        self.kept = sum(((1 << _BITS) - 1) << _WORD * place for place in range(many))
        self.words = Struct(f"<{many}I")

    def __call__(self, random: Random) -> tuple[int, ...]:
        """The next numbers of this `random`."""
        bits: Callable[[int], int] = random.getrandbits
        whole = bits(self.bits) & self.kept
        return self.words.unpack(whole.to_bytes(self.words.size, "little"))


_BLOCK: Final = Numbers(64)


def rolls(random: Random) -> Iterator[int]:
    """Numbers from 0 to 2**30 without end; `random` is ahead of what was taken."""
    return chain.from_iterable(map(_BLOCK, repeat(random)))
