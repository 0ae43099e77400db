"""What a file of people would change in the directory, line by line; nothing is written here."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.core.exceptions import ValidationError
from django.db.models import CharField
from django.forms import EmailField
from django.utils import timezone
from django.utils.translation import gettext as _

from league.imports.columns import LABELS, NO, YES, FileRow, PeopleFile, read_yes_no
from league.imports.drafts import KEPT, draft_plan
from league.imports.plans import (
    Fault,
    FieldChange,
    ImportPlan,
    RowPlan,
    Value,
    listed_twice,
    row_faults,
    row_remarks,
    wrong_cells,
)
from league.people.models import MOST_TABLES, PeopleImport, Profile
from scoring.accounts.models import Club, Player
from scoring.names import name_key

FIELDS = tuple(name for name in LABELS if name != "name")
OLDEST_YEAR = 1900
# Letters that a field has room for.
ROOM = {
    field.name: field.max_length
    for field in Profile._meta.get_fields()
    if isinstance(field, CharField) and field.max_length
}


@dataclass
class _Directory:
    """The club's people as an import looks them up."""

    by_key: dict[str, tuple[int, str, int | None]]
    names: dict[int, str]
    archived: set[int]
    profiles: dict[int, Mapping[str, Value]]
    seen: dict[int | str, int] = field(default_factory=dict)

    def person(self, key: str) -> tuple[int | None, str]:
        """Whom a name means, also that of a merged record; and the name kept."""
        if record := self.by_key.get(key):
            own, _name, same_as = record
            return same_as or own, self.names[same_as or own]
        return None, ""


def _directory(club: Club) -> _Directory:
    players = list(
        Player.objects.filter(club=club).values_list(
            "pk", "name", "name_key", "same_as", "archived_at"
        )
    )
    profiles = Profile.objects.filter(player__club=club).values("player", "mails_refused", *FIELDS)
    return _Directory(
        by_key={key: (pk, name, same_as) for pk, name, key, same_as, _at in players},
        names={pk: name for pk, name, _key, _same_as, _at in players},
        archived={pk for pk, _name, _key, _same_as, at in players if at is not None},
        profiles={
            profile["player"]: {**profile, "mails": _said_of_mails(profile)} for profile in profiles
        },
    )


def _said_of_mails(profile: Mapping[str, Value]) -> str:
    """What somebody said to e-mails, as files say it: yes, no, or "" where nobody was asked."""
    if profile["mails"]:
        return YES[0]
    return NO[0] if profile["mails_refused"] else ""


def import_plan(
    club: Club, file: PeopleFile, *, erases: bool, same: frozenset[int] = frozenset()
) -> ImportPlan:
    """What the file would do to the club's directory as it is now; two queries.

    An empty cell changes nothing, unless the file `erases`. The lines `same` are about the person
    of that name, as somebody said, although the two differ in what no two have alike.
    """
    known = _directory(club)
    return ImportPlan(tuple(_row_plan(row, known, erases=erases, same=same) for row in file.rows))


def final_plan(draft: PeopleImport, plan: ImportPlan) -> ImportPlan:
    """The plan as it is done: without the lines left out, and with the agreement of all."""
    plan = draft_plan(draft, plan)
    if not draft.agreed:
        return plan
    agreed = FieldChange("mails", "", YES[0], str(LABELS["mails"]))
    rows = (
        replace(
            row,
            kind="new" if row.kind == "new" else "changed",
            changes=(*(change for change in row.changes if change.field != "mails"), agreed),
        )
        if row.unasked and row.kind in ("new", "changed", "same")
        else row
        for row in plan.rows
    )
    return replace(plan, rows=tuple(rows))


def import_waiting(club: Club) -> PeopleImport | None:
    """The newest file, where it was sent within a day and is not imported; one query.

    One that was sent before it does not wait any more, also if it was never imported.
    """
    since = timezone.now() - KEPT
    drafts = PeopleImport.objects.filter(club=club, made_at__gte=since)
    newest = drafts.defer("packed").order_by("-pk").first()
    return newest if newest and newest.applied_at is None else None


def same_people(draft: PeopleImport) -> frozenset[int]:
    """The lines of which somebody said that they are about the person of that name."""
    return frozenset(int(number) for number, answer in draft.answers.items() if answer.get("same"))


def _row_plan(row: FileRow, known: _Directory, *, erases: bool, same: frozenset[int]) -> RowPlan:
    name, asks = row.values["name"], ""
    values, faults = _values(row, timezone.localdate().year)
    email_faults = _email_faults(str(values.get("email") or ""))
    if email_faults:
        values.pop("email")
    faults = row_faults(row, LABELS) + faults
    key = name_key(name)
    pk, kept_name = known.person(key)
    if name:
        person = pk or key
        first = known.seen.setdefault(person, row.number)
        if first != row.number:
            faults.append(listed_twice(name, kept_name, first))
            asks = "name"
    now = known.profiles.get(pk or 0, {})
    if row.number not in same and (two := _two_people(name, values, now)):
        faults.append(Fault(two))
        asks = asks or "person"
    if faults:
        return RowPlan.bad(row, faults, LABELS, asks=asks)
    changes = tuple(
        FieldChange(field, now.get(field) or "", "" if new is None else new, str(LABELS[field]))
        for field, new in values.items()
        if _is_change(field, new, now.get(field), erases=erases)
    )
    archived = pk in known.archived
    kind = "new" if pk is None else "changed" if changes or archived else "same"
    # One bad address keeps nobody out; a line that would do nothing else says that it is bad.
    if email_faults and kind == "same":
        return RowPlan.bad(row, email_faults, LABELS)
    left_out = [
        replace(fault, words=_("%s The line is imported without it.") % fault.words)
        for fault in email_faults
    ]
    return RowPlan(
        row.number,
        kind,
        name,
        pk,
        kept_name if name_key(kept_name) != key else "",
        changes,
        archived=archived,
        notes=tuple(fault.words for fault in left_out),
        cells=wrong_cells(row, left_out, LABELS),
        remarks=row_remarks(row) if kind == "new" else (),
        unasked=_is_unasked(values, now),
    )


def _is_unasked(values: Mapping[str, Value], now: Mapping[str, Value]) -> bool:
    """Whether the line has an address, and nobody said yet whether mails are welcome there."""
    return bool(values.get("email")) and not (values.get("mails") or now.get("mails"))


def _is_change(field: str, new: Value, old: Value, *, erases: bool) -> bool:
    """Whether the cell changes what the directory has; an empty one never takes a "no" away."""
    if not new and not erases:
        return False
    if field == "mails":
        return new != old if new else old == YES[0]
    return (new or "") != (old or "")


def _two_people(name: str, values: Mapping[str, Value], now: Mapping[str, Value]) -> str:
    """The question whether two people have one name, where years of birth differ; else ""."""
    new, old = values.get("birth_year"), now.get("birth_year")
    if not (new and old and new != old):
        return ""
    words = {"name": name, "old": old, "new": new}
    return (
        _("In the directory %(name)s was born in %(old)s, here in %(new)s. Are these two people?")
        % words
    )


def _values(row: FileRow, this_year: int) -> tuple[dict[str, Value], list[Fault]]:
    """The fields' values as the directory keeps them, and what cannot be kept."""
    values: dict[str, Value] = {}
    faults = []
    for column, text in row.values.items():
        if column == "name":
            continue
        fault = ""
        if column == "birth_year":
            values[column], fault = _year(text, this_year)
        elif column == "fixed_table":
            values[column], fault = _table(text)
        elif column == "email":
            # An address that is none is looked at with the line, which is taken without it.
            values[column] = text
        elif column == "mails":
            values[column], fault = _yes_or_no(text)
        else:
            values[column] = text
            if len(text) > ROOM[column]:
                fault = _("“%(field)s” has room for %(room)d letters. Shorten it.") % {
                    "field": LABELS[column],
                    "room": ROOM[column],
                }
        if fault:
            faults.append(Fault(fault, (column,)))
    return values, faults


def _email_faults(text: str) -> list[Fault]:
    try:
        EmailField(max_length=ROOM["email"], required=False).clean(text)
    except ValidationError:
        return [Fault(_("“%s” is not an e-mail address.") % text[:40], ("email",))]
    return []


def _yes_or_no(text: str) -> tuple[str, str]:
    """The answer as we write it, "" where the cell is empty; nothing else is taken for a yes."""
    answer = read_yes_no(text)
    if answer is not None:
        return (YES if answer else NO)[0], ""
    if not text.strip():
        return "", ""
    return "", _("“%s” is neither yes nor no. Write one of them, or leave the cell empty.") % (
        text[:40]
    )


def _year(text: str, this_year: int) -> tuple[int | None, str]:
    """The year of a year or of a day, as spreadsheets write either."""
    if not text:
        return None, ""
    years = re.findall(r"(?<!\d)\d{4}(?!\d)", text) if re.fullmatch(r"[\d./\- ]+", text) else []
    if len(years) != 1:
        return None, (
            _("“%s” is not a year of birth. Write it like 1944, or leave the cell empty.")
            % text[:40]
        )
    year = int(years[0])
    if year > this_year:
        return None, _("The year %d is still to come. Look at the year of birth again.") % year
    if year < OLDEST_YEAR:
        return None, _("%(year)d is too long ago: years of birth begin with %(oldest)d.") % {
            "year": year,
            "oldest": OLDEST_YEAR,
        }
    return year, ""


def _table(text: str) -> tuple[int | None, str]:
    if not text:
        return None, ""
    if re.fullmatch(r"[0-9]{1,3}", text) and 1 <= int(text) <= MOST_TABLES:
        return int(text), ""
    return None, (
        _("“%(told)s” is not a table. Write a number from 1 to %(most)d, or leave the cell empty.")
        % {"told": text[:40], "most": MOST_TABLES}
    )
