"""Who should be in a stage by the results of the one before, beside who is.

Until the director has decided, nobody says of these people whether they go on.
"""

from collections.abc import Collection
from dataclasses import dataclass

from league.standings.results import Key

from .values import Advance


@dataclass(frozen=True)
class Apart:
    """Who should have gone on and did not, who did and should not have, and who is level now.

    `level` are groups of whom another number is in than there are places.
    """

    missing: frozenset[Key] = frozenset()
    extra: frozenset[Key] = frozenset()
    level: tuple[frozenset[Key], ...] = ()

    @property
    def people(self) -> frozenset[Key]:
        """All of whom the director decides whether they go on."""
        return self.missing | self.extra | frozenset().union(*self.level)


def apart(
    outcome: Advance, there: Collection[Key], by_choice: Collection[Key] = frozenset()
) -> Apart:
    """Compare who goes on by the results with who is `there`.

    Who came by the director's choice is none who should not have.
    """
    inside, should = frozenset(there), frozenset(goer.key for goer in outcome.going)
    level = [(frozenset(group.keys), group.places) for group in outcome.level]
    open_to = frozenset[Key]().union(*(keys for keys, _places in level))
    return Apart(
        missing=should - inside,
        extra=inside - should - open_to - frozenset(by_choice),
        level=tuple(keys for keys, places in level if len(keys & inside) != places),
    )
