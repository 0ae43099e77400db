"""What waits to be handed over: what a tablet has to know of a game, and what was set aside."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import referee
from scoring.accounts.access import Actor
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Tablet
from scoring.accounts.models.people import secret_hash
from scoring.disputes.questions import seat_word
from scoring.disputes.selectors import former_names_now, starters
from scoring.sheets.models import Game, SeatResult, SheetEntry
from scoring.sheets.selectors.drafts import draft_of
from scoring.sheets.selectors.late_totals import totals_by_rule
from scoring.sheets.selectors.next_round import plan_of, run_off_sentences
from scoring.sheets.selectors.sheet import Cell, SeatLine, Sheet
from scoring.values import Notice
from scoring.web.tile_names import tile_name

from .models import SetAside
from .payloads import LONGEST_SENDING

AUTHOR_SALT = "scoring.hand-over"
# A tablet with a network gets a new one with each round; so long may it be without.
AUTHOR_LIFE = timedelta(days=30)
# More rounds than a table plays while the network is away.
ROUNDS_AHEAD = 25
VERSION = 1


def author_token(actor: Actor, device: str) -> str:
    """Who records on this device, signed: what is handed over later keeps its author.

    `device` is the mark that the browser has in a cookie, which no script can read.
    """
    content = {
        "name": actor.name,
        "user": actor.user.pk if actor.user else None,
        "tablet": actor.tablet.pk if actor.tablet else None,
        "club": actor.home.pk if actor.home else None,
        "device": secret_hash(device),
    }
    return signing.dumps(content, salt=AUTHOR_SALT, compress=True)


@dataclass(frozen=True)
class SignedAuthor:
    """Who a page was made for: the name that the sheet shows, and the account or tablet."""

    name: str
    user: User | None
    tablet: Tablet | None


def signed_author(token: str, game: Game, device: str) -> SignedAuthor | None:
    """Who recorded on a device, from what `author_token` gave it.

    None where it was not signed by this site, for this club and this device, or too long ago; and
    where the club does not have that person any more. What was recorded is taken all the same, as
    the doing of whoever hands it over.
    """
    try:
        content = signing.loads(token, salt=AUTHOR_SALT, max_age=AUTHOR_LIFE)
    except (signing.BadSignature, UnicodeError):
        return None
    if content["club"] != game.club_id or content.get("device") != secret_hash(device):
        return None
    user = tablet = None
    if content["user"]:
        here = User.objects.filter(is_active=True, memberships__club=game.club_id)
        user = here.filter(pk=content["user"]).first()
    elif content["tablet"]:
        tablet = Tablet.objects.filter(pk=content["tablet"], club=game.club_id).first()
    if user is None and tablet is None:
        return None
    return SignedAuthor(name=content["name"], user=user, tablet=tablet)


def tablet_game(sheet: Sheet, actor: Actor, device: str) -> dict[str, Any]:
    """What a tablet keeps of a game to go on without a network; plain values, for JSON.

    Points are as the sheet counts them; `plan` are the rounds to come, as far as the rules fix
    them; `keys` are the newest keys on the sheet, by which a tablet knows what has arrived.
    """
    game = sheet.game
    last = sheet.table_undo
    plans = _plans(sheet)
    late = totals_by_rule(sheet)
    return {
        "version": VERSION,
        "code": game.code,
        "set": game.set,
        "rules": game.rules,
        "count_rules": game.rules,
        "counts_markers": referee.marker_points(game) > 0,
        "blank_points": referee.blank_points(game),
        "has_run_offs": referee.has_run_offs(game),
        "run_offs_after": _run_offs_after(sheet, plans),
        "parts_by_rounds_out": referee.parts_ties_by_rounds_out(game),
        "says": referee.high_sentences() | run_off_sentences(),
        "revision": sheet.revision,
        "finished": sheet.finished,
        "next_round": sheet.next_round,
        "author": author_token(actor, device),
        "author_name": actor.name,
        "late_total": referee.late_total_by(game),
        "seats": [_seat(seat, late) for seat in sheet.seats],
        "former_names": former_names_now(sheet),
        "rounds": [
            _round(line.entry, line.cells, sheet, run_off=line.run_off) for line in sheet.rounds
        ],
        "last": _last(sheet, last) if last else None,
        "redo": _redo(sheet),
        "plan": plans,
        "keys": [entry.key for entry in sheet.entries[-200:]],
    }


def _seat(seat: SeatLine, late: Mapping[int, list[int]]) -> dict[str, Any]:
    return {
        **({"late_after": late[seat.id]} if seat.id in late else {}),
        "id": seat.id,
        "name": seat.name,
        "short": seat.short,
        "word": seat_word(seat.name),
        "color": seat.color,
        "entry_total": seat.entry_total,
        "from_round": seat.from_round,
        "after_round": seat.after_round,
        "ranked": seat.ranked,
    }


def _step(step: str) -> dict[str, bool]:
    """What an undo is about, where it is not a whole round."""
    names = {"correction": "corrects", "choice": "chooses"}
    return {names[step]: True} if step else {}


def _last(sheet: Sheet, entry: SheetEntry) -> dict[str, Any]:
    """The entry that an undo strikes; with a correction also the round that stood there before."""
    newest: dict[str, Any] = {"entry": entry.pk, "round": entry.round_number}
    before = next((other for other in sheet.entries if other.pk == entry.supersedes_id), None)
    if before and before.kind == SheetEntry.Kind.ROUND and sheet.undoes == "correction":
        newest["line"] = _round(before, sheet.results.get(before.pk, {}), sheet)
    return newest | _step(sheet.undoes)


def _redo(sheet: Sheet) -> dict[str, Any] | None:
    """The undo that can be taken back, with the round that comes back by it; None without one."""
    undo = sheet.table_redo
    if undo is None:
        return None
    struck = next(entry for entry in sheet.entries if entry.pk == undo.supersedes_id)
    line = None
    if struck.kind == SheetEntry.Kind.ROUND:
        line = _round(struck, sheet.results.get(struck.pk, {}), sheet)
    return {
        "entry": undo.pk,
        "round": undo.round_number,
        "line": line,
        **_step(sheet.redoes),
    }


def _round(
    entry: SheetEntry,
    cells: Mapping[int, Cell] | Mapping[int, SeatResult],
    sheet: Sheet,
    *,
    run_off: bool = False,
) -> dict[str, Any]:
    number = entry.round_number or 0
    return {
        **({"run_off": True} if run_off else {}),
        "number": number,
        "entry": entry.pk,
        "key": entry.key,
        "ending": f"out-{entry.out_seat_id}" if entry.out_seat_id else entry.ending,
        "starting_double": entry.starting_double,
        "boneyard": entry.details.get("boneyard"),
        "draft": draft_of(sheet, number),
        "author": entry.author,
        "cells": {
            str(seat_id): {
                "points": cell.points,
                "total": cell.told_total,
                "tiles": cell.tiles,
                "count": cell.count,
                "marked": cell.marked,
            }
            for seat_id, cell in cells.items()
        },
    }


def _run_offs_after(sheet: Sheet, plans: Sequence[Mapping[str, Any]]) -> int | None:
    """After which round those who tie play on, if the rounds to come are as foreseen.

    In which round time runs out the tablet sees by itself.
    """
    full = referee.run_offs_after(sheet.game, [line.entry.starting_double for line in sheet.rounds])
    if full is not None or not referee.has_run_offs(sheet.game):
        return full
    return next((plan["number"] - 1 for plan in plans if plan["over"]), None)


def _names(sheet: Sheet, number: int) -> list[str]:
    return [seat.name for seat in sheet.playing(number)]


def _plans(sheet: Sheet) -> list[dict[str, Any]]:
    """The rounds to come if each is played with the double that the rules foresee.

    The last one on the sheet is the first of them: without a network, too, it can be undone.
    """
    if sheet.finished:
        return []
    first = max(sheet.next_round - 1, 1)
    written = {line.number: line.entry.starting_double for line in sheet.rounds}
    played = [double for number, double in written.items() if number < first]
    plans: list[dict[str, Any]] = []
    for number in range(first, sheet.next_round + ROUNDS_AHEAD):
        plan = plan_of(sheet, number)
        double = referee.next_double(sheet.game, played)
        over = referee.is_over(sheet.game, played)
        plans.append(
            {
                "number": number,
                "double": double,
                "double_name": "" if double is None else tile_name(f"{double}-{double}"),
                "how": plan.turn,
                "high": referee.high_points(sheet.game, _names(sheet, number), double),
                **starters(sheet, number),
                "rounds": plan.rounds,
                "over": over,
                "draft": draft_of(sheet, number),
            }
        )
        if over and number > sheet.next_round:
            break
        played.append(written.get(number, double))
    return plans


def set_aside_of(game: Game) -> list[SetAside]:
    """What was handed over and still waits to be written or left out, oldest first.

    One query where nothing was set aside, as at nearly every look at a sheet; else two.
    """
    waiting = list(game.set_aside.filter(left_at__isnull=True).order_by("pk"))
    if not waiting:
        return []
    keys = [kept.key for kept in waiting]
    written = set(game.entries.filter(key__in=keys).values_list("key", flat=True))
    return [kept for kept in waiting if kept.key not in written]


@every_club()
def set_aside_count() -> int:
    """How many sendings of all clubs still wait to be written or left out; one query."""
    written = SheetEntry.objects.filter(game=OuterRef("game"), key=OuterRef("key"))
    return SetAside.objects.filter(left_at__isnull=True).exclude(Exists(written)).count()


def text_of(kept: SetAside) -> str:
    """What was sent, to be read; whatever it is, as an older version may have kept anything."""
    sending = kept.sending
    if isinstance(sending, dict) and isinstance(sending.get("damaged"), str):
        return str(sending["damaged"])
    try:
        return json.dumps(sending, ensure_ascii=False)[:LONGEST_SENDING]
    except (ValueError, RecursionError):
        return _("It cannot be shown.")


def notices_of(game: Game) -> list[Notice]:
    """What the sheet says of sendings that could not be written; two queries at most."""
    sentences: dict[str, str] = {
        SetAside.Kind.ROUND: _("Round %(number)s, recorded without the network by %(who)s"),
        SetAside.Kind.CORRECT: _("A correction of round %(number)s by %(who)s"),
        SetAside.Kind.UNDO: _("An undo by %(who)s"),
        SetAside.Kind.DISPUTE: _("A dispute settled without the network by %(who)s"),
        SetAside.Kind.UNREADABLE: _("Something that %(who)s recorded without the network"),
    }
    waiting: dict[str, list[SetAside]] = {}
    for kept in set_aside_of(game):
        sentence = _("%(what)s is not on the sheet yet. %(why)s") % {
            "what": sentences.get(kept.kind, sentences[SetAside.Kind.UNREADABLE])
            % {"number": kept.round_number or "?", "who": kept.author},
            "why": kept.sentence,
        }
        waiting.setdefault(sentence, []).append(kept)
    return [
        Notice(
            _times(sentence, len(alike)),
            kind="warning",
            label=_("Look at it"),
            page=reverse("scoring:set-aside", args=[game.code, alike[0].pk]),
        )
        for sentence, alike in waiting.items()
    ]


def _times(sentence: str, number: int) -> str:
    return sentence if number == 1 else f"{sentence} " + _("It waits %d times.") % number


def hello(actor: Actor) -> dict[str, Any]:
    """Who the server takes the asker for, and the server's clock."""
    return {"role": actor.role, "name": actor.name, "now": timezone.now().isoformat()}
