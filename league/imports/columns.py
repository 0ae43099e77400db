"""What the columns of a list of people mean, and the lines of such a list in our fields.

People name their columns as they like and put them in any order, often below a title.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.spreadsheets.reading import FileLine
from scoring.names import name_key
from scoring.refusals import Refusal

# The directory's fields in the order in which they are written, with their heads.
LABELS: Mapping[str, Promise] = {
    "name": gettext_lazy("Name"),
    "nickname": gettext_lazy("Nickname"),
    "community": gettext_lazy("Home community"),
    "birth_year": gettext_lazy("Year of birth"),
    "fixed_table": gettext_lazy("Always sits at table"),
    "notes": gettext_lazy("Notes"),
}
# What we write beside these and never read, since it follows from the games.
DERIVED: Mapping[str, Promise] = {
    "games": gettext_lazy("Games"),
    "last_played": gettext_lazy("Last played"),
}
# Heads as people write them, letters alone.
WORDS: Mapping[str, str] = {
    "name": "name names player players playername person people member members membername "
    "fullname participant",
    "first": "firstname first forename givenname",
    "last": "lastname last surname familyname",
    "nickname": "nickname nick nicknames alias called knownas goesby preferredname",
    "community": "homecommunity community communities home village residence neighborhood "
    "neighbourhood town city club",
    "birth_year": "yearofbirth birthyear yob born birth birthdate dateofbirth dob birthday year",
    "fixed_table": "alwayssitsattable fixedtable table tablenumber tableno sitsat fixed",
    "notes": "notes note remark remarks comment comments memo",
    "games": "games gamesplayed",
    "last_played": "lastplayed lastgame",
}
# A title or two may stand above the heads.
HEADS_WITHIN = 20


@dataclass(frozen=True)
class Columns:
    """What a kind of list has columns for: `labels` of fields in their order, `words` for heads.

    `derived` is what we write beside these and never read. One field is "name"; heads that mean
    "first" and "last" are joined to it.
    """

    labels: Mapping[str, Promise]
    words: Mapping[str, str]
    derived: Mapping[str, Promise] = field(default_factory=dict)

    def meanings(self) -> dict[str, str]:
        """What each head means: by the words, and by what we write ourselves in any language."""
        meanings = {word: field for field, words in self.words.items() for word in words.split()}
        ours = {**self.labels, **self.derived}
        return meanings | {_letters(str(label)): field for field, label in ours.items()}


DIRECTORY = Columns(LABELS, WORDS, DERIVED)


@dataclass(frozen=True)
class FileRow:
    """One person's line of a file: the text of each field that the file has a column for.

    `unread` are fields whose cell holds a formula without a result; `spilled` says that there are
    more cells than heads.
    """

    number: int
    values: Mapping[str, str]
    unread: tuple[str, ...] = ()
    spilled: bool = False


@dataclass(frozen=True)
class PeopleFile:
    """A list of people as it was sent; `ignored` are heads that mean nothing to us.

    `headless` is a list of names alone, without a line of heads; `above` is how many lines stood
    above the heads.
    """

    fields: tuple[str, ...]
    rows: tuple[FileRow, ...]
    ignored: tuple[str, ...] = ()
    headless: bool = False
    above: int = 0


def people_file(lines: Sequence[FileLine], columns: Columns = DIRECTORY) -> PeopleFile:
    """The lines of a file as people. Raises `Refusal` where no column is for names."""
    meanings = columns.meanings()
    for at, line in enumerate(lines[:HEADS_WITHIN]):
        meant = [meanings.get(_letters(cell)) for cell in line.cells]
        if {"name", "first", "last"} & set(meant):
            return _with_heads(columns, line, meant, lines[at + 1 :], above=at)
    if all(len(line.cells) == 1 for line in lines):
        rows = tuple(FileRow(line.number, {"name": line.cells[0]}) for line in lines)
        return PeopleFile(("name",), rows, headless=True)
    raise Refusal(
        "heads",
        _(
            "No column is called “Name”. Write over each column what it holds. The first line "
            "has: %s"
        )
        % ", ".join(f"“{cell[:30]}”" for cell in lines[0].cells[:8]),
    )


def _letters(head: str) -> str:
    return re.sub(r"[\W_]+", "", name_key(head))


def _with_heads(
    columns: Columns,
    heads: FileLine,
    meant: Sequence[str | None],
    lines: Sequence[FileLine],
    *,
    above: int,
) -> PeopleFile:
    places: dict[str, int] = {}
    for at, meaning in enumerate(meant):
        if meaning is None:
            continue
        if meaning in places:
            raise Refusal(
                "twice",
                _("Two columns mean the same: “%(one)s” and “%(other)s”. Take one of them away.")
                % {"one": heads.cells[places[meaning]], "other": heads.cells[at]},
            )
        places[meaning] = at
    fields = tuple(field for field in columns.labels if field in places or field == "name")
    return PeopleFile(
        fields=fields,
        rows=tuple(_row(line, fields, places, len(heads.cells)) for line in lines),
        ignored=tuple(
            head
            for head, meaning in zip(heads.cells, meant, strict=True)
            if head and meaning is None
        ),
        above=above,
    )


def _row(line: FileLine, fields: Sequence[str], columns: Mapping[str, int], width: int) -> FileRow:
    def cell(field: str) -> str:
        at = columns.get(field)
        return line.cells[at] if at is not None and at < len(line.cells) else ""

    values = {field: cell(field) for field in fields}
    if not values["name"]:
        values["name"] = " ".join(part for part in (cell("first"), cell("last")) if part)
    unread = [field for field, at in columns.items() if at in line.unread]
    return FileRow(
        number=line.number,
        values=values,
        unread=tuple("name" if field in ("first", "last") else field for field in unread),
        spilled=any(line.cells[width:]),
    )
