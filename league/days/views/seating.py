"""Seating people: making a plan, looking at what it changes, going on to the next round."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from league.days.access import day_at_table, day_to_organize, day_to_score
from league.days.models import GameDay, Plan
from league.days.selectors.begun import has_begun
from league.days.selectors.seat_changes import first_to_change
from league.days.selectors.seating import (
    DaySeating,
    faults,
    meeting_words,
    moves,
    plan_of,
    quality_of,
    quality_words,
    repeats_in,
    seating_of,
    wishes_of,
    with_plan,
)
from league.days.selectors.tables import tables_of
from league.days.services import seating as services
from league.days.services import tables
from league.days.services.planner import setting_of
from scoring.accounts.access import actor_of
from scoring.accounts.authors import author_of
from scoring.collation import name_order
from scoring.sheets.views.tables import start_tables
from scoring.web.pages import show_refusal, told_id

from .results import result_of

PRINT_AGAIN = gettext_lazy("If you have printed the plan, cards or table sheets, print them again.")


@require_safe
def plan(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole day's plan, round by round, and how good it is."""
    day = day_to_score(request, pk)
    seating = seating_of(day)
    quality = quality_of(seating)
    # What the planner counted holds for the plan alone, and below it stands who meets on the day.
    as_planned = quality == quality_of(plan_of(seating))
    report = (seating.plan.report if seating.plan and as_planned else None) or {
        "repeats": repeats_in(seating.rounds),
        "most_meetings": quality.most,
        "never_met": quality.never,
    }
    setting = setting_of(day)
    context = {
        "day": day,
        "seating": seating,
        "rounds": [
            [[seating.names[player] for player in table] for table in tables]
            for tables in seating.rounds
        ],
        "quality": quality,
        "as_planned": as_planned,
        "report": report,
        "planned_for": report.get("setting", setting),
        "changed": report.get("setting", setting) != setting,
        "faults": faults(seating, wishes_of(day)),
        "organizes": actor_of(request).organizes,
        "can_plan": day.cancelled_at is None and seating.first_open <= day.rounds,
        "game_over": seating.is_over(day.current_round),
        "seats_game": None if day.cancelled_at else first_to_change(seating),
    }
    return render(request, "league/plan.html", context)


@require_POST
def plan_make(request: HttpRequest, pk: int) -> HttpResponse:
    """Seat those who are there; what has begun stays."""
    day = day_to_organize(request, pk)
    before = seating_of(day)
    with show_refusal(request) as attempt:
        seen = told_id(request, "seen") if "seen" in request.POST else None
        made = services.plan_make(day=day, author=author_of(request), seen=seen)
    if attempt.refused:
        if attempt.code == "plan":
            link = '<a href="{}#id_size">{}</a>'
            edit = reverse("league:day-edit", args=[pk])
            messages.info(request, format_html(link, edit, _("Change tables and table sizes")))
        return redirect("league:day", pk=pk)
    if made.taken_at is None:
        return redirect("league:plan-change", pk=pk, number=made.pk)
    cost = meeting_words(quality_of(seating_of(day)).again)
    words = (_("Everybody has a seat."), _tables_now(before, made), cost)
    messages.success(request, " ".join(filter(None, words)))
    if day.plans.filter(taken_at__isnull=False).exclude(pk=made.pk).exists():
        messages.info(request, PRINT_AGAIN)
    return redirect("league:day", pk=pk)


def _tables_now(before: DaySeating, made: Plan) -> str:
    """Say how many tables a plan has where it is not as many as before; else ""."""
    rounds = (before.tables(made.from_round), made.tables[made.from_round - 1])
    counts = [sum(1 for table in tables if table) for tables in rounds]
    if not counts[0] or counts[0] == counts[1]:
        return ""
    sentence = ngettext(
        "There is %(now)d table now (before: %(before)d).",
        "There are %(now)d tables now (before: %(before)d).",
        counts[1],
    )
    return sentence % {"now": counts[1], "before": counts[0]}


@require_http_methods(["GET", "HEAD", "POST"])
def plan_change(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What a new plan changes for people who know their seats already; then it is taken."""
    day = day_to_organize(request, pk)
    made = get_object_or_404(Plan, game_day=day, pk=number)
    if request.method == "POST" and request.POST.get("deed") == "drop":
        with show_refusal(request):
            services.plan_drop(day=day, plan=made)
        return redirect("league:day", pk=pk)
    if request.method == "POST" and request.POST.get("deed") == "later":
        with show_refusal(request):
            services.plan_drop(day=day, plan=made)
            services.plan_make(day=day, author=author_of(request), kept=made.from_round)
            stays = _("Game %d stays as it is. The later games are planned again.")
            cost = meeting_words(quality_of(seating_of(day)).again)
            messages.success(request, f"{stays % made.from_round} {cost}")
            messages.info(request, PRINT_AGAIN)
        return redirect("league:day", pk=pk)
    if request.method == "POST":
        with show_refusal(request):
            services.plan_take(day=day, plan=made)
            in_force = _("The new plan is in force. The wall shows it.")
            messages.success(
                request, f"{in_force} {meeting_words(quality_of(seating_of(day)).again)}"
            )
            messages.info(request, PRINT_AGAIN)
        return redirect("league:day", pk=pk)
    seating, wishes = seating_of(day), wishes_of(day)
    current = made.from_round
    after = tuple(tuple(table) for table in made.tables[current - 1])
    changes = [
        (seating.names.get(player, "?"), old, new)
        for player, old, new in moves(seating.tables(current), after)
    ]
    context = {
        "day": day,
        "plan": made,
        "changes": sorted(changes, key=lambda change: name_order(change[0])),
        "tables": _tables_now(seating, made),
        "moving": sum(old is not None and new is not None for _name, old, new in changes),
        "round": current,
        "as_is": quality_words(seating, wishes),
        "as_new": quality_words(with_plan(seating, made), wishes),
    }
    return render(request, "league/plan_change.html", context)


@require_POST
def round_go(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on to the next round of seating, or back while nothing has begun."""
    day = day_to_organize(request, pk)
    with show_refusal(request):
        services.round_go(day=day, author=author_of(request), number=told_id(request, "round"))
    return redirect("league:day", pk=pk)


@require_POST
def tables_start(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the games at all tables of the round that is on, or at one.

    Before a day's date it asks whether the day is today.
    """
    table = told_id(request, "table")
    day = day_at_table(request, pk, table)
    actor = actor_of(request)
    when = request.POST.get("when", "")
    if when not in ("move", "keep") and not has_begun(day) and not day.cancelled_at:
        answers = day.answers.count()
        context = {"day": day, "number": table, "round": request.POST.get("round", "")}
        return render(request, "league/day_early.html", context | {"answers": answers})
    back = redirect("league:day", pk=pk)
    if actor.role == "table":
        back = redirect("league:table", pk=pk, number=table)
    begin = partial(
        tables.tables_start,
        day=day,
        author=author_of(request),
        number=told_id(request, "round"),
        tables=[table] if table else None,
        moves=when == "move" and actor.organizes,
    )
    to_sheet = bool(table) and not actor.organizes
    response = start_tables(request, begin, back=back, to_sheet=to_sheet)
    if actor.organizes:
        _show_what_holds_up(request, day, table)
    if day.date > timezone.localdate() == GameDay.objects.get(pk=pk).date:
        messages.success(request, _("The day is moved to today."))
    return response


def _show_what_holds_up(request: HttpRequest, day: GameDay, table: int | None) -> None:
    """Lead to the earlier games that go on, where a table could not begin, `table` or any."""
    seating = seating_of(day)
    asked = [table] if table else range(1, len(seating.tables(day.current_round)) + 1)
    if all((day.current_round, number) in seating.games for number in asked):
        return
    for (number, at), game in sorted(seating.games.items()):
        if number >= day.current_round or game.finished_at is not None:
            continue
        words = {"number": number, "table": at}
        if game.revision:
            address = reverse("scoring:sheet", args=[game.code])
            label = _("Game %(number)d, table %(table)d: open its score sheet") % words
        else:
            query = urlencode({"game": number, "table": at})
            address = f"{reverse('league:paper-day', args=[day.pk])}?{query}"
            label = _("Game %(number)d, table %(table)d: enter it from paper") % words
        messages.info(request, format_html('<a href="{}">{}</a>', address, label))


@require_safe
def table(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Open where the table's QR code leads: the current game, or the people and a start button."""
    day = day_at_table(request, pk, number)
    seating = seating_of(day)
    lines = tables_of(seating, day.current_round)
    line = next((line for line in lines if line.number == number), None)
    if line is not None and line.game is not None and not line.game.finished_at:
        sheet = reverse("scoring:sheet", args=[line.game.code])
        # Asked for by the page itself, which stands open at the table between two games.
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponseClientRedirect(sheet)
        return redirect(sheet)
    context = {
        "day": day,
        "number": number,
        "table": line,
        "round": day.current_round,
        "waits_at": request.path,
    }
    if line is not None and line.game is not None:
        coming = seating.tables(day.current_round + 1)
        ids = coming[number - 1] if number <= len(coming) else ()
        context |= result_of(day)
        context |= {"ended": line.game, "coming": [seating.names[player] for player in ids]}
    elif not day.cancelled_at:
        context["start_at"] = reverse("league:tables-start", args=[pk])
    return render(request, "league/table.html", context)
