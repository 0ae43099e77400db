"""What a withdrawal or a correction changes: certain, or perhaps."""

import pytest

from league.models import Entrant, Tournament
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.services.results import PaperNotAgreed
from scoring.models import Club
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.runs import (
    WINNERS,
    begin,
    close,
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
    """Ann, Fay, Gus and Lou have 11, 21, 31 and 41 at table 1; two tables are open."""
    assert moved(club, 1, who="Ann") == (
        "Whatever still comes, Fay will go on to Final.",
        "Pages then say of Gus: “could go on as a best third”.",
    )


def test_who_goes_on_is_not_said_while_it_is_open(club: Club) -> None:
    """Of three at table 1 one more could go on, and the table of Bob may send a better second."""
    sentences = moved(club, 1, 2, who="Fay")
    assert not any("would" in sentence or "will" in sentence for sentence in sentences)
    assert not any("wins" in sentence for sentence in sentences)


def test_where_all_is_in_it_is_said_who_would_go_on(club: Club) -> None:
    sentences = moved(club, 1, 2, 3, who="Ann")
    assert sentences[0] == "As it stands, Eve would go on to Final instead of Ann."


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
        "75–79: Cal wins bronze instead of silver, with place 3 instead of shared place 2. "
        "75–79: Bob no longer shares place 2."
    )


def test_for_how_many_places_people_are_level_is_said_each_time(club: Club) -> None:
    """The bugs it would catch: "Ann goes on too" where she alone does, and nothing of Dot."""
    first = {"onward": "best", "count": 2, "seating": "snake"}
    tournament = tournament_of(club, 8, first, FINAL)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 99, 20, 20, 90)
    type_in(tournament, table(tournament, 2), 20, 91, 92, 93)
    decides = "in Final. If not all of them go on, the director decides."
    assert changed(tournament, 1, 10, 20, 20, 90) == (
        "As it stands, Ann would go on to Final. "
        f"Bob, Dot and Eve are then level for a place {decides}"
    )
    correct(tournament, 1, 10, 20, 20, 90)
    assert changed(tournament, 1, 99, 20, 20, 90) == (
        "As it stands, Ann would not go on to Final. "
        f"Bob, Dot and Eve are then level for 2 places {decides}"
    )
    assert changed(tournament, 1, 10, 25, 20, 90) == (
        "As it stands, Dot would not go on to Final. "
        f"Bob and Eve are then level for a place {decides}"
    )
    assert changed(tournament, 1, 10, 15, 20, 90) == (
        "As it stands, Dot would go on to Final too. "
        "As it stands, Bob and Eve would not go on to Final."
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
        f"Open: {name} has place {place} instead of place {place - 1}."
        for place, name in enumerate(("Dot", "Cal", "Eve", "Fay"), 4)
    )
    assert kept.sentences == ("Open: Hal has place 3 instead of place 7.",)
