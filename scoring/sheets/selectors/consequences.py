"""What a correction changes: on the sheet itself, and in all that is derived from sheets.

Scoring does not know who derives something from a sheet. They are named in the setting
SHEET_CONSEQUENCES: dotted paths of functions that take a game before it is written on, and answer
a function that is called after the writing, in the same transaction, and tells what has changed.
"""

from collections.abc import Callable, Sequence

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from scoring.lists import all_of
from scoring.sheets.models import Game
from scoring.values import Consequence

from .sheet import SeatLine, Sheet

Tell = Callable[[], Sequence[Consequence]]


def watchers_of(game: Game) -> list[Tell]:
    """What tells, once the game's sheet has been written on, what that changed elsewhere.

    To be asked under the game's lock, before the writing.
    """
    return [import_string(path)(game) for path in settings.SHEET_CONSEQUENCES]


def total_changes(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Return a sentence for each seat whose total changes, in playing order.

    On paper, who left without a place has none.
    """
    return tuple(
        _("%(name)s has %(now)d points in all instead of %(was)d.")
        % {"name": now.name, "now": now.total, "was": was.total}
        for was, now in _pairs(before, after)
        if was.total != now.total and was.ranked == now.ranked
    )


def paper_changes(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Return a sentence for all but totals that a paper sheet says differently."""
    sentences = []
    if before.rounds_played != after.rounds_played:
        sentences.append(
            _("Rounds of the game: %(now)d instead of %(was)d.")
            % {"now": after.rounds_played, "was": before.rounds_played}
        )
    sentences += _outs_changes(before, after)
    sentences += [
        _("Rounds that %(name)s played: %(now)s instead of %(was)s.")
        % {"name": now.name, "now": _span(now, after), "was": _span(was, before)}
        for was, now in _pairs(before, after)
        if (was.from_round, was.after_round) != (now.from_round, now.after_round)
    ]
    return tuple(sentences)


def _outs_changes(before: Sheet, after: Sheet) -> list[str]:
    """Say whose rounds won change; all of them where they were not written down, or are no more."""
    if before.knows_rounds_out and not after.knows_rounds_out:
        return [_("Rounds won are not written down any more.")]
    if after.knows_rounds_out and not before.knows_rounds_out:
        return [
            _("Rounds that %(name)s won: %(now)d. They were not written down.")
            % {"name": now.name, "now": now.rounds_out}
            for now in after.seats
            if now.ranked
        ]
    return [
        _("Rounds that %(name)s won: %(now)d instead of %(was)d.")
        % {"name": now.name, "now": now.rounds_out, "was": was.rounds_out}
        for was, now in _pairs(before, after)
        if was.rounds_out != now.rounds_out
    ]


def _span(seat: SeatLine, sheet: Sheet) -> str:
    last = sheet.rounds_played if seat.after_round is None else seat.after_round
    return str(last) if seat.from_round == last else f"{seat.from_round}–{last}"


def round_changes(before: Sheet, after: Sheet, number: int) -> tuple[str, ...]:
    """Return a sentence for each seat whose points of that round change, in playing order."""
    was_line, now_line = before.line(number), after.line(number)
    if was_line is None or now_line is None:
        return ()
    return tuple(
        _(
            "%(name)s: %(now)d in this round (was %(was)d), "
            "%(total_now)d in the game (was %(total_was)d)."
        )
        % {
            "name": now.name,
            "now": now_line.cells[now.id].points,
            "was": was_line.cells[now.id].points,
            "total_now": now.total,
            "total_was": was.total,
        }
        for was, now in _pairs(before, after)
        if now.id in was_line.cells
        and now.id in now_line.cells
        and was_line.cells[now.id].points != now_line.cells[now.id].points
    )


def late_changes(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Return a sentence for each late arrival who came in with another total by the rules."""
    return tuple(
        _(
            "%(name)s came late and now begins with %(now)d points, by the rules (was %(was)d): "
            "%(total_now)d in the game (was %(total_was)d)."
        )
        % {
            "name": now.name,
            "now": now.entry_total,
            "was": was.entry_total,
            "total_now": now.total,
            "total_was": was.total,
        }
        for was, now in _pairs(before, after)
        if was.entry_total != now.entry_total
    )


def out_change(before: Sheet, after: Sheet, number: int) -> tuple[str, ...]:
    """A sentence where another seat went out in that round, or the round ended another way."""
    was, now = before.line(number), after.line(number)
    if was is None or now is None:
        return ()
    was_out, now_out = before.seat(was.entry.out_seat_id), after.seat(now.entry.out_seat_id)
    if was.entry.out_seat_id != now.entry.out_seat_id:
        names = {"was": was_out.name if was_out else _("nobody")}
        if now_out is None:
            return (_("Nobody went out in this round instead of %(was)s.") % names,)
        names["now"] = now_out.name
        return (_("%(now)s went out in this round instead of %(was)s.") % names,)
    if was.entry.ending == now.entry.ending:
        return ()
    ended = {"now": now.entry.get_ending_display(), "was": was.entry.get_ending_display()}
    return (_("The round ended so: %(now)s, instead of: %(was)s.") % ended,)


def place_changes(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Return a sentence if somebody else leads, and one for each seat whose place changes."""
    sentences = []
    was_ahead, is_ahead = _names(before.leaders), _names(after.leaders)
    if was_ahead != is_ahead:
        sentence = _("In the lead: %(now)s instead of %(was)s.")
        if before.finished and after.finished:
            sentence = _("Winner: %(now)s instead of %(was)s.")
        sentences.append(sentence % {"now": is_ahead, "was": was_ahead})
    sentences += [
        _place_change(was, now)
        for was, now in _pairs(before, after)
        if (was.position, was.shared) != (now.position, now.shared)
    ]
    return tuple(sentences)


def _place_change(was: SeatLine, now: SeatLine) -> str:
    """Say which place a seat has now, or that it shares the same one now, or does so no longer."""
    if was.position == now.position:
        same = _("%(name)s: place %(place)d as before, now shared.")
        if not now.shared:
            same = _("%(name)s: place %(place)d as before, now alone.")
        return same % {"name": now.name, "place": now.position}
    return _("%(name)s: %(now)s instead of %(was)s.") % {
        "name": now.name,
        "now": place_in_words(now.position, shared=now.shared),
        "was": place_in_words(was.position, shared=was.shared),
    }


def place_in_words(place: int | None, *, shared: bool) -> str:
    """A place in a few words, for a sentence."""
    if place is None:
        return _("no place")
    return (_("shared place %d") if shared else _("place %d")) % place


def _names(seats: Sequence[SeatLine]) -> str:
    return all_of(seat.name for seat in seats) or _("nobody")


def _pairs(before: Sheet, after: Sheet) -> list[tuple[SeatLine, SeatLine]]:
    """Each seat that is on both sheets, as it was and as it is."""
    old = {seat.id: seat for seat in before.seats}
    return [(old[seat.id], seat) for seat in after.seats if seat.id in old]
