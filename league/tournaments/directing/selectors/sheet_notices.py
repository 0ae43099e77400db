"""What a tournament tells a table on its score sheet: time left, time, and how to call for help."""

from django.db.models import Exists
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.models import StageTable, TournamentEntry
from league.tournaments.stages.selectors.clock import clock_of, minutes_in_words
from league.tournaments.wording import at_time
from scoring.lists import listed
from scoring.referee import time_limit
from scoring.sheets.models import Game
from scoring.values import Notice

DETACHED = "detach"


def notices_of(game: Game) -> list[Notice]:
    """Return the notices for a table of a tournament at this moment.

    Three queries; one for a game of no tournament.
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
        result_in = _("The result is in: wait here for the next game, or look at the bracket.")
        return [Notice(f"{where}. {result_in}" if stage.closed_at is None else where)]
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
        return _("%s; the clock stands.") % minutes_in_words(left), "note"
    return _("%s.") % minutes_in_words(left), "note"
