"""An elimination's seats follow from who won: what then can still be corrected, and how."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.knockout import brackets
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.another_winner import AnotherWinner, another_winner
from league.tournaments.models import Stage, StageTable, Tournament
from scoring.accounts.authors import Author
from scoring.lists import listed
from scoring.refusals import Refusal

from .running import stage_on


def keep_who_won(before: Loaded, after: Loaded, table: StageTable) -> None:
    """Raise `Refusal` where a correction lets another one win whose next game is seated already.

    Else the loser would play on, and in the second half of a double elimination others would stand
    where they never were. A game of which no table has begun can lose its seats first.
    """
    if table.round.stage.kind != Stage.Kind.TABLES and _winner(before, table) != _winner(
        after, table
    ):
        keep_next_seats(after, table)


def keep_next_seats(snapshot: Loaded, table: StageTable) -> None:
    """Raise `Refusal` where who wins at a table of an elimination has a seat in its next game."""
    stage, number = table.round.stage, table.round.number
    later = [row.number for row in snapshot.rounds.get(stage.pk, ()) if row.number > number]
    if not later:
        return
    way = another_winner(snapshot) if stage.closed_at is None and later == [number + 1] else None
    if way is not None and not way.starts and not way.written:
        raise Refusal(
            "seated",
            _(
                "Who wins here has a seat in game %(next)d already. Under “Change seats”, take the "
                "seats of game %(next)d back. Then correct this."
            )
            % {"next": number + 1},
        )
    if way is not None and not way.written:
        raise Refusal(
            "started",
            _(
                "Game %(next)d has begun, and nothing is written there yet. Under “Change seats”, "
                "take back its starts, then its seats. Then correct this."
            )
            % {"next": number + 1},
        )
    if way is not None:
        raise _written(way)
    raise Refusal(
        "played_on",
        _(
            "Game %(next)d has begun, and who wins here has a seat in it, so the same person has "
            "to win. Totals that leave it so can be put right."
        )
        % {"next": number + 1},
    )


def _written(way: AnotherWinner) -> Refusal:
    """That the same one has to win, since something is written at tables of the next game."""
    sentence = ngettext(
        "At table %(tables)s of game %(next)d something is written already, so the seats of that "
        "game stay. The same person has to win here. Totals that leave it so can be put right.",
        "At tables %(tables)s of game %(next)d something is written already, so the seats of that "
        "game stay. The same person has to win here. Totals that leave it so can be put right.",
        len(way.written),
    )
    details = {"tables": listed(map(str, way.written)), "next": way.game}
    return Refusal("played_on", sentence % details)


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


def seats_to_take_back(snapshot: Loaded) -> int:
    """Return the elimination's game whose seats can be taken back, 0 for none."""
    way = another_winner(snapshot)
    return way.game if way is not None and not way.starts and not way.written else 0


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
