"""Tournaments made from a format, changed while that may be, cancelled and brought back."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from league.models import DivisionMerge, Season, Stage, Tournament
from league.tournaments.courses import plan_of
from league.tournaments.directing.services.stage_tables import tables_begin_on_paper
from league.tournaments.stages.formats import FORMATS
from league.tournaments.stages.services.tournaments import (
    tournament_cancel,
    tournament_change,
    tournament_make,
    tournament_restore,
)
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.factories import SeasonFactory, StageFactory, TournamentFactory
from tests.league.tournaments.runs import begin, close, play_all, tournament_of

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 6, 6)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return TournamentFactory(club=club)


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda one: one.key)
def test_a_format_becomes_rows_and_back(club: Club, chosen: Any) -> None:
    made = tournament_make(
        club=club, author=ANN, format_key=chosen.key, name="Games", date=DAY, place="Gym"
    )
    stages = list(made.stages.all())
    assert [plan_of(stage) for stage in stages] == [sketch.plan for sketch in chosen.stages]
    told = [(stage.name, stage.rules, stage.set, stage.minutes) for stage in stages]
    assert told == [(str(one.name), one.rules, one.set, one.minutes) for one in chosen.stages]
    for stage in stages:
        stage.full_clean()
    made.full_clean()
    entry = made.log.get()
    assert (entry.kind, entry.author, str(chosen.title) in entry.text) == ("made", ANN.name, True)


def test_what_is_made_has_a_draw_of_its_own_and_the_days_season(club: Club) -> None:
    season = SeasonFactory(club=club)
    SeasonFactory(first=datetime.date(2026, 1, 1))  # another club's
    told: dict[str, Any] = {"club": club, "author": ANN, "format_key": "own", "name": "Games"}
    one, other = (tournament_make(**told, date=DAY) for _time in range(2))
    assert one.seed != other.seed
    assert one.season == season
    assert tournament_make(**told, date=datetime.date(2030, 1, 1)).season is None


def test_an_unknown_format_makes_nothing(club: Club) -> None:
    with pytest.raises(Refusal, match="Choose one of the formats"):
        tournament_make(club=club, author=ANN, format_key="chess", name="Games", date=DAY)
    assert not Tournament.objects.exists()


def test_a_change_stands_in_the_log_with_old_and_new(tournament: Tournament) -> None:
    changed = tournament_change(
        tournament=tournament,
        author=ANN,
        changes={"name": tournament.name, "date": DAY, "ribbons": 5, "age_on": "event"},
    )
    tournament.refresh_from_db()
    assert changed == tournament
    assert (tournament.date, tournament.ribbons, tournament.age_on) == (DAY, 5, "event")
    entry = tournament.log.get()
    assert entry.text == (
        "Changed: date: June 6, 2026 (was: March 2, 2026); ribbons down to place: 5 (was: 0); "
        "age counts on: the day of the event (was: 31 December of the year)."
    )
    assert entry.details["old"] == {"date": "2026-03-02", "ribbons": 0, "age_on": "year_end"}
    assert entry.details["new"] == {"date": "2026-06-06", "ribbons": 5, "age_on": "event"}
    assert changed.revision == 1


def test_lists_and_none_stand_in_the_log_in_words(tournament: Tournament) -> None:
    changes = {"tie_breaks": ["outs", "play_off"], "medals": False, "most_entrants": 96}
    tournament_change(tournament=tournament, author=ANN, changes=changes)
    assert tournament.log.get().text == (
        "Changed: tie-breaks: more rounds won, a play-off round (was: none); "
        "medals for the first three places: no (was: yes); most entrants: 96 (was: none)."
    )


def test_nothing_changed_is_no_line_in_the_log(tournament: Tournament) -> None:
    tournament_change(tournament=tournament, author=ANN, changes={"name": tournament.name})
    assert not tournament.log.exists()


def stage_of(tournament: Tournament, **times: Any) -> Stage:
    return StageFactory(tournament=tournament, name="Heats", **times)


def test_who_goes_on_is_decided_once_a_stage_is_closed(tournament: Tournament) -> None:
    stage = stage_of(tournament, opened_at=timezone.now())
    tournament_change(tournament=tournament, author=ANN, changes={"tie_breaks": ["outs"]})
    Stage.objects.filter(pk=stage.pk).update(closed_at=timezone.now())
    late: list[dict[str, Any]] = [{"tie_breaks": []}, {"visitors_go_on": True}]
    for changes in late:
        with pytest.raises(Refusal, match="Heats is closed, and these tie-breaks"):
            tournament_change(tournament=tournament, author=ANN, changes=changes)
    # Medals are not given yet.
    tournament_change(tournament=tournament, author=ANN, changes={"ribbons": 4})


@pytest.mark.parametrize(
    ("begun", "why"),
    [([], "Open it again first."), ([1], "because table 1 of Final has begun.")],
)
def test_what_decided_who_went_on_is_not_sent_back_to_a_stage_that_stays_closed(
    club: Club, begun: list[int], why: str
) -> None:
    first = {"onward": "tables", "seating": "snake"}
    tournament = tournament_of(club, 8, first, {"name": "Final", "size": 2, "least": 2})
    begin(tournament)
    play_all(tournament)
    close(tournament)
    tables_begin_on_paper(tournament=tournament, author=ANN, tables=begun)
    with pytest.raises(Refusal) as refused:
        tournament_change(tournament=tournament, author=ANN, changes={"tie_breaks": ["outs"]})
    assert refused.value.message.endswith(why)
    assert ("again first" in refused.value.message) is (not begun)


def test_divisions_stay_once_a_stage_is_played_by_them(tournament: Tournament) -> None:
    stage = stage_of(tournament, by_division=True)
    tournament_change(tournament=tournament, author=ANN, changes={"by_gender": True})
    Stage.objects.filter(pk=stage.pk).update(opened_at=timezone.now())
    with pytest.raises(Refusal, match="Heats is played by division and has begun"):
        tournament_change(tournament=tournament, author=ANN, changes={"by_gender": False})
    Stage.objects.filter(pk=stage.pk).update(by_division=False)
    tournament_change(tournament=tournament, author=ANN, changes={"by_gender": False})


def test_combined_divisions_hold_the_bands(tournament: Tournament) -> None:
    merge = DivisionMerge.objects.create(
        tournament=tournament,
        divisions=["50-54", "55-59"],
        reason="alone",
        author="Ann",
        merged_at=timezone.now(),
    )
    with pytest.raises(Refusal, match=r"Divisions are combined. Undo that first"):
        tournament_change(tournament=tournament, author=ANN, changes={"band_width": 10})
    DivisionMerge.objects.filter(pk=merge.pk).update(undone_at=timezone.now())
    tournament_change(tournament=tournament, author=ANN, changes={"band_width": 10})


def test_after_the_end_only_names_change(tournament: Tournament) -> None:
    Tournament.objects.update(ended_at=timezone.now())
    tournament_change(tournament=tournament, author=ANN, changes={"name": "Games", "public": True})
    late: list[dict[str, Any]] = [
        {"medals": False},
        {"date": DAY},
        {"name": "Other", "ribbons": 1},
    ]
    for changes in late:
        with pytest.raises(
            Refusal, match=r"Games has ended\. You can still change its name, its place"
        ):
            tournament_change(tournament=tournament, author=ANN, changes=changes)
    with pytest.raises(Refusal, match=r"Games has ended. It cannot be cancelled"):
        tournament_cancel(tournament=tournament, author=ANN)


def test_another_clubs_season_is_refused(tournament: Tournament) -> None:
    with pytest.raises(Refusal, match="Choose a season of your club"):
        tournament_change(tournament=tournament, author=ANN, changes={"season": SeasonFactory()})
    season = SeasonFactory(club=tournament.club)
    tournament_change(tournament=tournament, author=ANN, changes={"season": season})
    assert tournament.log.get().details["new"] == {"season": season.pk}
    assert Season.objects.get(tournaments=tournament) == season


def test_cancelled_and_brought_back(tournament: Tournament) -> None:
    cancelled = tournament_cancel(tournament=tournament, author=ANN, reason="snow\0")
    assert cancelled.cancelled_at is not None
    for refused in (
        lambda: tournament_cancel(tournament=tournament, author=ANN),
        lambda: tournament_change(tournament=tournament, author=ANN, changes={"name": "x"}),
    ):
        with pytest.raises(Refusal, match="cancelled"):
            refused()
    assert tournament_restore(tournament=tournament, author=ANN).cancelled_at is None
    with pytest.raises(Refusal, match="is not cancelled"):
        tournament_restore(tournament=tournament, author=ANN)
    assert [(one.kind, one.reason) for one in tournament.log.all()] == [
        ("cancelled", "snow"),
        ("restored", ""),
    ]
