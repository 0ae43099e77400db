"""A person is erased: nowhere left, and every result is what it was."""

import datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from league.days.services.attendance import attendance_fix, wish_add
from league.imports.columns import people_file
from league.imports.drafts import draft_answer
from league.models import DayAnswer, Entrant, GameDay, Merge, Profile, Tournament, Wish
from league.people.services.imports import import_keep
from league.people.services.merging import merge_make
from league.privacy.services.erase_person import person_erase
from league.seasons.services.seasons import season_close
from league.spreadsheets.reading import read_lines
from league.tournaments.awards.services.state_lists import state_list_save
from league.tournaments.directing.services.rulings import ruling_record
from league.tournaments.entrants.services.imports import entrants_keep
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.entrants.services.sign_ups import sign_up
from league.tournaments.stages.services.tournaments import tournament_change
from scoring.accounts.access import tablet_actor
from scoring.accounts.authors import Author
from scoring.disputes.services import decision_make
from scoring.erasing.permits import erasing, log_fade
from scoring.log.services import log_write
from scoring.models import (
    Club,
    Dispute,
    Erasure,
    ErasurePermit,
    LogEntry,
    Player,
    SetAside,
    SheetEntry,
    Tablet,
)
from scoring.refusals import Refusal
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_start
from scoring.sheets.services.rounds import round_correct, round_record
from scoring.sheets.services.seats import seat_rename
from scoring.tablets.sync.apply import set_aside
from tests.factories import ANN, make_game, new_key, play, report_of
from tests.league.archives.test_round_trip import shown
from tests.league.factories import GameDayFactory, SeasonFactory, come, day_game, person, seat
from tests.league.privacy.traces import in_archive, tables_with
from tests.league.tournaments import runs as played

pytestmark = pytest.mark.django_db

NAME, ALIAS, NICK = "Zyxwaina Q. Orblat", "Zyxwaie Fromage", "Zyxwanick"
TOWN, NOTE, PHONE = "Zyxwatown", "zyxwaknee hurts", "zyxwa@example.org"
WORDS = ("zyxwa",)
TODAY = datetime.date(2026, 5, 20)
ADDRESS = "203.0.113.77"


@pytest.fixture
def author(organizer: User, club: Club) -> Author:
    tablet = Tablet.objects.create(club=club, name=f"{NAME}'s tablet"[:40], secret_hash="x")
    return Author(tablet.name, tablet=tablet)


# Where the site keeps a person's name, words or address, each of which is filled below.
PLACES = {
    *("league_entrant", "league_entrantimport", "league_gameday", "league_merge"),
    *("league_peopleimport", "league_profile", "league_statelist", "league_tournament"),
    *("league_tournamententry", "scoring_decision"),
    *("scoring_dispute", "scoring_game", "scoring_logentry", "scoring_player"),
    *("scoring_setaside", "scoring_sheetentry", "scoring_tablet"),
}


def everywhere(club: Club, author: Author, organizer: User) -> Player:
    """A person in every place that the site has for one, put there as the site does it."""
    one = person(
        club,
        NAME,
        nickname=NICK,
        community=TOWN,
        email=PHONE,
        phone="zyxwa 555-0100",
        birth_year=1941,
        notes=NOTE,
        fixed_table=1,
    )
    person(club, "Bob", notes=f"drives {NAME} home; {NICK} pays")
    person(club, "Cal")
    _game(club, author)
    _days(club, one)
    _tournaments(club, author)
    merge_make(kept=one, gone=Player.objects.get(club=club, name=ALIAS), author=ANN)
    again = merge_make(kept=person(club, "Bobby"), gone=person(club, "Bobo"), author=ANN)
    assert again.pk
    file = people_file(read_lines(f"Name,Notes\nOla,with {NAME}\n".encode()))
    told: dict[str, Any] = {"user": organizer, "file_name": f"{NAME}.csv", "file": file}
    import_keep(club=club, erases=False, **told)
    entrants_keep(tournament=Tournament.objects.filter(club=club).latest("pk"), **told)
    file = people_file(read_lines(b"Name,Table\nOla,x\n"))
    draft = import_keep(club=club, erases=False, user=organizer, file_name="b.csv", file=file)
    draft_answer(draft, {2: {"cells": {"fixed_table": f"with {NAME}"}}})
    assert author.tablet
    log_tablet(author.tablet)
    return one


def _game(club: Club, author: Author) -> None:
    told: dict[str, Any] = {
        "game": game_start(
            club=club,
            author=author,
            names=[NAME, "Bob", "Cal", "Dot"],
            set_=12,
            rules={"base": "family", "fill": "defaults"},
        ),
        "author": author,
    }
    game = told["game"]
    # More than the set holds: the fault's sentence names the player.
    report = report_of(sheet_of(game), [900, 0, 900, 900], as_it_stands=True)
    round_record(**told, key=new_key(), round_number=1, report=report, reason=f"{NAME} insists")
    report = report_of(sheet_of(game), [950, 0, 900, 900], round_number=1, as_it_stands=True)
    seen = sheet_of(game).line(1).entry.pk
    why = f"{NAME.upper()} and Cal agree"
    round_correct(**told, key=new_key(), round_number=1, report=report, reason=why, seen=seen)
    set_aside(
        **told,
        key=new_key(),
        kind=SetAside.Kind.ROUND,
        round_number=2,
        sending={"fields": {"reason": f"says {NAME}"}, "author": f"{NAME}:signed"},
        sentence=f"{NAME}: type the total.",
    )
    Dispute.objects.create(
        game=game,
        number=1,
        round_number=1,
        kind="begins",
        ask={"what": "first_player"},
        told=[[f"trains.{NAME.replace('.', chr(0x2024))}.marked", True]],
        unknown=[f"seats.{NICK}.hand"],
        ruling={"sentence": f"{NAME} begins", NAME: 1},
        author=author.name,
        asked_at=timezone.now(),
    )
    decision_make(
        dispute=game.disputes.get(), author=author, answer=f"{NAME} begins", reason="eldest"
    )


def _days(club: Club, one: Player) -> None:
    season = SeasonFactory(club=club, name="Winter", tie_breaks=["head_to_head"])
    day = GameDayFactory(club=club, note=f"Cake by {NAME}", contact=f"{NAME}, {PHONE}")
    come(day, NAME, "Bob", "Cal", "Dot")
    attendance_fix(attendance=day.attendances.get(player=one), table=1)
    wish_add(
        day=day,
        kind=Wish.Kind.TOGETHER,
        player=one,
        other=Player.objects.get(name="Bob"),
        always=True,
    )
    DayAnswer.objects.create(
        game_day=day,
        player=one,
        coming="no",
        answered_at=day.changed_at,
        in_line_since=day.changed_at,
    )
    seat(day, 4)
    day_game(day, {NAME: (0, 5), "Bob": (10, 0), "Cal": (20, 20)})
    other = GameDayFactory(club=club, date=day.date + datetime.timedelta(days=7))
    day_game(other, {ALIAS: (10, 5), "Bob": (0, 0), "Cal": (20, 20)})
    shown(club)
    season_close(season=season, author=ANN)


def _tournaments(club: Club, author: Author) -> None:
    tournament = played.tournament_of(
        club,
        7,
        played.WINNERS,
        {"name": "Final", "size": 3, "least": 2},
        by_gender=True,
        date=TODAY,
    )
    known = {"contact": PHONE, "community": TOWN, "home_club": TOWN}
    (entrant,) = played.enter(tournament, 1, name=NAME, **known)
    Entrant.objects.filter(tournament=tournament).update(gender="woman")
    Entrant.objects.filter(pk=entrant.pk).update(born=datetime.date(1941, 7, 3))
    played.begin(tournament)
    played.play_all(tournament)
    played.close(tournament)
    notes = {"notes": f"{NAME} drives people home."}
    tournament_change(tournament=tournament, author=author, changes=notes)
    state_list_save(club=club, name=f"As {NAME} wants it", columns=["name"])
    tournament.refresh_from_db()
    ruling_record(tournament=tournament, author=author, text=f"{NAME} may sit", entrant=entrant)
    entrant_withdraw(entrant=entrant, author=ANN, reason=f"{NAME} is ill")
    coming = played.tournament_of(
        club, 2, {}, sign_up=True, date=TODAY + datetime.timedelta(days=300)
    )
    played.enter(coming, 1, name=NAME)
    sign_up(tournament=coming, name=NAME, details={"contact": PHONE}, address=ADDRESS)


def test_nothing_of_a_person_is_left_but_results(
    club: Club, author: Author, organizer: User, tmp_path: Path
) -> None:
    one = everywhere(club, author, organizer)
    before = repr(shown(club))
    assert tables_with(*WORDS) == PLACES
    left = person_erase(player=one)
    assert left.name == "Player 1"
    assert tables_with(*WORDS) == set()
    assert in_archive(club, tmp_path, *WORDS) == set()
    # The deed stays in the log, and which tablet it was.
    assert LogEntry.objects.get().tablet == author.tablet
    assert repr(shown(club)) == before.replace(NAME, "Player 1").replace(ALIAS, "Player 2")
    assert not Wish.objects.filter(club=club).exists()
    assert not DayAnswer.objects.exists()
    assert Merge.objects.get(club=club).gone.name == "Bobo"
    assert Profile.objects.get(player__name="Bob").notes == "drives Player 1 home; Player 1 pays"
    day = GameDay.objects.get(note="Cake by Player 1")
    assert (day.contact, day.sequence) == ("Player 1, Player 1", 1)
    assert Erasure.objects.get().neutral_name == "Player 1"
    with pytest.raises(Refusal):
        person_erase(player=left)


def test_other_people_keep_their_names(club: Club) -> None:
    """Names of one word are short: what is only like them, or part of another's, stays."""
    will, other = person(club, "Will"), person(club, "Will Adams", notes="Will's friend")
    person(club, "Ida", notes="Will Adams will drive WILL; Willow too; ask Will.")
    person_erase(player=will)
    other.refresh_from_db()
    assert other.name == "Will Adams"
    notes = Profile.objects.order_by("pk").values_list("notes", flat=True)
    assert list(notes) == [
        "Player 1's friend",
        "Will Adams will drive Player 1; Willow too; ask Player 1.",
    ]


def test_what_somebody_was_called_before_a_name_was_corrected_goes_too(club: Club) -> None:
    game = make_game(club)
    seat_rename(game=game, author=ANN, key=new_key(), seat_id=game.seats.all()[0].pk, name="Anne")
    person_erase(player=game.seats.all()[0].player)
    assert list(sheet_of(game).former_names) == []
    assert game.entries.get().reason == "Player 1"


def test_neutral_names_are_nobodys(club: Club) -> None:
    person(club, "player 1")
    played.tournament_of(club, 1)
    Entrant.objects.update(name="Player 2", name_key="player 2")
    one, other = person(club, "Ann B"), person(club, "Ann C")
    assert [person_erase(player=each).name for each in (one, other)] == ["Player 3", "Player 4"]


def test_an_account_of_the_same_name_stays(club: Club, organizer: User) -> None:
    """Who signs in as Olive wrote what she wrote; her account is erased on its own page."""
    olive = person(club, "Olive")
    game = make_game(club)
    play(game, 12, 0, 45, 9, author=Author("Olive", user=organizer))
    person_erase(player=olive)
    assert game.entries.get().author == "Olive"


def allowed(rows: Any, **change: Any) -> bool:
    """Whether the database lets the rows change under a permit; tried, and taken back."""
    try:
        with transaction.atomic():
            with erasing(kind=ErasurePermit.Kind.NAMES):
                rows.update(**change)
            transaction.set_rollback(True)
    except DatabaseError:
        return False
    return True


def another(field: Any) -> Any:
    """A value of the field that no row here has."""
    special = {
        "JSONField": {"boneyard": 7},
        "GenericIPAddressField": "203.0.113.1",
        "ForeignKey": 7_000_003,
    }
    kind = field.get_internal_type()
    return special.get(kind, timezone.now() if kind == "DateTimeField" else 7_003)


@pytest.mark.parametrize("name", [one.attname for one in SheetEntry._meta.concrete_fields])
def test_a_permit_lets_names_go_from_a_sheet_and_nothing_else(game: Any, name: str) -> None:
    play(game, 12, 0, 45, 9)
    rows = game.entries.all()
    field = SheetEntry._meta.get_field(name.removesuffix("_id"))
    assert allowed(rows, **{name: another(field)}) == (name in ("author", "reason"))
    assert allowed(rows, details={"faults": [{"text": "x"}]}, user=None, reason="x")
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(author="x")


@pytest.mark.parametrize("name", [one.attname for one in LogEntry._meta.concrete_fields])
def test_a_permit_takes_names_off_the_log_and_puts_none_there(tablet: Tablet, name: str) -> None:
    log_tablet(tablet)
    rows = LogEntry.objects.all()
    assert not allowed(rows, **{name: another(LogEntry._meta.get_field(name.removesuffix("_id")))})
    assert allowed(rows, who="", about="", address=None, user=None, tablet=None)


def log_tablet(tablet: Tablet) -> None:
    log_write(
        actor=tablet_actor(tablet),
        what="scoring:club",
        path="/club/",
        address=ADDRESS,
        outcome=LogEntry.Outcome.DONE,
    )


def test_no_permit_can_be_kept() -> None:
    """The database itself looks at the end of each transaction."""
    with transaction.atomic():
        ErasurePermit.objects.create(kind="names", seal_id=0)
        with pytest.raises(DatabaseError):
            connection.check_constraints()
        transaction.set_rollback(True)


def test_old_lines_of_the_log_keep_the_deed_alone(tablet: Tablet, settings: Any) -> None:
    now = timezone.now()
    for age in (366, 364):
        with time_machine.travel(now - datetime.timedelta(days=age), tick=False):
            log_tablet(tablet)
    year = now - datetime.timedelta(days=365)
    assert (log_fade(before=year), log_fade(before=year)) == (1, 0)
    told = LogEntry.objects.order_by("pk").values_list("what", "role", "who", "address", "tablet")
    assert list(told) == [
        ("scoring:club", "tablet", "", None, None),
        ("scoring:club", "tablet", tablet.name, ADDRESS, tablet.pk),
    ]
