"""A table's paper sheet as it is typed: a line for each person, a column for each round."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring import referee
from scoring.lists import all_of
from scoring.sheets.paper import PaperLine
from scoring.values import HasRules, RoundReport, SeatReport

NOBODY = 0


@dataclass(frozen=True)
class TypedSheet:
    """The numbers of a sheet; a person is known by an id, None is a cell with nothing in it.

    `points` are by round (from 1) and person, `outs` who went out by round: an id, `NOBODY`, or
    None where nobody has said. `sums` are what the sheet has as totals, None where nobody typed it.
    Who is in `left` has gone home, and may have empty cells from some round on: such a line has no
    total, whatever the sheet sums up. Who is `late` may have empty cells up to some round, and then
    begins with points as the rules say.
    """

    names: Mapping[int, str]
    points: Mapping[tuple[int, int], int | None]
    outs: Mapping[int, int | None]
    sums: Mapping[int, int | None]
    left: frozenset[int] = frozenset()
    late: frozenset[int] = frozenset()


@dataclass
class ReadSheet:
    """What a typed sheet comes to: a line for each person, and its rounds in the order of `lines`.

    A round is [who went out, as a place in `lines` or null, then each one's points or null].
    `faults` are by field, such as `points-3-17`, and keep the sheet from being written. What is
    `odd` can hardly be, and the sheet may say so all the same. `questions` are of what may well be
    so, such as a table that has stopped early. `starts` are the points that late arrivals begin
    with.
    """

    lines: dict[int, PaperLine] = field(default_factory=dict)
    rounds: list[list[int | None]] = field(default_factory=list)
    faults: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    odd: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    questions: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    starts: dict[int, int] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """A mark of what is odd or asked, and of the numbers it is about; "" where nothing is."""
        if not (self.odd or self.questions):
            return ""
        content = json.dumps([self.rounds, dict(self.odd), dict(self.questions)])
        return hashlib.sha256(content.encode()).hexdigest()[:32]


def read_sheet(sheet: TypedSheet, game: HasRules, doubles: Sequence[int | None]) -> ReadSheet:
    """Add a sheet up, and hold each round against the rules; `doubles` start the rounds."""
    read = ReadSheet()
    columns = range(1, len(doubles) + 1)
    filled = [
        number
        for number in columns
        if any(_cell(sheet, number, pk) is not None for pk in sheet.names)
    ]
    if not filled:
        read.faults[""].append(_("Nothing is entered yet."))
        return read
    played = range(1, filled[-1] + 1)
    for number in played:
        if number not in filled:
            read.faults[f"points-{number}-{next(iter(sheet.names))}"].append(
                _("Round %(empty)d is empty, and round %(last)d is not.")
                % {"empty": number, "last": filled[-1]}
            )
    for number in filled:
        _read_round(read, sheet, number, game, doubles[number - 1])
    for number in columns:
        if number not in filled and sheet.outs.get(number):
            read.faults[f"out-{number}"].append(
                _("Somebody went out in round %d, and nobody has points there.") % number
            )
    read.starts = _starts(sheet, game, played)
    _add_up(read, sheet, played)
    return read


def _cell(sheet: TypedSheet, number: int, pk: int) -> int | None:
    return sheet.points.get((number, pk))


def _gone(sheet: TypedSheet, number: int, pk: int) -> bool:
    """Whether somebody had left by then: nothing stands in this round or in a later one."""
    later = [points for (at, who), points in sheet.points.items() if who == pk and at >= number]
    return pk in sheet.left and all(points is None for points in later)


def _yet_to_come(sheet: TypedSheet, number: int, pk: int) -> bool:
    """Whether a late arrival was not there yet: nothing stands in this round or an earlier one.

    Who has no points at all is asked for those of the last round alone.
    """
    played = [at for (at, _who), points in sheet.points.items() if points is not None]
    own = [at for (at, who), points in sheet.points.items() if who == pk and points is not None]
    return pk in sheet.late and number < min(own, default=max(played))


def _starts(sheet: TypedSheet, game: HasRules, played: range) -> dict[int, int]:
    """Return what late arrivals begin with, by the totals of those who are there then."""
    totals: dict[int, int] = {}
    starts: dict[int, int] = {}
    for number in played:
        came = [pk for pk in sheet.names if not _yet_to_come(sheet, number, pk)]
        there = [total for pk, total in totals.items() if not _gone(sheet, number, pk)]
        if number > 1:
            new = [pk for pk in came if pk not in totals]
            starts |= dict.fromkeys(new, referee.late_arrival_total(game, there))
        for pk in came:
            begun_with = totals.get(pk, starts.get(pk, 0))
            totals[pk] = begun_with + (_cell(sheet, number, pk) or 0)
    return starts


def _read_round(
    read: ReadSheet, sheet: TypedSheet, number: int, game: HasRules, double: int | None
) -> None:
    there = [
        pk
        for pk in sheet.names
        if not _gone(sheet, number, pk) and not _yet_to_come(sheet, number, pk)
    ]
    empty = [pk for pk in there if _cell(sheet, number, pk) is None]
    for pk in empty:
        read.faults[f"points-{number}-{pk}"].append(
            _("Type what %(name)s had in round %(round)d. A player who went out has 0.")
            % {"name": sheet.names[pk], "round": number}
        )
    out = sheet.outs.get(number)
    zeros = [pk for pk in there if _cell(sheet, number, pk) == 0]
    has_points = out not in (None, NOBODY, *zeros)
    if len(zeros) > 1 and (out is None or has_points):
        read.faults[f"out-{number}"].append(
            _("%(names)s have 0 in round %(round)d. Choose who went out.")
            % {"names": all_of(sheet.names[pk] for pk in zeros), "round": number}
        )
    elif out is None:
        out = zeros[0] if zeros else NOBODY
    elif out and out not in there:
        read.faults[f"out-{number}"].append(
            _("%(name)s did not play round %(round)d.")
            % {"name": sheet.names[out], "round": number}
        )
        out = None
    elif out and zeros and has_points:
        # Otherwise each of the two is asked about, and neither sentence names the cure.
        read.faults[f"out-{number}"].append(
            _(
                "Round %(round)d: here %(out)s went out, but has %(points)d points, and %(name)s "
                "has 0. If %(name)s went out, choose %(name)s here."
            )
            % {
                "round": number,
                "out": sheet.names[out],
                "points": _cell(sheet, number, out) or 0,
                "name": sheet.names[zeros[0]],
            }
        )
        out = None
    row = [_cell(sheet, number, pk) for pk in sheet.names]
    read.rounds.append([list(sheet.names).index(out) if out else None, *row])
    if not empty and out is not None:
        _check_round(read, sheet, number, there, out, game, double)


def _check_round(
    read: ReadSheet,
    sheet: TypedSheet,
    number: int,
    there: Sequence[int],
    out: int,
    game: HasRules,
    double: int | None,
) -> None:
    """Let the engine look at a round; what it finds stands beside who it is about."""
    report = RoundReport(
        starting_double=double,
        # Of a round in which nobody went out the sheet does not say why it ended.
        ending="out" if out else "time",
        out_seat_id=out or None,
        seats=tuple(SeatReport(pk, _cell(sheet, number, pk)) for pk in there),
    )
    checked = referee.check_round(game, {pk: sheet.names[pk] for pk in there}, report)
    for complaint in checked.complaints:
        about = complaint.seat_ids[:1] or (out or there[0],)
        read.odd[f"points-{number}-{about[0]}"].append(complaint.text)
    for question in checked.questions:
        read.odd[f"points-{number}-{question.seat_id}"].append(question.text)


def _add_up(read: ReadSheet, sheet: TypedSheet, played: range) -> None:
    """Give everybody a line, and hold the sums against those of the sheet."""
    for at, (pk, name) in enumerate(sheet.names.items(), 1):
        own = [points for number in played if (points := _cell(sheet, number, pk)) is not None]
        written, start = sheet.sums.get(pk), read.starts.get(pk, 0)
        is_whole = len(own) == sum(not _yet_to_come(sheet, number, pk) for number in played)
        total = start + sum(own)
        if pk in sheet.left and not is_whole:
            read.lines[pk] = PaperLine(None)
            continue
        if written is not None and written != total and is_whole:
            sentence = (
                _(
                    "%(name)s begins with %(start)d. With the rounds that is %(sum)d, and the "
                    "total is %(total)d. If the table agreed on other points, use “Totals only”."
                )
                if start
                else _("The rounds of %(name)s add up to %(sum)d, and the total is %(total)d.")
            )
            details = {"name": name, "start": start, "sum": total, "total": written}
            read.faults[f"sum-{pk}"].append(sentence % details)
        outs = sum(row[0] == at - 1 for row in read.rounds)
        read.lines[pk] = PaperLine(total, outs, min(own, default=None))
