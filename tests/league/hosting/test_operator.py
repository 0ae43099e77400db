"""The operator of a site with several clubs: figures, pausing, links, reports, no names."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.hosting.services.sizes import sizes_count
from league.models import LeagueClub
from scoring.accounts.services.invitations import invitation_accept, invitation_make
from scoring.models import (
    AbuseReport,
    Club,
    ClubAddress,
    ClubSize,
    Game,
    LogEntry,
    Membership,
    Operator,
)
from scoring.refusals import Refusal
from tests.confirming import confirm
from tests.factories import ClubFactory, MembershipFactory, UserFactory, make_game, play
from tests.league.factories import LeagueFactory
from tests.litany import ClientOf, database_refuses
from tests.page import Page

pytestmark = pytest.mark.django_db
REPORT = {"kind": "spam", "text": "Buy this", "contact": "dot@example.org", "page": "/clubs/1/"}


@pytest.fixture
def operator() -> Client:
    user = UserFactory(username="op")
    Operator.objects.create(user=user)
    client = Client()
    client.force_login(user)
    return confirm(client)


def at(name: str, *args: Any) -> str:
    return reverse(f"league:{name}", args=args)


def test_a_command_makes_one_who_signs_in_and_comes_to_the_clubs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ClubFactory(name="Sun Valley")
    call_command("operator_make", "op")
    password = capsys.readouterr().out.splitlines()[0].rpartition(" ")[2]
    client = Client()
    form = {"login": "op", "password": password}
    page = Page(client.post(reverse("scoring:sign-in"), form, follow=True))
    assert "Clubs of this site" in page.text
    assert "Sun Valley" in page.text
    with pytest.raises(CommandError, match="Choose another name"):
        call_command("operator_make", "op")


def test_the_figures_are_the_clubs_own_and_name_nobody(operator: Client, game: Game) -> None:
    play(game, 12, 0, 45, 9)
    other = ClubFactory(name="Sun Valley")
    text = Page(operator.get(at("operator"))).text
    assert f"Hillside Dominoes Club {game.club_id} 4 1 1 – 0 – 0" in text
    assert f"Sun Valley Club {other.pk} 0 0 0 – 0 – 0" in text
    page = Page(operator.get(at("operator"), {"q": "sun"}))
    assert "Hillside" not in page.text
    one = Page(operator.get(at("operator-club", game.club_id))).text
    assert "Players: 4 Games: 1 Entries on sheets: 1" in one
    assert "Ann" not in text + one


def test_clubs_of_one_name_are_told_apart_and_one_that_goes_is_named(operator: Client) -> None:
    old, new = ClubFactory(name="Sun Valley"), ClubFactory(name="Sun Valley")
    ClubAddress.objects.create(club=old, short_name="sun-valley", current=True)
    Club.objects.filter(pk=old.pk).update(erase_at=datetime(2031, 5, 6, 12, tzinfo=UTC))
    text = Page(operator.get(at("operator"))).text
    assert f"Sun Valley Club {new.pk} 0" in text
    assert f"Sun Valley is erased on May 6, 2031 Club {old.pk} · /c/sun-valley/ 0" in text
    page = Page(operator.get(at("operator-club", old.pk)))
    assert "This club is erased on May 6, 2031" in page.text
    assert "is erased on" not in Page(operator.get(at("operator-club", new.pk))).text


def test_the_clubs_come_in_the_order_asked_for_and_are_summed_up(
    operator: Client, game: Game
) -> None:
    play(game, 12, 0, 45, 9)
    big, bad = ClubFactory(name="bay"), ClubFactory(name="Abbey")
    ClubSize.objects.create(club=game.club, bytes=1000, counted_at=timezone.now())
    ClubSize.objects.create(club=big, bytes=5000, counted_at=timezone.now())
    AbuseReport.objects.create(club=bad, kind=AbuseReport.Kind.SPAM, made_at=timezone.now())
    Club.objects.filter(pk=big.pk).update(suspended_at=timezone.now())
    done = {"what": "scoring:round-record", "outcome": LogEntry.Outcome.DONE}
    LogEntry.objects.create(club=game.club, moment=timezone.now(), **done)

    def listed(order: str) -> list[str]:
        text = Page(operator.get(at("operator"), {"order": order})).text.partition("Reports ")[2]
        return sorted(("Abbey", "bay", "Hillside Dominoes"), key=text.index)

    hillside = "Hillside Dominoes"
    assert listed("newest") == listed("nonsense") == ["Abbey", "bay", hillside]
    assert listed("name") == ["Abbey", "bay", hillside]
    assert listed("size") == ["bay", hillside, "Abbey"]
    assert listed("used") == [hillside, "Abbey", "bay"]
    assert listed("idle") == ["Abbey", "bay", hillside]
    assert listed("reports") == ["Abbey", "bay", hillside]
    sums = "3 clubs in all 1 of them is paused 4 1 5.9 KB 1"
    assert sums in Page(operator.get(at("operator"))).text


def test_figures_of_many_clubs_take_no_more_queries(
    operator: Client, django_assert_max_num_queries: Any
) -> None:
    for _number in range(12):
        ClubFactory()
    with django_assert_max_num_queries(20):
        operator.get(at("operator"))


def test_it_pauses_a_club_with_a_reason_and_lets_it_go_on(
    operator: Client, client_of: ClientOf, game: Game
) -> None:
    club = game.club
    Club.objects.filter(pk=club.pk).update(shown=Club.Shown.GAMES)
    sheet = reverse("scoring:sheet", args=[game.code])
    operator.post(at("operator-suspend", club.pk), {"reason": ""})
    assert client_of("nobody").get(sheet).status_code == 200
    operator.post(at("operator-suspend", club.pk), {"reason": "Spam on its page"})
    line = LogEntry.objects.filter(what="league:operator-suspend").latest("pk")
    assert (line.club, line.who, line.role) == (club, "op", "operator")
    for who in ("organizer", "scorekeeper"):
        page = Page(client_of(who).get("/"))
        assert "Spam on its page" in page.text
        assert (at("club-archive") in page.links) == (who == "organizer")
    for who in ("nobody", "tablet", "stranger"):
        answer = client_of(who).get(sheet)
        assert answer.status_code == 404
        assert answer.headers["X-Club-Paused"] == "1"
        assert "This club is paused" in Page(answer).text
        assert "Spam" not in Page(answer).text
        assert ("saved on this tablet stays on it" in Page(answer).text) == (who == "tablet")
        assert f'hx-get="{sheet}"' in answer.text
    hidden = client_of("nobody").get(reverse("scoring:round-record", args=[game.code, 2]))
    assert "paused" not in Page(hidden).text
    assert confirm(client_of("organizer")).get(at("club-archive")).status_code == 200
    assert "Hillside" not in Page(Client().get("/")).text
    operator.post(at("operator-resume", club.pk))
    assert client_of("nobody").get(sheet).status_code == 200
    assert client_of("scorekeeper").get("/").status_code == 200


def test_while_the_database_is_locked_nobody_passes(client_of: ClientOf, game: Game) -> None:
    client = client_of("organizer")
    with database_refuses("SELECT"):
        assert client.get(reverse("scoring:rule-sets")).status_code in (200, 503)
        assert client.get(at("calendar")).status_code == 503


def test_a_host_name_is_one_that_the_site_answers_to(operator: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "hill.example.org"]
    club, other = ClubFactory(), ClubFactory()
    page = Page(operator.post(at("operator-club", club.pk), {"host_name": "x.example.org"}))
    assert "Add it to SITE_ADDRESSES first." in page.text
    operator.post(at("operator-club", club.pk), {"host_name": "Hill.example.org"})
    club.refresh_from_db()
    assert club.host_name == "hill.example.org"
    page = Page(operator.post(at("operator-club", other.pk), {"host_name": "hill.example.org"}))
    assert "Another club has this host name." in page.text
    operator.post(at("operator-club", club.pk), {"host_name": ""})
    club.refresh_from_db()
    assert club.host_name is None


def test_it_gives_a_club_limits_of_its_own(operator: Client) -> None:
    club = ClubFactory()
    url = at("operator-club", club.pk)
    assert "Empty for what is usual here: 20000." in Page(operator.get(url)).text
    operator.post(url, {"most_people": "500", "most_games": "0", "most_megabytes": "50"})
    club.refresh_from_db()
    assert (club.most_people, club.most_games, club.most_megabytes) == (500, 0, 50)
    assert operator.post(url, {"most_people": "-1"}).status_code == 200
    operator.post(url, {})
    club.refresh_from_db()
    assert (club.most_people, club.most_games) == (None, None)


def test_a_clubs_organizer_reads_the_limits_where_somebody_else_runs_the_site(
    client_of: ClientOf, club: Club
) -> None:
    client, url = client_of("organizer"), reverse("scoring:club")
    make_game(club)
    assert "Room for the club" not in Page(client.get(url)).text
    Operator.objects.create(user=UserFactory(username="op"))
    Club.objects.filter(pk=club.pk).update(most_people=500, most_games=0, most_megabytes=50)
    ClubSize.objects.create(club=club, bytes=2_000_001, counted_at=timezone.now())
    people = club.players.count()
    text = Page(client.get(url)).text
    assert f"People: {people} of at most 500" in text
    assert "Games in the last 12 months: 1, without a limit" in text
    assert "Megabytes: 2 of at most 50" in text
    ClubSize.objects.update(bytes=2_000)
    assert "Megabytes: less than 1 of at most 50" in Page(client.get(url)).text


def test_who_is_signed_out_is_led_to_sign_in(client: Client, client_of: ClientOf) -> None:
    answer = client.get(at("operator"))
    assert answer["Location"].startswith(reverse("scoring:sign-in"))
    # Nothing is said of it to whoever is signed in and runs no site.
    assert client_of("organizer").get(at("operator")).status_code == 404


def test_what_a_club_keeps_is_counted_once_something_was_done(
    operator: Client, client_of: ClientOf, game: Game
) -> None:
    assert sizes_count() == 1
    before = game.club.size.bytes
    assert 500 < before < 10_000
    # Nothing was done since.
    assert sizes_count() == 0
    name = "É" * 20
    client_of("organizer").post(at("person-add"), {"name": name})
    assert sizes_count() == 1
    grown = ClubSize.objects.get().bytes - before
    # The name and how it is compared, in bytes, and the line of the log about it.
    assert 2 * len(name.encode()) < grown < 1000
    assert "KB" in Page(operator.get(at("operator"))).text
    assert "Size: " in Page(operator.get(at("operator-club", game.club_id))).text


def test_it_sees_the_leagues_with_their_clubs_and_no_invitations(
    operator: Client, game: Game
) -> None:
    league = LeagueFactory(club=game.club, name="Valley league")
    LeagueClub.objects.create(league=league, club=game.club)
    LeagueClub.objects.create(league=league, club=ClubFactory())
    LeagueClub.objects.create(league=league)
    LeagueFactory(club=ClubFactory(name="Sun Valley"), name="Desert cup")
    page = Page(operator.get(at("operator-leagues")))
    assert "Valley league Hillside Dominoes 2 0" in page.text
    assert at("league", league.pk) in page.links
    for query, there in (("hill", True), ("valley l", True), ("desert", False)):
        found = Page(operator.get(at("operator-leagues"), {"q": query})).text
        assert ("Valley league" in found) is there
    assert "Valley league" in Page(operator.get(at("operator-club", game.club_id))).text


def test_it_makes_links_that_found_a_club_where_the_setting_lets_it(
    operator: Client, settings: Any
) -> None:
    assert "setting FOUNDING" in Page(operator.get(at("operator-links"))).text
    settings.FOUNDING = "invitation"
    page = Page(operator.post(at("operator-links"), {"name": "Dot"}, follow=True))
    path = next(link for link in page.links if "/found/" in link)
    assert Client().get(path).status_code == 200
    assert "Show the link for Dot" in Page(operator.get(at("operator-links"))).text
    # Who runs the site founds none with that account.
    refused = operator.post(path, {"club": "Own"})
    assert "Use another account." in Page(refused).text
    operator.post(next(action for action in page.actions if "/back/" in action))
    assert Client().get(path).status_code == 404


def test_it_joins_no_club(operator: Client, club: Club, organizer: User) -> None:
    role = Membership.Role.SCOREKEEPER
    invitation = invitation_make(club=club, name="Op", role=role, made_by=organizer)
    with pytest.raises(Refusal):
        invitation_accept(invitation=invitation, user=User.objects.get(username="op"))


def test_a_public_page_can_be_reported_where_somebody_reads_it(
    operator: Client, client_of: ClientOf, game: Game
) -> None:
    club = game.club
    Club.objects.filter(pk=club.pk).update(shown=Club.Shown.GAMES)
    sheet, url = reverse("scoring:sheet", args=[game.code]), at("report", club.pk)
    assert not any("/report/" in link for link in Page(Client().get(sheet)).links)
    assert Client().get(url).status_code == 404
    ClubFactory()
    caches["parts"].clear()
    link = next(link for link in Page(Client().get(sheet)).links if "/report/" in link)
    assert not any("/report/" in own for own in Page(client_of("organizer").get(sheet)).links)
    assert Page(Client().get(link)).fields["page"] == sheet
    assert Client().post(url, {"text": "x"}).status_code == 200
    assert not AbuseReport.objects.exists()
    answer = Client().post(url, REPORT, follow=True)
    assert "will read your report" in Page(answer).text
    text = Page(operator.get(at("operator-club", club.pk))).text
    for words in ("advertising", "Buy this", "/clubs/1/", "dot@example.org"):
        assert words in text
    report = AbuseReport.objects.get()
    assert AbuseReport.objects.filter(address="127.0.0.1").exists()
    operator.post(at("operator-report-done", report.pk))
    report.refresh_from_db()
    assert (report.contact, report.address, bool(report.done_at)) == ("", None, True)
    assert "No report is open" in Page(operator.get(at("operator-club", club.pk))).text


def test_reports_are_no_flood(operator: Client) -> None:
    club, _other = ClubFactory(), ClubFactory()
    url = at("report", club.pk)
    for _time in range(5):
        assert Client().post(url, REPORT | {"page": "//evil"}).status_code == 302
    assert "Too many reports" in Page(Client().post(url, REPORT)).text
    assert Client(REMOTE_ADDR="203.0.113.5").post(url, REPORT).status_code == 302
    assert list(AbuseReport.objects.values_list("path", flat=True)).count("") == 5


def test_a_part_in_a_club_ends_the_operators(client_of: ClientOf) -> None:
    membership = MembershipFactory()
    Operator.objects.create(user=membership.user)
    client = Client()
    client.force_login(membership.user)
    assert client.get(at("operator")).status_code == 404
