"""A table of a tournament: what its tablet opens, what the director can do there, its paper."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.days.selectors.tables import starting_doubles
from league.tournaments.access import tournament_to_direct, tournament_to_score
from league.tournaments.brackets.counting import counts_rounds
from league.tournaments.courses import loaded, plan_of
from league.tournaments.directing.forms import PaperForm, PaperRoundsForm
from league.tournaments.directing.selectors.director import page_of
from league.tournaments.directing.selectors.level_people import level_groups
from league.tournaments.directing.selectors.playing_on import PlaysOn
from league.tournaments.directing.selectors.starts import starts_to_take_back
from league.tournaments.directing.selectors.then_asked import asked_then
from league.tournaments.directing.services import results, stage_tables
from league.tournaments.directing.services.running import stage_on
from league.tournaments.directing.services.seats_of_game import OPEN_AGAIN
from league.tournaments.models import Entrant, PaperResult, Stage, StageTable, Tournament
from league.tournaments.stages.selectors.clock import clock_of
from league.tournaments.stages.selectors.progress import closing_of
from league.tournaments.stages.selectors.tables_to_join import came_late, late_rule
from league.tournaments.wording import has_several_games
from scoring.accounts.access import actor_of
from scoring.accounts.authors import author_of
from scoring.accounts.languages import speak_as_club
from scoring.lists import listed
from scoring.referee import rule_spec
from scoring.refusals import Refusal
from scoring.sheets.models import Game
from scoring.sheets.selectors.next_round import rules_in_words
from scoring.web.connection import phone_link
from scoring.web.pages import sent, show_refusal

# Of which tournament the next papers are typed by totals only, in the session.
BY_TOTALS: Final = "papers by totals"


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What the square on the table opens: its game of now, or who sits there and a start button.

    The director sees what can be done at the table, can let it go on on paper, and take its start
    back.
    """
    tournament = tournament_to_score(request, pk, number)
    directs = actor_of(request).directs
    page = page_of(tournament, timezone.now())
    card = next((card for card in page.cards if card.row.number == number), None)
    if request.method == "POST":
        if not directs or card is None:
            raise Http404
        if request.POST.get("deed") == "back" or "back" in request.GET:
            return _start_back(request, tournament, card.row)
        return _to_paper(request, tournament, card.row)
    if card is not None and card.state.game is not None and not directs:
        return redirect("scoring:sheet", code=card.state.game.code)
    context = {
        "tournament": tournament,
        "number": number,
        "page": page,
        "table": card,
        "directs": directs,
        "address": phone_link(request, request.path),
    }
    to_tablet = card is not None and card.row.plays_on != PlaysOn.PAPER
    if card and to_tablet and card.stands == "waiting" and tournament.rehearsal_of_id is None:
        context["start_at"] = reverse("league:stage-start", args=[pk])
        context["is_for_paper"] = directs and card.on_paper
    if directs:
        context["can_go_back"] = number in starts_to_take_back(page.snapshot)
        context["then"] = asked_then(page.snapshot, [number]) if context["can_go_back"] else ()
    return render(request, "league/stage_table.html", context)


def _to_paper(request: HttpRequest, tournament: Tournament, row: StageTable) -> HttpResponse:
    with show_refusal(request) as attempt:
        stage_tables.table_to_paper(
            tournament=tournament,
            table=row,
            author=author_of(request),
            reason=request.POST.get("reason", ""),
        )
    if attempt.refused:
        return redirect("league:stage-table", pk=tournament.pk, number=row.number)
    return redirect("league:paper", pk=tournament.pk, number=row.number)


def _start_back(request: HttpRequest, tournament: Tournament, row: StageTable) -> HttpResponse:
    with show_refusal(request) as attempt:
        stage_tables.start_take_back(tournament=tournament, table=row, author=author_of(request))
    if attempt.refused:
        return redirect("league:stage-table", pk=tournament.pk, number=row.number)
    messages.success(request, _("Table %d has not begun now. Its people can change.") % row.number)
    return redirect("league:direct", pk=tournament.pk)


@require_POST
def call(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Call the director to the table with that id; `settled` says that it is settled."""
    row = get_object_or_404(StageTable.objects.select_related("game", "round__stage"), pk=number)
    # A number beyond the database's own, of which it would not say that there is none.
    if row.round.stage.tournament_id != pk:
        raise Http404
    tournament = tournament_to_score(request, pk, row.number)
    settled = "settled" in request.GET or "settled" in request.POST
    with show_refusal(request):
        stage_tables.table_call(tournament=tournament, table=row, call=not settled)
        sentence = _("That is settled.") if settled else _("The director has been called.")
        messages.success(request, sentence)
    if row.game is not None and "direct" not in request.POST:
        return redirect("scoring:sheet", code=row.game.code)
    if actor_of(request).directs:
        return redirect("league:direct", pk=pk)
    return redirect("league:stage-table", pk=pk, number=row.number)


def _asked_number(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def _asked_table(request: HttpRequest, tournament: Tournament, number: int) -> StageTable:
    """The table with that number: of the stage and game that are asked for, else of the newest."""
    rows = StageTable.objects.filter(round__stage__tournament=tournament, number=number)
    if stage := _asked_number(request, "stage"):
        rows = rows.filter(round__stage__number=stage)
    if game := _asked_number(request, "game"):
        rows = rows.filter(round__number=game)
    rows = rows.select_related("round__stage", "game")
    row = rows.order_by("-round__stage__number", "-round__number").first()
    if row is None:
        raise Http404
    return row


@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Type what a table's paper says, round by round or totals; correct it, or take it back."""
    tournament = tournament_to_direct(request, pk)
    row = _asked_table(request, tournament, number)
    if request.POST.get("deed") == "back" or "back" in request.GET:
        return _paper_back(request, tournament, row)
    newest = row.paper_now
    following = _next_untyped(row)
    late = came_late(row)
    form = _paper_form(request, tournament, row, newest, late)
    preview, open_again, status = None, False, 200
    if request.method == "POST" and form.is_valid():
        try:
            _write_down(request, tournament, row, form)
        except results.PaperNotAgreed as asked:
            preview = asked.preview
            if request.POST.get("agreed"):
                status = 409
                form.add_error(None, asked.message)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
            open_again = refusal.code == OPEN_AGAIN
        else:
            _remember_way(request, tournament, form, newest)
            done = _("Table %d is corrected.") if newest else _("Table %d is written down.")
            totals = form.totals_words() if isinstance(form, PaperRoundsForm) else ""
            messages.success(request, f"{done % number} {totals}".strip())
            if "then" in request.POST and following:
                _say_level(request, tournament, row)
                return redirect(_paper_address(request, pk, following))
            return redirect("league:direct", pk=pk)
    context = {
        **_of_paper(tournament, row, newest),
        "came_late": [] if newest else [entrant.name for entrant in late],
        "following": following,
        "then": request.POST.get("then") and following,
        "open_again": open_again,
        "form": form,
        "by_rounds": isinstance(form, PaperRoundsForm),
        "like_last": newest is None and _next_by_totals(request, tournament),
        "preview": preview,
        # Asked for where a tie waits for what no total says.
        "is_missing": "missing" in request.GET,
    }
    return render(request, "league/paper.html", context, status=status)


def _say_level(request: HttpRequest, tournament: Tournament, row: StageTable) -> None:
    """Say who of a table's people is level for good, where the director's page is not shown now."""
    snapshot, seats = loaded(tournament), set(row.seats.values_list("entrant", flat=True))
    stage = stage_on(snapshot)
    for group in level_groups(snapshot, stage, closing_of(snapshot, stage).advance):
        if group.keys & seats:
            names = listed([person.entrant.name for person in group.people])
            sentence = _("Level: %(names)s. Break the tie on the director's page.")
            messages.warning(request, sentence % {"names": names})


def _paper_address(request: HttpRequest, pk: int, number: int) -> str:
    """Return where another table of the same stage and game is typed, in its own way.

    A closed stage's tables, and those of an earlier game, are asked for by stage and game.
    """
    asked = {name: request.GET[name] for name in ("stage", "game") if name in request.GET}
    page = reverse("league:paper", args=[pk, number])
    return f"{page}?{urlencode(asked)}" if asked else page


def _paper_form(
    request: HttpRequest,
    tournament: Tournament,
    row: StageTable,
    newest: PaperResult | None,
    late: Sequence[Entrant],
) -> PaperForm | PaperRoundsForm:
    """The form as it was sent, or to type in."""
    data = sent(request)
    way = data.get("way") if data else request.GET.get("way")
    totals_next = _next_by_totals(request, tournament)
    by_rounds = bool(newest.rounds) if newest else not totals_next
    if way:
        by_rounds = way == "rounds"
    return (PaperRoundsForm if by_rounds else PaperForm)(
        data,
        # Who types totals only at one table mostly does so at the others.
        initial={"next_too": totals_next or way == "totals"},
        people=[seat.entrant for seat in row.seats.select_related("entrant")],
        game=_game_like(tournament, row.round.stage),
        newest=newest,
        rounds_count=counts_rounds(plan_of(row.round.stage)),
        late=[entrant.pk for entrant in late],
        time_over=clock_of(row.round, timezone.now()).is_time(row),
    )


def _of_paper(
    tournament: Tournament, row: StageTable, newest: PaperResult | None
) -> dict[str, object]:
    """What the page of a paper says of its table, whatever is typed."""
    return {
        "tournament": tournament,
        "table": row,
        "several": has_several_games(row.round.stage),
        "newest": newest,
        "history": row.paper.all(),
        "stays": results.stays_words(loaded(tournament), row) if newest else "",
        "late_rule": late_rule(row.round.stage),
    }


def _paper_back(request: HttpRequest, tournament: Tournament, row: StageTable) -> HttpResponse:
    """Say what taking a table's result back changes, and do it once the director has seen that.

    From a game of an elimination that is to be corrected one comes here to free the next one: its
    start is taken back too, and the reason is known.
    """
    before = "back" in request.GET
    usual = _("The game before it is corrected.") if before else ""
    reason, agreed = request.POST.get("reason", usual), request.POST.get("agreed", "")
    correct = reverse("league:stage-reopen", args=[tournament.pk, row.round.stage.number])
    try:
        results.paper_take_back(
            tournament=tournament,
            table=row,
            author=author_of(request),
            reason=reason,
            agreed=agreed,
            with_start=before,
        )
    except results.PaperNotAgreed as asked:
        context = {
            "tournament": tournament,
            "table": row,
            "several": has_several_games(row.round.stage),
            "preview": asked.preview,
            "reason": reason,
            "before": before,
            "correct": correct,
            "fault": asked.message if agreed else "",
        }
        status = 409 if agreed else 200
        return render(request, "league/paper_taken_back.html", context, status=status)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect(request.path if before else request.get_full_path())
    if before:
        messages.success(
            request, _("Table %d has no result now. Correct the game before it.") % row.number
        )
        return redirect(correct)
    messages.success(
        request, _("Table %d has no result now. Type in what its own paper says.") % row.number
    )
    return redirect("league:direct", pk=tournament.pk)


def _write_down(
    request: HttpRequest,
    tournament: Tournament,
    row: StageTable,
    form: PaperForm | PaperRoundsForm,
) -> None:
    """Keep the result that a valid form says, agreed to as far as the request says."""
    results.paper_record(
        tournament=tournament,
        table=row,
        author=author_of(request),
        lines=form.lines(),
        rounds=form.rounds(),
        rounds_played=form.rounds_played(),
        verified_by=form.cleaned_data["verified_by"],
        reason=form.cleaned_data["reason"],
        agreed=request.POST.get("agreed", ""),
        corrects="corrects" in request.POST,
    )


def _next_by_totals(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether whoever types here asked for totals only at the next tables, too."""
    return bool(request.session.get(BY_TOTALS) == tournament.pk)


def _remember_way(
    request: HttpRequest,
    tournament: Tournament,
    form: PaperForm | PaperRoundsForm,
    newest: PaperResult | None,
) -> None:
    """Keep in the session whether the next tables are typed by totals only; not by a correction."""
    if newest is not None:
        return
    if form.cleaned_data.get("next_too"):
        request.session[BY_TOTALS] = tournament.pk
    elif _next_by_totals(request, tournament):
        del request.session[BY_TOTALS]


def _next_untyped(row: StageTable) -> int:
    """The number of the next table of the same game that has no result yet; 0 for none."""
    papers = PaperResult.objects.in_force().filter(table__round=row.round)
    waiting = StageTable.objects.filter(round=row.round, game=None).exclude(
        pk__in=[row.pk, *papers.values_list("table", flat=True)]
    )
    numbers = sorted(waiting.values_list("number", flat=True))
    later = [number for number in numbers if number > row.number]
    return next(iter([*later, *numbers]), 0)


def _game_like(tournament: Tournament, stage: Stage | None) -> Game:
    """A game, unsaved, as the tables of a stage play it; of the usual rules without a stage."""
    return Game(
        club=tournament.club,
        set=stage.set if stage else 12,
        rules=stage.rules if stage else rule_spec("family", {}),
        rule_sheet=stage.rule_sheet if stage else None,
    )


def _table_link(request: HttpRequest, pk: int, number: int) -> str:
    """What the square of a table opens; "" where nobody knows under which address."""
    return phone_link(request, reverse("league:stage-table", args=[pk, number])) or ""


@require_safe
def print_tables(request: HttpRequest, pk: int) -> HttpResponse:
    """A score sheet to write on for each table of the game that is on, with its square.

    Where some play on tablets, only for those on paper, unless `all` are asked for.
    """
    tournament = tournament_to_direct(request, pk)
    speak_as_club(request, tournament.club)
    page = page_of(tournament, timezone.now())
    like = _game_like(tournament, page.stage)
    on_paper = [card for card in page.by_number if card.on_paper]
    mixed = 0 < len(on_paper) < len(page.cards)
    shown = on_paper if mixed and "all" not in request.GET else page.by_number
    tables = [
        {
            "number": card.row.number,
            "group": card.group,
            "names": [person.entrant.name for person in card.people if not person.out],
            # A table on paper needs no square for a tablet where others have theirs.
            "link": "" if mixed and card.on_paper else _table_link(request, pk, card.row.number),
        }
        for card in shown
    ]
    context = {
        "tournament": tournament,
        "stage": page.stage,
        "game": page.number,
        "several": page.stage is not None and has_several_games(page.stage),
        "to_start": page.number == 1 and not any(card.state.begun for card in page.cards),
        "tables": tables,
        "mixed": mixed,
        "all_tables": len(page.cards),
        "has_address": bool(_table_link(request, pk, 1)),
        "doubles": starting_doubles(like),
        "rules": rules_in_words(like),
    }
    return render(request, "league/print_tables.html", context)


def entrant_asked(request: HttpRequest, tournament: Tournament, name: str) -> Entrant:
    """The entrant whose id a form sent; raises `Refusal` for nobody."""
    text = request.POST.get(name, "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0
    entrant = Entrant.objects.filter(tournament=tournament, pk=number).first()
    if entrant is None:
        raise Refusal("who", _("Choose somebody of the entrants."))
    return entrant
