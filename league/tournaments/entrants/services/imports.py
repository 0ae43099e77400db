"""Taking a file of entrants into a tournament's list: kept to be looked at, applied as seen."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.imports.columns import PeopleFile
from league.imports.drafts import draft_apply, draft_file, draft_keep
from league.imports.plans import ImportPlan
from league.tournaments.changes import log_append
from league.tournaments.entrants.selectors.imports import EntrantRow, EntrantsPlan, entrants_plan
from league.tournaments.models import Entrant, EntrantImport, Tournament
from scoring.accounts.authors import Author
from scoring.accounts.models import Player
from scoring.accounts.public import people_hold, space_hold
from scoring.names import name_key

from .checks import MOST_ROWS, next_number, registration_open, room_left

BATCH = 500


def entrants_keep(
    *, tournament: Tournament, user: User, file_name: str, file: PeopleFile
) -> EntrantImport:
    """Keep a file of entrants, until it is applied or a day has gone by.

    Raises `QuotaReached` where the club has no room left.
    """
    space_hold(tournament.club)
    return draft_keep(
        EntrantImport.objects.filter(tournament=tournament),
        user=user,
        file_name=file_name,
        file=file,
        tournament=tournament,
    )


def plan_of_draft(draft: EntrantImport, tournament: Tournament) -> EntrantsPlan:
    """What a kept file would do to the list as it is now; it must not have been applied."""
    rows = MOST_ROWS - tournament.entrants.count()
    left = room_left(tournament)
    places = rows if left is None else min(rows, left)
    return entrants_plan(
        tournament, draft_file(draft), places=max(places, 0), day_first=draft.day_first
    )


def entrants_order(draft: EntrantImport, *, day_first: bool) -> None:
    """Keep whether the dates of a file have the day first, or the month."""
    EntrantImport.objects.filter(pk=draft.pk, applied_at=None).update(day_first=day_first)


@transaction.atomic
def entrants_apply(*, draft: EntrantImport, author: Author, seen: str) -> ImportPlan:
    """Do to the list what the file says, exactly as `seen`; see `draft_apply`.

    Refuses everything once the tournament has begun.
    """
    tournament = registration_open(draft.tournament)

    def write(plan: ImportPlan) -> None:
        rows = [row for row in plan.rows if isinstance(row, EntrantRow)]
        _enter(tournament, author, [row for row in rows if row.kind == "new"])
        _change([row for row in rows if row.kind == "changed"])

    plan = draft_apply(
        draft,
        seen=seen,
        plan_of=lambda kept: plan_of_draft(kept, tournament),
        write=write,
        moved=_(
            "The list has changed since you looked, so nothing was imported. Look at what the "
            "file changes now, and import it then."
        ),
    )
    log_append(
        tournament=tournament,
        author=author,
        kind="import",
        text=_("A list was imported: %(new)d new, %(changed)d changed.") % plan.counts,
        details={"file": draft.file_name},
    )
    return plan


def _enter(tournament: Tournament, author: Author, rows: list[EntrantRow]) -> None:
    """New entrants, numbered in the order of the file; whom the club does not know it meets."""
    club = tournament.club
    strangers = [row for row in rows if row.player_id is None]
    made = Player.objects.bulk_create(
        (Player(club=club, name=row.name, name_key=name_key(row.name)) for row in strangers),
        batch_size=BATCH,
    )
    if made:
        people_hold(club=club)
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
    fields = ["born", "age_from", "age_to", "gender", "community", "home_club", "contact"]
    fields += ["visitor", "seed_by_hand"]
    Entrant.objects.bulk_update(entrants.values(), fields, batch_size=BATCH)
