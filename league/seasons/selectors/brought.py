"""What people bring forward into a season: listed, and what a file of totals would do."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.template.defaultfilters import floatformat
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.imports.columns import WORDS, Columns, FileRow, PeopleFile
from league.imports.plans import (
    Fault,
    FieldChange,
    ImportPlan,
    RowPlan,
    listed_twice,
    row_faults,
)
from league.seasons.models import BroughtForward, Season
from league.seasons.models.brought import MOST_AMOUNT, MOST_GAMES
from league.standings.methods import BY_DAY, Count
from scoring.accounts.models import Player
from scoring.accounts.name_questions import NameQuestion, names_asked
from scoring.collation import name_order
from scoring.names import name_key

LABELS: Mapping[str, Promise] = {
    "name": gettext_lazy("Name"),
    "amount": gettext_lazy("Total"),
    "games": gettext_lazy("Games"),
    "rounds": gettext_lazy("Rounds"),
    "wins": gettext_lazy("Won"),
    "rounds_out": gettext_lazy("Rounds won"),
}
NUMBERS = ("games", "rounds", "wins", "rounds_out")
COLUMNS = Columns(
    LABELS,
    {
        **{field: WORDS[field] for field in ("name", "first", "last")},
        "amount": "total totals points sum score amount value totalpoints placepoints "
        "broughtforward",
        "games": "games gamesplayed",
        "rounds": "rounds roundsplayed",
        "wins": "won wins gameswon victories",
        "rounds_out": "wentout out outs roundswon roundsout goneout",
    },
)
WHY_NOT = gettext_lazy(
    "This season chooses among single days, and a total that is brought forward belongs to no day."
)
AMOUNT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")
# The amount, and then what `NUMBERS` names.
Fields = tuple[Decimal, int | None, int | None, int | None, int | None]


@dataclass(frozen=True)
class BroughtRow(RowPlan):
    """What one line does; `fields` are the amount and its numbers, None for a line that is bad."""

    fields: Fields | None = None

    @property
    def news(self) -> str:
        """Return whether the person is new, or the total alone."""
        if self.player_id is None:
            return _("A new person, who is added to the directory.")
        return _("A new total of somebody in the directory.")


def takes_totals(season: Season) -> bool:
    """Whether the season's way of counting has room for a total without days."""
    return Count(season.count) not in BY_DAY


def needs(season: Season) -> str:
    """The column without which the season cannot count a total: "rounds", "games", or ""."""
    return {Count.PER_ROUND: "rounds", Count.PER_GAME: "games"}.get(Count(season.count), "")


def brought_listed(season: Season) -> list[BroughtForward]:
    """What is brought forward into the season, by name."""
    rows = season.brought_forward.select_related("player__same_as")
    return sorted(rows, key=lambda row: name_order(row.player.name))


@dataclass
class _Lookup:
    """The club's people and what they bring forward, as a file is held against them."""

    people: Mapping[str, tuple[int, str]]
    rows: dict[int, Fields]
    seen: dict[int | str, int]
    needs: str
    questions: Mapping[str, NameQuestion]


def brought_plan(
    season: Season, file: PeopleFile, *, named: Collection[int] = frozenset()
) -> ImportPlan:
    """Return what the file would bring forward, line by line; it writes nothing, five queries.

    Of the lines `named` somebody said who is meant.
    """
    players = Player.objects.filter(club=season.club_id, erased_at=None).select_related("same_as")
    people = {
        player.name_key: ((player.same_as or player).pk, (player.same_as or player).name)
        for player in players
    }
    rows: dict[int, Fields] = {}
    for row in brought_listed(season):
        rows[row.player.same_as_id or row.player_id] = (
            row.amount,
            row.games,
            row.rounds,
            row.wins,
            row.rounds_out,
        )
    names = {str(row.number): row.values["name"] for row in file.rows}
    answered = [row.values["name"] for row in file.rows if row.number in named]
    asked = {question.field: question for question in names_asked(season.club, names, answered)}
    known = _Lookup(people, rows, {}, needs(season), asked)
    return ImportPlan(tuple(_row_plan(row, known) for row in file.rows))


def _row_plan(row: FileRow, known: _Lookup) -> RowPlan:
    name, asks = row.values["name"], ""
    fields, faults = _fields(row, known.needs)
    faults = row_faults(row, LABELS) + faults
    pk, known_as = known.people.get(name_key(name), (None, ""))
    if name:
        first = known.seen.setdefault(pk or name_key(name), row.number)
        if first != row.number:
            faults.append(listed_twice(name, known_as, first))
            asks = "name"
    question = known.questions.get(str(row.number))
    if question and not faults:
        faults.append(Fault(question.words))
        asks = "known"
    if faults or fields is None:
        question = question if asks == "known" else None
        return RowPlan.bad(row, faults, LABELS, asks=asks, question=question)
    now = known.rows.get(pk or 0)
    changes = tuple(
        FieldChange(field, _text(old), _text(new), str(LABELS[field]))
        for field, old, new in zip(
            ("amount", *NUMBERS), now or (None,) * (1 + len(NUMBERS)), fields, strict=True
        )
        if old != new
    )
    kind = "new" if now is None else "changed" if changes else "same"
    merged = known_as if name_key(known_as) != name_key(name) else ""
    return BroughtRow(row.number, kind, name, pk, merged, changes, fields=fields)


def _text(value: Decimal | int | None) -> str:
    if isinstance(value, Decimal):
        return floatformat(value, "-2")
    return "" if value is None else str(value)


def _fields(row: FileRow, needed: str) -> tuple[Fields | None, list[Fault]]:
    """The line's amount and its numbers; and what is wrong with them."""
    amount, faults = _amount(row.values.get("amount", ""))
    numbers: dict[str, int | None] = {}
    for field in NUMBERS:
        text = row.values.get(field, "").strip()
        number = int(text) if re.fullmatch(r"[0-9]{1,5}", text) else None
        numbers[field] = number
        least = 1 if field in ("games", "rounds") else 0
        if text and (number is None or not least <= number <= MOST_GAMES):
            words = _("“%(text)s” is not a number of %(what)s. Write it like 24.")
            faults.append(Fault(words % {"text": text[:40], "what": LABELS[field]}, (field,)))
    if needed and not numbers[needed] and not row.values.get(needed, "").strip():
        words = (
            _("The season counts an average of all rounds. Say how many rounds the total is of.")
            if needed == "rounds"
            else _("The season counts an average of all games. Say how many games the total is of.")
        )
        faults.append(Fault(words, (needed,)))
    if amount is None or faults:
        return None, faults
    games, rounds, wins, outs = (numbers[field] for field in NUMBERS)
    return (amount, games, rounds, wins, outs), []


def _amount(text: str) -> tuple[Decimal | None, list[Fault]]:
    """The amount, with a point or a comma before its decimals."""
    text = text.strip()
    if not text:
        words = _("There is no total. Write one, or take the line out.")
        return None, [Fault(words, ("amount",))]
    match = AMOUNT.fullmatch(text)
    if match is None:
        sentence = _("“%s” is not a total. Write it like 1240 or 120.5, without spaces.")
        return None, [Fault(sentence % text[:40], ("amount",))]
    amount = Decimal(f"{match[1]}.{match[2] or 0}").quantize(Decimal("0.01"))
    if amount > MOST_AMOUNT:
        return None, [Fault(_("This total is too big. Look at it again."), ("amount",))]
    return amount, []
