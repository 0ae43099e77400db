"""What the columns of a list of people mean, and the lines of such a list in our fields.

People name their columns as they like and put them in any order, often below a title.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, override

from league.spreadsheets.reading import FileLine
from scoring.names import name_key, name_plain

# The directory's fields in the order in which they are written, with their heads.
LABELS: Mapping[str, Promise] = {
    "name": gettext_lazy("Name"),
    "nickname": gettext_lazy("Nickname"),
    "community": gettext_lazy("Home community"),
    "email": gettext_lazy("E-mail"),
    "mails": gettext_lazy("E-mails about game days"),
    "phone": gettext_lazy("Phone"),
    "birth_year": gettext_lazy("Year of birth"),
    "fixed_table": gettext_lazy("Always sits at table"),
    "notes": gettext_lazy("Notes"),
}
# What we write beside these and never read, since it follows from the games.
DERIVED: Mapping[str, Promise] = {
    "games": gettext_lazy("Games"),
    "last_played": gettext_lazy("Last played"),
}
# What a cell says to a question, in every language of the site; the first word is the one that we
# write.
YES = ("yes", "y", "x", "1", "true", "ja", "j", "oui", "sí", "si")
NO = ("no", "n", "0", "false", "-", "nein", "nee", "nei", "non")
# Heads as people write them, letters alone and without accents: in English, then in German, Dutch,
# Norwegian, Spanish and French.
RESIDENCE = (
    "homecommunity community communities home village residence neighborhood neighbourhood town "
    "city ort wohnort stadt gemeinde woonplaats plaats sted bosted poblacion ciudad localidad "
    "ville commune"
)
CLUB = (
    "club clubs clubname homeclub verein vereinsname vereniging klubb klubbnavn forening "
    "asociacion association"
)
WORDS: Mapping[str, str] = {
    "name": "name names player players playername person people member members membername "
    "fullname participant spieler spielerin teilnehmer speler naam navn spiller nombrecompleto "
    "jugador jugadora joueur joueuse nomcomplet",
    "first": "firstname first forename givenname vorname rufname voornaam fornavn nombre prenom",
    "last": "lastname last surname familyname nachname familienname zuname achternaam etternavn "
    "apellido apellidos nom nomdefamille",
    "nickname": "nickname nick nicknames alias called knownas goesby preferredname spitzname "
    "bijnaam kallenavn apodo surnom",
    # A person of the directory has no club but this one.
    "community": f"{RESIDENCE} {CLUB}",
    "email": "email mail emailaddress mailaddress emails emailadresse mailadresse epost "
    "emailadres correo correoelectronico courriel adressemail",
    "mails": "mailconsent emailconsent consent agreedtoemails agreedtomails agreestoemails "
    "agreestomails mailsok emailsok einwilligung toestemming samtykke consentimiento consentement",
    "phone": "phone telephone tel mobile cell phonenumber cellphone mobilephone telephonenumber "
    "telefon telefonnummer handy handynummer mobil telefoon telefono movil portable",
    "birth_year": "yearofbirth birthyear yob born birth birthdate dateofbirth dob birthday year "
    "geburtsjahr jahrgang geboren geburtsdatum geboortejaar geboortedatum fodselsar fodt "
    "anodenacimiento nacimiento fechadenacimiento anneedenaissance naissance datedenaissance",
    "fixed_table": "alwayssitsattable fixedtable table tablenumber tableno sitsat fixed tisch "
    "tischnummer tafel bord mesa",
    "notes": "notes note remark remarks comment comments memo bemerkung bemerkungen notiz notizen "
    "anmerkung anmerkungen opmerking opmerkingen merknad merknader notas observaciones remarque "
    "remarques",
    "games": "games gamesplayed",
    "last_played": "lastplayed lastgame",
}
# One of these has to be there: a list of people has names.
NAMES = frozenset({"name", "first", "last"})
# A title or two may stand above the heads.
HEADS_WITHIN = 20


def read_yes_no(text: str) -> bool | None:
    """Return what a cell answers; None where it is empty, or neither yes nor no."""
    word = text.strip().casefold()
    return True if word in YES else False if word in NO else None


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
        """What each head means: by the words, and by what we write ourselves in any language.

        What we write in the reader's language goes before the words, and what we write in another
        one behind them: a Spanish "Nombre" is a first name in a list of somebody's own.
        """
        ours = {**self.labels, **self.derived}
        elsewhere: dict[str, str] = {}
        for language, _name in settings.LANGUAGES:
            with override(language):
                elsewhere |= {head_key(str(label)): field for field, label in ours.items()}
        meanings = {word: field for field, words in self.words.items() for word in words.split()}
        here = {head_key(str(label)): field for field, label in ours.items()}
        return elsewhere | meanings | here


DIRECTORY = Columns(LABELS, WORDS, DERIVED)


@dataclass(frozen=True)
class FileRow:
    """One person's line of a file: the text of each field that the file has a column for.

    `unread` are fields whose cell holds a formula without a result; `spilled` says that there are
    more cells than heads. `lacks` is "first" or "last" where the file has a column for that name,
    and the line has only the other one.
    """

    number: int
    values: Mapping[str, str]
    unread: tuple[str, ...] = ()
    spilled: bool = False
    lacks: str = ""


@dataclass(frozen=True)
class PeopleFile:
    """A list of people as it was sent; `ignored` are heads that mean nothing to us.

    `headless` is a list without a line of heads; `above` is how many lines stood above the heads.
    `heads` and `lines` are the file itself, and `meant` says what each column holds, "" where it is
    not read: so somebody can say otherwise. Without `fields` nobody knows yet where the names are.
    """

    fields: tuple[str, ...]
    rows: tuple[FileRow, ...]
    ignored: tuple[str, ...] = ()
    headless: bool = False
    above: int = 0
    heads: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    lines: tuple[FileLine, ...] = ()


def people_file(
    lines: Sequence[FileLine],
    columns: Columns = DIRECTORY,
    known: Mapping[str, str] | None = None,
) -> PeopleFile:
    """The lines of a file as people; `known` are heads that the club has explained before.

    Where no column is for names, the first line is taken for the heads, and nobody is read yet.
    """
    explained = {head_key(head): meaning for head, meaning in (known or {}).items()}
    meanings = columns.meanings() | explained
    for at, line in enumerate(lines[:HEADS_WITHIN]):
        meant = [meanings.get(head_key(cell), "") for cell in line.cells]
        if NAMES & set(meant):
            parts = [_of_parts(cell, meanings) for cell in line.cells]
            meant = [whole or part for whole, part in zip(meant, parts, strict=True)]
            return file_meaning(columns.labels, line.cells, meant, lines[at + 1 :], above=at)
    if all(len(line.cells) == 1 for line in lines):
        return file_meaning(columns.labels, ("",), ["name"], lines, headless=True)
    heads = lines[0].cells
    meant = [meanings.get(head_key(cell), "") for cell in heads]
    return file_meaning(columns.labels, heads, meant, lines[1:])


def _of_parts(head: str, meanings: Mapping[str, str]) -> str:
    """What a head such as "Town/village" or "Age (years)" means; "" where its parts disagree."""
    parts = re.split("[/,;&]", re.sub(r"\(.*?\)", "", head))
    meant = {meanings.get(head_key(part), "") for part in parts} - {""}
    return meant.pop() if len(meant) == 1 else ""


def file_meaning(
    labels: Collection[str],
    heads: Sequence[str],
    meant: Sequence[str],
    lines: Sequence[FileLine],
    *,
    above: int = 0,
    headless: bool = False,
) -> PeopleFile:
    """The file whose columns mean that; of two that mean the same, the first is read.

    `labels` are the fields that such a list has, in their order.
    """
    places: dict[str, int] = {}
    for at, meaning in enumerate(meant):
        if meaning:
            places.setdefault(meaning, at)
    named = NAMES & set(places)
    fields = tuple(name for name in labels if named and (name in places or name == "name"))
    read = set(places.values())
    return PeopleFile(
        fields=fields,
        rows=tuple(_row(line, fields, places, len(heads)) for line in lines) if fields else (),
        ignored=tuple(head for at, head in enumerate(heads) if head and at not in read),
        headless=headless,
        above=above,
        heads=tuple(heads),
        meant=tuple(meaning if at in read else "" for at, meaning in enumerate(meant)),
        lines=tuple(lines),
    )


def with_meanings(
    file: PeopleFile, columns: Columns, meant: Sequence[str], *, first_line: bool
) -> PeopleFile:
    """The file as somebody says that it is to be read; `first_line` says that it has no heads."""
    lines = file.lines
    if first_line and not file.headless:
        lines = (FileLine(file.above + 1, file.heads), *lines)
        return file_meaning(columns.labels, ("",) * len(file.heads), meant, lines, headless=True)
    return file_meaning(
        columns.labels, file.heads, meant, lines, above=file.above, headless=file.headless
    )


def head_key(head: str) -> str:
    """A column's head as it is compared: its letters alone, without accents."""
    return re.sub(r"[\W_]+", "", name_plain(head))


def _row(line: FileLine, fields: Sequence[str], columns: Mapping[str, int], width: int) -> FileRow:
    def cell(field: str) -> str:
        at = columns.get(field)
        return line.cells[at] if at is not None and at < len(line.cells) else ""

    values = {field: cell(field) for field in fields}
    # Beside a first name alone, "Name" may be the family's: many lists have it so.
    first, last = cell("first"), cell("last") if "last" in columns else values["name"]
    joined = " ".join(part for part in (first, last) if part)
    whole = bool(values["name"]) and "last" in columns
    if not values["name"] or ("last" not in columns and name_key(first) not in name_key(last)):
        values["name"] = joined
    parts = {"first": first, "last": last}
    empty = [part for part in parts if part in columns and not parts[part]]
    unread = [field for field, at in columns.items() if at in line.unread]
    return FileRow(
        number=line.number,
        values=values,
        unread=tuple("name" if field in ("first", "last") else field for field in unread),
        spilled=any(line.cells[width:]),
        lacks=empty[0] if joined and empty and not whole else "",
    )
