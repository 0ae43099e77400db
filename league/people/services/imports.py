"""Taking a file of people into the directory: kept while it is looked at, then applied as seen."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.imports.columns import YES, PeopleFile
from league.imports.drafts import draft_apply, draft_file, draft_keep
from league.imports.plans import FieldChange, ImportPlan, RowPlan
from league.people.models import PeopleImport, Profile
from league.people.selectors.imports import FIELDS, final_plan, import_plan, same_people
from scoring.accounts.models import Club, Player
from scoring.accounts.public import people_hold, space_hold
from scoring.names import name_key

BATCH = 500


def import_keep(
    *, club: Club, user: User, file_name: str, file: PeopleFile, erases: bool
) -> PeopleImport:
    """Keep a file of people, until it is applied or a day has gone by.

    Raises `QuotaReached` where the club has no room left.
    """
    space_hold(club)
    return draft_keep(
        PeopleImport.objects.filter(club=club),
        user=user,
        file_name=file_name,
        file=file,
        club=club,
        erases=erases,
    )


def import_agreement(*, draft: PeopleImport, agreed: bool) -> None:
    """Keep whether everybody with an address in the file agreed to e-mails."""
    draft.agreed = agreed
    draft.save(update_fields=["agreed"])


@transaction.atomic
def import_apply(*, draft: PeopleImport, seen: str) -> ImportPlan:
    """Do to the directory what the file says, exactly as `seen`; see `draft_apply`."""
    # One import at a time, on databases that let two write at once.
    club = Club.objects.select_for_update().get(pk=draft.club_id)

    def write(plan: ImportPlan) -> None:
        _people_make(club, [row for row in plan.rows if row.kind == "new"])
        changed = [row for row in plan.rows if row.kind == "changed"]
        _profiles_change([row for row in changed if row.changes])
        back = [row.player_id for row in changed if row.player_id and row.archived]
        Player.objects.filter(pk__in=back).update(archived_at=None)

    return draft_apply(
        draft,
        seen=seen,
        plan_of=lambda kept: import_plan(
            club, draft_file(kept), erases=kept.erases, same=same_people(kept)
        ),
        write=write,
        final=final_plan,
        moved=_(
            "The directory has changed since you looked, so nothing was imported. Look at what "
            "the file changes now, and import it then."
        ),
    )


def _people_make(club: Club, rows: list[RowPlan]) -> None:
    players = Player.objects.bulk_create(
        (Player(club=club, name=row.name, name_key=name_key(row.name)) for row in rows),
        batch_size=BATCH,
    )
    people_hold(club=club)
    Profile.objects.bulk_create(
        (
            _changed(Profile(player=player), row)
            for player, row in zip(players, rows, strict=True)
            if row.changes
        ),
        batch_size=BATCH,
    )


def _changed(profile: Profile, row: RowPlan) -> Profile:
    """The profile as the line changes it. Mails that are not agreed to any more are refused."""
    for change in row.changes:
        setattr(profile, change.field, _kept(change))
        if change.field == "mails":
            profile.mails_refused = not profile.mails
    return profile


def _kept(change: FieldChange) -> str | int | None:
    """The value of a profile's field that the change leads to."""
    if change.field == "mails":
        return change.new == YES[0]
    empty = None if change.field in ("birth_year", "fixed_table") else ""
    return change.new if change.new != "" else empty


def _profiles_change(rows: list[RowPlan]) -> None:
    changed = {row.player_id or 0: row for row in rows}
    profiles = {
        profile.player_id: profile for profile in Profile.objects.filter(player__in=changed)
    }
    for player_id, row in changed.items():
        profile = profiles.setdefault(player_id, Profile(player_id=player_id))
        # So that one statement takes new profiles and those that are there.
        profile.pk = None
        _changed(profile, row)
    Profile.objects.bulk_create(
        profiles.values(),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=[*FIELDS, "mails_refused"],
    )
