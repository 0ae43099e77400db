"""Somebody goes away: what counts then, and what it does to places, medals and brackets."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from league.models import Entrant, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.awards.selectors.places import overall_lines
from league.tournaments.awards.selectors.winners import end_screens, medals_moved
from league.tournaments.directing.selectors.leaving import leaving_plan, return_plan
from league.tournaments.directing.selectors.outcome import outcome_of
from league.tournaments.directing.selectors.sheet_notices import notices_of
from league.tournaments.directing.services.closing import stage_reopen
from league.tournaments.directing.services.leaving import entrant_back, entrant_leave
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    tables_begin_on_paper,
)
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.entrants.services.presence import entrant_return
from scoring.models import Club, Game
from scoring.refusals import Refusal, Stale
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import ANN, play
from tests.league.tournaments.runs import (
    begin,
    close,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)

pytestmark = pytest.mark.django_db
WITHDREW, INJURED, NO_SHOW, DISQUALIFIED = Entrant.Leaving.values


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Eight people at two tables; four of them play the final."""
    tournament = tournament_of(
        club, 8, {"onward": "best", "count": 4, "seating": "snake"}, {"name": "Final"}
    )
    begin(tournament)
    return tournament


@pytest.fixture
def bracket(club: Club) -> Tournament:
    """Four people in a single elimination."""
    tournament = tournament_of(club, 4, {"kind": "single", "size": 2, "least": 2, "most": 2})
    begin(tournament)
    return tournament


def person(tournament: Tournament, name: str) -> Entrant:
    return Entrant.objects.select_related("tournament").get(tournament=tournament, name=name)


def leave(tournament: Tournament, name: str, how: str, *, keeps: bool | None = None) -> Entrant:
    entrant = person(tournament, name)
    plan = leaving_plan(now(tournament), entrant, how)
    chosen = plan.choices[0].keeps if keeps is None else keeps
    return entrant_leave(
        entrant=entrant,
        author=ANN,
        how=how,
        keeps=chosen,
        reason="",
        seen=plan.mark_of(keeps=chosen),
    )


def ranked(tournament: Tournament) -> dict[str, int | None]:
    return {line.entrant.name: line.place.place for line in overall_lines(now(tournament))}


def gold(tournament: Tournament) -> list[str]:
    snapshot = now(tournament)
    return [
        snapshot.entrants[int(award.key)].name
        for group in medals_of(snapshot).groups
        for award in group.awards
        if award.what == "gold"
    ]


def lines(tournament: Tournament) -> dict[str, str]:
    return {line.entrant.name: line.left for line in overall_lines(now(tournament))}


def left_in_bracket(tournament: Tournament, name: str, stage: int) -> list[str]:
    boxes = bracket_of(now(tournament)).columns[stage - 1].boxes
    return [seat.left for box in boxes for seat in box.seats if seat.name == name]


def test_a_winner_who_goes_home_is_behind_those_of_the_final_alone(tournament: Tournament) -> None:
    play_all(tournament)
    first = names_at(table(tournament, 1))[0]
    close(tournament)
    entrant = leave(tournament, first, INJURED)
    assert (entrant.withdrawn_stage, entrant.withdrawn_games) == (2, 0)
    assert (
        lines(tournament)[first]
        == "went home before playing in Final: keeps the place earned in the tournament"
    )
    final = table(tournament, 1, stage=2)
    totals = [None if name == first else 10 for name in names_at(final)]
    type_in(tournament, final, *totals)
    close(tournament, 2)
    assert ranked(tournament)[first] == 4
    assert lines(tournament)[first] == (
        "went home before the end of Final: keeps the place earned in the tournament"
    )


def test_who_stayed_away_from_a_stage_taken_back_came_to_the_one_before(
    tournament: Tournament,
) -> None:
    """The bugs it would catch: "did not come 60", and the end of a stage that has not begun."""
    play_all(tournament)
    name = names_at(table(tournament, 1))[0]
    close(tournament)
    leave(tournament, name, NO_SHOW)
    stage = tournament.stages.get(number=1)
    stage_reopen(tournament=tournament, stage=stage, author=ANN, reason="a slip")
    said = lines(tournament)[name]
    assert said == "did not come to Final: keeps the place earned in the tournament"
    assert left_in_bracket(tournament, name, 1) == ["did not come back"]


def test_who_has_no_total_at_a_table_did_not_come_to_it(tournament: Tournament) -> None:
    play_all(tournament)
    name = names_at(table(tournament, 1))[0]
    close(tournament)
    leave(tournament, name, NO_SHOW)
    final = table(tournament, 1, stage=2)
    type_in(tournament, final, *(None if who == name else 10 for who in names_at(final)))
    assert left_in_bracket(tournament, name, 2) == ["did not come"]


@pytest.mark.parametrize(
    ("how", "keeps"), [(WITHDREW, True), (INJURED, True), (NO_SHOW, False), (DISQUALIFIED, False)]
)
def test_what_is_usual(tournament: Tournament, how: str, keeps: bool) -> None:
    name = names_at(table(tournament, 1))[0]
    plan = leaving_plan(now(tournament), person(tournament, name), how)
    # Nobody has played yet, and there is nothing to choose.
    assert [choice.keeps for choice in plan.choices] == [False]
    assert plan.choices[0].sentences[0].endswith("so there is no place to keep.")
    type_in(tournament, table(tournament, 1))
    plan = leaving_plan(now(tournament), person(tournament, name), how)
    assert [choice.keeps for choice in plan.choices] == [keeps, not keeps]
    assert leave(tournament, name, how).keeps_place is keeps


def test_who_is_disqualified_loses_a_closed_stage_and_those_behind_move_up(
    tournament: Tournament,
) -> None:
    play_all(tournament)
    close(tournament)
    out = next(name for name, place in ranked(tournament).items() if place == 5)
    behind = next(name for name, place in ranked(tournament).items() if place == 7)
    plan = leaving_plan(now(tournament), person(tournament, out), DISQUALIFIED)
    said = " ".join(plan.choices[0].sentences)
    assert f"{out} loses the place there too: those behind move up." in said
    leave(tournament, out, DISQUALIFIED)
    assert ranked(tournament)[out] is None
    assert ranked(tournament)[behind] == 6


def test_who_finished_a_closed_stage_keeps_its_place_whatever_is_chosen(
    tournament: Tournament,
) -> None:
    play_all(tournament)
    close(tournament)
    before = ranked(tournament)
    out = next(name for name, place in before.items() if place == 5)
    plan = leaving_plan(now(tournament), person(tournament, out), NO_SHOW)
    assert [choice.keeps for choice in plan.choices] == [True]
    leave(tournament, out, NO_SHOW)
    assert ranked(tournament) == before


def test_places_of_all_together_move_too_where_somebody_leaves_or_is_back(
    tournament: Tournament,
) -> None:
    """Each is named, but for those of the whole field past the first of many."""
    Tournament.objects.filter(pk=tournament.pk).update(band_width=5)
    for entrant in tournament.entrants.all():
        entrant.born = datetime.date(1930 + 20 * ((entrant.number or 0) % 2), 5, 5)
        entrant.save()
    play_all(tournament)
    close(tournament)
    out = next(name for name, place in ranked(tournament).items() if place == 5)
    before = dict(outcome_of(now(tournament)).together)
    entrant = person(tournament, out)
    plan = leaving_plan(now(tournament), entrant, DISQUALIFIED)
    leave(tournament, out, DISQUALIFIED)
    after = outcome_of(now(tournament)).together
    moved = [pk for pk in after if pk != entrant.pk and after[pk] != before[pk]]
    assert moved
    together = [sentence for sentence in plan.choices[0].moved if "All together" in sentence]
    assert len(together) == min(len(moved), 8)
    back = return_plan(now(tournament), person(tournament, out))
    assert any(f"All together: {out} has" in sentence for sentence in back.sentences)


@pytest.mark.parametrize("keeps", [True, False])
def test_the_disqualified_get_no_medal_and_the_next_one_does(
    club: Club,
    keeps: bool,
) -> None:
    tournament = tournament_of(club, 4, {"seating": "snake"}, band_width=0)
    begin(tournament)
    play_all(tournament)
    first, second, *_rest = names_at(table(tournament, 1))
    assert gold(tournament) == [first]
    leave(tournament, first, DISQUALIFIED, keeps=keeps)
    assert ranked(tournament)[first] == (1 if keeps else None)
    assert gold(tournament) == [second]


def test_an_opponent_goes_on_by_walkover(bracket: Tournament) -> None:
    one, other = names_at(table(bracket, 1))
    plan = leaving_plan(now(bracket), person(bracket, one), INJURED)
    assert plan.tables[0] == f"{other} goes on by walkover at table 1."
    tables_begin_on_paper(tournament=bracket, author=ANN)
    plan = leaving_plan(now(bracket), person(bracket, one), INJURED)
    assert plan.tables[0] == f"{other} goes on by walkover at table 1, unless a result comes in."
    leave(bracket, one, INJURED)
    (column,) = bracket_of(now(bracket)).columns
    box = column.draws[0].rounds[0].pairs[0].box
    assert box is not None
    assert [(row.name, row.how, row.left) for row in box.seats] == [
        (one, "", "went home"),
        (other, "walkover", ""),
    ]
    type_in(bracket, table(bracket, 2), 5, 9)
    seat(bracket, 2)
    assert other in names_at(table(bracket, 1, game=2))
    with pytest.raises(Refusal, match="somebody went on by walkover"):
        entrant_return(entrant=person(bracket, one), author=ANN)
    type_in(bracket, table(bracket, 1, game=2), 5, 9)
    close(bracket)
    assert sorted(ranked(bracket).values(), key=lambda place: place or 9) == [1, 2, 3, 4]
    assert ranked(bracket)[one] == 4


def test_who_leaves_a_bracket_between_games_lost_the_one_missed(bracket: Tournament) -> None:
    winner, other = (names_at(table(bracket, number))[0] for number in (1, 2))
    for number, words in (
        (1, f"Whoever would play {winner} next goes on by walkover."),
        (2, f"{other} would play {winner} next, and goes on by walkover."),
    ):
        type_in(bracket, table(bracket, number), 5, 9)
        plan = leaving_plan(now(bracket), person(bracket, winner), WITHDREW)
        assert plan.tables == (words,)
    leave(bracket, winner, WITHDREW)
    (column,) = bracket_of(now(bracket)).columns
    final = column.draws[0].rounds[1].pairs[0]
    assert (final.absent, final.absent_left, final.free) == (winner, "withdrew", True)
    close(bracket)
    assert ranked(bracket)[winner] == 2


def test_back_in_until_the_stage_is_closed(tournament: Tournament) -> None:
    name = names_at(table(tournament, 1))[0]
    leave(tournament, name, INJURED)
    back = entrant_return(entrant=person(tournament, name), author=ANN)
    assert (back.withdrawn_how, back.keeps_place, back.withdrawn_stage) == ("", False, None)
    leave(tournament, name, INJURED)
    play_all(tournament)
    close(tournament)
    with pytest.raises(Refusal, match=f"Stage 1 was closed without {name}. Open it again first."):
        entrant_return(entrant=person(tournament, name), author=ANN)


def test_a_table_that_is_played_plays_on(tournament: Tournament) -> None:
    stage_tables_start(tournament=tournament, author=ANN)
    name = names_at(table(tournament, 1))[0]
    plan = leaving_plan(now(tournament), person(tournament, name), INJURED)
    assert plan.tables == (
        f"Table 1 plays on without {name}. Its sheet asks for no more points of {name}, and this "
        f"game counts nothing for {name}.",
    )
    game = table(tournament, 1).game
    assert game is not None
    play(game, 0, 10, 20, 30)
    leave(tournament, name, DISQUALIFIED)
    sheet = sheet_of(Game.objects.get(pk=game.pk))
    assert name not in [line.name for line in (*sheet.playing(2), *sheet.leaders)]
    assert f"The director has noted that {name} does not play any more." in notices_of(game)[0].text
    # That is not the table's to take back; nor that this one is back.
    assert (sheet.last_entry is not None, sheet.table_undo) == (True, None)
    # Nothing was written since, so that the seat is there again.
    entrant_back(entrant=person(tournament, name), author=ANN)
    sheet = sheet_of(Game.objects.get(pk=game.pk))
    assert (sheet.last_undo is not None, sheet.table_redo) == (True, None)
    assert name in [line.name for line in sheet_of(Game.objects.get(pk=game.pk)).playing(2)]


@pytest.mark.parametrize("on_tablet", [True, False])
def test_who_leaves_the_only_game_has_no_place_to_keep_and_that_is_said_before(
    club: Club, *, on_tablet: bool
) -> None:
    """The bug it would catch: "keeps the place earned so far", of points that then do not count."""
    tournament = tournament_of(club, 4)
    begin(tournament)
    name = names_at(table(tournament, 1))[0]
    words = f"{name} has finished no game, so there is no place to keep."
    if on_tablet:
        (game,) = stage_tables_start(tournament=tournament, author=ANN).games
        play(game, 0, 10, 20, 30)
    else:
        tables_begin_on_paper(tournament=tournament, author=ANN)
        words += " Only a total that is still entered for this game would give one."
    plan = leaving_plan(now(tournament), person(tournament, name), WITHDREW)
    assert words in plan.choices[0].sentences
    leave(tournament, name, WITHDREW, keeps=True)
    left = "withdrew before the end of Stage 1"
    assert lines(tournament)[name] == (f"{left}: no place" if on_tablet else left)
    assert ranked(tournament)[name] is None


def test_who_is_back_after_the_end_is_behind_the_final_alone(tournament: Tournament) -> None:
    """The bug it would catch: back in a final that is over, and no place behind who lost before."""
    play_all(tournament)
    close(tournament)
    stage_tables_start(tournament=tournament, author=ANN)
    game = table(tournament, 1, stage=2).game
    assert game is not None
    play(game, 0, 10, 20, 30)
    name = names_at(table(tournament, 1, stage=2))[0]
    leave(tournament, name, DISQUALIFIED)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    close(tournament, 2)
    final = tournament.stages.get(number=2)
    stage_reopen(tournament=tournament, stage=final, author=ANN, reason="one is back")
    fourth = next(other for other, place in ranked(tournament).items() if place == 4)
    entrant = person(tournament, name)
    plan = return_plan(now(tournament), entrant)
    assert any(fourth in sentence for sentence in plan.sentences)
    with pytest.raises(Stale):
        entrant_back(entrant=entrant, author=ANN, seen="")
    entrant_back(entrant=entrant, author=ANN, seen=plan.mark)
    assert (ranked(tournament)[name], ranked(tournament)[fourth]) == (4, 5)
    line = next(line for line in overall_lines(now(tournament)) if line.entrant.pk == entrant.pk)
    assert line.details == ["Final", "left a table early"]
    assert line.place.value is None
    close(tournament, 2)
    assert (ranked(tournament)[name], ranked(tournament)[fourth]) == (4, 5)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"how": "abducted"}, "Say in which way Ann leaves."),
        ({"how": INJURED}, "Ann has left already (withdrew). Let that be taken back first."),
    ],
)
def test_what_cannot_be_is_refused(tournament: Tournament, told: dict[str, Any], said: str) -> None:
    if told["how"] == INJURED:
        leave(tournament, "Ann", WITHDREW)
    with pytest.raises(Refusal) as refusal:
        entrant_leave(
            entrant=person(tournament, "Ann"),
            author=ANN,
            keeps=True,
            reason="",
            seen="",
            **told,
        )
    assert refusal.value.message == said


def test_what_was_not_seen_is_not_done(tournament: Tournament) -> None:
    plan = leaving_plan(now(tournament), person(tournament, "Ann"), INJURED)
    play_all(tournament)
    with pytest.raises(Stale, match="Something has changed since you looked"):
        entrant_leave(
            entrant=person(tournament, "Ann"),
            author=ANN,
            how=INJURED,
            keeps=True,
            reason="",
            seen=plan.mark_of(keeps=True),
        )
    assert person(tournament, "Ann").withdrawn_at is None


def over(tournament: Tournament) -> Tournament:
    play_all(tournament)
    close(tournament)
    play_all(tournament, stage=2)
    close(tournament, 2)
    return tournament


def test_after_the_end_nobody_withdraws(tournament: Tournament) -> None:
    with pytest.raises(Refusal, match="This tournament has ended"):
        leave(over(tournament), "Ann", WITHDREW)


def test_somebody_is_disqualified_after_the_end_in_one_go(tournament: Tournament) -> None:
    """What moves is shown before, and is what pages say moved; the tournament stays over."""
    tournament = over(tournament)
    Tournament.objects.update(medals=True, band_width=0)
    winner = next(name for name, place in ranked(tournament).items() if place == 1)
    second = next(name for name, place in ranked(tournament).items() if place == 2)
    (choice, *_others) = leaving_plan(
        now(tournament), person(tournament, winner), DISQUALIFIED
    ).choices
    assert f"Final is closed. {winner} loses the place there too: those behind move up." in (
        choice.sentences
    )
    leave(tournament, winner, DISQUALIFIED)
    snapshot = now(tournament)
    assert snapshot.is_over
    assert ranked(tournament)[second] == 1
    (moved,) = moved_of(snapshot, medals_of(snapshot))
    assert moved.words.startswith(f"{winner} (disqualified) is out, and Final was closed again at")
    assert medals_moved(snapshot.tournament, end_screens(snapshot).winners[0]).startswith(
        "Somebody has been out of the tournament since"
    )
    said = " ".join(line for line in moved.lines)
    assert choice.moved
    assert all(sentence in said for sentence in choice.moved)
    # All of it stands in the log.
    kinds = list(tournament.log.order_by("-pk").values_list("kind", flat=True)[:3])
    assert kinds == ["close", "withdrawn", "reopen"]
