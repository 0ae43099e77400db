"""Taking a file of people into the directory: kept while it is looked at, then applied as seen."""

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import PeopleImport, Profile
from league.selectors.columns import PeopleFile
from league.selectors.import_plans import ImportPlan, RowPlan
from league.selectors.imports import FIELDS, import_plan
from scoring.models import Club, Player
from scoring.services.errors import Refusal
from scoring.services.people import name_key

from .import_files import drafts_prune, file_pack, file_unpack

BATCH = 500


@transaction.atomic
def import_keep(
    *, club: Club, user: User, file_name: str, file: PeopleFile, erases: bool
) -> PeopleImport:
    """Keep a file that was read, until it is applied or a day has gone by."""
    drafts_prune(PeopleImport.objects.filter(club=club))
    return PeopleImport.objects.create(
        club=club,
        user=user,
        file_name=file_name[:100],
        packed=file_pack(file),
        erases=erases,
        made_at=timezone.now(),
    )


def file_of(draft: PeopleImport) -> PeopleFile:
    """The file that was kept, line by line; it must not have been applied."""
    return file_unpack(bytes(draft.packed))


@transaction.atomic
def import_drop(*, draft: PeopleImport) -> None:
    """Throw a file away that is not to be applied."""
    PeopleImport.objects.filter(pk=draft.pk, applied_at=None).delete()


@transaction.atomic
def import_apply(*, draft: PeopleImport, seen: str) -> ImportPlan:
    """Do to the directory what the file says, exactly as `seen`, the fingerprint of the preview.

    All of it is done or nothing. Raises `Refusal` with code "applied" where it was done before,
    and "moved" where the directory has changed since, so that it would do something else.
    """
    # One import at a time, on databases that let two write at once.
    club = Club.objects.select_for_update().get(pk=draft.club_id)
    held = PeopleImport.objects.select_for_update().filter(pk=draft.pk).first()
    if held is None or held.applied_at:
        raise Refusal("applied", _("This file was imported already, or thrown away."))
    plan = import_plan(club, file_of(held), erases=held.erases)
    if plan.fingerprint != seen:
        raise _moved()
    try:
        with transaction.atomic():
            _people_make(club, [row for row in plan.rows if row.kind == "new"])
    except IntegrityError as error:
        # A game has begun with one of these names since the plan was made.
        raise _moved() from error
    _profiles_change([row for row in plan.rows if row.kind == "changed"])
    held.applied_at, held.packed = timezone.now(), b""
    held.save(update_fields=["applied_at", "packed"])
    return plan


def _moved() -> Refusal:
    return Refusal(
        "moved",
        _(
            "The directory has changed since you looked, so nothing was imported. Look at what "
            "the file changes now, and import it then."
        ),
    )


def _people_make(club: Club, rows: list[RowPlan]) -> None:
    players = Player.objects.bulk_create(
        (Player(club=club, name=row.name, name_key=name_key(row.name)) for row in rows),
        batch_size=BATCH,
    )
    Profile.objects.bulk_create(
        (
            Profile(player=player, **{change.field: change.new for change in row.changes})
            for player, row in zip(players, rows, strict=True)
            if row.changes
        ),
        batch_size=BATCH,
    )


def _profiles_change(rows: list[RowPlan]) -> None:
    changed = {row.player_id or 0: row for row in rows}
    profiles = {one.player_id: one for one in Profile.objects.filter(player__in=changed)}
    for player_id, row in changed.items():
        profile = profiles.setdefault(player_id, Profile(player_id=player_id))
        # So that one statement takes new profiles and those that are there.
        profile.pk = None
        for change in row.changes:
            empty = None if change.field in ("birth_year", "fixed_table") else ""
            setattr(profile, change.field, change.new if change.new != "" else empty)
    Profile.objects.bulk_create(
        profiles.values(),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=FIELDS,
    )
