"""What orders the seats of a game: one place, for the server's sheet and for a tablet's."""

from collections.abc import Mapping

Key = tuple[int, int]


def rank_keys(
    totals: Mapping[int, int], rounds_out: Mapping[int, int], *, by_rounds_out: bool
) -> dict[int, Key]:
    """What each seat is ordered by, the lowest first: its total (points).

    Where the house parts equal totals by rounds gone out in, these come second, more of them first.
    """
    return {
        seat: (total, -rounds_out.get(seat, 0) if by_rounds_out else 0)
        for seat, total in totals.items()
    }
