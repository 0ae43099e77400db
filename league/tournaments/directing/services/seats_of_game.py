"""An elimination's seats follow from who won: what then can still be corrected, and how."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.brackets.knockout import brackets
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.starts import starts_to_take_back
from league.tournaments.models import Stage, StageTable, Tournament
from scoring.accounts.authors import Author
from scoring.refusals import Refusal

from .running import stage_on


def keep_who_won(before: Loaded, after: Loaded, table: StageTable) -> None:
    """Raise `Refusal` where a correction lets another one win whose next game is seated already.

    Else the loser would play on, and in the second half of a double elimination others would stand
    where they never were. A game of which no table has begun can lose its seats first.
    """
    stage, number = table.round.stage, table.round.number
    later = [row.number for row in after.rounds.get(stage.pk, ()) if row.number > number]
    if stage.kind == Stage.Kind.TABLES or not later:
        return
    if _winner(before, table) == _winner(after, table):
        return
    if later == [number + 1] and stage.closed_at is None and _waits(after, stage, number + 1):
        raise Refusal(
            "seated",
            _(
                "Who wins here has a seat in game %(next)d already. Under “Change seats”, take the "
                "seats of game %(next)d back. Then correct this."
            )
            % {"next": number + 1},
        )
    if later == [number + 1] and stage.closed_at is None and _unwritten(after, stage, number + 1):
        raise Refusal(
            "started",
            _(
                "Game %(next)d has begun, and nothing is written there yet. Under “Change seats”, "
                "take back its starts, then its seats. Then correct this."
            )
            % {"next": number + 1},
        )
    raise Refusal(
        "played_on",
        _(
            "Game %(next)d has begun, and who wins here has a seat in it, so the same person has "
            "to win. Totals that leave it so can be put right."
        )
        % {"next": number + 1},
    )


def _winner(snapshot: Loaded, table: StageTable) -> object:
    course = snapshot.courses[table.round.stage_id]
    return next(
        (
            match.winner
            for bracket in brackets(course).values()
            for matches in bracket.matches
            for match in matches
            if (match.round, match.table) == (table.round.number, table.number)
        ),
        None,
    )


def _waits(snapshot: Loaded, stage: Stage, number: int) -> bool:
    return not any(state.begun for state in snapshot.tables_of(stage, number))


def _unwritten(snapshot: Loaded, stage: Stage, number: int) -> bool:
    """Whether each table of a game that has begun can have its start taken back."""
    starts = starts_to_take_back(snapshot)
    begun = {s.row.number for s in snapshot.tables_of(stage, number) if s.begun}
    return begun <= starts


def seats_to_take_back(snapshot: Loaded) -> int:
    """Return the elimination's game whose seats can be taken back, 0 for none."""
    stage = snapshot.current
    if stage is None or stage.kind == Stage.Kind.TABLES:
        return 0
    number = max((row.number for row in snapshot.rounds.get(stage.pk, ())), default=0)
    return number if number > 1 and _waits(snapshot, stage, number) else 0


@transaction.atomic
def game_unseat(*, tournament: Tournament, author: Author, number: int) -> None:
    """Take back the seats of an elimination's newest game, so that the one before can be corrected.

    Raises `Refusal` where a table of it has begun, and for the first game.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    if number == 0 or seats_to_take_back(snapshot) != number:
        raise Refusal("begun", _("The seats of game %d cannot be taken back now.") % number)
    stage.seated.filter(number=number).delete()
    log_append(
        tournament=tournament,
        author=author,
        kind="unseat",
        text=_("%(stage)s: the seats of game %(number)d were taken back.")
        % {"stage": stage.name, "number": number},
        details={"stage": stage.pk, "round": number},
    )
