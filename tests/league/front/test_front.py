"""The club's page for everybody: next days, who leads, what was played, and nothing private."""

import datetime

import time_machine
from django.test import Client
from django.urls import reverse

from league.days.selectors.links import answers_key, own_key
from league.front.selectors import strangers_view
from league.models import DayAnswer, GameDay, Season
from league.seasons.services.leaderboard import board_refresh
from scoring.models import Club, Game
from tests.factories import ClubFactory
from tests.league.factories import (
    MONDAY,
    GameDayFactory,
    SeasonFactory,
    TournamentFactory,
    day_game,
    person,
)
from tests.litany import SCORERS, ClientOf, OfRow, Shows
from tests.page import Page

WEEK = datetime.timedelta(days=7)
NOON = datetime.datetime(2026, 3, 5, 12, tzinfo=datetime.UTC)


def test_search_engines_may_show_real_clubs_that_chose_it(client: Client, db: None) -> None:
    clubs = [
        ClubFactory(shown=Club.Shown.FRONT),
        ClubFactory(shown=Club.Shown.NOTHING),
        ClubFactory(shown=Club.Shown.GAMES, made_up=True),
    ]
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert lines == ["User-agent: *", f"Allow: /clubs/{clubs[0].pk}/$", "Disallow: /"]


class TestFront(OfRow, Shows):
    app = "league"
    name = "front"
    may = SCORERS
    most_queries = 22

    def ready(self, game: Game) -> None:
        season = SeasonFactory(club=game.club, public=True)
        day_game(GameDayFactory(club=game.club), {"Ann Baker": (0, 9), "Bob": (5, 0)})
        coming = GameDayFactory(club=game.club, date=season.last, contact="Call Dot 555-0100")
        GameDay.objects.filter(pk=coming.pk).update(note="Bring cake")
        # Deriving is paid by whoever comes first.
        board_refresh(season=season)

    def grow(self, game: Game) -> None:
        super().grow(game)
        for week in range(1, 4):
            day = GameDayFactory(club=game.club, date=MONDAY + week * WEEK)
            day_game(day, {"Ann Baker": (0, 9), "Eve": (5, 0)})
        board_refresh(season=Season.objects.get(club=game.club))

    def args(self, game: Game) -> list[object]:
        return [game.club_id]

    def open_to_all(self, game: Game, client: Client | None = None, **shown: str) -> Page:
        Club.objects.filter(pk=game.club_id).update(**{"shown": Club.Shown.FRONT, **shown})
        with time_machine.travel(NOON, tick=False):
            answer = (client or Client()).get(self.url(game))
        assert answer.status_code == 200
        return Page(answer)

    def test_a_stranger_finds_the_next_day_who_leads_and_nothing_private(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        person(game.club, "Zoë")
        page = self.open_to_all(game)
        assert "Thursday, December 31 1 p.m.–4 p.m. · Community center Bring cake" in page.text
        assert "Place Player Points a round 1 Bob 2.50 2 Ann Baker 4.50" in page.text
        assert "1 game · Won by Bob The day’s result Leaderboard after this day" in page.text
        for private in ("555-0100", "Zoë", "Cal"):
            assert private not in page.text
        assert "https://www.openstreetmap.org/search?query=Community%20center" in page.links
        calendar = next(link for link in page.links if link.endswith(".ics"))
        assert "555-0100" not in Client().get(calendar).content.decode()
        key = client_of("tablet").get(reverse("league:calendar")).context["feed"]
        assert "555-0100" in Client().get(key).content.decode()

    def test_two_of_one_value_are_told_what_parted_them(self, game: Game) -> None:
        SeasonFactory(club=game.club, public=True, tie_breaks=["outs"])
        day_game(GameDayFactory(club=game.club), {"Ann": (0, 20), "Bob": (5, 15), "Cal": (30, 0)})
        text = self.open_to_all(game).text
        assert "1 Ann tie · rounds won: 1 10.00 2 Bob" in text

    def test_initials_stand_where_the_club_wants_them(self, game: Game) -> None:
        self.ready(game)
        assert "2 A. B. 4.50" in self.open_to_all(game, names="initials").text
        page = self.open_to_all(game, names="first")
        assert "2 Ann B. 4.50" in page.text
        # The next request of the same thread reads whole names again.
        assert "Ann Baker" in self.open_to_all(game, names="full").text

    def test_a_stranger_reads_who_may_come_and_whom_to_ask(self, game: Game) -> None:
        self.ready(game)
        about = "<b>Free</b> for guests.\nCome!"
        page = self.open_to_all(game, about=about, public_contact="Dot 555-0100")
        assert "<b>Free</b> for guests. Come!" in page.text
        assert "Questions? Dot 555-0100" in page.text
        assert "tel:5550100" in page.links

    def test_the_logo_leads_a_stranger_to_the_club_and_its_people_home(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.open_to_all(game)
        season = reverse("league:leaderboard", args=[Season.objects.get(club=game.club).pk])
        for who, first in (("nobody", self.url(game)), ("tablet", "/")):
            html = client_of(who).get(season).content.decode()
            assert f'class="brand" href="{first}"' in html

    def test_the_rules_lead_to_a_page_of_their_own(self, game: Game) -> None:
        self.ready(game)
        GameDay.objects.update(rules={"base": "family", "fill": "defaults"})
        page = self.open_to_all(game)
        assert "How we play : You play one tile a turn." in page.text
        rules = reverse("league:club-rules", args=[game.club_id])
        assert rules in page.links
        page = Page(Client().get(rules))
        assert f"How {game.club.name} plays" in page.text
        assert "Family rules" in page.text
        # Rules of our own say themselves which ones they change.
        GameDay.objects.update(rules={"base": "family", "fill": "defaults", "rounds": 6})
        GameDay.objects.update(set=9)
        page = Page(Client().get(rules))
        assert page.text.count("Family rules") == 1
        # With the dominoes of the day, and no double for a last round that these have not.
        assert "Double 9, " in page.text
        assert "6 rounds from 9 to 4" in page.text
        assert "Which double starts the last round?" not in page.text
        assert "Whoever the table picks: the first one on the score sheet" in page.text
        Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.NOTHING)
        assert Client().get(rules).status_code == 404

    def test_one_short_evening_does_not_change_how_the_club_plays(self, game: Game) -> None:
        self.ready(game)
        family = {"base": "family", "fill": "defaults"}
        GameDay.objects.update(rules=family)
        usual = self.open_to_all(game).text.partition("How we play")[2][:120]
        GameDayFactory(club=game.club, date=NOON.date(), rules={**family, "rounds": 1})
        assert "1 round" not in usual
        assert usual in self.open_to_all(game).text
        page = Page(Client().get(reverse("league:club-rules", args=[game.club_id])))
        assert usual.partition(" Our rules")[0].strip(" :") in page.text

    def test_the_first_page_of_the_site_says_the_next_day_above_all_buttons(
        self, game: Game
    ) -> None:
        self.ready(game)
        Club.objects.update(shown=Club.Shown.FRONT)
        with time_machine.travel(NOON, tick=False):
            text = Page(Client().get("/")).text
        parts = ["Next game day: Thursday, December 31", "Next game days and results", "Pair this"]
        assert sorted(parts, key=text.index) == parts

    def test_games_stand_there_if_the_club_shows_them(self, game: Game) -> None:
        self.ready(game)
        assert "/games/" not in "".join(self.open_to_all(game).links)
        page = self.open_to_all(game, shown=Club.Shown.GAMES)
        assert "/result/" in "".join(page.links)
        assert "Monday, March 2, 2026 1 game · Won by Bob" in page.text
        assert "Table 1 Won by Bob Ann Baker and Bob" in page.text
        assert "The fewest points a round lead." in page.text
        page = self.open_to_all(game, shown=Club.Shown.GAMES, names="initials")
        assert "Won by B." in page.text

    def test_a_calendar_without_a_day_is_not_offered(self, game: Game) -> None:
        self.ready(game)
        GameDay.objects.filter(date__gt=NOON.date()).update(date=MONDAY - WEEK)
        page = self.open_to_all(game)
        assert "No game day is coming." in page.text
        assert not [link for link in page.links if link.endswith(".ics")]

    def test_a_day_is_either_next_or_a_result(self, game: Game) -> None:
        self.ready(game)
        with time_machine.travel(NOON, tick=False):
            today = GameDayFactory(club=game.club, date=NOON.date())
            day_game(today, {"Ann Baker": (0, 9), "Bob": (5, 0)})
        page = self.open_to_all(game, shown=Club.Shown.GAMES)
        # Nobody has won before the day is over.
        assert (
            "Next game days Thursday, March 5 (today) 1 p.m.–4 p.m. · Community center "
            "Map of Community center, at openstreetmap.org The games have begun. See how it stands"
        ) in page.text
        assert f"/days/{today.pk}/result/" in page.links
        assert "Last result Monday, March 2, 2026 1 game · Won by Bob" in page.text
        assert page.text.partition(" Games ")[0].count("March 5") == 1
        # Who does not see games is not led to one.
        page = self.open_to_all(game)
        assert "The games have begun. Thursday, December 31" in page.text
        # Once its last game is over, it is a result, and the next day is another.
        with time_machine.travel(NOON, tick=False):
            GameDay.objects.filter(pk=today.pk).update(rounds=1)
            assert "Next game days Thursday, December 31" in self.open_to_all(game).text
        page = self.open_to_all(game, shown=Club.Shown.GAMES)
        assert (
            "Last result Thursday, March 5, 2026 (today) 1 game · Won by Bob The day’s result"
        ) in page.text
        assert "Earlier results Monday, March 2, 2026" in page.text
        assert page.text.partition(" Games ")[0].count("March 5") == 1
        # So is one that was begun before its date and is over.
        GameDay.objects.filter(pk=today.pk).update(date=NOON.date() + WEEK / 7)
        with time_machine.travel(NOON, tick=False):
            view = strangers_view(game.club, None)
        assert view.next_day is not None
        assert str(view.next_day.date) == "2026-12-31"
        page = self.open_to_all(game, shown=Club.Shown.GAMES)
        assert "Next game days Thursday, December 31" in page.text
        assert "Last result Friday, March 6, 2026" in page.text

    def test_the_next_date_comes_first_then_the_winner_then_the_leaderboard(
        self, game: Game
    ) -> None:
        self.ready(game)
        text = self.open_to_all(game, about="Guests are welcome.").text
        parts = ["December 31", "Guests are welcome.", "Last result", "Won by Bob", "Place Player"]
        assert sorted(parts, key=text.index) == parts
        season = Season.objects.get(club=game.club)
        bob = season.boards.get().standings.get(player__name="Bob").player_id
        assert f"/seasons/{season.pk}/places/{bob}/" in self.open_to_all(game).links

    def test_older_results_are_on_a_page_of_their_own(self, game: Game) -> None:
        self.ready(game)
        for week in range(1, 8):
            day = GameDayFactory(club=game.club, date=MONDAY - week * WEEK)
            day_game(day, {"Cal": (0,), "Dot": (5,)})
        page = self.open_to_all(game)
        assert "Jan. 26" in page.text
        assert "Jan. 19" not in page.text
        (older,) = [link for link in page.links if "page=2" in link]
        assert older.endswith("#earlier")
        assert "Jan. 19, 2026" in Page(Client().get(f"{self.url(game)}{older}")).text
        # So are older games, where the club shows them.
        day = GameDayFactory(club=game.club, date=MONDAY - 8 * WEEK)
        day_game(day, {"Cal": (0,), "Dot": (5,)})
        page = self.open_to_all(game, shown=Club.Shown.GAMES)
        (more,) = [link for link in page.links if "games=2" in link]
        assert more.endswith("#games")
        assert "Jan. 5, 2026" in Page(Client().get(f"{self.url(game)}{more}")).text

    def test_a_public_board_shows_the_places_of_its_days_and_no_game(self, game: Game) -> None:
        self.ready(game)
        day = GameDay.objects.get(date=MONDAY)
        result = reverse("league:day-result", args=[day.pk])
        assert result in self.open_to_all(game).links
        picture = reverse("league:day-result-picture", args=[day.pk])
        assert "Winner of the day: Bob" in Client().get(picture).content.decode()
        # Who is not on the board has no name here either.
        board = Season.objects.get(club=game.club).boards.get()
        board.standings.filter(player__name="Bob").delete()
        assert "Bob" not in Client().get(picture).content.decode()
        page = Page(Client().get(result))
        assert "2 Ann Baker 4.50" in page.text
        assert "1 more person played." in page.text
        for games_alone in ("Bob", "Records of the day", "Table 1"):
            assert games_alone not in page.text
        assert "/games/" not in "".join(page.links)
        # Before its end, where it does not count and where the board is the club's own it is not.
        for rows, changed in (
            (GameDay.objects.filter(pk=day.pk), {"date": Season.objects.get().last, "rounds": 3}),
            (GameDay.objects.filter(pk=day.pk), {"date": MONDAY, "counts": False}),
            (Season.objects.all(), {"public": False}),
        ):
            rows.update(**changed)
            assert Client().get(result).status_code == 404

    def test_a_public_board_names_the_winners_of_its_days(self, game: Game) -> None:
        self.ready(game)
        assert "Monday, March 2, 2026 1 game · Won by Bob" in self.open_to_all(game).text
        assert "Won by B." in self.open_to_all(game, names="initials").text
        # A day that does not count, and a winner who is not on the board, are nobody's to read.
        (board,) = Season.objects.get(club=game.club).boards.all()
        board.standings.filter(player__name="Bob").delete()
        assert "Won by" not in self.open_to_all(game).text
        GameDay.objects.update(counts=False)
        assert "Won by" not in self.open_to_all(game).text

    def test_a_phone_that_is_remembered_reads_its_answer_and_can_change_it(
        self, game: Game
    ) -> None:
        self.ready(game)
        ann, phone = game.club.players.get(name="Ann Baker"), Client()
        link = reverse("league:answers", args=[game.club_id])
        phone.post(f"{link}?key={answers_key(game.club)}", {"player": ann.pk, "remember": "1"})
        page = self.open_to_all(game, client=phone)
        assert "Ann Baker, Thursday, December 31: are you coming? Answer" in page.text
        assert "open the link that the club sends" not in page.text
        with time_machine.travel(NOON, tick=False):
            data = {"day": GameDay.objects.latest("date").pk, "coming": "late"}
            phone.post(f"/coming/{own_key(ann)}/", data)
        page = self.open_to_all(game, client=phone)
        assert "Ann Baker, Thursday, December 31: you are coming later. Change it" in page.text
        (answer,) = [link for link in page.links if "/coming/" in link]
        assert phone.get(answer).status_code == 200
        # Other phones read nothing of it, and a new link of the club ends it.
        stranger = self.open_to_all(game)
        assert "/coming/" not in "".join(stranger.links)
        assert "open the link that the club sends" in stranger.text
        # Who has no link reads where to get one; with a contact, whom to ask.
        assert "New here, or no link? Ask an organizer for it at the next game" in stranger.text
        Club.objects.update(public_contact="Dot, 555 0100 200")
        assert "New here, or no link? How to get it: Dot, 555 0100" in self.open_to_all(game).text
        Club.objects.update(links_renewed=1)
        assert "/coming/" not in "".join(self.open_to_all(game, client=phone).links)

    def test_somebody_of_the_club_is_led_to_the_answers(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        answers = reverse("league:answers", args=[game.club_id])
        assert answers in self.open_to_all(game, client=client_of("scorekeeper")).links
        stranger = self.open_to_all(game)
        assert answers not in stranger.links
        assert "Are you coming? To say that you are coming, open the link" in stranger.text

    def test_a_result_that_nobody_shows_is_not_announced(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day_game(GameDayFactory(club=game.club, date=MONDAY - WEEK), {"Ann": (0,), "Bob": (5,)})
        result = reverse("league:day-result", args=[GameDay.objects.get(date=MONDAY).pk])
        Season.objects.update(public=False)
        page = self.open_to_all(game)
        assert "Last game day The club shows its results to its own people." in page.text
        assert "Earlier game days" in page.text
        assert "Last result" not in page.text
        page = self.open_to_all(game, client=client_of("scorekeeper"))
        assert "Last result Monday, March 2, 2026" in page.text
        assert result in page.links

    def test_a_private_season_is_not_there(self, game: Game) -> None:
        self.ready(game)
        Season.objects.update(public=False)
        page = self.open_to_all(game)
        assert "Bob" not in page.text

    def test_tournaments_to_come_stand_before_what_was_played(self, game: Game) -> None:
        self.ready(game)
        for name, days in (("Late", 90), ("Soon", 7), ("Now", 0), ("Left open", -2), ("Old", -9)):
            date = NOON.date() + datetime.timedelta(days=days)
            begun = NOON if days <= 0 else None
            TournamentFactory(
                club=game.club, name=name, date=date, began_at=begun, public=True, sign_up=True
            )
        TournamentFactory(club=game.club, name="Secret", date=NOON.date())
        over = NOON - WEEK
        TournamentFactory(
            club=game.club,
            name="Ended",
            date=NOON.date(),
            began_at=over,
            ended_at=over,
            public=True,
        )
        seated = NOON.date() + datetime.timedelta(days=60)
        TournamentFactory(
            club=game.club, name="Seated", date=seated, began_at=NOON, public=True, sign_up=True
        )
        coming, played = self.open_to_all(game).text.split("Last result")
        assert coming.count("going on") == 2, "of one that is to come everybody may see the seats"
        assert coming.count("ask to enter") == 2
        words = ("Left open", "going on", "Now", "(today)", "Soon", "ask to enter", "Late")
        places = [coming.index(word) for word in words]
        assert places == sorted(places)
        assert "Earlier tournaments Ended" in played
        assert "Old" in played
        assert "Old" not in coming
        assert "Secret" not in coming + played

    def test_a_day_without_a_free_place_is_marked(self, game: Game) -> None:
        self.ready(game)
        day = GameDay.objects.order_by("date").last()
        assert day is not None
        GameDay.objects.filter(pk=day.pk).update(places=2)
        full = "All places are taken. There is a waiting list."

        def answer(name: str, coming: str) -> None:
            player = person(game.club, name)
            DayAnswer.objects.create(
                game_day=day, player=player, coming=coming, answered_at=NOON, in_line_since=NOON
            )

        answer("Fay", "yes")
        answer("Gus", "no")
        assert full not in self.open_to_all(game).text
        answer("Hal", "late")
        assert full in self.open_to_all(game).text
        GameDay.objects.filter(pk=day.pk).update(cancelled_at=NOON)
        assert full not in self.open_to_all(game).text
