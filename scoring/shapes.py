"""Shapes of plain values: what a value from outside must look like, said as a value itself.

A shape reads a value and returns it, without what it does not know; or it raises `Unfit`. It goes
no deeper than it is itself, so that nothing sent can lead it astray.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.referee import NO_LETTER


class Unfit(ValueError):  # noqa: N818  a no, like those of the services
    """The value does not have the shape."""


class Shape(Protocol):
    """What all shapes can."""

    def read(self, value: Any) -> Any:
        """Return the value as it is kept. Raises `Unfit`."""


@dataclass(frozen=True)
class Text:
    """A text that every database can store, with a maximum length."""

    most: int
    least: int = 0
    printable: bool = False

    def read(self, value: Any) -> str:
        """Return the text."""
        if not isinstance(value, str) or not self.least <= len(value) <= self.most:
            raise Unfit
        if NO_LETTER.search(value) or (self.printable and not value.isprintable()):
            raise Unfit
        return value


@dataclass(frozen=True)
class Whole:
    """A whole number; true is none."""

    least: int
    most: int

    def read(self, value: Any) -> int:
        """Return the number."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise Unfit
        return value


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def read(self, value: Any) -> bool:
        """Return it."""
        if not isinstance(value, bool):
            raise Unfit
        return value


@dataclass(frozen=True)
class OneOf:
    """One of these texts."""

    values: frozenset[str]

    def read(self, value: Any) -> str:
        """Return the text."""
        if not isinstance(value, str) or value not in self.values:
            raise Unfit
        return value


@dataclass(frozen=True)
class Either:
    """The first of these shapes that the value has."""

    shapes: tuple[Shape, ...]

    def read(self, value: Any) -> Any:
        """Return the value as that shape reads it."""
        for shape in self.shapes:
            try:
                return shape.read(value)
            except Unfit:
                continue
        raise Unfit


@dataclass(frozen=True)
class Or:
    """A shape, and what is taken in place of any value that does not have it."""

    shape: Shape
    default: Any = None

    def read(self, value: Any) -> Any:
        """Return the value, or the default."""
        try:
            return self.shape.read(value)
        except Unfit:
            return self.default


@dataclass(frozen=True)
class Untold:
    """A shape, or null, which is read as `default`."""

    shape: Shape
    default: Any = None

    def read(self, value: Any) -> Any:
        """Return the value, or the default for null."""
        return self.default if value is None else self.shape.read(value)


@dataclass(frozen=True)
class ListOf:
    """A list with a maximum length."""

    shape: Shape
    most: int

    def read(self, value: Any) -> list[Any]:
        """Return a list of what was read."""
        if not isinstance(value, list) or len(value) > self.most:
            raise Unfit
        return [self.shape.read(item) for item in value]


@dataclass(frozen=True)
class Row:
    """A list with one value for each of these shapes."""

    shapes: tuple[Shape, ...]

    def read(self, value: Any) -> list[Any]:
        """Return a list of what was read."""
        if not isinstance(value, list) or len(value) != len(self.shapes):
            raise Unfit
        return [shape.read(item) for shape, item in zip(self.shapes, value, strict=True)]


@dataclass(frozen=True)
class MapOf:
    """An object with a maximum number of names, all of the same shape."""

    names: Shape
    values: Shape
    most: int

    def read(self, value: Any) -> dict[str, Any]:
        """Return an object of what was read."""
        if not isinstance(value, dict) or len(value) > self.most:
            raise Unfit
        return {self.names.read(name): self.values.read(item) for name, item in value.items()}


@dataclass(frozen=True)
class Parts:
    """An object with these names, and optionally those of `more`.

    Other names are left out, or refused where it is `closed`.
    """

    needed: Mapping[str, Shape] = field(default_factory=dict)
    more: Mapping[str, Shape] = field(default_factory=dict)
    closed: bool = False

    def read(self, value: Any) -> dict[str, Any]:
        """Return an object of what was read."""
        known = {**self.needed, **self.more}
        if not isinstance(value, dict) or not self.needed.keys() <= value.keys():
            raise Unfit
        if self.closed and not value.keys() <= known.keys():
            raise Unfit
        return {name: shape.read(value[name]) for name, shape in known.items() if name in value}
