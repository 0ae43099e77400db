"""Two directors at one tournament, on the real database."""

from collections.abc import Callable
from typing import Any

import pytest

from league.models import StageEntrant, StageRound, Tournament
from league.tournaments.directing.services.closing import stage_close
from league.tournaments.directing.services.results import PaperNotAgreed, paper_take_back
from league.tournaments.directing.services.running import round_seat, tournament_begin
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.stages.selectors.progress import closing_of
from scoring.models import Club, Game
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.tournaments.runs import begin, now, play_all, table, tournament_of, type_in
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def said(what: Callable[[], Any]) -> Callable[[], str]:
    """What a director is told: "" where it is done."""

    def act() -> str:
        try:
            what()
        except Refusal as refusal:
            return refusal.code
        return ""

    return act


def test_a_tournament_that_is_begun_twice_is_seated_once(club: Club) -> None:
    tournament = tournament_of(club, 8)
    told = at_once(*[said(lambda: tournament_begin(tournament=tournament, author=ANN))] * 2)
    assert sorted(told) == ["", "begun"]
    assert StageRound.objects.count() == 1


@pytest.mark.parametrize("time", range(3))
def test_a_stage_that_two_close_is_closed_once(club: Club, time: int) -> None:
    tournament = tournament_of(club, 8)
    begin(tournament)
    play_all(tournament)
    stage = tournament.stages.get(number=1)
    tournament.stages.filter(number=2).update(size=2, least=2)
    mark = closing_of(now(tournament), stage).mark
    told: dict[str, Any] = {"tournament": tournament, "stage": stage, "author": ANN, "seen": mark}
    assert sorted(at_once(*[said(lambda: stage_close(**told))] * 2)) == ["", "closed"]
    assert StageEntrant.objects.filter(stage__number=2).count() == 2
    assert Tournament.objects.get().log.filter(kind="close").count() == 1


def test_a_game_that_two_seat_is_seated_once(club: Club) -> None:
    tournament = tournament_of(club, 8, {"rounds": 2})
    begin(tournament)
    play_all(tournament)
    rows = at_once(*[lambda: round_seat(tournament=tournament, author=ANN, number=2)] * 2)
    assert rows[0] == rows[1]
    assert StageRound.objects.count() == 2


def test_tables_that_two_start_have_one_game_each(club: Club) -> None:
    tournament = tournament_of(club, 8)
    begin(tournament)
    at_once(*[lambda: stage_tables_start(tournament=tournament, author=ANN)] * 2)
    assert Game.objects.count() == 2


def test_a_paper_that_two_take_back_is_taken_back_once(club: Club) -> None:
    tournament = tournament_of(club, 8)
    begin(tournament)
    play_all(tournament)
    row = table(tournament, 1)
    told: dict[str, Any] = {"tournament": tournament, "table": row, "author": ANN, "reason": "no"}
    with pytest.raises(PaperNotAgreed) as asked:
        paper_take_back(**told)
    told["agreed"] = asked.value.preview.mark
    assert at_once(*[said(lambda: paper_take_back(**told))] * 2) == ["", ""]
    assert row.paper.count() == 2


def test_a_paper_that_one_corrects_and_another_takes_back_is_seen_again(club: Club) -> None:
    """Whoever comes second has not seen what the other has done."""
    tournament = tournament_of(club, 8)
    begin(tournament)
    play_all(tournament)
    row = table(tournament, 1)
    marks = []
    back: dict[str, Any] = {"tournament": tournament, "table": row, "author": ANN, "reason": "no"}
    for act in (
        lambda: paper_take_back(**back),
        lambda: type_in(tournament, row, 9, 8, 7, 6, reason="misread"),
    ):
        with pytest.raises(PaperNotAgreed) as asked:
            act()
        marks.append(asked.value.preview.mark)
    answers = at_once(
        said(lambda: paper_take_back(**back, agreed=marks[0])),
        said(
            lambda: type_in(
                tournament, row, 9, 8, 7, 6, reason="misread", agreed=marks[1], corrects=True
            )
        ),
    )
    assert sorted(answers) in (["", "not agreed"], ["", "taken back"])
    assert row.paper.count() == 2
