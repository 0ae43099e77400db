"""Medals and ribbons for the places of a division, and who qualifies for the next event."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from league.standings.results import Key

from .values import Place


class Prize(StrEnum):
    """What a place wins."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"
    RIBBON = "ribbon"


MEDALS: Final = (Prize.GOLD, Prize.SILVER, Prize.BRONZE)


@dataclass(frozen=True)
class Award:
    """What somebody wins, for which place among those who may win; all who share a place win it."""

    key: Key
    place: int
    what: Prize
    shared: bool = False


def awards(
    places: Iterable[Place], *, medals: bool, ribbons: int, barred: Collection[Key] = ()
) -> tuple[Award, ...]:
    """What the places of a division give, the first place first.

    Places 1 to 3 give medals, if there are any, and the others down to `ribbons` a ribbon. As many
    as share a place win what it gives, and the next places are left out: 1, 1, 3 is two of gold, no
    silver, one of bronze. `barred` are taken out before places are counted. Somebody without a
    place wins nothing.
    """
    won = []
    for place in _counted(places, barred):
        prize = prize_of(place.place, medals=medals, ribbons=ribbons)
        if prize is not None:
            won.append(Award(place.key, place.place, prize, place.shared))
    return tuple(won)


def prize_of(place: int, *, medals: bool, ribbons: int) -> Prize | None:
    """Return what a place wins, None for nothing."""
    if medals and place <= len(MEDALS):
        return MEDALS[place - 1]
    return Prize.RIBBON if place <= ribbons else None


def qualified(places: Iterable[Place], visitors: Collection[Key], count: int) -> frozenset[Key]:
    """Return who has one of the first `count` places of a division, not counting visitors.

    All who share the last of these places qualify.
    """
    return frozenset(place.key for place in _counted(places, visitors) if place.place <= count)


@dataclass(frozen=True)
class _Counted:
    key: Key
    place: int
    shared: bool


def _counted(places: Iterable[Place], barred: Collection[Key]) -> list[_Counted]:
    """The places that are left when some are taken out, best first."""
    left = [(place.place, place.key) for place in places if place.place is not None]
    left = sorted((pair for pair in left if pair[1] not in barred), key=lambda pair: pair[0])
    was = [place for place, _key in left]
    return [_Counted(key, was.index(place) + 1, was.count(place) > 1) for place, key in left]
