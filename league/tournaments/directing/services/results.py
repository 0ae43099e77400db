"""Results that come on paper: typed by the director, and corrected in two steps."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.changes import log_append, tournament_lock, tournament_open
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.outcome import (
    changes_if_kept,
    moved_between,
    outcome_of,
    result_changes,
)
from league.tournaments.models import PaperResult, StageTable, Tournament
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.undecided import played_after
from league.tournaments.wording import table_in_words, totals_in_words
from scoring.accounts.authors import Author, clean_reason, no_reason
from scoring.lists import listed
from scoring.refusals import Refusal
from scoring.sheets.paper import PaperLine
from scoring.values import Consequence

from .closing import closed_in_words
from .seats_of_game import (
    keep_who_won,
    seats_back_first,
    seats_follow,
    seats_to_take_back,
    with_seats,
)
from .stage_tables import start_take_back

__all__ = [
    "PaperLine",
    "PaperNotAgreed",
    "PaperPreview",
    "paper_record",
    "paper_take_back",
    "stays_words",
]


@dataclass(frozen=True)
class PaperPreview:
    """What correcting a paper, or taking it back, would change: there, and in the tournament.

    `mark` is a digest of all of it and of the new numbers.
    """

    lines: tuple[str, ...]
    beyond: tuple[Consequence, ...]
    mark: str


class PaperNotAgreed(Refusal):
    """A correction that nobody has agreed to as it would be now; `preview` says what it changes."""

    def __init__(self, preview: PaperPreview, fault: str = "") -> None:
        """Keep the preview, so that it can be shown and agreed to; `fault` is what is missing."""
        super().__init__("not agreed", fault or _("Look at what this changes, and agree to it."))
        self.preview = preview


@transaction.atomic
def paper_record(
    *,
    tournament: Tournament,
    table: StageTable,
    author: Author,
    lines: Mapping[int, PaperLine],
    rounds: Sequence[Sequence[int | None]] = (),
    rounds_played: int | None = None,
    verified_by: str = "",
    reason: str = "",
    agreed: str = "",
    corrects: bool = False,
) -> PaperResult:
    """Write down what a table's paper says, or correct it; the newest counts, all are kept.

    `lines` has one for each seat, by entrant's id, and `rounds` are as a `PaperResult` keeps them,
    none where only totals are known, of as many as were `rounds_played`. The same result sent again
    is stored once; who checked it, or rounds of the same totals, correct nothing unless there were
    more or fewer of them. A correction needs `agreed`, the mark of the preview that was shown, and
    a reason; else `PaperNotAgreed` has the preview as it is now. Raises `Refusal` for a table on a
    tablet, a first result of a closed stage or where `corrects`, and numbers that no sheet has.
    """
    tournament = tournament_lock(tournament)
    table = StageTable.objects.select_related("round__stage", "game").get(pk=table.pk)
    # What was closed may be corrected, also after the end; a first result comes before that.
    if (newest := table.paper_now) is None:
        tournament = tournament_open(tournament)
    _may_record(table, newest, corrects=corrects)
    snapshot = loaded(tournament)
    draft = PaperResult(
        table=table,
        lines=_checked(snapshot, table, lines),
        rounds=[list(row) for row in rounds],
        rounds_played=rounds_played,
        verified_by=verified_by,
        author=author.name,
        user=author.user,
        recorded_at=timezone.now(),
    )
    if newest is not None and _says(newest) == _says(draft):
        return newest
    if newest is None or _corrects_nothing(newest, draft):
        draft.save()
        keep_who_won(snapshot, table)
        moved: Mapping[str, Any] = {}
    else:
        draft.reason = clean_reason(reason) if reason.strip() else ""
        moved = _write_agreed(snapshot, draft, _changes_in_words(snapshot, newest, draft), agreed)
    _log(tournament, author, draft, _in_words(snapshot, newest, draft), moved)
    return draft


@transaction.atomic
def paper_take_back(
    *,
    tournament: Tournament,
    table: StageTable,
    author: Author,
    reason: str,
    agreed: str = "",
    with_start: bool = False,
) -> None:
    """Let a table have no result, such as where it was typed for the wrong table.

    What was typed stays readable, and a second tap does nothing more. `with_start` the table has
    not begun either, so that others can win the game before it. It needs a reason and
    `agreed`, as a correction does. Raises `Refusal` where there is no paper, and where something
    rests on it (`stays_words`).
    """
    tournament = tournament_lock(tournament)
    table = StageTable.objects.select_related("round__stage", "game").get(pk=table.pk)
    typed = table.paper.last()
    if typed is None or table.game is not None:
        raise Refusal("none", _("Table %d has no result from paper.") % table.number)
    if typed.takes_back:
        return
    snapshot = loaded(tournament)
    if words := stays_words(snapshot, table):
        raise Refusal("rests", words)
    draft = PaperResult(
        table=table,
        lines=[],
        author=author.name,
        user=author.user,
        recorded_at=timezone.now(),
        reason=clean_reason(reason),
    )
    begun = table.on_paper_at is not None and not with_start
    _write_agreed(snapshot, draft, _taken_back_words(snapshot, typed, begun=begun), agreed)
    log_append(
        tournament=tournament,
        author=author,
        kind="paper",
        text=_("%(where)s on paper: its result was taken back. It was: %(lines)s.")
        % {
            "where": table_in_words(table),
            "lines": totals_in_words(snapshot.entrants, typed.lines),
        },
        reason=draft.reason,
        details={"table": table.pk, "paper": draft.pk},
    )
    if with_start and table.on_paper_at is not None:
        start_take_back(tournament=tournament, table=table, author=author)


def stays_words(snapshot: Loaded, table: StageTable) -> str:
    """Say why a table's paper cannot be taken back; "" where it can."""
    stage, number = table.round.stage, table.round.number
    if snapshot.tournament.cancelled_at is not None:
        return _("This tournament is cancelled. Bring it back first.")
    if stage.closed_at is not None and (played := played_after(snapshot, stage)):
        details = {"next": played[0].name, "tables": listed(map(str, played[1]))}
        sentence = ngettext(
            "Play in %(next)s has begun, at table %(tables)s. Correct the numbers.",
            "Play in %(next)s has begun, at tables %(tables)s. Correct the numbers.",
            len(played[1]),
        )
        return sentence % details
    if stage.closed_at is not None:
        details = {"stage": stage.name}
        return _("%(stage)s is closed. Open it again, then take this result back.") % details
    if seats_to_take_back(snapshot) == number + 1:
        return seats_back_first(number + 1)
    if number < round_now(snapshot, stage):
        return _("Game %d is seated already. Correct the numbers.") % (number + 1)
    return ""


def _taken_back_words(snapshot: Loaded, typed: PaperResult, *, begun: bool) -> tuple[str, ...]:
    number = typed.table.number
    waits = (
        _("Table %d then has no result. It counts as begun, on paper.")
        if begun
        else _("Table %d then has no result, and has not begun. Its people can change.")
    )
    lines = totals_in_words(snapshot.entrants, typed.lines)
    return (_("These numbers no longer count: %s.") % lines, waits % number)


def _refuse_corrected_nothing(table: StageTable) -> None:
    """Refuse a correction of a result that somebody else has taken back since."""
    back = table.paper.last()
    if back is not None:
        raise Refusal(
            "taken back",
            _(
                "%(author)s took this result back: “%(reason)s”. Write it down only if it is of "
                "this table."
            )
            % {"author": back.author, "reason": back.reason},
        )


def _in_words(snapshot: Loaded, newest: PaperResult | None, paper: PaperResult) -> str:
    """What a paper says, or what it corrects."""
    if paper.reason and newest is not None:
        return " ".join(_changes_in_words(snapshot, newest, paper))
    return f"{totals_in_words(snapshot.entrants, paper.lines)}."


def _log(
    tournament: Tournament,
    author: Author,
    paper: PaperResult,
    lines: str,
    moved: Mapping[str, Any],
) -> None:
    sentence = (
        _("%(where)s on paper corrected: %(lines)s")
        if paper.reason
        else _("%(where)s on paper: %(lines)s")
    )
    text = sentence % {"where": table_in_words(paper.table), "lines": lines}
    if paper.verified_by:
        text = _("%(paper)s Checked by %(name)s.") % {"paper": text, "name": paper.verified_by}
    log_append(
        tournament=tournament,
        author=author,
        kind="paper",
        text=text,
        reason=paper.reason,
        details={"table": paper.table_id, "paper": paper.pk, **moved},
    )


def _says(paper: PaperResult) -> tuple[object, ...]:
    return paper.lines, paper.rounds, paper.played, paper.verified_by


def _corrects_nothing(newest: PaperResult, draft: PaperResult) -> bool:
    return newest.lines == draft.lines and newest.played in (0, draft.played)


def _may_record(table: StageTable, newest: PaperResult | None, *, corrects: bool) -> None:
    stage = table.round.stage
    if table.game is not None:
        raise Refusal(
            "tablet",
            _(
                "Table %d scores on a tablet. Put it right on its score sheet, or let the table "
                "go on on paper first."
            )
            % table.number,
        )
    if stage.closed_at is not None and newest is None:
        raise Refusal(
            "closed",
            _("%s Open it again to add a result.") % closed_in_words(stage),
        )
    if newest is None and corrects:
        _refuse_corrected_nothing(table)


def _checked(
    snapshot: Loaded, table: StageTable, lines: Mapping[int, PaperLine]
) -> list[list[int | None]]:
    """The lines as they are kept; raises `Refusal` for what no sheet can say."""
    seats = [seat.entrant_id for seat in table.seats.all()]
    if set(seats) != set(lines):
        raise Refusal("seats", _("Type the total of everybody at the table, and of nobody else."))
    if not seats:
        raise Refusal("seats", _("Nobody sits at table %d.") % table.number)
    away = {pk for pk in seats if snapshot.entrants[pk].withdrawn_at is not None}
    rows: list[list[int | None]] = []
    for pk in seats:
        line, name = lines[pk], snapshot.entrants[pk].name
        if faults := line.faults(name):
            raise Refusal(faults[0].code, faults[0].text)
        rows.append([pk, line.total, line.outs, line.lowest])
    if all(total is None for _pk, total, _outs, _lowest in rows) and not away.issuperset(seats):
        raise Refusal("empty", _("Type at least one total."))
    return rows


def _write_agreed(
    snapshot: Loaded, draft: PaperResult, lines: tuple[str, ...], agreed: str
) -> Mapping[str, Any]:
    """Write what changes a result, and was agreed to; else raise `PaperNotAgreed`.

    `lines` say what it changes on the paper. Answers what the log keeps of whose place or medal
    moved, after the tournament has ended.
    """
    before, was = outcome_of(snapshot), snapshot
    draft.save()
    snapshot = loaded(snapshot.tournament)
    author = Author(draft.author, draft.user)
    follow = seats_follow(was, snapshot, draft.table, author)
    snapshot = loaded(snapshot.tournament) if follow.any else snapshot
    after = outcome_of(snapshot)
    beyond = (
        *with_seats(result_changes(snapshot, before, after), follow),
        *changes_if_kept(snapshot, before, after),
    )
    content = [
        draft.lines,
        draft.played,
        lines,
        [[consequence.heading, consequence.intro, consequence.sentences] for consequence in beyond],
    ]
    mark = hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]
    if mark != agreed:
        raise PaperNotAgreed(PaperPreview(lines, beyond, mark))
    if not draft.reason:
        raise PaperNotAgreed(PaperPreview(lines, beyond, mark), no_reason())
    if snapshot.tournament.ended_at is None:
        return {}
    return moved_between(snapshot.tournament, before, after)


def _changes_in_words(snapshot: Loaded, newest: PaperResult, draft: PaperResult) -> tuple[str, ...]:
    """What a correction changes on the paper, the old numbers too."""
    if newest.lines == draft.lines:
        return (_rounds_change(newest, draft),)
    return _line_changes(snapshot, newest.lines, draft.lines)


def _rounds_change(newest: PaperResult, draft: PaperResult) -> str:
    if not draft.played:
        return _("How many rounds were played is no longer written down.")
    return ngettext(
        "%(now)d round was played instead of %(was)d.",
        "%(now)d rounds were played instead of %(was)d.",
        draft.played,
    ) % {"now": draft.played, "was": newest.played}


def _line_changes(snapshot: Loaded, was: Sequence[Any], now: Sequence[Any]) -> tuple[str, ...]:
    old = {line[0]: line for line in was}
    return tuple(
        _("%(name)s: %(now)s instead of %(was)s.")
        % {
            "name": snapshot.entrants[line[0]].name,
            "now": _line_in_words(line, old.get(line[0])),
            "was": _line_in_words(old[line[0]], line) if line[0] in old else _("nothing"),
        }
        for line in now
        if old.get(line[0]) != line
    )


def _line_in_words(line: Sequence[int | None], other: Sequence[int | None] | None) -> str:
    """The total; besides what the `other` line does not say as well."""
    _pk, total, outs, lowest = line
    _pk, _total, other_outs, other_lowest = other or (None, None, None, None)
    parts = [_("no place") if total is None else ngettext("%d point", "%d points", total) % total]
    if outs is not None and outs != other_outs:
        parts.append(_("rounds won: %d") % outs)
    if lowest is not None and lowest != other_lowest:
        parts.append(_("lowest round %d") % lowest)
    return _(", ").join(parts)
