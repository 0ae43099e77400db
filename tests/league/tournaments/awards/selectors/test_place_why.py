"""Why somebody has a place, from the rows."""

from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import (
    Entrant,
    PaperResult,
    Parting,
    Stage,
    StageRound,
    StageTable,
    Tournament,
    TournamentEntry,
)
from league.standings.ties import TieOutcome
from league.templatetags.brackets import went_on
from league.tournaments.awards.selectors.place_why import PlaceWhy, place_why
from league.tournaments.courses import loaded
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Club, Game
from tests.factories import ANN, make_game, play
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.played import enter, paper, table_played, three_stages
from tests.league.tournaments.runs import (
    begin,
    close,
    names_at,
    now,
    play_all,
    table,
    tournament_of,
)

pytestmark = pytest.mark.django_db
# What each line of the log about seats after a correction says; there is no stage 0.
OF_DRIFT = {"stage": 0, "mark": ""}


def why(tournament: Tournament, name: str) -> PlaceWhy:
    found = loaded(tournament)
    return place_why(found, next(one for one in found.entrants.values() if one.name == name))


@pytest.fixture
def final(club: Club) -> Tournament:
    """Ann and Bob level with 10, then Cal and Dot; parted by a play-off, if at all."""
    tournament = TournamentFactory(club=club, tie_breaks=["outs", "play_off"])
    stage = StageFactory(tournament=tournament)
    people = enter(tournament, 4, born="1950-05-05")
    table_played(stage, people, (10, 10, 30, 40))
    return tournament


def test_stages_tables_and_how_somebody_went_on(club: Club) -> None:
    tournament = three_stages(club, 10, until=3)
    entrant = Stage.objects.get(number=3).field.get(seed=1).entrant
    found = why(tournament, entrant.name)
    assert [(one.stage.name, one.how, one.sure) for one in found.stages] == [
        ("First stage", "table", True),
        ("Semi-finals", "table", True),
        ("Final", "", False),
    ]
    assert [one.of for one in found.stages[:2]] == [10, 3]
    (table,) = found.stages[0].tables
    assert (table.place, table.total) == (1, table.box.seats[0].total)
    assert found.group is not None


@pytest.mark.parametrize(("out", "before"), [(1, False), (2, False), (None, True)])
def test_others_come_before_who_left_only_where_they_play_longer(
    final: Tournament, out: int | None, before: bool
) -> None:
    """Whoever has played all and keeps the first place, or the second, is passed by nobody."""
    entrant = final.entrants.order_by("pk")[0 if out == 1 else 2]
    if out is None:
        PaperResult.objects.all().delete()
        StageTable.objects.update(on_paper_at=timezone.now())
    entrant_withdraw(entrant=entrant, author=ANN, how="disqualified", keeps=True)
    assert bool(why(final, entrant.name).before) is before


def test_nothing_has_decided_a_place_while_the_game_still_runs(club: Club) -> None:
    """The bug it would catch: who was level in the final, told after one of its rounds."""
    tournament = tournament_of(club, 4, {"name": "Final"}, tie_breaks=["outs"])
    begin(tournament)
    stage_tables_start(tournament=tournament, author=ANN)
    game = table(tournament, 1).game
    assert game is not None
    play(game, 0, 10, 10, 30)
    second = names_at(table(tournament, 1))[1]
    assert why(tournament, second).ties == ()
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    found = why(tournament, second)
    assert found.ties or found.stages[0].ties


def test_a_tie_break_with_its_numbers(final: Tournament) -> None:
    found = why(final, "Bob")
    assert [(one.step, one.outcome) for one in found.stages[0].ties] == [
        ("outs", TieOutcome.NOT_KNOWN),
        ("play_off", TieOutcome.NOT_KNOWN),
    ]
    assert found.shared
    ann, bob = Entrant.objects.get(name="Ann").pk, Entrant.objects.get(name="Bob").pk
    Parting.objects.create(
        stage=Stage.objects.get(),
        kind="play_off",
        numbers=[[ann, 12], [bob, 3]],
        author="Olive",
        recorded_at=timezone.now(),
    )
    found = why(final, "Bob")
    assert found.ties == ()  # those of the stage, not said again
    tie = found.stages[0].ties[-1]
    assert (tie.outcome, [(one.name, number) for one, number in tie.numbers]) == (
        TieOutcome.PARTED,
        [("Bob", 3), ("Ann", 12)],
    )
    assert not found.shared
    assert found.in_group is not None
    assert found.in_group.place.place == 1
    assert found.award is not None


def test_paper_that_was_typed_anew_says_what_it_changed(final: Tournament) -> None:
    table = StageRound.objects.get().tables.get()
    paper(table, (10, 50, 30, 40), reason="misread")
    paper(table, (11, 50, 30, 40), reason="misread again")
    (change,) = why(final, "Bob").stages[0].tables[0].changes
    assert (change.before, change.after, change.paper.reason) == (10, 50, "misread")
    assert not why(final, "Cal").stages[0].tables[0].changes


def test_a_sheet_comes_with_its_corrections(club: Club, final: Tournament) -> None:
    table = StageRound.objects.get().tables.get()
    table.game = make_game(club)
    table.save()
    play(table.game, 0, 5, 7, 9)
    found = why(final, "Ann").stages[0].tables[0]
    assert found.sheet is not None
    assert (found.total, found.changes) == (0, ())


@pytest.mark.parametrize(
    ("kind", "details", "told"),
    [
        ("returned", {"entrant": "Bob"}, True),
        ("withdrawn", {"entrant": "Bob"}, False),
        ("late", {"entrants": ["Ann", "Bob"]}, True),
        ("drift", {"missing": ["Bob"], "extra": [], **OF_DRIFT}, True),
        ("parting", {"numbers": [["Bob", 3]]}, True),
        ("parting", {"numbers": [["Ann", 3]]}, False),
        # Of a swap that was taken back, as of all that was, nobody reads.
        ("seats_undo", {"entrants": ["Ann", "Bob"], "tables": [[1, [2], [3]]]}, False),
        ("entrant", {"entrant": "Bob"}, False),
        ("drift", OF_DRIFT, False),
    ],
)
def test_choices_about_this_one_are_told_and_no_others(
    final: Tournament, kind: str, details: dict[str, Any], told: bool
) -> None:
    """A date of birth that was changed, and an illness, are nobody's business."""
    ids = dict(Entrant.objects.values_list("name", "pk"))

    def known(value: Any) -> Any:
        if isinstance(value, list):
            return [known(one) for one in value]
        return ids.get(value, value)

    TournamentEntry.objects.create(
        tournament=final,
        kind=kind,
        text="So it was.",
        details={name: known(value) for name, value in details.items()},
        author="Olive",
        made_at=timezone.now(),
    )
    assert bool(why(final, "Bob").choices) is told


def test_who_has_not_played_has_no_place(final: Tournament) -> None:
    enter(final, 1)
    found = why(final, "Eve")
    assert (found.group, found.overall, found.stages) == (None, None, ())


def test_its_queries_do_not_grow(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for people in (7, 60):
        found = loaded(three_stages(club, people, until=3))
        entrant = next(iter(found.entrants.values()))
        with django_assert_max_num_queries(6):
            place_why(found, entrant)


def test_a_division_that_plays_by_itself_counts_its_own_people(club: Club) -> None:
    """Of eight in the final four are women: the first of them is not the first of eight."""
    final = {"name": "Final", "by_division": True, "size": 4}
    tournament = tournament_of(club, 0, final, by_gender=True, band_width=0)
    for gender in ("woman", "man"):
        enter(tournament, 4, gender=gender, born="1950-05-05")
    begin(tournament)
    play_all(tournament)
    close(tournament)
    snapshot = now(tournament)
    parts = [place_why(snapshot, entrant).stages[0] for entrant in snapshot.entrants.values()]
    assert {part.of for part in parts} == {4}
    assert sorted(went_on(part) for part in parts if part.how == "won") == [
        "First of all in Men.",
        "First of all in Women.",
    ]


def test_who_left_in_a_first_game_has_no_more_of_the_stage_than_who_left_before_it(
    club: Club,
) -> None:
    """Ann is not before Bob for the rounds that she played: neither has finished a game."""
    tournament = tournament_of(
        club, 12, {"onward": "tables", "seating": "snake"}, {"name": "Final"}
    )
    begin(tournament)
    play_all(tournament)
    close(tournament)
    before, during = names_at(table(tournament, 1, stage=2))[:2]
    for name in (before, during):
        entrant = tournament.entrants.get(name=name)
        entrant_withdraw(entrant=entrant, author=ANN, how="withdrew", keeps=True)
        StageTable.objects.filter(round__stage__number=2).update(on_paper_at=timezone.now())
    sentences = {why(tournament, name).before for name in (before, during)}
    assert sentences == {
        "Those who went further or finished more games come before. Among those who left before "
        "they finished a game of Final, the place in Stage 1 decides."
    }
