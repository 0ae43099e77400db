"""Another club's organizer enters that club's people: with consent of both, and no way further."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from league.models import Entrant, Tournament
from league.privacy.services.erase_club import club_erase
from league.tournaments.entrants.services import sign_ups
from scoring.models import Club, LogEntry, Player
from tests.factories import ANN
from tests.league.factories import TournamentFactory, person
from tests.litany import ClientOf
from tests.page import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    made: Tournament = TournamentFactory(club=club, sign_up=True)
    return made


@pytest.fixture
def other(stranger: User) -> Club:
    club = stranger.memberships.get().club
    Club.objects.filter(pk=club.pk).update(name="Sun Valley")
    club.refresh_from_db()
    person(club, "Ann Baker", birth_year=1950, phone="555 0100", notes="Tall.")
    person(club, "Bob Carter")
    person(club, "Cal Dean")
    return club


def address(tournament: Tournament) -> str:
    return reverse("league:sign-up-club", args=[tournament.sign_up_key])


def enter(client: Client, tournament: Tournament, *names: str, **more: object) -> str:
    chosen = [player.pk for player in Player.objects.filter(name__in=names)]
    sent = {"player": chosen, "agree": "1", **more}
    return Page(client.post(address(tournament), sent, follow=True)).text


def test_both_clubs_agree_and_nothing_else_of_the_other_one_is_seen(
    client_of: ClientOf, tournament: Tournament, other: Club
) -> None:
    theirs, host = client_of("stranger"), client_of("organizer")
    form = reverse("league:sign-up", args=[tournament.sign_up_key])
    assert address(tournament) in Page(theirs.get(form)).links
    assert address(tournament) not in Page(host.get(form)).links
    assert "Tick that these people agree" in enter(theirs, tournament, "Ann Baker", agree=[])
    assert not tournament.entrants.exists()
    assert "2 entries wait" in enter(theirs, tournament, "Ann Baker", "Bob Carter")
    ann = tournament.entrants.get(name="Ann Baker")
    assert (ann.number, ann.community, ann.from_club) == (None, "Sun Valley", other)
    assert (ann.born.year, ann.contact, ann.player) == (1950, "", None)
    assert "entered already" in enter(theirs, tournament, "Bob Carter")
    # Who is entered is not offered again, and the host's director decides.
    asked = Page(theirs.get(address(tournament))).text
    assert "waits for the director" in asked
    assert "Cal Dean" in asked
    answer = reverse("league:entrant-answer", args=[tournament.pk, ann.pk])
    host.post(answer, {"deed": "accept"})
    ann.refresh_from_db()
    assert ann.player.club == tournament.club
    assert not Player.objects.filter(club=other, entries__isnull=False).exists()
    # That club's name in its directory is no part of the entry, and is said to stay.
    kept = f"The directory of {tournament.club.name} keeps the name."
    assert kept in enter(theirs, tournament, back=ann.pk)
    assert Player.objects.filter(pk=ann.player_id).exists()
    # The deed stands in the log of the club that did it.
    lines = LogEntry.objects.filter(what="league:sign-up-club", outcome="done")
    assert {line.club for line in lines} == {other}


def test_what_was_ticked_stays_where_something_is_missing(
    client_of: ClientOf, tournament: Tournament, other: Club
) -> None:
    theirs = client_of("stranger")
    ann = Player.objects.get(name="Ann Baker")
    refused = Page(theirs.post(address(tournament), {"player": [ann.pk]}))
    assert "Tick that these people agree" in refused.text
    assert refused.fields["player"] == str(ann.pk)
    refused = Page(theirs.post(address(tournament), {"agree": "1"}))
    assert "Tick the people who enter." in refused.text
    assert refused.fields["agree"] == "1"
    assert "player" not in refused.fields
    assert not tournament.entrants.exists()


def test_who_organizes_no_other_club_enters_nobody(
    client_of: ClientOf, tournament: Tournament, other: Club
) -> None:
    for who in ("organizer", "scorekeeper", "nobody"):
        enter(client_of(who), tournament, "Ann Baker")
    # Nor does an organizer enter people of a club that is not the own one.
    mine = person(tournament.club, "Dot Evans")
    enter(client_of("stranger"), tournament, mine.name)
    assert not tournament.entrants.exists()


def test_an_entry_is_taken_back_until_the_tournament_begins(
    client_of: ClientOf, tournament: Tournament, other: Club
) -> None:
    theirs = client_of("stranger")
    enter(theirs, tournament, "Ann Baker", "Bob Carter")
    ann, bob = tournament.entrants.order_by("name")
    assert "taken back" in enter(theirs, tournament, back=ann.pk)
    own = Entrant.objects.create(
        tournament=tournament, name="Zoe", name_key="zoe", entered_at=timezone.now()
    )
    assert theirs.post(address(tournament), {"back": own.pk}).status_code == 404
    Tournament.objects.filter(pk=tournament.pk).update(began_at=timezone.now())
    assert "Ask its director" in enter(theirs, tournament, back=bob.pk)
    assert "has begun" in enter(theirs, tournament, "Cal Dean")
    assert {entrant.name for entrant in tournament.entrants.all()} == {"Bob Carter", "Zoe"}


def test_a_club_that_is_erased_leaves_what_was_accepted(
    client_of: ClientOf, tournament: Tournament, other: Club
) -> None:
    enter(client_of("stranger"), tournament, "Ann Baker", "Bob Carter")
    accepted = tournament.entrants.get(name="Bob Carter")
    answer = reverse("league:entrant-answer", args=[tournament.pk, accepted.pk])
    client_of("organizer").post(answer, {"deed": "accept"})
    club_erase(club=other)
    kept = tournament.entrants.get()
    assert (kept.name, kept.from_club) == ("Bob Carter", None)


def test_more_than_can_wait_are_refused_together(
    client_of: ClientOf, tournament: Tournament, other: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_ups, "MOST_WAITING", 2)
    theirs = client_of("stranger")
    refused = enter(theirs, tournament, "Ann Baker", "Bob Carter", "Cal Dean")
    assert "Choose fewer people" in refused
    assert not tournament.entrants.exists()
    # A namesake of the host's waits beside it, as by the public form.
    Entrant.objects.create(
        tournament=tournament,
        name="Ann Baker",
        name_key="ann baker",
        number=1,
        entered_at=timezone.now(),
        entered_by=ANN.name,
    )
    enter(theirs, tournament, "Ann Baker")
    assert tournament.entrants.get(from_club=other).name == "Ann Baker (2)"


def test_on_this_computer_alone_the_forms_link_is_shown_all_the_same(
    client_of: ClientOf, tournament: Tournament, settings: Settings
) -> None:
    settings.SITE_ADDRESSES = ["http://localhost:8000"]
    page = Page(client_of("organizer").get(reverse("league:entrants", args=[tournament.pk])))
    form = reverse("league:sign-up", args=[tournament.sign_up_key])
    assert "Only on this computer it opens at:" in page.text
    assert any(link.endswith(form) for link in page.links)
