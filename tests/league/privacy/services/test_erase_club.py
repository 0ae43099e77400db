"""A club, or an account, is erased: all that was theirs, and nothing of anybody else."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.archives.shape import LEFT_OUT, ROWS
from league.privacy.selectors.erasing import club_plan
from league.privacy.services.erase_account import account_erase
from league.privacy.services.erase_club import BESIDES, club_erase
from league.privacy.services.erase_person import person_erase
from scoring.accounts.access import Actor, Role
from scoring.accounts.authors import Author
from scoring.accounts.models.people import secret_hash
from scoring.accounts.selectors.people import former_members_of
from scoring.accounts.services.guesses import Guesser, password_missed
from scoring.accounts.services.people import member_remove
from scoring.erasing.permits import log_fade
from scoring.log.services import log_write
from scoring.models import (
    AccountNotice,
    Club,
    Erasure,
    ErasurePermit,
    FoundingLink,
    Game,
    LogEntry,
    Membership,
    Operator,
    PairingGuess,
    SetAside,
    SheetEntry,
    Tablet,
)
from scoring.refusals import Refusal
from scoring.tablets.pairing.services import code_make
from scoring.tablets.sync.apply import set_aside
from scoring.watching.models import Revision
from tests.factories import ClubFactory, MembershipFactory, UserFactory, make_game, new_key, play
from tests.keys import give_codes, give_passkey
from tests.league.archives.rich import rich_club
from tests.league.factories import person
from tests.league.privacy.traces import dump, tables_with

pytestmark = pytest.mark.django_db

NAME, USERNAME = "Quorblina Vex", "quorblinavex"
WORDS = ("quorblina",)


def logged(user: User, club: Club) -> None:
    log_write(
        actor=Actor("organizer", name=user.get_full_name(), club=club, user=user),
        what="scoring:club",
        path="/club/",
        address="203.0.113.77",
        outcome=LogEntry.Outcome.DONE,
    )


def member(club: Club, role: str = "organizer") -> User:
    """Somebody who signs in, has keys and a session, and is told by everything that was written."""
    user: User = MembershipFactory(
        club=club, user__username=USERNAME, user__first_name=NAME, role=role
    ).user
    give_passkey(user)
    give_codes(user)
    Client().force_login(user)
    logged(user, club)
    password_missed(Guesser(USERNAME, "203.0.113.77"))
    return user


def full_club(user: User, club: Club) -> Club:
    """A club with something of everything, written by the user."""
    tablet = Tablet.objects.create(club=club, name="Fifth", secret_hash=secret_hash("fifth"))
    rich = rich_club(Author(NAME, user=user, tablet=tablet))
    Membership.objects.filter(user=user).update(club=rich)
    logged(user, rich)
    code_make(club=rich, tablet_name=f"{NAME}'s", made_by=user)
    return rich


def test_every_model_belongs_to_a_club_or_says_why_not() -> None:
    # Notices go with the accounts that they are about and for. A revision is the site's.
    no_clubs = {
        *(AccountNotice, FoundingLink, Operator),
        *(PairingGuess, ErasurePermit, Revision),
    }
    assert {*ROWS, *LEFT_OUT} == {*ROWS, *BESIDES, *no_clubs}


def test_a_club_goes_and_the_other_one_stays_as_it_is() -> None:
    """Two clubs with something of everything: of the one nothing is left, of the other all."""
    other = full_club(MembershipFactory().user, ClubFactory())
    both: User = MembershipFactory(club=other, user__first_name="Both").user
    logged(both, other)
    before = dump(but=["sqlite_sequence", "scoring_erasure"])
    user = member(ClubFactory())
    club = user.memberships.get().club
    gone = full_club(user, club)
    club_erase(club=club)
    Membership.objects.create(club=gone, user=both, role="scorekeeper")
    former = MembershipFactory(club=gone, user__username="former", role="director")
    logged(former.user, gone)
    member_remove(membership=former)
    club_erase(club=gone)
    assert gone.pk is None
    after = dump(but=["sqlite_sequence", "scoring_erasure"])
    assert {name for name in before if before[name] != after[name]} == set()
    assert Erasure.objects.filter(kind="club", club=None).count() == 2


def acted(club: Club, username: str, role: Role) -> User:
    """Somebody in no club, of whom this club's log has a line."""
    user: User = UserFactory(username=username)
    log_write(
        actor=Actor(role, name=username, user=user),
        what="league:operator-club",
        path="/operator/clubs/1/",
        address=None,
        outcome=LogEntry.Outcome.DONE,
        club=club,
    )
    return user


def test_whoever_only_acted_there_from_outside_stays(club: Club, organizer: User) -> None:
    """The log of a club has lines of its operator, and of strangers who are signed in."""
    pauser, stranger = acted(club, "op", "operator"), acted(club, "passer-by", "stranger")
    Operator.objects.create(user=pauser)
    # Never told apart by the role alone: an account that runs the site and was in a club.
    both = acted(club, "both", "organizer")
    Operator.objects.create(user=both)
    former = acted(club, "former", "scorekeeper")
    assert former_members_of(club) == [former]
    assert club_plan(club).accounts == 2
    club_erase(club=club)
    assert {*User.objects.all()} == {pauser, stranger, both}
    assert Operator.objects.count() == 2


def test_an_account_goes_and_its_writing_stays() -> None:
    club = ClubFactory()
    MembershipFactory(club=club)
    user = member(club)
    rich = full_club(user, club)
    MembershipFactory(club=rich)
    game = Game.objects.filter(club=rich).earliest("pk")
    set_aside(
        game=game,
        author=Author(NAME, user=user),
        key=new_key(),
        kind=SetAside.Kind.UNDO,
        round_number=1,
        sending={"author": f"{NAME}:signed", "fields": {"reason": f"{NAME} says so"}},
        sentence="Too late.",
    )
    entries = SheetEntry.objects.filter(user=user).count()
    assert entries > 10
    assert len(tables_with(*WORDS)) >= 13
    neutral = account_erase(user=user, club=rich)
    assert SheetEntry.objects.filter(author=neutral, user=None).count() == entries
    # What the page declares: lines of the log, until they are old.
    assert tables_with(*WORDS) == {"scoring_logentry"}
    assert not LogEntry.objects.exclude(user=None).exists()
    log_fade(before=timezone.now() + timedelta(seconds=1))
    assert tables_with(*WORDS) == set()
    assert not User.objects.filter(username=USERNAME).exists()


def test_a_club_keeps_an_organizer(club: Club, organizer: User, scorekeeper: User) -> None:
    with pytest.raises(Refusal) as refusal:
        account_erase(user=organizer)
    assert refusal.value.code == "last"
    number = scorekeeper.pk
    assert account_erase(user=scorekeeper) == f"Former member {number}"


def test_an_account_of_two_clubs_is_its_owners_alone(club: Club, scorekeeper: User) -> None:
    Membership.objects.create(club=ClubFactory(), user=scorekeeper, role="scorekeeper")
    with pytest.raises(Refusal) as refusal:
        account_erase(user=scorekeeper, club=club)
    assert refusal.value.code == "elsewhere"
    account_erase(user=scorekeeper)


def test_who_plays_under_the_same_name_stays(club: Club, scorekeeper: User) -> None:
    """Sam keeps score and plays: of the account's going, texts about the player know nothing."""
    sam = person(club, "Sam")
    person(club, "Bob", notes="sits with Sam")
    game = make_game(club)
    play(
        game,
        12,
        0,
        45,
        9,
        author=Author("Sam", user=scorekeeper),
    )
    neutral = account_erase(user=scorekeeper, club=club)
    assert game.entries.get().author == neutral
    assert club.players.get(name="Bob").profile.notes == "sits with Sam"
    person_erase(player=sam)
    assert club.players.get(name="Bob").profile.notes == "sits with Player 1"
