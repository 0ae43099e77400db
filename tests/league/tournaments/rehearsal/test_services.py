"""Rehearsals: a copy that is played with made-up results, and leaves nothing behind."""

from collections.abc import Callable

import pytest

from league.models import Season, Stage, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.courses import loaded
from league.tournaments.directing.selectors.tables_now import tournament_table
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.entrants.selectors.leaving import left_in_words
from league.tournaments.entrants.services.divisions import divisions_merge
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.rehearsal.services import (
    rehearsal_make,
    rehearsal_play,
    rehearsal_play_all,
    rehearsal_throw_away,
)
from league.tournaments.stages.selectors.tournament_list import tournaments_of
from league.tournaments.stages.services.tournaments import (
    tournament_cancel,
    tournament_change,
)
from scoring.models import Club, Game, Player
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.tournaments.runs import begin, close, now, tournament_of
from tests.litany import rows

pytestmark = pytest.mark.django_db
FIRST = {"onward": "tables", "seating": "snake", "movers": 1, "rules": {"base": "family"}}
KNOCKOUT = {"kind": "single", "size": 2, "least": 2, "most": 2, "seating": "snake"}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    tournament = tournament_of(club, 9, FIRST, {"name": "Final", **KNOCKOUT}, public=True)
    tournament.entrants.update(born="1950-05-05")
    return tournament


def test_it_is_played_to_the_medals_and_leaves_the_real_one_alone(
    club: Club, tournament: Tournament
) -> None:
    before = rows()
    rehearsal = rehearsal_make(tournament=tournament, author=ANN)
    assert rehearsal.name == f"Rehearsal: {tournament.name}"
    assert not rehearsal.public
    assert rehearsal.entrants.count() == 9
    rehearsal_play_all(rehearsal=rehearsal, author=ANN)
    rehearsal.refresh_from_db()
    assert rehearsal.ended_at is not None
    assert sum(len(group.awards) for group in medals_of(loaded(rehearsal)).groups) >= 3
    assert not Game.objects.filter(club=club).exists()
    rehearsal_throw_away(rehearsal=rehearsal)
    assert rows() == before


def test_one_game_at_a_time_waits_for_the_director(tournament: Tournament) -> None:
    rehearsal = rehearsal_make(tournament=tournament, author=ANN)
    laid = rehearsal.stages.get(number=1).seated.get().tables.count()
    assert rehearsal_play(rehearsal=rehearsal, author=ANN) == laid
    assert rehearsal_play(rehearsal=rehearsal, author=ANN) == 0
    assert rehearsal.stages.filter(closed_at=None).count() == 2


def test_who_is_gone_or_waits_does_not_play(tournament: Tournament) -> None:
    first = tournament.entrants.order_by("number")[0]
    first.withdrawn_at = first.entered_at
    first.save()
    second = tournament.entrants.order_by("number")[1]
    second.number = second.player = None
    second.save()
    tournament.entrants.update(checked_in_at=None)
    rehearsal = rehearsal_make(tournament=tournament, author=ANN)
    assert rehearsal.entrants.filter(checked_in_at__isnull=False).count() == 7
    assert not tournament.entrants.exclude(checked_in_at=None).exists()


def test_a_seat_that_stayed_free_has_no_made_up_points(club: Club) -> None:
    # All of them go on: made-up totals that are level for a place would keep the stage open.
    best = {"onward": "best", "count": 4, "seating": "snake"}
    tournament = tournament_of(club, 4, best, {"name": "Final"})
    rehearsal = rehearsal_make(tournament=tournament, author=ANN)
    rehearsal_play(rehearsal=rehearsal, author=ANN)
    close(rehearsal)
    (final,) = loaded(rehearsal).fields[rehearsal.stages.get(number=2).pk][:1]
    entrant_withdraw(entrant=final.entrant, author=ANN, how="injured", keeps=True)
    rehearsal_play(rehearsal=rehearsal, author=ANN)
    snapshot = now(rehearsal)
    (state,) = (state for key, state in snapshot.tables.items() if key[0] == final.stage_id)
    totals = {line.key: line.total for line in state.lines}
    assert totals.pop(final.entrant_id) is None
    assert None not in totals.values()
    left = left_in_words(snapshot, snapshot.entrants[final.entrant_id])
    assert left.startswith("went home injured or ill before playing in Final")


def test_combined_divisions_are_combined_in_it(club: Club) -> None:
    tournament = tournament_of(club, 8, FIRST)
    for at, entrant in enumerate(tournament.entrants.all()):
        entrant.born = f"{1950 - 6 * (at % 2)}-05-05"
        entrant.save()
    keys = [group.group.key for group in medals_of(loaded(tournament)).groups][:2]
    divisions_merge(tournament=tournament, author=ANN, divisions=keys, reason="few")
    rehearsal = rehearsal_make(tournament=tournament, author=ANN)
    assert list(rehearsal.division_merges.values_list("divisions", flat=True)) == [keys]


def test_a_new_one_takes_the_place_of_the_old(tournament: Tournament) -> None:
    rehearsal_make(tournament=tournament, author=ANN)
    rehearsal_make(tournament=tournament, author=ANN)
    assert tournament.rehearsals.count() == 1


def test_lists_and_tablets_do_not_know_it(club: Club, tournament: Tournament) -> None:
    rehearsal = rehearsal_make(tournament=tournament, author=ANN)
    listed = tournaments_of(club)
    assert [*listed.coming, *listed.past] == [tournament]
    assert tournament_table(club, 1) is None
    with pytest.raises(Refusal, match="No tablet plays in a rehearsal"):
        stage_tables_start(tournament=rehearsal, author=ANN)
    with pytest.raises(Refusal, match="stays in the club"):
        tournament_change(tournament=rehearsal, author=ANN, changes={"public": True})


def under_way(tournament: Tournament) -> None:
    begin(tournament)


def cancelled(tournament: Tournament) -> None:
    tournament_cancel(tournament=tournament, author=ANN)


def without_a_stage(tournament: Tournament) -> None:
    Stage.objects.filter(tournament=tournament).delete()


def alone(tournament: Tournament) -> None:
    tournament.entrants.exclude(number=1).delete()


def too_few_for_a_table(tournament: Tournament) -> None:
    tournament.stages.filter(number=1).update(size=8, least=8, most=8)
    tournament.entrants.filter(number__gt=5).delete()


@pytest.mark.parametrize(
    ("happens", "says"),
    [
        (under_way, "has begun. A rehearsal is for the days before."),
        (cancelled, "Bring it back first."),
        (without_a_stage, "Choose a format first"),
        (alone, "Enter at least two people first"),
        (too_few_for_a_table, "5 people"),
    ],
)
def test_where_there_is_nothing_to_rehearse_it_says_so(
    tournament: Tournament, happens: Callable[[Tournament], None], says: str
) -> None:
    happens(tournament)
    before = rows()
    with pytest.raises(Refusal, match=says):
        rehearsal_make(tournament=tournament, author=ANN)
    assert rows() == before


def test_what_people_played_is_never_thrown_away(tournament: Tournament) -> None:
    begin(tournament)
    with pytest.raises(Refusal, match="is not a rehearsal"):
        rehearsal_throw_away(rehearsal=tournament)
    with pytest.raises(Refusal, match="is not a rehearsal"):
        rehearsal_play(rehearsal=tournament, author=ANN)
    rehearsed = Tournament.objects.get(pk=tournament.pk)
    assert rehearsed.began_at is not None
    assert Season.objects.count() == 0
    assert Player.objects.exists()
