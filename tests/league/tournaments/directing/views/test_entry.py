"""One entry: mended, accepted or refused, withdrawn, brought back, removed."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant, StageEntrant
from scoring.models import Game
from tests.league.factories import StageFactory, person
from tests.league.tournaments.entrants.views.of_tournament import OfEntrant
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page


def seat(entrant: Entrant) -> None:
    stage = StageFactory(tournament=entrant.tournament)
    StageEntrant.objects.create(stage=stage, entrant=entrant, seed=1)


class TestEntrant(OfEntrant, Shows, Writes):
    name = "entrant"
    methods = BOTH
    most_queries = 8

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "Ann", "born": "1945", "gender": "woman", "community": "Lakeside"}

    def test_what_is_known_can_be_mended(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert "Number 1 · Women 70–79 · entered" in page.text
        assert page.fields["born"] == "6/15/1950"
        assert "Kept: Ann." in self.followed(client, game).trouble
        ann = self.named(game)
        assert (ann.born, ann.community) == (date(1945, 1, 1), "Lakeside")
        assert self.get(client, game).fields["born"] == "1945"

    @pytest.mark.parametrize("back", ["divisions", "door", "state-list", "x"])
    def test_it_leads_back_to_the_list_one_came_from(
        self, client_of: ClientOf, game: Game, back: str
    ) -> None:
        """The bug it would catch: after each name that lacks something, the list is looked for."""
        self.ready(game)
        client = client_of("organizer")
        pages = [
            reverse(f"league:{name}", args=self.args(game)[:1])
            for name in ("entrants", back)
            if name != "x"
        ]
        assert pages[-1] in self.get(client, game, back=back).links
        sent = client.post(f"{self.url(game)}?back={back}", self.data(game))
        assert sent.headers["Location"] == pages[-1]

    def test_after_the_end_it_says_what_has_to_be_opened_first(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        StageFactory(tournament=tournament, name="Final", closed_at=timezone.now())
        self.change(game, ended_at=timezone.now())
        text = self.get(client_of("organizer"), game).text
        assert "Open Final again first; close it again afterwards." in text

    def test_after_the_end_a_wide_age_group_is_narrowed_once_that_was_seen(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.change(game, began_at=timezone.now(), ended_at=timezone.now())
        Entrant.objects.filter(pk=self.named(game).pk).update(born=None, age_from=60, age_to=None)
        client = client_of("organizer")
        asked = Page(client.post(self.url(game), {"narrow": "70-79"}))
        assert "Not saved yet: this would change Ann is now in Women 70–79." in asked.text
        assert self.named(game).age_to is None
        assert "type in only what was missing" in asked.text
        said = Page(client.post(self.url(game), asked.fields, follow=True)).trouble
        assert "Kept: Ann. Ann is now in Women 70–79." in said

    def test_a_wide_age_group_is_narrowed_with_one_tap(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        ann = self.named(game)
        ann.born, ann.age_from, ann.age_to = None, 60, None
        ann.save()
        client = client_of("organizer")
        divisions = reverse("league:divisions", args=[ann.tournament_id])
        text = Page(client.get(divisions)).text
        assert "Ann 60 and older 60–69 : Ann 70–79 : Ann 80 and older : Ann" in text
        for sent, ages in (("50-59", (60, None)), ("x", (60, None)), ("70-79", (70, 79))):
            client.post(self.url(game), {"narrow": sent})
            ann.refresh_from_db()
            assert (ann.age_from, ann.age_to) == ages
        assert self.get(client, game).fields["age_group"] == "70-79"
        self.send(client, game, age_group="70-79", born="1950")
        ann.refresh_from_db()
        assert str(ann.born) == "1950-01-01"
        assert ann.age_group is None

    def test_what_it_changes_while_it_is_played_is_said(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.change(game, began_at=timezone.now())
        client = client_of("organizer")
        moves = "Ann is now in Women 80 and older."
        asked = Page(self.send(client, game))
        assert f"Not saved yet: this would change {moves}" in asked.text
        assert str(self.named(game).born) == "1950-06-15"
        other = Page(self.send(client, game, born="1965", agreed=asked.fields["agreed"]))
        assert "Look at what this changes, and agree to it." in other.text
        said = self.followed(client, game, agreed=asked.fields["agreed"]).trouble
        assert f"Kept: Ann. {moves}" in said

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"name": "Bob"}, "“Bob” has entered already, with number 2."),
            ({"name": " "}, "Something is missing"),
            ({"born": "tomorrow"}, "“tomorrow” is not a date of birth."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        assert said in Page(self.send(client, game, **sent)).trouble
        assert rows() == before

    def test_who_was_seated_takes_nobody_s_name(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        seat(self.named(game))
        person(game.club, "Hal")
        page = Page(self.send(client_of("organizer"), game, name="Hal"))
        assert "Another record is called “Hal”. If the two are one person, merge them." in (
            page.trouble
        )

    @pytest.mark.parametrize(
        ("name", "offers"),
        [
            ("Ann", ["Check in", "Goes away", "Remove this entry"]),
            ("Bob", ["Checked in by mistake: take it back", "Goes away", "Remove this entry"]),
            ("Dot", ["Back in", "Remove this entry"]),
            ("Zoe", ["Accept", "Refuse"]),
        ],
    )
    def test_what_can_be_done_depends(
        self, client_of: ClientOf, game: Game, name: str, offers: list[str]
    ) -> None:
        self.ready(game)
        self.asks(game)
        deeds = ["Check in", "Checked in by mistake: take it back", "Back in", "Accept", "Refuse"]
        deeds += ["Goes away", "Remove this entry"]
        args = [self.tournament(game).pk, self.named(game, name).pk]
        url = reverse("league:entrant", args=args)
        page = Page(client_of("organizer").get(url))
        assert [deed for deed in deeds if deed in page.text] == [
            deed for deed in deeds if deed in offers
        ]

    def test_who_was_seated_can_only_withdraw(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        seat(self.named(game))
        page = self.get(client_of("organizer"), game)
        assert "Goes away" in page.text
        assert "Remove this entry" not in page.text
        assert "Somebody who has been seated is renamed in the directory too." in page.text


class TestEntrantAnswer(OfEntrant, Writes):
    name = "entrant-answer"

    def ready(self, game: Game) -> None:
        super().ready(game)
        self.asks(game)

    def args(self, game: Game) -> list[object]:
        zoe = Entrant.objects.filter(name="Zoe").first()
        return [self.tournament(game).pk, zoe.pk if zoe else 0]

    def data(self, game: Game) -> dict[str, Any]:
        return {"deed": "accept"}

    def test_who_is_accepted_has_a_number(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "Zoe has entered, with number 5." in page.trouble
        assert "1 entry waits" not in page.text

    def test_who_is_refused_is_forgotten(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, deed="refuse")
        assert "The entry of Zoe is deleted." in page.trouble
        assert not Entrant.objects.filter(name="Zoe").exists()

    @pytest.mark.parametrize("deed", ["", "x", None])
    def test_nonsense_changes_nothing(
        self, client_of: ClientOf, game: Game, deed: str | None
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        assert self.send(client, game, deed=deed).status_code == 302
        assert rows() == before

    @pytest.mark.parametrize("deed", ["accept", "refuse"])
    def test_a_no_is_said(self, client_of: ClientOf, game: Game, deed: str) -> None:
        self.ready(game)
        self.change(game, ended_at=timezone.now())
        client, before = client_of("organizer"), rows()
        assert "This tournament has ended." in self.followed(client, game, deed=deed).trouble
        assert rows() == before
