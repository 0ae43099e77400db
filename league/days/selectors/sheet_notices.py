"""What a game day tells a table on its score sheet: which day, which game, which table."""

from dataclasses import replace

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import GameDay, TableGame
from league.seasons.models import Season
from league.seasons.selectors.results import season_on
from scoring.accounts.models import Club
from scoring.dates import weekday
from scoring.sheets.models import Game
from scoring.values import Notice

from .answers import is_played
from .begun import days_going_on
from .links import result_path


def notices_of(game: Game) -> list[Notice]:
    """Return where a game stands in its day; or ask whether it belongs to the day it began on.

    One whose totals came from paper meanwhile says so, and where its table goes on; of a finished
    one that stands by itself, that no season counts it. Five queries at most.
    """
    row = TableGame.objects.filter(game=game).select_related("game_day").first()
    if row is not None:
        notice = Notice(
            place_in_words(row),
            place=True,
            date=row.game_day.date,
            watch_page=result_path(row.game_day),
            watch_label=_("The day’s ranking"),
            whole_page=reverse("league:day", args=[row.game_day_id]),
            whole_label=_("All tables of the day"),
        )
        if game.totals_only:
            return [_from_paper(notice, game)]
        if game.finished_at is None:
            return [notice]
        return [_with_next(replace(notice, text=f"{notice.text}."), row)]
    if paper := _from_paper_instead(game):
        text = _("This game was entered from paper. Those totals count, not this sheet.")
        return [_with_next(Notice(text, replaces=True), paper)]
    if instead := _in_its_place(game):
        text = _("This game was taken back. It counts nowhere.")
        return [_with_next(Notice(text, replaces=True), instead)]
    day = day_to_ask_about(game)
    if day is None:
        return _of_no_day(game)
    text = _("Does this game belong to the game day of %s?") % weekday(day.date)
    page = reverse("league:game-day", args=[game.code])
    return [Notice(text, page=page, label=_("Put it into that day"), asks=True)]


def start_notices(club: Club) -> list[Notice]:
    """Return what is said where somebody starts a game by itself: that no season counts it.

    Where a game day is on, with the way there: that whose tables play before one that has not
    begun. Nothing in a club that keeps no season now. Two queries, some more for each day on.
    """
    if day := next(
        (day for day in _playing_first(days_going_on(club)) if not is_played(day)), None
    ):
        text = _("This game is not part of the game day of %s. It counts for no season.")
        page = reverse("league:day", args=[day.pk])
        return [Notice(text % weekday(day.date), page=page, label=_("Open the game day"))]
    if season_on(club, timezone.localdate()) is None:
        return []
    return [Notice(_("This game belongs to no game day. So it counts for no season."))]


def _playing_first(days: QuerySet[GameDay]) -> QuerySet[GameDay]:
    """The days at which a table plays, then the others."""
    unfinished = TableGame.objects.filter(game_day=OuterRef("pk"), game__finished_at=None)
    return days.annotate(plays=Exists(unfinished)).order_by("-plays", "date", "starts", "pk")


def _with_next(notice: Notice, row: TableGame) -> Notice:
    """The notice with the way to what comes next at its table."""
    page = reverse("league:table", args=[row.game_day_id, row.table_number])
    return replace(notice, page=page, label=_("What comes next at table %d") % row.table_number)


def _from_paper_instead(game: Game) -> TableGame | None:
    """Return the game that came from paper in the place of one that a tablet had begun, or None.

    The one that was begun left its day; whoever wrote the paper down said which one that was.
    """
    if game.table_number is None:
        return None
    later = TableGame.objects.filter(
        game__totals_only=True,
        game__entries__details__instead_of=game.code,
        table_number=game.table_number,
        game_day__club_id=game.club_id,
    )
    return later.select_related("game_day").first()


def _in_its_place(game: Game) -> TableGame | None:
    """Return the game that a table plays in the place of one that was thrown away, or None."""
    if game.taken_back_at is None or game.totals_only or game.table_number is None:
        return None
    rows = TableGame.objects.filter(
        game_day__in=days_going_on(game.club), table_number=game.table_number
    )
    return rows.select_related("game_day").order_by("-seating_round", "-pk").first()


def _of_no_day(game: Game) -> list[Notice]:
    """Say of a finished game of no day and no tournament that the season goes without it."""
    if game.finished_at is None or game.taken_back_at or hasattr(game, "stage_table"):
        return []
    began = timezone.localdate(game.started_at)
    seasons = Season.objects.filter(club_id=game.club_id, first__lte=began, last__gte=began)
    if not seasons.exists():
        return []
    text = _("This game belongs to no game day, so it counts for no season.")
    page = reverse("league:game-day", args=[game.code])
    return [Notice(text, page=page, label=_("Put it into a game day"))]


def _from_paper(notice: Notice, game: Game) -> Notice:
    """Say that nobody recorded the rounds; an organizer corrects the totals."""
    return replace(
        notice,
        text=_("%s. Entered from paper: totals only.") % notice.text,
        page=reverse("league:paper-game", args=[game.code]),
        label=_("Correct the totals"),
        for_organizers=True,
    )


def place_in_words(row: TableGame) -> str:
    """Say the day, the game's number in it, and the table."""
    day = row.game_day
    return _("%(day)s · Game %(number)d of %(of)d · Table %(table)d") % {
        "day": weekday(day.date),
        "number": row.seating_round,
        "of": max(day.rounds, row.seating_round),
        "table": row.table_number,
    }


def day_to_ask_about(game: Game) -> GameDay | None:
    """Return the game day that is on, of a game that began today outside of it, or None.

    None for a game of a tournament, too.
    """
    today = timezone.localdate()
    if timezone.localdate(game.started_at) != today or game.taken_back_at:
        return None
    days = days_going_on(game.club)
    days = days.filter(club__games=game, club__games__stage_table=None)
    return _playing_first(days).first()
