"""Letting somebody play in another's place: what is said before, done, refused and taken back."""

import pytest
from django.utils import timezone

from league.models import Entrant, StageEntrant, Tournament
from league.tournaments.awards.selectors.place_why import place_why
from league.tournaments.brackets.knockout import brackets
from league.tournaments.directing.selectors.stale_seats import drifts_of
from league.tournaments.directing.services.replacements import (
    Replacement,
    replacement_plan,
    replacement_undo,
    replacements_to_undo,
    seat_replace,
)
from league.tournaments.directing.services.stage_seats import late_seat
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.directing.services.stale_seats import drift_redo
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Club, Player
from scoring.refusals import Refusal, Stale
from tests.factories import ANN, new_key
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


def plan(tournament: Tournament, old: str, new: str) -> Replacement:
    return replacement_plan(now(tournament), person(tournament, old), person(tournament, new))


def let_play(tournament: Tournament, old: str, new: str) -> None:
    seen = plan(tournament, old, new).mark
    seat_replace(
        tournament=tournament,
        author=ANN,
        old=person(tournament, old),
        new=person(tournament, new),
        seen=seen,
    )


def take_back(tournament: Tournament) -> None:
    (entry,) = replacements_to_undo(now(tournament))
    replacement_undo(tournament=tournament, author=ANN, entry=entry.pk)


def test_the_seat_and_the_place_in_the_stage_go_over(tournament: Tournament) -> None:
    new = spare(tournament)
    before = field_names(tournament, 1)
    assert plan(tournament, "Dot", new).sentences == (
        f"{new} plays at table 1 instead of Dot.",
        "Dot is free and no longer plays in Stage 1.",
    )
    assert field_names(tournament, 1) == before
    let_play(tournament, "Dot", new)
    assert names_at(table(tournament, 1)) == ["Ann", new, "Eve", "Hal"]
    assert field_names(tournament, 1) == [new if name == "Dot" else name for name in before]
    play_all(tournament)
    seat(tournament, 2)
    (entry,) = place_why(now(tournament), person(tournament, new)).choices
    assert entry.text == f"{new} plays at table 1 instead of Dot."


def test_a_second_tap_does_nothing(tournament: Tournament) -> None:
    new = spare(tournament)
    seen = plan(tournament, "Dot", new).mark
    old = person(tournament, "Dot")
    for _tap in range(2):
        seat_replace(
            tournament=tournament, author=ANN, old=old, new=person(tournament, new), seen=seen
        )
    assert tournament.log.filter(kind="replaced").count() == 1


def test_it_is_done_only_as_it_was_seen(tournament: Tournament) -> None:
    new = spare(tournament)
    seen = plan(tournament, "Dot", new).mark
    entrant_withdraw(entrant=person(tournament, "Dot"), author=ANN)
    with pytest.raises(Stale, match="changed since you looked"):
        seat_replace(
            tournament=tournament,
            author=ANN,
            old=person(tournament, "Dot"),
            new=person(tournament, new),
            seen=seen,
        )
    assert "Dot" in names_at(table(tournament, 1))


def test_the_seat_of_somebody_withdrawn_is_free(tournament: Tournament) -> None:
    entrant_withdraw(entrant=person(tournament, "Dot"), author=ANN)
    assert plan(tournament, "Dot", spare(tournament)).sentences[1:] == ("Dot has withdrawn.",)
    let_play(tournament, "Dot", spare(tournament))
    assert "Dot" not in names_at(table(tournament, 1))


def test_it_is_taken_back(tournament: Tournament) -> None:
    before = list(StageEntrant.objects.values_list("entrant", "seed", "how", "carried"))
    let_play(tournament, "Dot", spare(tournament))
    take_back(tournament)
    assert names_at(table(tournament, 1)) == ["Ann", "Dot", "Eve", "Hal"]
    after = list(StageEntrant.objects.values_list("entrant", "seed", "how", "carried"))
    assert after == before
    assert replacements_to_undo(now(tournament)) == ()


def test_what_was_taken_back_is_not_offered_again(tournament: Tournament) -> None:
    """Who was put in, taken out and seated by another way has replaced nobody."""
    first = spare(tournament)
    let_play(tournament, "Dot", first)
    take_back(tournament)
    enter(tournament, 1)
    let_play(tournament, "Dot", spare(tournament))
    late_seat(
        tournament=tournament,
        author=ANN,
        key=new_key(),
        entrant=person(tournament, first),
        table=2,
        reason="",
    )
    (entry,) = replacements_to_undo(now(tournament))
    assert entry.details["entrants"][0] == person(tournament, spare(tournament)).pk


@pytest.mark.parametrize("from_archive", [False, True])
def test_nobody_who_was_removed_gets_a_seat_back(
    tournament: Tournament, from_archive: bool
) -> None:
    let_play(tournament, "Dot", spare(tournament))
    person(tournament, "Dot").delete()
    if from_archive:
        entry = tournament.log.get(kind="replaced")
        entry.details["entrants"].pop()
        entry.save()
    assert replacements_to_undo(now(tournament)) == ()


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
    assert replacements_to_undo(now(tournament)) == ()


def test_it_cannot_be_taken_back_once_the_table_has_begun(tournament: Tournament) -> None:
    let_play(tournament, "Dot", spare(tournament))
    (entry,) = replacements_to_undo(now(tournament))
    stage_tables_start(tournament=tournament, author=ANN)
    with pytest.raises(Refusal, match="cannot be taken back"):
        replacement_undo(tournament=tournament, author=ANN, entry=entry.pk)


def test_who_cannot_take_over_is_refused(tournament: Tournament) -> None:
    with pytest.raises(Refusal, match="Bob plays in Stage 1 already"):
        plan(tournament, "Dot", "Bob")
    new = person(tournament, spare(tournament))
    entrant_withdraw(entrant=new, author=ANN)
    with pytest.raises(Refusal, match="has withdrawn"):
        plan(tournament, "Dot", new.name)


def test_one_person_does_not_sit_twice_at_a_table(tournament: Tournament) -> None:
    """Two entries may turn out to be of one person."""
    new, ann = person(tournament, spare(tournament)), person(tournament, "Ann")
    Player.objects.filter(pk=new.player_id).update(same_as=ann.player_id)
    with pytest.raises(Refusal, match="Somebody called Ann sits at that table"):
        plan(tournament, "Dot", new.name)


def test_who_plays_in_another_tournament_is_refused(tournament: Tournament) -> None:
    new = person(tournament, spare(tournament))
    other = tournament_of(tournament.club, 4, {"seating": "snake"})
    other.entrants.filter(number=1).update(player=new.player_id)
    begin(other)
    assert plan(tournament, "Dot", new.name)
    stage_tables_start(tournament=other, author=ANN)
    with pytest.raises(Refusal, match="plays in another tournament at this time"):
        plan(tournament, "Dot", new.name)


def test_tables_that_have_begun_and_later_games_keep_their_people(tournament: Tournament) -> None:
    new = spare(tournament)
    type_in(tournament, table(tournament, 1))
    with pytest.raises(Refusal, match="Table 1 has begun"):
        plan(tournament, "Dot", new)
    play_all(tournament)
    seat(tournament, 2)
    with pytest.raises(Refusal, match="past its first game"):
        plan(tournament, "Dot", new)


def test_in_a_bracket_the_slot_goes_over(club: Club) -> None:
    tournament = tournament_of(club, 4, FOUR_PAIRS)
    begin(tournament)
    enter(tournament, 1)
    new = spare(tournament)
    old = names_at(table(tournament, 1))[0]
    assert plan(tournament, old, new).sentences[1] == (
        f"{new} takes over the place of {old} in the bracket."
    )
    let_play(tournament, old, new)
    type_in(tournament, table(tournament, 1), 1, 2)
    type_in(tournament, table(tournament, 2), 1, 2)
    stage = tournament.stages.get()
    (bracket,) = brackets(now(tournament).courses[stage.pk]).values()
    assert person(tournament, new).pk in bracket.still_in
    seat(tournament, 2)
    assert new in names_at(table(tournament, 1, game=2))


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
    let_play(tournament, "Ann", "Dot")
    assert field_names(tournament, 2) == ["Dot", "Bob"]
    assert drifts_of(now(tournament)) == ()
    row = StageEntrant.objects.get(stage__number=2, entrant__name="Dot")
    assert row.how == StageEntrant.objects.get(stage__number=2, entrant__name="Bob").how != ""
    take_back(tournament)
    assert len(drifts_of(now(tournament))) == 1


def test_a_replacement_by_choice_is_not_asked_about(club: Club) -> None:
    """Who goes home after the first stage is not missed in the next."""
    tournament = corrected(club)
    correct(tournament, 1, 11, 21, 31, 41)
    assert drifts_of(now(tournament)) == ()
    let_play(tournament, "Bob", "Dot")
    assert "Dot" in field_names(tournament, 2)
    assert drifts_of(now(tournament)) == ()


def test_who_met_before_is_said(club: Club) -> None:
    tournament = corrected(club)
    said = plan(tournament, "Bob", "Dot").sentences
    assert "Dot and Ann have met before." in said
    assert "Dot and Bob have met before." not in said


def test_who_has_no_points_to_carry_does_not_come_in(club: Club) -> None:
    carries = {"onward": "all", "carried": True, "seating": "snake"}
    tournament = tournament_of(club, 8, carries, {"name": "Second", "seating": "snake"})
    begin(tournament)
    play_all(tournament)
    close(tournament)
    enter(tournament, 1, checked_in_at=timezone.now())
    with pytest.raises(Refusal, match="has none to carry"):
        plan(tournament, names_at(table(tournament, 1, stage=2))[0], spare(tournament))
