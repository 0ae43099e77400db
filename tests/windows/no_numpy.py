"""Stands where numpy is, for Wine 8 lacks a function that numpy wants; nobody is seated there."""

from typing import Any


class _Anything(type):
    def __getattr__(cls, name: str) -> "_Anything":
        return cls

    def __getitem__(cls, key: object) -> "_Anything":
        return cls

    def __call__(cls, *values: object, **named: object) -> "_Anything":
        return cls


class Anything(metaclass=_Anything):
    """Whatever is asked of it, it is itself."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return Anything
