"""A game that belongs to no day: asked about on its sheet, put into a day, taken out again."""

import datetime
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.days.selectors.seating import seating_of
from league.days.selectors.tables_now import day_table
from league.days.services.attendance import attendance_leave, check_in
from league.days.services.moving import game_put, game_take_out
from league.models import Attendance, GameDay, TableGame
from scoring.models import Club, Game
from scoring.sheets.services.games import game_finish, game_start
from tests.factories import ANN, make_game, new_key, play
from tests.league.factories import GameDayFactory, SeasonFactory, begin, day_game, end, seat
from tests.litany import ClientOf
from tests.page import Page

pytestmark = pytest.mark.django_db
ASKS = "Does this game belong to the game day of"


@pytest.fixture
def day(game: Game) -> GameDay:
    day: GameDay = GameDayFactory(club=game.club, date=timezone.localdate(), rounds=2)
    return day


def page_at(client_of: ClientOf, who: str, address: str) -> Page:
    return Page(client_of(who).get(address, follow=True))


def put(client_of: ClientOf, who: str, game: Game, **fields: Any) -> Page:
    address = reverse("league:game-day", args=[game.code])
    return Page(client_of(who).post(address, fields, follow=True))


def test_the_sheet_asks_and_then_says_where_the_game_belongs(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    sheet = reverse("scoring:sheet", args=[game.code])
    page = page_at(client_of, "tablet", sheet)
    assert ASKS in page.text
    assert reverse("league:game-day", args=[game.code]) in page.links
    # Nobody is asked who could not answer.
    Club.objects.update(shown=Club.Shown.GAMES)
    seen = page_at(client_of, "nobody", sheet).text
    assert "Ann" in seen
    assert ASKS not in seen
    assert (
        "Game 2 of 2 · Table 7"
        in put(client_of, "tablet", game, day=day.pk, number=2, table=7).text
    )
    page = page_at(client_of, "tablet", sheet)
    assert ASKS not in page.text
    assert "Game 2 of 2 · Table 7" in page.text
    assert (
        "Game 2 of 2 · Table 7"
        in page_at(client_of, "tablet", reverse("scoring:sheet-print", args=[game.code])).text
    )
    assert day.attendances.count() == game.seats.count()


def test_a_phone_that_watches_leads_to_the_ranking(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    put(client_of, "organizer", game, day=day.pk, number=1, table=4)
    phone = client_of("nobody")
    page = Page(phone.get(reverse("scoring:watch", args=[game.watch_key])))
    (ranking,) = [link for link in page.links if "/result/" in link]
    assert phone.get(ranking).status_code == 200
    # A stranger at a sheet that the club shows gets no key: it opens whole names, and the wall.
    Club.objects.update(shown=Club.Shown.GAMES)
    sheet = Page(client_of("nobody").get(reverse("scoring:sheet", args=[game.code])))
    assert not [link for link in sheet.links if "key=" in link]


def test_a_finished_game_of_no_day_says_that_no_season_counts_it(
    client_of: ClientOf, game: Game
) -> None:
    play(game, 12, 0, 45, 9)
    game_finish(game=game, author=ANN, key=new_key())
    result = reverse("scoring:result", args=[game.code])
    said = "This game belongs to no game day, so it counts for no season."
    assert said not in page_at(client_of, "tablet", result).text
    today = timezone.localdate()
    SeasonFactory(club=game.club, first=today, last=today)
    page = page_at(client_of, "tablet", result)
    assert said in page.text
    assert "Play again" in page.text
    assert reverse("league:game-day", args=[game.code]) in page.links


def test_nobody_is_asked_on_another_date(client_of: ClientOf, game: Game, day: GameDay) -> None:
    GameDay.objects.update(date=timezone.localdate() - datetime.timedelta(days=1))
    sheet = reverse("scoring:sheet", args=[game.code])
    assert ASKS not in page_at(client_of, "tablet", sheet).text


def test_a_place_that_is_taken_is_refused(client_of: ClientOf, game: Game, day: GameDay) -> None:
    day_game(day, {"Eve": (0,), "Fay": (1,)})
    page = put(client_of, "organizer", game, day=day.pk, number=1, table=1)
    assert "Table 1 has a game 1 on that day already." in page.text
    assert not TableGame.objects.filter(game=game).exists()


def test_it_takes_the_place_of_the_planned_game_that_stands_empty(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    seat(day, 4)
    (planned,) = begin(day)
    names = [seat.player.name for seat in planned.seats.all()]
    stray = game_start(club=game.club, author=ANN, names=names, set_=day.set, rules=day.rules)
    play(stray, 0, 10, 20, 30)
    address = reverse("league:game-day", args=[stray.code])
    page = page_at(client_of, "tablet", address)
    assert "Game 1 at table 1 was started, and nothing is on its score sheet." in page.text
    where = {"day": day.pk, "number": 1, "table": 1, "instead_of": planned.code}
    assert "Game 1 of 2 · Table 1" in put(client_of, "tablet", stray, **where).text
    assert TableGame.objects.get().game == stray
    planned.refresh_from_db()
    assert planned.taken_back_at
    # A tablet that still shows its sheet goes on to the other one.
    page = page_at(client_of, "tablet", reverse("scoring:sheet", args=[planned.code]))
    assert "This game was taken back. It counts nowhere." in page.text
    assert reverse("league:table", args=[day.pk, 1]) in page.links
    # One with a round on its sheet stays where it is.
    other = make_game(game.club, players=2)
    page = put(client_of, "organizer", other, **{**where, "instead_of": stray.code})
    assert "Table 1 has a game 1 on that day already." in page.text
    assert "can take its place" not in page.text


def test_an_organizer_moves_it_and_takes_it_out(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    put(client_of, "organizer", game, day=day.pk, number=1, table=3)
    put(client_of, "organizer", game, day=day.pk, number=2, table=3)
    assert TableGame.objects.get(game=game).seating_round == 2
    address = reverse("league:game-day", args=[game.code])
    for who in ("scorekeeper", "tablet"):
        assert client_of(who).post(address, {"deed": "out"}).status_code == 404
    assert (
        reverse("league:game-day", args=[game.code])
        not in page_at(client_of, "organizer", reverse("league:day", args=[day.pk])).links
    )
    put(client_of, "organizer", game, deed="out")
    assert not TableGame.objects.filter(game=game).exists()
    outside = page_at(client_of, "organizer", reverse("league:day", args=[day.pk]))
    assert "Games outside the day" in outside.text
    assert address in outside.links


def test_who_came_by_the_game_alone_goes_with_it(game: Game, day: GameDay) -> None:
    dot = game.seats.last().player
    game_put(game=game, day=day, number=1, table=1)
    day_game(day, {"Bob": (0,), "Eve": (1,)}, table_number=2)
    check_in(day=day, name="Cal")
    other = GameDayFactory(club=game.club, date=day.date - datetime.timedelta(days=1))
    game_put(game=game, day=other, number=1, table=1)
    # Bob plays another game of the day, and Cal was checked in.
    assert set(day.attendances.values_list("player__name", flat=True)) == {"Bob", "Cal"}
    assert other.attendances.count() == 4
    attendance_leave(attendance=other.attendances.get(player=dot), when="now")
    game_put(game=game, day=other, number=1, table=2)
    assert other.attendances.get(player=dot).left_at
    game_take_out(game=game)
    assert set(other.attendances.values_list("player__name", flat=True)) == {"Dot"}


def test_who_played_has_come_and_stays_gone_who_went_home(game: Game, day: GameDay) -> None:
    gone = check_in(day=day, name="Ann")
    attendance_leave(attendance=gone, when="now")
    before = Attendance.objects.values().get()
    for _tap in range(2):
        row = game_put(game=game, day=day, number=1, table=3)
    assert TableGame.objects.get() == row
    assert Attendance.objects.values().get(player=gone.player) == before
    others = day.attendances.exclude(pk=gone.pk)
    assert {one.joins_at for one in others} == {1}
    assert others.count() == game.seats.count() - 1


class TestFirstPage:
    def test_it_begins_with_the_day_that_is_on_and_its_tables(
        self, client_of: ClientOf, game: Game, day: GameDay
    ) -> None:
        seat(day)
        first, second = begin(day)
        end(second)
        play(first, 0, 10, 20, 30)
        later = GameDayFactory(
            club=game.club, date=day.date + datetime.timedelta(days=7), title="Next"
        )
        for who in ("organizer", "scorekeeper", "tablet"):
            page = page_at(client_of, who, reverse("scoring:home"))
            assert "Game 1 of 2 · 1 table plays" in page.text
            assert "Table 2 finished" in page.text
            assert "Next game day: Next" in page.text
            wanted = {
                reverse("league:day", args=[day.pk]),
                reverse("league:table", args=[day.pk, 1]),
                reverse("league:day-result", args=[day.pk]),
                reverse("league:day", args=[later.pk]),
            }
            assert wanted <= set(page.links)

    def test_a_table_that_has_finished_shows_what_comes_next(
        self, client_of: ClientOf, game: Game, day: GameDay
    ) -> None:
        seat(day)
        first, second = begin(day)
        end(first)
        table = reverse("league:table", args=[day.pk, 1])
        page = page_at(client_of, "tablet", reverse("scoring:result", args=[first.code]))
        assert table in page.links
        page = page_at(client_of, "tablet", table)
        assert "Game 1 of 2 is finished here." in page.text
        assert "Next here:" in page.text
        end(second)
        GameDay.objects.update(current_round=2)
        assert "Start the game" in page_at(client_of, "tablet", table).text
        for last in begin(day):
            end(last)
        page = page_at(client_of, "tablet", table)
        assert "Winners of the day" in page.text
        assert "Ranking of the day" in page.text

    def test_what_is_over_leads_to_its_result_first(
        self, client_of: ClientOf, game: Game, day: GameDay
    ) -> None:
        GameDay.objects.update(rounds=1)
        day.refresh_from_db()
        seat(day)
        for table in begin(day):
            end(table)
        html = client_of("organizer").get(reverse("scoring:home")).content.decode()
        assert f'class="button main" href="{reverse("league:day-result", args=[day.pk])}"' in html

    def test_an_open_page_goes_on_to_the_sheet_by_itself(
        self, client_of: ClientOf, game: Game, day: GameDay
    ) -> None:
        seat(day)
        running = begin(day)[0]
        table = reverse("league:table", args=[day.pk, 1])
        answer = client_of("tablet").get(table, headers={"HX-Request": "true"})
        assert answer["HX-Redirect"] == reverse("scoring:sheet", args=[running.code])


def test_a_tablet_of_one_table_goes_to_its_day_and_not_to_an_empty_form(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    seat(day)
    for running in begin(day):
        end(running)
    assert day_table(game.club, 1) == reverse("league:table", args=[day.pk, 1])
    alone = make_game(game.club, players=2)
    Game.objects.filter(pk=alone.pk).update(table_number=1)
    assert day_table(game.club, 1) is None


def test_a_game_without_a_round_is_thrown_away_and_its_table_is_free(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    game_put(game=game, day=day, number=1, table=2)
    address, form = reverse("league:game-day", args=[game.code]), {"deed": "away"}
    client_of("scorekeeper").post(address, form)
    assert day.table_games.count() == 1
    organizer = client_of("organizer")
    assert "Throw the game away" in organizer.get(address).text
    organizer.post(address, form)
    assert not day.table_games.exists()
    assert game.code not in organizer.get("/").text


def test_a_game_with_a_round_is_not_thrown_away(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    game_put(game=game, day=day, number=1, table=2)
    play(game, 12, 0, 45, 9)
    organizer, address = client_of("organizer"), reverse("league:game-day", args=[game.code])
    assert "Throw the game away" not in organizer.get(address).text
    answer = organizer.post(address, {"deed": "away"}, follow=True)
    assert "you cannot throw it away" in answer.text
    assert day.table_games.count() == 1


def test_a_game_by_itself_says_at_its_start_that_it_counts_for_no_season(
    client_of: ClientOf, game: Game
) -> None:
    client, today = client_of("scorekeeper"), timezone.localdate()
    address = reverse("scoring:game-start")
    assert "counts for no season" not in Page(client.get(address)).text
    SeasonFactory(club=game.club, first=today, last=today)
    text = Page(client.get(address)).text
    assert "This game belongs to no game day. So it counts for no season." in text
    day = GameDayFactory(club=game.club, date=today)
    running = GameDayFactory(club=game.club, date=today + datetime.timedelta(days=1), rounds=1)
    seat(running)
    games = begin(running)
    # The day whose tables play, before the one that has not begun.
    assert f"/days/{running.pk}/" in Page(client.get(address)).links
    for table in games:
        end(table)
    page = Page(client.get(address))
    assert "This game is not part of the game day of" in page.text
    assert f"/days/{day.pk}/" in page.links


def test_nobody_plays_one_game_of_a_day_twice(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    """The day would count the game twice, and ask everybody for one game more."""
    day_game(day, {"Ann": (0,), "Eve": (9,)}, table_number=3)
    page = put(client_of, "organizer", game, day=day.pk, number=1, table=7)
    assert "Ann plays game 1 at table 3 already." in page.text
    # Another game is offered from the first.
    offered = client_of("organizer").get(reverse("league:game-day", args=[game.code]))
    assert offered.context["form"].initial["number"] == 2


def test_a_stray_game_goes_where_its_people_are_planned(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    """Other people's planned table stays theirs, also where a tablet or a hand names it."""
    plan = seat(day)
    first, second = seating_of(day).tables(1)
    names = {player.pk: player.name for player in day.club.players.all()}
    stray = game_start(
        club=day.club,
        author=ANN,
        names=[names[pk] for pk in second[:3]],
        set_=day.set,
        rules=day.rules,
        table_number=1,
    )
    form = client_of("organizer").get(reverse("league:game-day", args=[stray.code])).context["form"]
    assert (form.initial["number"], form.initial["table"]) == (1, 2)
    page = put(client_of, "organizer", stray, day=day.pk, number=1, table=1)
    assert "Table 1 of game 1 is planned for" in page.text
    assert "Choose table 2." in page.text
    # A number of its own: nobody is sent to the planned table, and the others keep theirs.
    game_put(game=stray, day=day, number=1, table=3)
    assert seating_of(day).tables(1) == (first, second[3:], second[:3])
    game_put(game=stray, day=day, number=1, table=2)
    assert seating_of(day).tables(1) == (first, second[:3])
    assert plan.tables[0][1] == list(second)


def test_the_form_says_that_a_game_keeps_its_rounds(
    client_of: ClientOf, game: Game, day: GameDay
) -> None:
    GameDay.objects.update(rules={**day.rules, "rounds": 3})
    said = "The day’s games have 3 rounds. This game keeps its own rules, with 13."
    address = reverse("league:game-day", args=[game.code])
    assert said in page_at(client_of, "organizer", address).text
    assert said in put(client_of, "organizer", game, day=day.pk, number=1, table=1).text
    # A finished one was played over so many rounds, whatever its rules ask for.
    play(game, 0, 1, 2, 3)
    play(game, 3, 0, 1, 2)
    game_finish(game=game, author=ANN, key=new_key())
    said = "The day’s games have 3 rounds. This game was played over 2."
    assert said in page_at(client_of, "organizer", address).text
    GameDay.objects.update(rules={**day.rules, "rounds": 2})
    assert "was played over" not in page_at(client_of, "organizer", address).text
