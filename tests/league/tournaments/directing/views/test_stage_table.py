"""A table of a tournament, what its tablet opens; calling the director to it."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant, StageTable
from league.tournaments.directing.selectors.playing_on import PlaysOn
from league.tournaments.directing.services.clock import time_call
from league.tournaments.directing.services.stage_seats import late_seat
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    tables_begin_on_paper,
    tables_choose,
)
from league.tournaments.directing.views.stage_tables import BY_TOTALS
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Game, Tablet
from tests.factories import ANN, new_key, play
from tests.league.tournaments.runs import (
    begin,
    close,
    enter,
    now,
    play_all,
    table,
    tournament_of,
    type_in,
)
from tests.litany import BOTH, ORGANIZERS, SCORERS, ClientOf, Writes
from tests.page import Page

from .of_directing import OfTournament, ShowsTournament

# The boxes of all doubts that a sheet may have.
ALL_TICKED = [str(number) for number in range(9)]


class TestStageTable(ShowsTournament):
    name = "stage-table"
    methods: tuple[str, ...] = BOTH
    most_queries = 34

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, 1]

    @pytest.mark.parametrize("who", ["organizer", "scorekeeper", "tablet", "stranger", "nobody"])
    def test_who_looks_and_who_takes_it_to_paper(
        self, client_of: ClientOf, game: Game, who: str
    ) -> None:
        """Everybody of the club looks; the form, which lets it go on on paper, is a director's."""
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        client = client_of(who)
        seen = {"organizer": 200, "scorekeeper": 302, "tablet": 302}.get(who, 404)
        assert client.get(self.url(game)).status_code == seen
        sent = client.post(self.url(game), {"reason": "the battery"})
        assert sent.status_code == (302 if who in ORGANIZERS else 404)
        assert (table(self.tournament(game), 1).game is None) == (who in ORGANIZERS)

    def page(self, client: Client, game: Game) -> Page:
        return Page(client.get(self.url(game)))

    def test_who_sits_there_and_a_button_to_start(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.page(client_of("tablet"), game)
        assert "Table 1 Senior games · Stage 1" in page.text
        assert "Start the game" in page.text
        assert "Time" not in page.text

    def test_a_tablet_goes_on_to_its_sheet(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        (one, _other) = stage_tables_start(tournament=self.tournament(game), author=ANN).games
        answer = client_of("tablet").get(self.url(game))
        assert answer["Location"] == f"/games/{one.code}/"

    def test_the_director_sees_what_can_be_done(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.page(client, game)
        assert "60 minutes left." in page.text
        assert "Somebody goes away" in page.text
        (ann,) = Entrant.objects.filter(tournament=self.tournament(game), name="Ann")
        leave = reverse("league:entrant-withdraw", args=[self.tournament(game).pk, ann.pk])
        assert leave in page.links
        assert "Type in what its paper says" in page.text
        (first, _second) = stage_tables_start(tournament=self.tournament(game), author=ANN).games
        assert "On paper instead" in self.page(client, game).text
        play(first, 0, 10, 20, 30)
        page = self.page(client, game)
        assert "Go on on paper" in page.text
        assert "On paper instead" not in page.text
        time_call(tournament=self.tournament(game), author=ANN, table=1)
        assert "Take time back" in self.page(client, game).text

    def test_a_start_is_taken_back(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "The table begins on paper" in self.page(client, game).text
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        assert "Take the start of table 1 back" in self.page(client, game).text
        page = self.followed(client, game, deed="back")
        assert "Table 1 has not begun now. Its people can change." in page.trouble
        assert "begin on paper" not in page.text
        tables_begin_on_paper(tournament=self.tournament(game), author=ANN)
        assert "This table plays on paper." in self.page(client_of("tablet"), game).text
        self.followed(client, game, deed="back")
        assert "cannot be taken back" in self.followed(client, game, deed="back").trouble

    def test_a_table_that_is_in_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        type_in(self.tournament(game), table(self.tournament(game), 1))
        page = self.page(client_of("tablet"), game)
        assert "The result of this table is in, on paper." in page.text
        assert "Start the game" not in page.text

    def test_it_opens_in_every_stage_by_the_same_square(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        play_all(self.tournament(game))
        close(self.tournament(game))
        assert "Final" in self.page(client_of("tablet"), game).text
        play_all(self.tournament(game), 2)
        close(self.tournament(game), 2)
        assert "Nobody sits at this table now." in self.page(client_of("tablet"), game).text

    def test_going_on_on_paper_needs_a_reason(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        client = client_of("organizer")
        assert "Say why" in self.followed(client, game).trouble
        page = self.followed(client, game, reason="the battery")
        assert "Paper of table 1" in page.text


class TestTableCall(OfTournament, Writes):
    name = "table-call"
    may = SCORERS

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, table(self.tournament(game), 1).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        return [*super().unknown(game), [self.tournament(game).pk, 0]]

    def test_the_table_calls_and_the_director_is_told(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        page = self.followed(client_of("tablet"), game)
        assert "The director has been called." in page.trouble
        assert "We have settled it" in page.text
        now_page = client_of("organizer").get(f"/tournaments/{self.tournament(game).pk}/direct/")
        assert "called you at" in now_page.content.decode()

    @pytest.mark.parametrize("form", [{"settled": "1"}, {"settled": "1", "direct": "1"}])
    def test_it_is_settled(self, client_of: ClientOf, game: Game, form: dict[str, str]) -> None:
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        self.followed(client_of("tablet"), game)
        assert "That is settled." in self.followed(client_of("organizer"), game, **form).trouble
        assert StageTable.objects.filter(called_at__isnull=False).count() == 0

    def test_after_the_end_nobody_comes(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        play_all(tournament)
        close(tournament)
        play_all(tournament, 2)
        close(tournament, 2)
        assert now(tournament).current is None
        assert "has ended" in self.followed(client_of("organizer"), game).trouble


class TestPaper(ShowsTournament, Writes):
    name = "paper"
    methods = BOTH
    # One asks who joined the table after it had begun.
    most_queries = 13

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, 1]

    def unknown(self, game: Game) -> list[list[object]]:
        return [*super().unknown(game), [self.tournament(game).pk, 99]]

    def data(self, game: Game) -> dict[str, Any]:
        keys = [seat.entrant_id for seat in table(self.tournament(game), 1).seats.all()]
        return {"way": "totals"} | {f"total-{key}": str(10 * at) for at, key in enumerate(keys, 1)}

    def first(self, game: Game) -> str:
        return next(name for name in self.data(game) if name.startswith("total-"))

    def test_what_the_paper_says_is_written_down(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "Table 1 is written down." in page.trouble
        assert "1 table is in: look at it, or correct it" in page.text
        assert self.get(client, game).fields[self.first(game)] == "10"

    def test_a_missing_total_and_one_of_somebody_who_left_are_asked_about(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        first, second, *_others = table(tournament, 1).seats.select_related("entrant")
        Entrant.objects.filter(pk=first.entrant_id).update(withdrawn_at=timezone.now())
        page = Page(self.send(client, game, **{f"total-{second.entrant_id}": ""}))
        assert f"{second.entrant.name} has no total." in page.text
        assert f"{first.entrant.name} has left the tournament." in page.text
        assert not table(tournament, 1).paper.exists()
        # Who went away comes last, so that numbers typed in order are those of who is here.
        assert page.text.rindex(first.entrant.name) > page.text.rindex(_others[-1].entrant.name)
        agreed = {"anyway": page.buttons["anyway"], f"total-{second.entrant_id}": ""}
        # What was agreed to holds for just these numbers.
        assert "has left" in Page(self.send(client, game, anyway=agreed["anyway"])).text
        self.followed(client, game, **agreed)
        assert table(tournament, 1).paper.exists()

    def test_the_next_table_follows_and_is_typed_round_by_round(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        data = {**self.data(game), "then": "2"}
        answer = client.post(f"{self.url(game)}?way=totals&stage=1&game=1", data)
        assert answer["Location"].endswith("/2/paper/?stage=1&game=1")
        page = Page(client.get(answer["Location"]))
        assert "?stage=1&game=1&way=totals" in page.links
        assert "then table" not in page.text

    def test_a_correction_is_shown_and_agreed_to(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.followed(client, game)
        changed = {self.first(game): "99", "reason": "misread"}
        page = Page(self.send(client, game, **changed))
        assert "This would change Ann: 99 points instead of 10 points." in page.text
        assert "Ann" in page.text
        page = self.followed(client, game, **changed, agreed=page.buttons["agreed"])
        assert "Table 1 is corrected." in page.trouble
        assert self.get(client, game).fields[self.first(game)] == "99"

    def test_totals_of_fewer_rounds_say_so(self, client_of: ClientOf, game: Game) -> None:
        """Asked once for the table, and not known before; another number corrects."""
        self.ready(game)
        client = client_of("organizer")
        assert self.get(client, game, way="totals").fields["played"] == ""
        self.followed(client, game, played="3")
        assert self.get(client, game).fields["played"] == "3"
        snapshot = now(self.tournament(game))
        (state,) = [state for state in snapshot.tables.values() if state.finished]
        assert (state.rounds, {line.rounds for line in state.lines}) == (3, {3})
        text = Page(self.send(client, game, played="2", reason="misread")).text
        assert "This would change 2 rounds were played instead of 3." in text
        assert "13" in Page(self.send(client, game, played="14")).trouble

    def test_rounds_are_asked_for_where_tables_are_compared_by_them(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.tournament(game).stages.update(uneven="average")
        assert "Type how many rounds were played" in Page(self.send(client, game)).text
        self.tournament(game).stages.update(uneven="stands")
        self.followed(client, game)
        (state,) = [row for row in now(self.tournament(game)).tables.values() if row.finished]
        assert state.rounds == 0

    def test_another_correction_is_shown_anew(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.followed(client, game)
        answer = self.send(client, game, **{self.first(game): "99", "reason": "x", "agreed": "x"})
        assert answer.status_code == 409
        assert "Look at what this changes" in Page(answer).text

    def test_a_result_of_another_table_is_taken_back(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "Take this result back" not in self.get(client, game).text
        self.followed(client, game)
        assert "Is this the result of another table?" in self.get(client, game).text
        assert "Say why" in self.followed(client, game, deed="back", reason="").trouble
        back = {"deed": "back", "reason": "of table 2"}
        page = Page(self.send(client, game, **back))
        assert "Take the result of table 1 back? Stage 1 Nothing is changed yet." in page.text
        assert self.send(client, game, **back, agreed="x").status_code == 409
        page = self.followed(client, game, **back, agreed=page.buttons["agreed"])
        assert "Table 1 has no result now. Type in what its own paper says." in page.trouble
        page = self.get(client, game, way="totals")
        assert "Taken back: of table 2" not in page.text
        assert "Taken back:" in page.text
        assert self.first(game) in page.fields
        changed = {"corrects": "1", "reason": "misread"}
        assert (
            "took this result back: “of table 2”" in Page(self.send(client, game, **changed)).text
        )
        # Who types the table before it is led to this one again.
        query = {"way": "totals"}
        assert "then table 1" in Page(client.get(self.url_of(game, 2), query)).text

    def url_of(self, game: Game, number: int) -> str:
        return reverse("league:paper", args=[self.tournament(game).pk, number])

    def test_a_result_on_which_something_rests_says_why_it_stays(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        play_all(self.tournament(game))
        close(self.tournament(game))
        client, earlier = client_of("organizer"), {"stage": "1", "game": "1"}
        text = Page(client.get(self.url(game), earlier)).text
        assert "Stage 1 is closed. Open it again, then take this result back." in text
        page = Page(client.post(f"{self.url(game)}?stage=1&game=1", {"deed": "back"}, follow=True))
        assert "Stage 1 is closed." in page.trouble

    @pytest.mark.parametrize("typed", ["x", "-1", "99999", "1.5", "9" * 5000, "\0"])
    def test_what_is_no_total_stays_typed(
        self, client_of: ClientOf, game: Game, typed: str
    ) -> None:
        self.ready(game)
        answer = self.send(client_of("organizer"), game, **{self.first(game): typed})
        assert answer.status_code == 200
        assert not self.tournament(game).log.filter(kind="paper").exists()

    def test_a_table_on_a_tablet_says_where_to_correct(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        page = Page(self.send(client_of("organizer"), game))
        assert "Table 1 scores on a tablet. Put it right on its score sheet" in page.text

    def test_a_table_of_an_earlier_stage_is_corrected(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        play_all(self.tournament(game))
        close(self.tournament(game))
        client = client_of("organizer")
        assert "Final" in self.get(client, game).text
        page = Page(client.get(self.url(game), {"stage": "1", "game": "1"}))
        assert "Paper of table 1 Stage 1" in page.text
        [other_way] = [link for link in page.links if "way=" in link]
        page = Page(client.get(self.url(game) + other_way))
        assert "Paper of table 1 Stage 1" in page.text
        assert client.get(self.url(game), {"stage": "1", "game": "2"}).status_code == 404
        assert "Final" in self.get(client, game, stage="x").text


class TestPaperRounds(OfTournament):
    name = "paper"

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, 1]

    def sheet(self, game: Game, *rounds: Sequence[int], **more: str) -> dict[str, str]:
        """The form as the sheet has it; totals are those of the rounds."""
        keys = [seat.entrant_id for seat in table(self.tournament(game), 1).seats.all()]
        cells = {
            f"points-{number}-{key}": str(points)
            for number, row in enumerate(rounds, 1)
            for key, points in zip(keys, row, strict=True)
        }
        sums = {
            f"sum-{key}": str(sum(own))
            for key, own in zip(keys, zip(*rounds, strict=True), strict=True)
        }
        named = {name.replace("LAST", str(keys[-1])): value for name, value in more.items()}
        return {"way": "rounds", **cells, **sums, **named}

    def send_sheet(self, client: Client, game: Game, *rounds: Sequence[int], **more: str) -> Page:
        return Page(client.post(self.url(game), self.sheet(game, *rounds, **more), follow=True))

    def write_sheet(self, client: Client, game: Game, *rounds: Sequence[int], **more: str) -> Page:
        """Send the sheet, and say that the table stopped after these rounds."""
        asked = self.send_sheet(client, game, *rounds, **more)
        sheet = self.sheet(game, *rounds, **more) | {"anyway": asked.buttons["anyway"]}
        return Page(client.post(self.url(game), {**sheet, "sure": ALL_TICKED}, follow=True))

    def test_a_table_that_may_still_play_is_asked_about(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.send_sheet(client, game, (0, 15, 20, 30))
        assert "1 of 13 rounds is filled in. Has this table stopped?" in page.text
        assert "One question first." in page.trouble
        assert "is hardly possible" not in page.text, "it accuses nobody"
        assert not table(self.tournament(game), 1).paper.exists()
        self.write_sheet(client, game, (0, 15, 20, 30))
        assert table(self.tournament(game), 1).paper.get().played == 1

    def test_a_table_for_which_time_was_called_has_stopped(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        StageTable.objects.update(time_at=timezone.now())
        page = self.send_sheet(client_of("organizer"), game, (0, 15, 20, 30))
        assert "Has this table stopped?" not in page.text

    def test_points_of_who_did_not_come_back_are_asked_about(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """They were written down: a television then read "did not come back 42"."""
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        *_others, last = table(tournament, 1).seats.select_related("entrant")
        gone = Entrant.objects.filter(pk=last.entrant_id)
        gone.update(withdrawn_at=timezone.now(), withdrawn_how=Entrant.Leaving.NO_SHOW)
        page = self.send_sheet(client, game, (0, 15, 20, 30), (9, 0, 31, 12))
        question = f"{last.entrant.name} has left the tournament. Did this person play this game?"
        assert question in page.text
        self.write_sheet(client, game, (0, 15, 20, 30), (9, 0, 31, 12))
        assert table(tournament, 1).paper.get().lines[-1][1] == 42
        assert question not in self.send_sheet(client, game, (0, 15, 20, 31), (9, 0, 31, 12)).text

    LEFT_EARLY: ClassVar[dict[str, str]] = {
        "points-3-LAST": "",
        "points-4-LAST": "",
        "sum-LAST": "30",
    }
    FOUR_ROUNDS = ((0, 15, 20, 10), (9, 0, 31, 20), (0, 40, 20, 5), (61, 18, 0, 8))
    NO_WHOLE_GAME = (
        "left after 2 of 4 rounds. The total of 30 does not count as a game: "
        "those who played on come before. Is that so?"
    )

    def leave(self, game: Game) -> Entrant:
        """Let the last one of the table withdraw, who keeps the place earned so far."""
        tournament = self.tournament(game)
        tables_begin_on_paper(tournament=tournament, author=ANN)
        *_others, seat = table(tournament, 1).seats.select_related("entrant")
        return entrant_withdraw(entrant=seat.entrant, author=ANN, keeps=True)

    def test_who_left_before_the_last_round_has_no_whole_game(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """With 30 after 2 rounds one was first, before those who had played 4."""
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        last = self.leave(game)
        page = self.send_sheet(client, game, *self.FOUR_ROUNDS, **self.LEFT_EARLY)
        assert f"{last.name} {self.NO_WHOLE_GAME}" in page.text
        assert "Did this person play this game?" not in page.text
        assert "Go on with what is ticked" in page.text
        assert not table(tournament, 1).paper.exists()
        self.write_sheet(client, game, *self.FOUR_ROUNDS, **self.LEFT_EARLY)
        paper = table(tournament, 1).paper.get()
        assert [line[1] for line in paper.lines] == [70, 73, 71, None]
        assert [row[-1] for row in paper.rounds] == [10, 20, None, None]
        # What stands there now is not asked about again.
        shown = self.get(client, game).fields
        assert (shown[f"sum-{last.pk}"], shown[f"points-2-{last.pk}"]) == ("", "20")

    def test_a_total_that_counted_as_a_whole_game_can_be_put_right(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        self.write_sheet(client, game, *self.FOUR_ROUNDS)
        last = self.leave(game)
        changed = {**self.LEFT_EARLY, "reason": "went home", "corrects": "1"}
        asked = self.send_sheet(client, game, *self.FOUR_ROUNDS, **changed)
        assert self.NO_WHOLE_GAME in asked.text
        changed["anyway"] = asked.buttons["anyway"]
        seen = self.send_sheet(client, game, *self.FOUR_ROUNDS, **changed)
        assert f"{last.name}: no place instead of 43 points," in seen.text
        assert table(tournament, 1).paper.count() == 1

    def test_who_left_and_has_points_in_every_round_has_played_the_game(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        self.leave(game)
        page = self.send_sheet(client, game, *self.FOUR_ROUNDS)
        assert "does not count as a game" not in page.text
        assert "Did this person play this game?" in page.text
        self.write_sheet(client, game, *self.FOUR_ROUNDS)
        assert table(tournament, 1).paper.get().lines[-1][1] == 43

    def test_the_form_looks_like_the_sheet(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert "Name 1 12–12 2 11–11 3 10–10" in page.text
        assert "Who went out" in page.text
        assert "For ties" not in page.text
        assert "?way=totals" in page.links
        only = self.get(client_of("organizer"), game, way="totals")
        # The next tables are mostly typed like this one.
        assert only.fields["next_too"] == "on"
        assert "?way=rounds" in only.links
        assert "Who went out" not in only.text
        assert "For ties, if the sheet says it" in only.text

    def test_totals_only_is_for_one_table_unless_it_is_asked_for_the_next_ones(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)

        def sent(number: int, **more: str) -> Page:
            keys = [seat.entrant_id for seat in table(tournament, number).seats.all()]
            typed = {f"total-{key}": str(at) for at, key in enumerate(keys, 10)}
            address = reverse("league:paper", args=[tournament.pk, number])
            data = {"way": "totals", "then": "x", **typed, **more}
            return Page(client.post(address, data, follow=True))

        as_chosen = "Totals only, as you chose at the last table."
        page = sent(1, next_too="on")
        assert "Table 1 is written down." in page.trouble
        assert "Paper of table 2" in page.text
        assert "?way=rounds" in page.links
        assert as_chosen in page.text
        assert page.fields["next_too"] == "on"
        assert "Table 2 is written down." in sent(2).trouble
        assert BY_TOTALS not in client.session, "not asked for once more"

    def test_rounds_are_kept_with_who_checked_them(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.write_sheet(client, game, (0, 15, 20, 30), (9, 0, 31, 12), verified_by="Bob")
        assert "Table 1 is written down." in page.trouble
        kept = table(self.tournament(game), 1).paper.get()
        lines = [line[1:] for line in kept.lines]
        assert lines == [[9, 1, 0], [15, 1, 0], [51, 0, 20], [42, 0, 12]]
        assert kept.rounds == [[0, 0, 15, 20, 30], [1, 9, 0, 31, 12]]
        assert kept.verified_by == "Bob"
        assert self.tournament(game).log.get(kind="paper").text.endswith("Checked by Bob.")
        again = self.get(client, game)
        assert "checked by Bob" in again.text
        assert again.fields[f"points-2-{kept.lines[2][0]}"] == "31"

    def test_a_sum_that_does_not_agree_is_marked(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        data = self.sheet(game, (0, 15, 20, 30), **{"sum-LAST": "20"})
        answer = client_of("organizer").post(self.url(game), data)
        assert Page(answer).text.count("add up to 30, and the total is 20.") == 1
        assert answer.content.decode().count('aria-invalid="true"') == 1
        assert not table(self.tournament(game), 1).paper.exists()

    def test_totals_that_are_empty_are_added_up_and_said(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        rounds = [(0, 15, 20, 30)] * 12 + [(9, 0, 31, 12)]
        names = [
            seat.entrant.name
            for seat in table(self.tournament(game), 1).seats.select_related("entrant")
        ]
        typed = self.sheet(game, *rounds)
        sheet = {name: "" if name.startswith("sum-") else typed[name] for name in typed}
        page = Page(client_of("organizer").post(self.url(game), sheet, follow=True))
        sums = "{} 9, {} 180, {} 271 and {} 372".format(*names)
        assert f"Table 1 is written down. Totals: {sums}." in page.trouble
        kept = table(self.tournament(game), 1).paper.get()
        assert [line[1] for line in kept.lines] == [9, 180, 271, 372]

    def test_who_came_late_to_a_table_on_paper_is_added_up(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        tables_begin_on_paper(tournament=tournament, author=ANN)
        (late,) = enter(tournament, 1)
        late_seat(
            tournament=tournament, author=ANN, key=new_key(), entrant=late, table=1, reason=""
        )
        told = f"{late.name} came late: leave the rounds before empty. The points to begin with"
        assert told in self.get(client, game).text
        assert "Type the total with that added." in self.get(client, game, way="totals").text
        rounds = [(0, 15, 20, 30, 0), (9, 0, 31, 12, 40)]
        sheet = self.sheet(game, *rounds, **{"sum-LAST": ""}) | {f"points-1-{late.pk}": ""}
        asked = Page(client.post(self.url(game), sheet))
        agreed = {**sheet, "anyway": asked.buttons["anyway"], "sure": ALL_TICKED}
        page = Page(client.post(self.url(game), agreed, follow=True))
        assert f"{late.name} 70 (begins with 30)." in page.trouble
        (state,) = [state for state in now(tournament).tables.values() if state.finished]
        line = next(line for line in state.lines if line.key == late.pk)
        assert (line.total, line.lowest_round, line.running) == (70, 40, (30, 70))
        assert self.get(client, game).fields[f"points-1-{late.pk}"] == ""

    def test_what_can_hardly_be_is_written_once_agreed_to(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        rounds = [(0, 15, 20, 30)] * 12
        page = self.send_sheet(client, game, *rounds, (0, 15, 20, 1500))
        assert "Something on this sheet is hardly possible." in page.trouble
        agreed = page.buttons["anyway"]
        other = self.send_sheet(client, game, *rounds, (0, 15, 21, 1500), anyway=agreed)
        assert "Something on this sheet is hardly possible." in other.trouble
        done = self.send_sheet(client, game, *rounds, (0, 15, 20, 1500), anyway=agreed)
        assert "Table 1 is written down." in done.trouble

    def test_of_several_doubts_each_is_ticked_by_itself(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        sheet = self.sheet(game, (0, 15, 20, 1500))
        page = Page(client.post(self.url(game), sheet))
        assert "2 things on this sheet are unusual." in page.trouble
        assert page.text.count("The sheet says so") == 2
        agreed = {**sheet, "anyway": page.buttons["anyway"]}
        for ticked in ([], ["1"]):
            some = Page(client.post(self.url(game), {**agreed, "sure": ticked}))
            assert "Not all are ticked yet." in some.trouble
        done = Page(client.post(self.url(game), {**agreed, "sure": ["0", "1"]}, follow=True))
        assert "Table 1 is written down." in done.trouble

    def test_the_name_of_who_checked_it_can_come_later(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.write_sheet(client, game, (0, 15, 20, 30))
        page = self.send_sheet(client, game, (0, 15, 20, 30), verified_by="Cal")
        assert "Table 1 is corrected." in page.trouble
        assert [paper.verified_by for paper in table(self.tournament(game), 1).paper.all()] == [
            "",
            "Cal",
        ]

    def test_more_went_out_than_rounds_is_marked(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        keys = [seat.entrant_id for seat in table(self.tournament(game), 1).seats.all()]
        data = {f"total-{key}": "10" for key in keys} | {f"outs-{key}": "5" for key in keys[:3]}
        answer = client_of("organizer").post(self.url(game), {"way": "totals", **data})
        assert "Together they won 15 rounds, and the game has 13 rounds." in Page(answer).text
        assert answer.content.decode().count('aria-invalid="true"') == 3


class TestPrintTables(ShowsTournament):
    name = "print-tables"
    most_queries = 34

    def test_a_sheet_for_each_table_with_its_square(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert "Table 1, Stage 1 Senior games" in page.text
        assert page.text.count("This table's sheet, for its tablet") == 2
        assert page.text.index("Ann") < page.text.index("Table 2, Stage 1")

    def test_a_sheet_names_the_division_that_plays_by_itself(
        self, client_of: ClientOf, game: Game
    ) -> None:
        begin(tournament_of(game.club, 3, {"by_division": True, "size": 3}))
        assert "Table 1, Stage 1 · 75–79" in self.get(client_of("organizer"), game).text

    def test_tables_on_paper_get_sheets_where_others_play_on_tablets(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tables_choose(tournament=self.tournament(game), on={2: PlaysOn.PAPER})
        client = client_of("organizer")
        client_of("tablet")
        Tablet.objects.update(table_number=1)
        text = self.get(client, game).text
        assert "1 table plays on paper. Here is its sheet. Sheets for all 2 tables" in text
        assert ("Table 2, Stage 1" in text, "Table 1, Stage 1" in text) == (True, False)
        assert "Table 1, Stage 1" in self.get(client, game, all="1").text

    def test_before_the_beginning_there_is_none(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        assert "Nobody is seated yet." in self.get(client_of("organizer"), game).text
