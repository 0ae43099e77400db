"""Taking a file of entrants into a tournament's list: kept to be looked at, applied as seen."""

from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Entrant, EntrantImport, Tournament
from league.selectors.columns import PeopleFile
from league.selectors.entrant_imports import EntrantRow, entrants_plan
from league.selectors.import_plans import ImportPlan
from scoring.models import Player
from scoring.services.entries import Author
from scoring.services.errors import Refusal
from scoring.services.people import name_key

from .entrant_checks import MOST_ROWS, next_number, registration_open, room_left
from .import_files import drafts_prune, file_pack, file_unpack
from .tournaments import log_append

BATCH = 500


@transaction.atomic
def entrants_keep(
    *, tournament: Tournament, user: User, file_name: str, file: PeopleFile
) -> EntrantImport:
    """Keep a file that was read, until it is applied or a day has gone by."""
    drafts_prune(EntrantImport.objects.filter(tournament=tournament))
    return EntrantImport.objects.create(
        tournament=tournament,
        user=user,
        file_name=file_name[:100],
        packed=file_pack(file),
        made_at=timezone.now(),
    )


def plan_of_draft(draft: EntrantImport, tournament: Tournament) -> ImportPlan:
    """What a kept file would do to the list as it is now; it must not have been applied."""
    rows = MOST_ROWS - tournament.entrants.count()
    left = room_left(tournament)
    places = rows if left is None else min(rows, left)
    return entrants_plan(tournament, file_of_draft(draft), places=max(places, 0))


def file_of_draft(draft: EntrantImport) -> PeopleFile:
    """The file that was kept, line by line."""
    return file_unpack(bytes(draft.packed))


@transaction.atomic
def entrants_drop(*, draft: EntrantImport) -> None:
    """Throw a file away that is not to be applied."""
    EntrantImport.objects.filter(pk=draft.pk, applied_at=None).delete()


@transaction.atomic
def entrants_apply(*, draft: EntrantImport, author: Author, seen: str) -> ImportPlan:
    """Do to the list what the file says, exactly as `seen`, the fingerprint of the preview.

    All of it is done or nothing. Raises `Refusal` with code "applied" where it was done before,
    "moved" where the list or the directory has changed since, and once the tournament has begun.
    """
    tournament = registration_open(draft.tournament)
    held = EntrantImport.objects.select_for_update().filter(pk=draft.pk).first()
    if held is None or held.applied_at:
        raise Refusal("applied", _("This file was imported already, or thrown away."))
    plan = plan_of_draft(held, tournament)
    if plan.fingerprint != seen:
        raise _moved()
    rows: list[Any] = [row for row in plan.rows if isinstance(row, EntrantRow)]
    try:
        with transaction.atomic():
            _enter(tournament, author, [row for row in rows if row.kind == "new"])
    except IntegrityError as error:
        # A game has begun with one of these names since the plan was made.
        raise _moved() from error
    _change([row for row in rows if row.kind == "changed"])
    held.applied_at, held.packed = timezone.now(), b""
    held.save(update_fields=["applied_at", "packed"])
    log_append(
        tournament=tournament,
        author=author,
        kind="import",
        text=_("A list was imported: %(new)d new, %(changed)d changed.") % plan.counts,
        details={"file": held.file_name},
    )
    return plan


def _moved() -> Refusal:
    return Refusal(
        "moved",
        _(
            "The list has changed since you looked, so nothing was imported. Look at what the "
            "file changes now, and import it then."
        ),
    )


def _enter(tournament: Tournament, author: Author, rows: list[EntrantRow]) -> None:
    """New entrants, numbered in the order of the file; whom the club does not know it meets."""
    club = tournament.club
    strangers = [row for row in rows if row.player_id is None]
    made = Player.objects.bulk_create(
        (Player(club=club, name=row.name, name_key=name_key(row.name)) for row in strangers),
        batch_size=BATCH,
    )
    players = {row.number: player.pk for row, player in zip(strangers, made, strict=True)}
    first, now = next_number(tournament), timezone.now()
    Entrant.objects.bulk_create(
        (
            Entrant(
                tournament=tournament,
                player_id=row.player_id or players[row.number],
                number=number,
                name=row.name,
                name_key=name_key(row.name),
                source=Entrant.Source.FILE,
                entered_at=now,
                entered_by=author.name[:80],
                **row.values,
            )
            for number, row in enumerate(rows, start=first)
        ),
        batch_size=BATCH,
    )


def _change(rows: list[EntrantRow]) -> None:
    entrants = Entrant.objects.in_bulk([row.entrant_id for row in rows])
    for row in rows:
        for field, value in row.values.items():
            setattr(entrants[row.entrant_id or 0], field, value)
    fields = ["born", "gender", "community", "contact", "visitor", "seed_by_hand"]
    Entrant.objects.bulk_update(entrants.values(), fields, batch_size=BATCH)
