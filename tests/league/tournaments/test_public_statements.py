"""What everybody reads is so: while the director decides, and after seats were given away."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Parting, Tournament
from league.templatetags.brackets import goes_on
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.awards.selectors.place_why import place_why
from league.tournaments.awards.selectors.places import (
    PlaceLine,
    callings_of,
    overall_lines,
    state_lines,
    waiting_words,
    when_certain,
    why_none,
    why_unsure,
)
from league.tournaments.awards.selectors.winners import end_screens, medals_corrected_at
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.selectors.level_people import level_groups
from league.tournaments.directing.selectors.outcome import kept_changes, outcome_of
from league.tournaments.directing.selectors.shared_medals import shared_after_end, ties_for_good
from league.tournaments.directing.selectors.tournament_page import page_for_all
from league.tournaments.directing.services.closing import stage_reopen
from league.tournaments.directing.services.partings import parting_record, parting_undo
from league.tournaments.directing.services.results import PaperNotAgreed
from league.tournaments.directing.services.stage_tables import tables_begin_on_paper
from league.tournaments.directing.services.stale_seats import drift_keep, drift_redo, drift_take
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.display.selectors.bracket_nodes import SeatBox
from league.tournaments.display.selectors.onwards import onwards_of
from league.tournaments.display.selectors.table_list import table_list_in
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.progress import closing_of
from league.tournaments.stages.selectors.stale_seats import drifts_of
from scoring.models import Club
from tests.factories import ANN, new_key
from tests.page import Page

from .directing.services.test_results import correct
from .directing.services.test_seat_changes import let_play, person, take_back, withdraw
from .runs import (
    WINNERS,
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

pytestmark = pytest.mark.django_db
FINAL = {"name": "Final", "size": 3, "least": 2, "most": 4, "seating": "snake"}


def played(club: Club, **about: object) -> Tournament:
    """The first stage is closed; Ann, before Dot, Eve and Hal, and Bob won their tables."""
    about = {"public": True, "band_width": 0, "medals": True, "qualifiers": 1, **about}
    tournament = tournament_of(club, 8, WINNERS, FINAL, **about)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    return tournament


@pytest.fixture
def waits(club: Club) -> Tournament:
    """Dot should have gone on instead of Ann; the director has not decided yet."""
    tournament = played(club)
    correct(tournament, 1, 99, 21, 31, 41)
    return tournament


def keep(tournament: Tournament) -> None:
    (drift,) = drifts_of(now(tournament))
    drift_keep(tournament=tournament, stage=drift.stage, author=ANN, seen=drift.mark, reason="fair")


def hows(tournament: Tournament, stage: int = 1) -> dict[str, tuple[str, bool]]:
    """How each one goes on from a stage, and whether that is certain."""
    snapshot = now(tournament)
    onwards = onwards_of(snapshot, snapshot.begun[stage - 1])
    names = {pk: entrant.name for pk, entrant in snapshot.entrants.items()}
    return {names[int(key)]: (how, key in onwards.certain) for key, how in onwards.hows.items()}


def seats(tournament: Tournament, stage: int = 1) -> dict[str, SeatBox]:
    column = bracket_of(now(tournament)).columns[stage - 1]
    return {seat.name: seat for box in column.boxes for seat in box.seats}


def page_of(tournament: Tournament, name: str) -> str:
    address = reverse("league:place-why", args=[tournament.pk, person(tournament, name).pk])
    return Page(Client().get(address)).text


def leaving_words(tournament: Tournament, name: str) -> str:
    """What the page says first on which somebody leaves."""
    plan = leaving_plan(now(tournament), person(tournament, name), "withdrew")
    return " ".join((*plan.choices[0].sentences, *plan.choices[0].moved))


def won(tournament: Tournament) -> dict[str, str]:
    """The medals that everybody reads of."""
    snapshot = now(tournament)
    (group,) = [group for group in medals_of(snapshot).groups if group.places]
    return {
        snapshot.entrants[int(award.key)].name: str(award.what) for award in group.certain_awards
    }


def test_while_the_director_decides_nobody_says_who_goes_on(waits: Tournament) -> None:
    """And as a reason it is said that the director kept somebody, once that is so."""
    undecided = {"Ann": ("decides", False), "Dot": ("decides", False)}
    assert hows(waits) == {**undecided, "Bob": ("table", True)}
    for name in ("Ann", "Dot"):
        text = page_of(waits, name)
        assert "The director decides." in text
        assert not any(words in text for words in ("Went on", "Did not go on", "lowest total"))
    # Nothing has been played in the final, so it is not played again.
    reason = "The director still has to decide who plays in Final. Until then you see “–”"
    assert why_unsure(now(waits), overall_lines(now(waits))).startswith(reason)
    lines = {line.name: line for line in table_list_in(now(waits)).lines}
    listed = Page(Client().get(reverse("league:table-list", args=[waits.pk]))).text
    assert "Table 1 · the director decides" in listed
    assert (lines["Dot"].decides, lines["Eve"].decides) == (True, False)
    # Ann may have to leave a table that has not begun, and Bob not.
    assert [(lines[name].table, lines[name].decides) for name in ("Ann", "Bob")] == [
        (1, True),
        (1, False),
    ]
    keep(waits)
    assert hows(waits) == {"Ann": ("choice", True), "Bob": ("table", True)}
    assert "Went on to Final by the director’s choice." in page_of(waits, "Ann")
    assert "Did not go on." in page_of(waits, "Dot")


def test_who_may_lose_a_seat_at_a_table_that_plays_is_told_alike_on_each_page(
    waits: Tournament,
) -> None:
    """The final may be seated again, though it has begun; so it is open whether Ann stays in it."""
    tables_begin_on_paper(tournament=waits, author=ANN)
    marks = {line.name: line.decides for line in table_list_in(now(waits)).lines}
    assert {name for name, decides in marks.items() if decides} == {"Ann", "Dot"}
    marked = {name for name, seat in seats(waits, 2).items() if goes_on(seat)}
    assert marked == {"Ann"}
    address = reverse("league:television", args=[waits.pk])
    for show in ("names", "tables"):
        assert "the director decides" in Page(Client().get(address, {"show": show})).text
    keep(waits)
    assert not any(line.decides for line in table_list_in(now(waits)).lines)
    assert not any(goes_on(seat) for seat in seats(waits, 2).values())


def unsure(tournament: Tournament) -> set[str]:
    """Whose place the list does not say, of those whose stage is closed."""
    lines = overall_lines(now(tournament))
    return {line.entrant.name for line in lines if line.is_open and not line.waits}


def test_no_number_stands_where_a_choice_of_the_director_would_change_it(club: Club) -> None:
    """Dot should have gone on instead of Ann, who would then be behind Cal and before Eve."""
    tournament = played(club)
    correct(tournament, 1, 23, 21, 31, 41)
    assert unsure(tournament) == {"Dot", "Cal"}
    assert "no place yet: it depends on what the director decides" in page_of(tournament, "Cal")
    assert "place 5 of 8" in page_of(tournament, "Eve")
    keep(tournament)
    assert unsure(tournament) == set()
    assert "place 4 of 8" in page_of(tournament, "Cal")


def test_what_can_be_opened_and_seated_again_is_open_and_nothing_is_once_it_is_too_late(
    club: Club,
) -> None:
    """Of eight, four go on to a second stage and two to the final; Ann should not have."""
    size = {"seating": "snake", "size": 2, "least": 2}
    first = {**size, "onward": "tables", "count": 2, "size": 4}
    second = {**size, "onward": "tables", "name": "Second"}
    tournament = tournament_of(club, 8, first, second, FINAL, public=True, medals=True)
    begin(tournament)
    for stage in (1, 2):
        play_all(tournament, stage)
        close(tournament, stage)
    later = {row.entrant.name for row in tournament.stages.get(number=2).field.all()}
    correct(tournament, 1, 99, 21, 31, 41)
    snapshot = now(tournament)
    in_final = {line.entrant.name for line in overall_lines(snapshot) if line.waits}
    assert later - in_final <= unsure(tournament)
    words = why_unsure(snapshot, overall_lines(snapshot))
    assert words.startswith("The director still has to decide who plays, and Second may be played")
    tables_begin_on_paper(tournament=tournament, author=ANN)
    assert unsure(tournament) == set()
    assert hows(tournament)["Ann"] == ("on", True)
    text = page_of(tournament, "Ann")
    assert "Corrected after it was closed. It is too late to change who played." in text
    assert "Went on to Second." in text
    play_all(tournament, 3)
    close(tournament, 3)
    assert sorted(won(tournament).values()) == ["bronze", "gold", "silver"]
    screen = Page(Client().get(reverse("league:television", args=[tournament.pk]))).text
    assert "It is too late to change who played." in screen
    assert "The director still has to decide." not in screen
    # The final could be seated again, and then the second stage be opened.
    correct(tournament, 1, 99, 21, stage=2)
    assert unsure(tournament) == {line.entrant.name for line in overall_lines(now(tournament))}
    asked = {drift.stage.number: drift for drift in drifts_of(now(tournament))}
    drift_keep(
        tournament=tournament, stage=asked[2].stage, author=ANN, seen=asked[2].mark, reason="fair"
    )
    assert unsure(tournament) == set()
    # The director is still asked to note it, which moves nobody.
    assert kept_changes(now(tournament), outcome_of(now(tournament))) == []
    keep(tournament)
    assert drifts_of(now(tournament)) == ()


def test_while_a_seat_waits_for_somebody_nobody_who_could_take_it_has_a_number(club: Club) -> None:
    tournament = played(club)
    withdraw(tournament, "Bob")
    assert unsure(tournament) == {"Dot", "Cal", "Eve", "Fay", "Gus", "Hal"}
    reason = "A seat is free, and the director decides who takes it."
    assert why_unsure(now(tournament), overall_lines(now(tournament))).startswith(reason)
    let_play(tournament, "Bob", "Dot")
    assert unsure(tournament) == set()
    assert why_unsure(now(tournament), overall_lines(now(tournament))) == ""


def test_a_free_seat_is_said_where_the_places_say_it(club: Club) -> None:
    tournament = played(club)
    for view in ("bracket", "television"):
        address = reverse(f"league:{view}", args=[tournament.pk])
        free = "A seat is free, and the director decides who takes it."
        assert free not in Page(Client().get(address)).text
    withdraw(tournament, "Bob")
    for view in ("bracket", "television"):
        address = reverse(f"league:{view}", args=[tournament.pk])
        assert free in Page(Client().get(address, {"show": "tables"})).text
    let_play(tournament, "Bob", "Dot")
    assert bracket_of(now(tournament)).columns[1].notes == ()


def test_who_goes_on_behind_somebody_who_left_counts_without_them(club: Club) -> None:
    """At table 1 Ann is before Fay, Gus and Lou; seconds elsewhere have fewer points than Gus."""
    stages = {**WINNERS, "fill": "full"}, FINAL | {"size": 4}
    tournament = tournament_of(club, 12, *stages, public=True)
    begin(tournament)
    totals = (40, 80, 120, 300), (42, 160, 220, 290), (44, 165, 230, 295)
    for number, line in enumerate(totals, 1):
        type_in(tournament, table(tournament, number), *line)
    first, second, third, _last = names_at(table(tournament, 1))
    withdraw(tournament, first)
    rule = "Only people who can go on count at a table."
    for says, words in (("goes", "Goes on"), ("went", "Went on to Final")):
        shown = seats(tournament)
        assert goes_on(shown[second]).startswith(f"{says} on")
        assert goes_on(shown[third]) == f"{says} on as a best second"
        assert bracket_of(now(tournament)).columns[0].way.endswith(rule)
        without = f"The place at the table is counted without {first}."
        assert f"{words} as one of the best of the rest. {without}" in page_of(tournament, third)
        if says == "goes":
            close(tournament)
    # Who leaves after the next stage is seated was counted.
    withdraw(tournament, second)
    assert goes_on(seats(tournament)[third]) == "went on as a best second"


def test_who_went_home_a_stage_before_may_still_take_a_free_seat(club: Club) -> None:
    size = {"seating": "snake", "size": 3, "least": 2, "most": 3}
    second = {"name": "Second", "onward": "best", "count": 2, **size}
    tournament = tournament_of(club, 8, {"onward": "best", "count": 6}, second, FINAL)
    begin(tournament)
    for stage in (1, 2):
        play_all(tournament, stage)
        close(tournament, stage)
    (last, *_others) = tournament.stages.get(number=3).field.order_by("pk")
    withdraw(tournament, last.entrant.name)
    without = {
        line.entrant.name for line in overall_lines(now(tournament)) if line.place.stage == 1
    }
    assert without
    assert without <= unsure(tournament)


def test_who_was_replaced_and_disqualified_is_told_alike_on_each_page(waits: Tournament) -> None:
    let_play(waits, "Ann", "Dot")
    entrant_withdraw(entrant=person(waits, "Ann"), author=ANN, how="disqualified", keeps=False)
    bracket = Page(Client().get(reverse("league:bracket", args=[waits.pk]))).text
    assert "Ann went on, and was replaced by Dot disqualified" in bracket
    assert "Went on, and was replaced by Dot." in page_of(waits, "Ann")


def test_what_the_director_has_chosen_about_is_not_said_to_be_asked_again(
    waits: Tournament,
) -> None:
    """That Dot should have gone on is no news to who takes Bob out of the final."""
    keep(waits)
    tables_begin_on_paper(tournament=waits, author=ANN)
    plan = leaving_plan(now(waits), person(waits, "Bob"), "disqualified")
    said = " ".join(sentence for choice in plan.choices for sentence in choice.moved)
    entrant_withdraw(entrant=person(waits, "Bob"), author=ANN, how="disqualified", keeps=False)
    assert ("until the director has chosen" in said) == bool(drifts_of(now(waits)))


def test_a_medal_that_was_shared_before_a_correction_is_not_said_to_be_shared_by_it(
    club: Club,
) -> None:
    tournament = played(club, tie_breaks=["play_off"])
    type_in(tournament, table(tournament, 1, stage=2), 11, 11)
    close(tournament, 2)
    correct(tournament, 1, 11, 41, 31, 21)
    assert medals_corrected_at(now(tournament).tournament) is not None
    assert shared_after_end(now(tournament)) == ()


def test_a_medal_that_a_correction_after_the_end_lets_people_share_can_be_played_off(
    club: Club,
) -> None:
    tournament = played(club, tie_breaks=["play_off"])
    play_all(tournament, 2)
    close(tournament, 2)
    assert shared_after_end(now(tournament)) == ()
    correct(tournament, 1, 11, 11, stage=2)
    (tie,) = shared_after_end(now(tournament))
    assert (tie.medal, {level.entrant.name for level in tie.people}) == ("gold", {"Ann", "Bob"})
    # Once the stage is open again, what is offered there is enough.
    stage = tournament.stages.get(number=2)
    stage_reopen(tournament=tournament, stage=stage, author=ANN, reason="a play-off")
    assert shared_after_end(now(tournament)) == ()


def test_who_waits_for_the_director_has_no_medal_before_and_after_the_end(
    waits: Tournament,
) -> None:
    play_all(waits, 2)
    assert won(waits) == {}
    close(waits, 2)
    snapshot = now(waits)
    assert overall_lines(snapshot)[0].entrant.name == "Ann"
    # The final could be opened and seated again, with Dot in it.
    assert won(waits) == {}
    (calling,) = callings_of(snapshot, medals_of(snapshot))
    assert calling.calls == ()
    assert set(calling.undecided) == {"Ann", "Dot"}
    page = page_of(waits, "Ann")
    assert "the director decides" in page
    assert "place 1 of" not in page
    assert not any(
        line.name in ("Ann", "Bob")
        for shown in end_screens(snapshot)
        for screen in shown
        for podium in (screen.champion, *(p for column in screen.podiums for p in column))
        for line in (podium.lines if podium else ())
    )
    keep(waits)
    assert won(waits)["Ann"] == "gold"


def test_who_plays_instead_of_somebody_is_said_where_each_stands(club: Club) -> None:
    """Who left before sitting down is not said to have been in that stage, nor counted there."""
    tournament = played(club)
    withdraw(tournament, "Bob")
    let_play(tournament, "Bob", "Dot")
    first, final = seats(tournament), seats(tournament, 2)
    assert (first["Dot"].for_whom, final["Dot"].for_whom) == ("Bob", "Bob")
    assert (first["Bob"].instead, first["Bob"].for_whom) == ("Dot", "")
    went_on = "went on, and was replaced by Dot"
    assert goes_on(first["Bob"]) == went_on
    assert went_on.capitalize()[:-3] in page_of(tournament, "Bob")
    text = page_of(tournament, "Dot")
    assert "Dot plays in Final instead of Bob (withdrew)." in text
    assert "choice" not in text.partition("What the director")[0]
    snapshot = now(tournament)
    why = place_why(snapshot, snapshot.entrants[person(tournament, "Bob").pk])
    assert [part.stage.name for part in why.stages] == ["Stage 1"]
    assert why.overall is not None
    assert why.overall.details[0] == "Stage 1"
    assert [line.people for line in page_for_all(tournament).stages] == [8, 2]


def told_of_changes(tournament: Tournament) -> tuple[str, tuple[str, ...]]:
    """What the bracket says of a correction of the first stage, and of who plays instead."""
    first, final = bracket_of(now(tournament)).columns
    return first.kept, final.instead


def test_of_a_correction_is_told_what_the_director_chose_whoever_plays_later(
    waits: Tournament,
) -> None:
    """Of Bob, who went on rightly, nobody reads that he should have gone on instead."""
    wronged = "Corrected after it was closed. Dot should have gone on to Final instead of Ann. "
    (drift,) = drifts_of(now(waits))
    drift_take(
        tournament=waits,
        stage=drift.stage,
        author=ANN,
        key=new_key(),
        seen=drift.mark,
        reason="fair",
    )
    taken_in = f"{wronged}The director took in Dot too."
    assert told_of_changes(waits) == (taken_in, ())
    let_play(waits, "Bob", "Cal")
    instead = "Cal plays in Final instead of Bob: the director decided."
    assert told_of_changes(waits) == (taken_in, (instead,))
    assert "Corrected" not in page_of(waits, "Bob")
    # Nor is the director told so when another correction comes.
    correct(waits, 2, 12, 99, 32, 42)
    assert told_of_changes(waits) == (taken_in, (instead,))
    correct(waits, 1, 99, 98, 31, 41)
    (drift,) = drifts_of(now(waits))
    assert [now(waits).entrants[pk].name for pk in drift.missing] == ["Eve"]


def test_who_should_have_gone_on_may_play_for_somebody_else_later(waits: Tournament) -> None:
    """It stays true of whom Dot should have had the place, and what the director chose then."""
    let_play(waits, "Bob", "Cal")
    # To let somebody else play is no answer to what is asked of Ann and Dot.
    assert len(drifts_of(now(waits))) == 1
    take_back(waits)
    keep(waits)
    kept = (
        "Corrected after it was closed. Dot should have gone on to Final instead of Ann. "
        "The director left Ann in Final."
    )
    let_play(waits, "Bob", "Dot")
    instead = "Dot plays in Final instead of Bob: the director decided."
    assert told_of_changes(waits) == (f"{kept} Dot got a place in Final all the same.", (instead,))
    # By the results now Dot is the first of the table; but it is Bob's place that Dot has.
    assert "lowest total" not in page_of(waits, "Dot")
    assert drifts_of(now(waits)) == ()
    take_back(waits)
    assert told_of_changes(waits) == (kept, ())
    # Once Dot has the place, a correction back is asked about.
    let_play(waits, "Ann", "Dot")
    assert drifts_of(now(waits)) == ()
    correct(waits, 1, 11, 21, 31, 41)
    (drift,) = drifts_of(now(waits))
    assert (len(drift.missing), len(drift.extra)) == (1, 1)


def test_who_gave_a_place_to_another_and_is_taken_in_later_is_said_to_be_in(club: Club) -> None:
    """Dot played for Bob, and Cal then for Dot, before Dot should have gone on after all."""
    tournament = played(club)
    let_play(tournament, "Bob", "Dot")
    let_play(tournament, "Dot", "Cal")
    correct(tournament, 1, 99, 21, 31, 41)
    (drift,) = drifts_of(now(tournament))
    drift_take(
        tournament=tournament,
        stage=drift.stage,
        author=ANN,
        key=new_key(),
        seen=drift.mark,
        reason="fair",
    )
    assert "The director took in Dot too" in told_of_changes(tournament)[0]


def test_without_a_correction_nobody_reads_of_one(club: Club) -> None:
    tournament = played(club)
    let_play(tournament, "Bob", "Dot")
    instead = "Dot plays in Final instead of Bob: the director decided."
    assert told_of_changes(tournament) == ("", (instead,))


def test_only_who_won_a_play_off_is_said_to_have_won_it(club: Club) -> None:
    """Dot, who lost it, plays in the final later, for somebody who left."""
    tournament = tournament_of(club, 8, WINNERS, FINAL, tie_breaks=["play_off"])
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 10, 10, 40)
    type_in(tournament, table(tournament, 2))
    ann, dot, eve = (person(tournament, name).pk for name in ("Ann", "Dot", "Eve"))
    Parting.objects.create(
        stage=tournament.stages.get(number=1),
        kind="play_off",
        numbers=[[ann, 1], [dot, 2], [eve, 3]],
        author="Olive",
        recorded_at=timezone.now(),
    )
    close(tournament)
    withdraw(tournament, "Bob")
    let_play(tournament, "Bob", "Dot")
    assert {name for name, seat in seats(tournament).items() if seat.won_by} == {"Ann"}


def test_a_play_off_that_leaves_two_level_is_won_by_nobody_and_lost_for_good(club: Club) -> None:
    """Three seconds for 1 place; who lost the play-off cannot go on any more."""
    fills, four = {**WINNERS, "fill": "full"}, {**FINAL, "size": 4}
    tournament = tournament_of(club, 12, fills, four, tie_breaks=["play_off"], public=True)
    begin(tournament)
    for number in (1, 2, 3):
        type_in(tournament, table(tournament, number), 10, 20, 30, 40)
    first = tournament.stages.get(number=1)
    tied = sorted(name for name, (how, _sure) in hows(tournament).items() if how == "level")
    points = dict(zip((person(tournament, name).pk for name in tied), (10, 10, 22), strict=True))
    parting_record(
        tournament=tournament,
        stage=first,
        author=ANN,
        kind=Parting.Kind.PLAY_OFF,
        entrants=list(points),
        points=points,
    )
    level = {name: how for name, (how, _sure) in hows(tournament).items() if name in tied}
    assert level == dict.fromkeys(tied[:2], "level")
    assert [name for name, seat in seats(tournament).items() if seat.won_by] == []
    snapshot = now(tournament)
    stage = snapshot.begun[0]
    (group,) = level_groups(snapshot, stage, closing_of(snapshot, stage).advance)
    tries = [
        (
            tie.outcome,
            *([who.name for who, _number in pairs] for pairs in (tie.numbers, tie.others)),
        )
        for tie in group.ties
    ]
    assert tries == [("level", tied[:2], tied[2:])]
    pair = [person(tournament, name).pk for name in tied[:2]]
    both_on = parting_record(
        tournament=tournament, stage=first, author=ANN, kind=Parting.Kind.ALL, entrants=pair
    )
    assert set(hows(tournament)).issuperset(tied[:2])
    assert [name for name, seat in seats(tournament).items() if seat.won_by] == []
    assert "decided who goes on" not in page_of(tournament, tied[0])
    parting_undo(tournament=tournament, parting=both_on, author=ANN)
    parting_record(
        tournament=tournament, stage=first, author=ANN, kind=Parting.Kind.LOT, entrants=pair
    )
    for name in tied:
        page = page_of(tournament, name)
        assert f"Who was level in {first.name}, and what decided between them" in page
        assert ("Lots decided who goes on." in page) == (name in tied[:2])
        # Lots part for the next stage alone: in this one the two share the place.
        assert ("Shared place" in page) == (name in tied[:2])
        assert ("stays shared: lots only decided who goes on." in page) == (name in tied[:2])


def test_two_seconds_of_a_table_who_are_level_for_what_is_left_play_it_off(club: Club) -> None:
    fills = {**WINNERS, "fill": "to", "fill_to": 3}
    tournament = tournament_of(club, 8, fills, FINAL, tie_breaks=["play_off"], public=True)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 20, 20, 40)
    type_in(tournament, table(tournament, 2))
    assert {hows(tournament)[name] for name in ("Dot", "Eve")} == {("level", False)}
    snapshot = now(tournament)
    stage = snapshot.begun[0]
    (group,) = level_groups(snapshot, stage, closing_of(snapshot, stage).advance)
    assert (group.places, group.lots, group.all_on) == (1, True, True)
    points = {person(tournament, name).pk: number for name, number in (("Dot", 9), ("Eve", 5))}
    parting_record(
        tournament=tournament,
        stage=stage,
        author=ANN,
        kind=Parting.Kind.PLAY_OFF,
        entrants=list(points),
        points=points,
    )
    assert set(hows(tournament)) == {"Ann", "Bob", "Eve"}
    text = Page(Client().get(reverse("league:bracket", args=[tournament.pk]))).text
    assert "Eve ▸ goes on as a best second won the play-off" in text


def test_who_left_is_counted_alike_and_who_plays_on_instead_says_of_whom(club: Club) -> None:
    """Ann left before the stage was closed, Bob before the final; Hal has no place."""
    tournament = tournament_of(club, 8, WINNERS, FINAL, public=True, band_width=0)
    begin(tournament)
    play_all(tournament)
    withdraw(tournament, "Ann")
    assert "Goes on instead of Ann, ahead at the table." in page_of(tournament, "Dot")
    close(tournament)
    withdraw(tournament, "Bob")
    let_play(tournament, "Bob", "Cal")
    hal = person(tournament, "Hal")
    entrant_withdraw(entrant=hal, author=ANN, how="disqualified", keeps=False)
    (bob,) = (line for line in overall_lines(now(tournament)) if line.entrant.name == "Bob")
    assert bob.details[:2] == ["Stage 1", "went on to Final"]
    assert bob.place.value == Fraction(12)
    eve = page_of(tournament, "Eve")
    assert "of 8" not in eve
    assert "of 7 in this stage" in eve
    why = place_why(now(tournament), person(tournament, "Eve"))
    assert (why.players, why.players_in_group, why.stages[0].of) == (7, 7, 7)


def test_arrows_do_not_go_when_a_start_is_taken_back(club: Club) -> None:
    """Who is certain follows from what is written, not from which tables have begun."""
    stages = (WINNERS, {**WINNERS, "name": "Second", "size": 2, "least": 2, "most": 2}, FINAL)
    tournament = tournament_of(club, 16, *stages)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    type_in(tournament, table(tournament, 1, 2))
    before = hows(tournament, 2)
    assert list(before.values()) == [("table", True)]
    tables_begin_on_paper(tournament=tournament, author=ANN)
    assert hows(tournament, 2) == before


def test_nobody_surely_goes_on_from_a_stage_that_may_be_seated_again(club: Club) -> None:
    """The director may let what was played there count no more."""
    stages = (WINNERS, {**WINNERS, "name": "Second", "size": 2, "least": 2, "most": 2}, FINAL)
    tournament = tournament_of(club, 16, *stages)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    type_in(tournament, table(tournament, 1, 2))
    assert list(hows(tournament, 2).values()) == [("table", True)]
    lost = names_at(table(tournament, 2, 2))[0]
    number = next(n for n in (1, 2, 3, 4) if lost in names_at(table(tournament, n)))
    correct(tournament, number, 99, 98, 97, 96)
    assert not any(sure for _how, sure in hows(tournament, 2).values())
    keep(tournament)
    assert hows(tournament, 2) == {names_at(table(tournament, 1, 2))[0]: ("table", True)}


def test_a_correction_that_makes_a_tie_says_so_first(club: Club) -> None:
    tournament = tournament_of(club, 8, WINNERS, FINAL)
    begin(tournament)
    play_all(tournament)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, table(tournament, 1), 21, 21, 31, 41, reason="misread")
    (consequence,) = asked.value.preview.beyond
    assert (
        "Ann and Dot are then level for a place in Final. If not all of them go on, the director "
        "decides."
    ) in consequence.sentences


def test_what_leaving_does_says_nothing_that_is_not_so(club: Club) -> None:
    """Eve, third at her table, sends nobody on by leaving, and nobody plays longer than she did."""
    tournament = tournament_of(club, 8, WINNERS, FINAL)
    begin(tournament)
    type_in(tournament, table(tournament, 1))
    said = {name: leaving_words(tournament, name) for name in ("Ann", "Eve")}
    next_at_table = names_at(table(tournament, 1))[1]
    assert f"The place goes to the next at table 1: {next_at_table}." in said["Ann"]
    assert "The place goes to" not in said["Eve"]
    for words in said.values():
        assert "Those who go further" not in words
        assert "Which place that is depends on what is still to come." in words
        assert "wins" not in words
    # Nor once all tables are in, or in the final, before these are closed.
    type_in(tournament, table(tournament, 2))
    assert "depends on" in leaving_words(tournament, "Eve")
    close(tournament)
    for name in ("Ann", "Eve"):
        assert "depends on" in leaving_words(tournament, name)
        assert not {"place 1", "gold", "would go on"} & set(leaving_words(tournament, name).split())


def test_who_was_disqualified_in_the_final_had_gone_on_to_it(club: Club) -> None:
    tournament = played(club)
    play_all(tournament, 2)
    entrant_withdraw(entrant=person(tournament, "Ann"), author=ANN, how="disqualified", keeps=False)
    text = Page(Client().get(reverse("league:bracket", args=[tournament.pk]))).text
    assert "Ann ▸ went on disqualified" in text


def test_a_final_that_was_seated_again_says_with_whom_and_why_each_went_on(club: Club) -> None:
    """A play-off for bronze sends nobody on; who was disqualified in the final had gone on to it.

    The seconds of tables 1 and 2 are level. Then the first of table 1 has no place any more, and
    the first of table 3 should not have gone on.
    """
    about = {"public": True, "band_width": 0, "medals": True, "tie_breaks": ["play_off"]}
    tournament = tournament_of(club, 12, WINNERS, FINAL, **about)
    begin(tournament)
    for number in (1, 2, 3):
        type_in(tournament, table(tournament, number), 10, 30 if number == 3 else 21, 31, 41)
    firsts, seconds, *_rest = zip(
        *(names_at(table(tournament, number)) for number in (1, 2, 3)), strict=True
    )
    close(tournament)
    play_all(tournament, 2)
    level = {person(tournament, name).pk: 4 + at for at, name in enumerate(seconds[:2])}
    parting_record(
        tournament=tournament,
        stage=now(tournament).begun[0],
        author=ANN,
        kind=Parting.Kind.PLAY_OFF,
        entrants=list(level),
        points=level,
    )
    out = person(tournament, firsts[0])
    entrant_withdraw(entrant=out, author=ANN, how="disqualified", keeps=False)
    correct(tournament, 3, 99, 30, 31, 41)
    (drift,) = drifts_of(now(tournament))
    drift_redo(
        tournament=tournament,
        stage=drift.stage,
        author=ANN,
        seen=drift.mark,
        reason="fair",
        sure=True,
    )
    assert "table" in hows(tournament)[seconds[0]]
    assert [name for name, seat in seats(tournament).items() if seat.won_by] == []
    for name in seconds[:2]:
        assert "decided who goes on" not in page_of(tournament, name)
    why = page_of(tournament, out.name)
    assert "Did not go on" not in why
    assert f"Went on to Final, which was then seated again without {out.name}." in why
    came, gone = (f"{pair[0]} and {pair[2]}" for pair in (seconds, firsts))
    for view in ("bracket", "places", "television"):
        text = Page(Client().get(reverse(f"league:{view}", args=[tournament.pk]))).text
        assert f"The director had Final seated again, with {came} instead of {gone}." in text


def test_places_say_for_what_they_wait(club: Club) -> None:
    tournament = tournament_of(club, 8, WINNERS, FINAL, public=True)
    begin(tournament)
    address = reverse("league:places", args=[tournament.pk])
    type_in(tournament, table(tournament, 1))
    assert "have a place when the director closes it" in Page(Client().get(address)).text
    play_all(tournament)
    text = Page(Client().get(address)).text
    assert "All tables of “Stage 1” have finished. Places follow when the director" in text
    close(tournament)
    text = Page(Client().get(address)).text
    assert "Not all tables of “Final” have finished." in text


def test_what_later_results_no_longer_say_is_not_taken_away_without_a_word(
    waits: Tournament,
) -> None:
    keep(waits)
    before = bracket_of(now(waits)).columns[0]
    assert (before.earlier, "Dot should have gone on" in before.kept) == ("", True)
    correct(waits, 1, 99, 21, 20, 41)
    keep(waits)
    after = bracket_of(now(waits)).columns[0]
    assert "Eve should have gone on to Final instead of Ann." in after.kept
    earlier = "By earlier results: Dot should have gone on to Final instead of Ann."
    assert after.earlier == earlier
    assert earlier in Page(Client().get(reverse("league:places", args=[waits.pk]))).text


def test_who_had_nobody_to_play_and_left_later_goes_on_nowhere(club: Club) -> None:
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 3, pairs, public=True)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    entrant_withdraw(entrant=person(tournament, "Ann"), author=ANN, how="withdrew", keeps=True)
    text = Page(Client().get(reverse("league:bracket", args=[tournament.pk]))).text
    assert "Ann withdrew" in text
    assert "Ann goes on" not in text


def test_while_a_seat_is_free_nobody_is_said_to_be_able_to_go_on(club: Club) -> None:
    """As on the television: who comes to the table that has not begun may be before all others."""
    size = {"seating": "snake", "size": 3, "least": 2, "most": 3}
    second = {"name": "Second", "onward": "best", "count": 2, **size}
    first_stage = {"seating": "snake", "onward": "best", "count": 6}
    tournament = tournament_of(club, 8, first_stage, second, FINAL)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    row = table(tournament, 1, 2)
    type_in(tournament, row)
    assert hows(tournament, 2).keys() == {"Ann", "Cal"}
    first = row.seats.first()
    assert first is not None
    plan = leaving_plan(now(tournament), first.entrant, "withdrew")
    for choice in plan.choices:
        says = [sentence for sentence in choice.moved if "go on" in sentence]
        assert says == ["The bracket and the television then no longer say of Cal: “could go on”."]
    withdraw(tournament, first.entrant.name)
    assert not hows(tournament, 2)


def test_one_s_own_page_says_who_is_level_for_a_medal(club: Club) -> None:
    """Until the last stage is closed, as Places does; the others' pages say nothing of it."""
    tournament = played(club)
    type_in(tournament, table(tournament, 1, 2), 30, 30)
    said = "Ann and Bob are level. Both win it once Final is closed."
    assert [said in page_of(tournament, name) for name in ("Ann", "Bob", "Dot")] == [
        True,
        True,
        False,
    ]
    close(tournament, 2)
    assert said not in page_of(tournament, "Ann")


def test_before_the_end_only_what_is_certain_is_called_out(club: Club) -> None:
    """No medal of a final that plays, nor of a winner who left; the page says when they follow."""
    tournament = played(club)
    withdraw(tournament, "Bob")
    tables_begin_on_paper(tournament=tournament, author=ANN)
    snapshot = now(tournament)
    (calling,) = callings_of(snapshot, medals_of(snapshot))
    assert (calling.calls, calling.waits) == ((), True)
    assert "The rest follows at the latest when Final is closed." in when_certain(snapshot)
    lines = state_lines(snapshot, medals_of(snapshot))
    assert {(line.place, line.award, line.qualified) for line in lines} == {(None, "", None)}
    type_in(tournament, table(tournament, 1, 2), 11, None)
    snapshot = now(tournament)
    (calling,) = callings_of(snapshot, medals_of(snapshot))
    assert [(call.what, call.people[0].name) for call in calling.calls][-1] == ("gold", "Ann")


def test_while_the_director_decides_no_list_says_who_moved(club: Club) -> None:
    """A correction after the end: who waits has no place; what moved is said once it is so."""
    tournament = played(club, ribbons=8)
    play_all(tournament, 2)
    close(tournament, 2)
    row = table(tournament, 1)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, row, 99, 41, 31, 21, reason="misread")
    ((consequence, left), mark) = asked.value.preview.beyond, asked.value.preview.mark
    assert "until the director has chosen" in consequence.sentences[0]
    assert not any("instead of place" in sentence for sentence in consequence.sentences)
    type_in(tournament, row, 99, 41, 31, 21, reason="misread", agreed=mark)
    snapshot = now(tournament)
    medals = medals_of(snapshot)
    assert drifts_of(snapshot)
    assert moved_of(snapshot, medals) == ()
    assert tuple(kept_changes(snapshot, outcome_of(snapshot))) == left.sentences
    ann = next(line for line in state_lines(snapshot, medals) if line.name == "Ann")
    assert (ann.place, ann.award, ann.qualified) == (None, "", None)
    assert "still has to decide" in when_certain(snapshot)
    keep(tournament)
    snapshot = now(tournament)
    (moved,) = moved_of(snapshot, medals_of(snapshot))
    assert any("Dot" in sentence for sentence in moved.people.values())
    assert sorted(moved.people.values()) == sorted(left.sentences)
    assert when_certain(snapshot) == ""


def test_while_medals_are_held_it_is_said_which_shown_places_moved(club: Club) -> None:
    """The director reads all of it; everybody only of places that win nothing and are shown."""
    tournament = played(club)
    play_all(tournament, 2)
    close(tournament, 2)
    correct(tournament, 1, 11, 23, 41, 31)
    Tournament.objects.update(medals_held=True)
    snapshot = now(tournament)
    medals = medals_of(snapshot)
    assert moved_of(snapshot, medals) == ()
    (everything,) = moved_of(snapshot, medals, to_director=True)
    assert any("bronze" in sentence for sentence in everything.lines)
    (moved,) = moved_of(snapshot, medals, shown=set(snapshot.entrants))
    names = {snapshot.entrants[pk].name for pk in moved.people}
    assert names == {"Eve", "Hal"}
    # Where nothing is won in the first stage, its places are shown.
    Tournament.objects.update(medals=False, ribbons=2)
    text = Page(Client().get(reverse("league:places", args=[tournament.pk]))).text
    assert "Eve has place" in text
    assert "bronze" not in text


def test_who_is_out_and_level_for_a_medal_plays_it_off_while_the_final_plays(club: Club) -> None:
    """Dot and Cal lost their tables with equal totals; no result of the final parts them."""
    tournament = tournament_of(
        club, 8, WINNERS, FINAL, public=True, band_width=0, medals=True, tie_breaks=["play_off"]
    )
    begin(tournament)
    type_in(tournament, table(tournament, 1), 11, 21, 31, 41)
    type_in(tournament, table(tournament, 2), 12, 21, 32, 42)
    close(tournament)
    # Until the final begins, one of them could take a seat there.
    assert ties_for_good(now(tournament)) == ()
    tables_begin_on_paper(tournament=tournament, author=ANN)
    (tie,) = ties_for_good(now(tournament))
    level = [person_level.entrant for person_level in tie.people]
    assert {entrant.name for entrant in level} == {"Cal", "Dot"}
    assert "shared with Dot" in page_of(tournament, "Cal")
    gone = tournament.entrants.filter(name="Dot")
    gone.update(withdrawn_at=timezone.now())
    assert ties_for_good(now(tournament)) == ()
    gone.update(withdrawn_at=None)
    parting_record(
        tournament=tournament,
        stage=tie.stage,
        author=ANN,
        kind=Parting.Kind.PLAY_OFF,
        entrants=[entrant.pk for entrant in level],
        points={entrant.pk: 5 if entrant.name == "Cal" else 9 for entrant in level},
    )
    snapshot = now(tournament)
    assert (ties_for_good(snapshot), drifts_of(snapshot)) == ((), ())
    ranked = {line.entrant.name: line.place.place for line in overall_lines(snapshot)}
    assert (ranked["Cal"], ranked["Dot"]) == (3, 4)


def test_how_people_go_on_stays_said_while_the_director_decides_who_plays(club: Club) -> None:
    """Two of each of two tables fill the final, whoever plays at them."""
    two = {**WINNERS, "count": 2, "fill": "full"}
    final = {"name": "Final"}
    tournament = tournament_of(club, 16, two, {**two, "name": "Second"}, final, public=True)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    rule = "The 2 lowest of each table go on."
    assert bracket_of(now(tournament)).columns[1].way == rule
    correct(tournament, 1, 99, 21, 31, 41)
    assert hows(tournament, 2)
    assert bracket_of(now(tournament)).columns[1].way == rule


def test_between_games_no_places_are_promised(club: Club) -> None:
    swiss = {"rounds": 2, "size": 2, "least": 2, "most": 2, "seating": "swiss"}
    tournament = tournament_of(club, 4, swiss, public=True, band_width=0)
    begin(tournament)

    def read() -> str:
        return Page(Client().get(reverse("league:places", args=[tournament.pk]))).text

    play_all(tournament)
    withdraw(tournament, "Dot")
    promised = "Provisional: places so far"
    assert "Provisional: nobody has a place yet. The list shows the order so far" in read()
    assert promised not in read()
    seat(tournament, 2)
    play_all(tournament)
    assert promised in read()


def test_who_left_before_the_first_game_has_earned_no_place(club: Club) -> None:
    """Also where somebody else sits there since; who left a table that plays may get a total."""
    tournament = tournament_of(club, 8, WINNERS, FINAL, public=True, band_width=0)
    begin(tournament)
    entrant_withdraw(entrant=person(tournament, "Dot"), author=ANN, how="withdrew", keeps=True)
    tables_begin_on_paper(tournament=tournament, author=ANN)
    entrant_withdraw(entrant=person(tournament, "Eve"), author=ANN, how="withdrew", keeps=True)
    never, early = page_of(tournament, "Dot"), page_of(tournament, "Eve")
    assert "Withdrew before playing in Stage 1: no place." in never
    assert "Withdrew before the end of Stage 1." in early
    assert "keeps the place" not in early
    come_before = "Those who went further or finished more games come before."
    assert (come_before in never, come_before in early) == (False, True)


def test_a_final_won_by_walkover_says_the_same_on_every_page(club: Club) -> None:
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 4, pairs, public=True, band_width=0, medals=True)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    out, winner = names_at(table(tournament, 1, game=2))
    entrant_withdraw(entrant=person(tournament, out), author=ANN, how="disqualified", keeps=False)

    def read(page: str) -> str:
        return Page(Client().get(reverse(f"league:{page}", args=[tournament.pk]))).text

    assert f"{winner} ▸ wins by walkover" in read("bracket")
    shared = "are level. Both win it once"
    places_page, television = read("places"), read("television")
    assert shared in places_page
    assert shared in television
    assert "2= 2 shared Cal" in places_page
    assert "Not all tables" not in places_page
    assert "not begun yet" not in places_page
    # The semi-finals were no ties.
    assert "level 1" not in television
    close(tournament)
    assert f"{winner} ▸ won by walkover" in read("bracket")


def test_between_the_games_of_an_elimination_nobody_has_a_place_in_it(club: Club) -> None:
    """Of four who have won, each would share place 1; and who left keeps a place to come."""
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 8, pairs, public=True, band_width=0)
    begin(tournament)
    play_all(tournament)
    entrant_withdraw(entrant=person(tournament, "Hal"), author=ANN, how="withdrew", keeps=True)
    for name in ("Ann", "Gus", "Hal"):
        text = page_of(tournament, name)
        assert "No place in this stage yet." in text
        assert "in this stage, with" not in text
    seat(tournament, 2)
    play_all(tournament)
    out, winner = (names_at(table(tournament, number, game=2))[0] for number in (1, 2))
    entrant_withdraw(entrant=person(tournament, out), author=ANN, how="withdrew", keeps=True)
    text = Page(Client().get(reverse("league:bracket", args=[tournament.pk]))).text
    # It is the final that is never played.
    assert f"{winner} wins by walkover: {out} withdrew" in text


def test_so_many_are_forecast_in_the_next_stage_as_tables_send_there(club: Club) -> None:
    """Eight who are left of nine would be two tables, and three tables sit."""
    tournament = tournament_of(club, 9, {**WINNERS, "size": 3, "least": 3}, FINAL)
    begin(tournament)
    play_all(tournament)
    withdraw(tournament, names_at(table(tournament, 1))[-1])
    expected = bracket_of(now(tournament)).columns[1].expected
    assert expected is not None
    assert (expected.players, expected.sizes) == (3, (3,))


def test_all_who_go_on_by_the_directors_word_are_forecast_while_that_counts(club: Club) -> None:
    """Three are level for the second place until a correction leaves two of them; lots decide."""
    tournament = tournament_of(club, 8, {"onward": "best", "count": 2}, FINAL, public=True)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 20, 20, 90)
    type_in(tournament, table(tournament, 2), 20, 91, 92, 93)
    snapshot = now(tournament)
    stage = snapshot.begun[0]
    level = names_at(table(tournament, 1))[1:3]
    keys = [person(tournament, name).pk for name in level]
    third = names_at(table(tournament, 2))[0]
    parting_record(
        tournament=tournament,
        stage=stage,
        author=ANN,
        kind=Parting.Kind.ALL,
        entrants=[*keys, person(tournament, third).pk],
    )
    expected = bracket_of(now(tournament)).columns[1].expected
    assert expected is not None
    assert expected.players == 4
    first, second, last = sorted([*level, third])
    said = f"The 2 best go on. Everybody who is level goes on: {first}, {second} and {last}."
    assert bracket_of(now(tournament)).columns[0].way == said
    counts_no_longer = "they are not all level for a place. So this does not count"
    assert counts_no_longer not in page_of(tournament, third)
    correct(tournament, 2, 30, 91, 92, 93)
    assert counts_no_longer in page_of(tournament, third)
    assert bracket_of(now(tournament)).columns[0].way == "The 2 best go on."
    parting_record(
        tournament=tournament, stage=stage, author=ANN, kind=Parting.Kind.LOT, entrants=keys
    )
    for name in level:
        assert "Lots decided who goes on." in page_of(tournament, name)


def test_nobody_reads_of_seats_that_were_swept_away(club: Club) -> None:
    tournament = played(club)
    let_play(tournament, "Ann", "Dot")
    assert "Dot plays at table 1 instead of Ann." in page_of(tournament, "Ann")
    first = now(tournament).begun[0]
    stage_reopen(tournament=tournament, stage=first, author=ANN, reason="misread")
    for name in ("Ann", "Dot"):
        assert "instead of" not in page_of(tournament, name)


def test_instead_of_whom_one_plays_stands_at_no_table_of_games_before(club: Club) -> None:
    tournament = tournament_of(club, 8, {"onward": "best", "count": 3, "rounds": 2}, FINAL)
    begin(tournament)
    points = {name: 10 * at for at, name in enumerate(sorted(field_names(tournament, 1)), 1)}
    for game in (1, 2):
        if game == 2:
            seat(tournament, 2)
        # By name, so that nobody is level, whoever the second game puts together.
        for number in (1, 2):
            row = table(tournament, number, game=game)
            type_in(tournament, row, *(points[name] for name in names_at(row)))
    close(tournament)
    ann, *_others = names_at(table(tournament, 1, stage=2))
    dot = next(n for n in field_names(tournament, 1) if n not in field_names(tournament, 2))
    let_play(tournament, ann, dot)
    column = bracket_of(now(tournament)).columns[0]
    assert not [seat.name for box in column.boxes for seat in box.seats if seat.for_whom]
    assert [row.name for row in column.standing if row.for_whom] == [dot]


def test_between_the_games_of_the_last_stage_there_are_no_places(club: Club) -> None:
    """And who came in for the second one, or gave the seat away, has left no table early."""
    tournament = tournament_of(club, 8, {"rounds": 2, "seating": "swiss"}, public=True)
    begin(tournament)
    play_all(tournament)
    enter(tournament, 1)

    def lines() -> dict[str, PlaceLine]:
        return {line.entrant.name: line for line in overall_lines(now(tournament))}

    assert all(line.is_open for line in lines().values())
    over = "“Stage 1” is not over. The people playing there have a place after its last game."
    assert waiting_words(now(tournament)) == over
    assert why_none(now(tournament)) == "No medal is certain before the last game of Stage 1."
    assert "No place in this stage yet." in page_of(tournament, "Ann")
    seat(tournament, 2)
    assert "game 2 not begun yet" in lines()["Ann"].details
    assert "no place yet: game 2 has not begun at this table" in page_of(tournament, "Ann")
    assert "No place in this stage yet: game 2 has not begun" in page_of(tournament, "Ann")
    let_play(tournament, "Dot", "Ida")
    play_all(tournament)
    for name in ("Dot", "Ida"):
        assert lines()[name].details[1:] == ["did not play all games"]
        assert "Did not play all games. Those who did come before." in page_of(tournament, name)
