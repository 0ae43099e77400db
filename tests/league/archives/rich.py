"""A club in which there is something of everything, with ids that meet no other number."""

import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from league.archives.shape import ROWS, Model
from league.days.services.attendance import attendance_leave, wish_add
from league.days.services.calendar import series_create
from league.days.services.seat_changes import seats_lock
from league.models import (
    Attendance,
    BroughtForward,
    DayAnswer,
    Entrant,
    GameDay,
    KnownColumns,
    Parting,
    Season,
    SeasonStatus,
    Tournament,
    Wish,
)
from league.people.services.merging import merge_make
from league.seasons.services.seasons import season_close
from league.tournaments.awards.services.state_lists import state_list_save
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.changes import log_append
from league.tournaments.directing.services.clock import clock_run, table_extra, time_call
from league.tournaments.directing.services.partings import parting_record
from league.tournaments.directing.services.rulings import ruling_record
from league.tournaments.directing.services.seat_changes import seats_change
from league.tournaments.directing.services.stage_seats import late_seat
from league.tournaments.directing.services.stage_tables import stage_tables_start, table_to_paper
from league.tournaments.directing.services.stale_seats import drift_keep, drift_redo
from league.tournaments.entrants.services.divisions import divisions_merge
from league.tournaments.entrants.services.entrants import entrant_remove
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.stale_seats import drifts_of
from league.tournaments.stages.services.stages import stage_change, stage_remove
from league.tournaments.stages.services.tournaments import tournament_change
from scoring.accounts.authors import Author
from scoring.disputes.services import decision_make, precedent_keep
from scoring.models import Club, Game, Player, SetAside, SheetEntry
from scoring.rules.services import rule_sheet_create
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen, game_start
from scoring.sheets.services.rounds import contest_settle, entry_undo, round_correct, round_record
from scoring.sheets.services.rules import game_rule_apply
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from tests.factories import ANN, NAMES, dispute, new_key, play, report_of
from tests.league.factories import (
    GameDayFactory,
    SeasonFactory,
    begin,
    come,
    day_game,
    end,
    paper_game,
    person,
    seat,
)
from tests.league.tournaments import runs as played
from tests.league.tournaments.directing.services.test_results import correct

FAR = 1_000_000
SMALL_FINAL = {"name": "Final", "size": 3, "least": 2, "most": 4, "seating": "snake"}
TODAY = datetime.date(2026, 5, 20)
NOON = datetime.datetime(2025, 4, 1, 12, tzinfo=datetime.UTC)


def ids_far_apart(start: int = FAR) -> None:
    """Let each model's next id be a number that means nothing else."""
    models: list[Model] = [User, *ROWS]
    for number, model in enumerate(models, start=1):
        _next_id(model, start + number * FAR)


def _next_id(model: Model, number: int) -> None:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, number])
        else:
            sequence = f"pg_get_serial_sequence('\"{table}\"', 'id')"
            cursor.execute(f"SELECT setval({sequence}, %s)", [number])


def rich_club(author: Author) -> Club:
    """A club with at least one row of each model, made as the site makes them."""
    club = Club.objects.create(
        name="Hillside Dominoes", about="Guests\nare welcome.", public_contact="Dot 555-0100"
    )
    author.tablet.club = club
    author.tablet.save()
    _tables(club, author)
    _people(club)
    _season(club)
    _tournament(club, author)
    _second_tournament(club)
    return club


def _tables(club: Club, author: Author) -> None:
    """Games with every kind of entry."""
    sheet = rule_sheet_create(
        club=club,
        author=author,
        name="Tuesday rules",
        rules={"base": "family", "notice_penalty": 2},
    )
    game = game_start(
        club=club, author=author, names=NAMES[:4], set_=12, rules=sheet.rules, rule_sheet=sheet
    )
    told: dict[str, Any] = {"game": game, "author": author}
    game_rule_apply(**told, key=new_key(), parameter="rounds", value=9, reason="a short evening")
    play(game, 0, 10, 20, 30, author=author)
    second = play(game, 0, 10, 25, 30, round_number=1).entry
    contest_settle(**told, key=new_key(), chosen=second.pk, round_number=1)
    play(game, 10, 0, 20, 30)
    play(game, 10, 0, 20, 35, round_number=2)
    contest_settle(**told, key=new_key(), chosen=sheet_of(game).rounds[1].entry.pk, round_number=2)
    ann, bob, cal, _dot = (seat.id for seat in sheet_of(game).seats)
    seats_swap(**told, key=new_key(), seat_ids=(ann, bob), points_too=True)
    seats_swap(**told, key=new_key(), seat_ids=(ann, cal), points_too=False)
    seat_join(**told, key=new_key(), name="Eve")
    play(game, 10, 0, 20, 30, 40, author=author)
    seat_leave(**told, key=new_key(), seat_id=cal, ranked=False)
    # More than the set holds: recorded as it stands, with its faults.
    report = report_of(sheet_of(game), [0, 900, 900, 900], as_it_stands=True)
    round_record(**told, key=new_key(), round_number=4, report=report, reason="they insist")
    report = report_of(sheet_of(game), [5, 0, 20, 30, 40], round_number=3)
    shown = sheet_of(game).line(3)
    round_correct(
        **told, key=new_key(), round_number=3, report=report, reason="misread", seen=shown.entry.pk
    )
    play(game, 0, 1, 2, 3)
    entry_undo(**told, key=new_key(), seen=sheet_of(game).last_entry.pk)
    _set_aside(game, second, author)
    game_finish(**told, key=new_key())
    game_reopen(**told, key=new_key(), reason="one more")
    _disputes(club, game, author)


def _set_aside(game: Game, seen: SheetEntry, author: Author) -> None:
    """What two tablets handed over and nobody could write: one of them is damaged."""
    ann, bob, *_others = (seat.id for seat in sheet_of(game).seats)
    fields = {"ending": f"out-{ann}", f"seat-{bob}-total": "45", f"seat-{bob}-tiles": ""}
    sending = {"fields": fields, "seen": {"entry": seen.pk}, "author": "Olive:secret"}
    for kind, told in (
        ("correct", sending),
        ("undo", {"seen": {"entry": "x"}}),
        ("unreadable", {"fields": 7, "seen": "x"}),
    ):
        SetAside.objects.create(
            game=game,
            key=new_key(),
            kind=kind,
            round_number=1,
            sending=told,
            sentence="Type the total.",
            author=author.name,
            user=author.user,
            tablet=author.tablet,
            received_at=game.started_at,
        )


def _disputes(club: Club, game: Game, author: Author) -> None:
    kept = dispute(game, author=author)
    decision_make(dispute=kept, author=author, answer="Ann begins", reason="she is eldest")
    precedent_keep(author=author, parameter="marker_off", value="optional", dispute=kept)


def _people(club: Club) -> None:
    """Two records that were one person, checked in on one day of long ago, and wished together."""
    ann = Player.objects.get(club=club, name="Ann")
    anna = person(club, "Anna", community="Oak Village", birth_year=1944, notes="window")
    person(club, "Old Anna")
    day = GameDayFactory(club=club, date=TODAY - datetime.timedelta(days=400))
    come(day, "Ann", "Anna", "Bob")
    bob = Player.objects.get(club=club, name="Bob")
    wish_add(day=day, kind=Wish.Kind.APART, player=ann, other=anna, always=True)
    wish_add(day=day, kind=Wish.Kind.TOGETHER, player=bob, other=anna, always=False)
    other = GameDayFactory(club=club, date=TODAY - datetime.timedelta(days=399), places=30)
    for about, player in ((day, ann), (day, anna), (other, anna)):
        DayAnswer.objects.create(
            game_day=about,
            player=player,
            coming="late",
            answered_at=NOON,
            in_line_since=NOON,
            moved_up_at=NOON,
        )
    come(other, "Anna", "Bob", "Cal", "Dot")
    day_game(other, {"Anna": (0, 5), "Bob": (10, 0), "Cal": (20, 20)})
    merge_make(kept=anna, gone=Player.objects.get(club=club, name="Old Anna"), author=ANN)
    merge_make(kept=ann, gone=anna, author=ANN)


def _season(club: Club) -> None:
    """A closed season with boards and records, an open one, plans, and a day of a series."""
    closed = SeasonFactory(
        club=club,
        name="Winter",
        first=TODAY - datetime.timedelta(days=200),
        last=TODAY - datetime.timedelta(days=100),
        tie_breaks=["head_to_head", "outs"],
    )
    for back in (150, 143):
        day = GameDayFactory(club=club, date=TODAY - datetime.timedelta(days=back))
        day_game(day, {"Ann": (0, 5, 7), "Bob": (10, 0, 0), "Cal": (20, 20, 9)})
        day_game(day, {"Dot": (0, 5), "Eve": (10, 0), "Fay": (10, 5)}, table_number=2)
    season_close(season=closed, author=ANN)
    guest = Player.objects.get(club=club, name="Dot")
    SeasonStatus.objects.create(season=closed, player=guest, kind=SeasonStatus.Kind.GUEST)
    KnownColumns.objects.create(club=club, kind="people", meanings={"vorname": "first"})
    spring = SeasonFactory(
        club=club,
        name="Spring",
        first=TODAY - datetime.timedelta(days=99),
        last=TODAY + datetime.timedelta(days=99),
        public=True,
        brings_forward=True,
    )
    BroughtForward.objects.create(
        season=spring, player=guest, amount="1240.5", games=12, rounds=150, source="2025.csv"
    )
    paper = GameDayFactory(club=club, date=TODAY - datetime.timedelta(days=50))
    paper_game(paper, {"Ann": 120, "Bob": 88})
    first = series_create(
        club=club,
        fields={
            "title": "Wednesdays",
            "date": TODAY,
            "starts": datetime.time(13),
            "ends": datetime.time(17),
        },
        until=TODAY + datetime.timedelta(days=7),
    )
    days = GameDay.objects.filter(series=first)
    days.update(rules={"base": "family", "fill": "defaults"})
    today = days.earliest("date")
    plan = seat(today)
    ann = plan.tables[0][0][0]
    seats_lock(day=today, author=ANN, number=1, seen=plan.pk, player=ann, locked=True)
    for game in begin(today):
        end(game)
    attendance_leave(attendance=Attendance.objects.filter(game_day=today)[0], when="now")


def _tournament(club: Club, author: Author) -> None:
    """A tournament whose first stage was corrected after the second had begun, and left so."""
    season = Season.objects.get(club=club, name="Spring")
    tournament = played.tournament_of(
        club,
        8,
        played.WINNERS,
        SMALL_FINAL,
        {"name": "Not played"},
        by_gender=True,
        tie_breaks=["outs", "play_off"],
        season=None,
        date=TODAY,
    )
    for number, gender in enumerate(("woman", "man") * 4):
        Entrant.objects.filter(tournament=tournament, number=number + 1).update(gender=gender)
    tournament_change(
        tournament=tournament,
        author=author,
        changes={"season": season, "notes": "Lunch at noon.\nNo coffee.", "be_there": 20},
    )
    state_list_save(club=club, name="State games", columns=["born", "name"])
    stage_remove(stage=tournament.stages.get(number=3), author=author)
    stage_change(
        stage=tournament.stages.get(number=1),
        author=author,
        changes={"starts": datetime.time(9, 30)},
    )
    divisions_merge(
        tournament=tournament,
        author=author,
        divisions=["women 75-79", "men 75-79"],
        reason="few",
    )
    played.begin(tournament)
    told: dict[str, Any] = {"tournament": Tournament.objects.get(pk=tournament.pk)}
    one, other = (played.table(tournament, number).seats.first().entrant for number in (1, 2))
    swap = TableChange(SeatDeed.SWAP, one.pk, other.pk)
    seats_change(**told, author=author, change=swap, seen=None)
    clock_run(**told, author=author)
    table_extra(**told, author=author, table=1, minutes=5)
    time_call(**told, author=author)
    games = stage_tables_start(**told, author=author, tables=[1])
    assert games
    table_to_paper(**told, author=author, table=played.table(tournament, 1), reason="broken")
    played.play_all(tournament)
    played.close(tournament)
    ruling_record(**told, author=author, text="Ann may sit down", entrant=one)
    correct(tournament, 1, 99, 21, 31, 41)
    (drift,) = drifts_of(played.now(tournament))
    drift_keep(**told, stage=drift.stage, author=author, seen=drift.mark, reason="too late")
    final = tournament.stages.get(number=2)
    right = final.field.exclude(entrant__in=drift.extra)[0].entrant_id
    seats_change(
        **told,
        author=author,
        change=TableChange(SeatDeed.REPLACE, right, drift.missing[0]),
        seen=None,
    )
    assert not drifts_of(played.now(tournament))
    keys = list(final.field.values_list("entrant_id", flat=True))[:2]
    parting_record(
        **told,
        stage=final,
        author=author,
        kind=Parting.Kind.PLAY_OFF,
        entrants=keys,
        points=dict(zip(keys, (3, 7), strict=True)),
    )
    stage_change(stage=final, author=author, changes={"name": "The final"})
    played.play_all(tournament, 2)
    played.close(tournament, 2)


def _second_tournament(club: Club) -> None:
    """One that goes on: an entry was removed, somebody came late, a stage was seated anew."""
    tournament = played.tournament_of(
        club, 9, played.WINNERS, SMALL_FINAL, date=TODAY + datetime.timedelta(days=1)
    )
    entrant_remove(entrant=tournament.entrants.get(number=9), author=ANN)
    (late,) = played.enter(tournament, 1, checked_in_at=None, name="Late Lou")
    played.begin(tournament)
    late_seat(
        tournament=Tournament.objects.get(pk=tournament.pk),
        author=ANN,
        key=new_key(),
        entrant=late,
        table=1,
        reason="missed the bus",
    )
    played.play_all(tournament)
    played.close(tournament)
    correct(tournament, 1, 99, 21, 31, 41, 51)
    (drift,) = drifts_of(played.now(tournament))
    stage_tables_start(tournament=tournament, author=ANN, tables=[1])
    drift_redo(
        tournament=tournament,
        stage=drift.stage,
        author=ANN,
        seen=drift.mark,
        reason="it has hardly begun",
        sure=True,
    )
    # What a correction after the end keeps of whose place moved.
    was, now = [2, False, "silver"], [1, False, "gold"]
    log_append(
        tournament=Tournament.objects.get(pk=tournament.pk),
        author=ANN,
        kind="correct",
        text="Lou has place 1 instead of 2.",
        details={
            "moved": [[late.pk, was, now]],
            "unread": [[late.pk, was, now]],
            "standings": [[late.pk, "70+", *was]],
            "together": {
                "moved": [[late.pk, was, now]],
                "unread": [[late.pk, was, now]],
                "standings": [[late.pk, "All", *was]],
            },
            "winners": [late.pk],
        },
    )
    entrant_withdraw(entrant=tournament.entrants.get(number=2), author=ANN, reason="ill")
    # A correction that nobody has decided about yet.
    correct(tournament, 1, 9, 21, 31, 41, 51)
    assert drifts_of(played.now(tournament))
