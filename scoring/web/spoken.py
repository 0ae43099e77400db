"""Which language is spoken just now, kept where it is looked up quickly.

A page asks for it hundreds of times: once for each sentence, and three times for each address that
it names, although no address here depends on a language. Django keeps it in a `Local` of asgiref,
which takes a lock and makes seven calls each time. That is more than half of what translations cost
a page (`python -m tests.bench.bench_languages`).
"""

from contextvars import ContextVar
from typing import Any

from django.utils.translation import trans_real


class Spoken:
    """What Django sets and reads as `_active.value`; of each thread, and of each task, its own."""

    def __init__(self) -> None:
        """Speak nothing yet."""
        self._catalog: ContextVar[Any] = ContextVar("spoken", default=None)

    @property
    def value(self) -> Any:
        """The catalog that is spoken from. Raises `AttributeError` where none is, as asked for."""
        if (catalog := self._catalog.get()) is None:
            raise AttributeError("value")
        return catalog

    @value.setter
    def value(self, catalog: Any) -> None:
        self._catalog.set(catalog)

    @value.deleter
    def value(self) -> None:
        self._catalog.set(None)


def speak_cheaply() -> None:
    """Let Django keep what is spoken here."""
    # Not part of what Django promises; tests/scoring/web/test_spoken.py fails once it is elsewhere.
    keeper: Any = trans_real
    keeper._active = Spoken()
