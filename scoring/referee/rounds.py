"""A reported round, checked by the engine and said in the page's language."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from engine import reports, sentences, tiles
from engine.rules.rule_set import RuleSet
from scoring.values import Checked, Complaint, HasRules, Question, RoundReport

from .table_rules import next_double, rules_of


def check_round(game: HasRules, names: Mapping[int, str], report: RoundReport) -> Checked:
    """Check a reported round: what is missing, every fault, what to ask, and each seat's points.

    `names` are the seats that play the round, by id, in playing order; names are unlike one
    another. A seat's points are None while they are not known.
    """
    ids = {name: seat_id for seat_id, name in names.items()}
    rule_set = rules_of(game.rules)
    engine_report = _engine_report(game, names, report)
    surprises = reports.surprises(engine_report, rule_set)
    counted = reports.points(engine_report, rule_set)
    points = {seat_id: counted.get(name) for seat_id, name in names.items()}
    complaints = tuple(
        Complaint(
            fault.code.value,
            fault.text,
            tuple(ids[seat] for seat in fault.seats if seat in ids),
            tuple(str(tile) for tile in fault.tiles),
        )
        for fault in _faults(engine_report, rule_set, surprises)
    )
    sure = {seat.seat_id: seat.sure for seat in report.seats}
    faulty = {seat_id for complaint in complaints for seat_id in complaint.seat_ids}
    return Checked(
        missing=tuple(_missing(names, report, points)),
        complaints=complaints,
        points=points,
        questions=tuple(
            Question(
                surprise.code.value,
                surprise.text,
                seat_id,
                surprise.points,
                confirmed=sure.get(seat_id) == surprise.points,
            )
            for surprise in surprises
            if (seat_id := ids[surprise.seat]) not in faulty
        ),
    )


def _faults(
    report: reports.Report, rule_set: RuleSet, surprises: Sequence[reports.Surprise]
) -> tuple[reports.Fault, ...]:
    """Return the faults; totals are held against each other without those that no hand can have.

    999 beside 45 and 112 does not go together with them, but it is the 999 alone that is asked
    about: the others may be right.
    """
    faults = reports.check_report(report, rule_set)
    past = {
        surprise.seat
        for surprise in surprises
        if surprise.code is reports.SurpriseCode.PAST_EVERY_HAND
    }
    if not any(_is_conflict(fault) and not past.isdisjoint(fault.seats) for fault in faults):
        return faults
    totals = {seat: total for seat, total in report.totals.items() if seat not in past}
    others = reports.check_report(replace(report, totals=totals), rule_set)
    return (
        *(fault for fault in faults if not _is_conflict(fault)),
        *(fault for fault in others if _is_conflict(fault)),
    )


def _is_conflict(fault: reports.Fault) -> bool:
    return fault.code is reports.FaultCode.TOTALS_CONFLICT


def game_questions(game: HasRules, totals: Mapping[str, int], rounds: int) -> dict[str, str]:
    """Return what to ask about the totals of a whole game, by name: those higher than hands are."""
    doubles: list[int | None] = []
    for _round in range(rounds):
        doubles.append(next_double(game, doubles))
    surprised = reports.game_surprises(game.set, totals, doubles, rules_of(game.rules))
    return {surprise.seat: surprise.text for surprise in surprised}


def high_points(
    game: HasRules, names: Sequence[str], starting_double: int | None
) -> dict[str, int | None] | None:
    """Return above which points one of these is asked: `usual`, `most`; None where nobody is.

    A tablet asks by them while it has neither the server nor the engine.
    """
    report = reports.Report(set=game.set, seats=tuple(names), starting_double=starting_double)
    bounds = reports.high_points(report, rules_of(game.rules))
    return dict(zip(("usual", "most"), bounds, strict=True)) if bounds else None


def high_sentences() -> dict[str, str]:
    """Return what is asked about such points, by the question's code, with gaps for the numbers."""
    codes = (reports.SurpriseCode.PAST_EVERY_HAND, reports.SurpriseCode.RARELY_SO_HIGH)
    return {
        code.value: sentences.say(code.sentence, points="{points}", bound="{bound}")
        for code in codes
    }


def _engine_report(game: HasRules, names: Mapping[int, str], report: RoundReport) -> reports.Report:
    """Return the report as the engine reads it, with names for seats."""
    reports_by_name = {names[seat.seat_id]: seat for seat in report.seats if seat.seat_id in names}
    return reports.Report(
        set=game.set,
        seats=tuple(names.values()),
        starting_double=report.starting_double,
        hands={
            name: tuple(tiles.parse_tile(text) for text in seat.tiles.split())
            for name, seat in reports_by_name.items()
            if seat.tiles is not None
        },
        totals={
            name: seat.total for name, seat in reports_by_name.items() if seat.total is not None
        },
        counts={
            name: seat.count for name, seat in reports_by_name.items() if seat.count is not None
        },
        out=names.get(report.out_seat_id or 0),
        blocked=report.ending == "blocked" if report.ending else None,
        time=report.ending == "time",
        boneyard=report.boneyard,
        marked={
            name: seat.marked for name, seat in reports_by_name.items() if seat.marked is not None
        },
    )


def _missing(
    names: Mapping[int, str], report: RoundReport, points: Mapping[int, int | None]
) -> list[Complaint]:
    """Return what is still needed before a round can be recorded, even with faults."""
    missing = []
    if not report.ending:
        missing.append(Complaint("ending", _who_went_out(names, report)))
    missing += [
        Complaint(
            "untold",
            _("Type the total of the tiles that %s has left.") % names[seat.seat_id],
            (seat.seat_id,),
        )
        for seat in report.seats
        if seat.total is None and seat.tiles is None and seat.seat_id != report.out_seat_id
    ]
    untold = {seat_id for complaint in missing for seat_id in complaint.seat_ids}
    missing += [
        Complaint(
            "unclear",
            _(
                "It is not clear how many points %s gets. Correct the total or the tiles, or "
                "leave one of them empty."
            )
            % name,
            (seat_id,),
        )
        for seat_id, name in names.items()
        if points[seat_id] is None and seat_id not in untold
    ]
    return missing


def _who_went_out(names: Mapping[int, str], report: RoundReport) -> str:
    """Ask how the round ended; of one alone who has nothing left, whether they went out."""
    empty = [seat.seat_id for seat in report.seats if seat.total == 0 or seat.tiles == ""]
    sentence = _("Tap who went out, or Blocked, or Time’s up.")
    if len(empty) != 1:
        return sentence
    return _("%(sentence)s Only %(name)s has 0: did %(name)s go out?") % {
        "sentence": sentence,
        "name": names[empty[0]],
    }
