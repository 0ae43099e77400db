"""What each seat gets for a round."""

from engine.reports import Report, points
from engine.reports.counting import BLANK
from engine.reports.endings import endings
from engine.reports.faults import join
from engine.rules.rule_set import SILENT
from engine.sentences import say
from engine.table.answers import Answer, depends, is_value, not_covered, undecided
from engine.table.facts import Facts


def round_points(facts: Facts) -> Answer:
    """Return each seat's points of the round, from the report."""
    rules = facts.rules
    open_answer = undecided("counting", rules.counting, say("how a round is counted"))
    if open_answer is not None:
        return open_answer
    if facts.report is None:
        because = say("Nobody said what each seat has left.")
        return depends(because, ["report"], *rules.counting.clauses)
    report = facts.report_for(facts.sets()[-1])
    nobody_out = report.nobody_went_out or set(endings(report, rules)) == {None}
    if nobody_out and not report.time and rules.blocked_rule.value is SILENT:
        because = say("These rules speak only of a round that somebody wins by going out.")
        return not_covered(because, *rules.blocked_rule.clauses, *rules.counting.clauses)
    scored = points(report, rules)
    missing = [seat for seat, score in scored.items() if score is None]
    if not scored or missing:
        return _points_missing(facts, report, missing)
    total = {seat: score for seat, score in scored.items() if score is not None}
    words = join(f"{seat} {score}" for seat, score in total.items())
    return is_value(
        total, say("Points of the round: {words}.", words=words), *_points_clauses(facts, report)
    )


def _points_missing(facts: Facts, report: Report, missing: list[str]) -> Answer:
    """Return why the points of some seats are not known."""
    rules = facts.rules
    blank = rules.double_blank_value
    holders = [seat for seat in missing if BLANK in report.hands.get(seat, ())]
    open_answer = undecided("double_blank_value", blank, say("what the double blank counts"))
    if holders and open_answer is not None:
        return open_answer
    open_answer = undecided("winner_score", rules.winner_score, say("what the winner gets"))
    if report.winner in missing and open_answer is not None:
        return open_answer
    needs = []
    for seat in missing:
        unmarked = seat in report.hands and report.whole_hand(seat) and seat not in report.totals
        unmarked = unmarked or seat == report.winner
        needs.append(f"trains.{seat}.marked" if unmarked else f"report.hands.{seat}")
    seats = join(missing)
    if not missing:
        because = say("Nobody said which seat it is about.")
    elif len(missing) == 1:
        because = say("What {seats} has left is not known.", seats=seats)
    else:
        because = say("What {seats} have left is not known.", seats=seats)
    return depends(because, needs or ["report.hands", "seats"], *_points_clauses(facts, report))


def _points_clauses(facts: Facts, report: Report) -> tuple[str, ...]:
    """Return the clauses behind the points: tiles, the double blank, markers, the winner."""
    rules = facts.rules
    clauses = rules.counting.clauses
    if any(BLANK in hand for hand in report.hands.values()):
        clauses += rules.double_blank_value.clauses
    if "blank_side_points" in rules.house:
        clauses += rules.blank_side_points.clauses
    if "marked_train_points" in rules.house:
        clauses += rules.marked_train_points.clauses
    if "winner_marker_counts" in rules.house:
        clauses += rules.winner_marker_counts.clauses
    return (*clauses, *rules.winner_score.clauses)
