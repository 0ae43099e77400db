"""Lists that were sent: kept while somebody looks at what they would do, then applied as seen."""

import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.spreadsheets.reading import FileLine
from scoring.accounts.models import Club
from scoring.refusals import Refusal

from .columns import Columns, FileRow, PeopleFile, file_meaning, head_key
from .models import ImportDraft, KnownColumns
from .plans import ImportPlan

Draft = TypeVar("Draft", bound=ImportDraft)

# What nobody has applied is thrown away: there are years of birth in it.
KEPT = timedelta(days=1)
MOST_KEPT = 20
# Heads that a club explained, at most.
MOST_HEADS = 200


@transaction.atomic
def draft_keep(
    drafts: "QuerySet[Draft]", *, user: User, file_name: str, file: PeopleFile, **fields: Any
) -> Draft:
    """Keep a file that was read, until it is applied or a day has gone by.

    `drafts` are those of the same list, of which the oldest are deleted; `fields` name the list's
    owner.
    """
    drafts_prune(drafts)
    return drafts.model._default_manager.create(
        user=user,
        file_name=file_name[:100],
        packed=file_pack(file),
        made_at=timezone.now(),
        **fields,
    )


def draft_file(draft: ImportDraft) -> PeopleFile:
    """The file that was kept, line by line, with the names and cells that somebody typed.

    It must not have been applied.
    """
    file = file_unpack(bytes(draft.packed))
    rows = (_corrected(row, draft.answers.get(str(row.number), {})) for row in file.rows)
    return replace(file, rows=tuple(rows)) if draft.answers else file


def _corrected(row: FileRow, answer: Mapping[str, Any]) -> FileRow:
    """The line with what was typed in place of its cells; what is typed as it was changes none."""
    typed = dict(answer.get("cells", {}))
    if answer.get("name"):
        typed["name"] = answer["name"]
    cells = {field: text for field, text in typed.items() if text != row.values.get(field, "")}
    if not cells:
        return row
    return replace(
        row,
        values={**row.values, **cells},
        unread=tuple(field for field in row.unread if field not in cells),
        lacks="" if "name" in cells else row.lacks,
    )


def lines_named(draft: ImportDraft) -> frozenset[int]:
    """The lines of which somebody said who is meant."""
    return frozenset(int(number) for number, answer in draft.answers.items() if answer.get("name"))


def draft_plan(draft: ImportDraft, plan: ImportPlan) -> ImportPlan:
    """The plan of the draft's file, without the lines that somebody left out."""
    skipped = {int(number) for number, answer in draft.answers.items() if answer.get("skip")}
    return plan.without(skipped) if skipped else plan


@transaction.atomic
def draft_answer(draft: ImportDraft, answers: Mapping[int, Mapping[str, Any]]) -> bool:
    """Keep what somebody chose for these lines; answer whether a line does something else now.

    Each answer has "skip", and "name", "same" or "cells" where they were said; what was said before
    stays. Another name or cell, or being the same person, does something else; leaving lines out
    changes no other line.
    """
    kept = type(draft)._default_manager.select_for_update().get(pk=draft.pk)
    reads_anew = False
    for number, answer in answers.items():
        before = kept.answers.get(str(number), {})
        after = {**before, **answer}
        if "cells" in answer:
            after["cells"] = {**before.get("cells", {}), **answer["cells"]}
        kept.answers[str(number)] = after
        reads_anew |= any(before.get(key) != after.get(key) for key in ("name", "same", "cells"))
    kept.save(update_fields=["answers"])
    draft.answers = kept.answers
    return reads_anew


@transaction.atomic
def draft_columns(
    draft: ImportDraft, *, club: Club, kind: str, columns: Columns, read: PeopleFile
) -> None:
    """Read the draft's file as `read` says, and remember its heads for the club's next list.

    What somebody chose for single lines is forgotten: they may be others' names now.
    """
    own = columns.meanings()
    meanings = {
        head_key(head): meaning
        for head, meaning in zip(read.heads, read.meant, strict=True)
        if head_key(head) and own.get(head_key(head), "") != meaning
    }
    known, _made = KnownColumns.objects.select_for_update().get_or_create(club=club, kind=kind)
    heads = {head_key(head) for head in read.heads}
    others = {head: meaning for head, meaning in known.meanings.items() if head not in heads}
    known.meanings = dict([*others.items(), *meanings.items()][-MOST_HEADS:])
    known.save(update_fields=["meanings"])
    draft.packed, draft.answers = file_pack(read), {}
    draft.save(update_fields=["packed", "answers"])


def known_columns(club: Club, kind: str) -> dict[str, str]:
    """What the club's own heads of such a list mean, as it said before; one query."""
    row = KnownColumns.objects.filter(club=club, kind=kind).first()
    return dict(row.meanings) if row else {}


@transaction.atomic
def draft_drop(draft: ImportDraft) -> None:
    """Throw a file away that is not to be applied."""
    type(draft)._default_manager.filter(pk=draft.pk, applied_at=None).delete()


@transaction.atomic
def draft_apply(
    draft: Draft,
    *,
    seen: str,
    plan_of: Callable[[Draft], ImportPlan],
    write: Callable[[ImportPlan], None],
    moved: str,
    final: Callable[[Draft, ImportPlan], ImportPlan] = draft_plan,
) -> ImportPlan:
    """Do what the file says, exactly as `seen`, the fingerprint of the preview.

    `plan_of` says what it would do now, `final` what of it is done, and `write` does it. All of it
    is done or nothing. Raises `Refusal` with code "applied" where it was done before, and "moved",
    with that sentence, where it would do something else by now. Must be called under the lock of
    the list, so that one file is applied at a time.
    """
    kept = type(draft)._default_manager.select_for_update().filter(pk=draft.pk).first()
    if kept is None or kept.applied_at:
        raise Refusal("applied", _("This file was imported already, or thrown away."))
    plan = plan_of(kept)
    if plan.fingerprint != seen:
        raise Refusal("moved", moved)
    plan = final(kept, plan)
    try:
        with transaction.atomic():
            write(plan)
    except IntegrityError as error:
        # A game has begun with one of these names since the plan was made.
        raise Refusal("moved", moved) from error
    kept.applied_at, kept.packed, kept.answers = timezone.now(), b"", {}
    kept.save(update_fields=["applied_at", "packed", "answers"])
    return plan


def drafts_prune(drafts: QuerySet[Any]) -> None:
    """Throw away drafts that are old or too many, before one more is kept."""
    drafts.filter(made_at__lt=timezone.now() - KEPT).delete()
    too_many = drafts.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT - 1 :]
    drafts.filter(pk__in=list(too_many)).delete()


def file_pack(file: PeopleFile) -> bytes:
    """The file's lines and what its columns mean, packed to be kept."""
    content = {
        "labels": file.fields,
        "heads": file.heads,
        "meant": file.meant,
        "headless": file.headless,
        "above": file.above,
        "lines": [(line.number, line.cells, sorted(line.unread)) for line in file.lines],
    }
    return zlib.compress(json.dumps(content).encode())


def file_unpack(packed: bytes) -> PeopleFile:
    """Return the file from its packed lines."""
    content = json.loads(zlib.decompress(packed))
    return file_meaning(
        content["labels"],
        content["heads"],
        content["meant"],
        [
            FileLine(number, tuple(cells), frozenset(unread))
            for number, cells, unread in content["lines"]
        ],
        above=content["above"],
        headless=content["headless"],
    )
