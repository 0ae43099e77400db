"""Divisions that play the last stage by themselves do not wait for each other's medals."""

import pytest

from league.models import StageTable, Tournament
from league.tournaments.awards.selectors.medals import GroupMedals, medals_of
from league.tournaments.awards.selectors.places import group_lines
from league.tournaments.directing.services.results import PaperNotAgreed, paper_take_back
from scoring.models import Club
from tests.factories import ANN
from tests.league.tournaments.played import enter
from tests.league.tournaments.runs import begin, now, table, tournament_of, type_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def apart(club: Club) -> Tournament:
    """Four women and four men, each at a table of their own; the women's is in."""
    final = {"name": "Final", "by_division": True, "size": 4}
    tournament = tournament_of(club, 0, final, by_gender=True, band_width=0, medals=True)
    for gender in ("woman", "man"):
        enter(tournament, 4, gender=gender, born="1950-05-05")
    begin(tournament)
    type_in(tournament, table_of(tournament, "woman"))
    return tournament


def table_of(tournament: Tournament, gender: str) -> StageTable:
    """The table of the women, or of the men."""
    tables = [table(tournament, number) for number in (1, 2)]
    return next(
        row for row in tables if row.seats.select_related("entrant")[0].entrant.gender == gender
    )


def division(tournament: Tournament, name: str) -> GroupMedals:
    return next(group for group in medals_of(now(tournament)).groups if group.name == name)


def test_medals_are_certain_once_the_own_tables_are_in(apart: Tournament) -> None:
    women, men = division(apart, "Women"), division(apart, "Men")
    assert sorted(award.what for award in women.certain_awards) == ["bronze", "gold", "silver"]
    assert sorted(women.certain_places.values()) == [1, 2, 3, 4]
    assert not any(line.number_waits for line in group_lines(now(apart), women))
    assert (men.certain_awards, men.certain_places) == ((), {})


def test_a_take_back_moves_nothing_of_another_division(apart: Tournament) -> None:
    row = table_of(apart, "man")
    type_in(apart, row)
    assert len(division(apart, "Men").certain_awards) == 3
    with pytest.raises(PaperNotAgreed) as asked:
        paper_take_back(tournament=apart, table=row, author=ANN, reason="wrong", agreed="")
    preview = asked.value.preview
    sentences = [sentence for part in preview.beyond for sentence in part.sentences]
    assert any("Men" in sentence for sentence in sentences)
    assert not any("Women" in sentence for sentence in sentences)
