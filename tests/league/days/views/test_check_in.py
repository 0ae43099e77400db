"""Checking somebody in, by a tap or by typing."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.days.services.attendance import attendance_leave
from league.days.services.calendar import day_cancel
from league.models import DayAnswer, GameDay, Plan, SeasonStatus
from scoring.models import Club, Game, Player
from scoring.referee import rule_spec
from scoring.sheets.services.seats import seat_join
from tests.factories import ANN, new_key, play
from tests.league.factories import SeasonFactory, begin, come, person
from tests.litany import ClientOf, Writes, rows
from tests.page import Page

from .of_day import OfDay


class TestCheckIn(OfDay, Writes):
    name = "check-in"
    may = frozenset({"organizer"})

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "Zoe"}

    def test_a_typed_name_is_a_new_person(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "Zoe is here." in page.trouble
        assert "9 are here" in page.text
        assert Player.objects.get(name="Zoe").club == game.club

    def test_a_tapped_name_is_that_person(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        fay = Player.objects.create(club=game.club, name="Fay L.", name_key="fay l.")
        client = client_of("organizer")
        for _tap in range(2):
            self.send(client, game, name=None, player=str(fay.pk))
        assert self.day(game).attendances.filter(player=fay).count() == 1

    def test_with_scripts_only_the_part_comes_back_with_a_way_to_undo(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        answer = client.post(self.url(game), self.form(game), headers={"hx-request": "true"})
        page = Page(answer)
        assert "html" not in page.tags
        assert "Zoe is here, and has no seat yet." in page.trouble
        # Said below the field that was typed into: what stands above is out of sight there.
        assert answer.content.decode().index("No, not Zoe") > answer.content.decode().index(
            'id="walk-in"'
        )
        # The field for the next name is empty again.
        assert page.fields["name"] == ""

    def test_a_new_person_is_a_guest_by_a_tap(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        day = self.day(game)
        SeasonFactory(club=game.club, first=day.date, last=day.date)
        client = client_of("organizer")
        answer = client.post(self.url(game), self.form(game), headers={"hx-request": "true"})
        assert "Zoe is a guest" in Page(answer).text
        row = day.attendances.get(player__name="Zoe")
        client.post(reverse("league:attendance", args=[day.pk, row.pk]), {"deed": "guest"})
        assert SeasonStatus.objects.get(player=row.player).kind == "guest"
        client.post(reverse("league:attendance", args=[day.pk, row.pk]), {"deed": "no-guest"})
        assert not SeasonStatus.objects.exists()
        # Whom the club knew is no guest by that.
        known = Player.objects.create(club=game.club, name="Fay L.", name_key="fay l.")
        data = self.form(game, name=None, player=str(known.pk))
        answer = client.post(self.url(game), data, headers={"hx-request": "true"})
        assert "is a guest" not in Page(answer).text

    def test_who_said_no_is_marked_at_the_door(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        day = self.day(game)
        fay = person(game.club, "Fay L.")
        now = timezone.now()
        DayAnswer.objects.create(
            game_day=day, player=fay, coming="no", answered_at=now, in_line_since=now
        )
        page = Page(client_of("organizer").get(f"/days/{day.pk}/?people=1"))
        assert "Fay L. · said no" in page.text

    def test_nobody_is_left_out_without_a_word(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.ready(game)
        monkeypatch.setattr("league.days.selectors.game_days.MOST_REGULARS", 2)
        monkeypatch.setattr("league.days.selectors.day_page.MOST_REGULARS", 2)
        page = Page(client_of("organizer").get(f"/days/{self.day(game).pk}/?people=1"))
        assert re.search(r"[3-9] more people are in the directory\.", page.text)
        assert "?all=1#found" in page.links

    @pytest.mark.parametrize("scripts", [{}, {"hx-request": "true"}])
    def test_a_first_name_alone_is_asked_about(
        self, client_of: ClientOf, game: Game, scripts: dict[str, str]
    ) -> None:
        self.ready(game)
        person(game.club, "Zoë Lamb")
        client = client_of("organizer")
        answer = client.post(self.url(game), self.form(game), headers=scripts, follow=True)
        page = Page(answer)
        assert "Who is Zoe? Tap who it is. Nothing is done yet." in page.trouble
        assert "Zoë Lamb No, another Zoe" in page.text
        assert not self.day(game).attendances.filter(player__name__startswith="Zo").exists()
        for means, came in (("Zoë Lamb", "Zoë Lamb"), ("Zoe", "Zoe")):
            self.send(client, game, means=f"name={means}")
            assert self.day(game).attendances.filter(player__name=came).exists()
        # Of somebody who has come it is said.
        form = self.form(game) | {"name": "Zoe Lam"}
        text = Page(client.post(self.url(game), form, headers=scripts, follow=True)).text
        assert "No, Zoe Lam is a new person Zoë Lamb is here." in text

    def test_names_are_found_without_accents_and_none_is_left_out(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        for name in ("Øystein Zola", "Zoé", *(f"Zo {at:03}" for at in range(90))):
            person(game.club, name)
        address = f"/days/{self.day(game).pk}/"
        client = client_of("organizer")
        assert "Øystein Zola" in Page(client.get(address, {"name": "oystein"})).text
        text = Page(client.get(address, {"name": "ZO"})).text.partition("Tap who it is:")[2]
        assert all(f"Zo {at:03}" in text for at in range(90))
        # É stands beside E, not after Z.
        assert text.index("Øystein") < text.index("Zo 000") < text.index("Zoé")

    def test_a_tap_at_the_door_renews_its_own_name_alone(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """A button that is replaced under the finger takes no tap."""
        self.ready(game)
        fay = Player.objects.create(club=game.club, name="Fay L.", name_key="fay l.")
        client = client_of("organizer")
        page = client.get(f"/days/{self.day(game).pk}/").content.decode()
        parts = f"#day-head,#day-numbers,#day-amiss,#door-said,#door-{fay.pk}"
        assert f'hx-select-oob="{parts}"' in page
        headers = {"hx-request": "true"}
        data = self.form(game, name=None, player=str(fay.pk))
        answer = client.post(self.url(game), data, headers=headers)
        for part in parts.split(","):
            assert answer.content.decode().count(f'id="{part[1:]}"') == 1
        assert "HX-Reswap" not in answer
        # What is refused is said atop the part of the page that is renewed as a whole.
        day_cancel(day=self.day(game))
        assert client.post(self.url(game), data, headers=headers)["HX-Reswap"] == "outerHTML"

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"name": ""}, "Type the name of who has come."),
            ({"name": "x" * 41}, "A name has room for 40 letters."),
            ({"name": None, "player": "0"}, "Choose somebody of your club."),
            ({"name": None, "player": "x"}, "Choose somebody of your club."),
            ({"name": None, "player": "9" * 40}, "Choose somebody of your club."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        assert said in self.followed(client, game, **sent).trouble
        headers = {"hx-request": "true"}
        page = Page(client.post(self.url(game), self.form(game, **sent), headers=headers))
        assert said in page.trouble
        assert page.fields["name"] == (sent["name"] or "")
        assert rows() == before

    def test_other_clubs_people_do_not_come(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        other = Player.objects.create(club=Club.objects.create(name="Theirs"), name="Theirs")
        page = self.followed(client_of("organizer"), game, name=None, player=str(other.pk))
        assert "Choose somebody of your club." in page.trouble

    def test_who_comes_late_gets_a_free_seat_in_all_games_to_come(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        answer = client.post(self.url(game), self.form(game), headers={"hx-request": "true"})
        page = Page(answer)
        assert "Zoe is here, and has no seat yet. Seat at table 1, which has 4" in page.text
        came = day.attendances.get(player__name="Zoe")
        # The door's answer says it, and not the top of the page, too; nor does the part that
        # renews itself around that answer, until somebody else is tapped.
        assert page.text.count("has no seat yet") == 1
        around = {"people": "1", "came": page.fields["came"]}
        now = client.get(f"/days/{day.pk}/now/", around).content.decode()
        assert "has no seat yet" not in now
        # The main button leads to that one tap, and not to a plan that moves everybody.
        assert 'href="#door-said">Seat who came late<' in now
        assert 'href="#day-amiss">' in client.get(f"/days/{day.pk}/now/").content.decode()
        assert "Plan the day again" not in now
        assert "Zoe is here, and has no seat yet" in Page(client.get(f"/days/{day.pk}/now/")).text
        address = f"/days/{day.pk}/people/{came.pk}/"
        before = day.plans.count()
        for _tap in range(2):
            client.post(address, {"deed": "seat", "table": "1"})
        assert day.plans.count() == before + 1
        plan = day.plans.first()
        assert plan is not None
        seated = [[came.player_id in ids for ids in tables].count(True) for tables in plan.tables]
        assert seated == [1] * day.rounds
        assert sorted(len(ids) for tables in plan.tables for ids in tables) == [4, 4, 4, 5, 5, 5]
        trouble = Page(client.get(f"/days/{day.pk}/")).trouble
        assert "Zoe has a seat. Game 1: table 1, game 2: table" in trouble
        assert "print them again" in trouble
        tapped = {"name": None, "player": str(came.player_id)}
        again = self.followed(client, game, **tapped)
        assert "Zoe is here. Game 1: table 1." in again.trouble
        answer = client.post(
            self.url(game), self.form(game, **tapped), headers={"hx-request": "true"}
        )
        assert "Zoe is here. Game 1: table 1." in Page(answer).text
        # At tables of at most four there is no room, and nothing is offered.
        GameDay.objects.update(most=4)
        come(day, "Yan")
        text = Page(client.get(f"/days/{day.pk}/")).text
        assert "Yan is here, and has no seat yet. Plan again" in text

    def test_who_has_gone_home_is_not_counted_at_a_table(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day = self.day(game)
        (plan,) = day.plans.all()
        gone = day.attendances.get(player=plan.tables[0][0][0])
        attendance_leave(attendance=gone, when="now")
        come(day, "Zoe")
        text = Page(client_of("organizer").get(f"/days/{day.pk}/")).text
        assert "Zoe is here, and has no seat yet. Seat at table 1, which has 3" in text

    def test_whom_a_late_seat_meets_again_is_said_before_and_after(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        (plan,) = day.plans.all()
        Plan.objects.update(tables=[plan.tables[0][:1]] * day.rounds)
        (came,) = come(day, "Zoe")
        seat = {"deed": "seat", "table": "1"}
        said = f"meet in {day.rounds} games. 3 other pairs meet again."
        assert said in Page(client.get(f"/days/{day.pk}/")).text
        page = Page(client.post(f"/days/{day.pk}/people/{came.pk}/", seat, follow=True))
        assert said in page.trouble

    def test_two_who_come_late_are_offered_two_seats(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        first, second = come(day, "Zoe", "Yan")
        text = Page(client.get(f"/days/{day.pk}/")).text
        assert "Yan is here, and has no seat yet. Seat at table 1, which has 4" in text
        assert "Zoe is here, and has no seat yet. Seat at table 2, which has 4" in text
        # A seat that has gone meanwhile is refused, and the next one offered.
        for came in (first, second):
            answer = client.post(
                f"/days/{day.pk}/people/{came.pk}/", {"deed": "seat", "table": "1"}, follow=True
            )
        page = Page(answer)
        assert "Table 1 is full by now. There is a seat for Yan at table 2." in page.trouble
        assert "Yan is here, and has no seat yet. Seat at table 2, which has 4" in page.text
        # An offer stands as long as the seat is free, whatever would be offered now.
        came = come(day, "Xia")[0]
        GameDay.objects.update(most=6)
        client.post(f"/days/{day.pk}/people/{came.pk}/", {"deed": "seat", "table": "1"})
        plan = day.plans.first()
        assert plan is not None
        assert came.player_id in plan.tables[0][0]

    def test_while_tables_play_the_door_is_a_tap_away(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        begin(day)
        page = Page(client.get(f"/days/{day.pk}/"))
        assert "2 tables play. Somebody comes late, or goes home" in page.text
        assert "Tap who has come" not in page.text
        assert "?people=1#door" in page.links
        come(day, "Yan")
        page = Page(client.get(f"/days/{day.pk}/"))
        assert "In game 1, too? Choose a table that still plays: Table 1 Table 2" in page.text
        # One that has not started takes them by a change of the seats.
        row = day.table_games.get(table_number=2)
        row.delete()
        page_then = Page(client.get(f"/days/{day.pk}/"))
        offers = "still plays: Table 1 In game 1, at a table that has not started: Table 2"
        assert offers in page_then.text
        (seats,) = (link for link in page_then.links if f"/days/{day.pk}/seats/1/?who=" in link)
        assert "Yan" in Page(client.get(seats)).text
        row.save()
        # Whose rounds are all played takes nobody more.
        short = day.table_games.get(table_number=1).game
        Game.objects.filter(pk=short.pk).update(rules=rule_spec("family", {"rounds": 1}))
        play(short, 0, 5, 10, 15)
        text = Page(client.get(f"/days/{day.pk}/")).text
        assert "Choose a table that still plays: Table 2 Plan again" in text
        seats = Page(client.get(reverse("scoring:seats", args=[short.code]))).text
        assert "All rounds of this game are played." in seats
        assert "Tap a name: that person plays" not in seats
        running = day.table_games.get(table_number=2).game
        who = reverse("scoring:seats", args=[running.code]) + "?who="
        assert any(link.startswith(who) for link in page.links)
        seat_join(game=running, author=ANN, key=new_key(), name="Yan")
        text = Page(client.get(f"/days/{day.pk}/", {"people": "1"})).text
        assert "Yan plays at table 2, and has no seat in game 2 yet." in text
        assert "In game 1, too?" not in text
        assert "plays from game" not in text
        page = Page(client.get(f"/days/{day.pk}/", {"people": "1"}))
        assert "Tap who has come" in page.text
        # What asks for itself keeps it open.
        now = client.get(f"/days/{day.pk}/now/", {"people": "1"}).content.decode()
        assert "Tap who has come" in now
        assert "&amp;people=1" in now
