"""The list of stages and its forecast; adding, changing, moving and taking out a stage."""

import datetime
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Stage, StageSeat, StageTable, Tournament
from league.tournaments.directing.services.stage_seats import late_seat
from scoring.models import Game
from tests.factories import ANN, new_key
from tests.league.factories import EntrantFactory
from tests.league.tournaments.played import paper
from tests.league.tournaments.runs import FINAL, WINNERS, begin, enter, tournament_of
from tests.litany import BOTH, GET, ClientOf, Shows, Writes, rows
from tests.page import Page

from .of_setup import OfSetup, OfStage


def typed(**changed: Any) -> dict[str, Any]:
    """A right form of a last stage."""
    return {
        "name": "Finale",
        "kind": "tables",
        "seating": "snake",
        "size": "6",
        "least": "4",
        "most": "8",
        "rounds": "2",
        "movers": "1",
        "measure": "places",
        "place_points": "5, 3 1",
        "onward": "nobody",
        "count": "1",
        "fill": "none",
        "fill_to": "0",
        "rules": "family",
        "set": "12",
        "minutes": "45",
        "house-rounds": "6",
        **changed,
    }


WRONG = [
    ({"name": ""}, "Something is missing"),
    ({"name": "x" * 61}, "60"),
    ({"kind": "chess"}, "Choose one from the list"),
    ({"size": "9"}, "9 does not lie between at least 4 and at most 8."),
    ({"least": "1"}, "Type a number from 2 up."),
    ({"most": "13"}, "too big"),
    ({"size": "some"}, "Type a number"),
    ({"rounds": "0"}, "from 1 up"),
    ({"rounds": "21"}, "too big"),
    ({"place_points": ""}, "Say what each place gives."),
    ({"place_points": "1 3"}, "A better place must give at least as much."),
    ({"place_points": "6 5 4 3 2 1"}, "for a place that gives no points: 6 5 4 3 2 1 0 0"),
    ({"seating": "moves"}, "Say who moves: at least one number is not 0."),
    ({"seating": "moves", "moves": "up"}, "Write whole numbers, such as 1 1 0 -1."),
    ({"seating": "moves", "moves": "1 " * 9}, "These are 9 numbers, and a table has at most 8"),
    ({"seating": "moves", "moves": "20"}, "Nobody moves by more than 12 tables."),
    ({"seating": "moves", "moves": "1 1", "top_moves": "1"}, "one table becomes too full."),
    ({"minutes": "0"}, "from 1 up"),
    ({"starts": "25:00"}, "That is not a time"),
    ({"minutes": "601"}, "too big"),
    ({"rules": "chess"}, "Choose one from the list"),
    ({"set": "11"}, "Choose one from the list"),
    ({"house-first_starting_double": "15"}, "A double-12 set has no double 15."),
    ({"house-hand_size": "4: 15, 5"}, "Write one number, such as 12, or one for each number"),
    ({"house-hand_size": "0"}, "A hand has from 1 to 60 tiles."),
    ({"house-hand_size": "4: 99"}, "A hand has from 1 to 60 tiles."),
    ({"house-hand_size": "60"}, "4 hands of 60 tiles are more than a double-12 set has."),
    ({"rules": "senior"}, "do not say how many tiles 6 players draw"),
]


class TestStages(OfSetup, Shows):
    name = "stages"
    methods = GET
    most_queries = 10

    def test_what_the_stages_mean_for_those_who_entered(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert "Nobody has entered yet." in page.text
        assert "Nobody comes to this stage" not in page.text
        for _person in range(12):
            EntrantFactory(tournament=tournament)
        EntrantFactory(tournament=tournament, withdrawn_at=timezone.now())
        page = self.get(client, game)
        assert page.fields["entrants"] == "12"
        assert "12 have entered, 0 checked in." in page.text
        assert (
            "12 entrants: 3 tables of 4; 3 winners and 1 best second go on to the final."
            in page.text
        )
        # Who has not come does not play.
        for entrant in tournament.entrants.all()[:8]:
            entrant.checked_in_at = timezone.now()
            entrant.save()
        assert "8 entrants: 2 tables of 4;" in self.get(client, game).text
        # Who played and left was one of them all the same.
        tournament.entrants.filter(pk=entrant.pk).update(
            withdrawn_at=timezone.now(), withdrawn_stage=1
        )
        assert "7 entrants: " in self.get(client, game).text
        Tournament.objects.filter(pk=tournament.pk).update(began_at=timezone.now())
        text = self.get(client, game).text
        assert "12 have entered, 8 checked in." in text
        assert "8 entrants: 2 tables of 4;" in text

    def test_what_if_there_were_so_many(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game, entrants="16")
        assert page.fields["entrants"] == "16"
        assert "16 people: 4 tables of 4." in page.text
        assert "4 people: 1 table of 4." in page.text

    @pytest.mark.parametrize("told", ["1", "2"])
    def test_too_few_is_a_sentence(self, client_of: ClientOf, game: Game, told: str) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game, entrants=told)
        assert "Heats:" in page.trouble

    def test_a_stage_that_has_begun_shows_its_own_tables(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """One who came late made one of three tables larger; planned anew there would be four."""
        tournament = tournament_of(game.club, 12, WINNERS, FINAL)
        begin(tournament)
        (late,) = enter(tournament, 1)
        late_seat(
            tournament=tournament,
            author=ANN,
            key=new_key(),
            entrant=late,
            table=1,
            reason="late",
        )
        page = self.get(client_of("organizer"), game)
        assert "13 people: 2 tables of 4 and 1 of 5." in page.text
        assert "13 entrants: 2 tables of 4 and 1 of 5; 3 winners" in page.text
        # The next one follows from these tables, and another number is planned from the start.
        assert "3 people: 1 table of 3." in page.text
        page = self.get(client_of("organizer"), game, entrants="12")
        assert "12 people: 3 tables of 4." in page.text

    def test_it_leads_on(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        links = self.get(client_of("organizer"), game).links
        for name in ("entrants", "divisions", "tournament-edit", "stage-add"):
            assert reverse(f"league:{name}", args=[tournament.pk]) in links
        assert reverse("league:tournaments") in links

    def test_each_stage_says_what_it_is(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        stage = Stage.objects.get(name="Heats")
        stage.minutes, stage.apart = 60, True
        stage.rules = stage.rules | {"rounds": 6}
        stage.save()
        page = self.get(client_of("organizer"), game)
        assert "Tables of 4 (3 to 5), seated by lot." in page.text
        assert "Club-mates sit at different tables." in page.text
        said = "1 game, Family rules, double 12, 6 rounds from the double 12, 60 minutes."
        assert said in page.text
        assert (
            "The lowest of each table goes on. The best seconds fill up the last table, after "
            "them the best thirds, and so on." in page.text
        )

    def test_a_stage_that_has_begun_is_not_moved(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert len(self.get(client, game).actions) == 4 + 1  # and signing out
        Stage.objects.filter(number=1).update(opened_at=timezone.now())
        page = self.get(client, game)
        assert "has begun" in page.text
        final = Stage.objects.get(number=2)
        remove = reverse("league:stage-remove", args=[final.tournament_id, final.pk])
        assert [one for one in page.actions if "stages" in one] == [remove]


class TestStageAdd(OfSetup, Shows, Writes):
    name = "stage-add"
    methods = BOTH
    most_queries = 10

    def data(self, game: Game) -> dict[str, Any]:
        return typed()

    def test_all_that_was_typed_is_kept(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        changed = {"apart": "on", "house-hand_size": "4: 15, 5:12; 6 = 12"}
        self.send(client_of("organizer"), game, most="6", **changed)
        kept = Stage.objects.get(name="Finale")
        assert (kept.number, kept.seating, kept.rounds) == (3, "snake", 2)
        assert (kept.size, kept.least, kept.most) == (6, 4, 6)
        assert (kept.measure, kept.place_points) == ("places", [5, 3, 1])
        assert (kept.minutes, kept.apart) == (45, True)
        assert kept.rules == {
            "base": "family",
            "fill": "defaults",
            "rounds": 6,
            "hand_size": {"4": 15, "5": 12, "6": 12},
            "time_limit_minutes": 45,
        }
        before = Stage.objects.get(number=2)
        assert (before.onward, before.fill) == ("tables", "full")

    @pytest.mark.parametrize(
        ("changed", "said"),
        [*WRONG, ({"onward": "all"}, "This is the last stage, so nobody goes on from it.")],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        page = Page(self.send(client, game, **changed))
        assert said in page.trouble
        assert rows() == before

    def test_rounds_of_a_game_stand_beside_its_time(self, client_of: ClientOf, game: Game) -> None:
        """They were only under the rules that are folded away."""
        self.ready(game)
        rounds = "How many rounds does a game have?"
        before, after = self.get(client_of("organizer"), game).text.split(
            "Change a rule for this once"
        )
        assert rounds in before.partition("Time limit for a game")[2]
        assert rounds not in after

    def test_a_stage_after_one_that_is_closed(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Stage.objects.update(opened_at=timezone.now(), closed_at=timezone.now())
        client, before = client_of("organizer"), rows()
        assert "Open it again first." in Page(self.send(client, game)).trouble
        assert rows() == before

    def test_the_first_stage_of_a_tournament_without_one(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Stage.objects.all().delete()
        client = client_of("organizer")
        assert self.get(client, game).fields["name"] == "First stage"
        self.send(client, game)
        assert Stage.objects.get().number == 1


class TestStageEdit(OfStage, Shows, Writes):
    name = "stage-edit"
    methods = BOTH
    most_queries = 11

    def data(self, game: Game) -> dict[str, Any]:
        return typed(onward="best", count="6")

    def test_it_shows_and_keeps_the_stage(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        rules = {
            "hand_size": dict.fromkeys("2345678", 9),
            "player_limits": [2, 8],
            "double_blank_value": 25,
        }
        Stage.objects.filter(number=1).update(rules={"base": "family", **rules})
        page = self.get(client, game)
        assert (page.fields["name"], page.fields["fill"]) == ("Heats", "full")
        # What the form has no field for stays: the rules as they are can be chosen.
        assert page.fields["rules"] == "kept"
        assert "As it is now: Family rules with changes" in page.text
        page = self.followed(client, game, rules="kept")
        assert "Finale is changed." in page.trouble
        kept = self.stage(game)
        assert (kept.onward, kept.count, kept.fill) == ("best", 6, "none")
        assert {name: kept.rules[name] for name in rules} == rules
        answer = self.send(client, game, rules="hub", entrants="53")
        assert "player_limits" not in self.stage(game).rules
        # The list goes on with the number that was tried.
        assert answer["Location"].endswith("?entrants=53")

    def test_a_start_is_kept_written_down_and_taken_back(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.send(client, game, starts="13:30")
        assert self.stage(game).starts == datetime.time(13, 30)
        assert self.get(client, game).fields["starts"] == "13:30"
        self.send(client, game, starts="")
        assert self.stage(game).starts is None
        log = self.stage(game).tournament.log
        assert "starts at: none (was: 1:30 p.m.)" in log.latest("pk").text

    def test_a_rule_that_has_a_field_is_filled_in(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        rules = {"base": "family", "hand_size": {"4": 9}, "double_blank_value": 25}
        Stage.objects.filter(number=1).update(rules=rules)
        page = self.get(client_of("organizer"), game)
        assert page.fields["rules"] == "family"
        assert page.fields["house-hand_size"] == "4: 9"
        assert page.fields["house-double_blank_value"] == "25"

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            *WRONG,
            ({"onward": "nobody"}, "Another stage comes after this one."),
            ({"onward": "tables"}, "With 2 games everybody sits at several tables"),
            ({"onward": "best", "count": "2"}, "The smallest table of the next stage has 3"),
            ({"onward": "all", "carried": "on"}, "The next stage counts something else"),
            ({"rounds": "1", "onward": "tables", "count": "4"}, "At most 3 of each table"),
            (
                {"rounds": "1", "onward": "tables", "count": "1", "fill": "to", "fill_to": "1"},
                "Say how many go on in all: more than the 1 of one table.",
            ),
            ({"kind": "single", "onward": "tables"}, "there is one order of all"),
            ({"seating": "lowest", "movers": "4"}, "At tables of 6 the 4 lowest cannot move up"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        page = Page(self.send(client, game, **changed))
        assert said in page.trouble
        assert page.fields["name"] == (self.data(game) | changed)["name"]
        assert rows() == before

    def test_what_plays_no_part_need_not_be_told(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        gone = dict.fromkeys(("size", "least", "most", "rounds", "movers", "fill_to", "fill"), "")
        changed = {**gone, "kind": "double", "measure": "total", "place_points": ""}
        self.send(client_of("organizer"), game, **changed)
        kept = self.stage(game)
        assert (kept.kind, kept.size, kept.rounds, kept.fill) == ("double", 2, 1, "none")

    def test_trouble_with_another_stage_names_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        heats, final = Stage.objects.order_by("number")
        heats.onward, heats.count, heats.fill = "best", 4, "none"
        heats.save()
        url = reverse("league:stage-edit", args=[final.tournament_id, final.pk])
        page = Page(client_of("organizer").post(url, typed(least="5")))
        assert "Heats: The smallest table of the next stage has 5 seats." in page.trouble

    @pytest.mark.parametrize("htmx", [False, True])
    def test_it_is_shown_before_it_is_kept(
        self, client_of: ClientOf, game: Game, htmx: bool
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        form = self.form(game, show="1", entrants="24")
        headers = {"HX-Request": "true"} if htmx else {}
        page = Page(client.post(self.url(game), form, headers=headers))
        assert (
            "24 entrants: 4 tables of 6, 2 games each; the 6 best go on to 2 tables of 3."
            in page.text
        )
        assert ("h1" in page.tags) != htmx
        wrong = Page(client.post(self.url(game), form | {"size": "9"}, headers=headers))
        assert "9 does not lie between" in wrong.trouble
        assert rows() == before

    def test_before_a_coming_stage_is_changed_it_says_who_goes_on_then(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Three winners and the best second fill a table of four; one of three needs no second."""
        tournament = tournament_of(game.club, 12, WINNERS | {"fill": "full"}, FINAL)
        begin(tournament)
        for row in StageTable.objects.order_by("number"):
            paper(row, [10, 20 + row.number, 40, 50])
        final = Stage.objects.get(tournament=tournament, number=2)
        url = reverse("league:stage-edit", args=[tournament.pk, final.pk])
        points = "5 3 1 0"
        form = typed(name="Final", show="1", size="3", least="2", most="4", place_points=points)
        page = Page(client_of("organizer").post(url, form))
        second = StageSeat.objects.get(table__number=1, place=1).entrant.name
        assert f"Not going on from Stage 1 then: {second}." in page.text
        same = Page(client_of("organizer").post(url, form | {"size": "4"}))
        assert "If you save this" not in same.text

    def test_what_has_begun_keeps_its_plan(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        rules = {"hand_size": {"3": 15, "4": 15, "5": 12}, "double_blank_value": 25}
        points = {"measure": "places", "place_points": [3, 1], "onward": "best", "fill": "none"}
        now = timezone.now()
        Stage.objects.filter(number=1).update(
            opened_at=now,
            rules={"base": "family", "fill": "defaults", **rules},
            rounds=2,
            count=4,
            **points,
        )
        before = Stage.objects.filter(number=1).values().get()
        page = self.followed(client, game, rounds="3", minutes="30")
        assert "Finale is changed." in page.trouble
        changed = {
            "name": "Finale",
            "rounds": 3,
            "minutes": 30,
            "rules": {**before["rules"], "time_limit_minutes": 30},
        }
        assert Stage.objects.filter(number=1).values().get() == before | changed
        Stage.objects.filter(number=1).update(closed_at=now)
        self.send(client, game, name="Heats", rounds="4", minutes="")
        kept = self.stage(game)
        assert (kept.name, kept.rounds, kept.minutes) == ("Heats", 3, 30)

    def test_a_seated_game_is_not_taken_away(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Stage.objects.filter(number=1).update(
            opened_at=timezone.now(), rounds=3, onward="best", fill="none", count=4
        )
        for number in (1, 2, 3):
            self.stage(game).seated.create(number=number, seated_at=timezone.now())
        client, before = client_of("organizer"), rows()
        page = Page(self.send(client, game))
        assert "3 games of Heats are seated already." in page.trouble
        assert rows() == before


class TestStageRemove(OfStage, Writes):
    name = "stage-remove"

    def test_it_is_taken_out(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        final = Stage.objects.get(name="Final")
        page = self.followed(client, game)
        assert "Heats is taken out." in page.trouble
        assert Stage.objects.get() == final
        url = reverse("league:stage-remove", args=[final.tournament_id, final.pk])
        assert client.post(url).status_code == 302
        assert Stage.objects.get() == final


class TestStageMove(OfStage, Writes):
    name = "stage-move"

    def data(self, game: Game) -> dict[str, Any]:
        return {"later": "1"}

    def test_it_changes_places(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "Heats is now stage 2." in page.trouble
        names = [stage.name for stage in Stage.objects.order_by("number")]
        assert names == ["Final", "Heats"]
        page = self.followed(client, game, later=None, earlier="1")
        assert "Heats is now stage 1." in page.trouble
        Stage.objects.filter(name="Final").update(opened_at=timezone.now())
        assert "Final has begun and stays where it is." in self.followed(client, game).trouble
