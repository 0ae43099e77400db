"""Lists that were sent: kept while somebody looks at what they would do, then applied as seen."""

import json
import zlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.refusals import Refusal

from .columns import FileRow, PeopleFile
from .models import ImportDraft
from .plans import ImportPlan

Draft = TypeVar("Draft", bound=ImportDraft)

# What nobody has applied is thrown away: there are years of birth in it.
KEPT = timedelta(days=1)
MOST_KEPT = 20


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
    """The file that was kept, line by line; it must not have been applied."""
    return file_unpack(bytes(draft.packed))


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
) -> ImportPlan:
    """Do what the file says, exactly as `seen`, the fingerprint of the preview.

    `plan_of` says what it would do now, and `write` does it. All of it is done or nothing. Raises
    `Refusal` with code "applied" where it was done before, and "moved", with that sentence, where
    it would do something else by now. Must be called under the lock of the list, so that one file
    is applied at a time.
    """
    kept = type(draft)._default_manager.select_for_update().filter(pk=draft.pk).first()
    if kept is None or kept.applied_at:
        raise Refusal("applied", _("This file was imported already, or thrown away."))
    plan = plan_of(kept)
    if plan.fingerprint != seen:
        raise Refusal("moved", moved)
    try:
        with transaction.atomic():
            write(plan)
    except IntegrityError as error:
        # A game has begun with one of these names since the plan was made.
        raise Refusal("moved", moved) from error
    kept.applied_at, kept.packed = timezone.now(), b""
    kept.save(update_fields=["applied_at", "packed"])
    return plan


def drafts_prune(drafts: QuerySet[Any]) -> None:
    """Throw away drafts that are old or too many, before one more is kept."""
    drafts.filter(made_at__lt=timezone.now() - KEPT).delete()
    too_many = drafts.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT - 1 :]
    drafts.filter(pk__in=list(too_many)).delete()


def file_pack(file: PeopleFile) -> bytes:
    """The file's lines, packed to be kept."""
    content = {
        "fields": file.fields,
        "ignored": [head[:40] for head in file.ignored[:20]],
        "headless": file.headless,
        "above": file.above,
        "rows": [
            (row.number, [row.values[field] for field in file.fields], row.unread, row.spilled)
            for row in file.rows
        ],
    }
    return zlib.compress(json.dumps(content).encode())


def file_unpack(packed: bytes) -> PeopleFile:
    """Return the file from its packed lines."""
    content = json.loads(zlib.decompress(packed))
    fields = tuple(content["fields"])
    return PeopleFile(
        fields=fields,
        rows=tuple(
            FileRow(number, dict(zip(fields, cells, strict=True)), tuple(unread), spilled)
            for number, cells, unread, spilled in content["rows"]
        ),
        ignored=tuple(content["ignored"]),
        headless=content["headless"],
        above=content["above"],
    )
