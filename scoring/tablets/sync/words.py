"""What a tablet could not hand over, in words: what it was about, and what to do about it.

What is kept may be of any shape, since an older version or a damaged tablet sent it: whatever
cannot be read is left out here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.disputes.selectors import scene_of
from scoring.disputes.words import fact_sentences
from scoring.parsing import Unread
from scoring.sheets.models import SheetEntry
from scoring.sheets.selectors.sheet import Sheet, step_of

from .disputes import asked_from
from .models import SetAside

Kind = SetAside.Kind


@dataclass(frozen=True)
class TypedSeat:
    """What was typed for one seat."""

    name: str
    total: str
    tiles: str
    out: bool


def deed_in_words(kept: SetAside, sheet: Sheet) -> str:
    """Who did what without the network, in a sentence."""
    names = {"who": kept.author, "number": kept.round_number}
    if kept.kind == Kind.UNDO:
        return _undo_in_words(kept, sheet)
    if kept.kind not in (Kind.ROUND, Kind.CORRECT, Kind.DISPUTE) or not kept.round_number:
        return _("%(who)s recorded something without the network.") % names
    sentences = {
        Kind.ROUND: _("%(who)s recorded round %(number)d without the network."),
        Kind.CORRECT: _("%(who)s corrected round %(number)d without the network."),
        Kind.DISPUTE: _("%(who)s settled a dispute in round %(number)d without the network."),
    }
    return sentences[Kind(kept.kind)] % names


def facts_in_words(kept: SetAside, sheet: Sheet) -> list[str]:
    """What it said besides the seats' points: how the round ended, or the dispute's question."""
    if kept.kind == Kind.DISPUTE:
        return _dispute_in_words(kept, sheet)
    fields = typed_fields(kept)
    endings = {"blocked": _("The round was blocked."), "time": _("Time ran out in this round.")}
    sentences = [endings.get(fields.get("ending", ""), "")]
    reasons = [fields.get(name, "").strip() for name in ("reason_tapped", "reason")]
    if any(reasons):
        sentences.append(_("Why: “%s”") % ": ".join(reason for reason in reasons if reason))
    return [sentence for sentence in sentences if sentence]


def advice(kept: SetAside, sheet: Sheet) -> str:
    """What somebody can do about it, in a sentence or two."""
    if sheet.finished:
        return _(
            "The game is finished. If this has to count, an organizer reopens the game first. "
            "If not, leave it out."
        )
    if kept.kind == Kind.UNDO:
        return _("Look at the score sheet. If it is wrong, undo it there. Then tap “Leave it out”.")
    if kept.kind == Kind.DISPUTE:
        return _(
            "If the table still wants an answer, settle the dispute again. Then tap “Leave it out”."
        )
    if kept.kind == Kind.UNREADABLE or not kept.round_number:
        return _(
            "Ask the table what it was, and write it on the sheet by hand. Then tap “Leave it out”."
        )
    if kept.round_number > sheet.next_round:
        return _("Record round %d first. Then come back here.") % sheet.next_round
    return _("Ask the table which numbers are right. Write them on the sheet, or leave this out.")


def typed_seats(kept: SetAside, sheet: Sheet) -> list[TypedSeat]:
    """What was typed for each seat of a round, in playing order; empty where nothing was."""
    fields = typed_fields(kept)
    seats = [
        TypedSeat(
            name=seat.name,
            total=fields.get(f"seat-{seat.id}-total", ""),
            tiles=fields.get(f"seat-{seat.id}-tiles", ""),
            out=fields.get("ending") == f"out-{seat.id}",
        )
        for seat in sheet.seats
    ]
    return [seat for seat in seats if seat.total or seat.tiles or seat.out]


def typed_fields(kept: SetAside) -> Mapping[str, str]:
    """A round's form as it was filled in, also where only some of it can be read."""
    if kept.fields:
        return kept.fields
    fields = _sent(kept).get("fields")
    if not isinstance(fields, dict):
        return {}
    return {name: value for name, value in fields.items() if isinstance(value, str)}


def _sent(kept: SetAside) -> Mapping[str, Any]:
    """What was sent, as far as it has names; of what is kept as text, what the text says."""
    sending = kept.sending
    if isinstance(sending, dict) and isinstance(sending.get("damaged"), str):
        try:
            sending = json.loads(sending["damaged"])
        except (ValueError, RecursionError):
            return {}
    return sending if isinstance(sending, dict) else {}


def _undo_in_words(kept: SetAside, sheet: Sheet) -> str:
    seen = _sent(kept).get("seen")
    seen = seen if isinstance(seen, dict) else {}
    entry = next(
        (
            entry
            for entry in sheet.entries
            if entry.pk == seen.get("entry") or entry.key == seen.get("key")
        ),
        None,
    )
    is_redo = entry is not None and entry.kind == SheetEntry.Kind.UNDO
    number = entry.round_number if entry else kept.round_number
    names = {"who": kept.author, "number": number}
    if is_redo:
        return _("%(who)s tapped “Redo” without the network.") % names
    if entry is not None and step_of(entry) and number:
        return _("%(who)s undid the correction of round %(number)d without the network.") % names
    if number:
        return _("%(who)s undid round %(number)d without the network.") % names
    return _("%(who)s tapped “Undo” without the network.") % names


def _dispute_in_words(kept: SetAside, sheet: Sheet) -> list[str]:
    """The dispute's question and what was said of the table; nothing where it cannot be read."""
    data = _sent(kept).get("data")
    if not isinstance(data, dict) or not kept.round_number:
        return []
    scene = scene_of(sheet, kept.round_number)
    try:
        asked = asked_from(data, scene.seats)
    except Unread:
        return []
    return [asked.title, *fact_sentences(asked.facts)]
