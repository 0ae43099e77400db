"""A stage that began on a wrong result: it is asked, chosen, recorded, and not asked again."""

import datetime
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import Entrant, Stage, StageEntrant, StageTable, Tournament
from league.templatetags.brackets import plays_instead
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.awards.selectors.winners import end_screens
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.services.results import PaperNotAgreed
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.directing.services.stale_seats import (
    drift_carry,
    drift_keep,
    drift_redo,
    drift_take,
)
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.stale_seats import (
    Drift,
    anew_words,
    drift_cause,
    drifts_of,
)
from league.tournaments.stages.selectors.tables_to_join import tables_joined
from scoring.models import Club
from scoring.refusals import Refusal, Stale
from tests.factories import ANN, new_key, play
from tests.league.tournaments.runs import (
    begin,
    close,
    field_names,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)

from .test_results import correct
from .test_seat_changes import let_play

pytestmark = pytest.mark.django_db
KEPT = (
    "Corrected after it was closed. Dot should have gone on to Final instead of Ann. "
    "The director left Ann in Final."
)
TWO = {"name": "Final", "size": 3, "least": 2, "most": 4, "seating": "snake"}


def played(club: Club, *stages: dict[str, Any], people: int = 8) -> Tournament:
    """A tournament whose first stage is closed, Ann and Bob having won their tables."""
    tournament = tournament_of(
        club, people, *(stages or ({"onward": "tables", "seating": "snake"}, TWO))
    )
    begin(tournament)
    play_all(tournament)
    close(tournament)
    return tournament


@pytest.fixture
def wrong(club: Club) -> Tournament:
    """Dot should have gone on to the final instead of Ann."""
    tournament = played(club)
    correct(tournament, 1, 99, 21, 31, 41)
    return tournament


def asked(tournament: Tournament) -> Drift:
    (drift,) = drifts_of(now(tournament))
    return drift


def choose(tournament: Tournament, what: Any, **told: Any) -> None:
    given = {"stage": asked(tournament).stage, "seen": asked(tournament).mark, "reason": "fair"}
    what(tournament=tournament, author=ANN, **{**given, **told})


def names(tournament: Tournament, keys: tuple[int, ...]) -> list[str]:
    return [tournament.entrants.get(pk=key).name for key in keys]


def test_who_should_have_gone_on_is_told_beside_who_did(wrong: Tournament) -> None:
    drift = asked(wrong)
    assert names(wrong, drift.missing) == ["Dot"]
    assert names(wrong, drift.extra) == ["Ann"]
    assert field_names(wrong, 2) == ["Ann", "Bob"]


def disqualified(tournament: Tournament, name: str) -> Tournament:
    """That one is disqualified, without a place, after the stage was closed."""
    entrant = tournament.entrants.get(name=name)
    how = Entrant.Leaving.DISQUALIFIED
    entrant_withdraw(entrant=entrant, author=ANN, how=how, keeps=False)
    return tournament


def test_who_was_disqualified_since_is_not_called_a_correction(club: Club) -> None:
    tournament = disqualified(played(club), "Ann")
    drift = asked(tournament)
    assert (names(tournament, drift.missing), names(tournament, drift.left)) == (["Dot"], ["Ann"])
    cause = "Ann lost the place there after it was closed."
    assert drift_cause(now(tournament), drift) == cause
    correct(tournament, 2, 99, 22, 32, 42)
    drift = asked(tournament)
    assert (drift.left, len(drift.missing)) == ((), 2)
    assert drift_cause(now(tournament), drift) == "Corrected after it was closed."


def test_who_was_disqualified_after_play_is_not_asked_about(club: Club) -> None:
    tournament = played(club)
    play_all(tournament, 2)
    assert drifts_of(now(disqualified(tournament, "Ann"))) == ()
    correct(tournament, 2, 99, 22, 32, 42)
    drift = asked(tournament)
    assert (names(tournament, drift.missing), names(tournament, drift.extra)) == (["Cal"], ["Bob"])


def test_without_a_correction_nothing_is_asked(club: Club) -> None:
    tournament = played(club)
    assert drifts_of(now(tournament)) == ()
    correct(tournament, 1, 11, 22, 31, 41)
    assert drifts_of(now(tournament)) == ()


def test_what_is_kept_is_not_asked_again_until_it_changes(wrong: Tournament) -> None:
    assert [column.kept for column in bracket_of(now(wrong)).columns] == ["", ""]
    choose(wrong, drift_keep)
    assert drifts_of(now(wrong)) == ()
    columns = bracket_of(now(wrong)).columns
    assert [column.kept for column in columns] == [KEPT, ""]
    entry = wrong.log.get(kind="drift")
    assert (entry.reason, entry.details["choice"]) == ("fair", "keep")
    assert entry.text == "Final stays as it was seated, although Stage 1 was corrected."
    correct(wrong, 1, 99, 97, 31, 41)
    assert names(wrong, asked(wrong).missing) == ["Eve"]


def test_what_was_decided_stands_when_another_table_is_corrected(wrong: Tournament) -> None:
    choose(wrong, drift_keep)
    correct(wrong, 2, 99, 22, 32, 42)
    drift = asked(wrong)
    assert (names(wrong, drift.missing), names(wrong, drift.extra)) == (["Cal"], ["Bob"])
    column = bracket_of(now(wrong)).columns[0]
    waits = "Corrected after it was closed. The director decides."
    assert (column.corrected, column.kept) == (waits, KEPT)
    hows = {seat.name: seat.how for box in column.boxes for seat in box.seats if seat.how}
    assert hows == {"Ann": "choice", "Bob": "decides", "Cal": "decides"}
    # Who stays by the first decision stays when all are seated again because of the second.
    choose(wrong, drift_redo, sure=True)
    assert (field_names(wrong, 2), drifts_of(now(wrong))) == (["Ann", "Cal"], ())
    assert bracket_of(now(wrong)).columns[0].kept == KEPT
    correct(wrong, 1, 99, 97, 31, 41)
    assert names(wrong, asked(wrong).missing) == ["Eve"]


def test_each_answer_is_told_with_its_own_question_in_their_order(wrong: Tournament) -> None:
    """That some play on is not said of who was asked about at another time."""
    choose(wrong, drift_take, key=new_key())
    correct(wrong, 2, 99, 22, 32, 42)
    choose(wrong, drift_keep)
    assert bracket_of(now(wrong)).columns[0].kept == (
        "Corrected after it was closed. Dot should have gone on to Final instead of Ann. "
        "The director took in Dot too. Cal should have gone on to Final instead of Bob. "
        "The director left Bob in Final."
    )


def test_two_decisions_at_once_stand_by_themselves(wrong: Tournament) -> None:
    correct(wrong, 2, 99, 22, 32, 42)
    choose(wrong, drift_take, key=new_key())
    correct(wrong, 1, 99, 97, 31, 41)
    drift = asked(wrong)
    assert (names(wrong, drift.missing), names(wrong, drift.extra)) == (["Eve"], ["Ann"])
    assert bracket_of(now(wrong)).columns[0].kept == (
        "Corrected after it was closed. Cal should have gone on to Final instead of Bob. "
        "The director took in Cal and Dot too."
    )


def test_a_choice_needs_a_reason_and_fresh_eyes(wrong: Tournament) -> None:
    with pytest.raises(Refusal, match="Say why"):
        choose(wrong, drift_keep, reason="")
    with pytest.raises(Stale, match="changed again"):
        choose(wrong, drift_keep, seen="x")
    assert asked(wrong)


def test_who_was_wronged_is_taken_in_as_well(wrong: Tournament) -> None:
    choose(wrong, drift_take, key=new_key())
    assert sorted(names_at(table(wrong, 1, stage=2))) == ["Ann", "Bob", "Dot"]
    assert StageEntrant.objects.get(stage__number=2, entrant__name="Dot").how == "choice"
    snapshot = now(wrong)
    assert drifts_of(snapshot) == ()
    column = bracket_of(snapshot).columns[0]
    assert column.kept == (
        "Corrected after it was closed. Dot should have gone on to Final instead of Ann. "
        "The director took in Dot too."
    )
    # Dot has the lowest total of the table; Ann plays because the director said so.
    hows = {seat.name: seat.how for box in column.boxes for seat in box.seats if seat.how}
    assert hows == {"Ann": "choice", "Bob": "table", "Dot": "table"}


def test_it_is_said_at_which_tables_they_sit_down(wrong: Tournament) -> None:
    final = Stage.objects.get(number=2)
    people = list(
        wrong.entrants.filter(name__in=("Dot", "Eve", "Fay")).values_list("pk", flat=True)
    )
    assert tables_joined(now(wrong), final, people) == [(1, 3), (1, 4)]  # at most four play at one
    final.by_division = True
    assert tables_joined(now(wrong), final, people) == []  # it is no table of their division


def test_who_is_taken_in_joins_a_table_that_has_not_begun_first(club: Club) -> None:
    """The bug it would catch: a seat at table 1, which plays, though table 2 is as small."""
    final = {"name": "Final", "size": 2, "least": 2, "most": 4, "seating": "snake"}
    tournament = tournament_of(club, 16, {"onward": "tables", "seating": "snake"}, final)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    stage_tables_start(tournament=tournament, author=ANN, tables=[1])
    correct(tournament, 1, 99, 21, 31, 41)
    drift = asked(tournament)
    assert tables_joined(now(tournament), drift.following, drift.missing) == [(2, 3)]


def test_who_is_taken_in_at_a_table_that_plays_is_a_late_arrival(wrong: Tournament) -> None:
    (game,) = stage_tables_start(tournament=wrong, author=ANN).games
    play(game, 0, 40)
    choose(wrong, drift_take, key=new_key())
    (state,) = (one for one in now(wrong).tables.values() if one.game == game)
    assert [line.total for line in state.lines] == [0, 40, 40]


def test_nobody_is_taken_in_where_tables_are_done(wrong: Tournament) -> None:
    type_in(wrong, table(wrong, 1, stage=2))
    with pytest.raises(Refusal, match="Nobody can join a table of Final"):
        choose(wrong, drift_take, key=new_key())
    assert field_names(wrong, 2) == ["Ann", "Bob"]


def test_who_is_taken_in_joins_a_table_that_has_begun_on_paper(wrong: Tournament) -> None:
    StageTable.objects.filter(round__stage__number=2).update(on_paper_at=timezone.now())
    choose(wrong, drift_take, key=new_key())
    assert table(wrong, 1, stage=2).seats.count() == 3


def test_the_next_stage_is_seated_anew_when_the_director_is_sure(wrong: Tournament) -> None:
    (game,) = stage_tables_start(tournament=wrong, author=ANN).games
    play(game, 0, 40)
    with pytest.raises(Refusal, match="Say that you are sure"):
        choose(wrong, drift_redo, sure=False)
    choose(wrong, drift_redo, sure=True)
    assert field_names(wrong, 2) == ["Bob", "Dot"]
    assert table(wrong, 1, stage=2).game is None
    assert drifts_of(now(wrong)) == ()
    detached = wrong.log.get(kind="detach")
    assert (detached.details["code"], detached.reason) == (game.code, "fair")
    assert game.entries.count() == 1


def test_what_paper_said_stands_in_the_log_after_seating_anew(wrong: Tournament) -> None:
    type_in(wrong, table(wrong, 1, stage=2), 5, 9)
    choose(wrong, drift_redo, sure=True)
    lines = wrong.log.get(kind="detach").details["lines"]
    assert [line[1] for line in lines] == [5, 9]


def test_an_earlier_stage_than_the_last_is_not_seated_anew(club: Club) -> None:
    going = {"onward": "tables", "seating": "snake"}
    tournament = played(club, {**going, "count": 2}, {**going, "size": 2, "least": 2}, TWO)
    play_all(tournament, 2)
    close(tournament, 2)
    correct(tournament, 1, 99, 21, 31, 41)
    for what, told in ((drift_redo, {"sure": True}), (drift_take, {"key": new_key()})):
        with pytest.raises(Refusal, match=r"not the stage that is on|is over already"):
            choose(tournament, what, **told)
    choose(tournament, drift_keep)
    assert drifts_of(now(tournament)) == ()


def test_points_that_are_carried_can_be_put_right(club: Club) -> None:
    everybody = {"onward": "all", "carried": True, "seating": "snake"}
    tournament = played(club, everybody, {"seating": "snake", "name": "Second"})
    correct(tournament, 1, 99, 21, 31, 41)
    drift = asked(tournament)
    assert [(int(one.had), int(one.now)) for one in drift.carried] == [(11, 99)]
    choose(tournament, drift_carry)
    assert StageEntrant.objects.get(stage__number=2, entrant__name="Ann").carried == "99"
    assert drifts_of(now(tournament)) == ()


def test_who_became_level_is_asked_about_whoever_of_them_plays(club: Club) -> None:
    tournament = played(club)
    correct(tournament, 1, 21, 21, 31, 41)
    # Ann is in, and nothing says why she is and Dot is not.
    drift = asked(tournament)
    assert [names(tournament, keys) for keys in drift.level] == [["Ann", "Dot"]]
    assert (drift.missing, drift.extra) == ((), ())
    choose(tournament, drift_keep)
    assert drifts_of(now(tournament)) == ()
    correct(tournament, 1, 41, 31, 31, 41)
    drift = asked(tournament)
    assert [names(tournament, keys) for keys in drift.level] == [["Dot", "Eve"]]
    assert names(tournament, drift.extra) == ["Ann"]
    with pytest.raises(Refusal, match="level for a place"):
        choose(tournament, drift_redo, sure=True)


def test_the_last_stages_of_several_games_take_nobody_in(club: Club) -> None:
    tournament = played(club, {"onward": "tables", "seating": "snake"}, {**TWO, "rounds": 2})
    play_all(tournament, 2)
    seat(tournament, 2)
    correct(tournament, 1, 99, 21, 31, 41)
    with pytest.raises(Refusal, match="past its first game"):
        choose(tournament, drift_take, key=new_key())
    assert Stage.objects.get(number=2).field.count() == 2


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(totals=st.lists(st.integers(0, 60), min_size=4, max_size=4))
def test_any_correction_and_its_correction_back_ask_nothing(club: Club, totals: list[int]) -> None:
    tournament = played(club)
    if totals != [11, 21, 31, 41]:
        correct(tournament, 1, *totals)
        correct(tournament, 1, 11, 21, 31, 41)
    assert drifts_of(now(tournament)) == ()


def test_after_the_end_nothing_is_won_while_a_correction_could_seat_it_again(club: Club) -> None:
    tournament = played(club)
    play_all(tournament, 2)
    close(tournament, 2)
    snapshot = now(tournament)
    assert [group.waits for group in medals_of(snapshot).groups if group.places] == [False]
    (won,) = [seat for seat in bracket_of(snapshot).columns[1].boxes[0].seats if seat.how]
    assert (won.name, won.how, len(end_screens(snapshot).winners)) == ("Ann", "won", 1)
    correct(tournament, 2, 99, 22, 32, 42)
    snapshot = now(tournament)
    (group,) = (group for group in medals_of(snapshot).groups if group.places)
    assert not group.certain_awards
    final = bracket_of(snapshot).columns[1].boxes[0].seats
    assert [(seat.name, seat.how) for seat in final if seat.how] == [("Bob", "decides")]
    assert end_screens(snapshot).winners == ()
    choose(tournament, drift_keep)
    assert len(end_screens(now(tournament)).winners) == 1


def test_who_is_alone_of_a_division_in_the_last_stage_has_the_gold_medal(club: Club) -> None:
    """Cal or Bob plays in the final, and Ann does in any case: of hers, Dot lost to her."""
    tournament = played(club)
    older = tournament.entrants.filter(name__in=("Ann", "Dot"))
    older.update(born=datetime.date(1936, 5, 1))
    play_all(tournament, 2)
    close(tournament, 2)
    correct(tournament, 2, 99, 22, 32, 42)
    snapshot = now(tournament)
    ann = tournament.entrants.get(name="Ann").pk
    group = medals_of(snapshot).group_of(ann)
    assert group is not None
    won = [snapshot.entrants[int(award.key)].name for award in group.certain_awards]
    assert won == ["Ann", "Dot"]


def test_what_no_page_said_is_not_told_as_what_somebody_had(club: Club) -> None:
    """While a question was open after the end, nobody read the places that follow meanwhile."""
    tournament = played(club)
    play_all(tournament, 2)
    close(tournament, 2)
    correct(tournament, 2, 99, 22, 32, 42)
    correct(tournament, 1, 99, 11, stage=2)

    def moves() -> list[str]:
        snapshot = now(tournament)
        moved = moved_of(snapshot, medals_of(snapshot))
        return [words for change in moved for words in change.people.values()]

    assert moves() == []
    correct(tournament, 1, 10, 11, stage=2)
    choose(tournament, drift_keep)
    assert moves() == []
    correct(tournament, 1, 99, 11, stage=2)
    assert len(moves()) == 2


def test_who_was_disqualified_is_not_seated_again(club: Club) -> None:
    tournament = played(club)
    play_all(tournament, 2)
    disqualified(tournament, "Ann")
    row = table(tournament, 2)
    with pytest.raises(PaperNotAgreed) as preview:
        type_in(tournament, row, 99, 22, 32, 42, reason="misread")
    correct(tournament, 2, 99, 22, 32, 42)
    said = anew_words(now(tournament), asked(tournament))
    assert said == (
        "New in Final if it is seated again: Cal and Dot. "
        "No longer in Final if it is seated again: Ann and Bob."
    )
    # The correction itself does not seat anybody again.
    assert said not in preview.value.preview.beyond[0].sentences
    choose(tournament, drift_redo, sure=True)
    assert field_names(tournament, 2) == ["Dot", "Cal"]
    snapshot = now(tournament)
    assert drifts_of(snapshot) == ()
    hows = [seat.how for box in bracket_of(snapshot).columns[0].boxes for seat in box.seats]
    assert "choice" not in hows


def test_who_is_taken_in_for_somebody_disqualified_plays_by_right(club: Club) -> None:
    """Pages say for whom, and by what, also once the table plays; of a correction nobody reads."""
    tournament = disqualified(played(club, {"onward": "tables", "seating": "snake"}, TWO), "Ann")
    drift = asked(tournament)
    assert tables_joined(now(tournament), drift.following, drift.missing) == [(1, 2)]
    choose(tournament, drift_take, key=new_key())
    entry = tournament.log.get(kind="drift")
    assert entry.text == "Dot joined Final after a disqualification."
    stage_tables_start(tournament=tournament, author=ANN)
    first, final = bracket_of(now(tournament)).columns
    assert final.instead == ("Dot plays in Final instead of Ann (disqualified).",)
    seats = {seat.name: seat for box in first.boxes for seat in box.seats}
    assert (seats["Dot"].how, seats["Ann"].how) == ("table", "replaced")
    assert plays_instead(seats["Dot"]) == "plays instead of Ann after a disqualification"
    Entrant.objects.filter(name="Ann").update(withdrawn_at=None)
    assert bracket_of(now(tournament)).columns[1].instead == ()


def test_who_has_finished_is_not_said_to_play_on(wrong: Tournament) -> None:
    choose(wrong, drift_keep)
    play_all(wrong, 2)
    (kept, _final) = (column.kept for column in bracket_of(now(wrong)).columns)
    assert kept.endswith("The director left Ann in Final.")


def test_who_gave_a_place_away_and_plays_for_another_is_not_replaced(club: Club) -> None:
    """Ann plays, so that the mark of who goes on stands at the name."""
    tournament = played(club)
    let_play(tournament, "Ann", "Dot")
    let_play(tournament, "Bob", "Ann")
    first = bracket_of(now(tournament)).columns[0]
    seats = {seat.name: seat for box in first.boxes for seat in box.seats}
    assert (seats["Ann"].instead, seats["Ann"].for_whom, seats["Ann"].sure) == ("", "Bob", True)
    assert (seats["Bob"].how, seats["Bob"].instead) == ("replaced", "Ann")


def test_of_who_plays_by_a_corrected_result_that_is_the_reason(wrong: Tournament) -> None:
    let_play(wrong, "Ann", "Dot")
    final = bracket_of(now(wrong)).columns[1]
    assert final.instead == ("Dot plays in Final instead of Ann: a result was corrected.",)
    (box,) = final.boxes
    dot = next(seat for seat in box.seats if seat.name == "Dot")
    assert plays_instead(dot) == "plays instead of Ann after a correction"


def test_who_is_asked_about_after_a_disqualification_is_said_alone_before_it(club: Club) -> None:
    """Nobody is said to come next who is not asked about then."""
    tournament = played(club)
    ann = tournament.entrants.get(name="Ann")
    plan = leaving_plan(now(tournament), ann, "disqualified")
    without, keeping = plan.choices
    assert (without.keeps, keeping.keeps) == (False, True)
    said = " ".join((*plan.tables, *without.sentences))
    assert ("comes next" in said, "The place goes to" in said) == (False, False)
    assert any("Dot should have gone on" in sentence for sentence in without.moved)
    assert any("best of those who did not go on" in words for words in keeping.sentences)
