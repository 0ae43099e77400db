"""Bringing totals forward into a season, and taking them away again."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.imports.columns import PeopleFile
from league.imports.drafts import draft_apply, draft_file, draft_keep, lines_named
from league.imports.plans import ImportPlan
from league.seasons.models import BroughtForward, BroughtImport, Season
from league.seasons.selectors.brought import WHY_NOT, BroughtRow, brought_plan, takes_totals
from scoring.accounts.models import Club, Player
from scoring.accounts.public import people_hold
from scoring.names import name_key
from scoring.refusals import Refusal

BATCH = 500


def brought_keep(*, season: Season, user: User, file_name: str, file: PeopleFile) -> BroughtImport:
    """Keep a file of totals, until it is applied or a day has gone by.

    Raises `Refusal` where the season cannot take totals, or is closed.
    """
    _allow(season)
    return draft_keep(
        BroughtImport.objects.filter(season=season),
        user=user,
        file_name=file_name,
        file=file,
        season=season,
    )


@transaction.atomic
def brought_apply(*, draft: BroughtImport, seen: str) -> ImportPlan:
    """Bring forward what the file says, exactly as `seen`; see `draft_apply`."""
    # One import at a time, on databases that let two write at once; and new people are made.
    Club.objects.select_for_update().get(pk=draft.season.club_id)
    season = Season.objects.select_for_update().get(pk=draft.season_id)
    _allow(season)

    def write(plan: ImportPlan) -> None:
        rows = [row for row in plan.rows if isinstance(row, BroughtRow)]
        _write(season, draft.file_name, [row for row in rows if row.kind in ("new", "changed")])

    return draft_apply(
        draft,
        seen=seen,
        plan_of=lambda kept: brought_plan(season, draft_file(kept), named=lines_named(kept)),
        write=write,
        moved=_(
            "The season or the directory has changed since you looked, so nothing was imported. "
            "Look at what the file does now, and import it then."
        ),
    )


def _write(season: Season, source: str, rows: list[BroughtRow]) -> None:
    """One amount a person: what another record of the same person had is in the new one."""
    strangers = [row for row in rows if row.player_id is None]
    made = Player.objects.bulk_create(
        (Player(club=season.club, name=row.name, name_key=name_key(row.name)) for row in strangers),
        batch_size=BATCH,
    )
    if made:
        people_hold(club=season.club)
    players = {row.number: player.pk for row, player in zip(strangers, made, strict=True)}
    people = [row.player_id for row in rows if row.player_id is not None]
    for start in range(0, len(people), BATCH):
        batch = people[start : start + BATCH]
        season.brought_forward.filter(player__in=batch).delete()
        season.brought_forward.filter(player__same_as__in=batch).delete()
    Season.objects.filter(pk=season.pk).update(brings_forward=True)
    BroughtForward.objects.bulk_create(
        (
            BroughtForward(
                season=season,
                player_id=row.player_id or players[row.number],
                amount=row.fields[0],
                games=row.fields[1],
                rounds=row.fields[2],
                wins=row.fields[3],
                rounds_out=row.fields[4],
                source=source,
            )
            for row in rows
            if row.fields is not None
        ),
        batch_size=BATCH,
    )


@transaction.atomic
def brought_remove(*, season: Season, only: Collection[int] | None = None) -> int:
    """Take away what is brought forward, of all or of these rows; answer how many there were.

    Raises `Refusal` for a closed season.
    """
    season = Season.objects.select_for_update().get(pk=season.pk)
    _open(season)
    rows = season.brought_forward.all()
    if only is not None:
        rows = rows.filter(pk__in=only)
    number = rows.count()
    rows.delete()
    if number and not season.brought_forward.exists():
        Season.objects.filter(pk=season.pk).update(brings_forward=False)
    return number


def _open(season: Season) -> None:
    if season.closed_at:
        raise Refusal(
            "closed", _("%s is closed and stays as it was. Open it again first.") % season.name
        )


def _allow(season: Season) -> None:
    _open(season)
    if not takes_totals(season):
        raise Refusal("count", str(WHY_NOT))
