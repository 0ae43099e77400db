"""What does not go together in how people go on by percent and by points."""

import pytest

from league.tournaments.brackets.values import Cut, Kind, Onward, StageMeasure, StagePlan
from league.tournaments.stages.selectors.plan_faults import plan_complaints

FINAL = StagePlan()


@pytest.mark.parametrize(
    ("plan", "code", "sentence"),
    [
        (
            StagePlan(onward=Onward.BEST, cut=Cut.PERCENT, count=101),
            "count",
            "There are at most 100 percent.",
        ),
        (
            StagePlan(kind=Kind.SINGLE, onward=Onward.BEST, cut=Cut.POINTS, count=5),
            "cut",
            "nobody has points",
        ),
    ],
)
def test_a_cut_that_cannot_be_is_marked(plan: StagePlan, code: str, sentence: str) -> None:
    (complaint,) = plan_complaints(plan, FINAL)
    assert complaint.code == code
    assert sentence in complaint.text


@pytest.mark.parametrize(
    "plan",
    [
        StagePlan(onward=Onward.BEST, cut=Cut.PERCENT, count=25),
        StagePlan(onward=Onward.BEST, cut=Cut.POINTS, count=1),
        StagePlan(
            measure=StageMeasure.PLACES,
            place_points=(1,),
            onward=Onward.BEST,
            cut=Cut.POINTS,
            count=1,
        ),
    ],
)
def test_a_cut_may_be_by_percent_or_by_points(plan: StagePlan) -> None:
    assert plan_complaints(plan, FINAL) == []
