"""The organizer's page of a game day: attendance, seating, and the state of the tables."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import reswap

from league.days.access import day_to_organize, day_to_score
from league.days.forms import FixForm, WishForm
from league.days.models import Attendance, GameDay, Wish
from league.days.selectors.day_length import length_words
from league.days.selectors.day_page import page_of, state_of
from league.days.selectors.game_days import everybody_by_name, people_of, players_found
from league.days.selectors.late_seats import place_of
from league.days.selectors.links import television_path, television_works, wall_path
from league.days.selectors.seating import seating_of, wished_pair, wishes_of
from league.days.selectors.unassigned import days_outside, games_outside
from league.days.services import attendance as services
from league.days.services.seat_changes import seat_late
from league.people.public import NameTaken
from league.seasons.models import SeasonStatus
from league.seasons.public import statuses_set
from league.seasons.selectors.results import guests_of, season_on
from scoring.accounts.access import actor_of
from scoring.accounts.authors import author_of
from scoring.accounts.models import Player
from scoring.accounts.name_questions import NameQuestion, name_question, with_answer
from scoring.accounts.selectors.people import players_of
from scoring.collation import name_order
from scoring.lists import all_of
from scoring.refusals import Refusal
from scoring.sheets.forms import RenameForm
from scoring.watching.parts import kept_mark
from scoring.watching.revisions import revision_of
from scoring.web.connection import phone_link
from scoring.web.pages import form_refusal, sent, show_refusal, told_id

from .answers import answers_path
from .seating import PRINT_AGAIN


def _context(
    request: HttpRequest, day: GameDay, *, door: bool = False, came: str = ""
) -> dict[str, Any]:
    """Return what the page shows; while tables play, and at the end, the door is closed.

    Of who `came` last (the number of the attendance) the door's answer says that a seat is missing.
    """
    organizes = actor_of(request).organizes
    # Read before the page: what changes between the two is asked for once more, not missed.
    state = state_of(day)
    page = page_of(day, door=organizes)
    door = door or bool({"people", "name", "all"} & set(request.GET))
    door_open = (
        organizes and not day.cancelled_at and (door or not (page.playing or page.next == "over"))
    )
    answered = came if door_open else ""
    return {
        "day": day,
        "page": page,
        "state": state,
        "today": timezone.localdate(),
        "organizes": organizes,
        "door_asked": door,
        "door_open": door_open,
        "answered": answered,
        "late_here": [late for late in page.late if str(late.person.attendance.pk) != answered],
    }


@require_safe
def day(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole page; `name` and `all` look people up for the door."""
    day = day_to_score(request, pk)
    context = _context(request, day)
    if context["organizes"]:
        find = request.GET.get("name", "")
        everybody, asks = "all" in request.GET, "ask" in request.GET
        players = everybody_by_name(day) if everybody else players_found(day, find)
        context |= {
            "typed": find,
            "matches": players,
            "question": name_question(day.club, request.GET, "name") if asks else None,
            "asked": everybody or (bool(find.strip()) and not asks),
            "wall": wall_path(day),
            "television": television_works(day) and phone_link(request, television_path(day)),
            "length": "" if context["page"].seating.begun else length_words(day),
            "answers_link": phone_link(request, answers_path(day.club)),
            "outside": days_outside(day.club, [day]),
            "games_outside": games_outside(day),
        }
    return render(request, "league/day.html", context)


@require_safe
def day_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that others change, or 204 where the asker has seen it already."""
    day = day_to_score(request, pk)
    seen = kept_mark(f"day {pk}", revision_of(day), lambda: (state_of(day), False))
    if request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    context = _context(request, day, came=request.GET.get("came", ""))
    return render(
        request,
        "league/_day_now.html",
        context | {"room_too": context["organizes"], "renews": True},
    )


@require_POST
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Note that somebody came, by a tap on the name or by typing it."""
    day = day_to_organize(request, pk)
    outcome: dict[str, Any] = {}
    fields = with_answer(request.POST)
    name = fields.get("name", "")
    by_name = "player" not in request.POST
    if by_name and (question := name_question(day.club, fields, "name")):
        return _asked_who(request, day, question)
    try:
        if not by_name:
            player = Player.objects.filter(club=day.club, pk=told_id(request, "player")).first()
            if player is None:
                raise Refusal("unknown", _("Choose somebody of your club."))
            came = services.check_in(day=day, player=player)
        else:
            came = services.check_in(day=day, name=name)
        outcome = {"came": came, "came_name": (came.player.same_as or came.player).name}
    except Refusal as refusal:
        outcome = {"fault": refusal.message, "typed": name}
    if not request.htmx:  # type: ignore[attr-defined]
        if "fault" in outcome:
            messages.error(request, outcome["fault"])
        else:
            here = _("%s is here.") % outcome["came_name"]
            where = place_of(seating_of(day), outcome["came"])
            messages.success(request, f"{here} {where}".strip())
        return redirect(reverse("league:day", args=[pk]) + "?people=1#door")
    day.refresh_from_db()
    pk_came = outcome["came"].pk if "came" in outcome else 0
    context = _context(request, day, door=True, came=str(pk_came)) | outcome
    # Said where the eye is: below the field for a name that was typed, or found by typing.
    below = by_name or "found" in request.POST
    context |= {"door_too": True, "room_too": True, "came_below": below}
    if pk_came:
        late = [late for late in context["page"].late if late.person.attendance.pk == pk_came]
        context["came_late"] = late[0] if late else None
        context["came_new"] = _is_new(outcome["came"]) and season_on(day.club, day.date)
        context["came_where"] = place_of(context["page"].seating, outcome["came"])
    response = render(request, "league/_day_now.html", context)
    # A tap that is done renews its own name alone; one that is refused says why, atop the page.
    return reswap(response, "outerHTML") if "fault" in outcome else response


def _is_new(came: Attendance) -> bool:
    """Whether this check-in made the person."""
    return came.player.same_as_id is None and came.player.created_at >= came.arrived_at


def _asked_who(request: HttpRequest, day: GameDay, question: NameQuestion) -> HttpResponse:
    """Ask who a typed name means, at the door; nobody is checked in yet."""
    if not request.htmx:  # type: ignore[attr-defined]
        query = urlencode({"name": question.typed, "ask": 1})
        return redirect(f"{reverse('league:day', args=[day.pk])}?{query}#door")
    context = _context(request, day, door=True)
    context |= {"question": question, "typed": question.typed, "door_too": True, "room_too": True}
    return render(request, "league/_day_now.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def attendance(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One person on this day: leaves now or later, needs a table, or was not there at all."""
    day = day_to_organize(request, pk)
    row = get_object_or_404(
        Attendance.objects.select_related("player__same_as"), game_day=day, pk=number
    )
    form = FixForm(sent(request) if request.POST.get("deed") == "fix" else None)
    if request.POST.get("deed") == "name":
        return _renamed(request, row)
    if request.method == "POST":
        with show_refusal(request) as attempt:
            notice = _do(request, day, row, form)
        if attempt.refused and request.POST.get("deed") == "seat":
            # The day's page offers the next free seat.
            return redirect("league:day", pk=pk)
        if attempt.refused:
            return redirect("league:attendance", pk=pk, number=number)
        if notice:
            messages.success(request, notice)
            if request.POST.get("deed") == "seat":
                messages.info(request, PRINT_AGAIN)
            return redirect("league:day", pk=pk)
    seating = seating_of(day)
    person = next(
        (
            person
            for person in people_of(day)
            if person.player == (row.player.same_as or row.player)
        ),
        None,
    )
    if not form.is_bound and person:
        form = FixForm(initial={"table": person.fixed})
    where = seating.seats(day.current_round).get(person.player.pk) if person else None
    context = {
        "day": day,
        "row": row,
        "person": person,
        "form": form,
        "played": any(
            person is not None and person.player.pk in seating.tables(at)[table - 1]
            for at, table in seating.games
        ),
        "here": person is not None and person.is_here(day.current_round),
        "table": where[0] if where else None,
        "game": seating.games.get((day.current_round, where[0])) if where else None,
        "guest": _guest_word(day, row.player.same_as or row.player),
    }
    return render(request, "league/attendance.html", context)


def _renamed(request: HttpRequest, row: Attendance) -> HttpResponse:
    """Correct the name, and lead back; where somebody else has it, to where the two are merged."""
    back = redirect("league:attendance", pk=row.game_day_id, number=row.pk)
    player = row.player.same_as or row.player
    form = RenameForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["right_name"])))
        return back
    try:
        renamed = services.attendance_rename(attendance=row, name=form.cleaned_data["right_name"])
    except NameTaken as refusal:
        messages.error(request, refusal.message)
        if refusal.player != player:
            return redirect("league:merge", kept=refusal.player.pk, gone=player.pk)
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Saved: %s.") % renamed.name)
    return back


def _guest_word(day: GameDay, player: Player) -> str:
    """Whether this person is a guest in the day's season: "is", "not", or "" without a season."""
    season = season_on(day.club, day.date)
    if season is None or season.closed_at:
        return ""
    return "is" if player.pk in guests_of(season) else "not"


def _do(request: HttpRequest, day: GameDay, row: Attendance, form: FixForm) -> str:
    """Carry out what the form asks; answers what was done, "" where it cannot be read."""
    deed = request.POST.get("deed", "")
    if deed == "seat":
        return _seated(request, day, row)
    name = (row.player.same_as or row.player).name
    if deed == "undo":
        if services.check_in_undo(attendance=row):
            return _("%s is neither checked in nor in the directory any more.") % name
        return _("%s is not checked in any more.") % name
    if deed == "guest" and (season := season_on(day.club, day.date)):
        guest = {row.player.same_as_id or row.player_id: SeasonStatus.Kind.GUEST}
        statuses_set(season=season, kinds=guest)
        return _("%(name)s is a guest in %(season)s.") % {"name": name, "season": season.name}
    if deed == "no-guest" and (season := season_on(day.club, day.date)):
        # Also where the record that was merged into this one was called a guest.
        statuses_set(season=season, kinds={row.player_id: "", row.player.same_as_id or 0: ""})
        return _("%(name)s is no guest in %(season)s any more.") % {
            "name": name,
            "season": season.name,
        }
    if deed == "now":
        services.attendance_leave(attendance=row, when="now")
        return _("%s has gone home.") % name
    if deed == "after":
        services.attendance_leave(attendance=row, when="after")
        return _("%(name)s leaves after game %(round)d.") % {
            "name": name,
            "round": day.current_round,
        }
    if deed == "stay":
        services.attendance_stay(attendance=row)
        return _("%s stays.") % name
    if deed == "fix" and form.is_valid():
        table = form.cleaned_data["table"]
        services.attendance_fix(attendance=row, table=table or 0)
        return _("Kept. It counts from the next plan on.")
    return ""


def _seated(request: HttpRequest, day: GameDay, row: Attendance) -> str:
    """Seat somebody who came late in each game to come; answers where."""
    player = row.player.same_as or row.player
    table = told_id(request, "table")
    late = seat_late(day=day, author=author_of(request), player=player, table=table)
    where = [
        _("game %(game)d: table %(table)d") % {"game": game, "table": table}
        for game, table in sorted(late.seats.items())
    ]
    seated = _("%(name)s has a seat. %(where)s.") % {
        "name": player.name,
        "where": capfirst(all_of(where)),
    }
    return f"{seated} {late.meetings}".strip()


@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and add wishes: who sits apart, and who together."""
    day = day_to_organize(request, pk)
    people = sorted(
        ((player.pk, player.name) for player in players_of(day.club)),
        key=lambda person: name_order(person[1]),
    )
    form = WishForm(sent(request), people=people)
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        chosen = {
            player.pk: player
            for player in players_of(day.club).filter(pk__in=(cleaned["one"], cleaned["other"]))
        }
        with form_refusal(form):
            services.wish_add(
                day=day,
                kind=Wish.Kind(cleaned["kind"]),
                player=chosen[cleaned["one"]],
                other=chosen[cleaned["other"]],
                always=cleaned["always"],
            )
            messages.success(request, _("Kept. It counts from the next plan on."))
            return redirect("league:wishes", pk=pk)
    known = [(wish, *wished_pair(wish)) for wish in wishes_of(day)]
    return render(request, "league/wishes.html", {"day": day, "form": form, "wishes": known})


@require_POST
def wish_remove(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take a wish back."""
    day = day_to_organize(request, pk)
    wish = next((wish for wish in wishes_of(day) if wish.pk == number), None)
    if wish is not None:
        with show_refusal(request) as attempt:
            services.wish_remove(day=day, wish=wish)
        if attempt.refused:
            return redirect("league:wishes", pk=pk)
    messages.success(request, _("That wish is taken back."))
    return redirect("league:wishes", pk=pk)
