"""What is told of a table, as it was told: nothing is concluded from it yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.position import MEXICAN, Lay, Uncovered
from engine.rules import RuleSet
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class ToldTrain:
    """What is told of one train; None where it is not."""

    started: bool | None = None
    tail: int | None = None
    marked: bool | None = None
    tiles: int | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a table; None, or a missing key, where it is not.

    `drawn` is a tile or "none"; `draws` how many tiles were drawn since one was last laid, where
    any was: a case tells of one. Every tile and number of pips is of the set, every seat and train
    known: that is for who reads them to see to.
    """

    rules: RuleSet
    set: int | None = None
    seats: tuple[str, ...] | None = None
    starting_double: int | None = None
    trains: Mapping[str, ToldTrain] = field(default_factory=dict)
    uncovered: tuple[Uncovered, ...] | None = None
    in_order: bool | None = None
    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    boneyard: int | None = None
    on_table: tuple[Tile, ...] = ()
    seat: str | None = None
    kind: str | None = None
    drawn: Tile | str | None = None
    draws: int = 1
    laid: tuple[Lay, ...] | None = None
    passes: int | None = None

    def names(self) -> tuple[str, ...]:
        """Every seat that is told of, in order of play where that is told."""
        if self.seats is not None:
            return self.seats
        told = [*self.trains, *self.hands, *self.counts]
        told += [] if self.seat is None else [self.seat]
        told += [name for each in self.uncovered or () for name in (each.train, each.laid_by or "")]
        told += [lay.train for lay in self.laid or ()]
        return tuple(name for name in dict.fromkeys(told) if name and name != MEXICAN)
