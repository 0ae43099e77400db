"""The paper of one table of a day that is under way, round by round or by its totals."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import GameDay
from scoring.models import Game, Player
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import new_key
from tests.league.factories import GameDayFactory, begin, end, seat
from tests.litany import BOTH, ClientOf, Writes
from tests.page import Page

from .of_day import OfDay

ROUNDS = ((0, 12, 30, 41), (8, 0, 22, 17))


def paper(day: GameDay, *rounds: tuple[int | str, ...], **more: str) -> dict[str, str]:
    """The form of table 2 in game 1 of the day, with these rounds and their sums."""
    plan = day.plans.get()
    form = {"key": new_key(), **more}
    for column, pk in enumerate(plan.tables[0][1]):
        numbers = [row[column] for row in rounds]
        form |= {f"points-{at}-{pk}": str(cell) for at, cell in enumerate(numbers, 1)}
        form[f"sum-{pk}"] = str(sum(int(cell) for cell in numbers)) if numbers[0] != "" else ""
    return form


class TestPaperTable(OfDay, Writes):
    name = "paper-table"
    methods = BOTH
    may = frozenset({"organizer"})

    def args(self, game: Game) -> list[object]:
        return [self.day(game).pk, 1, 2]

    def unknown(self, game: Game) -> list[list[object]]:
        day = self.day(game).pk
        return [*super().unknown(game), [day, 1, 0], [day, 1, 9], [day, 9, 2], [day, 10**30, 2]]

    def data(self, game: Game) -> dict[str, Any]:
        return paper(self.day(game), *ROUNDS)

    def test_a_table_that_began_is_written_round_by_round(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        begun = begin(day)[1]
        assert "Totals are added up for you." in self.get(client, game).text
        form = self.data(game)
        form |= {name: "" for name in form if name.startswith("sum-")}
        for _tap in range(2):
            page = Page(client.post(self.url(game), form, follow=True))
            assert "Table 2 is written down. Totals: " in page.trouble
        written = Game.objects.get(table_game__game_day=day, table_game__table_number=2)
        assert written == begun
        sheet = sheet_of(written)
        assert written.finished_at is not None
        assert [seat.total for seat in sheet.seats] == [8, 12, 52, 58]
        assert [line.entry.starting_double for line in sheet.rounds] == [12, 11]

    def test_what_does_not_fit_is_said_and_what_is_odd_is_asked(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        first = Player.objects.get(pk=day.plans.get().tables[0][1][0])
        form = self.data(game) | {f"sum-{first.pk}": "9"}
        page = Page(client.post(self.url(game), form))
        assert f"The rounds of {first.name} add up to 8, and the total is 9." in page.text
        last = Player.objects.get(pk=day.plans.get().tables[0][1][3])
        form = paper(day, (0, 12, 30, ""), (8, 0, 22, ""))
        answer = client.post(self.url(game), form)
        assert f"The line of {last.name} is empty. Did this person not play here?" in (
            Page(answer).text
        )
        assert not day.table_games.exists()
        mark = answer.context["form"].read.mark
        assert client.post(self.url(game), {**form, "anyway": mark}).status_code == 302
        seats = day.table_games.get().game.seats
        assert seats.count() == 3
        assert not seats.filter(player=last).exists()

    def test_what_is_scored_there_stays(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, begun = client_of("organizer"), begin(self.day(game))[1]
        page = Page(client.get(f"/days/{self.day(game).pk}/"))
        assert "Enter table 2 from paper" in page.text
        end(begun)
        page = Page(client.get(f"/days/{self.day(game).pk}/"))
        assert "Enter table 2 from paper" not in page.text
        answer = client.post(self.url(game), self.data(game))
        assert answer.headers["Location"] == f"/games/{begun.code}/"
        assert sheet_of(begun).rounds_played == 1


@pytest.mark.parametrize("started", [False, True])
def test_the_totals_of_an_earlier_table_are_entered_alone(
    client_of: ClientOf, game: Game, *, started: bool
) -> None:
    day = GameDayFactory(club=game.club, date=timezone.localdate(), rounds=2)
    seat(day)
    begin(day, *((1, 2) if started else (1,)))
    GameDay.objects.update(current_round=2)
    client: Client = client_of("organizer")
    page = Page(client.get(f"/days/{day.pk}/"))
    assert "Without a result from an earlier game: Game 1, table 1 Game 1, table 2" in page.text
    address = f"/days/{day.pk}/paper/?game=1&table=2"
    answer = client.get(address)
    people = Player.objects.in_bulk(day.plans.get().tables[0][1])
    lines = [row for row in answer.context["grid"].rows if row.name]
    assert {row.name for row in lines} == {player.name for player in people.values()}
    form = {"games": "2", "rows": "4", "key": new_key(), "shown": "1", "rounds-1": "13"}
    for at, row in enumerate(lines, 1):
        form |= {f"name-{at}": row.name, f"table-{at}-1": "2", f"total-{at}-1": str(90 + at)}
    mark = client.post(address, form).context["mark"]
    answer = client.post(address, {**form, "agreed": mark})
    assert answer.headers["Location"] == f"/days/{day.pk}/"
    written = day.table_games.get(seating_round=1, table_number=2).game
    assert written.totals_only
    assert "Game 1, table 2" not in Page(client.get(f"/days/{day.pk}/")).text
