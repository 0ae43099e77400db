"""What a tournament tells a table on its score sheet: time left, time, and how to call for help."""

from django.db.models import Exists
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.ranking import stage_places, table_places, won_by
from league.tournaments.brackets.values import Kind, Onward, Place
from league.tournaments.courses import Loaded, loaded
from league.tournaments.models import Stage, StageTable, TournamentEntry
from league.tournaments.stages.selectors.clock import clock_of
from league.tournaments.stages.selectors.seat_log import DETACHED
from league.tournaments.stages.selectors.undecided import undecided_drifts
from league.tournaments.wording import at_time
from scoring.lists import all_of, listed
from scoring.names import one_stop
from scoring.referee import time_limit
from scoring.sheets.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.selectors.time_limit import minutes_in_words
from scoring.values import Notice


def notices_of(game: Game) -> list[Notice]:
    """Return the notices for a table of a tournament at this moment.

    Three queries; one for a game of no tournament. Of one that is finished the sheet is read too,
    and where people are level on it, the tournament.
    """
    # Named with its club, so that the entries of its tournaments alone are looked through.
    entries = TournamentEntry.objects.filter(tournament__club=game.club_id)
    taken = entries.filter(kind=DETACHED, details__game=game.pk)
    row = Game.objects.values("stage_table", taken=Exists(taken)).get(pk=game.pk)
    if row["stage_table"] is None:
        return [_gone()] if row["taken"] else []
    tables = StageTable.objects.select_related("round__stage__tournament")
    table = tables.get(pk=row["stage_table"])
    stage = table.round.stage
    where = _("%(tournament)s · %(stage)s · table %(table)d") % {
        "tournament": stage.tournament.name,
        "stage": stage.name,
        "table": table.number,
    }
    if game.finished_at is not None:
        sentences = " ".join(filter(None, (_result_in(table), _level(game, table))))
        return [Notice(f"{where}. {sentences}" if sentences else where, ties_elsewhere=True)]
    sentence, kind = _time(game, table)
    if away := _away(table):
        sentence, kind = f"{away} {sentence}".strip(), "warning"
    address = reverse("league:table-call", args=[stage.tournament_id, table.pk])
    if table.called_at is None:
        text, label = f"{where}. {sentence}".strip(), _("Call the director")
    else:
        called = _("The director was called at %s and comes.") % at_time(table.called_at)
        text, label = f"{where}. {called} {sentence}".strip(), _("We have settled it")
        address, kind = f"{address}?settled=1", "warning"
    clock = clock_of(table.round, timezone.now())
    ticks = clock.state in ("running", "time")
    return [Notice(text, kind, address, label, is_time=clock.is_time(table), ticks=ticks)]


def _result_in(table: StageTable) -> str:
    """Say that the result is in, and what comes; "" once the stage is closed."""
    stage = table.round.stage
    if stage.closed_at is not None:
        return ""
    if stage.kind == Stage.Kind.TABLES and table.round.number < stage.rounds:
        return _("The result is in: wait here for the next game, or look at the bracket.")
    last = not Stage.objects.filter(tournament=stage.tournament, number__gt=stage.number).exists()
    if last and stage.kind == Stage.Kind.TABLES:
        return _("The result is in. This was the last game.")
    return _("The result is in. The bracket shows how it goes on.")


def _level(game: Game, table: StageTable) -> str:
    """Say of those who are level on a sheet what the tournament makes of it; "" for nobody."""
    if len(leaders := sheet_of(game).leaders) < 2:
        return ""
    sentence = _("%(names)s are level on this sheet. The tournament decides who comes first.")
    undecided = sentence % {"names": all_of(seat.name for seat in leaders)}
    snapshot = loaded(table.round.stage.tournament)
    players = {seat.player_id for seat in leaders}
    keys = {pk for pk, entrant in snapshot.entrants.items() if entrant.player_id in players}
    listed_places = [place for place in _decided(snapshot, table) if place.key in keys]
    numbers = [place.place for place in listed_places]
    if len(numbers) < 2 or None in numbers:
        return undecided
    names = [snapshot.entrants[int(place.key)].name for place in listed_places]
    if len(set(numbers)) < len(numbers):
        return undecided
    details = {"first": names[0], "others": listed(names[1:])}
    won = won_by(snapshot.courses[table.round.stage.pk], None)
    if won.get(listed_places[0].key) == TieBreak.PLAY_OFF:
        return one_stop(_("%(first)s won the play-off against %(others)s.") % details)
    return one_stop(_("In the tournament %(first)s comes before %(others)s.") % details)


def _decided(snapshot: Loaded, table: StageTable) -> tuple[Place, ...]:
    """Return the places that decide about a table of a stage of one game, once nothing is open.

    None while a result, a correction, or the director who holds the medals could change them.
    """
    stage = next(stage for stage in snapshot.stages if stage.pk == table.round.stage_id)
    course = snapshot.courses[stage.pk]
    open_still = stage.closed_at is None and bool(snapshot.at_open_tables(stage))
    medals_wait = snapshot.following(stage) is None and snapshot.tournament.medals_held
    if open_still or medals_wait or stage.rounds > 1 or undecided_drifts(snapshot):
        return ()
    if course.plan.kind is Kind.TABLES and course.plan.onward is not Onward.TABLES:
        return stage_places(course)
    return table_places(course, table.round.number, table.number)


def _away(table: StageTable) -> str:
    """Who of a table has left the tournament, as the director has noted it; "" where nobody has."""
    rows = list(table.seats.values_list("entrant__name", "entrant__withdrawn_at"))
    names = [name for name, withdrawn_at in rows if withdrawn_at is not None]
    if not names:
        return ""
    if len(rows) - len(names) < 2:
        sentence = _(
            "The director has noted that %s does not play any more. So nothing more has to be "
            "played here: ask the director."
        )
        return sentence % listed(names)
    return _("The director has noted that %s does not play any more.") % listed(names)


def _gone() -> Notice:
    """That a game has been taken out of its tournament, and counts there no longer."""
    sentence = _(
        "This game does not count in the tournament any more. Ask the director where to play."
    )
    return Notice(sentence, "warning")


def _time(game: Game, table: StageTable) -> tuple[str, str]:
    """How long is left, or what time means by the rules in force; and the kind of notice."""
    clock = clock_of(table.round, timezone.now())
    if clock.is_time(table):
        if time_limit(game) is None:
            sentence = _(
                "Time! No rule here sets a limit, so play the round to its end. Write it down "
                "first, then finish the game."
            )
        else:
            sentence = _(
                "Time! Stop here: everybody counts what is left. Write the round down first, as "
                "ended by time. Then finish the game."
            )
        return sentence, "warning"
    left = clock.left_for(table)
    if left is None:
        return "", "note"
    if clock.state == "ready":
        return _("The clock has not been started."), "note"
    if clock.state == "stopped":
        return _("%s; the clock is stopped.") % minutes_in_words(left), "note"
    return _("%s.") % minutes_in_words(left), "note"
