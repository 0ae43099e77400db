"""The page on which people say before a game day whether they come."""

import datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.days.selectors.links import answers_key, link_key
from league.days.services import answers as services
from league.days.services.calendar import day_edit
from league.models import DayAnswer, GameDay
from scoring.accounts.shown_names import Names
from scoring.models import Club, Game, Player
from tests.league.factories import GameDayFactory, begin, end, person, seat
from tests.litany import ClientOf, OfRow, Shows, rows
from tests.page import Page

pytestmark = pytest.mark.usefixtures("one_day")


class TestAnswers(OfRow, Shows):
    app = "league"
    name = "answers"
    most_queries = 8

    def ready(self, game: Game) -> None:
        GameDayFactory(club=game.club, date=timezone.localdate(), places=1)

    def grow(self, game: Game) -> None:
        day = GameDay.objects.get()
        for name in ("Cleo Adams", "Dora Brown"):
            self.say(day, person(game.club, name), "yes")
        GameDayFactory(club=game.club, date=timezone.localdate() + datetime.timedelta(days=7))

    def args(self, game: Game) -> list[object]:
        return [game.club_id]

    def say(self, day: GameDay, player: Player, coming: str) -> DayAnswer:
        return services.answer_set(day=day, player=player, coming=DayAnswer.Coming(coming))

    def link(self, game: Game) -> str:
        return f"{self.url(game)}?key={answers_key(game.club)}"

    def tap(self, client: Client, game: Game, player: Player, coming: str, **more: str) -> Any:
        day = GameDay.objects.earliest("date")
        data = {"player": player.pk, "day": day.pk, "coming": coming, **more}
        return client.post(self.link(game), data, follow=True)

    def test_the_link_alone_opens_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("nobody")
        assert client.get(self.link(game)).status_code == 200
        other = link_key("answers", game.club_id + 1)
        for wrong in ("", "x", other, link_key("calendar", game.club_id)):
            assert client.get(self.url(game), {"key": wrong}).status_code == 404
            assert client.post(f"{self.url(game)}?key={wrong}").status_code == 404

    def test_a_stranger_says_and_is_remembered_until_the_name_is_forgotten(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, cleo = client_of("nobody"), person(game.club, "Cleo Adams")
        client.post(self.link(game), {"player": cleo.pk, "remember": "1"})
        page = Page(self.tap(client, game, cleo, "late"))
        assert "Cleo Adams, thank you. We know that you come later." in page.text
        assert DayAnswer.objects.get().coming == "late"
        assert "Cleo Adams, are you coming?" in Page(client.get(self.link(game))).text
        client.post(self.link(game), {"forget": "1"})
        assert "Who are you?" in Page(client.get(self.link(game))).text

    def test_who_is_not_on_the_list_reads_whom_to_ask(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = Page(client_of("nobody").get(self.link(game)))
        assert "New here, and not on this list? Come to the next game day and ask" in page.text
        Club.objects.update(public_contact="Dot, dot@example.org")
        page = Page(client_of("nobody").get(self.link(game)))
        assert "New here, and not on this list? Ask: Dot, dot@example.org" in page.text

    def test_a_cookie_of_another_club_names_nobody(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, cleo = client_of("nobody"), person(game.club, "Cleo Adams")
        client.post(self.link(game), {"player": cleo.pk, "remember": "1"})
        other = Club.objects.create(name="Sun Valley")
        GameDayFactory(club=other, date=timezone.localdate())
        person(other, "Dora")
        address = f"/clubs/{other.pk}/coming/?key={answers_key(other)}"
        page = Page(client.get(address))
        assert "Who are you?" in page.text
        assert "Cleo" not in page.text

    def test_who_comes_after_the_last_place_waits_and_moves_up(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("nobody")
        cleo, dora = person(game.club, "Cleo Adams"), person(game.club, "Dora Brown")
        self.tap(client, game, cleo, "yes")
        page = Page(self.tap(client, game, dora, "yes"))
        assert "Dora Brown, you are on the waiting list, number 1. Do not come yet" in page.text
        assert "We expect you" not in page.text
        assert "You are number 1 on the waiting list." in page.text
        # From on time to late keeps the place; a no gives it away, and it is not got back.
        self.tap(client, game, cleo, "late")
        assert "number 1" in Page(self.tap(client, game, dora, "late")).text
        self.tap(client, game, cleo, "no")
        self.tap(client, game, cleo, "yes")
        page = Page(self.tap(client, game, dora, "yes"))
        assert "You have a place now." in page.text
        assert "We expect you." in page.text
        # More room gives Cleo a place too; with less room after all she waits again.
        for places, has_place in ((2, True), (1, False)):
            day_edit(day=GameDay.objects.get(), fields={"places": places})
            assert bool(DayAnswer.objects.get(player=cleo).moved_up_at) is has_place

    def test_an_answer_is_taken_back_and_the_next_one_moves_up(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("nobody")
        cleo, dora = person(game.club, "Cleo Adams"), person(game.club, "Dora Brown")
        self.tap(client, game, cleo, "yes")
        self.tap(client, game, dora, "yes")
        page = Page(self.tap(client, game, cleo, "back"))
        assert "Cleo Adams, your answer is taken back." in page.text
        assert "Take my answer back" not in page.text
        (answer,) = DayAnswer.objects.all()
        assert answer.player == dora
        assert answer.moved_up_at is not None

    def test_a_day_that_goes_on_says_who_is_there(self, client_of: ClientOf, game: Game) -> None:
        day = GameDayFactory(club=game.club, date=timezone.localdate())
        plan = seat(day)
        client, ann = client_of("nobody"), Player.objects.get(name="Ann")
        page = Page(client.get(self.link(game)))
        assert "This day has begun. 8 people are here now." in page.text
        assert "said yes" not in page.text
        person(game.club, "Zoe")
        for name in ("Ann", "Cal", "Zoe"):
            self.say(day, Player.objects.get(name=name), "yes")
        page = Page(client.get(self.link(game)))
        assert "This day has begun. 3 people said yes. 8 people are here now." in page.text
        zoe = {"key": answers_key(game.club), "person": str(Player.objects.get(name="Zoe").pk)}
        page = Page(client.get(self.link(game), zoe))
        assert "Who sits where" in page.text
        assert "See your table" not in page.text
        table = 1 + next(at for at, ids in enumerate(plan.tables[0]) if ann.pk in ids)
        page = Page(
            client.get(self.link(game), {"key": answers_key(game.club), "person": str(ann.pk)})
        )
        assert f"8 people are here now. You are at table {table}." in page.text
        # From there it is one tap to the wall, which a phone that remembers the name fills in.
        (wall,) = (link for link in page.links if "/wall/" in link)
        assert f"Ann Table {table}" in Page(client.get(wall)).text
        client.post(self.link(game), {"player": ann.pk, "remember": "1"})
        assert f"Ann Table {table}" in Page(client.get(wall.partition("&name")[0])).text
        assert "I’m coming" not in page.text

    def test_who_is_not_there_can_say_late_or_no_until_the_last_game_begins(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """It is just when a day has begun that somebody is late."""
        day = GameDayFactory(club=game.club, date=timezone.localdate(), rounds=2)
        seat(day)
        begin(day)
        client, cleo = client_of("nobody"), person(game.club, "Cleo")

        def text(player: Player) -> str:
            query = {"key": answers_key(game.club), "person": str(player.pk)}
            return Page(client.get(self.url(game), query)).text

        assert "I’ll be late I can’t come" in text(cleo)
        assert "I’m coming" not in text(cleo)
        assert "We know that you come later." in Page(self.tap(client, game, cleo, "late")).text
        # Who has come, here or gone home, is asked nothing.
        assert "I’ll be late" not in text(Player.objects.get(name="Ann"))
        GameDay.objects.update(current_round=2)
        for table in day.table_games.all():
            end(table.game)
        begin(day, 1)
        assert "I’ll be late" not in text(cleo)

    def test_an_organizer_enters_what_somebody_said_in_words_of_her_own(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, cleo = client_of("organizer"), person(game.club, "Cleo")
        page = Page(client.get(self.url(game), {"who": "1"}))
        assert "Who has answered?" in page.text
        assert "Who are you?" not in page.text
        page = Page(client.get(self.url(game), {"person": str(cleo.pk)}))
        assert "Is Cleo coming?" in page.text
        assert "Comes Comes late Can’t come" in page.text
        assert "Remember my name on this phone" not in page.text
        page = Page(self.tap(client, game, cleo, "yes"))
        assert "Written down: Cleo comes." in page.text
        assert "Take this answer back" in page.text
        page = Page(self.tap(client, game, Player.objects.get(name="Ann"), "late"))
        assert "Ann is on the waiting list, number 1: all places are taken." in page.text
        assert "Do not come yet" not in page.text
        page = Page(self.tap(client, game, cleo, "back"))
        assert "The answer of Cleo is taken back." in page.text
        # For herself she has the members' words, once this browser knows who she is.
        client.post(self.link(game), {"player": cleo.pk, "remember": "1"})
        assert "Cleo, are you coming?" in Page(client.get(self.url(game))).text

    def test_a_day_whose_last_game_is_over_stands_behind_the_next_one(
        self, client_of: ClientOf, game: Game
    ) -> None:
        today = timezone.localdate()
        day = GameDayFactory(club=game.club, date=today, rounds=1)
        coming = GameDayFactory(club=game.club, date=today + datetime.timedelta(days=7))
        seat(day)
        query = {"key": answers_key(game.club), "person": str(Player.objects.earliest("pk").pk)}

        def order() -> list[int]:
            days = client_of("nobody").get(self.url(game), query).context["days"]
            return [asked.day.pk for asked in days]

        games = begin(day)
        assert order() == [day.pk, coming.pk]
        for table in games:
            end(table)
        assert order() == [coming.pk, day.pk]

    def test_todays_day_is_asked_about_until_it_begins_and_gone_after_its_hours(
        self, client_of: ClientOf, game: Game
    ) -> None:
        day = GameDayFactory(club=game.club, date=timezone.localdate())
        cleo = person(game.club, "Cleo")
        query = {"key": answers_key(game.club), "person": str(cleo.pk)}
        start = timezone.make_aware(datetime.datetime.combine(day.date, day.starts))
        for hours, seen in ((-1, "I’m coming"), (1, "This day has begun."), (3, "No game day is")):
            with time_machine.travel(start + datetime.timedelta(hours=hours), tick=False):
                assert seen in Page(client_of("nobody").get(self.url(game), query)).text

    def test_names_are_shown_and_found_as_the_club_shows_them(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        person(game.club, "Cleo Adams")
        Club.objects.update(names=Names.FIRST)
        client = client_of("nobody")
        text = Page(client.get(self.link(game))).text
        assert "Cleo A." in text
        assert "Adams" not in text
        # A search for the hidden part must not say whose it is.
        for find, seen in (("adams", False), ("cleo", True), ("cleo adams", True)):
            page = Page(client.get(self.link(game), {"key": answers_key(game.club), "name": find}))
            assert ("No name has these letters." not in page.text) is seen
            # Also where nobody is found, there is the list.
            assert "Cleo A." in page.text
        # Two who read alike are told apart, and the second is asked by the name that was chosen.
        other = person(game.club, "Cleo Abel")
        text = Page(client.get(self.link(game))).text
        assert "Cleo Ab." in text
        assert "Cleo Ad." in text
        asked = {"key": answers_key(game.club), "person": str(other.pk)}
        page = Page(client.get(self.link(game), asked))
        assert "Cleo Ab., are you coming?" in page.text

    def test_where_initials_are_shown_it_asks_for_them(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        person(game.club, "Cleo Adams")
        person(game.club, "Bob Cox")
        Club.objects.update(names=Names.INITIALS)
        asked = {"key": answers_key(game.club), "name": "a"}
        text = Page(client_of("nobody").get(self.link(game), asked)).text
        assert "Your initials, such as A. B." in text
        assert "C. A." in text
        assert "B. C." not in text
        for find in ("c a", "CA", "C.A."):
            text = Page(client_of("nobody").get(self.link(game), asked | {"name": find})).text
            assert "C. A." in text
            assert "B. C." not in text
        # A family name finds nobody by the first name's letter.
        person(game.club, "Zoe Cox")
        text = Page(client_of("nobody").get(self.link(game), asked | {"name": "Zimmer"})).text
        assert "Nobody was found. Type only the first letter of your name." in text

    @pytest.mark.parametrize("wrong", ["player", "day", "coming"])
    def test_nothing_is_written_for_what_is_not_there(
        self, client_of: ClientOf, game: Game, wrong: str
    ) -> None:
        self.ready(game)
        theirs = person(Club.objects.create(name="Sun Valley"), "Theirs")
        their_day = GameDayFactory(club=theirs.club, date=timezone.localdate())
        cleo, client = person(game.club, "Cleo Adams"), client_of("nobody")
        other = {"player": theirs.pk, "day": their_day.pk, "coming": "perhaps"}[wrong]
        right = {"player": cleo.pk, "day": GameDay.objects.first().pk, "coming": "yes"}
        before = rows()
        answer = client.post(self.link(game), right | {wrong: other}, follow=True)
        assert "Choose your name, then whether you come." in Page(answer).trouble
        assert rows() == before

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"cancelled_at": timezone.now()}, "This game day is cancelled."),
            ({"date": datetime.date(2026, 1, 5)}, "This game day is over."),
        ],
    )
    def test_a_day_that_takes_no_answers_says_so(
        self, client_of: ClientOf, game: Game, change: dict[str, Any], sentence: str
    ) -> None:
        self.ready(game)
        GameDay.objects.update(**change)
        page = Page(self.tap(client_of("nobody"), game, person(game.club, "Cleo"), "yes"))
        assert sentence in page.trouble
        assert not DayAnswer.objects.exists()

    def test_too_many_answers_by_the_link_are_refused_but_not_the_clubs_own(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.ready(game)
        monkeypatch.setattr(services, "SENT_AN_ADDRESS", 1)
        client, cleo = client_of("nobody"), person(game.club, "Cleo")
        self.tap(client, game, cleo, "yes")
        assert "Try again in an hour." in Page(self.tap(client, game, cleo, "no")).trouble
        assert DayAnswer.objects.get().coming == "yes"
        self.tap(client_of("scorekeeper"), game, cleo, "no")
        assert DayAnswer.objects.get().coming == "no"
