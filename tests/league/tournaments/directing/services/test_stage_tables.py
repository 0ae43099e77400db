"""A stage's tables: starting, calling for the director, coming late."""

from typing import Any

import pytest
from django.utils import timezone

from league.models import Entrant, Stage, StageEntrant, StageTable, Tournament
from league.tournaments.directing.selectors.director import page_of
from league.tournaments.directing.selectors.playing_on import PlaysOn, plays_on
from league.tournaments.directing.services.closing import played_tables
from league.tournaments.directing.services.running import tournament_begin
from league.tournaments.directing.services.stage_seats import (
    late_seat,
    walk_up_seat,
)
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    start_take_back,
    table_call,
    table_switch,
    table_to_paper,
    tables_begin_as_planned,
    tables_begin_on_paper,
    tables_choose,
)
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Club, Game, Tablet
from scoring.refusals import Refusal
from scoring.sheets.public import StartedTables
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play
from tests.league.factories import EntrantFactory
from tests.league.tournaments.runs import (
    begin,
    enter,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)

pytestmark = pytest.mark.django_db
RULES = {"base": "hub", "fill": "defaults", "time_limit_minutes": 60}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    tournament = tournament_of(club, 8, {"seating": "snake", "rules": RULES, "set": 15})
    begin(tournament)
    return tournament


def start(tournament: Tournament, *tables: int) -> StartedTables:
    return stage_tables_start(tournament=tournament, author=ANN, tables=tables or None)


def switch(tournament: Tournament, number: int, on: PlaysOn) -> None:
    table_switch(tournament=tournament, author=ANN, number=number, on=on)


def back(tournament: Tournament, number: int) -> None:
    start_take_back(tournament=tournament, table=table(tournament, number), author=ANN)


def person(name: str) -> Entrant:
    return Entrant.objects.get(name=name)


# -- starting ----------------------------------------------------------------------------------


def test_each_table_has_a_game_by_the_stages_rules(tournament: Tournament) -> None:
    started = start(tournament)
    assert started.refusals == ()
    assert [(game.rules, game.set) for game in started.games] == [(RULES, 15)] * 2
    seated = [seat.player.name for seat in table(tournament, 1).game.seats.all()]
    assert seated == names_at(table(tournament, 1))


def test_a_second_tap_starts_no_second_game(tournament: Tournament) -> None:
    (one,) = start(tournament, 1).games
    assert start(tournament, 1).games == (one,)
    assert start(tournament).games[0] == one
    start(tournament)
    assert Game.objects.count() == 2


def test_what_was_told_on_paper_is_left_alone(tournament: Tournament) -> None:
    type_in(tournament, table(tournament, 1))
    assert len(start(tournament).games) == 1
    assert table(tournament, 1).game is None


def test_tables_begin_on_paper_and_take_in_who_comes_late(tournament: Tournament) -> None:
    start(tournament, 1)
    assert tables_begin_on_paper(tournament=tournament, author=ANN) == [2]
    assert tables_begin_on_paper(tournament=tournament, author=ANN) == []
    assert tournament.log.get(kind="on-paper").text == "Table 2 has begun on paper."
    assert played_tables(tournament.stages.get()) == [1, 2]
    assert len(start(tournament).games) == 1
    assert start(tournament, 2).refusals == (
        "Table 2: This table plays on paper. The director can take its start back first.",
    )
    late(tournament, (newcomer := enter(tournament, 1)[0].name), 2)
    assert names_at(table(tournament, 2))[-1] == newcomer


def test_each_table_begins_on_what_was_chosen_for_it(tournament: Tournament) -> None:
    tables_choose(tournament=tournament, on={2: PlaysOn.PAPER, 9: PlaysOn.PAPER})
    assert start(tournament, 2).refusals == (
        "Table 2: This table is to play on paper. The director can change that.",
    )
    tables_choose(tournament=tournament, on={1: PlaysOn.TABLET})
    tables_begin_as_planned(tournament=tournament, author=ANN)
    assert table(tournament, 1).game is not None
    assert (table(tournament, 2).game, table(tournament, 2).on_paper_at is None) == (None, False)
    snapshot = now(tournament)
    (stage,) = snapshot.stages
    assert plays_on(snapshot, snapshot.tables_of(stage, 1)) == {
        1: PlaysOn.TABLET,
        2: PlaysOn.PAPER,
    }


def test_a_table_is_to_play_on_a_tablet_of_its_own_or_if_all_have_one(
    tournament: Tournament,
) -> None:
    def on_tablets() -> list[int]:
        snapshot = now(tournament)
        on = plays_on(snapshot, snapshot.tables_of(snapshot.stages[0], 1))
        return [number for number, place in on.items() if place == PlaysOn.TABLET]

    def pair(number: int | None) -> None:
        Tablet.objects.create(
            club=tournament.club,
            name=f"Table {number}",
            table_number=number,
            secret_hash=f"hash {number}",
        )

    assert on_tablets() == []
    pair(1)
    pair(13)
    assert on_tablets() == [1]
    start(tournament, 1)
    assert on_tablets() == [1]
    pair(None)
    assert on_tablets() == [1, 2]


def test_a_table_changes_what_it_plays_on_until_something_is_scored(
    tournament: Tournament,
) -> None:
    (game,) = start(tournament, 1).games
    switch(tournament, 1, PlaysOn.PAPER)
    row = table(tournament, 1)
    assert (row.game, row.on_paper_at is None) == (None, False)
    switch(tournament, 1, PlaysOn.TABLET)
    again = table(tournament, 1).game
    assert again not in (None, game)
    switch(tournament, 1, PlaysOn.TABLET)
    assert table(tournament, 1).game == again
    play(again, 0, 10, 20, 30)
    with pytest.raises(Refusal, match="At table 1 something is scored already"):
        switch(tournament, 1, PlaysOn.PAPER)
    with pytest.raises(Refusal, match="no table 7"):
        switch(tournament, 7, PlaysOn.PAPER)


def test_the_next_game_is_played_as_the_last_at_that_table(club: Club) -> None:
    tournament = tournament_of(club, 8, {"seating": "snake", "rounds": 2})
    begin(tournament)
    (game,) = start(tournament, 2).games
    type_in(tournament, table(tournament, 1))
    play(game, 0, 10, 20, 30)
    game_finish(game=game, author=ANN, key=new_key())
    seat(tournament, 2)
    snapshot = now(tournament)
    tables = snapshot.tables_of(snapshot.stages[0], 2)
    assert plays_on(snapshot, tables) == {1: PlaysOn.PAPER, 2: PlaysOn.TABLET}


def test_a_start_is_taken_back_while_nothing_is_scored(tournament: Tournament) -> None:
    (game,) = start(tournament, 1).games
    tables_begin_on_paper(tournament=tournament, author=ANN)
    for number in (1, 2):
        back(tournament, number)
        row = table(tournament, number)
        assert (row.game, row.on_paper_at) == (None, None)
        with pytest.raises(Refusal, match=f"The start of table {number} cannot be taken back"):
            back(tournament, number)
    game.refresh_from_db()
    assert game.taken_back_at is not None
    assert (len(start(tournament).games), played_tables(tournament.stages.get())) == (2, [1, 2])


def test_a_start_stays_where_something_is_scored(tournament: Tournament) -> None:
    """On a tablet, on paper, and on a tablet before the table went on on paper."""
    (game,) = start(tournament, 1).games
    play(game, 0, 10, 20, 30)
    type_in(tournament, table(tournament, 2))
    for number in (1, 2):
        with pytest.raises(Refusal, match="something is scored"):
            back(tournament, number)
    table_to_paper(tournament=tournament, table=table(tournament, 1), author=ANN, reason="fell")
    with pytest.raises(Refusal, match="something is scored"):
        back(tournament, 1)


def test_nobody_plays_alone(tournament: Tournament) -> None:
    for name in names_at(table(tournament, 1))[1:]:
        entrant_withdraw(entrant=person(name), author=ANN)
    assert len(start(tournament).games) == 1
    assert start(tournament, 1).refusals == (
        "Table 1: Nobody plays alone. Seat somebody else at this table, or type in the result.",
    )


def test_a_table_that_cannot_begin_is_told_and_the_others_begin(tournament: Tournament) -> None:
    Stage.objects.update(set=6)
    started = start(tournament)
    assert len(started.refusals) == 2
    assert "Table 1: " in started.refusals[0]


def test_before_the_beginning_nothing_starts(club: Club) -> None:
    with pytest.raises(Refusal, match="has not begun"):
        start(tournament_of(club, 8))


def test_a_finished_game_finishes_its_table(tournament: Tournament) -> None:
    game = start(tournament, 1).games[0]
    play(game, 0, 10, 20, 30)
    states = {one.row.number: one for one in now(tournament).tables.values()}
    assert not states[1].finished
    game_finish(game=game, author=ANN, key=new_key())
    states = {one.row.number: one for one in now(tournament).tables.values()}
    assert states[1].finished
    assert [line.total for line in states[1].lines] == [0, 10, 20, 30]


def test_a_table_calls_once_and_is_settled(tournament: Tournament) -> None:
    row = table(tournament, 2)
    for _tap in range(2):
        called = table_call(tournament=tournament, table=row, call=True).called_at
    first = StageTable.objects.get(pk=row.pk).called_at
    assert first is not None
    assert called == first
    assert table_call(tournament=tournament, table=row, call=False).called_at is None


# -- coming late ---------------------------------------------------------------------------------


def late(tournament: Tournament, name: str, at: int, **told: Any) -> StageEntrant:
    given = {"key": new_key(), "reason": "bus", **told}
    return late_seat(tournament=tournament, author=ANN, entrant=person(name), table=at, **given)


def test_somebody_forgotten_joins_a_table_that_waits(tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, name="Zoe")
    row = late(tournament, "Zoe", 2)
    assert (row.how, row.seed) == ("choice", 9)
    assert names_at(table(tournament, 2))[-1] == "Zoe"
    assert person("Zoe").checked_in_at is not None
    assert tournament.log.get(kind="late").reason == "bus"


def test_a_late_arrival_takes_the_tables_highest_total(tournament: Tournament) -> None:
    game = start(tournament, 2).games[0]
    play(game, 0, 10, 20, 35)
    EntrantFactory(tournament=tournament, name="Zoe")
    late(tournament, "Zoe", 2)
    assert [seat.total for seat in sheet_of(game).seats] == [0, 10, 20, 35, 35]
    play(game, 5, 0, 5, 5, 5)
    state = next(one for one in now(tournament).tables.values() if one.row.number == 2)
    assert {line.key: line.total for line in state.lines}[person("Zoe").pk] == 40


def test_who_cannot_join_is_told_and_nothing_is_written(tournament: Tournament) -> None:
    enter(tournament, 1, name="Zoe")
    enter(tournament, 1, name="Yan", withdrawn_at=timezone.now())
    EntrantFactory(tournament=tournament, name="Xia", number=None, player=None)
    type_in(tournament, table(tournament, 1))
    for name, at, said in (
        ("Ann", 2, "Ann plays in Stage 1 already"),
        ("Yan", 2, "has left"),
        ("Xia", 2, "not accepted"),
        ("Zoe", 1, "result of table 1 is in already"),
        ("Zoe", 7, "no table 7"),
    ):
        with pytest.raises(Refusal, match=said):
            late(tournament, name, at)
    Stage.objects.update(most=4)
    with pytest.raises(Refusal, match="Table 2 has 4 people, the most"):
        late(tournament, "Zoe", 2)
    assert StageEntrant.objects.count() == 8


def test_nobody_joins_after_the_first_game(club: Club) -> None:
    tournament = tournament_of(club, 8, {"rounds": 2})
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    enter(tournament, 1, name="Zoe")
    with pytest.raises(Refusal, match="past its first game"):
        late(tournament, "Zoe", 1)


def test_who_joins_sits_with_the_own_division(club: Club) -> None:
    tournament = tournament_of(club, 4, {"by_division": True})
    tournament_begin(tournament=tournament, author=ANN)
    enter(tournament, 1, name="Zoe", born="1930-01-01")
    with pytest.raises(Refusal, match="plays for 75–79, and Zoe does not belong there"):
        late(tournament, "Zoe", 1)


def test_a_walk_up_enters_and_sits_down_in_one_act(tournament: Tournament) -> None:
    told: dict[str, Any] = {"tournament": tournament, "author": ANN, "details": {}}
    row = walk_up_seat(key=new_key(), name=" zoe ", table=1, **told)
    assert (row.entrant.number, row.entrant.source) == (9, "walk_up")
    assert names_at(table(tournament, 1))[-1] == "zoe"
    with pytest.raises(Refusal):
        walk_up_seat(key=new_key(), name="Yan", table=1, **told)
    assert not Entrant.objects.filter(name="Yan").exists()
    with pytest.raises(Refusal):
        walk_up_seat(key=new_key(), name="Zoe", table=2, **told)


def test_without_a_paired_tablet_none_is_said_to_be_why_a_table_is_to_play_on_one(
    club: Club,
) -> None:
    """The bug it would catch: one table was put on a tablet by hand, the others stay on paper."""
    tournament = tournament_of(club, 8)
    begin(tournament)
    StageTable.objects.filter(number=2).update(plays_on=PlaysOn.TABLET)
    page = page_of(tournament, timezone.now())
    assert [card.on_paper for card in page.cards] == [True, False]
    assert not page.by_pairing
