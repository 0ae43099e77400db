"""Tables of earlier games, and how another one can win a game of an elimination."""

from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Entrant, StageTable, Tournament
from league.tournaments.awards.selectors.places import why_none
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.services.clock import time_call
from league.tournaments.directing.services.leaving import entrant_leave
from league.tournaments.directing.services.stage_tables import tables_begin_on_paper
from league.tournaments.entrants.services.presence import entrant_return, entrant_withdraw
from scoring.models import Game
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.tournaments.runs import begin, close, now, play_all, seat, tournament_of, type_in
from tests.league.tournaments.runs import table as table_of
from tests.litany import ClientOf
from tests.page import Page

PAIRS = {"kind": "single", "size": 2, "least": 2, "most": 2}


def page(client: Client, name: str, tournament: Tournament, *more: int) -> Page:
    return Page(client.get(reverse(f"league:{name}", args=[tournament.pk, *more])))


def cup(game: Game) -> Tournament:
    """Four in a single elimination, whose final is seated."""
    tournament = tournament_of(game.club, 4, PAIRS)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    return tournament


def test_tables_of_earlier_games_are_found_from_the_director_s_page(
    client_of: ClientOf, game: Game
) -> None:
    swiss = {"rounds": 3, "size": 2, "least": 2, "most": 2, "seating": "swiss"}
    tournament, client = tournament_of(game.club, 4, swiss), client_of("organizer")
    begin(tournament)
    play_all(tournament)
    earlier = reverse("league:stage-reopen", args=[tournament.pk, 1])
    assert earlier not in page(client, "direct", tournament).links
    seat(tournament, 2)
    assert earlier in page(client, "direct", tournament).links
    listed = page(client, "stage-reopen", tournament, 1)
    paper = f"/tournaments/{tournament.pk}/tables/2/paper/?stage=1&game=1"
    assert paper in listed.links
    assert "Correct table 1 of game 1" in listed.text
    assert "Open it again" not in listed.text
    assert "game 1" in Page(client.get(urljoin("/", paper))).text
    assert "Table 1, Stage 1, game 2" in page(client, "print-tables", tournament).text


def test_another_winner_takes_the_next_game_back_on_the_table_s_own_page(
    client_of: ClientOf, game: Game
) -> None:
    tournament, client = cup(game), client_of("organizer")
    final = table_of(tournament, 1, game=2)
    type_in(tournament, final)
    first, second = (seat.entrant for seat in table_of(tournament, 1).seats.all())
    totals = {f"total-{first.pk}": "90", f"total-{second.pk}": "9"}
    sent = {"way": "totals", **totals, "reason": "misread", "corrects": "1"}
    address = f"{reverse('league:paper', args=[tournament.pk, 1])}?stage=1&game=1"
    assert "Correct the table below." in page(client, "stage-reopen", tournament, 1).text
    seen = client.post(address, sent)
    text = Page(seen).text
    assert "Games that are taken back What was played at table 1 of game 2" in text
    assert f"{second.name} plays in {first.name}'s place at table 1 of game 2." in text
    # Nothing is done before it is agreed to.
    assert StageTable.objects.get(pk=final.pk).paper_now is not None
    client.post(address, {**sent, "agreed": seen.context["preview"].mark})
    assert StageTable.objects.get(pk=final.pk).paper_now is None
    # After the end the page leads to where the stage is opened again.
    type_in(tournament, final)
    close(tournament)
    closed = Page(client.post(address, {**sent, f"total-{first.pk}": "1"}))
    assert f"{reverse('league:stage-reopen', args=[tournament.pk, 1])}?again=1#open-again" in (
        closed.links
    )


def test_past_the_first_game_of_a_bracket_no_link_leads_to_changing_seats(
    client_of: ClientOf, game: Game
) -> None:
    tournament, client = tournament_of(game.club, 4, PAIRS), client_of("organizer")
    begin(tournament)
    seats = reverse("league:stage-seats-table", args=[tournament.pk, 1])
    for shown in (True, False):
        for links in (
            page(client, "direct", tournament).links,
            page(client, "stage-table", tournament, 1).links,
        ):
            assert (seats in links) == shown
        if shown:
            play_all(tournament)
            seat(tournament, 2)


def test_everybody_reads_that_time_is_called_for_one_table(client_of: ClientOf, game: Game) -> None:
    tournament = tournament_of(game.club, 8, {"rounds": 1}, public=True)
    begin(tournament)
    tables_begin_on_paper(tournament=tournament, author=ANN)
    time_call(tournament=tournament, author=ANN, table=2)
    who = table_of(tournament, 2).seats.all()[0].entrant
    client = client_of("nobody")
    television = reverse("league:television", args=[tournament.pk])
    for text in (
        page(client, "bracket", tournament).text,
        page(client, "place-why", tournament, who.pk).text,
        Page(client.get(television, {"page": "2"})).text,
    ):
        assert text.count("time is called") == 1
        assert "Table 2 time is called" in text
    type_in(tournament, table_of(tournament, 2))
    assert "time is called" not in page(client, "bracket", tournament).text


def test_who_has_no_game_in_a_bracket_waits_or_is_out(client_of: ClientOf, game: Game) -> None:
    tournament, client = tournament_of(game.club, 5, PAIRS, public=True), client_of("nobody")
    begin(tournament)
    (television,) = [reverse("league:television", args=[tournament.pk])]
    shown = Page(client.get(television, {"show": "names"})).text
    assert (shown.count("through, waits"), "–" in shown) == (3, False)
    play_all(tournament)
    seat(tournament, 2)
    shown = Page(client.get(television, {"show": "names"})).text
    out = Entrant.objects.exclude(seats__table__round__number=2).get()
    assert f"{out.name} out" in shown
    assert f"{out.name} out" in page(client, "table-list", tournament).text


def test_whose_game_is_over_in_a_bracket_reads_that_before_the_next_is_seated(
    client_of: ClientOf, game: Game
) -> None:
    tournament, client = tournament_of(game.club, 4, PAIRS, public=True), client_of("nobody")
    begin(tournament)
    loser, winner = Entrant.objects.filter(seats__table__number=1).order_by("seats__place")
    type_in(tournament, table_of(tournament, 1), 50, 9)
    listed = page(client, "table-list", tournament).text
    assert f"{winner.name} through, waits for the next game" in listed
    assert f"{loser.name} out" in listed
    # The other table plays on.
    assert listed.count("Table 2") == 2
    assert "Table 1" not in listed
    own = [page(client, "place-why", tournament, who.pk).text for who in (winner, loser)]
    assert "Through, waits for the next game." in own[0]
    assert "Out." in own[1]
    # As in the bracket, the table says who won there.
    assert all(f"{winner.name} ▸ won 9" in text for text in own)
    type_in(tournament, table_of(tournament, 2))
    seat(tournament, 2)
    type_in(tournament, table_of(tournament, 1, game=2))
    assert "has played the last game" in page(client, "table-list", tournament).text


def test_at_tables_who_has_played_the_last_game_has_no_table_any_more(
    client_of: ClientOf, game: Game
) -> None:
    """Not before the last game of the last stage: until then more may come."""
    tournament = tournament_of(game.club, 8, {"rounds": 2, "onward": "all"}, {}, public=True)
    client = client_of("nobody")

    def listed() -> tuple[int, int]:
        text = page(client, "table-list", tournament).text
        return text.count("Table 1"), text.count("has played the last game")

    begin(tournament)
    type_in(tournament, table_of(tournament, 1))
    assert listed() == (4, 0)
    type_in(tournament, table_of(tournament, 2))
    seat(tournament, 2)
    play_all(tournament)
    assert listed() == (4, 0)
    close(tournament)
    type_in(tournament, table_of(tournament, 1, stage=2))
    assert listed() == (0, 4)


def test_a_final_won_without_playing_counts_as_a_game_on_every_page(
    client_of: ClientOf, game: Game
) -> None:
    tournament, client = tournament_of(game.club, 8, PAIRS, public=True), client_of("organizer")
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    play_all(tournament)
    first, _second = table_of(tournament, 1, game=2).seats.all()
    entrant_withdraw(entrant=first.entrant, author=ANN)
    assert "game 2 of 3" in page(client, "direct", tournament).text
    assert "game 2 of 3" in page(client, "television", tournament).text


def test_who_has_lost_once_of_two_is_not_through(client_of: ClientOf, game: Game) -> None:
    tournament = tournament_of(game.club, 4, {**PAIRS, "kind": "double"}, public=True)
    begin(tournament)
    type_in(tournament, table_of(tournament, 1), 50, 9)
    listed = page(client_of("nobody"), "table-list", tournament).text
    assert listed.count("lost once, waits for the next game") == 1
    assert listed.count("through, waits for the next game") == 1


def test_a_walkover_is_for_good_once_the_next_game_is_seated(
    client_of: ClientOf, game: Game
) -> None:
    """One who went on by it has a second walkover, which a sheet may still change."""
    tournament, client = tournament_of(game.club, 8, PAIRS, public=True), client_of("nobody")
    begin(tournament)
    stays, leaves = table_of(tournament, 1).seats.select_related("entrant")
    tables_begin_on_paper(tournament=tournament, author=ANN, tables=[1])
    entrant_withdraw(entrant=leaves.entrant, author=ANN)
    assert page(client, "bracket", tournament).text.count("unless a result comes in") == 1
    for number in (2, 3, 4):
        type_in(tournament, table_of(tournament, number))
    assert "Table 1 begun, on paper" not in page(client, "bracket", tournament).text
    seat(tournament, 2)
    assert "Table 1 finished" in page(client, "bracket", tournament).text
    # Nobody can come into the bracket any more.
    assert why_none(now(tournament)) == ""
    there = StageTable.objects.get(round__number=2, seats__entrant=stays.entrant)
    (other,) = there.seats.exclude(entrant=stays.entrant)
    tables_begin_on_paper(tournament=tournament, author=ANN, tables=[there.number])
    entrant_withdraw(entrant=other.entrant, author=ANN)
    text = page(client, "bracket", tournament).text
    assert text.count(f"{stays.entrant.name} goes on by walkover, unless a result comes in") == 1
    assert text.count(f"{stays.entrant.name} ▸ goes on by walkover") == 1


def test_a_walkover_at_a_table_that_did_not_begin_is_certain_on_every_page(
    client_of: ClientOf, game: Game
) -> None:
    """So no sheet may turn it round; who did play comes back in before the paper is typed."""
    tournament, client = tournament_of(game.club, 8, PAIRS, public=True), client_of("organizer")
    begin(tournament)
    stays, leaves = (seat.entrant for seat in table_of(tournament, 1).seats.all())
    entrant_withdraw(entrant=leaves, author=ANN)
    for number in (2, 3):
        type_in(tournament, table_of(tournament, number))
    assert "3 of 4 tables are in" in page(client, "tournament", tournament).text
    bracket = page(client, "bracket", tournament).text
    assert f"{stays.name} ▸ goes on by walkover" in bracket
    assert f"Semi-finals {stays.name} – Dot" in bracket
    listed = page(client, "table-list", tournament).text
    assert f"{stays.name} through" in listed
    with pytest.raises(Refusal, match="Nobody noted that table 1 had begun"):
        type_in(tournament, table_of(tournament, 1), 50, 9)
    entrant_return(entrant=leaves, author=ANN)
    type_in(tournament, table_of(tournament, 1), 50, 9)


def test_a_walkover_that_a_sheet_may_turn_round_is_not_in_on_any_page(
    client_of: ClientOf, game: Game
) -> None:
    tournament, client = tournament_of(game.club, 8, PAIRS, public=True), client_of("organizer")
    begin(tournament)
    tables_begin_on_paper(tournament=tournament, author=ANN)
    stays, leaves = (seat.entrant for seat in table_of(tournament, 1).seats.all())
    entrant_withdraw(entrant=leaves, author=ANN)
    for number in (2, 3, 4):
        type_in(tournament, table_of(tournament, number))
    assert "3 of 4 tables are in" in page(client, "tournament", tournament).text
    director = page(client, "direct", tournament).text
    assert "tables are in Table 1: walkover, unless a result comes in" in director
    address = reverse("league:television", args=[tournament.pk])
    screen = Page(client.get(address, {"page": "2"})).text
    assert f"{stays.name} walkover, unless a result comes in" in screen
    assert "begun, on paper" not in screen
    # Nothing waits for it.
    assert "Seat the semi-finals" in director
    assert f"{stays.name} – " not in page(client, "bracket", tournament).text
    listed = page(client, "table-list", tournament).text
    assert f"{stays.name} walkover, unless a result comes in" in listed
    type_in(tournament, table_of(tournament, 1), 50, 9)


def test_after_the_end_of_a_bracket_nothing_is_to_come(client_of: ClientOf, game: Game) -> None:
    tournament = tournament_of(game.club, 4, PAIRS, public=True, band_width=0, medals=True)
    client = client_of("nobody")
    begin(tournament)
    tables_begin_on_paper(tournament=tournament, author=ANN)
    _stays, leaves = table_of(tournament, 1).seats.select_related("entrant")
    entrant_withdraw(entrant=leaves.entrant, author=ANN)
    type_in(tournament, table_of(tournament, 2))
    seat(tournament, 2)
    type_in(tournament, table_of(tournament, 1, game=2), 9, 50)
    first, _second = table_of(tournament, 1, game=2).seats.select_related("entrant")
    close(tournament)
    text = page(client, "bracket", tournament).text
    assert "no points yet" not in text
    assert "begun, on paper" not in text
    television = reverse("league:television", args=[tournament.pk])
    names = Page(client.get(television, {"show": "names"})).text
    assert f"Gold {first.entrant.name}" in names
    assert "Find your table" not in names
    plan = leaving_plan(now(tournament), first.entrant, "disqualified")
    assert f"{first.entrant.name} keeps place 1 in Open." in plan.choices[1].sentences
    entrant_leave(
        entrant=first.entrant,
        author=ANN,
        how="disqualified",
        keeps=False,
        reason="",
        seen=plan.mark_of(keeps=False),
    )
    # Once for the game before, which was won; nobody without a place has won the final.
    text = page(client, "bracket", tournament).text
    assert f"Final Table 1 finished {first.entrant.name} disqualified 9 points" in text


def test_after_the_end_other_prints_are_offered(client_of: ClientOf, game: Game) -> None:
    tournament = tournament_of(game.club, 4, {"rounds": 1, "size": 4})
    begin(tournament)
    play_all(tournament)
    close(tournament)
    printed = page(client_of("organizer"), "print-tables", tournament)
    assert "no table needs a sheet" in printed.text
    assert reverse("league:certificates", args=[tournament.pk]) in printed.links


def test_a_walkover_is_found_to_be_corrected_and_ends_as_somebody_is_back(
    client_of: ClientOf, game: Game
) -> None:
    tournament, client = tournament_of(game.club, 8, PAIRS), client_of("organizer")
    begin(tournament)
    stays, leaves = (seat.entrant for seat in table_of(tournament, 1).seats.all())
    assert "Walkovers" not in page(client, "stage-reopen", tournament, 1).text
    entrant_withdraw(entrant=leaves, author=ANN, how=Entrant.Leaving.NO_SHOW)
    listed = page(client, "stage-reopen", tournament, 1)
    assert f"Table 1, game 1: {stays.name} goes on by walkover {leaves.name} back in?" in (
        listed.text
    )
    back = reverse("league:entrant-withdraw", args=[tournament.pk, leaves.pk])
    assert back in listed.links
    assert back in page(client, "direct", tournament).links
    # What it does is seen before it is done, also from the entry's own button.
    answer = client.post(back, {"deed": "return"})
    assert answer["Location"] == back
    told = f"Table 1 is then no walkover for {stays.name}. It waits for a game."
    asked = Page(client.get(back))
    assert told in asked.text
    answer = client.post(back, {"deed": "return", "seen": asked.fields["seen"]}, follow=True)
    assert f"{leaves.name} is back." in Page(answer).trouble
    assert "Walkovers" not in page(client, "stage-reopen", tournament, 1).text
    type_in(tournament, table_of(tournament, 1), 50, 9)


def test_who_cannot_be_back_in_a_bracket_is_told_the_way(client_of: ClientOf, game: Game) -> None:
    tournament, client = tournament_of(game.club, 8, PAIRS), client_of("organizer")
    begin(tournament)
    _stays, leaves = (seat.entrant for seat in table_of(tournament, 1).seats.all())
    entrant_withdraw(entrant=leaves, author=ANN, how=Entrant.Leaving.NO_SHOW)
    for number in (2, 3, 4):
        type_in(tournament, table_of(tournament, number))
    seat(tournament, 2)
    back = reverse("league:entrant-withdraw", args=[tournament.pk, leaves.pk])
    assert back in page(client, "stage-reopen", tournament, 1).links
    stopped = Page(client.post(back, {"deed": "return"}, follow=True))
    assert f"So {leaves.name} cannot come back into it now." in stopped.text
    assert "return" not in stopped.buttons.values()
    seats = reverse("league:stage-seats", args=[tournament.pk])
    assert f"{seats}#unseat" in stopped.links
    assert "The way back: take the seats of game 2 back" in stopped.text
    # Where the next game has begun, what has to be taken back first is named, or that it stays.
    tables_begin_on_paper(tournament=tournament, author=ANN, tables=[1])
    begun = Page(client.get(back))
    assert "See table 1, and take its start back" in begun.text
    assert f"{seats}#unseat" not in begun.links
    client.post(reverse("league:stage-table", args=[tournament.pk, 1]), {"deed": "back"})
    client.post(seats, {"deed": "unseat", "number": "2"})
    assert "return" in Page(client.get(back)).buttons.values()


@pytest.mark.parametrize(
    ("kind", "people", "names"),
    [
        ("single", 8, ["Seat the semi-finals", "Seat the final"]),
        ("single", 12, ["Seat the quarter-finals", "Seat the semi-finals", "Seat the final"]),
        ("double", 4, ["Seat game 2", "Seat game 3", "Seat the final"]),
    ],
)
def test_the_next_game_of_a_bracket_is_seated_by_the_name_that_everybody_reads(
    client_of: ClientOf, game: Game, kind: str, people: int, names: list[str]
) -> None:
    tournament, client = (
        tournament_of(game.club, people, {**PAIRS, "kind": kind}),
        client_of("organizer"),
    )
    begin(tournament)
    for number, name in enumerate(names, 2):
        play_all(tournament)
        assert f" {name} " in page(client, "direct", tournament).text
        seat(tournament, number)
