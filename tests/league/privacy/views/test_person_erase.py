"""Exporting and erasing a person, an account, a club: what the pages say, and who may."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Attendance, LeagueClub, Season, SeasonStatus
from league.privacy.services.erase_club import clubs_erase_due
from league.seasons.services.tallies import tallies_refresh
from league.site.backups import restoring
from scoring.accounts.privacy_links import privacy_key
from scoring.accounts.services.people import member_remove
from scoring.models import Club, Game, LogEntry, Membership, Player
from tests.confirming import Sensitive, confirm
from tests.factories import ClubFactory, MembershipFactory, play
from tests.league.factories import (
    EntrantFactory,
    GameDayFactory,
    LeagueFactory,
    SeasonFactory,
    TournamentFactory,
    come,
)
from tests.league.privacy.traces import tables_with
from tests.league.seasons.views.tallied import Tallied
from tests.litany import BOTH, ClientOf, OfRow, Shows, Writes
from tests.page import Page


def ann(game: Game) -> Player:
    return game.seats.get(place=0).player


class TestPersonErase(Sensitive, OfRow, Writes, Shows):
    app = "league"
    name = "person-erase"
    methods = BOTH
    may = frozenset({"organizer"})
    most_queries = 15

    def args(self, game: Game) -> list[object]:
        return [ann(game).pk]

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": " ANN "}

    def test_it_says_what_goes_what_stays_and_until_when(
        self, client_of: ClientOf, game: Game, settings: Any, time_machine: Any
    ) -> None:
        settings.BACKUP_DAYS = 9
        time_machine.move_to("2026-05-20T12:00:00Z")
        page = self.get(client_of("organizer"), game)
        assert "Ann sits in a game that is not finished." in page.text
        assert "1 game, under a neutral name" in page.text
        assert "The last trace is gone on June 2, 2026 at the earliest." in page.text
        assert "moved" not in page.text

    def test_it_tells_of_what_a_restore_moved_aside(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(restoring, "moved_aside", lambda: ["roundhouse.sqlite3.aside-1"])
        page = self.get(client_of("organizer"), game)
        assert "A restore moved a broken database aside." in page.text

    @pytest.mark.parametrize("typed", ["", "An", "Bob"])
    def test_another_name_erases_nobody(self, client_of: ClientOf, game: Game, typed: str) -> None:
        answer = self.send(client_of("organizer"), game, name=typed)
        assert answer.status_code == 200
        assert Page(answer).trouble
        assert ann(game).name == "Ann"

    def test_who_is_erased_is_nobody_to_choose_and_still_has_results(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "called Player 1 in results" in page.text
        assert "Ann" not in page.text
        left = ann(game)
        assert f"/people/{left.pk}/" not in page.links
        shown = Page(client.get(reverse("league:player", args=[left.pk])))
        assert "This person was erased on" in shown.text
        assert "/erase/" not in " ".join(shown.links)
        sheet = Page(client.get(reverse("scoring:sheet", args=[game.code])))
        assert "Player 1" in sheet.text
        assert client.get(self.url(game)).status_code == 404


class TestPersonExport(Sensitive, Tallied, OfRow, Shows):
    name = "person-export"
    most_queries = 90

    def ready(self, game: Game) -> None:
        tallies_refresh(club=game.club)

    def args(self, game: Game) -> list[object]:
        return [ann(game).pk]

    def files(self, client: Client, game: Game) -> dict[str, str]:
        answer = client.get(self.url(game))
        assert answer["Cache-Control"] == "private, no-store"
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            return {name: packed.read(name).decode() for name in packed.namelist()}

    def test_all_of_a_person_is_in_it_and_nobody_else(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        day = GameDayFactory(club=game.club, note="Ann brings cake")
        come(day, "Ann")
        SeasonStatus.objects.create(
            season=SeasonFactory(club=game.club), player=ann(game), kind="guest"
        )
        EntrantFactory(
            tournament=TournamentFactory(club=game.club), name="Ann", contact="=HYPERLINK(1)"
        )
        Player.objects.filter(pk=ann(game).pk).update(archived_at="2026-05-20T12:00Z")
        files = self.files(client_of("organizer"), game)
        told = json.loads(files["everything.json"])
        assert told["names"][0]["name"] == "Ann"
        assert told["names"][0]["archived"].startswith("2026-05-20")
        assert told["statuses"] == [{"season": "2026", "kind": "Guest"}]
        assert told["rounds"][0]["points"] == 12
        assert told["games"][0]["total"] == 12
        assert told["tournaments"][0]["born"] == "1950-06-15"
        assert [one["text"] for one in told["mentions"]] == ["Ann brings cake"]
        assert len(told["game_days"]) == Attendance.objects.count() == 1
        assert "Bob" not in "".join(files.values())
        assert "'=HYPERLINK(1)" in files["everything.csv"]
        assert "Everything about Ann" in files["read-me.html"]
        assert LogEntry.objects.latest("pk").what == "league:person-export"

    def test_a_game_without_a_round_is_in_it(self, client_of: ClientOf, game: Game) -> None:
        told = json.loads(self.files(client_of("organizer"), game)["everything.json"])
        (line,) = told["games"]
        assert (line["game"], line["rounds"], line["total"]) == (game.code, 0, None)


class TestMemberErase(Sensitive, OfRow, Writes, Shows):
    app = "league"
    name = "member-erase"
    methods = BOTH
    may = frozenset({"organizer"})
    most_queries = 12

    def args(self, game: Game) -> list[object]:
        return [User.objects.filter(first_name="Sam").earliest("pk").pk]

    def ready(self, game: Game) -> None:
        if not User.objects.filter(first_name="Sam").exists():
            MembershipFactory(club=game.club, user__first_name="Sam", role="scorekeeper")

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "sam"}

    def test_whoever_signed_in_once_can_be_erased(
        self, client_of: ClientOf, game: Game, scorekeeper: User
    ) -> None:
        client_of("scorekeeper").post(reverse("scoring:sign-out"))
        member_remove(membership=Membership.objects.get(user=scorekeeper))
        client = client_of("organizer")
        members = Page(client.get(reverse("scoring:members")))
        assert self.url(game) in members.links
        assert client_of("stranger").get(self.url(game)).status_code == 404
        self.send(client, game)
        assert not User.objects.filter(pk=scorekeeper.pk).exists()

    def test_accounts_of_nobody_here_are_not_there(
        self, client_of: ClientOf, game: Game, stranger: User
    ) -> None:
        url = reverse("league:member-erase", args=[stranger.pk])
        assert client_of("organizer").post(url, {"name": "Olive"}).status_code == 404


class TestOwnAccountErase:
    url = "/account/erase/"

    def test_one_erases_oneself(self, client_of: ClientOf, scorekeeper: User, game: Game) -> None:
        client, number = confirm(client_of("scorekeeper")), scorekeeper.pk
        assert "It signs in as" in Page(client.get(self.url)).text
        assert client.post(self.url, {"name": "Olive"}).status_code == 200
        answer = client.post(self.url, {"name": "Sam"}, follow=True)
        assert "Your account is erased." in Page(answer).text
        assert not User.objects.filter(pk=number).exists()
        line = LogEntry.objects.latest("pk")
        assert (line.what, line.who) == ("league:own-account-erase", f"Former member {number}")
        assert (line.user, line.club) == (None, game.club)

    def test_the_last_organizer_stays(self, client_of: ClientOf, organizer: User) -> None:
        page = Page(confirm(client_of("organizer")).post(self.url, {"name": "Olive"}))
        assert "Hillside Dominoes needs an organizer." in page.trouble
        assert User.objects.filter(pk=organizer.pk).exists()


class TestClubErase(Sensitive, Writes, Shows):
    app = "league"
    name = "club-erase"
    methods = BOTH
    # The stranger organizes another club: there, another name would have to be typed.
    may = frozenset({"organizer", "stranger"})
    most_queries = 10

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "hillside dominoes"}

    def test_another_clubs_organizer_would_have_to_type_its_name(
        self, client_of: ClientOf, game: Game
    ) -> None:
        assert client_of("stranger").post(self.url(game), self.data(game)).status_code == 200
        assert Club.objects.filter(pk=game.club_id).exists()

    def test_what_is_shared_with_other_clubs_is_named(
        self, client_of: ClientOf, game: Game
    ) -> None:
        club, other = game.club, Club.objects.exclude(pk=game.club_id).first() or ClubFactory()
        LeagueFactory(club=club, name="Valley league")
        theirs = LeagueFactory(club=other, name="Hill league")
        LeagueClub.objects.create(league=theirs, club=club)
        for name, number in (("Senior games", None), ("Open day", 1)):
            tournament = TournamentFactory(club=other, name=name)
            EntrantFactory(tournament=tournament, from_club=club, number=number)
        text = self.get(client_of("organizer"), game).text
        goes, _heading, stays = text.partition("What stays")
        assert "The league Valley league, for every club in it" in goes
        assert "The club’s results in the league Hill league" in goes
        assert "entries that still wait in Senior games" in goes
        assert "entries that were accepted in Open day" in stays
        assert "Open day" not in goes

    def test_it_goes_after_seven_days_and_nothing_is_left(
        self, client_of: ClientOf, game: Game, organizer: User, settings: Any, time_machine: Any
    ) -> None:
        settings.BACKUP_DAYS = 9
        time_machine.move_to("2026-05-20T12:00:00Z")
        client = client_of("organizer")
        page = self.get(client, game)
        assert reverse("league:club-archive") in page.links
        assert "The last trace is gone on June 9, 2026 at the earliest." in page.text
        assert client.post(self.url(game), self.data(game))["Location"] == self.url(game)
        # The same page, once more, sets no later day.
        assert "The club is erased on May 27, 2026" in self.get(client, game).text
        for who in ("tablet", "scorekeeper"):
            text = Page(client_of(who).get("/")).text
            assert "This club is erased on May 27, 2026" in text
        assert "erased" not in Page(client_of("stranger").get("/")).text
        time_machine.move_to("2026-05-27T11:59:00Z")
        assert clubs_erase_due() == 0
        time_machine.move_to("2026-05-27T12:01:00Z")
        number = game.club_id
        Player.objects.filter(club=number, name="Ann").update(name="Quorblina")
        assert tables_with("quorblina") == {"scoring_player"}
        assert clubs_erase_due() == 1
        assert not Club.objects.filter(pk=number).exists()
        assert not User.objects.filter(pk=organizer.pk).exists()
        assert not LogEntry.objects.filter(club=number).exists()
        assert tables_with("Hillside", "quorblina") == set()
        assert client.get("/club/").status_code == 404

    def test_any_organizer_stops_it(self, client_of: ClientOf, game: Game) -> None:
        client, stop = client_of("organizer"), reverse("league:club-erase-stop")
        client.post(self.url(game), self.data(game))
        for who in ("scorekeeper", "tablet", "nobody"):
            assert client_of(who).post(stop).status_code == 404
        client_of("stranger").post(stop)
        assert Club.objects.get(pk=game.club_id).erase_at
        other = MembershipFactory(club=game.club, role=Membership.Role.ORGANIZER).user
        colleague = Client()
        colleague.force_login(other)
        page = Page(colleague.post(stop, follow=True))
        assert "Hillside Dominoes is not erased." in page.text
        assert "This club is erased" not in page.text
        assert clubs_erase_due() == 0
        lines = LogEntry.objects.filter(what="league:club-erase-stop", club=game.club)
        line = lines.get(outcome="done")
        assert line.user == other


@pytest.mark.django_db
def test_the_club_page_says_what_is_kept(
    client_of: ClientOf, game: Game, organizer: User, settings: Any
) -> None:
    settings.LOG_DAYS_WITH_NAMES, settings.BACKUP_DAYS = 200, 30
    url = reverse("league:privacy", args=[privacy_key(game.club_id)])
    told = Page(client_of("nobody").get(url)).text
    assert "after 200 days" in told
    assert "Copies are kept for 30 days, and up to four days more." in told
    assert "The club’s games are not public." in told
    assert (
        "A game day can name a contact, such as a phone number. The people of the club can read it"
        in told
    )
    assert "Olive" not in told
    assert "Ask an organizer of the club: Olive." in Page(client_of("tablet").get(url)).text
    Club.objects.update(shown=Club.Shown.GAMES)
    assert "names and score sheets are public" in Page(client_of("nobody").get(url)).text
    for names, example in (("first", "Ann Ba. and Ann Bo."), ("initials", "A. Ba. and A. Bo.")):
        Club.objects.update(names=names)
        assert f"letters, such as {example}" in Page(client_of("nobody").get(url)).text
    sheet = Page(client_of("nobody").get(reverse("scoring:sheet", args=[game.code])))
    assert url in sheet.links
    # Nobody counts out which clubs there are.
    for key in (game.club_id, f"{game.club_id}~", privacy_key(game.club_id + 1)):
        assert client_of("nobody").get(f"/clubs/{key}/privacy/").status_code == 404
    Club.objects.update(suspended_at=timezone.now())
    paused = client_of("nobody").get(url)
    assert paused.status_code == 404
    assert "after 200 days" not in Page(paused).text
    assert client_of("organizer").get(url).status_code == 200
    Club.objects.update(suspended_at=None)
    assert client_of("nobody").post(url).status_code == 405


@pytest.mark.django_db
def test_it_says_of_a_public_tournament_what_strangers_read(client_of: ClientOf) -> None:
    tournament = TournamentFactory(public=True)
    url = reverse("league:privacy", args=[privacy_key(tournament.club_id)])
    assert "shows names, residences, age groups" in Page(client_of("nobody").get(url)).text
    Club.objects.update(names="initials")
    text = Page(client_of("nobody").get(url)).text
    assert "shows such short names, age groups and places to everybody" in text
    assert "residences" not in text


@pytest.mark.django_db
def test_a_club_that_shows_nothing_names_no_page_of_its_own(
    client_of: ClientOf, game: Game
) -> None:
    Club.objects.update(public_contact="555 0100", framed=True)
    season = SeasonFactory(club=game.club, public=False)
    url = reverse("league:privacy", args=[privacy_key(game.club_id)])
    text = Page(client_of("nobody").get(url)).text
    assert "link for saying “I’m coming” sees the club’s own contact" in text
    assert "is on its page" not in text
    assert "Other web sites" not in text
    Club.objects.update(shown=Club.Shown.FRONT)
    Season.objects.filter(pk=season.pk).update(public=True)
    text = Page(client_of("nobody").get(url)).text
    assert "The club’s own contact for everybody is on its page." in text
    assert "Other web sites may show the public leaderboard." in text


@pytest.mark.django_db
def test_the_form_for_entering_leads_to_what_is_kept(client_of: ClientOf) -> None:
    tournament = TournamentFactory(sign_up=True)
    page = Page(client_of("nobody").get(f"/enter/{tournament.sign_up_key}/"))
    assert reverse("league:privacy", args=[privacy_key(tournament.club_id)]) in page.links


@pytest.mark.django_db
def test_security_txt_names_a_contact_where_one_is_set(
    client: Client, settings: Any, time_machine: Any
) -> None:
    url = "/.well-known/security.txt"
    assert client.get(url).status_code == 404
    settings.SECURITY_CONTACT = "https://example.org/report/"
    time_machine.move_to("2026-05-20T12:00:00Z")
    answer = client.get(url, secure=True)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().splitlines() == [
        "Contact: https://example.org/report/",
        "Expires: 2026-11-16T00:00:00Z",
        "Preferred-Languages: en",
        "Canonical: https://testserver/.well-known/security.txt",
    ]
    assert b"Canonical" not in client.get(url).content
