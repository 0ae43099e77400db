"""What is sent to the state, as CSV and XLSX."""

import csv
import io

from openpyxl import load_workbook

from league.models import Entrant, Tournament
from scoring.models import Game
from tests.league.tournaments.display.of_bracket import ShowsTournament
from tests.league.tournaments.played import three_stages
from tests.litany import ORGANIZERS, ClientOf

HEADS = ["event", "division", "place", "name", "residence", "medal", "qualified"]


class OfFile(ShowsTournament):
    may = ORGANIZERS
    most_queries = 20

    def table(self, content: bytes) -> list[list[str]]:
        raise NotImplementedError

    def rows(self, client_of: ClientOf, game: Game) -> list[list[str]]:
        answer = client_of("organizer").get(self.url(game))
        assert "attachment" in answer["Content-Disposition"]
        return self.table(answer.content)

    def test_everybody_who_played_with_place_and_qualified(
        self, client_of: ClientOf, game: Game
    ) -> None:
        three_stages(game.club, 37, until=4, event="Mexican Train")
        heads, *lines = self.rows(client_of, game)
        assert heads == HEADS
        assert len(lines) == 37
        assert lines[0][:3] == ["Mexican Train", "75–79", "1"]
        assert [line[5:] for line in lines[:3]] == [
            ["Gold", "yes"],
            ["Silver", "yes"],
            ["Bronze", "no"],
        ]
        assert {line[4] for line in lines} == {"Hillside", "Sun Valley", "Old Mill"}

    def test_where_nothing_qualifies_nobody_is_said_not_to(
        self, client_of: ClientOf, game: Game
    ) -> None:
        three_stages(game.club, 10, until=4, qualifiers=0)
        assert self.rows(client_of, game)[0] == HEADS[:-1]

    def test_no_text_is_a_formula(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Entrant.objects.filter(number=1).update(name="=1+1", community="@home")
        told = {line[3]: line[4] for line in self.rows(client_of, game)}
        assert told["'=1+1"] == "'@home"

    def test_without_an_event_it_has_the_tournaments_name(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Tournament.objects.update(name="Games / 2026 [Gym] " + "x" * 60)
        assert self.rows(client_of, game)[1][0].startswith("Games / 2026 [Gym]")


class TestTournamentCsv(OfFile):
    name = "tournament-csv"

    def table(self, content: bytes) -> list[list[str]]:
        return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


class TestTournamentXlsx(OfFile):
    name = "tournament-xlsx"

    def table(self, content: bytes) -> list[list[str]]:
        sheet = load_workbook(io.BytesIO(content)).active
        assert sheet is not None
        return [[str(value) for value in row] for row in sheet.iter_rows(values_only=True)]


del OfFile
