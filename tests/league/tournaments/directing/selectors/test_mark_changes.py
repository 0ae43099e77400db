"""A preview names whose marks change on pages by a correction or by taking a paper back."""

import random
from typing import Any

import pytest

from league.models import Tournament
from league.templatetags.brackets import goes_on
from league.tournaments.directing.services.results import (
    PaperNotAgreed,
    PaperPreview,
    paper_take_back,
)
from league.tournaments.display.selectors.bracket import bracket_of
from scoring.models import Club
from tests.factories import ANN
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
FINAL = {"name": "Final", "size": 4, "least": 4}
SECOND = "could go on as a best second"


@pytest.fixture
def open_stage(club: Club) -> Tournament:
    """Three tables of four, of which one best second goes on; the third table is open."""
    tournament = tournament_of(club, 12, {**WINNERS, "fill": "full"}, FINAL, band_width=0)
    begin(tournament)
    return tournament


def write(tournament: Tournament, number: int, totals: tuple[int, ...] | None) -> PaperPreview:
    """Correct a paper, or take it back without totals; answers what was shown before."""
    row = table(tournament, number)

    def act(agreed: str) -> None:
        if totals is None:
            paper_take_back(
                tournament=tournament, table=row, author=ANN, reason="wrong", agreed=agreed
            )
        else:
            type_in(tournament, row, *totals, reason="misread", agreed=agreed)

    with pytest.raises(PaperNotAgreed) as asked:
        act("")
    act(asked.value.preview.mark)
    return asked.value.preview


def beyond(preview: PaperPreview) -> list[str]:
    return [sentence for part in preview.beyond for sentence in part.sentences]


def marks(tournament: Tournament) -> dict[str, str]:
    """What the bracket says of everybody."""
    column = bracket_of(now(tournament)).columns[0]
    return {seat.name: goes_on(seat) for box in column.boxes for seat in box.seats}


def changed(tournament: Tournament, before: dict[str, str]) -> set[str]:
    after = marks(tournament)
    return {name for name in before if before[name] != after[name]}


def test_who_could_go_on_by_a_corrected_second_is_said(open_stage: Tournament) -> None:
    """The bug it would catch: "Nothing else changes", while one gains a mark and one loses it."""
    type_in(open_stage, table(open_stage, 1), 10, 20, 30, 40)
    type_in(open_stage, table(open_stage, 2), 11, 15, 31, 41)
    before = marks(open_stage)
    sentences = beyond(write(open_stage, 1, (10, 14, 30, 40)))
    (loses,) = (name for name in changed(open_stage, before) if before[name] == SECOND)
    (gains,) = changed(open_stage, before) - {loses}
    assert sentences == [
        f"{loses} can no longer go on to Final.",
        f"The bracket and the television then say of {gains}: “{SECOND}”.",
    ]


def test_a_winner_who_is_out_by_a_correction_is_named(open_stage: Tournament) -> None:
    """The bug it would catch: only who goes on instead was named."""
    type_in(open_stage, table(open_stage, 1), 10, 20, 30, 40)
    type_in(open_stage, table(open_stage, 2), 11, 15, 31, 41)
    before = marks(open_stage)
    sentences = beyond(write(open_stage, 1, (25, 20, 30, 40)))
    after = marks(open_stage)
    (loses,) = (n for n in before if before[n] == "goes on" != after[n])
    (gains,) = (n for n in before if after[n] == "goes on" != before[n])
    assert sentences == [
        f"Whatever still comes, {gains} will go on to Final.",
        f"{loses} can no longer go on to Final.",
    ]


@pytest.mark.parametrize("seed", range(10))
def test_exactly_those_are_named_whose_mark_changes(club: Club, seed: int) -> None:
    """Two or three tables are in, with random totals; one is corrected or taken back."""
    draw = random.Random(seed)
    kinds: list[dict[str, Any]] = [{**WINNERS, "fill": "full"}, {"onward": "best", "count": 5}]
    first = draw.choice(kinds)
    tournament = tournament_of(club, 12, first, FINAL, band_width=0)
    begin(tournament)
    in_, totals = draw.choice((2, 3)), draw.sample(range(100), 24)
    for number in range(1, in_ + 1):
        type_in(tournament, table(tournament, number), *(totals.pop() for _seat in range(4)))
    before = marks(tournament)
    back = in_ == 3 or draw.random() < 0.5
    now_typed = None if back else tuple(totals.pop() for _seat in range(4))
    sentences = beyond(write(tournament, draw.randint(1, in_), now_typed))
    named = {name for name in before if any(name in sentence for sentence in sentences)}
    assert named == changed(tournament, before), sentences


def test_all_are_named_of_whom_pages_then_say_that_the_director_decides(club: Club) -> None:
    """In the stage that is on, and in the one before: who should be in it is not in its field."""
    semi = {**WINNERS, "name": "Semi", "size": 4, "least": 2, "most": 4, "fill": "none"}
    first = {**WINNERS, "size": 4, "least": 4, "most": 4, "fill": "full"}
    tournament = tournament_of(club, 32, first, semi, FINAL, band_width=0)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    row = table(tournament, 1)
    went_on, should = names_at(row)[:2]
    sentences = beyond(write(tournament, 1, (99, 20, 30, 40)))
    (said,) = (
        text for text in sentences if text.startswith("The bracket and the television then say of")
    )
    mark = "“the director decides”."
    assert said == f"The bracket and the television then say of {went_on} and {should}: {mark}"
    told = [text for text in sentences if "The director then lets" in text]
    assert told == [
        f"The director then lets {should} play, or leaves {went_on} in Semi. There can be more "
        "choices. Each says first what it does."
    ]
    column = bracket_of(now(tournament)).columns[0]
    decides = {seat.name for box in column.boxes for seat in box.seats if seat.how == "decides"}
    assert decides == {went_on, should}
