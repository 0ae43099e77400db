"""What orders the seats of a game; without a network, `keyOf` in `tablet/standings.js` does."""

from collections.abc import Mapping
from typing import Final

Key = tuple[int, ...]

NOT_IN_RUN_OFF: Final = 1_000_000
"""Points that stand for a seat that a run-off was not for: nobody has so many."""


def rank_keys(
    totals: Mapping[int, int],
    rounds_out: Mapping[int, int],
    *,
    by_rounds_out: bool,
    run_offs: Mapping[int, tuple[int, ...]] | None = None,
) -> dict[int, Key]:
    """What each seat is ordered by, the lowest first: its total (points).

    Where the house parts equal totals by rounds won, these come second, more of them first;
    where those who tie play on, their points of each run-off come last.
    """
    return {
        seat: (
            total,
            -rounds_out.get(seat, 0) if by_rounds_out else 0,
            *(run_offs or {}).get(seat, ()),
        )
        for seat, total in totals.items()
    }
