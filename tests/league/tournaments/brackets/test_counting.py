"""What is derived from a course is derived once, and anew from a course that is another."""

from dataclasses import replace
from typing import Any

import pytest

import league.tournaments.brackets.counting as counting
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.counting import counts
from league.tournaments.brackets.ranking import places, table_places
from league.tournaments.brackets.values import Onward, SeatScore, StageCourse, StagePlan

from .courses import course

PLAYED = course(
    StagePlan(onward=Onward.TABLES),
    [{"Ann": (20, 1, 0), "Bob": (30, 0, 5)}, {"Cal": (25, 1, 0), "Dot": (20, 1, 0)}],
    ties=(TieBreak.OUTS,),
)


def test_places_of_many_divisions_count_a_course_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    scores = counting._scores

    def watched(course: StageCourse, *values: Any) -> object:
        asked.append(course)
        return scores(course, *values)

    monkeypatch.setattr(counting, "_scores", watched)
    fresh = replace(PLAYED)
    for among in ({"Ann", "Bob"}, {"Cal", "Dot"}, None):
        places([fresh], among=among)
    assert asked == [fresh]
    for _again in range(2):
        table_places(fresh, 1, 1)
    assert len(asked) == 2


def test_a_changed_course_is_counted_anew() -> None:
    assert counts(PLAYED)["Ann"].value == 20
    lines = {**PLAYED.lines, (1, "Ann"): SeatScore("Ann", 50, 0, 5)}
    corrected = replace(PLAYED, lines=lines)
    assert counts(corrected)["Ann"].value == 50
    assert [place.key for place in table_places(PLAYED, 1, 1)] == ["Ann", "Bob"]
    assert [place.key for place in table_places(corrected, 1, 1)] == ["Bob", "Ann"]
