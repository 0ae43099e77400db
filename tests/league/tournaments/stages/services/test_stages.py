"""Stages that are added, changed, moved and taken out, before and after they began."""

from typing import Any

import pytest
from django.utils import timezone

from league.models import Stage, StageRound, Tournament
from league.tournaments.stages.services.stages import (
    stage_add,
    stage_change,
    stage_move,
    stage_remove,
)
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.factories import StageFactory, TournamentFactory

pytestmark = pytest.mark.django_db

FAMILY = {"base": "family", "fill": "defaults"}
FINAL = {"name": "Final", "rules": FAMILY}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return TournamentFactory(club=club)


@pytest.fixture
def heats(tournament: Tournament) -> Stage:
    return StageFactory(tournament=tournament, name="Heats")


@pytest.fixture
def two(tournament: Tournament, heats: Stage) -> tuple[Stage, Stage]:
    """Heats, whose winners go on, and a final."""
    final = stage_add(tournament=tournament, author=ANN, fields=FINAL)
    heats.refresh_from_db()
    return heats, final


def begin(stage: Stage, *, closed: bool = False, rounds: int = 1) -> None:
    now = timezone.now()
    Stage.objects.filter(pk=stage.pk).update(opened_at=now, closed_at=now if closed else None)
    for number in range(1, rounds + 1):
        StageRound.objects.create(stage=stage, number=number, seated_at=now)


def way(stage: Stage) -> tuple[str, int, str]:
    stage.refresh_from_db()
    return stage.onward, stage.count, stage.fill


def change(stage: Stage, **changes: Any) -> Stage:
    return stage_change(stage=stage, author=ANN, changes=changes)


def test_the_stage_before_a_new_one_sends_its_winners_on(two: tuple[Stage, Stage]) -> None:
    heats, final = two
    assert (final.number, way(final)) == (2, ("nobody", 1, "none"))
    assert way(heats) == ("tables", 1, "full")


def test_after_several_games_the_best_fill_one_table(heats: Stage) -> None:
    change(heats, rounds=3)
    fields = {**FINAL, "size": 6, "most": 8}
    stage_add(tournament=heats.tournament, author=ANN, fields=fields)
    assert way(heats) == ("best", 6, "none")


def test_a_new_last_stage_sends_nobody_on(heats: Stage) -> None:
    with pytest.raises(Refusal, match="Final: This is the last stage, so nobody goes on"):
        stage_add(tournament=heats.tournament, author=ANN, fields={**FINAL, "onward": "all"})
    assert way(heats) == ("nobody", 1, "none")
    assert Stage.objects.count() == 1


def test_a_change_stands_in_the_log(heats: Stage) -> None:
    change(heats, size=5, minutes=45)
    heats.refresh_from_db()
    assert (heats.size, heats.minutes) == (5, 45)
    # Rulings at the table follow the limit too.
    assert heats.rules == {**FAMILY, "time_limit_minutes": 45}
    entry = heats.tournament.log.get()
    assert entry.text == (
        "Heats. Changed: preferred table size: 5 (was: 4); minutes for a game: 45 (was: none)."
    )
    assert entry.details["old"] == {"size": 4, "minutes": None}
    change(heats, minutes=None, rules={**heats.rules, "rounds": 6})
    heats.refresh_from_db()
    assert heats.rules == {**FAMILY, "rounds": 6}
    last = heats.tournament.log.last()
    assert last is not None
    assert last.text.endswith("none (was: 45); other rules for its games.")


def test_what_stays_the_same_is_no_line_in_the_log(heats: Stage) -> None:
    change(heats, size=4, name="Heats", rules={**FAMILY, "time_limit_minutes": 9})
    assert not heats.tournament.log.exists()


def test_an_elimination_needs_no_sizes(heats: Stage) -> None:
    changed = change(heats, kind="single", rounds=4, fill="to", fill_to=9, carried=True)
    assert (changed.size, changed.least, changed.most, changed.rounds) == (2, 2, 2, 1)
    assert (changed.fill, changed.fill_to, changed.carried) == ("none", 0, False)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"size": 6}, "Heats: 6 does not lie between at least 3 and at most 5"),
        ({"onward": "nobody"}, "Another stage comes after this one. Say who goes on to it."),
        ({"rounds": 2}, "With 2 games everybody sits at several tables"),
        ({"count": 3}, r"At the smallest table \(3\) nobody would be out. At most 2"),
        ({"fill": "to", "fill_to": 1}, "more than the 1 of one table"),
        ({"onward": "best", "count": 2}, "The smallest table of the next stage has 3 seats"),
        ({"kind": "single"}, "there is one order of all"),
        ({"measure": "places", "onward": "all"}, "Say what each place gives."),
        (
            {"measure": "places", "place_points": [3], "onward": "all", "carried": True},
            "The next stage counts something else",
        ),
        (
            {"kind": "double", "onward": "all", "carried": True},
            "The next stage counts something else",
        ),
        (
            {"seating": "lowest", "movers": 3, "rounds": 2, "onward": "all"},
            "At tables of 4 the 3 lowest cannot move up while 3 others move down. At most 2 can",
        ),
        ({"most": 9}, "for 2 to 8 players, and 9 are named"),
        ({"rules": {**FAMILY, "first_starting_double": 15}}, "has no double 15"),
    ],
)
def test_what_does_not_go_together_is_refused(
    two: tuple[Stage, Stage], changes: dict[str, Any], said: str
) -> None:
    before = Stage.objects.filter(pk=two[0].pk).values().get()
    with pytest.raises(Refusal, match=said):
        change(two[0], **changes)
    assert Stage.objects.filter(pk=two[0].pk).values().get() == before


def test_points_are_not_carried_into_an_elimination(two: tuple[Stage, Stage]) -> None:
    change(two[0], onward="all", carried=True)
    with pytest.raises(Refusal, match="Heats: Points count nothing where two play"):
        change(two[1], kind="single")


def test_a_stage_that_has_begun_keeps_its_plan(heats: Stage) -> None:
    change(heats, rounds=5)
    begin(heats, rounds=3)
    for changes in ({"size": 5}, {"seating": "swiss"}, {"rules": {"base": "hub"}, "minutes": 9}):
        with pytest.raises(Refusal, match="Heats has begun: only its name, start, time limit"):
            change(heats, **changes)
    assert change(heats, name="Morning", minutes=40, rounds=3).rounds == 3
    with pytest.raises(Refusal, match="3 games of Morning are seated already"):
        change(heats, rounds=2)
    begun = timezone.now()
    Stage.objects.filter(pk=heats.pk).update(closed_at=begun)
    with pytest.raises(Refusal, match="Morning is closed: only its name can change"):
        change(heats, minutes=50)
    assert change(heats, name="Heats").name == "Heats"


def test_a_stage_that_has_begun_stays(two: tuple[Stage, Stage]) -> None:
    begin(two[0])
    with pytest.raises(Refusal, match=r"Heats has begun and stays."):
        stage_remove(stage=two[0], author=ANN)
    for stage, earlier in ((two[0], False), (two[1], True)):
        with pytest.raises(Refusal, match="Heats has begun and stays where it is"):
            stage_move(stage=stage, author=ANN, earlier=earlier)
    # Time runs out: there is no final, and who leads the heats has won.
    stage_remove(stage=two[1], author=ANN)
    assert way(two[0]) == ("nobody", 1, "none")


def test_nothing_follows_a_last_stage_that_is_closed(heats: Stage) -> None:
    begin(heats, closed=True)
    with pytest.raises(Refusal, match=r"Heats is closed. Open it again first."):
        stage_add(tournament=heats.tournament, author=ANN, fields=FINAL)


def test_the_only_stage_stays(heats: Stage) -> None:
    with pytest.raises(Refusal, match="A tournament needs a stage"):
        stage_remove(stage=heats, author=ANN)


def test_a_stage_in_the_middle_is_taken_out(two: tuple[Stage, Stage]) -> None:
    heats, final = two
    last = stage_add(
        tournament=heats.tournament, author=ANN, fields={**FINAL, "name": "Grand final"}
    )
    stage_remove(stage=final, author=ANN)
    last.refresh_from_db()
    assert (last.number, way(last), way(heats)) == (
        2,
        ("nobody", 1, "none"),
        ("tables", 1, "full"),
    )
    with pytest.raises(Refusal, match="That stage has been taken out meanwhile"):
        change(final, name="Late")


def test_ways_on_stay_in_place_when_stages_change_places(two: tuple[Stage, Stage]) -> None:
    heats, final = two
    stage_move(stage=final, author=ANN, earlier=True)
    assert (way(final), final.number) == (("tables", 1, "full"), 1)
    assert (way(heats), heats.number) == (("nobody", 1, "none"), 2)
    # At the end there is nowhere to go.
    stage_move(stage=heats, author=ANN, earlier=False)
    assert heats.tournament.log.filter(kind="stage-moved").count() == 1


def test_a_way_on_that_does_not_fit_becomes_the_usual_one(two: tuple[Stage, Stage]) -> None:
    heats, final = two
    change(final, rounds=4)
    stage_move(stage=heats, author=ANN, earlier=False)
    assert way(final) == ("best", 4, "none")


def test_there_is_an_end_to_stages(heats: Stage) -> None:
    for number in range(11):
        fields = {**FINAL, "name": f"Stage {number}"}
        stage_add(tournament=heats.tournament, author=ANN, fields=fields)
    with pytest.raises(Refusal, match="A tournament has at most 12 stages"):
        stage_add(tournament=heats.tournament, author=ANN, fields=FINAL)


def test_nothing_changes_in_a_cancelled_tournament(heats: Stage) -> None:
    Tournament.objects.update(cancelled_at=timezone.now())
    for refused in (
        lambda: change(heats, size=5),
        lambda: stage_add(tournament=heats.tournament, author=ANN, fields=FINAL),
        lambda: stage_remove(stage=heats, author=ANN),
        lambda: stage_move(stage=heats, author=ANN, earlier=True),
    ):
        with pytest.raises(Refusal, match="cancelled"):
            refused()
