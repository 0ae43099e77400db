"""The door on the day: names to tap, the part that others change, and who comes by surprise."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant, Tournament
from league.tournaments.awards.services.state_lists import state_list_save
from scoring.models import Game
from tests.league.factories import EntrantFactory, person
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page

from .of_tournament import OfTournament

HTMX = {"hx-request": "true"}


class TestDoor(OfTournament, Shows):
    name = "door"
    most_queries = 8

    def test_names_are_there_to_be_tapped(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.asks(game)
        page = self.get(client_of("organizer"), game)
        assert "1 of 3 is here" in page.text
        assert "Ann Hillside Bob is here Cal Dot has withdrawn" in page.text
        assert page.tags.count("button") == len(
            ["Sign out", "Search", "Ann", "Cal", "The other 2", *"AAA", *"AAA"]
        )
        assert "1 entry waits for an answer" in page.text
        assert "Women 70–79 0 of 1 Men 70–79 1 of 2" in page.text
        # What is private is not for a screen at the door.
        assert "1950" not in page.text

    @pytest.mark.parametrize(
        ("name", "found"), [("an", "Ann"), ("2", "Bob"), ("<b>", ""), ("x" * 999, "")]
    )
    def test_letters_find_a_name(
        self, client_of: ClientOf, game: Game, name: str, found: str
    ) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game, name=name)
        assert [one for one in ("Ann", "Bob", "Cal", "Dot") if one in page.text] == [found][
            : bool(found)
        ]
        if not found:
            assert "Nobody on the list was found for" in page.text
            assert any("walk-up/?name=" in link for link in page.links)
        assert "b" not in page.tags

    @pytest.mark.values_differ
    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"cancelled_at": timezone.now()}, "This tournament is cancelled."),
            (
                {"began_at": timezone.now()},
                "The tournament has begun. Anyone who comes now needs a seat",
            ),
            ({"walk_ups": False}, ""),
        ],
    )
    def test_walk_ups_are_offered_while_they_can_be(
        self, client_of: ClientOf, game: Game, fields: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "Add a walk-up" in self.get(client, game).text
        self.change(game, **fields)
        page = self.get(client, game)
        assert said in page.trouble
        assert "Add a walk-up" not in page.text

    def test_before_the_day_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "The tournament is on" not in self.get(client, game).text
        self.change(game, date="2999-01-01")
        assert "The tournament is on Jan. 1, 2999." in self.get(client, game).text

    def test_what_the_list_for_the_state_lacks_is_said_of_who_is_here(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, said = client_of("organizer"), "The list for the state still lacks"
        assert said not in self.get(client, game).text
        state_list_save(club=game.club, name="State games", columns=["name", "born", "residence"])
        Entrant.objects.update(born=None, community="")
        page = self.get(client, game)
        assert f"{said}: 1 date of birth and 1 residence" in page.text
        assert "Bob : date of birth and residence" in page.text
        tap = reverse("league:entrant-check-in", args=self.args(game))
        tapped = Page(client.post(tap, {"entrant": self.named(game).pk}, headers=HTMX))
        assert f"{said}: 2 dates of birth and 2 residences" in tapped.text

    def test_nobody_to_come_is_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.tournament(game).entrants.all().delete()
        assert "Nobody has entered yet." in self.get(client_of("organizer"), game).text


class TestDoorNow(OfTournament, Shows):
    name = "door-now"
    most_queries = 7

    def test_nothing_new_is_told_without_a_page(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        seen = str(self.tournament(game).revision)
        assert client.get(self.url(game), {"seen": seen}).status_code == 204
        self.change(game, revision=7)
        page = self.get(client, game, seen=seen, name="an")
        assert "html" not in page.tags
        assert "Ann" in page.text
        assert "Bob" not in page.text


class TestEntrantCheckIn(OfTournament, Writes):
    name = "entrant-check-in"

    def data(self, game: Game) -> dict[str, Any]:
        return {"entrant": str(self.named(game).pk)}

    def test_one_tap_is_enough_and_a_second_does_no_harm(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        for _tap in range(2):
            page = self.followed(client, game)
            assert "Ann is here." in page.trouble
            assert "2 of 3 are here" in page.text
        page = self.followed(client, game, deed="undo")
        assert "Ann is not checked in any more." in page.trouble
        assert "1 of 3 is here" in page.text

    def test_with_scripts_only_the_part_comes_back_with_a_way_to_undo(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = Page(client.post(self.url(game), self.form(game), headers=HTMX))
        assert "html" not in page.tags
        assert "Ann is here. Number 1. Women 70–79" in page.trouble
        assert page.text.count("No, not Ann") == 1
        # Tapped again, the name itself offers the way back, wherever the list stands.
        again = Page(client.post(self.url(game), self.form(game), headers=HTMX))
        assert again.text.count("No, not Ann") == 2
        # Other names stay as they are, since somebody may be tapping one of them.
        assert "Cal" not in page.text
        assert "2 of 3 are here" in page.text
        # After a search all names come back, for the next in the queue.
        page = Page(client.post(self.url(game), self.form(game, name="an"), headers=HTMX))
        assert page.fields["name"] == ""
        assert "Cal" in page.text
        page = Page(client.post(self.url(game), self.form(game, deed="undo"), headers=HTMX))
        assert "Ann is not checked in any more." in page.trouble
        assert "No, not" not in page.text

    def test_a_tap_of_ones_own_renews_no_list_and_anothers_does(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, now = client_of("organizer"), reverse("league:door-now", args=self.args(game))
        for others, answered in ((0, 204), (3, 200)):
            seen = str(self.tournament(game).revision)
            if others:
                self.change(game, revision=int(seen) + others)
            form = self.form(game, seen=seen, entrant=str(self.named(game, "Cal").pk))
            tapped = Page(client.post(self.url(game), form, headers=HTMX))
            answer = client.get(now, {"seen": tapped.fields.get("seen", seen)})
            assert answer.status_code == answered
        # What was said of the tap stays while the list moves on.
        assert b'id="door-said" aria-live="polite" hx-preserve' in answer.content

    def test_who_falls_in_no_division_is_asked_at_the_door(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        eve = EntrantFactory(
            tournament=self.tournament(game), name="Eve", gender="woman", born=None
        )
        form = self.form(game, entrant=str(eve.pk))
        page = Page(client_of("organizer").post(self.url(game), form, headers=HTMX))
        assert "In no division: neither a date of birth nor an age group is given." in page.trouble

    @pytest.mark.parametrize("told", ["", "0", "x", "9" * 40, None, "theirs"])
    def test_others_are_not_checked_in(
        self, client_of: ClientOf, game: Game, told: str | None
    ) -> None:
        self.ready(game)
        theirs = EntrantFactory()
        told = str(theirs.pk) if told == "theirs" else told
        client, before = client_of("organizer"), rows()
        said = "Choose somebody of this tournament's list."
        assert said in self.followed(client, game, entrant=told).trouble
        form = self.form(game, entrant=told)
        assert said in Page(client.post(self.url(game), form, headers=HTMX)).trouble
        assert rows() == before

    @pytest.mark.values_differ
    def test_a_no_is_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Entrant.objects.update(withdrawn_at=timezone.now())
        client, before = client_of("organizer"), rows()
        said = "Ann has left."
        assert said in self.followed(client, game).trouble
        page = Page(client.post(self.url(game), self.form(game), headers=HTMX))
        assert said in page.trouble
        assert rows() == before


class TestWalkUp(OfTournament, Shows, Writes):
    name = "walk-up"
    methods = BOTH
    most_queries = 4

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "Zoe", "born": "1944", "gender": "woman", "community": "Hillside"}

    def test_one_form_enters_and_checks_in(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert self.get(client, game, name="Zoe").fields["name"] == "Zoe"
        page = self.followed(client, game)
        assert "Zoe is here, with number 5." in page.trouble
        assert "2 of 4 are here" in page.text
        assert self.named(game, "Zoe").source == "walk_up"

    def test_what_a_list_for_the_state_needs_is_asked(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.change(game, by_gender=False)
        client = client_of("organizer")
        assert "gender" not in self.get(client, game).fields
        state_list_save(club=game.club, name="State games", columns=["name", "sex"])
        assert "Asked because the state’s list needs it." in self.get(client, game).text
        self.followed(client, game)
        assert self.named(game, "Zoe").gender == "woman"

    @pytest.mark.values_differ
    @pytest.mark.parametrize(
        ("sent", "fields", "said"),
        [
            ({"name": "Ann"}, {}, "“Ann” has entered already, with number 1."),
            ({"name": ""}, {}, "Something is missing"),
            ({"born": "x"}, {}, "“x” is not a date of birth."),
            ({}, {"walk_ups": False}, "takes nobody who has not entered before"),
            ({}, {"most_entrants": 3}, "All 3 places are taken."),
        ],
    )
    def test_a_no_is_said(
        self,
        client_of: ClientOf,
        game: Game,
        sent: dict[str, Any],
        fields: dict[str, Any],
        said: str,
    ) -> None:
        self.ready(game)
        self.change(game, **{"revision": 0, **fields})
        client, before = client_of("organizer"), rows()
        assert said in Page(self.send(client, game, **sent)).trouble
        assert rows() == before

    def test_after_the_beginning_it_leads_to_the_seats_with_the_name(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The page was open before, or a link to it was kept."""
        self.ready(game)
        person(game.club, "Zoe Lamb")
        self.change(game, revision=0, began_at=timezone.now())
        client, before = client_of("organizer"), rows()
        tournament = Tournament.objects.get(club=game.club)
        seats = f"{reverse('league:stage-seats', args=[tournament.pk])}?name=Zoe#late"
        assert client.get(self.url(game), {"name": "Zoe"})["Location"] == seats
        assert self.send(client, game)["Location"] == seats
        assert "needs a seat from the director" in Page(client.get(seats)).trouble
        assert rows() == before

    def test_it_asks_for_what_the_divisions_need_and_says_why(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.change(game, revision=0, by_gender=True, band_width=5)
        client, before = client_of("organizer"), rows()
        assert "Medals are won by age; only directors see it." in self.get(client, game).text
        text = Page(self.send(client, game, born="", gender="")).text
        assert "Medals are won by age: give the date of birth, the year, or the age group." in text
        assert "Women and men win separately: without it there is no division." in text
        assert rows() == before
        # Nobody is kept waiting at the door.
        self.send(client, game, born="", gender="", later="on")
        zoe = self.named(game, "Zoe")
        assert (zoe.born, zoe.gender) == (None, "")
        self.send(client, game, name="Yan", born="", age_group="65-69")
        yan = self.named(game, "Yan")
        assert (yan.born, yan.age_from, yan.age_to) == (None, 65, 69)

    def test_without_bands_and_genders_a_name_is_enough(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.change(game, revision=0, by_gender=False, band_width=0)
        self.send(client_of("organizer"), game, born="", gender="")
        assert self.named(game, "Zoe").checked_in_at


class TestEntrantsCheckIn(OfTournament, Writes):
    name = "entrants-check-in"

    def data(self, game: Game) -> dict[str, Any]:
        return {}

    def test_all_the_others_are_here_and_just_these_are_taken_back(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Bob was here, Dot has withdrawn, and somebody's entry waits."""
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "2 more are here." in page.trouble
        assert "3 of 3 are here" in page.text
        assert "are all here too" not in page.text
        for nonsense in ("", "x", "2026-01-01", "9999-12-31T23:59-14:00", "9" * 99):
            assert "3 of 3 are here" in self.followed(client, game, undo=nonsense).text
        page = self.followed(client, game, undo=page.buttons["undo"])
        assert "Taken back." in page.trouble
        assert "1 of 3 is here" in page.text

    def test_once_it_has_begun_nobody_is_marked(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.change(game, began_at=timezone.now())
        page = self.followed(client_of("organizer"), game)
        assert "The tournament has begun. Anyone who comes now needs a seat." in page.trouble
        assert "1 of 3 is here" in page.text
