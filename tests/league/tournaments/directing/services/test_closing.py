"""Closing stages, all or nothing; opening them again; people who are level."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Entrant, Parting, Stage, StageEntrant, StageRound, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.directing.selectors.reopened import medals_hidden_by
from league.tournaments.directing.selectors.shared_medals import level_first
from league.tournaments.directing.services import closing
from league.tournaments.directing.services.closing import (
    beginning_take_back,
    stage_close,
    stage_reopen,
)
from league.tournaments.directing.services.partings import parting_record, parting_undo
from league.tournaments.directing.services.stage_rounds import round_think
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.display.selectors.onwards import onwards_of
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.progress import closing_of
from league.tournaments.stages.selectors.stale_seats import drifts_of
from scoring.accounts.authors import Author
from scoring.models import Club
from scoring.refusals import Refusal, Stale
from tests.factories import ANN
from tests.league.tournaments.runs import (
    begin,
    close,
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
BOB = Author("Bob")
FILLED = {"onward": "tables", "seating": "snake", "fill": "full"}
FINAL = {"name": "Final", "seating": "snake"}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Twelve people at three tables, the winners and the best second to the final."""
    tournament = tournament_of(club, 12, FILLED, FINAL)
    begin(tournament)
    return tournament


def stage_of(tournament: Tournament, number: int = 1) -> Stage:
    return tournament.stages.get(number=number)


def rows() -> tuple[Any, ...]:
    kinds = (Stage, StageEntrant, StageRound, Tournament, Parting)
    return tuple(list(kind.objects.order_by("pk").values()) for kind in kinds)


def test_the_winners_and_the_best_second_sit_down_in_the_final(tournament: Tournament) -> None:
    type_in(tournament, table(tournament, 1), 10, 20, 30, 40)
    type_in(tournament, table(tournament, 2), 11, 19, 30, 40)
    type_in(tournament, table(tournament, 3), 12, 25, 30, 40)
    stage = close(tournament)
    assert (stage.closed_by, stage.closed_at is not None) == (ANN.name, True)
    one, two, three = (names_at(table(tournament, number)) for number in (1, 2, 3))
    assert field_names(tournament, 2) == [one[0], two[0], three[0], two[1]]
    how = dict(StageEntrant.objects.filter(stage__number=2).values_list("entrant__name", "how"))
    assert (how[one[0]], how[two[1]]) == ("table", "fill")
    assert len(names_at(table(tournament, 1, stage=2))) == 4
    entry = tournament.log.get(kind="close")
    assert entry.text == "Stage 1 is closed. 3 winners and 1 best second go on to Final."
    assert now(tournament).current == stage_of(tournament, 2)


def test_a_stage_waits_for_its_tables(tournament: Tournament) -> None:
    type_in(tournament, table(tournament, 2))
    with pytest.raises(Refusal, match="Tables 1 and 3 have no result yet"):
        close(tournament)
    assert now(tournament).current == stage_of(tournament)


def test_two_directors_close_a_stage_once(tournament: Tournament) -> None:
    play_all(tournament)
    mark = closing_of(now(tournament), stage_of(tournament)).mark
    told: dict[str, Any] = {"tournament": tournament, "stage": stage_of(tournament), "seen": mark}
    stage_close(author=BOB, **told)
    before = rows()
    with pytest.raises(Refusal, match=r"Stage 1 was closed already, at \d.* by Bob\."):
        stage_close(author=ANN, **told)
    assert rows() == before


def test_what_was_not_looked_at_is_not_closed(tournament: Tournament) -> None:
    play_all(tournament)
    mark = closing_of(now(tournament), stage_of(tournament)).mark
    entrant_withdraw(
        entrant=Entrant.objects.get(name=names_at(table(tournament, 1))[0]), author=ANN
    )
    before = rows()
    with pytest.raises(Stale, match="has changed since you looked"):
        stage_close(tournament=tournament, stage=stage_of(tournament), author=ANN, seen=mark)
    assert rows() == before
    close(tournament)
    assert names_at(table(tournament, 1))[1] in field_names(tournament, 2)


@pytest.mark.parametrize("fails", ["round_write", "log_append"])
def test_a_power_cut_leaves_everything_or_nothing(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    play_all(tournament)
    before = rows()

    def cut(*_args: Any, **_told: Any) -> None:
        raise OSError("the lights went out")

    with monkeypatch.context() as patched:
        patched.setattr(closing, fails, cut)
        with pytest.raises(OSError, match="lights"):
            close(tournament)
    assert rows() == before
    assert close(tournament).closed_at is not None


def test_results_that_come_while_seats_are_thought_out_are_seen(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written between the thinking and the lock, a correction must not be lost."""
    play_all(tournament)
    think, late = round_think, [True]
    loser = names_at(table(tournament, 1))[0]

    def slow(*args: Any) -> Any:
        if late.pop() if late else False:
            entrant_withdraw(entrant=Entrant.objects.get(name=loser), author=BOB)
        return think(*args)

    monkeypatch.setattr(closing, "round_think", slow)
    with pytest.raises(Stale):
        close(tournament)
    assert not StageEntrant.objects.filter(stage__number=2).exists()


def test_the_last_stage_ends_the_tournament(tournament: Tournament) -> None:
    play_all(tournament)
    close(tournament)
    play_all(tournament, 2)
    final = close(tournament, 2)
    assert now(tournament).tournament.ended_at == final.closed_at
    assert now(tournament).current is None
    with pytest.raises(Refusal, match="Final was closed already"):
        stage_close(tournament=tournament, stage=final, author=BOB, seen="")


def test_who_withdrew_before_the_closing_does_not_go_on(tournament: Tournament) -> None:
    play_all(tournament)
    winner, second = names_at(table(tournament, 2))[:2]
    entrant_withdraw(entrant=Entrant.objects.get(name=winner), author=ANN)
    close(tournament)
    assert winner not in field_names(tournament, 2)
    assert second in field_names(tournament, 2)


def test_who_withdraws_between_closing_and_starting_is_not_started(tournament: Tournament) -> None:
    play_all(tournament)
    close(tournament)
    gone = names_at(table(tournament, 1, stage=2))[0]
    entrant_withdraw(entrant=Entrant.objects.get(name=gone), author=ANN)
    (game,) = stage_tables_start(tournament=tournament, author=ANN).games
    assert gone not in [seat.player.name for seat in game.seats.all()]
    assert game.seats.count() == 3


def test_one_alone_does_not_go_on_to_a_final(club: Club) -> None:
    tournament = tournament_of(club, 4)
    begin(tournament)
    play_all(tournament)
    with pytest.raises(Refusal, match="Ann alone would go on to Final"):
        close(tournament)


def test_where_all_have_withdrawn_nobody_goes_on(club: Club) -> None:
    tournament = tournament_of(club, 4)
    begin(tournament)
    for entrant in tournament.entrants.all():
        entrant_withdraw(entrant=entrant, author=ANN)
    with pytest.raises(Refusal, match=r"^Nobody would go on to Final\."):
        close(tournament)


def test_a_next_stage_that_cannot_be_seated_is_named(club: Club) -> None:
    tournament = tournament_of(club, 8)
    begin(tournament)
    play_all(tournament)
    with pytest.raises(Refusal, match=r"^Final: 2 people cannot sit at tables of 3 to 5"):
        close(tournament)
    assert stage_of(tournament).closed_at is None


def test_its_queries_do_not_grow(club: Club) -> None:
    def count(people: int) -> int:
        tournament = tournament_of(club, people, FILLED, FINAL)
        begin(tournament)
        play_all(tournament)
        mark = closing_of(now(tournament), stage_of(tournament)).mark
        told: dict[str, Any] = {"tournament": tournament, "stage": stage_of(tournament)}
        with CaptureQueriesContext(connection) as asked:
            stage_close(author=ANN, seen=mark, **told)
        return len(asked)

    assert count(12) == count(40)


# -- people who are level -----------------------------------------------------------------------


@pytest.fixture
def level(club: Club) -> Tournament:
    """Ann and somebody else won table 1 together."""
    tournament = tournament_of(club, 12, tie_breaks=["play_off"])
    begin(tournament)
    type_in(tournament, table(tournament, 3))
    type_in(tournament, table(tournament, 1), 10, 10, 30, 40)
    type_in(tournament, table(tournament, 2))
    return tournament


def keys_at(tournament: Tournament, number: int, first: int = 2) -> list[int]:
    return [seat.entrant_id for seat in table(tournament, number).seats.all()][:first]


def part(tournament: Tournament, kind: str, **told: Any) -> Parting:
    return parting_record(
        tournament=tournament,
        stage=stage_of(tournament),
        author=ANN,
        kind=Parting.Kind(kind),
        **{"entrants": keys_at(tournament, 1), **told},
    )


def test_people_who_are_level_are_named_and_what_can_be_done(level: Tournament) -> None:
    one, other = sorted(names_at(table(level, 1))[:2])
    with pytest.raises(Refusal, match=f"{one} and {other} are level for 1 of the places") as said:
        close(level)
    assert "play a round to decide between them, draw lots, or let all" in said.value.message


def test_a_play_off_decides(level: Tournament) -> None:
    one, other = keys_at(level, 1)
    part(level, "play_off", points={one: 12, other: 5})
    close(level)
    assert Entrant.objects.get(pk=other).name in field_names(level, 2)
    assert Entrant.objects.get(pk=one).name not in field_names(level, 2)


def test_lots_are_drawn_by_the_tournaments_seed(level: Tournament) -> None:
    drawn = part(level, "lot")
    assert sorted(lot for _key, lot in drawn.numbers) == [1, 2]
    parting_undo(tournament=level, parting=drawn, author=ANN)
    again = part(level, "lot")
    assert again.pk != drawn.pk
    close(level)
    lucky = next(key for key, lot in again.numbers if lot == 1)
    assert Entrant.objects.get(pk=lucky).name in field_names(level, 2)
    assert len(field_names(level, 2)) == 3


def test_all_of_them_may_go_on(level: Tournament) -> None:
    part(level, "all")
    close(level)
    assert len(field_names(level, 2)) == 4


def test_the_same_told_twice_stands_once(level: Tournament) -> None:
    points = dict(zip(keys_at(level, 1), (1, 2), strict=True))
    assert part(level, "play_off", points=points) == part(level, "play_off", points=points)
    assert level.log.filter(kind="parting").count() == 1


@pytest.mark.parametrize("points", [{}, {0: 5}, {0: 5, 1: -1}, {0: 5, 1: 10_000}])
def test_a_play_off_needs_the_points_of_each(level: Tournament, points: dict[int, int]) -> None:
    keys = keys_at(level, 1)
    with pytest.raises(Refusal, match="Type the points of"):
        part(level, "play_off", points={keys[at]: told for at, told in points.items()})


def test_only_those_who_are_level_draw_lots(level: Tournament) -> None:
    with pytest.raises(Refusal, match="not level for a place any more"):
        part(level, "lot", entrants=keys_at(level, 2))
    for nobody in ([], [10**9, 10**9 + 1], keys_at(level, 1, 1)):
        with pytest.raises(Refusal, match="Choose two or more people"):
            part(level, "lot", entrants=nobody)


def test_a_play_off_counts_only_where_it_is_among_the_tie_breaks(level: Tournament) -> None:
    Tournament.objects.update(tie_breaks=[])
    with pytest.raises(Refusal, match="not among this tournament's tie-breaks"):
        part(level, "play_off", points=dict.fromkeys(keys_at(level, 1), 3))


def test_nothing_is_parted_in_a_closed_stage(level: Tournament) -> None:
    drawn = part(level, "lot")
    close(level)
    with pytest.raises(Refusal, match="was closed already"):
        part(level, "all")
    with pytest.raises(Refusal, match=r"^Stage 1 is closed, so this stays\.$"):
        parting_undo(tournament=level, parting=drawn, author=ANN)


def test_a_play_off_that_sent_people_on_stays_once_the_stage_is_closed(level: Tournament) -> None:
    """Taken back, the next stage would stand on nothing, and the public read of a correction."""
    one, other = keys_at(level, 1)
    decided = part(level, "play_off", points={one: 12, other: 5})
    # Of two who are out anyway nothing follows: one for a medal can be taken back.
    third, fourth = keys_at(level, 2, 4)[2:]
    told = {"entrants": [third, fourth], "points": {third: 3, fourth: 1}}
    medal = part(level, "play_off", **told)
    close(level)
    with pytest.raises(Refusal, match=r"^Stage 1 is closed, so this stays\.$"):
        parting_undo(tournament=level, parting=decided, author=ANN)
    assert parting_undo(tournament=level, parting=medal, author=ANN).undone_at
    assert not drifts_of(now(level))
    # Opened again, it can be taken back.
    reopen(level)
    assert parting_undo(tournament=level, parting=decided, author=ANN).undone_at


# -- opening again --------------------------------------------------------------------------------


def reopen(tournament: Tournament, number: int = 1, reason: str = "a slip") -> Stage:
    stage = stage_of(tournament, number)
    return stage_reopen(tournament=tournament, stage=stage, author=ANN, reason=reason)


def test_places_that_changed_while_the_last_stage_was_open_again_are_said(club: Club) -> None:
    tournament = tournament_of(club, 3, {"name": "Final", "kind": "tables"}, band_width=0)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 20, 30)
    close(tournament)
    reopen(tournament)
    close(tournament)
    medals = medals_of(now(tournament))
    assert moved_of(now(tournament), medals) == ()
    reopen(tournament)
    correct(tournament, 1, 10, 40, 30)
    assert moved_of(now(tournament), medals) == ()
    close(tournament)
    (moved,) = moved_of(now(tournament), medals)
    # Opening it again changed nothing; the correction in between did.
    assert moved.words.startswith("Results were corrected, and Final was closed again at ")
    assert len(moved.people) == 2
    # What was read stays while it is open once more, with a word about that.
    reopen(tournament)
    (kept,) = moved_of(now(tournament), medals_of(now(tournament)))
    assert kept.words == f"Final is open again, so this may be different by now. {moved.words}"
    assert kept.people == moved.people


@pytest.mark.parametrize("cause", ["play-off", "leaving", "both"])
def test_what_moved_places_while_the_last_stage_was_open_again_is_said(
    club: Club, cause: str
) -> None:
    about = {"band_width": 0, "medals": True, "tie_breaks": ["play_off"]}
    tournament = tournament_of(club, 4, {"name": "Final", "seating": "snake"}, **about)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 10, 30, 40)
    close(tournament)
    reopen(tournament)
    ann, bob, cal, _dot = names_at(table(tournament, 1))
    keys = [tournament.entrants.get(name=name).pk for name in (ann, bob)]
    if cause != "leaving":
        parting_record(
            tournament=tournament,
            stage=stage_of(tournament),
            author=ANN,
            kind=Parting.Kind.PLAY_OFF,
            entrants=keys,
            points=dict(zip(keys, (5, 9), strict=True)),
        )
    if cause != "play-off":
        third = tournament.entrants.get(name=cal)
        entrant_withdraw(entrant=third, author=ANN, how="disqualified", keeps=False)
    close(tournament)
    (moved,) = moved_of(now(tournament), medals_of(now(tournament)))
    begins, ends = {
        "play-off": ("After a play-off Final was closed again at ", ". Places changed:"),
        "leaving": (
            f"{cal} (disqualified) is out, and Final was closed again at ",
            ". Places changed:",
        ),
        "both": ("Final was opened again and closed at ", ". That changed places:"),
    }[cause]
    assert moved.words.startswith(begins)
    assert moved.words.endswith(ends)


def test_who_is_put_into_a_division_and_all_who_moved_are_said(club: Club) -> None:
    """Of one nobody knew the date of birth; it comes, and the last two change places."""
    tournament = tournament_of(club, 4, {"name": "Final", "kind": "tables"})
    begin(tournament)
    first, _second, third, fourth = names_at(table(tournament, 1))
    known = tournament.entrants.get(name=fourth).born
    assert known is not None
    tournament.entrants.filter(name=first).update(born=known.replace(year=1936))
    tournament.entrants.filter(name=fourth).update(born=None)
    type_in(tournament, table(tournament, 1), 10, 20, 30, 40)
    close(tournament)
    reopen(tournament)
    correct(tournament, 1, 10, 20, 40, 30)
    tournament.entrants.filter(name=fourth).update(born=known)
    close(tournament)
    (moved,) = moved_of(now(tournament), medals_of(now(tournament)))
    said = " ".join(moved.lines)
    assert f"{fourth} wins silver instead of nothing, with place 2 instead of no place." in said
    assert f"All together: {third} has place 4 instead of place 3." in said


def test_it_is_said_before_which_medals_opening_again_hides(club: Club) -> None:
    """Cal and Dot share the bronze medal, and could still play it off."""
    stages = {"name": "Final", "seating": "snake"}
    about = {"band_width": 0, "medals": True, "tie_breaks": ["play_off"]}
    tournament = tournament_of(club, 4, stages, **about)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 20, 30, 30)
    close(tournament)

    def won() -> dict[str, str]:
        snapshot = now(tournament)
        awards = [a for group in medals_of(snapshot).groups for a in group.certain_awards]
        return {snapshot.entrants[int(a.key)].name: a.what.value for a in awards}

    before = won()
    first, words = medals_hidden_by(now(tournament), stage_of(tournament))
    assert words.endswith("Bronze: Cal and Dot")
    # The bracket and one's own page say that only after the end.
    assert first == "First of all: Ann"
    assert "won" in set(onwards_of(now(tournament), stage_of(tournament)).hows.values())
    reopen(tournament)
    assert not onwards_of(now(tournament), stage_of(tournament)).hows
    assert {name: won for name, won in before.items() if won != "bronze"} == won()
    assert level_first(now(tournament)) is None


def test_a_stage_opens_again_as_if_it_had_not_been_closed(tournament: Tournament) -> None:
    play_all(tournament)
    before = rows()[1:3]
    close(tournament)
    reopen(tournament)
    assert rows()[1:3] == before
    assert stage_of(tournament, 2).opened_at is None
    assert now(tournament).current == stage_of(tournament)
    assert tournament.log.get(kind="reopen").reason == "a slip"
    close(tournament)


def test_what_is_played_is_not_taken_back(tournament: Tournament) -> None:
    play_all(tournament)
    close(tournament)
    stage_tables_start(tournament=tournament, author=ANN)
    with pytest.raises(Refusal, match="Play in Final has begun, at table 1"):
        reopen(tournament)
    assert stage_of(tournament).closed_at is not None


def test_the_last_stage_opens_and_the_tournament_goes_on(tournament: Tournament) -> None:
    play_all(tournament)
    close(tournament)
    play_all(tournament, 2)
    close(tournament, 2)
    with pytest.raises(Refusal, match="Play in Final has begun, at table 1"):
        reopen(tournament)
    reopen(tournament, 2)
    assert now(tournament).tournament.ended_at is None
    assert now(tournament).current == stage_of(tournament, 2)


@pytest.mark.parametrize(("number", "reason", "said"), [(1, "", "Say why"), (2, "x", "not closed")])
def test_what_cannot_be_opened_is_told(
    tournament: Tournament, number: int, reason: str, said: str
) -> None:
    play_all(tournament)
    close(tournament)
    with pytest.raises(Refusal, match=said):
        reopen(tournament, number, reason)


def test_a_play_off_of_a_stage_that_is_taken_back_counts_no_longer(club: Club) -> None:
    """The final is seated anew: two who level there then have not played off."""
    tournament = tournament_of(club, 12, FILLED, FINAL, tie_breaks=["play_off"])
    begin(tournament)
    play_all(tournament)
    close(tournament)
    final = stage_of(tournament, 2)
    keys = list(final.field.values_list("entrant_id", flat=True))[:2]
    told: dict[str, Any] = {"tournament": tournament, "author": ANN}
    points = dict(zip(keys, (3, 7), strict=True))
    parting_record(**told, stage=final, kind=Parting.Kind.PLAY_OFF, entrants=keys, points=points)
    stage_reopen(**told, stage=stage_of(tournament), reason="a wrong sheet")
    assert not final.partings.filter(undone_at=None).exists()
    close(tournament)
    assert now(tournament).courses[final.pk].play_offs == ()


@pytest.mark.parametrize("hours", [0, -1, 24])
def test_two_who_meet_again_may_play_off_with_the_same_points(club: Club, hours: int) -> None:
    """Double elimination: both games of the two are level, and both play-offs end 0 to 1.

    Whatever the server's clock does in between, and after each tap.
    """
    with time_machine.travel(datetime(2026, 6, 6, 12, tzinfo=UTC), tick=False) as clock:
        meet_again(club, lambda: clock.shift(timedelta(hours=hours)))


def meet_again(club: Club, jump: Callable[[], None]) -> None:
    pairs = {"kind": "double", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 2, pairs, tie_breaks=["play_off"])
    begin(tournament)
    keys = list(tournament.entrants.values_list("pk", flat=True))
    for game in (1, 2):
        type_in(tournament, table(tournament, 1, game=game), 5, 5)
        for _tap in (1, 2):
            parting_record(
                tournament=tournament,
                stage=stage_of(tournament),
                author=ANN,
                kind=Parting.Kind.PLAY_OFF,
                entrants=keys,
                points=dict(zip(keys, (0, 1), strict=True)),
            )
            jump()
        assert Parting.objects.count() == game
        if game == 1:
            seat(tournament, 2)
            jump()
    close(tournament)


def test_a_beginning_is_taken_back_without_a_trace_but_in_the_log(tournament: Tournament) -> None:
    beginning_take_back(tournament=tournament, author=ANN, reason="too early")
    assert not StageEntrant.objects.exists()
    assert not StageRound.objects.exists()
    assert stage_of(tournament).opened_at is None
    assert Tournament.objects.get(pk=tournament.pk).began_at is None
    assert tournament.log.get(kind="unbegin").reason == "too early"
    with pytest.raises(Refusal, match="has not begun"):
        beginning_take_back(tournament=tournament, author=ANN, reason="again")
    begin(tournament)
    type_in(tournament, table(tournament, 2), 1, 2, 3, 4)
    with pytest.raises(Refusal, match="Play has begun, at table 2"):
        beginning_take_back(tournament=tournament, author=ANN, reason="too late")
