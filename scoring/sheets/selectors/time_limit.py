"""The time limit that a game's own rules set: what its pages say of the minutes that are left."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import referee
from scoring.sheets.access import is_directed
from scoring.sheets.models import Game, SheetEntry
from scoring.sheets.selectors.sheet import Sheet
from scoring.values import Notice, TimeLimit


def minutes_in_words(seconds: int) -> str:
    """How long is left, in whole minutes; the last one in words."""
    minutes = -(-seconds // 60)
    if seconds < 60:
        return _("less than a minute left")
    return ngettext("%d minute left", "%d minutes left", minutes) % minutes


def time_limit_of(game: Game) -> TimeLimit | None:
    """When a game's time is over, counted from its start; None without a limit, or once it ended.

    A tournament has a clock of its own, for all tables.
    """
    minutes = referee.time_limit(game)
    if minutes is None or game.finished_at or game.taken_back_at or is_directed(game):
        return None
    rule = ngettext(
        "After %d minute everybody counts", "After %d minutes everybody counts", minutes
    )

    def sentence(left: str) -> str:
        return _("%s.") % f"{rule % minutes}{_(': ')}{left}"

    return TimeLimit(
        ends=game.started_at + timedelta(minutes=minutes),
        many=sentence(ngettext("%d minute left", "%d minutes left", 2).replace("%d", "{minutes}")),
        less=sentence(minutes_in_words(0)),
        over=_(
            "Time! Stop here: everybody counts what is left. Write the round down first, as "
            "ended by time. Then finish the game."
        ),
    )


def limit_notices(game: Game) -> list[Notice]:
    """What a game's sheet says of its own time limit at this moment."""
    limit = time_limit_of(game)
    if limit is None:
        return []
    seconds = int((limit.ends - timezone.now()).total_seconds())
    if seconds <= 0:
        return [Notice(limit.over, "warning", is_time=True, ticks=True, limit=limit)]
    minutes = -(-seconds // 60)
    text = limit.many.replace("{minutes}", str(minutes)) if minutes > 1 else limit.less
    return [Notice(text, ticks=True, limit=limit)]


def ended_by_time(sheet: Sheet) -> bool:
    """Whether time ran out in the newest round: then a table plays no other, but a run-off."""
    newest = sheet.rounds[-1] if sheet.rounds else None
    return bool(newest and newest.entry.ending == SheetEntry.Ending.TIME and not sheet.in_run_off)


def without_limit(notices: Iterable[Notice], sheet: Sheet, *, over: bool) -> tuple[Notice, ...]:
    """Return the notices without that of the time limit, where it says nothing any more.

    That is once the game is `over`, and during a run-off, which is played although time is over.
    """
    if over or sheet.in_run_off:
        return tuple(notice for notice in notices if notice.limit is None)
    return tuple(notices)
