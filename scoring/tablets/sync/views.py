"""What a tablet hands over after it was without a network, and what could not be written of it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.accounts.access import actor_of
from scoring.accounts.authors import Author, author_of
from scoring.quotas import QuotaReached
from scoring.refusals import Refusal
from scoring.sheets.access import game_to_hand_over, game_to_score
from scoring.sheets.forms import RoundForm
from scoring.sheets.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.views.rounds import typed_for_others
from scoring.web.devices import device_keep, device_of
from scoring.web.pages import show_refusal

from . import apply, payloads
from .apply import Handed, hand_overs_hold
from .apply_disputes import dispute_take
from .models import SetAside
from .payloads import Sending, Unreadable
from .selectors import signed_author, tablet_game, text_of
from .words import advice, deed_in_words, facts_in_words, typed_seats

Kind = SetAside.Kind
LATER = "later"


@never_cache
@require_POST
def hand_over(request: HttpRequest, code: str) -> HttpResponse:
    """Take what a tablet recorded, in its order; answer what became of each, and the game now.

    Stops where the database fails: what comes after is answered `later`, and is to be sent again.
    So is what the club has no room for now, with the sentence that says so.
    """
    game = game_to_hand_over(request, code)
    try:
        sendings, sent_at = payloads.read_body(request.body)
    except Unreadable as error:
        return JsonResponse({"error": error.message}, status=400)
    done: list[Handed] = []
    try:
        hand_overs_hold(game.club)
    except QuotaReached as reached:
        done = [Handed(payloads.key_of(raw), LATER, reached.message) for raw in sendings]
    for raw in sendings[len(done) :]:
        try:
            done.append(_take(request, game, raw, sent_at))
        except QuotaReached as reached:
            done.append(Handed(payloads.key_of(raw), LATER, reached.message))
        except OperationalError:
            done.append(Handed(payloads.key_of(raw), LATER))
            break
        if done[-1].outcome == "clash":
            break  # what comes after may name it by the key that it gets now
    done += [Handed(payloads.key_of(raw), LATER) for raw in sendings[len(done) :]]
    answer = [
        {"key": handed.key, "outcome": handed.outcome, "text": handed.text} for handed in done
    ]
    now = tablet_game(sheet_of(game), actor_of(request), device_of(request))
    return device_keep(request, JsonResponse({"handed": answer, "game": now}))


def _take(request: HttpRequest, game: Game, raw: Any, sent_at: datetime | None) -> Handed:
    try:
        sending = payloads.read_sending(raw)
    except Unreadable as error:
        key = payloads.key_of(raw)
        apply.set_aside(
            game=game,
            author=author_of(request),
            key=key,
            kind=Kind.UNREADABLE,
            round_number=None,
            sending=payloads.damaged(raw),
            sentence=error.message,
        )
        return Handed(key, "refused", error.message)
    author = _author(request, game, sending, sent_at)
    handed = apply.taken(
        game=game,
        author=author,
        key=sending.key,
        kind=sending.kind,
        round_number=sending.round_number or None,
        sending=sending.kept,
        write=_writer(game, author, sending),
        asks=sending.asks,
    )
    sentences = {
        "recorded": _("Round %d is saved."),
        "already": _("Round %d was saved already. It counts once."),
        "same": _("Another tablet had saved round %d just the same. It counts once."),
    }
    if sending.kind == Kind.ROUND and handed.outcome in sentences:
        return Handed(handed.key, handed.outcome, sentences[handed.outcome] % sending.round_number)
    return handed


def _author(request: HttpRequest, game: Game, sending: Sending, sent_at: datetime | None) -> Author:
    """Who recorded it, by what the server had signed for that page; else whoever hands it over.

    The moment is by the server's clock, since the device's may be wrong: as long ago as the device
    says, and never before the game began. A device that sends before it recorded says nothing.
    """
    made_at = None
    if sending.made_at and sent_at and sent_at > sending.made_at:
        now = timezone.now()
        made_at = min(max(now - (sent_at - sending.made_at), game.started_at), now)
    present = author_of(request)
    signed = signed_author(sending.author, game, device_of(request))
    return Author(
        signed.name if signed else present.name,
        user=signed.user if signed else present.user,
        tablet=signed.tablet if signed else present.tablet,
        device_time=sending.made_at,
        made_at=made_at,
    )


def _writer(game: Game, author: Author, sending: Sending) -> Callable[[], str]:
    """What puts this sending on the sheet and answers its outcome; raises `Refusal` when called."""
    wanted: dict[str, Any] = {"game": game, "author": author, "key": sending.key}

    def write() -> str:
        if sending.kind == Kind.UNDO:
            return apply.undo_take(**wanted, seen=sending.seen).outcome
        if sending.kind == Kind.DISPUTE:
            data = {**sending.data, "round": sending.round_number}
            dispute_take(**wanted, asked_at=author.made_at, data=data)
            return "recorded"
        form = _form(game, sending)
        wanted.update(
            round_number=sending.round_number,
            report=form.report(),
            reason=form.cleaned_data["reason"],
        )
        if sending.kind == Kind.CORRECT:
            return apply.correction_take(**wanted, seen=sending.seen).outcome
        return apply.round_take(**wanted, asks=sending.asks).outcome

    return write


def _form(game: Game, sending: Sending) -> RoundForm:
    """The round's form as it was filled in. Raises `Refusal` where it cannot be read."""
    sheet = sheet_of(game)
    form = RoundForm(dict(sending.fields), sheet=sheet, seats=sheet.playing(sending.round_number))
    if not form.is_valid():
        faults = " ".join(str(fault) for of_field in form.errors.values() for fault in of_field)
        raise Refusal("unread", _("Something in it cannot be read: %s") % faults)
    if sentences := typed_for_others(sending.fields, sheet, sending.round_number):
        raise Refusal("seats", " ".join(sentences))
    return form


@require_http_methods(["GET", "HEAD", "POST"])
def set_aside(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Show what could not be written, why, and what can be done; POST leaves it out."""
    game = game_to_score(request, code)
    kept = get_object_or_404(game.set_aside, pk=pk)
    if request.method == "POST":
        with show_refusal(request):
            apply.set_aside_leave(kept=kept, author=author_of(request))
            messages.success(request, _("Left out. What was recorded stays readable here."))
        return redirect("scoring:set-aside", code=code, pk=pk)
    sheet = sheet_of(game)
    number = kept.round_number or 0
    seats, facts = typed_seats(kept, sheet), facts_in_words(kept, sheet)
    context = {
        "game": game,
        "kept": kept,
        "written": any(entry.key == kept.key for entry in sheet.entries),
        "deed": deed_in_words(kept, sheet),
        "facts": facts,
        "typed_seats": seats,
        # What has no words of its own is at least there to be read.
        "damaged": "" if seats or facts or kept.kind == Kind.UNDO else text_of(kept),
        "advice": advice(kept, sheet),
        "mend": _mend(kept.kind, number, sheet.next_round) if not sheet.finished else "",
    }
    return render(request, "scoring/set_aside.html", context)


def _mend(kind: str, number: int, next_round: int) -> str:
    """Return the address where it can be corrected and recorded; "" if there is none."""
    if kind not in (Kind.ROUND, Kind.CORRECT) or not 1 <= number <= next_round:
        return ""
    return "record" if number == next_round else "correct"
