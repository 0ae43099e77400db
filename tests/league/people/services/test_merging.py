"""Two records that are one person: what moves, what is refused, and the way back."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from league.days.selectors.mails import people_to_mail
from league.days.services.mails import mails_stop
from league.models import (
    Attendance,
    Board,
    DayAnswer,
    DayMail,
    GameDay,
    Merge,
    Plan,
    Profile,
    SeasonStatus,
    SeatTally,
    Standing,
    Tournament,
    Wish,
)
from league.people.selectors.merging import merge_plan, profile_values
from league.people.services.merging import merge_make, merge_undo
from league.seasons.selectors.results import guests_of
from league.seasons.services.tallies import tallies_refresh
from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Game, Player, Seat
from scoring.refusals import Refusal
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_start
from scoring.sheets.services.rounds import entry_undo
from scoring.sheets.services.seats import seat_join
from tests.factories import ANN, last_entry, make_game, new_key, play
from tests.league.factories import (
    MONDAY,
    EntrantFactory,
    GameDayFactory,
    SeasonFactory,
    TournamentFactory,
    person,
)
from tests.litany import rows
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_day")]


@pytest.fixture
def ann(club: Club) -> Player:
    return person(club, "Ann", nickname="Annie", notes="door")


@pytest.fixture
def anna(club: Club) -> Player:
    """Ann under another name, with two games of her own."""
    player = person(club, "Anna", community="Oak Village", notes="window", birth_year=1944)
    for others in (["Bob"], ["Cal", "Dot"]):
        play(start(club, "Anna", *others), 5, *range(len(others)))
    return player


def start(club: Club, *names: str) -> Game:
    rules = {"base": "family", "fill": "defaults"}
    return game_start(club=club, author=ANN, names=names, set_=12, rules=rules)


def merge(kept: Player, gone: Player) -> Merge:
    return merge_make(kept=kept, gone=gone, author=ANN)


def refused(kept: Player, gone: Player) -> Refusal:
    before = rows()
    with pytest.raises(Refusal) as caught:
        merge(kept, gone)
    assert rows() == before
    return caught.value


def without_merges(found: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """The site's rows but for the record of merging; a profile that is put back is a new row."""
    for row in found["Profile"]:
        del row["id"]
    return {
        name: sorted(told, key=str)
        for name, told in found.items()
        if name not in ("Merge", "Tally", "SeatTally")
    }


def test_all_games_become_the_kept_persons(ann: Player, anna: Player) -> None:
    done = merge(ann, anna)
    assert Seat.objects.filter(player=anna).count() == 0
    assert Seat.objects.filter(player=ann).count() == len(done.seats) == 2
    assert {sheet_of(seat.game).seats[0].name for seat in ann.seats.all()} == {"Ann"}
    assert player_for_name(club=ann.club, name=" ANNA ") == ann
    assert (done.author, done.merged_at is not None, done.undone_at) == (ANN.name, True, None)


def test_what_the_kept_record_says_stays_and_gaps_are_filled(ann: Player, anna: Player) -> None:
    plan = {one.field: (one.value, one.source, one.lost) for one in merge_plan(ann, anna).fields}
    assert plan == {
        "nickname": ("Annie", ann, None),
        "community": ("Oak Village", anna, None),
        "email": ("", None, None),
        "phone": ("", None, None),
        "birth_year": (1944, anna, None),
        "fixed_table": (None, None, None),
        "notes": ("door", ann, "window"),
    }
    merge(ann, anna)
    fields = {field: value for field, (value, *_rest) in plan.items()}
    assert profile_values(ann) == {**fields, "mails": False, "mails_refused": False}
    assert not Profile.objects.filter(player=anna).exists()


def test_a_merge_and_its_undo_leave_no_trace(ann: Player, anna: Player) -> None:
    merge(anna, person(ann.club, "Anne"))
    before = rows()
    done = merge(ann, anna)
    assert player_for_name(club=ann.club, name="Anne") == ann
    merge_undo(merge=done)
    assert without_merges(rows()) == without_merges(before)
    assert player_for_name(club=ann.club, name="Anne") == anna
    with pytest.raises(Refusal, match="undone already"):
        merge_undo(merge=done)


def test_what_was_changed_since_stays_when_it_is_undone(ann: Player, anna: Player) -> None:
    done = merge(ann, anna)
    Profile.objects.filter(player=ann).update(community="Hillside", notes="door, please")
    later = start(ann.club, "Anna", "Gus")
    merge_undo(merge=done)
    told = profile_values(ann)
    assert (told["community"], told["notes"], told["birth_year"]) == (
        *("Hillside", "door, please", None),
    )
    assert profile_values(anna)["community"] == "Oak Village"
    assert later.seats.filter(player=ann).exists()


def test_who_sat_at_one_table_are_two(ann: Player, anna: Player) -> None:
    game = start(ann.club, "Ann", "Anna")
    assert refused(ann, anna).code == "together"
    assert merge_plan(ann, anna).together == (game,)


def test_a_seat_that_was_undone_is_no_seat(ann: Player, anna: Player) -> None:
    """Anna came late, was written down, and then under the name by which she is known."""
    game = start(ann.club, "Bob", "Cal", "Dot")
    play(game, 0, 1, 2)
    seat_join(game=game, author=ANN, key=new_key(), name="Anna")
    entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
    seat_join(game=game, author=ANN, key=new_key(), name="Ann")
    assert refused(anna, ann).code == "crossed"
    merge(ann, anna)
    assert [seat.name for seat in sheet_of(game).seats] == ["Bob", "Cal", "Dot", "Ann"]


def test_one_record_is_merged_once_and_not_with_itself(ann: Player, anna: Player) -> None:
    assert refused(ann, ann).code == "same"
    merge(ann, anna)
    gus = person(ann.club, "Gus")
    assert refused(gus, anna).code == "merged"
    assert refused(anna, gus).code == "merged"
    assert refused(ann, anna).code == "merged"


def test_merges_are_undone_from_the_last_one_back(ann: Player, anna: Player) -> None:
    first = merge(anna, person(ann.club, "Anne"))
    second = merge(ann, anna)
    with pytest.raises(Refusal) as caught:
        merge_undo(merge=first)
    assert caught.value.code == "later"
    merge_undo(merge=second)
    merge_undo(merge=first)
    assert not Player.objects.exclude(same_as=None).exists()


def test_derived_rows_that_named_the_other_are_made_again(ann: Player, anna: Player) -> None:
    club = ann.club
    tallies_refresh(club=club)
    boards = [
        Board.objects.create(season=season, date=season.last, fingerprint="x")
        for season in (
            SeasonFactory(club=club),
            SeasonFactory(club=club, closed_at=timezone.now(), first=datetime.date(2025, 1, 1)),
        )
    ]
    for board in boards:
        Standing.objects.create(
            board=board,
            player=anna,
            position=1,
            value=1,
            shown="1",
            games=1,
            rounds=1,
            days=1,
            wins=0,
            rounds_out=0,
        )
    done = merge(ann, anna)
    assert list(Board.objects.all()) == [boards[1]]
    for player, undo in ((ann, False), (anna, True)):
        if undo:
            merge_undo(merge=done)
        assert SeatTally.objects.count() == 0
        assert tallies_refresh(club=club) == 2
        assert SeatTally.objects.filter(player=player).count() == 2


def test_other_games_tallies_stay(ann: Player, anna: Player) -> None:
    other = make_game(ann.club)
    play(other, 12, 0, 45, 9)
    tallies_refresh(club=ann.club)
    merge(ann, anna)
    assert SeatTally.objects.filter(game=other).count() == 4


def attend(player: Player, date: datetime.date) -> Attendance:
    day = GameDay.objects.filter(club=player.club, date=date).first()
    day = day or GameDayFactory(club=player.club, date=date)
    return Attendance.objects.create(game_day=day, player=player, arrived_at=timezone.now())


def answer(player: Player, date: datetime.date, coming: str) -> None:
    now = timezone.now()
    DayAnswer.objects.create(
        game_day=GameDay.objects.get(club=player.club, date=date),
        player=player,
        coming=coming,
        answered_at=now,
        in_line_since=now,
    )


def test_days_wishes_and_plans_move_too(ann: Player, anna: Player) -> None:
    club, today = ann.club, timezone.localdate()
    bob = Player.objects.get(name="Bob")
    long_ago = today - datetime.timedelta(days=70)
    attend(anna, today)
    attend(ann, long_ago)
    attend(anna, long_ago)
    day = GameDay.objects.get(club=club, date=today)
    answer(anna, today, "late")
    answer(ann, long_ago, "yes")
    answer(anna, long_ago, "no")
    kinds = Wish.Kind
    Wish.objects.create(club=club, kind=kinds.APART, one=anna, other=bob)
    Wish.objects.create(club=club, kind=kinds.TOGETHER, one=bob, other=anna, game_day=day)
    Wish.objects.create(club=club, kind=kinds.APART, one=ann, other=anna, game_day=day)
    made = {"author": "Ann", "made_at": timezone.now(), "game_day": day}
    plan = Plan.objects.create(tables=[[[anna.pk, bob.pk]], [[bob.pk, anna.pk]]], **made)
    both = Plan.objects.create(tables=[[[ann.pk, anna.pk]]], **made)
    before = rows()
    done = merge(ann, anna)
    assert sorted(Attendance.objects.values_list("player", "game_day__date")) == [
        (ann.pk, long_ago),
        (ann.pk, today),
    ]
    assert sorted(DayAnswer.objects.values_list("player", "coming")) == [
        (ann.pk, "late"),
        (ann.pk, "yes"),
    ]
    assert sorted(Wish.objects.values_list("one", "other")) == sorted(
        [(ann.pk, bob.pk), (bob.pk, ann.pk)]
    )
    plan.refresh_from_db()
    both.refresh_from_db()
    assert plan.tables == [[[ann.pk, bob.pk]], [[bob.pk, ann.pk]]]
    assert both.tables == [[[ann.pk, anna.pk]]]
    merge_undo(merge=done)
    assert without_merges(rows()) == without_merges(before)


def test_members_guests_and_mails_move_too(ann: Player, anna: Player) -> None:
    both = SeasonFactory(club=ann.club, guests="apart")
    later = SeasonFactory(club=ann.club, first=MONDAY.replace(year=2027))
    for season, player, kind in ((both, ann, "member"), (both, anna, "guest")):
        SeasonStatus.objects.create(season=season, player=player, kind=kind)
    SeasonStatus.objects.create(season=later, player=anna, kind="guest")
    day = GameDayFactory(club=ann.club, date=timezone.localdate())
    DayMail.objects.create(game_day=day, player=anna, sent_at=timezone.now())
    before = rows()
    done = merge(ann, anna)
    assert set(SeasonStatus.objects.values_list("season", "player", "kind")) == {
        (both.pk, ann.pk, "member"),
        (later.pk, ann.pk, "guest"),
    }
    assert guests_of(both) == ()
    Profile.objects.filter(player=ann).update(email="ann@example.org", mails=True)
    assert people_to_mail(day) == []
    Profile.objects.filter(player=ann).update(email="", mails=False)
    merge_undo(merge=done)
    assert without_merges(rows()) == without_merges(before)


@pytest.mark.parametrize(
    ("kept", "gone", "agreed"),
    [
        (("a@example.org", True), ("b@example.org", True), True),
        (("a@example.org", True), ("b@example.org", False), False),
        (("a@example.org", False), ("b@example.org", True), False),
        (("a@example.org", True), ("", False), True),
        (("", True), ("b@example.org", False), False),
        (("", False), ("b@example.org", True), True),
    ],
)
def test_mails_go_on_where_both_with_an_address_agreed(
    club: Club, kept: tuple[str, bool], gone: tuple[str, bool], agreed: bool
) -> None:
    ann, anna = (
        person(club, name, email=email, mails=mails, notes="x")
        for name, (email, mails) in (("Ann", kept), ("Anna", gone))
    )
    before = rows()
    done = merge(ann, anna)
    assert Profile.objects.get(player=ann).mails == agreed
    merge_undo(merge=done)
    assert without_merges(rows()) == without_merges(before)
    done = merge(ann, anna)
    if agreed:
        mails_stop(player=ann)
        merge_undo(merge=done)
        assert (
            not Profile.objects.filter(mails=True, player__in=[ann, anna])
            .exclude(email="")
            .exists()
        )


def test_who_said_no_under_one_name_has_said_it(club: Club) -> None:
    ann, anna = person(club, "Ann", mails=True), person(club, "Anna", mails=True)
    mails_stop(player=ann)
    before = rows()
    done = merge(ann, anna)
    assert (profile_values(ann)["mails"], profile_values(ann)["mails_refused"]) == (False, True)
    merge_undo(merge=done)
    assert without_merges(rows()) == without_merges(before)


def test_who_are_both_checked_in_today_are_told_so(ann: Player, anna: Player) -> None:
    attend(ann, timezone.localdate())
    attend(anna, timezone.localdate())
    told = refused(ann, anna)
    assert told.code == "days"
    assert timezone.localdate().isoformat() in told.message


def test_the_plan_of_a_merge_asks_a_bounded_number_of_times(
    ann: Player, anna: Player, django_assert_max_num_queries
) -> None:
    for _game in range(6):
        start(ann.club, "Ann", "Anna", "Bob")
        start(ann.club, "Anna", "Cal")
    with django_assert_max_num_queries(9):
        plan = merge_plan(ann, anna)
    assert (len(plan.together), len(plan.seats)) == (6, 8)


@pytest.mark.django_db(transaction=True)
def test_two_merge_at_once_in_opposite_ways(club: Club) -> None:
    one, other = person(club, "Ann"), person(club, "Anna")
    done = at_once(lambda: merge(one, other), lambda: merge(other, one))
    assert sorted(type(found).__name__ for found in done) == ["Merge", "Refusal"]
    assert Player.objects.filter(same_as=None).count() == 1


def test_entries_of_tournaments_move_and_come_back(ann: Player, anna: Player) -> None:
    tournament = TournamentFactory(club=ann.club)
    entry = EntrantFactory(tournament=tournament, name="Anna", player=anna)
    other = EntrantFactory(tournament__club=ann.club, name="Ann", player=ann)
    before = rows()
    done = merge(ann, anna)
    entry.refresh_from_db()
    assert (entry.player, entry.name) == (ann, "Anna")
    tournament.refresh_from_db()
    # Pages that show entrants are told.
    assert tournament.revision == 1
    merge_undo(merge=done)
    other.refresh_from_db()
    assert other.player == ann
    Tournament.objects.update(revision=0)
    assert without_merges(rows()) == without_merges(before)


def test_a_merge_from_before_there_were_tournaments_is_undone(ann: Player, anna: Player) -> None:
    done = merge(ann, anna)
    del done.moved["entries"]
    done.save()
    entry = EntrantFactory(tournament__club=ann.club, name="Ann", player=ann)
    merge_undo(merge=done)
    entry.refresh_from_db()
    assert entry.player == ann


def test_who_have_both_entered_a_tournament_are_two(ann: Player, anna: Player) -> None:
    tournament = TournamentFactory(club=ann.club)
    for player in (ann, anna):
        EntrantFactory(tournament=tournament, name=player.name, player=player)
    refusal = refused(ann, anna)
    assert refusal.code == "tournaments"
    assert "Both have entered “Senior games”." in refusal.message
    tournament.entrants.get(player=anna).delete()
    merge(ann, anna)
