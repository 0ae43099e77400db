"""What a file of people would do, line by line: the same for the directory and for a tournament."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.accounts.name_questions import NameQuestion
from scoring.names import NAME_LENGTH, name_key

from .columns import FileRow

# So many people that are left out are named.
NAMED = 8
# So many wrong lines can be corrected on the page; with more, the file is better corrected itself.
MOST_CORRECTED = 50
KINDS = ("bad", "changed", "new", "same", "skipped")

Value = str | int | None


def yes_or_no(value: Value) -> Value:
    """Say in the reader's language what is kept as "yes" or "no"; "" is neither."""
    return {"yes": _("yes"), "no": _("no")}.get(str(value), "")


@dataclass(frozen=True)
class FieldChange:
    """One field that the file changes, and what people call it; "" is nothing."""

    field: str
    old: Value
    new: Value
    label: str

    @property
    def old_words(self) -> object:
        """What the field was, as a page says it."""
        return self._words(self.old)

    @property
    def new_words(self) -> object:
        """What the field becomes, as a page says it."""
        return self._words(self.new)

    def _words(self, value: Value) -> object:
        return yes_or_no(value) if self.field == "mails" else value


@dataclass(frozen=True)
class Fault:
    """What is wrong with a line, in a sentence; `fields` are the cells that may be wrong."""

    words: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class WrongCell:
    """A cell that can be corrected on the page: what the file says there, and what is wrong."""

    field: str
    label: str
    text: str
    faults: tuple[str, ...]


def wrong_cells(
    row: FileRow, faults: Iterable[Fault], labels: Mapping[str, Promise]
) -> tuple[WrongCell, ...]:
    """Return the cells of a line that may be wrong, each once, with the sentences about it.

    A sentence about two cells stands at the first of them.
    """
    cells: dict[str, list[str]] = {}
    for fault in faults:
        for field in fault.fields:
            cells.setdefault(field, [])
        if fault.fields:
            cells[fault.fields[0]].append(fault.words)
    return tuple(
        WrongCell(field, str(labels[field]), row.values.get(field, ""), tuple(words))
        for field, words in cells.items()
    )


@dataclass(frozen=True)
class RowPlan:
    """What one line does: `kind` is new, changed, same or bad, and `faults` say why it is bad.

    `player_id` is whom it changes, by the name `known_as` where that is not the one in the file. A
    person who was `archived` comes back to the lists with a line that is taken. A line that is
    `skipped` would do something, and somebody left it out. A bad line `asks` where an
    answer mends it: "name" for a name of its own, "person" for that or for being the same person,
    "known" for whom the `question` is about. Of a line that is bad or taken in part, `cells` are
    what can be corrected on the page.
    `notes` say what of the line is left out although the line is taken; `remarks` what looks wrong
    in what is taken. `unasked` says that it has an e-mail address, and that neither the file nor
    the directory says whether mails are welcome.
    """

    number: int
    kind: str
    name: str
    player_id: int | None = None
    known_as: str = ""
    changes: tuple[FieldChange, ...] = ()
    faults: tuple[str, ...] = ()
    cells: tuple[WrongCell, ...] = ()
    asks: str = ""
    archived: bool = False
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    unasked: bool = False
    question: NameQuestion | None = None

    @classmethod
    def bad(
        cls,
        row: FileRow,
        faults: Sequence[Fault],
        labels: Mapping[str, Promise],
        *,
        asks: str = "",
        question: NameQuestion | None = None,
    ) -> Self:
        """Return the plan of a line that has these faults."""
        return cls(
            row.number,
            "bad",
            row.values["name"][:NAME_LENGTH],
            faults=tuple(fault.words for fault in faults),
            cells=wrong_cells(row, faults, labels),
            asks=asks,
            question=question,
        )

    @property
    def news(self) -> str:
        """Return what a new line brings."""
        return _("New.")

    @property
    def sentences(self) -> list[str]:
        """Return what is wrong with the line and with none of its `cells`."""
        of_cells = {words for cell in self.cells for words in cell.faults}
        return [words for words in (*self.faults, *self.notes) if words not in of_cells]


@dataclass(frozen=True)
class ImportPlan:
    """What a whole file does, in its order."""

    rows: tuple[RowPlan, ...]

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many lines of each kind there are."""
        lines = Counter(row.kind for row in self.rows)
        return {kind: lines[kind] for kind in KINDS}

    @cached_property
    def does(self) -> int:
        """How many lines would change something."""
        return self.counts["new"] + self.counts["changed"]

    @cached_property
    def asks(self) -> bool:
        """Whether some lines that are bad can be answered or corrected: then they are taken."""
        return any(row.kind == "bad" and (row.asks or row.cells) for row in self.rows)

    @cached_property
    def corrected_here(self) -> frozenset[int]:
        """The first lines with wrong cells, by number, which the page shows in fields."""
        numbers = [row.number for row in self.rows if row.cells]
        return frozenset(numbers[:MOST_CORRECTED])

    @cached_property
    def left_out(self) -> int:
        """How many lines are not imported although they would do something, or are bad."""
        return self.counts["bad"] + self.counts["skipped"]

    @cached_property
    def unasked(self) -> int:
        """How many people with an address are taken, or known, of whom nobody said they agreed."""
        return sum(row.unasked and row.kind in ("new", "changed", "same") for row in self.rows)

    @cached_property
    def taken_in_part(self) -> list[str]:
        """Who is taken without a part of the line, which is no such thing as the field holds."""
        taken = (row for row in self.rows if row.kind in ("new", "changed"))
        return [row.name for row in taken if row.notes]

    @cached_property
    def out_names(self) -> list[str]:
        """Who is not imported: by name, or by the line that has none."""
        return [
            row.name or _("line %d without a name") % row.number
            for row in self.rows
            if row.kind in ("bad", "skipped")
        ]

    def without(self, numbers: set[int]) -> "ImportPlan":
        """The plan with these lines left out."""
        rows = (
            replace(row, kind="skipped")
            if row.number in numbers and row.kind in ("new", "changed")
            else row
            for row in self.rows
        )
        return replace(self, rows=tuple(rows))

    def only_adds_to(self, before: "ImportPlan") -> bool:
        """Whether it does the same as `before`, but that some of its lines are new people now."""
        rows = zip(before.rows, self.rows, strict=True)
        return all(row.kind == "new" and not row.notes for old, row in rows if row != old)

    @cached_property
    def fingerprint(self) -> str:
        """The same for two plans that do the same to the same directory, and for no others."""
        effects = [
            (
                row.number,
                row.kind,
                row.name,
                row.player_id,
                [(c.field, c.old, c.new) for c in row.changes],
                row.archived,
            )
            for row in self.rows
            if row.kind in ("new", "changed")
        ]
        return hashlib.sha256(json.dumps(effects).encode()).hexdigest()


def listed_twice(name: str, known_as: str, first: int) -> Fault:
    """Return the fault of a person who is in an earlier line, maybe under another name."""
    if known_as and name_key(known_as) != name_key(name):
        words = _("“%(name)s” is %(other)s, who is already in line %(line)d. Keep one line.")
    else:
        words = _(
            "“%(name)s” is already in line %(line)d. Keep one line, or tell the two apart by a "
            "letter."
        )
    return Fault(words % {"name": name, "other": known_as, "line": first})


def name_is_broken(name: str) -> bool:
    """Whether a name looks like a torn line: what parts cells is in it, or half a quotation.

    One semicolon or stroke can be part of a name: a list that was saved here reads back whole.
    """
    parts = max(name.count(sign) for sign in ";|")
    return parts > 1 or "\t" in name or name.count('"') % 2 == 1


def row_remarks(row: FileRow) -> tuple[str, ...]:
    """What looks forgotten in a line that is taken as it is: half of a name."""
    words = {"first": _("There is no first name."), "last": _("There is no last name.")}
    return (words[row.lacks],) if row.lacks else ()


def row_faults(row: FileRow, labels: Mapping[str, Promise]) -> list[Fault]:
    """What is wrong with the line as such, and with its name."""
    faults = []
    if row.spilled:
        faults.append(
            Fault(
                _(
                    "The line has more cells than there are column names. If a text has a comma or "
                    "a semicolon in it, put quotation marks around it."
                )
            )
        )
    name = row.values["name"]
    if "name" not in row.unread and not name:
        faults.append(Fault(_("There is no name. Write one, or take the line out."), ("name",)))
    if name_is_broken(name):
        words = _("“%s” looks like several cells in one. Write only the name.")
        faults.append(Fault(words % name[:NAME_LENGTH], ("name",)))
    if len(name) > NAME_LENGTH:
        words = _("The name has %(letters)s letters, and there is room for %(room)d. Shorten it.")
        faults.append(Fault(words % {"letters": len(name), "room": NAME_LENGTH}, ("name",)))
    faults += [
        Fault(
            _(
                "“%s” holds a formula that has no result, or an error. Write the text itself into "
                "the cell."
            )
            % labels[field],
            (field,),
        )
        for field in row.unread
        if field in labels
    ]
    return faults
