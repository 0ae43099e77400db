"""Days that were played on paper: typed in on one page, looked at, written, and taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from league.days.access import day_to_organize
from league.days.forms import PaperDayForm, PaperGameForm, TableRoundsForm
from league.days.models import GameDay, TableGame
from league.days.paper_grid import (
    MORE_ROWS,
    Grid,
    GridCell,
    GridRow,
    empty_grid,
    grid_sent,
    pasted_lines,
    rows_of,
)
from league.days.paper_page import grid_page
from league.days.selectors.begun import has_begun
from league.days.selectors.paper import (
    PaperPlan,
    asks_for_outs,
    day_in_words,
    day_like,
    days_to_enter,
    games_so_far,
    paper_games,
    paper_plan,
    rounds_usual,
    rows_expected,
    rules_like,
    scored_places,
)
from league.days.selectors.seating import seating_of
from league.days.selectors.sheet_notices import place_in_words
from league.days.services.paper import (
    PaperDay,
    paper_day_record,
    paper_day_written,
    paper_game_take_back,
    paper_rounds_record,
    paper_take_back,
)
from league.imports.forms import LIST_FILES
from league.imports.reading import file_lines
from league.seasons.public import tallies_refresh
from league.seasons.selectors.results import season_on
from league.spreadsheets.faults import MOST_BYTES
from scoring import referee
from scoring.accounts.access import club_to_organize
from scoring.accounts.authors import author_of
from scoring.accounts.models import Club, Player
from scoring.accounts.name_questions import with_answer
from scoring.accounts.selectors.people import players_of
from scoring.refusals import KeyUsed, Refusal
from scoring.sheets.access import game_to_organize
from scoring.sheets.models import Game
from scoring.sheets.public import NotAgreed, lines_of, totals_correct
from scoring.sheets.selectors.next_round import rules_in_words
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.web.pages import new_key, next_key, read_id, sent, show_refusal, told_id, told_key

# As many names as a browser can offer without a wait.
MOST_OFFERED = 2000
GAMES_OF_A_DAY = 3
DAYS_SHOWN = 30


@require_safe
def paper_days(request: HttpRequest) -> HttpResponse:
    """Choose the day that was played on paper: one of the calendar, or another date."""
    club = club_to_organize(request)
    days = list(days_to_enter(club)[: DAYS_SHOWN + 1])
    context = {"days": days[:DAYS_SHOWN], "more": len(days) > DAYS_SHOWN}
    return render(request, "league/paper_days.html", context)


@dataclass
class _Entering:
    """What is being entered: whose, on which day, under which rules; `form` is of a new day."""

    request: HttpRequest
    club: Club
    day: GameDay | None
    like: Game
    form: PaperDayForm | None = None

    @property
    def table(self) -> int:
        """The number of the only table that is asked for, of one game; 0 for all."""
        return read_id(self.request.GET.get("table", "")) if "game" in self.request.GET else 0

    @cached_property
    def sent(self) -> QueryDict:
        """What the form sent, with the name that was tapped where one was asked about."""
        return with_answer(self.request.POST)

    @property
    def answered(self) -> list[str]:
        """The names of which somebody said whom they mean."""
        return self.sent.getlist("answered")

    @property
    def date(self) -> date:
        """The day's date; that of today while a new one has none."""
        if self.day is not None:
            return self.day.date
        typed = self.form.cleaned_data.get("date") if self.form and self.form.is_bound else None
        return typed or timezone.localdate()

    @property
    def is_ready(self) -> bool:
        """Whether the day itself is known."""
        return self.form is None or self.form.is_valid()

    def outs(self, grid: Grid) -> bool:
        """Whether rounds won are asked for."""
        asked = self._asks("outs") or grid.has_outs
        return asked or asks_for_outs(self.club, self.date, self.like)

    def spans(self, grid: Grid) -> bool:
        """Whether the page asks who came late, or left early."""
        return self._asks("spans") or grid.has_spans

    def _asks(self, columns: str) -> bool:
        """Whether the page has these columns already, or somebody has just asked for them."""
        sent = self.request.POST
        return columns in sent or sent.get("deed") == columns

    def plan(self, grid: Grid, *, outs: bool) -> PaperPlan:
        """What the grid would write."""
        return paper_plan(
            grid,
            club=self.club,
            like=self.like,
            day=self.day,
            outs=outs,
            answered=self.answered,
        )

    def mark(self, plan: PaperPlan) -> str:
        """What agrees to just this."""
        hours = self.form.hours_words if self.form else ""
        rules = [self.like.set, self.like.rules, hours]
        return plan.mark(self.day.pk if self.day else None, self.date, rules)


@require_http_methods(["GET", "HEAD", "POST"])
def paper_day(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter games of a day of the calendar that were played on paper."""
    day = day_to_organize(request, pk)
    if day.cancelled_at is not None or not has_begun(day):
        raise Http404
    return _page(_Entering(request, day.club, day, rules_like(day)))


@require_http_methods(["GET", "HEAD", "POST"])
def paper_table(request: HttpRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Enter the paper of one table of a day, round by round."""
    day = day_to_organize(request, pk)
    seating = seating_of(day)
    ids = seating.tables(number)[table - 1 : table] if table else ()
    if day.cancelled_at is not None or not has_begun(day) or not any(ids):
        raise Http404
    if request.method != "POST" and (number, table) in scored_places(seating):
        return _to_sheet(request, seating.games[number, table])
    known = Player.objects.in_bulk(ids[0])
    people = [known[player] for player in ids[0]]
    form = TableRoundsForm(sent(request), people=people, game=rules_like(day))
    key = told_key(request)
    if request.method == "POST" and form.is_valid():
        try:
            paper_rounds_record(
                day=day,
                author=author_of(request),
                key=key,
                number=number,
                table=table,
                people=form.played(),
                rounds=form.read.rounds,
                as_it_stands=bool(form.read.odd),
            )
        except Refusal as refusal:
            if refusal.code == "taken":
                return _to_sheet(request, seating_of(day).games[number, table])
            key = next_key(request, refusal)
            form.add_error(None, refusal.message)
        else:
            written = _("Table %d is written down.") % table
            messages.success(request, f"{written} {form.totals_words()}")
            return redirect("league:day", pk=pk)
    context = {"day": day, "number": number, "table": table, "form": form, "key": key}
    return render(request, "league/paper_table.html", context)


def _to_sheet(request: HttpRequest, game: Game) -> HttpResponse:
    """Go to the sheet of a game on which something is scored already."""
    messages.info(request, _("This table has rounds on its sheet. Score the others there."))
    return redirect("scoring:sheet", code=game.code)


@require_http_methods(["GET", "HEAD", "POST"])
def paper_day_new(request: HttpRequest) -> HttpResponse:
    """Enter a whole day that the calendar does not have."""
    club = club_to_organize(request)
    form = PaperDayForm(sent(request), club=club, like=day_like(club))
    if form.is_bound and form.is_valid():
        like = Game(
            club=club,
            set=form.cleaned_data["set"],
            rules=form.rule_spec(),
            rule_sheet=form.rule_sheet(),
        )
    elif form.like is not None:
        like = rules_like(form.like)
    else:
        like = Game(club=club, set=12, rules=referee.rule_spec("family", {}))
    return _page(_Entering(request, club, None, like, form))


def _page(entering: _Entering) -> HttpResponse:
    """Show the grid, what it would write once somebody asks, and write that."""
    request = entering.request
    grid, numbers = _grid(entering)
    deed, plan, refusal = request.POST.get("deed", ""), None, None
    outs = entering.outs(grid)
    if request.method == "POST":
        try:
            if changed := _changed(entering, grid, deed, numbers, outs=outs):
                grid, numbers = changed
            else:
                plan = entering.plan(grid, outs=outs)
                # What is looked at is all that is typed: also what a tab has put out of sight.
                numbers = sorted({*numbers, *grid.typed_games})
                if request.POST.get("agreed") and (written := _written(entering, plan)):
                    return _done(request, written, one_table=bool(entering.table))
        except Refusal as no:
            refusal = no
    context = _context(entering, grid, numbers, plan, outs=outs) | {
        "key": next_key(request, refusal) if refusal else told_key(request),
        "refusal": refusal,
        "list_files": LIST_FILES,
    }
    status = 409 if isinstance(refusal, KeyUsed) else 200
    return render(request, "league/paper_day.html", context, status=status)


def _grid(entering: _Entering) -> tuple[Grid, list[int]]:
    """The grid as it was sent, or as it begins, and the numbers of the games that are shown."""
    request, day = entering.request, entering.day
    if request.method == "POST":
        grid = grid_sent(entering.sent)
        return grid, _numbers(request.POST.get("shown", ""), grid.games)
    games = games_so_far(day) if day else GAMES_OF_A_DAY
    # While a day is played it is the game that is on which is typed in: the others by a link.
    playing = day is not None and day.date >= timezone.localdate()
    numbers = _numbers(request.GET.get("game", str(games) if playing else ""), games)
    rows = rows_expected(seating_of(day), games, numbers) if day else []
    if entering.table:
        at = str(entering.table)
        rows = [row for row in rows if any(row.cells[n - 1].table == at for n in numbers)]
    more = 1 if entering.table and rows else None
    grid = empty_grid(games, rounds_usual(entering.like), rows, more)
    return grid, [number for number in numbers if number <= grid.games]


def _numbers(text: str, games: int) -> list[int]:
    """The games of which a page was asked for, such as "2" or "1,3"; else all of them."""
    numbers = [number for number in range(1, games + 1) if str(number) in text.split(",")]
    return numbers or list(range(1, games + 1))


def _changed(
    entering: _Entering, grid: Grid, deed: str, numbers: list[int], *, outs: bool
) -> tuple[Grid, list[int]] | None:
    """The grid and the games that it shows, after a button that changes them; None for another."""
    request = entering.request
    if deed == "rows":
        return grid.with_rows(MORE_ROWS), numbers
    if deed == "game":
        wider = grid.with_game(rounds_usual(entering.like))
        return _showing(
            entering, wider, numbers, [*numbers, *range(grid.games + 1, wider.games + 1)]
        )
    if "show" in request.POST:
        return _showing(entering, grid, numbers, _numbers(request.POST["show"], grid.games))
    if deed in ("outs", "spans"):
        return grid, numbers
    if deed != "paste":
        return None
    lines = pasted_lines(request.POST.get("pasted", ""))
    file = request.FILES.get("file")
    if file is not None:
        lines = [*lines, *file_lines(file.read(MOST_BYTES + 1))]
    rows = grid.widened(rows_of(lines, len(numbers), outs=outs), numbers)
    if not rows:
        raise Refusal("empty", _("There is no line to read. Copy names and numbers first."))
    return grid.filled(rows), numbers


def _showing(
    entering: _Entering, grid: Grid, before: Sequence[int], numbers: list[int]
) -> tuple[Grid, list[int]]:
    """The grid with the lines of these games in sight, where others were; nothing typed is lost."""
    if entering.day is None:
        return grid, numbers
    seating = seating_of(entering.day)
    expected, offered = (rows_expected(seating, grid.games, games) for games in (numbers, before))
    return grid.arranged(expected, offered), numbers


def _written(entering: _Entering, plan: PaperPlan) -> PaperDay | None:
    """Write what somebody agreed to; None where it is not what the preview showed."""
    request, key = entering.request, told_key(entering.request)
    if again := paper_day_written(club=entering.club, key=key, plan=plan):
        return again
    ready = entering.is_ready and not plan.faults
    if not ready or request.POST["agreed"] != entering.mark(plan):
        return None
    if plan.hard_to_believe and "sure" not in request.POST:
        return None
    done = paper_day_record(
        club=entering.club,
        author=author_of(request),
        key=key,
        plan=plan,
        day=entering.day,
        fields=entering.form.told() if entering.form else None,
    )
    tallies_refresh(club=entering.club)
    return done


def _done(request: HttpRequest, written: PaperDay, *, one_table: bool) -> HttpResponse:
    sentence = ngettext(
        "%(tables)d table of %(day)s is written down.",
        "%(tables)d tables of %(day)s are written down.",
        written.games,
    )
    day = day_in_words(written.day)
    messages.success(request, sentence % {"tables": written.games, "day": day})
    # Whoever writes one table down goes on with the day.
    return redirect("league:day" if one_table else "league:day-result", pk=written.day.pk)


def _context(
    entering: _Entering, grid: Grid, numbers: Sequence[int], plan: PaperPlan | None, *, outs: bool
) -> dict[str, Any]:
    page = grid_page(grid, plan, numbers, outs=outs, spans=entering.spans(grid))
    ready = plan is not None and not plan.faults and entering.is_ready
    names = players_of(entering.club).values_list("name", flat=True)
    season = season_on(entering.club, entering.date)
    return {
        "day": entering.day,
        "date": entering.date,
        "form": entering.form,
        "rules": rules_in_words(entering.like),
        "grid": grid,
        "answered": entering.answered,
        "page": page,
        "table": entering.table,
        "all_games": _games_to_show(entering, grid),
        "all_there": entering.day is not None and all(row.is_empty for row in grid.rows),
        "plan": plan,
        "faulty": page.faulty(),
        "asked": page.asked(),
        "not_sure": "agreed" in entering.request.POST,
        "nothing": plan.faults.get("", ()) if plan else (),
        "mark": entering.mark(plan) if plan and ready else "",
        "season": season if entering.day is None or entering.day.counts else None,
        "known": names[:MOST_OFFERED],
        "example": _example(len(numbers), outs=outs),
        "entered": paper_games(entering.day) if entering.day else [],
    }


def _games_to_show(entering: _Entering, grid: Grid) -> Iterable[int]:
    """The games between which the page of a day changes."""
    some = entering.day is not None and not entering.table and grid.games > 1
    return range(1, grid.games + 1) if some else ()


def _example(games: int, *, outs: bool) -> GridRow:
    """A line as it is pasted."""
    cell = GridCell("1", "214", "3" if outs else "")
    return GridRow(_("Ann"), (cell,) * games)


@require_http_methods(["GET", "HEAD", "POST"])
def paper_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back all games of a day that were entered from paper, after a look at them."""
    day = day_to_organize(request, pk)
    rows = paper_games(day)
    if request.method == "POST":
        with show_refusal(request):
            paper_take_back(day=day, author=author_of(request), key=told_key(request))
            messages.success(request, _("The games from paper are taken back."))
        return _to_day(pk)
    if not rows:
        messages.info(request, _("No game of this day was entered from paper."))
        return redirect("league:day", pk=pk)
    return render(request, "league/paper_back.html", {"day": day, "rows": rows, "key": new_key()})


def _to_day(pk: int) -> HttpResponse:
    """Go to the day's page; to the calendar where the day was made for what is taken back."""
    if GameDay.objects.filter(pk=pk).exists():
        return redirect("league:day", pk=pk)
    return redirect("league:calendar")


@require_http_methods(["GET", "HEAD", "POST"])
def paper_game(request: HttpRequest, code: str) -> HttpResponse:
    """Correct one game that was entered from paper, or take it back."""
    game = game_to_organize(request, code)
    row = getattr(game, "table_game", None)
    if not game.totals_only or row is None:
        raise Http404
    if request.POST.get("deed") == "back":
        return _back_one(request, row)
    sheet = sheet_of(game)
    form = _correction(request, sheet)
    preview, status, key = None, 200, new_key()
    if request.method == "POST" and form.is_valid():
        key = told_key(request)
        try:
            totals_correct(
                game=game,
                author=author_of(request),
                key=key,
                lines=form.lines(),
                rounds=form.cleaned_data["rounds"],
                reason=form.cleaned_data["reason"],
                seen=told_id(request, "seen"),
                agreed=request.POST.get("agreed", ""),
            )
        except NotAgreed as asked:
            preview = asked.preview
            if request.POST.get("agreed"):
                status = 409
                form.add_error(None, asked.message)
        except Refusal as no:
            key = next_key(request, no)
            form.add_error("reason" if no.code == "reason" else None, no.message)
        else:
            messages.success(request, _("The totals are corrected."))
            return redirect("scoring:sheet", code=code)
    context = {
        "game": game,
        "where": place_in_words(row),
        "form": form,
        "sheet": sheet,
        "preview": preview,
        "key": key,
    }
    return render(request, "league/paper_game.html", context, status=status)


def _back_one(request: HttpRequest, row: TableGame) -> HttpResponse:
    """Take one game back, once somebody has seen what goes with it."""
    game, day, key = row.game, row.game_day, told_key(request)
    context: dict[str, Any] = {"game": game, "where": place_in_words(row), "sheet": sheet_of(game)}
    with show_refusal(request):
        goes = paper_game_take_back(
            game=game,
            day=day,
            author=author_of(request),
            key=key,
            agreed=request.POST.get("agreed", ""),
        )
        if goes is not None:
            return render(
                request, "league/paper_game_back.html", {**context, "goes": goes, "key": key}
            )
        messages.success(request, _("The game is taken back. It counts nowhere."))
    return _to_day(day.pk)


def _correction(request: HttpRequest, sheet: Sheet) -> PaperGameForm:
    """The form with what the game's sheet says now."""
    seats = list(sheet.game.seats.select_related("player").order_by("place"))
    initial: dict[str, Any] = {"rounds": sheet.rounds_played}
    for seat, line in zip(seats, lines_of(sheet), strict=True):
        initial |= {f"total-{seat.place}": line.total, f"outs-{seat.place}": line.outs}
        first = line.from_round if line.from_round > 1 else None
        initial |= {f"first-{seat.place}": first, f"last-{seat.place}": line.after_round}
    return PaperGameForm(sent(request), seats=seats, initial=initial)
