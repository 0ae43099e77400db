"""Seats changed at tables that wait: what is said before, done, refused and taken back."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from league.models import Entrant, Parting, Stage, StageEntrant, Tournament
from league.tournaments.awards.selectors.place_why import place_why
from league.tournaments.awards.selectors.places import overall_lines
from league.tournaments.brackets.knockout import brackets
from league.tournaments.brackets.ranking import stage_places
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.directing.selectors.outcome import outcome_of
from league.tournaments.directing.selectors.seat_changes import (
    SeatChangePlan,
    seat_change_plan,
    seat_facts,
    swaps_after,
)
from league.tournaments.directing.selectors.seat_places import place_words, places_mark, with_change
from league.tournaments.directing.selectors.take_overs import take_over
from league.tournaments.directing.selectors.then_asked import asked_then
from league.tournaments.directing.services.partings import parting_record
from league.tournaments.directing.services.running import stage_on
from league.tournaments.directing.services.seat_changes import (
    changes_to_undo,
    seats_change,
    seats_undo,
)
from league.tournaments.directing.services.stage_seats import late_seat
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    tables_begin_on_paper,
)
from league.tournaments.directing.services.stale_seats import drift_redo, drift_replace
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.progress import closing_of
from league.tournaments.stages.selectors.stale_seats import drift_words, drifts_of
from league.tournaments.stages.selectors.tables_to_join import (
    late_offers,
    next_game,
    none_to_join,
)
from scoring.models import Club, Player
from scoring.refusals import Refusal, Stale
from tests.factories import ANN, new_key
from tests.league.factories import EntrantFactory
from tests.league.tournaments.runs import (
    begin,
    close,
    enter,
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

pytestmark = pytest.mark.django_db
FINAL_OF_THREE = {"name": "Final", "size": 3, "least": 2, "most": 4, "seating": "snake"}
FOUR_PAIRS = {"name": "Knockout", "kind": "single", "size": 2, "least": 2, "most": 2}
TWO_GAMES = {"seating": "swiss", "rounds": 2}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Eight people at two tables; Ida came when they were seated."""
    tournament = tournament_of(club, 8, {"seating": "snake", "rounds": 2})
    begin(tournament)
    enter(tournament, 1)
    return tournament


def person(tournament: Tournament, name: str) -> Entrant:
    return tournament.entrants.get(name=name)


def spare(tournament: Tournament) -> str:
    """The name of who entered last and has no seat."""
    return tournament.entrants.order_by("-pk")[0].name


def asked(tournament: Tournament, deed: str, who: str, other: str = "", to: int = 0) -> TableChange:
    return TableChange(
        SeatDeed(deed),
        person(tournament, who).pk,
        person(tournament, other).pk if other else None,
        to,
    )


def plan(tournament: Tournament, *change: Any, **more: Any) -> SeatChangePlan:
    """What a change would do; a deed, who, and with whom or where to."""
    snapshot = now(tournament)
    facts = seat_facts(snapshot, stage_on(snapshot))
    return seat_change_plan(facts, asked(tournament, *change, **more))


def do(tournament: Tournament, *change: Any, **more: Any) -> None:
    """Do it as it was seen; what is written is just what was worked out."""
    planned = plan(tournament, *change, **more)
    foreseen = with_change(planned)
    seats_change(
        tournament=tournament,
        author=ANN,
        change=asked(tournament, *change, **more),
        seen=planned.mark,
    )
    written = now(tournament)
    course = written.courses[planned.facts.stage.pk]
    assert (course.field, course.rounds) == (planned.after.field, planned.after.rounds)
    assert outcome_of(written) == outcome_of(foreseen)


def let_play(tournament: Tournament, old: str, new: str) -> None:
    do(tournament, "replace", old, new)


def take_back(tournament: Tournament) -> None:
    (entry,) = changes_to_undo(now(tournament))
    seats_undo(tournament=tournament, author=ANN, entry=entry.pk)


def seats_of(tournament: Tournament, game: int = 1) -> list[list[str]]:
    """Who sits at the first two tables."""
    return [names_at(table(tournament, number, game=game)) for number in (1, 2)]


def stage_rows(tournament: Tournament) -> list[tuple[Any, ...]]:
    fields = ("entrant", "seed", "group", "how", "carried")
    return list(StageEntrant.objects.filter(stage__tournament=tournament).values_list(*fields))


def instead(tournament: Tournament) -> list[tuple[str, ...]]:
    """What the bracket says of who plays instead, stage by stage."""
    return [column.instead for column in bracket_of(now(tournament)).columns]


def withdraw(tournament: Tournament, name: str) -> None:
    entrant_withdraw(entrant=person(tournament, name), author=ANN)


# -- playing instead ----------------------------------------------------------------------------


def test_the_seat_and_the_place_in_the_stage_go_over(tournament: Tournament) -> None:
    new = spare(tournament)
    before = field_names(tournament, 1)
    assert plan(tournament, "replace", "Dot", new).sentences == (
        f"{new} plays at table 1 instead of Dot.",
        "Dot is free and no longer plays in Stage 1.",
        "The tables of Stage 1 stay together, so this holds for its later games too.",
    )
    assert field_names(tournament, 1) == before
    let_play(tournament, "Dot", new)
    assert names_at(table(tournament, 1)) == ["Ann", new, "Eve", "Hal"]
    assert field_names(tournament, 1) == [new if name == "Dot" else name for name in before]
    play_all(tournament)
    seat(tournament, 2)
    assert new in names_at(table(tournament, 1, game=2))
    (choice,) = place_why(now(tournament), person(tournament, new)).choices
    assert choice.entry.text == f"{new} plays at table 1 instead of Dot."


def test_a_second_tap_does_nothing(tournament: Tournament) -> None:
    change = asked(tournament, "replace", "Dot", spare(tournament))
    seen = plan(tournament, "replace", "Dot", spare(tournament)).mark
    for _tap in range(2):
        seats_change(tournament=tournament, author=ANN, change=change, seen=seen)
    assert tournament.log.filter(kind="replaced").count() == 1


def test_it_is_done_only_as_it_was_seen(tournament: Tournament) -> None:
    change = asked(tournament, "replace", "Dot", spare(tournament))
    seen = plan(tournament, "replace", "Dot", spare(tournament)).mark
    withdraw(tournament, "Dot")
    with pytest.raises(Stale, match="changed since you looked"):
        seats_change(tournament=tournament, author=ANN, change=change, seen=seen)
    assert "Dot" in names_at(table(tournament, 1))


def test_the_seat_of_somebody_withdrawn_is_free(tournament: Tournament) -> None:
    withdraw(tournament, "Dot")
    sentences = plan(tournament, "replace", "Dot", spare(tournament)).sentences
    assert sentences[1:3] == ("Table 1 then has 4 people.", "Dot withdrew.")
    let_play(tournament, "Dot", spare(tournament))
    assert "Dot" not in names_at(table(tournament, 1))


def test_whoever_gets_a_seat_is_checked_in(tournament: Tournament) -> None:
    tournament.entrants.filter(name=spare(tournament)).update(checked_in_at=None)
    let_play(tournament, "Dot", spare(tournament))
    assert person(tournament, spare(tournament)).checked_in_at is not None


def test_in_a_later_game_who_comes_plays_along(club: Club) -> None:
    """Dot keeps what she scored and her place on the list; totals need every game."""
    tournament = tournament_of(club, 8, TWO_GAMES)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    enter(tournament, 1)
    new = spare(tournament)
    assert plan(tournament, "replace", "Dot", new).sentences[-2:] == (
        "Dot then has no table in game 2. All who play every game of Stage 1 come before Dot.",
        f"{new} has missed a game. All who play every game of Stage 1 come before {new}.",
    )
    let_play(tournament, "Dot", new)
    play_all(tournament)
    assert field_names(tournament, 1)[-1] == new
    stage = tournament.stages.get()
    assert not closing_of(now(tournament), stage).waiting
    places = {place.key: place.place for place in stage_places(now(tournament).courses[stage.pk])}
    assert places[person(tournament, new).pk] is None
    assert places[person(tournament, "Dot").pk] is None
    assert None not in {places[person(tournament, name).pk] for name in ("Ann", "Bob", "Eve")}


def test_a_finalist_who_falls_ill_stays_before_those_who_did_not_get_there(club: Club) -> None:
    stages = ({"onward": "tables", "seating": "snake"}, FINAL_OF_THREE)
    tournament = tournament_of(club, 12, *stages)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    finalists = field_names(tournament, 2)
    ill = finalists[0]
    entrant_withdraw(
        entrant=person(tournament, ill), author=ANN, how=Entrant.Leaving.INJURED, keeps=True
    )
    new = next(name for name in field_names(tournament, 1) if name not in finalists)
    let_play(tournament, ill, new)
    play_all(tournament, 2)
    ranked = [line.entrant.name for line in overall_lines(now(tournament))]
    assert ranked[3] == ill
    assert sorted(ranked[:3]) == sorted([*finalists[1:], new])


def test_who_was_left_out_gets_the_seat_of_another(tournament: Tournament) -> None:
    Stage.objects.update(least=2)
    do(tournament, "leave_out", "Eve")
    let_play(tournament, "Dot", "Eve")
    assert seats_of(tournament)[0] == ["Ann", "Eve", "Hal"]
    assert field_names(tournament, 1)[:5] == ["Ann", "Bob", "Cal", "Dot", "Eve"]


# -- one more, one less, elsewhere ---------------------------------------------------------------


def test_a_table_has_one_more(tournament: Tournament) -> None:
    new = spare(tournament)
    assert plan(tournament, "add", new, to=2).sentences[:2] == (
        f"{new} joins Stage 1 at table 2.",
        "Table 2 then has 5 people.",
    )
    do(tournament, "add", new, to=2)
    assert seats_of(tournament)[1] == ["Bob", "Cal", "Fay", "Gus", new]
    take_back(tournament)
    assert seats_of(tournament)[1] == ["Bob", "Cal", "Fay", "Gus"]
    assert new not in field_names(tournament, 1)


def test_one_more_takes_the_seat_of_somebody_withdrawn(tournament: Tournament) -> None:
    Stage.objects.update(most=4)
    with pytest.raises(Refusal, match="Table 2 has 4 people, the most that this stage allows"):
        plan(tournament, "add", spare(tournament), to=2)
    withdraw(tournament, "Cal")
    do(tournament, "add", spare(tournament), to=2)
    assert seats_of(tournament)[1] == ["Bob", spare(tournament), "Fay", "Gus"]


def test_a_table_plays_with_one_less(tournament: Tournament) -> None:
    assert plan(tournament, "leave_out", "Dot").sentences[:3] == (
        "Table 1 plays without Dot.",
        "Table 1 then has 3 people.",
        "Dot then has no table in game 1. All who play every game of Stage 1 come before Dot.",
    )
    do(tournament, "leave_out", "Dot")
    assert seats_of(tournament)[0] == ["Ann", "Eve", "Hal"]
    with pytest.raises(Refusal, match="Table 1 would have fewer than 3"):
        plan(tournament, "leave_out", "Ann")
    play_all(tournament)
    seat(tournament, 2)
    assert any("Dot" in names for names in seats_of(tournament, game=2))


def test_where_places_count_one_game_less_is_no_points(club: Club) -> None:
    places = {"measure": "places", "place_points": [3, 2, 1, 0]}
    tournament = tournament_of(club, 8, {**TWO_GAMES, **places})
    begin(tournament)
    said = plan(tournament, "leave_out", "Dot").sentences
    assert "Dot then has no table in game 1 and gets no points for it." in said


def test_who_sits_out_the_only_game_has_no_result(club: Club) -> None:
    tournament = tournament_of(club, 8, {"seating": "snake"})
    begin(tournament)
    said = plan(tournament, "leave_out", "Dot").sentences
    assert said[-1] == "Dot then has no table and no result in Stage 1."


def test_somebody_moves_where_both_tables_keep_their_size(tournament: Tournament) -> None:
    do(tournament, "move", "Dot", to=2)
    assert seats_of(tournament) == [["Ann", "Eve", "Hal"], ["Bob", "Cal", "Fay", "Gus", "Dot"]]
    with pytest.raises(Refusal, match="Table 1 would have fewer than 3"):
        plan(tournament, "move", "Ann", to=2)
    Stage.objects.update(least=2)
    with pytest.raises(Refusal, match="Table 2 has 5 people, the most"):
        plan(tournament, "move", "Ann", to=2)


def test_who_is_left_alone_moves_and_the_table_is_no_more(club: Club) -> None:
    tournament = tournament_of(club, 9, {"seating": "snake", "size": 3, "most": 5})
    begin(tournament)
    alone, *others = names_at(table(tournament, 3))
    for name in others:
        withdraw(tournament, name)
    do(tournament, "move", alone, to=1)
    assert alone in seats_of(tournament)[0]
    started = stage_tables_start(tournament=tournament, author=ANN)
    assert [game.table_number for game in started.games] == [1, 2]


def test_two_people_change_seats(tournament: Tournament) -> None:
    assert plan(tournament, "swap", "Dot", "Bob").sentences == (
        "Dot plays at table 2, and Bob at table 1.",
        "The tables of Stage 1 stay together, so this holds for its later games too.",
    )
    do(tournament, "swap", "Dot", "Bob")
    assert seats_of(tournament) == [["Ann", "Bob", "Eve", "Hal"], ["Dot", "Cal", "Fay", "Gus"]]


def test_who_meets_again_is_said(club: Club) -> None:
    tournament = tournament_of(club, 8, TWO_GAMES)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    first = [set(names) for names in seats_of(tournament)]
    one, other = (names[0] for names in seats_of(tournament, game=2))
    staying = [set(names) - {one, other} for names in seats_of(tournament, game=2)]
    again = {
        frozenset((comes, name))
        for comes, names in ((other, staying[0]), (one, staying[1]))
        for name in names
        if any({comes, name} <= seats for seats in first)
    }
    said = plan(tournament, "swap", one, other).sentences
    assert again
    assert sum("have met before" in sentence for sentence in said) == len(again)


def test_club_mates_who_come_together_are_named(club: Club) -> None:
    tournament = tournament_of(club, 8, {"seating": "snake", "apart": True})
    tournament.entrants.filter(name__in=["Ann", "Bob"]).update(community="Elm")
    begin(tournament)
    said = plan(tournament, "swap", "Dot", "Bob").sentences
    assert "Ann and Bob are of one club and then sit together." in said


# -- refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("replace", "Dot", "Bob"), "Bob sits at table 2 already. Swap two people instead."),
        (("replace", "Ida", "Bob"), "Ida sits at no table in this game."),
        (("swap", "Ann", "Dot"), "Choose two people who sit at different tables."),
        (("swap", "Ann", "Ida"), "Ida sits at no table in this game."),
        (("swap", "Gus", "Ann"), "Gus has left, and the seat is free."),
        (("move", "Gus", "", 1), "Gus has left, and the seat is free."),
        (("move", "Ann", "", 9), "There is no table 9 in this game."),
        (("move", "Ann", "", 1), "Ann sits at that table already."),
        (("add", "Ann", "", 2), "Ann sits at table 1 already."),
        (("add", "Xia", "", 2), "Xia is not accepted, or has left."),
        (("add", "Yan", "", 2), "Yan is not accepted, or has left."),
        (("replace", "Dot", "Yan"), "Yan is not accepted, or has left."),
        (("leave_out", "Gus"), "Gus has left, so table 2 already plays with one less."),
    ],
)
def test_what_cannot_be_is_refused(
    tournament: Tournament, change: tuple[Any, ...], said: str
) -> None:
    tournament.entrants.filter(name=spare(tournament)).update(name="Ida")
    enter(tournament, 1, name="Yan", withdrawn_at=timezone.now())
    EntrantFactory(tournament=tournament, name="Xia", number=None)
    withdraw(tournament, "Gus")
    before = seats_of(tournament), stage_rows(tournament)
    with pytest.raises(Refusal, match=said):
        plan(tournament, *change)
    with pytest.raises(Refusal, match=said):
        seats_change(tournament=tournament, author=ANN, change=asked(tournament, *change), seen="x")
    assert (seats_of(tournament), stage_rows(tournament)) == before


def test_tables_that_have_begun_keep_their_people(tournament: Tournament) -> None:
    new = spare(tournament)
    type_in(tournament, table(tournament, 2))
    for change, said in (
        (("replace", "Bob", new), "so its people stay. Its result is in. Take that back first"),
        (("replace", "Dot", "Bob"), "Bob plays at table 2, which has begun."),
        (("swap", "Dot", "Bob"), "Table 2 has begun"),
        (("move", "Dot", "", 2), "Table 2 has begun"),
        (("add", new, "", 2), "Table 2 has begun"),
        (("leave_out", "Bob"), "Table 2 has begun"),
    ):
        with pytest.raises(Refusal, match=said):
            plan(tournament, *change)
    assert plan(tournament, "replace", "Dot", new).sentences[-1] == (
        "Tables that have begun stay as they are."
    )


def test_one_person_does_not_play_twice(tournament: Tournament) -> None:
    """Two entries may turn out to be of one person."""
    new, ann = person(tournament, spare(tournament)), person(tournament, "Ann")
    Player.objects.filter(pk=new.player_id).update(same_as=ann.player_id)
    for change in (("replace", "Dot", new.name), ("replace", "Bob", new.name)):
        with pytest.raises(Refusal, match="Somebody called Ann plays in Stage 1 already"):
            plan(tournament, *change)
    assert plan(tournament, "replace", "Ann", new.name)


def test_who_plays_in_another_tournament_is_refused(tournament: Tournament) -> None:
    new = person(tournament, spare(tournament))
    other = tournament_of(tournament.club, 4, {"seating": "snake"})
    other.entrants.filter(number=1).update(player=new.player_id)
    begin(other)
    assert plan(tournament, "replace", "Dot", new.name)
    stage_tables_start(tournament=other, author=ANN)
    for change in (("replace", "Dot", new.name), ("add", new.name, "", 1)):
        with pytest.raises(Refusal, match="plays in another tournament at this time"):
            plan(tournament, *change)


def test_divisions_that_are_kept_apart_stay_so(club: Club) -> None:
    tournament = tournament_of(club, 4, {"by_division": True})
    (old, *_rest) = enter(tournament, 4, born="1930-01-01")
    begin(tournament)
    enter(tournament, 1, name="Zoe", born="1930-01-01")
    at = next(n for n in (1, 2) if "Ann" not in names_at(table(tournament, n)))
    for change in (
        ("swap", "Ann", old.name),
        ("move", "Ann", "", at),
        ("replace", "Ann", "Zoe"),
        ("add", "Zoe", "", 3 - at),
    ):
        with pytest.raises(Refusal, match=r"(75–79|and older), and .* does not belong there"):
            plan(tournament, *change)
    assert plan(tournament, "replace", old.name, "Zoe")


def test_whom_a_play_off_parted_stays(tournament: Tournament) -> None:
    tournament.tie_breaks = ["play_off"]
    tournament.save()
    parting_record(
        tournament=tournament,
        stage=tournament.stages.get(),
        author=ANN,
        kind=Parting.Kind.PLAY_OFF,
        entrants=[person(tournament, name).pk for name in ("Ann", "Dot")],
        points={person(tournament, name).pk: at for at, name in enumerate(("Ann", "Dot"))},
    )
    with pytest.raises(Refusal, match="A play-off or lots of Dot count already"):
        plan(tournament, "replace", "Dot", spare(tournament))
    assert plan(tournament, "leave_out", "Dot")


def test_who_has_no_points_to_carry_does_not_come_in(club: Club) -> None:
    carries = {"onward": "all", "carried": True, "seating": "snake"}
    tournament = tournament_of(club, 8, carries, {"name": "Second", "seating": "snake"})
    begin(tournament)
    play_all(tournament)
    close(tournament)
    enter(tournament, 1, checked_in_at=timezone.now())
    old = names_at(table(tournament, 1, stage=2))[0]
    for change in (("replace", old, spare(tournament)), ("add", spare(tournament), "", 2)):
        with pytest.raises(Refusal, match="has none to carry"):
            plan(tournament, *change)


# -- brackets ------------------------------------------------------------------------------------


@pytest.fixture
def knockout(club: Club) -> Tournament:
    """Four people in a bracket; Eve came when they were seated."""
    tournament = tournament_of(club, 4, FOUR_PAIRS)
    begin(tournament)
    enter(tournament, 1)
    return tournament


def test_in_a_bracket_the_slot_goes_over(knockout: Tournament) -> None:
    new = spare(knockout)
    old = names_at(table(knockout, 1))[0]
    assert plan(knockout, "replace", old, new).sentences[1] == (
        f"{new} takes over the place of {old} in the bracket."
    )
    let_play(knockout, old, new)
    type_in(knockout, table(knockout, 1), 1, 2)
    type_in(knockout, table(knockout, 2), 1, 2)
    stage = knockout.stages.get()
    (bracket,) = brackets(now(knockout).courses[stage.pk]).values()
    assert person(knockout, new).pk in bracket.still_in
    seat(knockout, 2)
    assert new in names_at(table(knockout, 1, game=2))


def test_in_a_bracket_two_change_places_before_their_first_games(knockout: Tournament) -> None:
    (one, stays), (other, _stays) = seats_of(knockout)
    before = stage_rows(knockout)
    assert plan(knockout, "swap", one, other).sentences[1] == (
        f"{one} and {other} change places in the bracket."
    )
    do(knockout, "swap", one, other)
    assert names_at(table(knockout, 1)) == [other, stays]
    take_back(knockout)
    assert stage_rows(knockout) == before
    do(knockout, "swap", one, other)
    type_in(knockout, table(knockout, 1), 1, 2)
    type_in(knockout, table(knockout, 2), 1, 2)
    seat(knockout, 2)
    assert sorted(names_at(table(knockout, 1, game=2))) == sorted([one, other])
    for change in (("swap", one, other), ("replace", one, spare(knockout))):
        with pytest.raises(Refusal, match=r"different tables|past its first games"):
            plan(knockout, *change)


def test_in_a_bracket_nobody_is_added_left_out_or_moved(knockout: Tournament) -> None:
    name = names_at(table(knockout, 1))[0]
    for change in (("add", spare(knockout), "", 1), ("leave_out", name), ("move", name, "", 2)):
        with pytest.raises(Refusal, match="the bracket decides who meets whom"):
            plan(knockout, *change)
    with pytest.raises(Refusal, match="plays in this bracket already"):
        plan(knockout, "replace", name, names_at(table(knockout, 2))[0])


# -- taken back ----------------------------------------------------------------------------------


def test_it_is_taken_back(tournament: Tournament) -> None:
    before = stage_rows(tournament)
    let_play(tournament, "Dot", spare(tournament))
    take_back(tournament)
    assert names_at(table(tournament, 1)) == ["Ann", "Dot", "Eve", "Hal"]
    assert stage_rows(tournament) == before
    assert changes_to_undo(now(tournament)) == ()
    assert tournament.log.last().text == (
        f"Taken back: {spare(tournament)} plays at table 1 instead of Dot."
    )


def test_changes_of_one_table_are_taken_back_the_newest_first(tournament: Tournament) -> None:
    do(tournament, "swap", "Dot", "Bob")
    do(tournament, "swap", "Eve", "Cal")
    take_back(tournament)
    take_back(tournament)
    assert seats_of(tournament) == [["Ann", "Dot", "Eve", "Hal"], ["Bob", "Cal", "Fay", "Gus"]]


def test_nobody_gets_a_seat_back_who_has_another(tournament: Tournament) -> None:
    let_play(tournament, "Dot", spare(tournament))
    late_seat(
        tournament=tournament,
        author=ANN,
        key=new_key(),
        entrant=person(tournament, "Dot"),
        table=2,
        reason="",
    )
    (entry,) = changes_to_undo(now(tournament))
    assert entry.kind == "late"


@pytest.mark.parametrize("from_archive", [False, True])
def test_nobody_who_was_removed_gets_a_seat_back(
    tournament: Tournament, from_archive: bool
) -> None:
    let_play(tournament, "Dot", spare(tournament))
    person(tournament, "Dot").delete()
    if from_archive:
        entry = tournament.log.get(kind="replaced")
        entry.details["entrants"].pop()
        entry.details["tables"][0][1].pop(1)
        entry.details["left"][0][0] = None
        entry.save()
    assert changes_to_undo(now(tournament)) == ()


def test_in_a_stage_seated_anew_nothing_can_be_taken_back(club: Club) -> None:
    tournament = corrected(club)
    let_play(tournament, "Ann", "Dot")
    correct(tournament, 2, 99, 22, 32, 42)
    (drift,) = drifts_of(now(tournament))
    drift_redo(
        tournament=tournament,
        stage=drift.stage,
        author=ANN,
        seen=drift.mark,
        reason="fair",
        sure=True,
    )
    assert "Dot" in field_names(tournament, 2)
    assert changes_to_undo(now(tournament)) == ()


def test_it_cannot_be_taken_back_once_the_table_has_begun(tournament: Tournament) -> None:
    let_play(tournament, "Dot", spare(tournament))
    (entry,) = changes_to_undo(now(tournament))
    stage_tables_start(tournament=tournament, author=ANN)
    with pytest.raises(Refusal, match="cannot be taken back"):
        seats_undo(tournament=tournament, author=ANN, entry=entry.pk)


# -- after a correction --------------------------------------------------------------------------


def corrected(club: Club) -> Tournament:
    """Dot should have gone on to the final instead of Ann."""
    stages = ({"onward": "tables", "seating": "snake"}, FINAL_OF_THREE)
    tournament = tournament_of(club, 8, *stages)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    correct(tournament, 1, 99, 21, 31, 41)
    return tournament


def test_after_a_correction_the_right_one_plays_and_nothing_is_asked(club: Club) -> None:
    tournament = corrected(club)
    snapshot = now(tournament)
    (drift,) = drifts_of(snapshot)
    facts = seat_facts(snapshot, drift.following)
    (offer,) = swaps_after(facts, drift.missing, drift.extra).plans
    assert offer.change == asked(tournament, "replace", "Ann", "Dot")
    let_play(tournament, "Ann", "Dot")
    assert field_names(tournament, 2) == ["Dot", "Bob"]
    assert drifts_of(now(tournament)) == ()
    row = StageEntrant.objects.get(stage__number=2, entrant__name="Dot")
    assert row.how == StageEntrant.objects.get(stage__number=2, entrant__name="Bob").how != ""
    sentence = "Dot plays in Final instead of Ann: a result was corrected."
    assert instead(tournament) == [(), (sentence,)]
    take_back(tournament)
    assert len(drifts_of(now(tournament))) == 1
    assert instead(tournament) == [(), ()]


def test_who_was_next_at_a_table_plays_instead_of_who_came_from_it(club: Club) -> None:
    """Dot at Ann's table, and Cal at Bob's; Cal has the lower number."""
    tournament = corrected(club)
    correct(tournament, 2, 99, 22, 32, 42)
    snapshot = now(tournament)
    (drift,) = drifts_of(snapshot)
    facts = seat_facts(snapshot, drift.following)
    plans = swaps_after(facts, drift.missing, drift.extra).plans
    assert [(plan.who.name, plan.other and plan.other.name) for plan in plans] == [
        ("Bob", "Cal"),
        ("Ann", "Dot"),
    ]
    # Said of both in one sentence, Cal would seem to belong to Ann.
    assert drift_words(snapshot, drift) == [
        "Dot should have gone on to Final instead of Ann.",
        "Cal should have gone on to Final instead of Bob.",
    ]


def test_what_is_asked_once_a_start_is_taken_back_is_said_before(club: Club) -> None:
    """While the table plays, nobody can have the seat of Bob, who is disqualified there."""
    tournament = corrected(club)
    tables_begin_on_paper(tournament=tournament, author=ANN)
    bob = person(tournament, "Bob")
    entrant_withdraw(entrant=bob, author=ANN, how="disqualified", keeps=False)
    snapshot = now(tournament)
    facts = replace(seat_facts(snapshot, snapshot.begun[-1]), taken_back=frozenset({1}))
    change = asked(tournament, "replace", "Ann", "Dot")
    plan = seat_change_plan(facts, change)
    said = asked_then(snapshot, [1], plan)
    assert said[1:-1] == (
        "Stage 1: Bob lost the place there after it was closed.",
        "Cal should have gone on to Final instead of Bob.",
    )
    drift_replace(tournament=tournament, author=ANN, change=change, seen=plan.mark)
    (drift,) = drifts_of(now(tournament))
    assert said[2:-1] == tuple(drift_words(now(tournament), drift))


def test_a_replacement_by_choice_is_not_asked_about(club: Club) -> None:
    """Who goes home after the first stage is not missed in the next."""
    tournament = corrected(club)
    correct(tournament, 1, 11, 21, 31, 41)
    assert drifts_of(now(tournament)) == ()
    let_play(tournament, "Bob", "Dot")
    assert "Dot" in field_names(tournament, 2)
    assert drifts_of(now(tournament)) == ()


def test_the_bracket_says_who_plays_instead_of_whom_and_why(club: Club) -> None:
    """Who plays for a substitute does so for the first of them, who went on."""
    tournament = corrected(club)
    correct(tournament, 1, 11, 21, 31, 41)
    withdraw(tournament, "Bob")
    let_play(tournament, "Bob", "Dot")
    # Who should have gone on by a correction is in by choice already, so that nobody is missing.
    correct(tournament, 1, 99, 21, 31, 41)
    (drift,) = drifts_of(now(tournament))
    # As everybody reads it, once it is decided that Ann plays on.
    assert drift_words(now(tournament), drift) == [
        "Dot should have gone on to Final instead of Ann.",
        "Dot got a place in Final all the same.",
    ]
    correct(tournament, 1, 11, 21, 31, 41)
    let_play(tournament, "Dot", "Cal")
    sentence = "Cal plays in Final instead of Bob (withdrew)."
    assert instead(tournament) == [(), (sentence,)]
    seats = [seat for box in bracket_of(now(tournament)).columns[0].boxes for seat in box.seats]
    assert {seat.name: seat.instead for seat in seats if seat.instead} == {"Bob": "Cal"}
    (stage, *_later) = place_why(now(tournament), person(tournament, "Bob")).stages
    assert stage.instead == "Cal"


def test_who_met_before_is_said(club: Club) -> None:
    tournament = corrected(club)
    said = plan(tournament, "replace", "Bob", "Dot").sentences
    assert "Ann and Dot have met before." in said
    assert not any("Bob" in sentence and "met" in sentence for sentence in said)


def test_before_any_result_no_place_changes(tournament: Tournament) -> None:
    first = names_at(table(tournament, 1))[0]
    change = plan(tournament, "replace", first, spare(tournament))
    assert place_words(change) == ("No place or medal on any page changes.",)


def test_whose_place_moves_is_said_before(club: Club) -> None:
    """The winners of three tables have gone on; who is fourth has place 4 for certain."""
    tournament = tournament_of(club, 12, {"onward": "tables", "seating": "snake"}, FINAL_OF_THREE)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    comes, goes = names_at(table(tournament, 1))[1], names_at(table(tournament, 1, stage=2))[0]
    change = plan(tournament, "replace", goes, comes)
    said = place_words(change)
    assert f"75–79: {goes} now has place 4." in said
    lost = f"75–79: {comes} now plays for a place in Final, and no longer has place 4."
    assert lost in said
    snapshot = now(tournament)
    assert lost in take_over(snapshot, stage_on(snapshot), change.change).sentences
    seats_change(
        tournament=tournament,
        author=ANN,
        change=change.change,
        seen=change.mark,
        places=places_mark(said),
    )
    standing = {line.entrant.name: line.place.place for line in overall_lines(now(tournament))}
    assert standing[goes] == 4


def test_other_places_than_were_seen_are_shown_again(tournament: Tournament) -> None:
    first = names_at(table(tournament, 1))[0]
    change = plan(tournament, "replace", first, spare(tournament))
    with pytest.raises(Stale):
        seats_change(
            tournament=tournament, author=ANN, change=change.change, seen=change.mark, places="x"
        )


def test_of_places_that_a_free_seat_left_open_only_the_number_is_said(club: Club) -> None:
    tournament = tournament_of(club, 12, {"onward": "tables", "seating": "snake"}, FINAL_OF_THREE)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    comes, goes = names_at(table(tournament, 1))[1], names_at(table(tournament, 1, stage=2))[0]
    withdraw(tournament, goes)
    assert place_words(plan(tournament, "replace", goes, comes)) == (
        "The places of 8 other people are then certain.",
    )


def test_between_two_games_somebody_comes_in_for_the_next(club: Club) -> None:
    tournament = tournament_of(club, 8, {**TWO_GAMES, "measure": "places"})
    begin(tournament)
    enter(tournament, 1)
    assert next_game(now(tournament), now(tournament).begun[0]) == 2
    assert plan(tournament, "join", "Ida").sentences == (
        "Ida plays in Stage 1 from game 2 on.",
        "Ida has points in Stage 1 only from the games that are still to come.",
    )
    play_all(tournament)
    do(tournament, "join", "Ida")
    with pytest.raises(Refusal, match="Ida plays in Stage 1 already"):
        plan(tournament, "join", "Ida")
    assert changes_to_undo(now(tournament)) == ()
    seat(tournament, 2)
    rows = now(tournament).tables_of(now(tournament).begun[0], 2)
    assert person(tournament, "Ida").pk in {pk for row in rows for pk in row.seats}
    enter(tournament, 1)
    assert none_to_join(now(tournament), now(tournament).begun[0]) == ""
    tables_begin_on_paper(
        tournament=tournament, author=ANN, tables=[row.row.number for row in rows]
    )
    with pytest.raises(Refusal, match="Nobody can join Stage 1 now"):
        plan(tournament, "join", "Jim")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("replace", "Bob", "Ida"), "Its sheet still says Bob: write Ida there."),
        (("leave_out", "Bob"), "Its sheet still says Bob: cross that out."),
        (("add", "Ida", "", 2), "Write Ida on its sheet."),
    ],
)
def test_where_a_table_began_on_paper_its_people_change_and_its_sheet_is_to_be_corrected(
    tournament: Tournament, change: Any, said: str
) -> None:
    tournament.stages.update(most=5)
    tables_begin_on_paper(tournament=tournament, author=ANN)
    before = seats_of(tournament)
    sentences = plan(tournament, *change).sentences
    assert f"Table 2 has begun on paper. {said}" in sentences
    do(tournament, *change)
    assert seats_of(tournament) != before
    assert table(tournament, 2).on_paper_at is not None
    take_back(tournament)
    assert seats_of(tournament) == before


def test_who_has_no_division_there_cannot_come_in_for_the_next_game(club: Club) -> None:
    stage = {"by_division": True, "rounds": 2, "seating": "swiss"}
    tournament = tournament_of(club, 8, stage, band_width=5)
    tournament.entrants.update(born="1945-01-01")
    begin(tournament)
    play_all(tournament)
    enter(tournament, 2)
    tournament.entrants.filter(name="Ida").update(born="1945-05-05")
    tournament.entrants.filter(name="Jim").update(born="1925-05-05")
    snapshot = now(tournament)
    late = [person(tournament, name) for name in ("Ida", "Jim")]
    offers = late_offers(snapshot, snapshot.begun[0], late)
    assert [([one.name for one in offer.entrants], offer.game) for offer in offers] == [
        (["Ida"], 2),
        (["Jim"], 0),
    ]
    with pytest.raises(Refusal, match="No table plays for the division of Jim"):
        plan(tournament, "join", "Jim")
    do(tournament, "join", "Ida")
    assert field_names(tournament, 1)[-1] == "Ida"
