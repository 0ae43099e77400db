"""What a service says no to: always something that the person at the table can mend."""

from collections.abc import Sequence
from typing import Any

from scoring.values import Checked


class Refusal(Exception):  # noqa: N818  it is a no, not a fault of the program
    """A wish that cannot be carried out; `message` says what is wrong and what to do.

    `code` is stable and for programs, `message` is translated and for people.
    """

    def __init__(self, code: str, message: str) -> None:
        """Keep both forms of the no."""
        super().__init__(message)
        self.code = code
        self.message = message


class FaultsFound(Refusal):
    """A reported round has faults and nobody has said that it stands as it is."""

    def __init__(self, message: str, checked: Checked) -> None:
        """Keep the faults, so that each can be shown beside its seat."""
        super().__init__("faults", message)
        self.checked = checked


class Stale(Refusal):
    """The page was older than the sheet; `newer` are the entries that it did not show."""

    def __init__(self, message: str, newer: Sequence[Any]) -> None:
        """Keep what is newer, so that it can be shown beside what was typed."""
        super().__init__("stale", message)
        self.newer = tuple(newer)


class KeyUsed(Stale):
    """Something else has been sent under this key, and that is on the sheet: `newer` holds it.

    A device that goes back to a page and changes what it had sent gets there. What is sent now is
    not written; under a new key it can be.
    """
