"""What a tablet hands over after it was without a network, and what could not be written of it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring import sendings
from scoring.forms import RoundForm
from scoring.models import Game, SetAside
from scoring.selectors.access import actor_of, game_to_score
from scoring.selectors.handing import fields_of, signed_author, tablet_game
from scoring.selectors.sheet import sheet_of
from scoring.sendings import Sending, Unreadable
from scoring.services import handing
from scoring.services.entries import Author
from scoring.services.errors import Refusal
from scoring.services.handed_disputes import dispute_take
from scoring.services.handing import Handed

from .common import author_of
from .rounds import typed_for_others

Kind = SetAside.Kind
# What takes longer from the device to the server was not recorded with a network.
AT_ONCE = timedelta(minutes=2)
LATER = "later"


@never_cache
@require_POST
def hand_over(request: HttpRequest, code: str) -> HttpResponse:
    """Take what a tablet recorded, in its order; answer what became of each, and the game now.

    Stops where the database fails: what comes after is answered `later`, and is to be sent again.
    """
    game = game_to_score(request, code)
    try:
        told, sent_at = sendings.read_body(request.body)
    except Unreadable as error:
        return JsonResponse({"error": error.message}, status=400)
    done: list[Handed] = []
    for one in told:
        try:
            done.append(_take(request, game, one, sent_at))
        except OperationalError:
            done.append(Handed(sendings.key_of(one), LATER))
            break
        if done[-1].outcome == "clash":
            break  # what comes after may name it by the key that it gets now
    done += [Handed(sendings.key_of(one), LATER) for one in told[len(done) :]]
    answer = [{"key": one.key, "outcome": one.outcome, "text": one.text} for one in done]
    now = tablet_game(sheet_of(game), actor_of(request))
    return JsonResponse({"handed": answer, "game": now})


def _take(request: HttpRequest, game: Game, told: Any, sent_at: datetime | None) -> Handed:
    try:
        sending = sendings.read_sending(told)
    except Unreadable as error:
        key = sendings.key_of(told)
        handing.set_aside(
            game=game,
            author=author_of(request),
            key=key,
            kind=Kind.UNREADABLE,
            round_number=None,
            sending=sendings.storable(told),
            sentence=error.message,
        )
        return Handed(key, "refused", error.message)
    author = _author(request, game, sending, sent_at)
    handed = handing.taken(
        game=game,
        author=author,
        key=sending.key,
        kind=sending.kind,
        round_number=sending.round_number or None,
        sending=sendings.storable(told),
        write=_writer(game, author, sending),
        asks=sending.asks,
    )
    said = {
        "recorded": _("Round %d is saved."),
        "already": _("Round %d was saved already. It counts once."),
        "same": _("Another tablet had saved round %d just the same. It counts once."),
    }
    if sending.kind == Kind.ROUND and handed.outcome in said:
        return Handed(handed.key, handed.outcome, said[handed.outcome] % sending.round_number)
    return handed


def _author(request: HttpRequest, game: Game, sending: Sending, sent_at: datetime | None) -> Author:
    """Who recorded it, by what the server had signed for that page; else whoever hands it over.

    The moment is by the server's clock, since the device's may be wrong: as long ago as the device
    says.
    """
    now = timezone.now()
    made_at = None
    if sending.made_at and sent_at and sent_at - sending.made_at > AT_ONCE:
        made_at = now - (sent_at - sending.made_at)
    present = author_of(request)
    signed = signed_author(sending.author, game)
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
            return handing.undo_take(**wanted, seen=sending.seen).outcome
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
            return handing.correction_take(**wanted, seen=sending.seen).outcome
        return handing.round_take(**wanted, asks=sending.asks).outcome

    return write


def _form(game: Game, sending: Sending) -> RoundForm:
    """The round's form as it was filled in. Raises `Refusal` where it cannot be read."""
    sheet = sheet_of(game)
    form = RoundForm(dict(sending.fields), sheet=sheet, seats=sheet.playing(sending.round_number))
    if not form.is_valid():
        said = " ".join(str(one) for each in form.errors.values() for one in each)
        raise Refusal("unread", _("Something in it cannot be read: %s") % said)
    if told := typed_for_others(sending.fields, sheet, sending.round_number):
        raise Refusal("seats", " ".join(told))
    return form


@dataclass(frozen=True)
class ToldSeat:
    """What was told of one seat, as it was typed."""

    name: str
    total: str
    tiles: str
    out: bool


@require_http_methods(["GET", "HEAD", "POST"])
def set_aside(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Show what could not be written, why, and what can be done; POST leaves it out."""
    game = game_to_score(request, code)
    kept = get_object_or_404(game.set_aside, pk=pk)
    if request.method == "POST":
        try:
            handing.set_aside_leave(kept=kept, author=author_of(request))
        except Refusal as refusal:
            messages.error(request, refusal.message)
        else:
            messages.success(request, _("Left out. What was recorded stays readable here."))
        return redirect("scoring:set-aside", code=code, pk=pk)
    sheet = sheet_of(game)
    fields = fields_of(kept)
    number = kept.round_number or 0
    written = any(entry.key == kept.key for entry in sheet.entries)
    context = {
        "game": game,
        "kept": kept,
        "written": written,
        "told": [
            ToldSeat(
                name=seat.name,
                total=str(fields.get(f"seat-{seat.id}-total") or ""),
                tiles=str(fields.get(f"seat-{seat.id}-tiles") or ""),
                out=fields.get("ending") == f"out-{seat.id}",
            )
            for seat in sheet.seats
        ]
        if fields
        else [],
        "mend": _mend(kept.kind, number, sheet.next_round) if not sheet.finished else "",
    }
    return render(request, "scoring/set_aside.html", context)


def _mend(kind: str, number: int, next_round: int) -> str:
    """The page on which it can be mended and written: record or correct; "" where there is none."""
    if kind not in (Kind.ROUND, Kind.CORRECT) or not 1 <= number <= next_round:
        return ""
    return "record" if number == next_round else "correct"
