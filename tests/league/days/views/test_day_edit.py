"""Changing one game day."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.models import DayAnswer, DayMail, GameDay
from scoring.models import Game
from tests.litany import BOTH, ClientOf, Writes, rows
from tests.page import Page

from .of_day import OfDay
from .test_day_add import WRONG, typed


class TestDayEdit(OfDay, Writes):
    name = "day-edit"
    methods = BOTH
    may = frozenset({"organizer"})

    def data(self, game: Game) -> dict[str, Any]:
        return typed(place="Library")

    def test_it_shows_and_keeps_the_day(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert page.fields["place"] == "Community center"
        assert (page.fields["date"], page.fields["ends"]) == ("2026-03-02", "16:00")
        assert page.fields["rules"] == "family"
        page = self.followed(client, game, note="Bring cake")
        assert "The game day is changed." in page.trouble
        assert "Library Map of Library, at openstreetmap.org · Bring cake" in page.text
        assert self.day(game).sequence == 1

    @pytest.mark.parametrize(
        ("choice", "answers", "is_past", "said"),
        [
            ("keep", 2, 0, "2 answers stay, and are for the new date now. Tell them the new date."),
            ("ask", 0, 0, "The answers are removed. Ask again who comes."),
            # Of a day that was, nobody is to be told or asked anything.
            ("keep", 2, 1, "2 answers stay, and are for the new date now."),
            ("ask", 0, 1, "The answers are removed."),
        ],
    )
    def test_a_day_that_moves_asks_what_becomes_of_the_answers(
        self, client_of: ClientOf, game: Game, choice: str, answers: int, is_past: int, said: str
    ) -> None:
        self.ready(game)
        date = str(timezone.localdate() + timedelta(days=-1 if is_past else 1))
        day, client = self.day(game), client_of("organizer")
        for player, coming in zip(game.club.players.all(), ("yes", "no"), strict=False):
            DayAnswer.objects.create(
                game_day=day,
                player=player,
                coming=coming,
                answered_at=timezone.now(),
                in_line_since=timezone.now(),
            )
            DayMail.objects.create(game_day=day, player=player, sent_at=timezone.now())
        assert "answers" not in self.get(client, game).fields
        assert "stay" not in self.followed(client, game, note="Bring cake").trouble
        page = self.followed(client, game, date=date)
        asked = "1 person said yes for Monday, March 2, and 1 said no. What about that?"
        assert asked in page.trouble
        # Whoever answers need not look for the end of a long form.
        assert f"{asked} Save" in page.text
        assert str(self.day(game).date) == "2026-03-02"
        page = self.followed(client, game, date=date, answers=choice)
        assert page.trouble.partition(" Note. ")[0].endswith(f"The game day is changed. {said}")
        assert day.answers.count() == DayMail.objects.filter(game_day=day).count() == answers
        assert str(self.day(game).date) == date

    def test_a_day_without_answers_moves_at_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, date="2026-03-08")
        assert page.trouble.endswith("The game day is changed.")

    @pytest.mark.parametrize(("changed", "said"), WRONG)
    def test_what_is_wrong_is_said_and_kept(
        self, client_of: ClientOf, game: Game, changed: dict[str, str], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        page = Page(self.send(client, game, **changed))
        assert said in page.trouble
        assert rows() == before

    def test_rounds_that_are_on_are_not_taken_away(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        GameDay.objects.update(current_round=2)
        page = Page(self.send(client_of("organizer"), game, rounds="1"))
        assert "Game 2 is on" in page.trouble
