"""What only the director decides: play-offs and lots, corrections after the closing, seats."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant, Parting, Stage, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    tables_begin_on_paper,
)
from league.tournaments.directing.views.seats import change_address
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.stale_seats import drifts_of
from scoring.models import Club, Game
from tests.factories import ANN, play
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.directing.services.test_seat_changes import let_play
from tests.league.tournaments.runs import (
    begin,
    close,
    field_names,
    names_at,
    now,
    play_all,
    table,
    tournament_of,
    type_in,
)
from tests.litany import BOTH, ClientOf, Writes
from tests.page import Page

from .of_directing import FINAL, OfTournament, ShowsTournament


class OfLevel(OfTournament):
    """Ann and Dot won table 1 together."""

    def ready(self, game: Game) -> None:
        super().ready(game)
        type_in(self.tournament(game), table(self.tournament(game), 1), 5, 5, 9, 9)
        type_in(self.tournament(game), table(self.tournament(game), 2))

    def keys(self, game: Game) -> list[int]:
        return [seat.entrant_id for seat in table(self.tournament(game), 1).seats.all()][:2]


class TestParting(OfLevel, Writes):
    name = "parting"
    methods = BOTH

    def data(self, game: Game) -> dict[str, Any]:
        return {
            "stage": str(self.stage(game).pk),
            "who": [str(key) for key in self.keys(game)],
            "kind": "lot",
        }

    def test_a_play_off_is_recorded(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert "Ann and Dot They are level for 1 place." in page.text
        ann, dot = self.keys(game)
        told = {"kind": "play_off", f"points-{ann}": "12", f"points-{dot}": "7"}
        page = self.followed(client, game, **told)
        assert "Close Stage 1" in page.text
        assert "Take it back" in self.get(client, game).text
        close(self.tournament(game))
        assert "Dot" in field_names(self.tournament(game), 2)
        page = self.get(client, game)
        assert "Play-off: Dot 7 and Ann 12 points. Stage 1 is closed, so this stays." in page.text
        assert "Take it back" not in page.text

    def test_numbers_that_are_missing_can_be_typed(self, client_of: ClientOf, game: Game) -> None:
        """Where a tie-break lacks them, each table whose paper does not have them is named."""
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        missing = "Type in what is missing, table 1"
        assert missing not in self.get(client, game).text
        tournament.tie_breaks = ["outs", "play_off"]
        tournament.save()
        page = self.get(client, game)
        assert missing in page.text
        (link,) = {link for link in page.links if "/tables/1/paper/" in link}
        sheet = client.get(link).content.decode()
        assert "<details open>" in sheet
        assert "Written down later" in sheet

    def test_all_go_on_once_it_is_seen_what_that_does(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: best seconds who come too, and other tables, unannounced."""
        self.ready(game)
        Stage.objects.filter(number=1).update(fill="full")
        Stage.objects.filter(number=2).update(size=2, least=2, most=2)
        client = client_of("organizer")
        shown = self.followed(client, game, kind="all")
        assert (
            "Everybody who is level goes on: Ann and Dot. Cal then goes on too, to fill up tables. "
            "Final then has 4 people, not 2. They sit at 2 tables of 2 instead of 1 table of 2. "
        ) in shown.text
        assert not Parting.objects.exists()
        self.followed(client, game, kind="all", seen="x")
        assert not Parting.objects.exists()
        page = self.followed(client, game, kind="all", seen=shown.fields["seen"])
        assert "Everybody who is level goes on: Ann and Dot." in page.trouble
        assert Parting.objects.get().kind == "all"

    def test_lots_stand_on_the_page_with_what_they_follow_from(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "Table 1: 5" in self.get(client, game).text
        answer = self.send(client, game, kind="lot")
        assert answer["Location"] == reverse("league:direct", args=[self.tournament(game).pk])
        director = Page(client.get(answer["Location"]))
        assert "Lots were drawn: " in director.trouble
        assert "“Play-offs and lots” shows how they were drawn." in director.trouble
        assert self.url(game) in director.links
        page = self.get(client, game)
        seed = self.tournament(game).seed
        assert "How to check these lots" in page.text
        numbers = Entrant.objects.filter(pk__in=self.keys(game)).values_list("number", flat=True)
        assert "Take it back" in page.text
        assert "→" not in page.text
        for number in numbers:
            assert f": the line {seed}-1-1-{number} has a code that begins with" in page.text
        # They can be checked, and not be taken back, once the stage is closed.
        close(self.tournament(game))
        page = self.get(client, game)
        assert all(f"{seed}-1-1-{number}" in page.text for number in numbers)
        assert "Take it back" not in page.text
        assert "Stage 1 is closed, so this stays." in page.text

    def test_who_goes_on_by_lot_is_said_at_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        (winner,) = (key for key, lot in Parting.objects.get().numbers if lot == 1)
        assert "Lots were drawn: " in page.trouble
        name = {"Ann": "Ann goes on.", "Dot": "Dot goes on."}
        assert name[Entrant.objects.get(pk=winner).name] in page.trouble

    def test_a_play_off_with_as_many_points_leaves_them_level(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        told = {"kind": "play_off"} | {f"points-{key}": "7" for key in self.keys(game)}
        page = self.followed(client_of("organizer"), game, **told)
        assert "Play-off: Ann 7 and Dot 7 points. Still level: Ann and Dot." in page.trouble

    def test_of_lots_in_a_bracket_it_is_said_who_goes_on(
        self, client_of: ClientOf, game: Game
    ) -> None:
        pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
        tournament, client = tournament_of(game.club, 4, pairs), client_of("organizer")
        begin(tournament)
        type_in(tournament, table(tournament, 1), 9, 9)
        type_in(tournament, table(tournament, 2))
        told = {
            "stage": str(tournament.stages.get().pk),
            "who": [str(seat.entrant_id) for seat in table(tournament, 1).seats.all()],
            "kind": "lot",
        }
        address = reverse("league:parting", args=[tournament.pk])
        page = Page(client.post(address, told, follow=True))
        (winner,) = (key for key, lot in Parting.objects.get().numbers if lot == 1)
        name = Entrant.objects.get(pk=winner).name
        assert f"{name} goes on to the next game." in page.trouble

    def test_people_level_in_the_last_game_have_one_form(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """They share the first place and a medal: one play-off decides about both."""
        pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
        tournament = tournament_of(game.club, 2, pairs, tie_breaks=["play_off"])
        begin(tournament)
        type_in(tournament, table(tournament, 1), 9, 9)
        page = self.get(client_of("organizer"), game)
        assert "They are level in the last game." in page.text
        assert page.text.count("type the points of everybody.") == 1

    @pytest.mark.parametrize("points", ["", "x", "-1", "99999", "1.5", "²"])
    def test_points_that_are_none_are_asked_for(
        self, client_of: ClientOf, game: Game, points: str
    ) -> None:
        self.ready(game)
        ann, dot = self.keys(game)
        told = {"kind": "play_off", f"points-{ann}": "12", f"points-{dot}": points}
        assert (
            "Type the points of Dot" in self.followed(client_of("organizer"), game, **told).trouble
        )
        assert not Parting.objects.exists()

    @pytest.mark.parametrize("who", [[], ["x"], ["1"], ["9" * 30, "0"]])
    def test_nobody_is_parted_from_nobody(
        self, client_of: ClientOf, game: Game, who: list[str]
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, who=who)
        assert "Choose two or more people" in page.trouble

    def test_others_can_play_off_for_a_medal(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        people = list(Entrant.objects.order_by("pk"))
        told = {f"points-{one.pk}": "" for one in people}
        told |= {f"points-{people[4].pk}": "3", f"points-{people[5].pk}": "1"}
        who = [str(one.pk) for one in people]
        self.followed(client_of("organizer"), game, some="1", kind="play_off", who=who, **told)
        assert Parting.objects.get().numbers == [[people[4].pk, 3], [people[5].pk, 1]]

    def test_a_shared_medal_is_parted_by_a_play_off(self, client_of: ClientOf, game: Game) -> None:
        """Dot and Cal lost at different tables with one total: they share the bronze."""
        OfTournament.ready(self, game)
        tournament = self.tournament(game)
        type_in(tournament, table(tournament, 1), 5, 20, 30, 40)
        type_in(tournament, table(tournament, 2), 6, 20, 31, 41)
        close(tournament)
        client, for_good = client_of("organizer"), "no result of Final changes that."
        assert for_good not in self.get(client, game).text
        tables_begin_on_paper(tournament=tournament, author=ANN)
        direct = Page(client.get(f"/tournaments/{tournament.pk}/direct/"))
        assert for_good in direct.text
        page = self.get(client, game)
        assert f"75–79: Cal and Dot are level for a medal, and {for_good}" in page.text
        assert "Record the play-off" in page.text
        type_in(tournament, table(tournament, 1, stage=2), 1, 2)
        direct = Page(client.get(f"/tournaments/{tournament.pk}/direct/"))
        assert "75–79: Cal and Dot share bronze." in direct.text
        # The settings ask for a play-off: that comes before sharing.
        assert "Record a play-off Close Final: both win bronze" in direct.text, direct.text[
            300:1200
        ]
        page = self.get(client, game)
        assert "Cal and Dot 75–79: they share bronze" in page.text
        people = {one.name: one.pk for one in tournament.entrants.all()}
        self.followed(
            client,
            game,
            kind="play_off",
            who=[str(people["Cal"]), str(people["Dot"])],
            **{f"points-{people['Cal']}": "9", f"points-{people['Dot']}": "4"},
        )
        direct = Page(client.get(f"/tournaments/{tournament.pk}/direct/"))
        assert "share bronze" not in direct.text
        assert "Close Final That ends the tournament" in direct.text
        assert "Play-off: Dot 4 and Cal 9 points. Take it back" in self.get(client, game).text
        assert "was corrected" not in direct.text
        (group,) = (one for one in medals_of(now(tournament)).groups if one.awards)
        bronze = [award.key for award in group.awards if award.what == "bronze"]
        assert bronze == [people["Dot"]]

    def test_without_play_offs_none_is_offered_for_a_shared_medal(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Nor is it sure who shares it while a correction waits, nor is nobody level meanwhile."""
        OfTournament.ready(self, game)
        tournament, client = self.tournament(game), client_of("organizer")
        tournament.tie_breaks = []
        tournament.save()
        type_in(tournament, table(tournament, 1), 5, 20, 30, 40)
        type_in(tournament, table(tournament, 2), 6, 20, 31, 41)
        close(tournament)
        shared = "75–79: Cal and Dot share bronze."
        assert f"By the results so far: {shared}" in self.get(client, game).text
        type_in(tournament, table(tournament, 1, stage=2), 1, 2)
        direct = f"/tournaments/{tournament.pk}/direct/"
        assert f"{shared} All of them receive it. " in Page(client.get(direct)).text
        assert "Record a play-off" not in Page(client.get(direct)).text
        page = self.get(client, game)
        assert "75–79: they share bronze, and all of them receive it. " in page.text
        awards = Page(client.get(f"/tournaments/{tournament.pk}/awards/")).text
        assert "Bronze, 75–79: Cal and Dot are level. Both win it once Final is closed." in awards
        assert "The other winners are not certain yet." not in awards
        correct(tournament, 1, 99, 20, 30, 40)
        assert "share bronze" not in Page(client.get(direct)).text
        text = self.get(client, game).text
        assert "share bronze" not in text
        assert "You still have to decide. Until then nobody can say who" in text
        correct(tournament, 1, 5, 20, 30, 40)
        close(tournament, 2)
        assert f"By the results so far: {shared}" in self.get(client, game).text

    def test_where_nobody_is_level_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        OfTournament.ready(self, game)
        tournament = self.tournament(game)
        play_all(tournament)
        page = self.get(client_of("organizer"), game)
        assert "Nobody is level for a place in the next stage." in page.text
        close(tournament)
        play_all(tournament, 2)
        type_over = [5] * len(names_at(table(tournament, 1, 2)))
        correct(tournament, 1, *type_over, stage=2)
        tournament.entrants.filter(name="Ann").update(born=date(1936, 5, 1))
        page = self.get(client_of("organizer"), game)
        assert "Nobody is level" not in page.text
        assert "All together, these are level in place 1: Ann and Bob." in page.text
        # Their boxes are in front, not among all who could play one off.
        assert "Ann and Bob Name Counts" in page.text
        names = [str(tournament.entrants.get(name=name).pk) for name in ("Ann", "Bob")]
        played = {f"points-{pk}": str(at) for at, pk in enumerate(names)}
        played["stage"] = str(tournament.stages.get(number=2).pk)
        self.followed(client_of("organizer"), game, kind="play_off", who=names, **played)
        assert "level in place 1" not in self.get(client_of("organizer"), game).text


class TestPartingUndo(OfLevel, Writes):
    name = "parting-undo"

    def ready(self, game: Game) -> None:
        super().ready(game)
        Parting.objects.create(
            stage=self.stage(game),
            kind="lot",
            numbers=[[key, at] for at, key in enumerate(self.keys(game), 1)],
            author="Ann",
            recorded_at=self.tournament(game).began_at,
        )

    def args(self, game: Game) -> list[object]:
        parting = Parting.objects.filter(stage__tournament__club=game.club).first()
        return [self.tournament(game).pk, parting.pk if parting else 0]

    def test_it_is_taken_back(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game)
            assert "Ann and Dot They are level for 1 place." in page.text
        assert self.tournament(game).log.filter(kind="parting_undo").count() == 1


class TestDrift(ShowsTournament, Writes):
    name = "drift"
    methods = BOTH
    most_queries = 30

    def ready(self, game: Game) -> None:
        super().ready(game)
        play_all(self.tournament(game))
        close(self.tournament(game))
        correct(self.tournament(game), 1, *[99, 21, 31, 41][: len(self.seats(game))])

    def seats(self, game: Game) -> list[str]:
        return names_at(table(self.tournament(game), 1))

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, 1]

    def data(self, game: Game) -> dict[str, Any]:
        (drift,) = drifts_of(now(self.tournament(game)))
        return {"seen": drift.mark, "choice": "keep", "reason": "they have eaten already"}

    def test_it_shows_what_came_apart_and_the_choices(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert (
            "Dot (table 1 in Stage 1) should be in Final and is not. "
            "Ann is in Final, at table 1, and should not be." in page.text
        )
        for button in ("Leave Ann in Final", "Take in Dot as well", "Seat Final again"):
            assert button in page.text

    @pytest.mark.parametrize(
        ("choice", "told", "field"),
        [
            ("keep", {}, ["Ann", "Bob"]),
            ("take", {}, ["Ann", "Bob", "Dot"]),
            ("redo", {"sure": "1"}, ["Bob", "Dot"]),
        ],
    )
    def test_what_is_chosen_is_done(
        self, client_of: ClientOf, game: Game, choice: str, told: dict[str, str], field: list[str]
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, choice=choice, **told)
        assert "Your choice is written down." in page.trouble
        assert "See it and choose" not in page.text
        assert field_names(self.tournament(game), 2) == field

    @pytest.mark.parametrize(
        ("told", "said"),
        [
            ({"choice": "x"}, "Choose what is to become of it."),
            ({"choice": "redo"}, "Say that you are sure"),
            ({"reason": " "}, "Say why"),
            ({"seen": "x"}, "changed again since you looked"),
            ({"choice": "carry"}, "carries the right points already"),
        ],
    )
    def test_what_cannot_be_chosen_is_told(
        self, client_of: ClientOf, game: Game, told: dict[str, str], said: str
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, **told)
        assert said in page.trouble
        assert page.fields["reason"] == told.get("reason", "they have eaten already")
        assert field_names(self.tournament(game), 2) == ["Ann", "Bob"]

    def test_the_right_one_plays_in_two_taps(self, client_of: ClientOf, game: Game) -> None:
        """From this page, and from the director's page at once; started tables stay."""
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        direct = f"/tournaments/{tournament.pk}/direct/"
        people = {one.name: one.pk for one in tournament.entrants.all()}
        change = TableChange(SeatDeed.REPLACE, people["Ann"], people["Dot"])
        address = change_address(tournament, change, back=True)
        for address_there in (direct, f"{direct}drift/1/"):
            page = Page(client.get(address_there))
            assert "Let Dot play in Ann's place at table 1" in page.text
            assert (address in page.links) is (address_there == direct)
        # It is asked why once, whatever is chosen: the second page keeps what was typed.
        assert client.get(self.url(game)).content.decode().count('name="reason"') == 1
        swap = {"choice": f"swap {people['Ann']} {people['Dot']}", "reason": "fair"}
        preview = client.post(f"{direct}drift/1/", swap, follow=True)
        there = change_address(tournament, change, "fair", back=True)
        assert preview.redirect_chain == [(there, 302)]
        assert "Why: fair" in Page(preview).text
        assert Page(preview).fields["reason"] == "fair"
        assert "Dot plays at table 1 instead of Ann." in Page(preview).text
        assert field_names(tournament, 2) == ["Ann", "Bob"]
        plan = preview.context["plan"]
        told = {"deed": "replace", "who": plan.who.pk, "other": plan.other.pk, "reason": "fair"}
        told["back"] = Page(preview).fields["back"]
        again = Page(client.post(f"{direct}seats/change/", told | {"seen": "x"}, follow=True))
        assert again.fields["reason"] == "fair"
        told["seen"] = plan.mark
        answer = client.post(f"{direct}seats/change/", told, follow=True)
        assert answer.redirect_chain == [(direct, 302)]
        done = Page(answer)
        assert "Dot plays at table 1 instead of Ann." in done.trouble
        assert field_names(tournament, 2) == ["Dot", "Bob"]
        assert "See it and choose" not in Page(client.get(direct)).text
        entry = tournament.log.get(kind="replaced")
        undo = {"deed": "undo", "entry": str(entry.pk)}
        shown = Page(client.post(f"{direct}seats/", undo))
        assert "Dot is free and no longer plays in" in shown.text
        assert "You are then asked about more." in shown.text
        undo["agreed"] = shown.buttons["agreed"]
        back = client.post(f"{direct}seats/", undo, follow=True)
        assert "Taken back." in Page(back).trouble
        assert field_names(tournament, 2) == ["Ann", "Bob"]

    def test_nobody_is_put_in_at_a_table_that_plays(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        game_there = table(self.tournament(game), 1, 2).game
        assert game_there is not None
        play(game_there, *range(game_there.seats.count()))
        text = self.get(client_of("organizer"), game).text
        assert "in Ann's place" not in text
        assert "Table 1 has begun, so its people stay." in text
        assert "Take the start" not in text

    def test_at_a_table_on_paper_where_nothing_is_typed_in_who_should_play_is_put_in(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        tables_begin_on_paper(tournament=tournament, author=ANN)
        answer = client.get(self.url(game))
        assert answer.context["later"] == []
        assert "Let Dot play in Ann's place at table 1" in Page(answer).text

    def test_where_nothing_is_scored_the_start_is_taken_back_with_it(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        stage_tables_start(tournament=tournament, author=ANN)
        page = self.get(client, game)
        assert "so its people stay" not in page.text
        assert "Dot plays at table 1 instead of Ann." in page.text
        assert "Take the start of table 1 back and let Dot play there" in page.text
        ((plan, _places, then),) = client.get(self.url(game)).context["later"]
        assert then == ()
        choice = f"replace {plan.who.pk} {plan.other.pk}"
        told = {"choice": f"{choice} {plan.mark}", "reason": "counted again"}
        stale = self.followed(client, game, **{**told, "choice": f"{choice} x"})
        assert [fields["reason"] for _address, fields in stale.forms if "reason" in fields] == [
            "counted again"
        ]
        assert "Something has changed since you looked." in stale.trouble
        assert "Take the start of table 1 back and let Dot" in stale.text
        answer = client.post(self.url(game), told, follow=True)
        assert answer.redirect_chain[-1][0] == f"/tournaments/{tournament.pk}/direct/"
        assert "Dot plays at table 1 instead of Ann." in Page(answer).trouble
        assert answer.context["page"].next == "start"
        assert names_at(table(tournament, 1, 2)) == ["Dot", "Bob"]
        assert tournament.log.get(kind="replaced").reason == "counted again"

    def test_after_the_end_it_is_said_when_a_correction_moved_a_medal(
        self, client_of: ClientOf, game: Game
    ) -> None:
        OfTournament.ready(self, game)
        tournament = self.tournament(game)
        for stage in (1, 2):
            play_all(tournament, stage)
            close(tournament, stage)
        client = client_of("organizer")
        addresses = [
            reverse(f"league:{name}", args=[tournament.pk])
            for name in ("awards", "certificates", "television")
        ]

        def said() -> list[bool]:
            pages = [Page(client.get(address)) for address in addresses]
            words = ("changed places:", "changed places:", "changed who wins what.")
            return [word in page.text for word, page in zip(words, pages, strict=True)]

        correct(tournament, 1, 3, 90, stage=2)
        assert said() == [False] * 3
        correct(tournament, 1, 99, 90, stage=2)
        assert said() == [True] * 3
        tournament.ended_at = timezone.now()
        tournament.save()
        assert said() == [True, True, False]

    def test_opening_again_is_not_offered_where_it_would_be_refused(
        self, client_of: ClientOf, game: Game
    ) -> None:
        going = {"onward": "tables", "seating": "snake", "size": 2, "least": 2}
        stages = ({**going, "size": 4, "count": 2}, {**going, "name": "Second"}, FINAL)
        tournament = tournament_of(game.club, 8, *stages)
        begin(tournament)
        for number in (1, 2):
            play_all(tournament, number)
            close(tournament, number)
        correct(tournament, 1, 99, 21, 31, 41)
        page = self.get(client_of("organizer"), game)
        words = "For another choice, open it again first. You can then seat Second again."
        assert words in page.text
        play_all(tournament, 3)
        page = self.get(client_of("organizer"), game)
        words = "It can’t be opened again: table 1 of Final has begun."
        assert f"{words} So the seats can only stay as they are." in page.text
        assert "Open Second again" not in page.text

    def test_where_nothing_came_apart_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        OfTournament.ready(self, game)
        assert "The right people went on" in self.get(client_of("organizer"), game).text


def left_and_corrected(club: Club, gus: int) -> Tournament:
    """Cal won and left, and Hal played for Cal; then Gus has as many points, and Hal goes on."""
    totals = {"Ann": 10, "Bob": 20, "Cal": 30, "Gus": 60, "Hal": 70, "Dot": 90}
    winners = {"onward": "tables", "fill": "full", "seating": "snake"}
    final = {"name": "Final", "size": 4, "least": 2, "seating": "snake"}
    tournament = tournament_of(club, 12, winners, final)
    begin(tournament)
    seated = {number: names_at(table(tournament, number)) for number in (1, 2, 3)}
    for number, names in seated.items():
        row = table(tournament, number)
        type_in(tournament, row, *(totals.get(name, 110 + number) for name in names))
    close(tournament)
    assert set(field_names(tournament, 2)) == {"Ann", "Bob", "Cal", "Gus"}
    entrant_withdraw(entrant=tournament.entrants.get(name="Cal"), author=ANN)
    let_play(tournament, "Cal", "Hal")
    number = next(number for number, names in seated.items() if "Gus" in names)
    correct(tournament, number, *((totals | {"Gus": gus}).get(n, 110) for n in seated[number]))
    return tournament


def test_the_place_of_somebody_who_left_goes_to_the_next_in_line_after_a_correction(
    client_of: ClientOf, club: Club
) -> None:
    tournament = left_and_corrected(club, 95)
    client, direct = client_of("organizer"), f"/tournaments/{tournament.pk}/direct/"
    for address in (direct, f"{direct}drift/1/"):
        page = Page(client.get(address))
        assert "Hal now goes on by points, so the place of Cal is for Dot, who comes" in page.text
        assert "Let Dot play in Gus's place at table 1" in page.text
    assert "The seat of Cal is then free. In the order of Stage 1, this one comes next: Dot." in (
        page.text
    )
    let_play(tournament, "Gus", "Dot")
    assert not drifts_of(now(tournament))
    assert set(names_at(table(tournament, 1, 2))) == {"Ann", "Bob", "Hal", "Dot"}


def test_a_correction_is_shown_without_what_seating_again_would_do(
    client_of: ClientOf, club: Club
) -> None:
    """That is another deed, which nobody plans here: it would also move Bob, and Cal for him."""
    tournament = tournament_of(club, 8, {"onward": "tables", "seating": "snake"}, FINAL)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    let_play(tournament, "Bob", "Cal")
    seats = table(tournament, 1).seats.order_by("place")
    numbers = zip(seats, (99, 21, 31, 41), strict=True)
    totals = {f"total-{seat.entrant_id}": str(total) for seat, total in numbers}
    address = reverse("league:paper", args=[tournament.pk, 1])
    sent = {"way": "totals", **totals, "reason": "misread"}
    shown = Page(client_of("organizer").post(f"{address}?stage=1&game=1", sent)).text
    assert "Dot should have gone on to Final instead of Ann." in shown
    assert "seated again" not in shown


def test_who_still_comes_next_for_who_left_is_not_replaced(client_of: ClientOf, club: Club) -> None:
    tournament = left_and_corrected(club, 80)
    page = Page(client_of("organizer").get(f"/tournaments/{tournament.pk}/direct/drift/1/"))
    assert "Hal now goes on by points, so the place of Cal is for Gus, who comes" in page.text
    assert "Leave Gus in Final" in page.text
    assert "in Gus's place" not in page.text
