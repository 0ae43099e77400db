"""What the director does by one button: begin, seat, start, close, the clock."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import StageRound, StageTable, Tournament
from league.tournaments.directing.services.running import next_seats
from league.tournaments.directing.services.stage_tables import stage_tables_start, start_take_back
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.progress import closing_of
from scoring.models import Game, Tablet
from tests.factories import ANN, play
from tests.league.tournaments.runs import (
    close,
    enter,
    field_names,
    names_at,
    now,
    play_all,
    table,
    type_in,
)
from tests.litany import ORGANIZERS, SCORERS, ClientOf, Writes
from tests.page import Page

from .of_directing import OfTournament


class TestTournamentBegin(OfTournament, Writes):
    name = "tournament-begin"
    begun = False

    def test_all_who_are_here_are_seated_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "Everybody who is here has a seat." in page.trouble
        assert "Begin 2 tables on paper" in page.text
        assert "already." in self.followed(client, game).trouble
        assert StageRound.objects.count() == 1

    def test_who_has_a_bye_is_not_said_to_have_a_seat(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        pairs = {"kind": "single", "size": 2, "least": 2, "most": 2, "rounds": 1}
        tournament.stages.filter(number=1).update(**pairs)
        tournament.entrants.filter(pk__in=tournament.entrants.all()[:2]).update(checked_in_at=None)
        page = self.followed(client_of("organizer"), game)
        assert StageRound.objects.get().byes
        assert "Game 1 is seated." in page.trouble
        assert "Everybody who is here" not in page.text


class TestStageSeat(OfTournament, Writes):
    name = "stage-seat"

    def ready(self, game: Game) -> None:
        super().ready(game)
        self.tournament(game).stages.update(rounds=2, onward="nobody", seating="swiss")
        play_all(self.tournament(game))
        self.agreed = next_seats(self.tournament(game), 2).token

    def data(self, game: Game) -> dict[str, Any]:
        return {"number": "2", "agreed": self.agreed}

    def test_the_next_game_is_seated_as_it_was_shown(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        gone = self.tournament(game).entrants.filter(stages__isnull=False)[0]
        entrant_withdraw(entrant=gone, author=ANN)
        (late,) = enter(self.tournament(game), 1)
        shown = self.followed(client_of("organizer"), game, agreed="")
        assert f"{late.name} is here and has no seat. First give" in shown.text
        assert f"{gone.name} has no seat: withdrew." in shown.text
        assert "before: table" in shown.text
        assert StageRound.objects.count() == 1
        agreed = shown.buttons["agreed"]
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game, agreed=agreed)
            assert "Game 2 is seated." in page.trouble
        assert "Stage 1 · game 2 of 2" in page.text
        for row in StageTable.objects.filter(round__number=2):
            assert re.search(f"Table {row.number} .*{'.*'.join(names_at(row))}", shown.text)

    def test_beside_each_name_stands_why_they_sit_together(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        shown = self.followed(client, game, agreed="").text
        column, _later = bracket_of(now(self.tournament(game))).columns
        standing = [f"{row.name} place {row.place}, {row.value}" for row in column.standing]
        assert len(standing) == sum(words in shown for words in standing) == 8
        assert "First of all, few people should meet again. After that, people with sim" in shown
        # By a plan or by lot people sit wherever they stand.
        self.tournament(game).stages.update(seating="random")
        assert "place 1, " not in self.followed(client, game, agreed="").text

    def test_not_as_it_was_shown_before_something_changed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        agreed = self.followed(client, game, agreed="").buttons["agreed"]
        gone = self.tournament(game).entrants.filter(stages__isnull=False)[0]
        entrant_withdraw(entrant=gone, author=ANN)
        for token in (agreed, "made up"):
            assert "Look once more." in self.followed(client, game, agreed=token).trouble
        assert StageRound.objects.count() == 1

    @pytest.mark.parametrize("number", ["", "0", "3", "x", "9" * 40])
    def test_another_game_is_not(self, client_of: ClientOf, game: Game, number: str) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, number=number)
        assert "Go on one game at a time." in page.trouble
        assert StageRound.objects.count() == 1


class TestStageStart(OfTournament, Writes):
    name = "stage-start"
    may = SCORERS

    def data(self, game: Game) -> dict[str, Any]:
        return {"table": "1"}

    def test_all_tables_begin_at_a_tap(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game, table=None)
            assert "2 tables play." in page.text
        assert StageTable.objects.filter(game__isnull=False).count() == 2

    def test_a_tables_tablet_goes_on_to_its_sheet(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, table="2")
        assert "Score round 1" in page.text
        assert "Senior games · Stage 1 · table 2." in page.text
        assert table(self.tournament(game), 1).game is None

    def test_a_tablet_does_not_start_the_others(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, table="x")
        assert "Choose the table to start." in page.trouble
        assert not StageTable.objects.filter(game__isnull=False).exists()

    def test_tables_begin_on_paper_at_a_tap(self, client_of: ClientOf, game: Game) -> None:
        """No tablet is paired, so that is the one main button; then a paper is typed in."""
        self.ready(game)
        client = client_of("organizer")
        Tablet.objects.update(unpaired_at=timezone.now())
        direct = reverse("league:direct", args=[self.tournament(game).pk])
        assert "on their tablets" not in Page(client.get(direct)).text
        page = self.followed(client, game, table=None, on="paper")
        assert page.text.count("begun, on paper") == 2
        assert "Type in table 1" in page.text
        assert not StageTable.objects.filter(on_paper_at=None).exists()
        type_in(self.tournament(game), table(self.tournament(game), 1))
        assert client.get(direct).context["page"].to_type == 2
        start_take_back(
            tournament=self.tournament(game), table=table(self.tournament(game), 2), author=ANN
        )
        answer = client.get(direct)
        assert answer.context["page"].to_type == 0
        assert 'class="button main" name="on" value="paper"' in answer.content.decode()

    def test_enough_paired_tablets_are_what_tables_begin_on(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client_of("tablet")
        Tablet.objects.create(club=game.club, name="Second", secret_hash="second")
        answer = client_of("organizer").get(
            reverse("league:direct", args=[self.tournament(game).pk])
        )
        assert not answer.context["page"].by_paper
        assert "All on paper" in Page(answer).text
        assert "Begin 2 tables on paper" not in Page(answer).text

    def test_a_tablet_does_not_begin_on_paper(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.followed(client_of("tablet"), game, table="2", on="paper")
        assert table(self.tournament(game), 2).game is not None

    def test_what_cannot_begin_is_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.tournament(game).stages.update(set=6)
        assert "Table 1: " in self.followed(client_of("organizer"), game).trouble


class TestStagePlayOn(OfTournament, Writes):
    name = "stage-play-on"
    may = ORGANIZERS
    people = 12

    def data(self, game: Game) -> dict[str, Any]:
        return {"table": "2", "on": "paper"}

    def chosen(self) -> list[str]:
        rows = StageTable.objects.order_by("number")
        return list(rows.values_list("plays_on", flat=True))

    def test_a_tap_changes_one_table_and_all_begin_as_planned(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tablet = client_of("organizer"), client_of("tablet")
        self.followed(client, game, table=None, on="tablet")
        page = Page(client.post(self.url(game), self.form(game), headers={"hx-request": "true"}))
        assert "html" not in page.tags
        assert "Start 3 tables: 2 on tablets, 1 on paper" in page.text
        assert "Begin 3 tables on paper" not in page.text, "it would drop what was chosen"
        assert "not started · paper" in page.text
        there = reverse("league:stage-table", args=[self.tournament(game).pk, 2])
        assert "This table is to play on paper. The director" in Page(tablet.get(there)).text
        begin = reverse("league:stage-start", args=[self.tournament(game).pk])
        assert "begun, on paper" in Page(client.post(begin, {"on": "plan"}, follow=True)).text
        games = StageTable.objects.order_by("number").values_list("game", flat=True)
        assert [pk is None for pk in games] == [False, True, False]

    def test_all_that_began_on_tablets_by_mistake_go_to_paper(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        started = stage_tables_start(tournament=tournament, author=ANN).games
        play(started[0], 0, 10, 20, 30)
        page = Page(client.get(reverse("league:direct", args=[tournament.pk])))
        assert "Nothing is scored yet at tables 2 and 3." in page.text
        self.followed(client, game, table=None, on="begun")
        assert self.chosen() == ["", "paper", "paper"]
        games = StageTable.objects.order_by("number").values_list("game", flat=True)
        assert list(games) == [started[0].pk, None, None]

    def test_all_are_chosen_at_once(self, client_of: ClientOf, game: Game) -> None:
        """Or those that have a tablet of their own, and the others play on paper."""
        self.ready(game)
        client = client_of("organizer")
        assert "All on paper" in self.followed(client, game, table=None).text
        assert self.chosen() == ["paper"] * 3
        client_of("tablet")
        Tablet.objects.update(table_number=3)
        page = self.followed(client, game, table=None, on="tablet")
        assert "A tablet at table 3, paper at the others" in page.text
        assert self.chosen() == ["tablet"] * 3
        self.followed(client, game, table=None, on="own")
        assert self.chosen() == ["paper", "paper", "tablet"]
        answer = client.post(
            self.url(game), self.form(game, table="9"), headers={"hx-request": "true"}
        )
        assert answer["HX-Refresh"] == "true"
        page = self.followed(client, game, table=None, on="x")
        assert "Choose a tablet or paper." in page.trouble


class TestStageClose(OfTournament, Writes):
    name = "stage-close"
    may = ORGANIZERS

    def ready(self, game: Game) -> None:
        super().ready(game)
        play_all(self.tournament(game))

    def data(self, game: Game) -> dict[str, Any]:
        mark = closing_of(now(self.tournament(game)), self.stage(game)).mark
        return {"stage": str(self.stage(game).pk), "seen": mark}

    def test_it_is_closed_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        form = self.form(game)
        page = self.followed(client, game)
        assert "Stage 1 is closed." in page.trouble
        assert "Final" in page.text
        again = client.post(self.url(game), form)
        assert "by Olive." in client.get(again["Location"]).content.decode()
        assert field_names(self.tournament(game), 2) == ["Ann", "Bob"]

    @pytest.mark.parametrize("seen", ["", "x", "\0", "9" * 500])
    def test_what_was_not_seen_is_not_closed(
        self, client_of: ClientOf, game: Game, seen: str
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, seen=seen)
        assert "has changed since you looked" in page.trouble
        assert self.stage(game).closed_at is None

    @pytest.mark.parametrize("stage", ["", "0", "x", "9" * 17])
    def test_another_stage_is_not_there(self, client_of: ClientOf, game: Game, stage: str) -> None:
        self.ready(game)
        assert self.send(client_of("organizer"), game, stage=stage).status_code == 404


class TestMedalsHold(OfTournament, Writes):
    name = "medals-hold"

    def data(self, game: Game) -> dict[str, Any]:
        return {"hold": "1"}

    def test_it_is_offered_in_the_last_stage(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        direct = reverse("league:direct", args=[tournament.pk])
        assert "Keep the medals secret" not in Page(client.get(direct)).text
        play_all(tournament)
        close(tournament)
        before = Page(client.get(direct)).text
        said, offered = "only directors see who won", "Keep the medals secret until I say so"
        assert before.index(said) < before.index(offered)
        text = self.followed(client, game).text
        assert "only directors see who won, and the totals and places of the last stage" in text
        assert "Show who won" in text
        awards = reverse("league:awards", args=[tournament.pk])
        assert "Show who won" in Page(client.get(awards)).text
        told = {"back": "awards"}
        assert client.post(self.url(game), told).headers["Location"] == awards
        assert "Show who won" not in Page(client.get(awards)).text

    @pytest.mark.parametrize(("ribbons", "stands"), [(5, ", and the ribbons stand."), (0, ".")])
    def test_without_medals_no_page_speaks_of_them(
        self, client_of: ClientOf, game: Game, ribbons: int, stands: str
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        Tournament.objects.filter(pk=tournament.pk).update(medals=False, ribbons=ribbons)

        def read(*pages: str) -> str:
            addresses = [reverse(f"league:{page}", args=[tournament.pk]) for page in pages]
            return " ".join(Page(client.get(address)).text for address in addresses)

        def fits(text: str) -> bool:
            return not re.search("medals? (stands?|is|are|until)|shows who won a medal", text)

        play_all(tournament)
        close(tournament)
        texts = [read("direct", "places", "parting")]
        assert "Keep the winners secret until I say so" in texts[0]
        assert ("No ribbon is certain before each table of" in texts[0]) == bool(ribbons)
        play_all(tournament, 2)
        texts.append(read("direct", "awards"))
        assert f"That ends the tournament{stands}" in texts[1]
        texts.append(self.followed(client, game).text)
        texts.append(read("places"))
        assert "The winners are kept secret until the director shows them." in texts[-1]
        close(tournament, 2)
        texts.append(read("television", "places", "direct"))
        soon = "The ribbons are given out soon." if ribbons else "Who won is shown soon."
        assert texts[-1].count(soon) == 2
        client.post(self.url(game))
        texts.append(read("awards", "certificates", "television"))
        nothing = "This tournament gives no medals and no ribbons."
        assert texts[-1].count(nothing) == (0 if ribbons else 2)
        assert [text for text in texts if not fits(text)] == []


class TestBracketShow(OfTournament, Writes):
    name = "bracket-show"

    def data(self, game: Game) -> dict[str, Any]:
        return {"back": "print-tables"}

    def test_it_is_offered_where_the_code_for_spectators_is_missing(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        Tournament.objects.update(public=False)
        offer = "Let everybody watch"
        pages = [
            reverse(f"league:{name}", args=[tournament.pk])
            for name in ("print-tables", "bracket", "places", "table-list", "awards")
        ]
        assert [Page(client.get(page)).text.count(offer) for page in pages] == [1] * 5
        assert offer not in Page(client_of("tablet").get(pages[1])).text
        answer = self.send(client, game)
        assert answer.headers["Location"] == pages[0]
        tournament.refresh_from_db()
        assert tournament.public
        assert [Page(client.get(page)).text.count(offer) for page in pages] == [0] * 5


class TestStageClock(OfTournament, Writes):
    name = "stage-clock"

    def data(self, game: Game) -> dict[str, Any]:
        return {"deed": "run"}

    def test_the_clock_runs_stands_and_goes_on(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "60 minutes left until" in self.followed(client, game).text
        assert "it is stopped" in self.followed(client, game, deed="stop").text
        assert "60 minutes left until" in self.followed(client, game).text
        page = self.followed(client, game, deed="time")
        assert "time was called." in page.text
        assert "Take time back" in page.text
        assert "60 minutes left" in self.followed(client, game, deed="untime").text

    def test_one_table_has_more_time(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game, deed="extra", table="2", minutes="5")
        assert "65 minutes left. 5 minutes of it are extra." in page.text
        page = self.followed(client, game, deed="less", table="2", minutes="5")
        assert "60 minutes left." in page.text
        assert "extra" not in page.text
        page = self.followed(client, game, deed="time", table="2")
        assert "The time of this table is over." in page.text

    def test_the_table_is_told(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        (one, _other) = stage_tables_start(tournament=self.tournament(game), author=ANN).games
        self.followed(client_of("organizer"), game, deed="time")
        sheet = Page(client_of("tablet").get(f"/games/{one.code}/"))
        assert "Time! " in sheet.text
        assert "Finish the game Settle a dispute Write down round 1 first" in sheet.text
        assert "Score round" not in sheet.text

    @pytest.mark.parametrize("told", [{"deed": ""}, {"deed": "x"}, {"deed": "stop"}])
    def test_what_cannot_be_done_changes_nothing(
        self, client_of: ClientOf, game: Game, told: dict[str, str]
    ) -> None:
        self.ready(game)
        self.followed(client_of("organizer"), game, **told)
        row = StageRound.objects.get()
        assert (row.started_at, row.time_at) == (None, None)

    def test_without_a_game_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        play_all(self.tournament(game))
        close(self.tournament(game))
        play_all(self.tournament(game), 2)
        close(self.tournament(game), 2)
        assert Tournament.objects.get().ended_at is not None
        assert "has ended" in self.followed(client_of("organizer"), game).trouble
