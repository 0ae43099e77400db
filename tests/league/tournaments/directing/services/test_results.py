"""Results on paper: what is taken, what is refused, and what correcting one shows first."""

from datetime import date
from typing import Any

import pytest

from league.models import Entrant, PaperResult, Stage, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.awards.selectors.winners import (
    end_screens,
    medals_corrected_at,
    medals_moved,
)
from league.tournaments.directing.selectors.outcome import outcome_of
from league.tournaments.directing.services.closing import stage_reopen
from league.tournaments.directing.services.results import PaperLine, PaperNotAgreed, paper_record
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    table_to_paper,
    tables_begin_on_paper,
)
from league.tournaments.display.selectors.screens import Screen
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.stale_seats import drifts_of
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.tournaments.runs import (
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


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Eight people of one division, two tables, and a final of the two winners."""
    tournament = tournament_of(
        club, 8, {"onward": "tables", "seating": "snake"}, {"size": 2, "least": 2}
    )
    begin(tournament)
    return tournament


def correct(
    tournament: Tournament, number: int, *totals: int, reason: str = "misread", stage: int = 1
) -> None:
    """Correct a paper as a director does: look, and agree."""
    row = table(tournament, number, stage)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, row, *totals, reason=reason)
    type_in(tournament, row, *totals, reason=reason, agreed=asked.value.preview.mark)


def test_what_the_paper_says_counts(tournament: Tournament) -> None:
    type_in(tournament, table(tournament, 1), 5, 6, None, 8)
    (state,) = (one for one in now(tournament).tables.values() if one.row.number == 1)
    assert [line.total for line in state.lines] == [5, 6, None, 8]
    assert state.finished
    assert tournament.log.get(kind="paper").text.startswith(
        "Stage 1, table 1 on paper: Ann 5, Dot 6, Eve –"
    )


def test_a_correction_is_written_down_with_its_stage_and_the_old_number(
    tournament: Tournament,
) -> None:
    type_in(tournament, table(tournament, 1), 11, 21, 31, 41)
    correct(tournament, 1, 11, 21, 99, 41)
    (entry,) = tournament.log.filter(kind="paper", reason="misread")
    assert entry.text == "Stage 1, table 1 on paper corrected: Eve: 99 points instead of 31 points."


def test_the_same_told_twice_is_one_result(tournament: Tournament) -> None:
    for _tap in range(2):
        type_in(tournament, table(tournament, 1))
    assert PaperResult.objects.count() == 1


BAD: list[tuple[dict[str, Any], str]] = [
    ({"total": -1}, "a total is a number from 0 to 9999"),
    ({"total": 10_000}, "a total is a number from 0 to 9999"),
    ({"total": 5, "outs": 100}, "from 0 to 99"),
    ({"total": 5, "lowest": 6}, "no round is lower than 0 or higher than the total"),
    ({"total": 5, "lowest": -1}, "no round is lower than 0"),
]


@pytest.mark.parametrize(("told", "said"), BAD)
def test_numbers_that_no_sheet_has_are_refused(
    tournament: Tournament, told: dict[str, Any], said: str
) -> None:
    row = table(tournament, 1)
    lines = {seat.entrant_id: PaperLine(1) for seat in row.seats.all()}
    lines[next(iter(lines))] = PaperLine(**told)
    with pytest.raises(Refusal, match=said):
        paper_record(tournament=tournament, table=row, author=ANN, lines=lines)
    assert not PaperResult.objects.exists()


def test_everybody_at_the_table_is_told_and_nobody_else(tournament: Tournament) -> None:
    row = table(tournament, 1)
    mine = {seat.entrant_id: PaperLine(1) for seat in row.seats.all()}
    other = table(tournament, 2).seats.all()[0].entrant_id
    for lines in ({}, dict(list(mine.items())[1:]), {**mine, other: PaperLine(3)}):
        with pytest.raises(Refusal, match="the total of everybody at the table"):
            paper_record(tournament=tournament, table=row, author=ANN, lines=lines)


def test_a_paper_without_any_total_is_none(tournament: Tournament) -> None:
    with pytest.raises(Refusal, match="Type at least one total"):
        type_in(tournament, table(tournament, 1), None, None, None, None)
    for name in names_at(table(tournament, 1)):
        entrant_withdraw(entrant=Entrant.objects.get(name=name), author=ANN)
    type_in(tournament, table(tournament, 1), None, None, None, None)


def test_a_table_on_a_tablet_takes_no_paper_until_it_goes_on_on_paper(
    tournament: Tournament,
) -> None:
    stage_tables_start(tournament=tournament, author=ANN, tables=[1])
    with pytest.raises(Refusal, match="Table 1 scores on a tablet"):
        type_in(tournament, table(tournament, 1))
    game = table(tournament, 1).game
    with pytest.raises(Refusal, match="Say why"):
        table_to_paper(tournament=tournament, table=table(tournament, 1), author=ANN, reason=" ")
    table_to_paper(tournament=tournament, table=table(tournament, 1), author=ANN, reason="fell")
    type_in(tournament, table(tournament, 1))
    entry = tournament.log.get(kind="detach")
    assert (entry.reason, entry.details["game"]) == ("fell", game.pk if game else 0)
    with pytest.raises(Refusal, match="has no game on a tablet"):
        table_to_paper(tournament=tournament, table=table(tournament, 1), author=ANN, reason="x")


def test_a_closed_stage_takes_no_first_result(tournament: Tournament) -> None:
    for name in names_at(table(tournament, 2)):
        entrant_withdraw(entrant=Entrant.objects.get(name=name), author=ANN)
    Stage.objects.filter(number=1).update(onward="best", count=2)
    type_in(tournament, table(tournament, 1))
    close(tournament)
    with pytest.raises(Refusal, match=r"was closed already, at .* by Ann's tablet\. Open it again"):
        type_in(tournament, table(tournament, 2), None, None, None, None)


def test_a_correction_shows_what_changes_and_needs_a_reason_to_be_kept(
    tournament: Tournament,
) -> None:
    play_all(tournament)
    row = table(tournament, 1)
    with pytest.raises(PaperNotAgreed, match="Look at what this changes") as asked:
        type_in(tournament, row, 99, 21, 31, 41)
    preview = asked.value.preview
    with pytest.raises(PaperNotAgreed, match="Say why"):
        type_in(tournament, row, 99, 21, 31, 41, agreed=preview.mark)
    assert preview.lines == ("Ann: 99 points instead of 11 points.",)
    (told,) = preview.beyond
    assert told.heading == "Senior games"
    # Nothing of places and medals, as the stage is not closed.
    assert told.sentences == ("By the results so far Dot would go on to Stage 2 instead of Ann.",)
    assert PaperResult.objects.filter(table=row).count() == 1
    type_in(tournament, row, 99, 21, 31, 41, reason="misread", agreed=preview.mark)
    assert PaperResult.objects.filter(table=row).last().reason == "misread"


def test_another_correction_than_was_shown_is_not_written(tournament: Tournament) -> None:
    play_all(tournament)
    row = table(tournament, 1)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, row, 99, 21, 31, 41, reason="misread")
    mark = asked.value.preview.mark
    with pytest.raises(PaperNotAgreed):
        type_in(tournament, row, 98, 21, 31, 41, reason="misread", agreed=mark)
    close(tournament)
    with pytest.raises(PaperNotAgreed):
        type_in(tournament, row, 99, 21, 31, 41, reason="misread", agreed=mark)


def test_a_correction_after_the_closing_asks_the_director(tournament: Tournament) -> None:
    play_all(tournament)
    close(tournament)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, table(tournament, 1), 99, 21, 31, 41, reason="misread")
    assert asked.value.preview.beyond[0].sentences[0] == (
        "Dot should have gone on to Stage 2 instead of Ann. Stage 2 stays as it was seated "
        "until the director has chosen what becomes of it. Until then no page shows places, "
        "medals or winners that this may change."
    )
    correct(tournament, 1, 99, 21, 31, 41)
    assert sorted(names_at(table(tournament, 1, stage=2))) == ["Ann", "Bob"]


def test_a_correction_that_makes_people_level_says_what_can_be_chosen(
    tournament: Tournament,
) -> None:
    """In a stage that plays there is one choice; before, the one that is closed can be opened."""
    play_all(tournament)
    close(tournament)

    def said(*totals: int) -> str:
        with pytest.raises(PaperNotAgreed) as asked:
            type_in(tournament, table(tournament, 1), *totals, reason="misread")
        return str(asked.value.preview.beyond[0].sentences[0])

    not_anew = "Stage 2 cannot be seated again while Dot and Eve are level for a place."
    until = "Until then no page shows places, medals or winners that this may change."
    stays = "Stage 2 stays as it was seated until the director has chosen what becomes of it."
    assert said(41, 31, 31, 41).endswith(f"{not_anew} {stays} {until}")
    tables_begin_on_paper(tournament=tournament, author=ANN)
    one = "The director then has one choice: Leave Ann in Stage 2."
    assert said(41, 31, 31, 41).endswith(f"{not_anew} {one} {until}")
    assert "one choice: Leave Stage 2 as it was seated." in said(21, 21, 31, 41)
    assert "one choice" not in said(99, 21, 31, 41)


def test_correcting_and_correcting_back_leaves_no_trace(tournament: Tournament) -> None:
    play_all(tournament)
    close(tournament)
    before = now(tournament)
    correct(tournament, 1, 99, 21, 31, 41)
    assert drifts_of(now(tournament))
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, table(tournament, 1), 11, 21, 31, 41, reason="it was right")
    sentences = asked.value.preview.beyond[0].sentences
    assert "About Stage 2 there is nothing left to decide." in sentences
    correct(tournament, 1, 11, 21, 31, 41, reason="it was right")
    after = now(tournament)
    assert outcome_of(after) == outcome_of(before)
    assert after.courses == before.courses
    assert drifts_of(after) == ()
    assert PaperResult.objects.filter(table=table(tournament, 1)).count() == 3


def test_a_correction_says_who_wins_of_all_together(tournament: Tournament) -> None:
    """In their divisions both have the gold medal before and after."""
    play_all(tournament)
    close(tournament)
    first, second = names_at(table(tournament, 1, stage=2))
    Entrant.objects.filter(name=first).update(born=date(1936, 5, 1))
    type_in(tournament, table(tournament, 1, stage=2), 5, 9)
    close(tournament, 2)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, table(tournament, 1, stage=2), 9, 5, reason="swapped")
    assert asked.value.preview.beyond[0].sentences == (
        f"All together: {second} has place 1 instead of place 2.",
        f"All together: {first} has place 2 instead of place 1.",
    )
    assert winner_said(tournament) == ("", [], [first])
    agreed = asked.value.preview.mark
    type_in(tournament, table(tournament, 1, stage=2), 9, 5, reason="swapped", agreed=agreed)
    said, moved, won = winner_said(tournament)
    assert (said.startswith("A correction at "), won) == (True, [second])
    assert moved == [*asked.value.preview.beyond[0].sentences]
    assert medals_corrected_at(Tournament.objects.get(pk=tournament.pk)) is None


def winner_said(tournament: Tournament) -> tuple[str, list[str], list[str]]:
    """What television and places say of who moved, and who has won of all."""
    snapshot = now(tournament)
    moved = moved_of(snapshot, medals_of(snapshot))
    screen = end_screens(snapshot).winners[-1]
    champion = screen.champion
    assert champion is not None
    return (
        medals_moved(snapshot.tournament, screen),
        [sentence for change in moved for sentence in change.people.values()],
        [line.name for line in champion.lines if line.place == 1],
    )


def test_only_screens_of_whom_a_correction_concerns_say_that_it_changed_who_wins(
    club: Club,
) -> None:
    """The older three swap two medals; the younger three, and who won of all, stay."""
    stage = {"name": "Final", "size": 6, "least": 6, "most": 6}
    tournament = tournament_of(club, 6, stage, medals=True, ribbons=0)
    begin(tournament)
    final = table(tournament, 1)
    names = names_at(final)
    Entrant.objects.filter(name__in=names[:3]).update(born=date(1956, 5, 1))
    Entrant.objects.filter(name__in=names[3:]).update(born=date(1936, 5, 1))
    type_in(tournament, final, 10, 20, 30, 40, 50, 60)
    close(tournament)
    correct(tournament, 1, 10, 20, 30, 40, 60, 50)
    snapshot = now(tournament)
    screens = end_screens(snapshot)
    podiums = [
        (screen.places, podium)
        for screen in (*screens.winners, *screens.places)
        for column in screen.podiums
        for podium in column
    ]
    old = {entrant.pk for entrant in Entrant.objects.filter(name__in=names[3:])}
    for places, podium in podiums:
        screen = Screen("medals", podiums=((podium,),), places=places)
        assert bool(medals_moved(snapshot.tournament, screen)) == (podium.people == old)
    assert len(podiums) == 4
    assert winner_said(tournament)[0] == ""


def test_a_correction_says_who_qualifies(club: Club) -> None:
    """One qualifies, and Bob and Dot are visitors. Cal stays third, and is first of the others."""
    tournament = tournament_of(club, 4, {"name": "Final"}, band_width=0, qualifiers=1, medals=False)
    begin(tournament)
    final = table(tournament, 1)
    ann, bob, cal, dot = names_at(final)
    Entrant.objects.filter(name__in=(bob, dot)).update(visitor=True)
    type_in(tournament, final, 10, 20, 30, 40)
    close(tournament)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, final, 50, 20, 30, 10, reason="misread")
    preview = asked.value.preview
    assert preview.beyond[0].sentences == (
        f"{dot} has place 1 instead of place 4.",
        f"{cal} now qualifies.",
        f"{ann} has place 4 instead of place 1. {ann} no longer qualifies.",
    )
    type_in(tournament, final, 50, 20, 30, 10, reason="misread", agreed=preview.mark)
    said, moved, won = winner_said(tournament)
    assert (said.startswith("A correction at "), moved, won) == (
        True, [*preview.beyond[0].sentences], [dot],
    )  # fmt: skip


def test_a_correction_after_the_end_is_possible(tournament: Tournament) -> None:
    play_all(tournament)
    close(tournament)
    type_in(tournament, table(tournament, 1, stage=2), 5, 9)
    final = close(tournament, 2)
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, table(tournament, 1, stage=2), 9, 5, reason="swapped")
    first, second = names_at(table(tournament, 1, stage=2))
    assert asked.value.preview.beyond[0].sentences == (
        f"75–79: {second} wins gold instead of silver, with place 1 instead of place 2.",
        f"75–79: {first} wins silver instead of gold, with place 2 instead of place 1.",
    )
    stage_reopen(tournament=tournament, stage=final, author=ANN, reason="swapped")
