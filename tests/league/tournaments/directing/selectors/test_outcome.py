"""What a withdrawal or a correction changes: certain, or perhaps."""

import pytest
from django.utils import timezone

from league.models import Entrant, Tournament
from league.tournaments.awards.selectors.moved import DivisionPlace, new_standing
from league.tournaments.directing.selectors.director import page_of
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.services.results import PaperNotAgreed
from scoring.models import Club
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.runs import (
    WINNERS,
    begin,
    close,
    names_at,
    now,
    play_all,
    table,
    tournament_of,
    type_in,
)

pytestmark = pytest.mark.django_db
FINAL = {"name": "Final"}


def moved(club: Club, *finished: int, who: str) -> tuple[str, ...]:
    """What changes if this one of twelve at three tables leaves with these tables finished."""
    first = {**WINNERS, "fill": "full"}
    tournament = tournament_of(club, 12, first, FINAL)
    begin(tournament)
    for number in finished:
        type_in(tournament, table(tournament, number))
    if len(finished) == 3:
        play_all(tournament)
    plan = leaving_plan(now(tournament), Entrant.objects.get(name=who), "withdrew")
    return plan.choices[0].moved


def test_the_second_goes_on_for_certain_where_the_winner_leaves(club: Club) -> None:
    """Ann, Fay, Gus and Lou have 11, 21, 31 and 41 at table 1; two tables are open.

    Without Ann, Gus is second of those there who can go on.
    """
    assert moved(club, 1, who="Ann") == (
        "Whatever still comes, Fay will go on to Final.",
        "The bracket and the television then say of Gus: “could go on as a best second”.",
    )


def test_who_goes_on_is_not_said_while_it_is_open(club: Club) -> None:
    """Of three at table 1 one more could go on, and the table of Bob may send a better second."""
    sentences = moved(club, 1, 2, who="Fay")
    assert not any("would" in sentence or "will" in sentence for sentence in sentences)
    assert not any("wins" in sentence for sentence in sentences)


def test_where_all_is_in_it_is_said_who_would_go_on(club: Club) -> None:
    sentences = moved(club, 1, 2, 3, who="Ann")
    assert sentences[0] == "By the results so far Eve would go on to Final instead of Ann."


def changed(tournament: Tournament, number: int, *totals: int, stage: int = 1) -> str:
    """What is said before a paper is corrected."""
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, table(tournament, number, stage), *totals, reason="misread")
    return " ".join(sentence for what in asked.value.preview.beyond for sentence in what.sentences)


def test_who_becomes_level_is_not_said_to_stay_behind(club: Club) -> None:
    """The bug it would catch: "Ann would not go on", and "Ann and Dot are then level"."""
    tournament = tournament_of(club, 8)
    begin(tournament)
    play_all(tournament)
    assert changed(tournament, 1, 21, 21, 31, 41) == (
        "Ann and Dot are then level for a place in Final. If not all of them go on, the "
        "director decides."
    )


def test_who_is_level_for_a_medal_has_it_before(club: Club) -> None:
    """The bug it would catch: "silver instead of nothing", where pages say that both win it."""
    tournament = tournament_of(club, 4, {"name": "Final", "seating": "snake"}, medals=True)
    Entrant.objects.update(born="1950-05-05")
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 20, 20, 40)
    assert changed(tournament, 1, 10, 20, 25, 40) == (
        "75–79: Cal has place 3 instead of shared place 2, and wins bronze. "
        "75–79: Bob no longer shares place 2."
    )


def test_who_comes_to_share_a_medal_does_not_win_it_before_the_stage_is_closed(club: Club) -> None:
    """The bug it would catch: "wins bronze", where a play-off may give it to the other one."""
    final, about = {"name": "Final", "seating": "snake"}, {"tie_breaks": ["play_off"]}
    tournament = tournament_of(club, 4, final, medals=True, **about)
    Entrant.objects.update(born="1950-05-05")
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 20, 30, 40)
    assert changed(tournament, 1, 10, 20, 30, 30) == (
        "Bronze, 75–79: Cal and Dot are level. Without a play-off both win it. "
        "75–79: Dot has shared place 3 instead of place 4. 75–79: Cal shares place 3 now."
    )
    level = DivisionPlace("75–79", 3, shared=True, award="bronze", level=True)
    assert new_standing("Cal", level) == "75–79: Cal now has shared place 3."


def test_who_comes_to_share_a_secret_medal_wins_it(club: Club) -> None:
    """The bug it would catch: "wins nothing instead of gold", as no page may say who is level."""
    tournament = tournament_of(club, 4, {"name": "Final", "seating": "snake"}, medals=True)
    Entrant.objects.update(born="1950-05-05")
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 20, 30, 40)
    Tournament.objects.update(medals_held=True)
    tournament.refresh_from_db()
    assert changed(tournament, 1, 10, 10, 30, 40) == (
        "Gold, 75–79: Ann and Bob are level. Both win it once Final is closed. "
        "75–79: Bob has shared place 1 instead of place 2. "
        "75–79: Ann shares place 1 now."
    )


def test_places_of_people_in_no_division_change(club: Club) -> None:
    """The bug it would catch: "Nothing else changes", as no one there is in a division."""
    tournament = tournament_of(club, 12, FINAL)
    Entrant.objects.update(born=None)
    begin(tournament)
    play_all(tournament)
    first = names_at(table(tournament, 1))[0]
    sentences = changed(tournament, 1, 99, 21, 31, 41)
    assert sentences.startswith(f"All together: {first} has place 12 instead of place 1.")


def test_places_by_the_results_so_far_change(club: Club) -> None:
    """The bug it would catch: "Nothing else changes" between two games of the last stage."""
    tournament = tournament_of(club, 4, {**FINAL, "rounds": 2}, band_width=0)
    begin(tournament)
    play_all(tournament)
    first, _, third, _ = names_at(table(tournament, 1))
    assert (
        f"Open, by the results so far: {first} has shared place 2 instead of place 1."
        in changed(tournament, 1, 31, 21, 31, 41)
    )
    correct(tournament, 1, 31, 21, 31, 41)
    assert changed(tournament, 1, 30, 21, 31, 41) == (
        f"Open, by the results so far: {third} has place 3 instead of shared place 2. "
        f"Open, by the results so far: {first} no longer shares place 2."
    )


def test_places_change_while_another_table_still_plays(club: Club) -> None:
    """The bug it would catch: "Nothing else changes", as the order has no numbers then."""
    tournament = tournament_of(club, 8, FINAL)
    begin(tournament)
    type_in(tournament, table(tournament, 1))
    assert changed(tournament, 1, 45, 21, 31, 41) == (
        "By the results so far some places in Final change. More results are still to come."
    )
    assert changed(tournament, 1, 12, 21, 31, 41) == ""


def test_for_how_many_places_people_are_level_is_said_each_time(club: Club) -> None:
    """The bugs it would catch: "Ann goes on too" where she alone does, and nothing of Dot."""
    first = {"onward": "best", "count": 2, "seating": "snake"}
    tournament = tournament_of(club, 8, first, FINAL)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 99, 20, 20, 90)
    type_in(tournament, table(tournament, 2), 20, 91, 92, 93)
    decides = "in Final. If not all of them go on, the director decides."
    assert changed(tournament, 1, 10, 20, 20, 90) == (
        "By the results so far Ann would go on to Final. "
        f"Bob, Dot and Eve are then level for a place {decides}"
    )
    correct(tournament, 1, 10, 20, 20, 90)
    assert changed(tournament, 1, 99, 20, 20, 90) == (
        "By the results so far Ann would not go on to Final. "
        f"Bob, Dot and Eve are then level for 2 places {decides}"
    )
    assert changed(tournament, 1, 10, 25, 20, 90) == (
        "By the results so far Dot would not go on to Final. "
        f"Bob and Eve are then level for a place {decides}"
    )
    assert changed(tournament, 1, 10, 15, 20, 90) == (
        "By the results so far Dot would go on to Final too. "
        "By the results so far Bob and Eve would not go on to Final."
    )


def test_what_pages_show_at_once_is_not_said_to_wait_for_a_choice(club: Club) -> None:
    """Hal should have gone on; who is surely behind him and Ann moves down whatever is chosen."""
    final = {**FINAL, "size": 2, "least": 2}
    tournament = tournament_of(club, 8, WINNERS, final, band_width=0)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, table(tournament, 1), 11, 21, 31, 1, reason="misread")
    assert asked.value.preview.lines == ("Hal: 1 point instead of 41 points.",)
    at_once, kept = asked.value.preview.beyond
    assert at_once.sentences[2:] == tuple(
        f"{name} has place {place} instead of place {place - 1}."
        for place, name in enumerate(("Dot", "Cal", "Eve", "Fay"), 4)
    )
    assert kept.sentences == ("Hal has place 3 instead of place 7.",)


def test_nobody_goes_on_for_certain_while_the_director_decides(club: Club) -> None:
    """The bug it would catch: four names under "Who goes on", of whom one then does not."""
    semis = {"name": "Semis", "onward": "best", "count": 3, "seating": "snake"}
    tournament = tournament_of(club, 16, WINNERS, semis, FINAL)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    play_all(tournament, stage=2)
    assert len(page_of(tournament, timezone.now()).going_on) == 3
    correct(tournament, 1, 99, 21, 31, 41)
    page = page_of(tournament, timezone.now())
    assert page.next == "choose"
    assert page.going_on == ()
