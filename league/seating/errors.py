"""What cannot be planned, said in sentences."""

from collections.abc import Iterable
from dataclasses import dataclass

# The longest name that a sentence shows whole.
_ROOM = 60


@dataclass(frozen=True)
class NameList:
    """Names in a sentence: "Ann, Bob and Cid" in English; past `most`, how many more."""

    names: tuple[str, ...]
    most: int = 8

    def __str__(self) -> str:
        shown = self.names[: self.most]
        if len(self.names) > self.most:
            return f"{', '.join(shown)} and {len(self.names) - self.most} more"
        if not shown:
            return "nobody"
        return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


class CaseError(ValueError):
    """A case that cannot be planned: `str()` says why, with names and the least change.

    `sentence` is the same with named gaps and `values` what fills them, so that an application can
    say it in another language; names are a `NameList`. `advice` are more sentences of the kind, on
    what can be done. `group` is the group of people that it is about, where a field has several:
    no sentence names it.
    """

    group: str | None = None
    advice: tuple["CaseError", ...] = ()

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format_map(values))
        self.sentence = sentence
        self.values = values

    def advising(self, *advice: "CaseError") -> "CaseError":
        """Return the same error, and what can be done."""
        self.advice = advice
        self.args = (" ".join(map(str, (self, *advice))),)
        return self

    def of_group(self, group: str) -> "CaseError":
        """Return the same error, as one of a group."""
        error = CaseError(self.sentence, **{"group": group, **self.values})
        error.group, error.advice = group, self.advice
        error.args = (f"{group}: {self}",)
        return error


def name_list(names: Iterable[str]) -> NameList:
    """Return the names for a sentence, each cut where it is very long."""
    return NameList(
        tuple(name if len(name) <= _ROOM else f"{name[: _ROOM - 3]}..." for name in names)
    )
