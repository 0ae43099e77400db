"""Starting a stage's tables, on tablets or on paper, and taking a start back."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.changes import log_append, tournament_open, tournament_touch
from league.tournaments.courses import Loaded, TableState, loaded
from league.tournaments.directing.selectors.playing_on import PlaysOn, played_on, plays_on
from league.tournaments.directing.selectors.starts import starts_to_take_back
from league.tournaments.models import Entrant, Stage, StageTable, Tournament
from league.tournaments.stages.selectors.progress import gone, round_now, table_done
from league.tournaments.stages.selectors.seat_log import DETACHED
from scoring.accounts.authors import Author, clean_reason
from scoring.lists import listed
from scoring.refusals import Refusal
from scoring.sheets.models import Game
from scoring.sheets.public import StartedTables, game_start, game_take_back, tables_begin

from .running import stage_on


@transaction.atomic
def stage_tables_start(
    *, tournament: Tournament, author: Author, tables: Collection[int] | None = None
) -> StartedTables:
    """Begin the games on tablets at these tables of the game that is on, at all without any.

    A table whose game has begun keeps it, so that a second tap starts no second game. Who has
    withdrawn is not seated. A table whose paper is in is left alone, and so is one that plays on
    paper, or is to, unless it is asked for: then that is said. Raises `Refusal` in a rehearsal.
    """
    tournament = _playing(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    away = gone(snapshot, stage)
    starts = []
    for state in snapshot.tables_of(stage, round_now(snapshot, stage)):
        number = state.row.number
        if (tables is not None and number not in tables) or state.paper is not None:
            continue
        staying = [pk for pk in state.seats if pk not in away]
        waits = state.game is None and tables is None
        if waits and (len(staying) < 2 or state.begun or state.row.plays_on == PlaysOn.PAPER):
            continue
        starts.append((number, partial(_begun, snapshot, stage, state, staying, author)))
    started = tables_begin(starts)
    if started.games:
        tournament_touch(tournament)
    return started


def _begun(
    snapshot: Loaded, stage: Stage, state: TableState, staying: Sequence[int], author: Author
) -> Game:
    return state.game or _start(snapshot, stage, state, staying, author)


def _start(
    snapshot: Loaded, stage: Stage, state: TableState, staying: Sequence[int], author: Author
) -> Game:
    if state.begun:
        raise Refusal(
            "paper",
            _("This table plays on paper. The director can take its start back first."),
        )
    if state.row.plays_on == PlaysOn.PAPER:
        raise Refusal("paper", _("This table is to play on paper. The director can change that."))
    if len(staying) < 2:
        raise Refusal(
            "few",
            _(
                "Nobody plays alone. Seat somebody else at this table, give the one who is left "
                "a bye, or type in the result."
            )
            if stage.rounds > 1
            else _("Nobody plays alone. Seat somebody else at this table, or type in the result."),
        )
    names = players_names(staying)
    game = game_start(
        club=snapshot.tournament.club,
        author=author,
        names=[names[pk] for pk in staying],
        set_=stage.set,
        rules=stage.rules,
        rule_sheet=stage.rule_sheet,
        table_number=state.row.number,
    )
    StageTable.objects.filter(pk=state.row.pk).update(game=game)
    return game


def _playing(tournament: Tournament) -> Tournament:
    """The locked tournament, while tablets can play in it."""
    tournament = tournament_open(tournament)
    if tournament.rehearsal_of_id is not None:
        raise Refusal(
            "rehearsal", _("No tablet plays in a rehearsal. Let the table begin on paper.")
        )
    return tournament


@transaction.atomic
def tables_begin_on_paper(
    *, tournament: Tournament, author: Author, tables: Collection[int] | None = None
) -> list[int]:
    """Note that these tables of the game that is on play on paper, all that wait without any.

    Returns the numbers of those that begin now: who has begun already is left alone.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    rows = [
        state.row
        for state in snapshot.tables_of(stage, round_now(snapshot, stage))
        if (tables is None or state.row.number in tables)
        and not state.begun
        and not table_done(snapshot, stage, state)
    ]
    numbers = [row.number for row in rows]
    if numbers:
        StageTable.objects.filter(pk__in=[row.pk for row in rows]).update(
            on_paper_at=timezone.now()
        )
        log_append(
            tournament=tournament,
            author=author,
            kind="on-paper",
            text=ngettext(
                "Table %s has begun on paper.", "Tables %s have begun on paper.", len(numbers)
            )
            % listed(str(number) for number in numbers),
            details={"tables": [row.pk for row in rows]},
        )
    return numbers


@transaction.atomic
def tables_begin_as_planned(*, tournament: Tournament, author: Author) -> StartedTables:
    """Begin all tables that wait, each on a tablet or on paper as it is to play.

    Raises `Refusal` in a rehearsal.
    """
    tournament = _playing(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    away = gone(snapshot, stage)
    states = snapshot.tables_of(stage, round_now(snapshot, stage))
    waiting = {
        state.row.number for state in states if not state.begun and len(set(state.seats) - away) > 1
    }
    on = plays_on(snapshot, states)
    on_paper = {number for number in waiting if on[number] == PlaysOn.PAPER}
    tables_begin_on_paper(tournament=tournament, author=author, tables=on_paper)
    return stage_tables_start(tournament=tournament, author=author, tables=waiting - on_paper)


@transaction.atomic
def tables_choose(*, tournament: Tournament, on: Mapping[int, StageTable.PlaysOn]) -> None:
    """Note on what tables that wait are to play, by their numbers; who has begun stays."""
    tournament = _playing(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    for state in snapshot.tables_of(stage, round_now(snapshot, stage)):
        if not state.begun and state.row.number in on:
            rows = StageTable.objects.filter(pk=state.row.pk)
            rows.update(plays_on=on[state.row.number])
    tournament_touch(tournament)


@transaction.atomic
def table_switch(
    *, tournament: Tournament, author: Author, number: int, on: StageTable.PlaysOn
) -> None:
    """Let a table play on a tablet or on paper, also one that has begun where nothing is scored.

    Raises `Refusal` for a table that there is not, and where something is scored.
    """
    tournament = _playing(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    states = snapshot.tables_of(stage, round_now(snapshot, stage))
    state = next((state for state in states if state.row.number == number), None)
    if state is None:
        raise Refusal("table", _("There is no table %d in this game.") % number)
    if not state.begun:
        tables_choose(tournament=tournament, on={number: on})
        return
    if played_on(state) == on:
        return
    if number not in starts_to_take_back(snapshot):
        raise Refusal(
            "scored", _("At table %d something is scored already, so it stays as it is.") % number
        )
    start_take_back(tournament=tournament, table=state.row, author=author)
    tables_choose(tournament=tournament, on={number: on})
    if on == PlaysOn.PAPER:
        tables_begin_on_paper(tournament=tournament, author=author, tables=[number])
        return
    started = stage_tables_start(tournament=tournament, author=author, tables=[number])
    if started.refusals:
        raise Refusal("start", started.refusals[0])


@transaction.atomic
def tables_switch_to_paper(*, tournament: Tournament, author: Author) -> None:
    """Let all tables play on paper that have begun on a tablet, and have nothing scored there."""
    tournament = _playing(tournament)
    snapshot = loaded(tournament)
    stage, empty = stage_on(snapshot), starts_to_take_back(snapshot)
    switched = [
        state
        for state in snapshot.tables_of(stage, round_now(snapshot, stage))
        if state.game is not None and state.row.number in empty
    ]
    for state in switched:
        _take_start_back(tournament, state, author)
    numbers = {state.row.number for state in switched}
    tables_choose(tournament=tournament, on=dict.fromkeys(numbers, PlaysOn.PAPER))
    tables_begin_on_paper(tournament=tournament, author=author, tables=numbers)


@transaction.atomic
def start_take_back(*, tournament: Tournament, table: StageTable, author: Author) -> None:
    """Let a table not have begun, so that its people can change; its empty sheet is put away.

    Raises `Refusal` where it has not begun, and where something is scored there.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    states = snapshot.tables_of(stage, round_now(snapshot, stage))
    state = next((state for state in states if state.row.pk == table.pk), None)
    if state is None or state.row.number not in starts_to_take_back(snapshot):
        raise Refusal(
            "scored",
            _("The start of table %d cannot be taken back: it has none, or something is scored.")
            % table.number,
        )
    _take_start_back(tournament, state, author)


def _take_start_back(tournament: Tournament, state: TableState, author: Author) -> None:
    """Let a table wait for its game, where nothing is scored yet."""
    table, game = state.row, state.game
    if game is not None:
        game_take_back(game=game)
    StageTable.objects.filter(pk=table.pk).update(game=None, on_paper_at=None)
    log_append(
        tournament=tournament,
        author=author,
        kind=DETACHED,
        text=_("The start of table %d was taken back.") % table.number,
        details={
            "table": table.pk,
            "game": game.pk if game else None,
            "code": game.code if game else "",
        },
    )


def players_names(entrants: Sequence[int]) -> Mapping[int, str]:
    """What the club's directory calls these entrants, whoever they are by now."""
    rows = Entrant.objects.filter(pk__in=entrants).select_related("player__same_as")
    return {
        row.pk: (row.player.same_as or row.player).name for row in rows if row.player is not None
    }


@transaction.atomic
def table_to_paper(
    *, tournament: Tournament, table: StageTable, author: Author, reason: str
) -> StageTable:
    """Let a table go on on paper: its game on the tablet stays readable and counts no longer.

    Raises `Refusal` where it has none, where the stage is closed, and without a reason.
    """
    tournament = tournament_open(tournament)
    table = StageTable.objects.select_related("round__stage", "game").get(pk=table.pk)
    stage = table.round.stage
    if table.game is None:
        raise Refusal("none", _("Table %d has no game on a tablet.") % table.number)
    if stage.closed_at is not None:
        raise Refusal(
            "closed", _("%s is closed. Correct the table's score sheet instead.") % stage.name
        )
    reason = clean_reason(reason)
    log_append(
        tournament=tournament,
        author=author,
        kind=DETACHED,
        text=_("Table %(table)d goes on on paper; its game %(code)s no longer counts.")
        % {"table": table.number, "code": table.game.code},
        reason=reason,
        details={"table": table.pk, "game": table.game_id, "code": table.game.code},
    )
    table.game, table.on_paper_at = None, timezone.now()
    table.save(update_fields=["game", "on_paper_at"])
    return table


@transaction.atomic
def table_call(*, tournament: Tournament, table: StageTable, call: bool) -> StageTable:
    """Note that a table asks for the director, or that somebody has come; twice is once."""
    tournament = tournament_open(tournament)
    table = StageTable.objects.get(pk=table.pk)
    if call == (table.called_at is not None):
        return table
    table.called_at = timezone.now() if call else None
    table.save(update_fields=["called_at"])
    tournament_touch(tournament)
    return table
