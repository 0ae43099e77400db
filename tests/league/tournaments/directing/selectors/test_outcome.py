"""What a withdrawal or a correction changes: certain, or perhaps."""

import pytest

from league.models import Entrant
from league.tournaments.directing.selectors.leaving import leaving_plan
from scoring.models import Club
from tests.league.tournaments.runs import (
    WINNERS,
    begin,
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
    assert moved(club, 1, who="Ann") == ("Whatever still comes, Fay will go on to Final.",)


def test_who_goes_on_is_not_said_while_it_is_open(club: Club) -> None:
    """Of three at table 1 one more could go on, and the table of Bob may send a better second."""
    sentences = moved(club, 1, 2, who="Fay")
    assert not any("would" in sentence or "will" in sentence for sentence in sentences)
    assert not any("wins" in sentence for sentence in sentences)


def test_where_all_is_in_it_is_said_who_would_go_on(club: Club) -> None:
    sentences = moved(club, 1, 2, 3, who="Ann")
    assert sentences[0] == "As it stands, Eve would go on to Final instead of Ann."
