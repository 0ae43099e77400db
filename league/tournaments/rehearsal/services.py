"""Making a rehearsal, playing in it with made-up results, and throwing it away.

A rehearsal is a tournament of the same club that is the copy of another one. Its results come on
paper alone: it has no game, so that no season, no person's history and no tablet knows of it.
"""

import uuid
from random import Random

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.brackets.values import Kind
from league.tournaments.changes import log_append, tournament_lock
from league.tournaments.courses import loaded
from league.tournaments.directing.public import (
    paper_record,
    parting_record,
    round_seat,
    stage_close,
    tournament_begin,
)
from league.tournaments.models import (
    DivisionMerge,
    Entrant,
    PaperResult,
    Parting,
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
    Tournament,
)
from league.tournaments.stages.selectors.progress import closing_of, gone, waiting_tables
from scoring.accounts.authors import Author
from scoring.refusals import Refusal
from scoring.sheets.paper import PaperLine

from .results import made_up_lines
from .selectors import FEWEST, people_of

# More acts than any tournament has games, stages and ties.
MOST_ACTS = 500


def rehearsal_make(*, tournament: Tournament, author: Author) -> Tournament:
    """Copy a tournament that has not begun, with all who are expected checked in; and begin it.

    A rehearsal of it that is there already is thrown away. Raises `Refusal` for one that is under
    way, over or cancelled, without a stage, and with fewer than two people; and where these people
    cannot be seated so.
    """
    rehearsal = _copy(tournament, author)
    try:
        # Seating may take its second, so it is not inside the copy's transaction.
        tournament_begin(tournament=rehearsal, author=author)
    except Refusal:
        rehearsal_throw_away(rehearsal=rehearsal)
        raise
    return _anew(rehearsal)


@transaction.atomic
def _copy(tournament: Tournament, author: Author) -> Tournament:
    tournament = tournament_lock(tournament)
    people = people_of(tournament)
    _may_be_rehearsed(tournament, people)
    for earlier in tournament.rehearsals.all():
        rehearsal_throw_away(rehearsal=earlier)
    rehearsal = _copied(tournament)
    log_append(
        tournament=rehearsal,
        author=author,
        kind="rehearsal",
        text=_("A rehearsal of %s, with results that are made up.") % tournament.name,
    )
    _copy_people(rehearsal, people)
    for merge in tournament.division_merges.filter(undone_at=None):
        merge.pk, merge.tournament = None, rehearsal
        merge.save(force_insert=True)
    return rehearsal


def _anew(rehearsal: Tournament) -> Tournament:
    """The rehearsal as the database has it now."""
    return Tournament.objects.select_related("club", "season").get(pk=rehearsal.pk)


def _may_be_rehearsed(tournament: Tournament, people: list[Entrant]) -> None:
    name = tournament.name
    if tournament.rehearsal_of_id is not None:
        raise Refusal("rehearsal", _("This is a rehearsal already."))
    if tournament.cancelled_at is not None:
        raise Refusal("cancelled", _("This tournament is cancelled. Bring it back first."))
    if tournament.ended_at is not None:
        raise Refusal("ended", _("%s is over. There is nothing left to rehearse.") % name)
    if tournament.began_at is not None:
        raise Refusal("begun", _("%s has begun. A rehearsal is for the days before.") % name)
    if not tournament.stages.exists():
        raise Refusal("stages", _("Choose a format first: this tournament has no stage yet."))
    if len(people) < FEWEST:
        raise Refusal("few", _("Enter at least two people first: they play in the rehearsal."))


def _copied(tournament: Tournament) -> Tournament:
    """A copy of the tournament and its stages, which nobody outside the club can see."""
    room = Tournament._meta.get_field("name").max_length or 0
    stages = list(tournament.stages.all())
    rehearsal = Tournament.objects.get(pk=tournament.pk)
    rehearsal.pk = None
    rehearsal.name = (_("Rehearsal: %s") % tournament.name)[:room]
    rehearsal.rehearsal_of = tournament
    rehearsal.public = rehearsal.sign_up = False
    rehearsal.sign_up_key = uuid.uuid4()
    rehearsal.save(force_insert=True)
    for stage in stages:
        stage.pk, stage.tournament = None, rehearsal
    Stage.objects.bulk_create(stages)
    return rehearsal


def _copy_people(rehearsal: Tournament, people: list[Entrant]) -> None:
    now = timezone.now()
    for entrant in people:
        entrant.pk, entrant.tournament, entrant.checked_in_at = None, rehearsal, now
    Entrant.objects.bulk_create(people)


def rehearsal_play(*, rehearsal: Tournament, author: Author) -> int:
    """Make results up for the tables that still play; answer for how many.

    Raises `Refusal` where the tournament is not a rehearsal, or is over.
    """
    _must_be_rehearsal(rehearsal)
    snapshot = loaded(_anew(rehearsal))
    stage = snapshot.current
    if stage is None:
        raise Refusal("over", _("The rehearsal is over. Look at its places and medals."))
    waiting, away = waiting_tables(snapshot, stage), gone(snapshot, stage)
    for state in waiting:
        random = Random(f"{rehearsal.seed}:{state.row.pk}")  # noqa: S311  no secrets
        playing = [pk for pk in state.seats if pk not in away]
        players = playing if len(playing) > 1 else state.seats
        made_up = made_up_lines(stage, players, random, one_winner=stage.kind != Kind.TABLES)
        # A seat that stayed free has no points.
        lines = {pk: PaperLine(None) if pk in away else made_up[pk] for pk in state.seats}
        paper_record(tournament=rehearsal, table=state.row, author=author, lines=lines)
    return len(waiting)


def rehearsal_play_all(*, rehearsal: Tournament, author: Author) -> None:
    """Play it to the end: results, the next games, lots for who is level, closing each stage.

    Raises `Refusal` where the tournament is not a rehearsal, and where it cannot go on, with what
    a director would be told on the day.
    """
    for _act in range(MOST_ACTS):
        rehearsal = _anew(rehearsal)
        if rehearsal.ended_at is not None:
            return
        rehearsal_play(rehearsal=rehearsal, author=author)
        _go_on(rehearsal, author)


def _go_on(rehearsal: Tournament, author: Author) -> None:
    """The one thing that a director does once all results of a game are in."""
    snapshot = loaded(_anew(rehearsal))
    stage = snapshot.current
    if stage is None:
        return
    closing = closing_of(snapshot, stage)
    if closing.games_left:
        number = len(snapshot.rounds[stage.pk]) + 1
        round_seat(tournament=rehearsal, author=author, number=number)
    elif closing.advance.level:
        for group in closing.advance.level:
            parting_record(
                tournament=rehearsal,
                stage=stage,
                author=author,
                kind=Parting.Kind.LOT,
                entrants=[int(key) for key in group.keys],
            )
    else:
        stage_close(tournament=rehearsal, stage=stage, author=author, seen=closing.mark)


@transaction.atomic
def rehearsal_throw_away(*, rehearsal: Tournament) -> None:
    """Delete a rehearsal with all that is in it; thrown away twice, it is gone once.

    Raises `Refusal` for a tournament of people: results that were played are never deleted.
    """
    _must_be_rehearsal(rehearsal)
    for rows in (
        PaperResult.objects.filter(table__round__stage__tournament=rehearsal),
        StageSeat.objects.filter(table__round__stage__tournament=rehearsal),
        StageTable.objects.filter(round__stage__tournament=rehearsal),
        StageRound.objects.filter(stage__tournament=rehearsal),
        Parting.objects.filter(stage__tournament=rehearsal),
        StageEntrant.objects.filter(stage__tournament=rehearsal),
        DivisionMerge.objects.filter(tournament=rehearsal),
        Tournament.objects.filter(pk=rehearsal.pk),
    ):
        rows.delete()


def _must_be_rehearsal(tournament: Tournament) -> None:
    if tournament.rehearsal_of_id is None:
        raise Refusal("real", _("%s is not a rehearsal.") % tournament.name)
