"""Leagues of several clubs: consent, what is seen of whom, how it counts, and what ends it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.leagues import services
from league.leagues.selectors import club_places, invitation_key, parts_of
from league.models import BroughtForward, GameDay, League, LeagueClub, LeagueStanding, Season
from league.privacy.services.erase_club import club_erase
from league.standings.scores import Score
from scoring.accounts.privacy_links import privacy_key
from scoring.models import Club, Game, Player
from scoring.refusals import Refusal
from tests.confirming import confirm
from tests.league.factories import GameDayFactory, LeagueFactory, SeasonFactory, day_game
from tests.litany import ClientOf
from tests.page import Page

pytestmark = pytest.mark.django_db
Rounds = dict[str, tuple[int, ...]]
# Points a round: Ann 5, Bob 10; in the other club another Ann 2, Cal 8 and Dot 20.
OWN: Rounds = {"Ann Baker": (0, 10), "Bob Carter": (10, 10)}
OTHERS: Rounds = {"Ann Baker": (4, 0), "Cal Dean": (0, 16), "Dot Evans": (20, 20)}


def season_of(club: Club, rounds: Rounds) -> Season:
    day_game(GameDayFactory(club=club), rounds)
    season: Season = SeasonFactory(club=club, public=True, name=f"Year of {club.name}")
    return season


@pytest.fixture
def other(stranger: User) -> Club:
    """A club of another organizer, whose people strangers read with an initial."""
    club = stranger.memberships.get().club
    club.name, club.names = "Sun Valley", "first"
    club.save()
    season_of(club, OTHERS)
    return club


@pytest.fixture
def league(club: Club) -> League:
    """A league that the own club founded, alone in it so far."""
    season = season_of(club, OWN)
    fields = {"name": "Valley league", "way": "average", "people": 2}
    return services.league_found(club=club, fields=fields, season=season)


@pytest.fixture
def both(league: League, other: Club) -> League:
    """That league, once the other club takes part."""
    invitation = services.club_invite(league=league)
    services.part_accept(invitation=invitation, club=other, season=other.seasons.get())
    return league


def board(league: League) -> list[tuple[int | None, str, str, str]]:
    """The board of people as a stranger reads it: place, name, club and value."""
    page = Page(Client().get(reverse("league:league", args=[league.pk])))
    lines = services.league_board_refresh(league=league).standings.all()
    for line in lines:
        assert line.shown in page.text
    names = {line.player_id: line.player.name for line in lines.select_related("player")}
    return [
        (line.place, names[line.player_id], line.part.club.name, line.shown)
        for line in lines.select_related("part__club")
    ]


def test_a_club_takes_part_by_the_link_once_its_organizer_agrees(
    client_of: ClientOf, league: League, other: Club, settings: Any
) -> None:
    settings.SITE_ADDRESSES = ["https://scores.example.org"]
    organizer = client_of("organizer")
    organizer.post(reverse("league:league-invite", args=[league.pk]))
    # The key says in which second it was made, so that of the page is another one a second later.
    edit = organizer.get(reverse("league:league-edit", args=[league.pk])).content.decode()
    (path,) = set(re.findall(r"/leagues/join/[^/]+/", edit))
    # Whoever is no organizer reads what it is, and agrees to nothing; nor does the founder.
    asks = {"season": other.seasons.get().pk}
    for client in (Client(), client_of("scorekeeper"), organizer):
        assert "Names are shown as on your public leaderboard" in Page(client.get(path)).text
        client.post(path, asks)
    assert len(parts_of(league)) == 1
    theirs = client_of("stranger")
    consent = Page(theirs.get(path)).text
    for words in (
        "What will be seen of your club",
        "the name of the club’s season, and its first and last day",
        "Your club’s choice now: “First name and initial, such as Ann B.”",
        "The mean of each club’s best 2 people counts",
        "You can leave with one tap",
    ):
        assert words in consent
    # Another club's season is none to choose.
    assert theirs.post(path, {"season": league.club.seasons.get().pk}).status_code == 200
    assert theirs.post(path, asks).status_code == 302
    assert [part.club for part in parts_of(league)] == [league.club, other]
    # Used once, for good.
    assert theirs.get(path).status_code == 404
    assert client_of("organizer").post(path, asks).status_code == 404


def test_a_link_that_is_too_old_taken_back_or_forged_opens_nothing(
    client_of: ClientOf, league: League
) -> None:
    client = client_of("stranger")
    invitation = services.club_invite(league=league)
    path = reverse("league:league-join", args=[invitation_key(invitation)])
    assert client.get(path).status_code == 200
    assert client.get(f"{path[:-3]}xx/").status_code == 404
    LeagueClub.objects.filter(pk=invitation.pk).update(expires_at=timezone.now())
    assert client.get(path).status_code == 404
    with pytest.raises(Refusal):
        services.part_accept(
            invitation=invitation, club=league.club, season=league.club.seasons.get()
        )
    # The next one that is made clears it away.
    services.club_invite(league=league)
    assert not LeagueClub.objects.filter(pk=invitation.pk).exists()


def test_people_of_all_clubs_count_in_one_way_and_each_place_says_why(both: League) -> None:
    assert board(both) == [
        (1, "Ann Baker", "Sun Valley", "2.00"),
        (2, "Ann Baker", "Hillside Dominoes", "5.00"),
        (3, "Cal Dean", "Sun Valley", "8.00"),
        (4, "Bob Carter", "Hillside Dominoes", "10.00"),
        (5, "Dot Evans", "Sun Valley", "20.00"),
    ]
    cal = Player.objects.get(name="Cal Dean")
    why = Page(Client().get(reverse("league:league-place", args=[both.pk, cal.pk]))).text
    assert "Cal D. has 16 points from 2 rounds. That is 8.00 a round." in why
    assert "Ann Baker is next ahead, with 5.00. Bob Carter is next behind, with 10.00." in why
    assert "So Cal D. has place 3 of 5." in why


def test_names_are_read_as_each_club_shows_them_by_everybody(
    client_of: ClientOf, both: League
) -> None:
    for client in (Client(), client_of("organizer"), client_of("stranger")):
        for name in ("league", "league-clubs"):
            text = Page(client.get(reverse(f"league:{name}", args=[both.pk]))).text
            assert "Cal D." in text
            assert "Cal Dean" not in text
            assert "Bob Carter" in text
    Club.objects.filter(name="Sun Valley").update(names="initials")
    text = Page(Client().get(reverse("league:league", args=[both.pk]))).text
    assert "C. D." in text
    assert "Cal D." not in text


def test_the_founder_reads_that_it_cannot_leave(client_of: ClientOf, both: League) -> None:
    part = reverse("league:league-part", args=[both.pk])
    for client, address, founds in (
        (client_of("organizer"), part, True),
        (client_of("organizer"), reverse("league:league-new"), True),
        (client_of("stranger"), part, False),
    ):
        text = Page(client.get(address)).text
        assert ("A club cannot leave a league that it founded" in text) is founds
        assert ("You can leave with one tap" in text) is not founds


def test_each_clubs_page_on_privacy_tells_of_the_league_while_names_stand_there(
    both: League, other: Club
) -> None:
    tells = "The club plays in a league with other clubs"
    keys = [privacy_key(club.pk) for club in (both.club, other)]
    addresses = [reverse("league:privacy", args=[key]) for key in keys]
    assert all(tells in Page(Client().get(address)).text for address in addresses)
    cal = Player.objects.get(name="Cal Dean")
    why = Page(Client().get(reverse("league:league-place", args=[both.pk, cal.pk])))
    assert addresses[1] in why.links
    other.seasons.update(public=False)
    assert [tells in Page(Client().get(address)).text for address in addresses] == [True, False]


def test_an_own_season_in_a_league_is_no_longer_said_to_be_out_of_reach(
    client_of: ClientOf, both: League
) -> None:
    address = reverse("league:leaderboard", args=[both.club.seasons.get().pk])
    alone = "strangers will not find it"
    assert alone not in Page(client_of("organizer").get(address)).text
    both.clubs.all().delete()
    assert alone in Page(client_of("organizer").get(address)).text


def test_the_board_says_after_which_day_and_how_many_tables_play(both: League, other: Club) -> None:
    address = reverse("league:league", args=[both.pk])
    assert "After March 2, 2026." in Page(Client().get(address)).text
    day = GameDayFactory(club=other, date="2026-03-09")
    day_game(day, {"Cal Dean": (0,), "Dot Evans": (9,)}, finished=False)
    assert "After March 9, 2026; 1 table is still playing." in Page(Client().get(address)).text
    # What a closed season's board does not count does not play on either.
    other.seasons.update(closed_at=timezone.now())
    assert "still playing" not in Page(Client().get(f"{address}?again=1")).text


def withdraw(league: League, other: Club, organizer: Client) -> None:
    organizer.post(reverse("league:league-leave", args=[league.pk]))


def pause(league: League, other: Club, organizer: Client) -> None:
    Club.objects.filter(pk=other.pk).update(suspended_at=timezone.now())


def hide(league: League, other: Club, organizer: Client) -> None:
    other.seasons.update(public=False)


def remove(league: League, other: Club, organizer: Client) -> None:
    services.part_end(part=league.clubs.select_related("league").get(club=other))


def lose(league: League, other: Club, organizer: Client) -> None:
    other.seasons.all().delete()


def erase(league: League, other: Club, organizer: Client) -> None:
    club_erase(club=other)


@pytest.mark.parametrize("deed", [withdraw, pause, hide, remove, lose, erase])
def test_what_ends_a_clubs_part_takes_its_results_away_at_once(
    client_of: ClientOf, both: League, other: Club, deed: object
) -> None:
    address = reverse("league:league-now", args=[both.pk])
    assert "Cal D." in Client().get(address).content.decode()
    deed(both, other, client_of("stranger"))  # type: ignore[operator]
    assert "Cal D." not in Client().get(address).content.decode()
    assert board(both) == [
        (1, "Ann Baker", "Hillside Dominoes", "5.00"),
        (2, "Bob Carter", "Hillside Dominoes", "10.00"),
    ]
    assert [line.part.club for line in club_places(both, both.board)] == [both.club]


def test_a_league_goes_with_its_club_or_when_it_is_deleted_and_pauses_with_it(
    client_of: ClientOf, both: League, other: Club
) -> None:
    address, organizer = reverse("league:league", args=[both.pk]), client_of("organizer")
    second = LeagueFactory(club=both.club)
    confirm(organizer).post(reverse("league:league-delete", args=[second.pk]))
    assert not League.objects.filter(pk=second.pk).exists()
    # The founder leaves no league of its own.
    organizer.post(reverse("league:league-leave", args=[both.pk]))
    assert both.clubs.filter(club=both.club).exists()
    Club.objects.filter(pk=both.club_id).update(suspended_at=timezone.now())
    assert Client().get(address).status_code == 404
    board_of = services.league_board_refresh(league=both)
    club_erase(club=both.club)
    assert not League.objects.exists()
    assert not LeagueStanding.objects.filter(board=board_of.pk).exists()
    # What the other club has of its own is as it was.
    assert other.seasons.get().public
    assert Game.objects.filter(club=other).exists()


def test_only_a_club_in_which_something_changed_is_derived_again(
    both: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    board(both)
    asked, plain = [], services._scores

    def noting(part: LeagueClub) -> list[Score]:
        asked.append(part.club)
        return plain(part)

    monkeypatch.setattr(services, "_scores", noting)
    day = GameDay.objects.get(club=both.club)
    day_game(day, {"Ann Baker": (0,), "Bob Carter": (43,)}, seating_round=2)
    assert board(both)[-1] == (5, "Bob Carter", "Hillside Dominoes", "21.00")
    assert asked == [both.club]
    board(both)
    assert asked == [both.club]
    # Another way of counting is another board.
    services.league_update(league=both, fields={"way": "wins"})
    both.refresh_from_db()
    assert board(both)[0][3] == "2"


def test_a_closed_season_stays_as_it_was(both: League, other: Club) -> None:
    before = board(both)
    other.seasons.update(closed_at=timezone.now())
    board(both)
    day_game(GameDay.objects.get(club=other), {"Cal Dean": (0,), "Dot Evans": (9,)}, table_number=2)
    assert board(both) == before
    other.seasons.update(closed_at=None)
    assert board(both) != before


def test_what_is_brought_forward_counts_where_it_means_the_same(both: League, other: Club) -> None:
    cal = Player.objects.get(name="Cal Dean")
    season = other.seasons.get()
    BroughtForward.objects.create(season=season, player=cal, amount=8, games=1, rounds=2)
    other.seasons.update(brings_forward=True)
    assert (3, "Cal Dean", "Sun Valley", "6.00") in board(both)
    other.seasons.update(count="sum")
    assert (3, "Cal Dean", "Sun Valley", "8.00") in board(both)


def test_clubs_are_compared_by_the_mean_or_by_points(both: League) -> None:
    found = services.league_board_refresh(league=both)
    means = [(line.place, line.part.club, line.shown) for line in club_places(both, found)]
    sun = Club.objects.get(name="Sun Valley")
    assert means == [(1, sun, "5.00"), (2, both.club, "7.50")]
    both.people = 3
    assert [(line.place, line.part.club) for line in club_places(both, found)] == [
        (1, sun),
        (None, both.club),
    ]
    both.clubs_way = League.ClubsWay.POINTS
    # The places give 3 2 1: Ann 3 and Cal 1 for Sun Valley, the other Ann 2.
    points = [(line.place, line.part.club, line.shown) for line in club_places(both, found)]
    assert points == [(1, sun, "4"), (2, both.club, "2")]


def test_the_page_costs_as_much_with_more_people(both: League, other: Club) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            Client().get(reverse("league:league", args=[both.pk]), {"fresh": len(rounds)})
        return len(asked)

    rounds: Rounds = {}
    queries()
    Club.objects.filter(pk=other.pk).update(names="full")
    small = queries()
    rounds = {f"{name} {at}": (0, at) for at in range(3) for name in ("Eve", "Fay", "Gus")}
    day = GameDayFactory(club=other, date="2026-03-09")
    for number, name in enumerate(rounds):
        day_game(day, {name: (0, 1), f"{name} too": (1, 0)}, table_number=number + 1)
    board(both)
    Club.objects.filter(pk=other.pk).update(names="initials")
    # One more for the names of a club that shortens them, however many these are.
    assert queries() == small + 1


def test_a_league_has_room_for_so_many_clubs(league: League) -> None:
    later = timezone.now() + timedelta(days=1)
    LeagueClub.objects.bulk_create(
        LeagueClub(league=league, expires_at=later) for _at in range(services.MOST_CLUBS - 1)
    )
    with pytest.raises(Refusal):
        services.club_invite(league=league)


def test_a_club_without_a_public_season_founds_none_and_is_told_why(
    client_of: ClientOf, club: Club
) -> None:
    SeasonFactory(club=club)
    address = reverse("league:league-new")
    asks = {"name": "L", "way": "average", "least_games": 1, "clubs_way": "mean", "people": 5}
    organizer = client_of("organizer")
    assert "no season yet whose leaderboard" in Page(organizer.get(address)).text
    organizer.post(address, {**asks, "season": club.seasons.get().pk})
    assert not League.objects.exists()
    club.seasons.update(public=True)
    answer = organizer.post(address, {**asks, "season": club.seasons.get().pk})
    assert answer.status_code == 302
    league = League.objects.get()
    # The pages of the club lead there.
    for page in ("league:leaderboard", "league:leagues"):
        args = [club.seasons.get().pk] if page == "league:leaderboard" else []
        assert (
            reverse("league:league", args=[league.pk])
            in Page(organizer.get(reverse(page, args=args))).links
        )


def test_people_are_found_by_the_names_that_everybody_reads(both: League) -> None:
    def found(typed: str) -> str:
        answer = Client().get(reverse("league:league", args=[both.pk]), {"name": typed})
        return Page(answer).text

    # Sun Valley shows initials: its Cal Dean is "Cal D." here, and a whole name finds that.
    text = found("Cal Dean")
    assert "3 Cal D. Sun Valley" in text
    assert "Ann" not in text.partition("Cal D.")[2].partition("Clubs")[0]
    assert "Cal D." not in found("Cal Xu")
    assert "Nobody on this leaderboard fits" in found("Cal Xu")


def test_both_boards_can_be_saved_and_name_people_as_the_board_does(both: League) -> None:
    def saved(name: str) -> list[str]:
        return str(Client().get(reverse(f"league:{name}", args=[both.pk])).text).splitlines()

    people = saved("league-csv")
    assert people[0].startswith("\ufeffplace,player,club,")
    assert people[1].startswith("1,Ann B.,Sun Valley,2,1,2,")
    assert people[4].startswith("4,Bob Carter,Hillside Dominoes,10,1,2,")
    assert saved("league-clubs-csv")[1:] == ["1,Sun Valley,5,2", "2,Hillside Dominoes,7.5,2"]
    for name in ("league-xlsx", "league-clubs-xlsx"):
        answer = Client().get(reverse(f"league:{name}", args=[both.pk]))
        assert answer.content.startswith(b"PK")
