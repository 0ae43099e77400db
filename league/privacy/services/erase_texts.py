"""Writing a neutral name over somebody's own, wherever a club's rows have it."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db.models import Model
from django.utils import timezone

from league.archives.shape import ROWS
from league.days.models import GameDay
from league.imports.drafts import file_unpack
from league.privacy.selectors.mentions import (
    BESIDES,
    Wanted,
    authors_of,
    candidates,
    rewritten,
    rows_of,
)
from scoring.accounts.models import Club
from scoring.log.models import LogEntry
from scoring.sheets.models import SheetEntry
from scoring.tablets.sync.models import SetAside


def texts_rewrite(*, club: Club, wanted: Wanted, neutral: str) -> int:
    """Write the neutral name into every text of the club that names somebody; answer how many rows.

    Within a permit of `erasing`, for sheets are among them.
    """
    changed = 0
    for model in (*ROWS, *BESIDES):
        for row, names in candidates(model, club, wanted):
            changed += _row_rewrite(row, names, wanted, neutral)
    return changed


def _row_rewrite(row: Any, names: Iterable[str], wanted: Wanted, neutral: str) -> bool:
    changed = []
    for name in names:
        old = getattr(row, name)
        new = _value(row, name, old, wanted, neutral)
        if new != old:
            setattr(row, name, new)
            changed.append(name)
    if changed and isinstance(row, GameDay):
        # Calendar programs update a day when its sequence number has grown.
        row.sequence, row.changed_at = row.sequence + 1, timezone.now()
        changed += ["sequence", "changed_at"]
    if changed:
        row.save(update_fields=changed)
    return bool(changed)


def log_forget(*, club: Club, wanted: Wanted, kept: Iterable[str]) -> None:
    """Take the name off lines of the log by tablets that were called after somebody.

    Which tablet it was, the lines still say. Names of accounts, which are `kept`, stay until the
    lines are old.
    """
    stays = set(kept)
    lines = LogEntry.objects.filter(club=club, user=None).order_by()
    for who in lines.exclude(who="").values_list("who", flat=True).distinct():
        if who not in stays and wanted.is_in(who):
            lines.filter(who=who).update(who="")


def _value(row: Any, name: str, old: Any, wanted: Wanted, neutral: str) -> Any:
    """The field's new value, cut where the neutral name makes it longer than it may be."""
    change = partial(wanted.replaced, neutral=neutral)
    if old is None:
        return None
    if isinstance(old, str):
        new = change(old)
        most = row._meta.get_field(name).max_length
        return old if new == old else new[:most]
    if isinstance(row, SheetEntry):
        return {**old, "faults": rewritten(old["faults"], change)}
    try:
        return rewritten(old, change)
    except RecursionError:
        # Nobody can read it, so nobody can say that there is no name in it.
        return {}


def authors_rewrite(
    *, club: Club, wanted: Wanted, neutral: str, kept: Iterable[str], whole: bool = False
) -> None:
    """Write the neutral name where somebody is named as who wrote something.

    Names that are `kept` stay: those of people who sign in, whose accounts are another matter.
    With `whole`, an author who is called otherwise and has the name in it stays too: a tablet.
    """
    stays = set(kept)
    for model in ROWS:
        for name in authors_of(model):
            rows = rows_of(model, club)
            names = rows.order_by().values_list(name, flat=True).distinct()
            named = [
                name_there
                for name_there in names
                if name_there not in stays and wanted.is_in(name_there)
            ]
            for old in [
                name_there for name_there in named if not whole or name_there in wanted.names
            ]:
                new = wanted.replaced(old, neutral)[: _room(model, name)]
                rows.order_by().filter(**{name: old}).update(**{name: new})


def _room(model: type[Model], name: str) -> int | None:
    return getattr(model._meta.get_field(name), "max_length", None)


def tokens_drop(rows: Iterable[SetAside]) -> None:
    """Take the signed name off what a tablet handed over: the row says who recorded it."""
    for row in rows:
        if isinstance(row.sending, dict) and "author" in row.sending:
            row.sending = {name: value for name, value in row.sending.items() if name != "author"}
            row.save(update_fields=["sending"])


def drafts_drop(rows: Iterable[Any], wanted: Wanted) -> None:
    """Throw away files that were sent, and wait to be looked at, where they name somebody."""
    for row in rows:
        file = file_unpack(bytes(row.packed))
        cells = (text for line in file.lines for text in line.cells)
        # A name may stand in two cells, the first and the last name.
        names = (line.values["name"] for line in file.rows)
        typed = [
            text
            for answer in row.answers.values()
            for text in (answer.get("name", ""), *answer.get("cells", {}).values())
        ]
        if any(wanted.is_in(text) for text in (*cells, *names, *typed, *file.heads)):
            row.delete()
