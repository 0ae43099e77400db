"""The list of tables by family name."""

import re
from datetime import time

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Stage, StageTable, Tournament
from league.tournaments.courses import loaded
from league.tournaments.display.selectors.table_list import table_list_in
from scoring.models import Club, Game
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.played import enter, seat, three_stages
from tests.litany import ClientOf
from tests.page import Page, asks_again

from .of_bracket import ShownPublicly

NAMES = ("Ann van Dyk", "Bob Baker", "Cal Østergaard", "Dee Émond")


def unhidden(html: str) -> list[str]:
    """The names of those lines that are not hidden."""
    names = re.findall(r'<li([^>]*)>\s*<a class="who"[^>]*>([^<]*)<', html)
    return [name for marks, name in names if "hidden" not in marks]


def seated(club: Club, **about: object) -> Tournament:
    """Four people with family names at two tables."""
    tournament: Tournament = TournamentFactory(club=club, public=True, **about)
    stage = StageFactory(tournament=tournament, name="Heats", size=2, least=2, starts=time(9, 0))
    people = [enter(tournament, 1, name=name)[0] for name in NAMES]
    seat(stage, [people[:2], people[2:]])
    return tournament


class TestTableList(ShownPublicly):
    name = "table-list"
    most_queries = 22

    def test_family_names_come_first_and_sort_without_accents(
        self, client_of: ClientOf, game: Game
    ) -> None:
        seated(game.club)
        text = self.get(client_of("nobody"), game).text
        assert (
            "B Baker, Bob Table 1 E Émond, Dee Table 2 O Østergaard, Cal Table 2 "
            "V van Dyk, Ann Table 1" in text
        )

    def test_when_the_stage_starts_is_said_on_one_s_own_page_too(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = seated(game.club)
        ann = tournament.entrants.order_by("pk")[0]
        own = reverse("league:place-why", args=[tournament.pk, ann.pk])
        for begun in (False, True):
            pages = [Page(client_of("nobody").get(address)) for address in (self.url(game), own)]
            assert ["Starts at 9 a.m." in page.text for page in pages] == [not begun] * 2
            StageTable.objects.filter(number=2).update(on_paper_at=timezone.now())
            Tournament.objects.update(revision=99)

    @pytest.mark.parametrize("typed", ["oster", "CAL øster", "Østergaard, Cal"])
    def test_a_name_is_found_whatever_its_accents(
        self, client_of: ClientOf, game: Game, typed: str
    ) -> None:
        seated(game.club)
        html = client_of("nobody").get(self.url(game), {"name": typed}).content.decode()
        assert unhidden(html) == ["Østergaard, Cal"]

    @pytest.mark.parametrize(("typed", "missed"), [("<zz>", True), ("dyk", False), ("", False)])
    def test_a_name_that_nobody_has(
        self, client_of: ClientOf, game: Game, typed: str, missed: bool
    ) -> None:
        seated(game.club)
        html = client_of("nobody").get(self.url(game), {"name": typed}).content.decode()
        assert ("data-nobody>" in html) is missed
        assert ("data-nobody hidden>" in html) is not missed

    def test_what_was_looked_for_is_kept_when_the_list_renews_itself(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = seated(game.club)
        client = client_of("nobody")
        news = asks_again(client.get(self.url(game), {"name": "dyk"}))
        assert client.get(news).status_code == 204
        Tournament.objects.filter(pk=tournament.pk).update(revision=99)
        answer = client.get(news).content.decode()
        assert "<form" not in answer
        assert unhidden(answer) == ["van Dyk, Ann"]

    def test_nobody_is_listed_before_the_first_stage(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club, public=True)
        StageFactory(tournament=tournament)
        enter(tournament, 1, name="Eve Baker")
        text = self.get(client_of("nobody"), game).text
        assert "as soon as everybody is seated" in text
        assert "Baker" not in text

    @pytest.mark.parametrize(
        ("names", "shown"), [("first", "Bob B. Table 1"), ("initials", "B. B. Table 1")]
    )
    def test_strangers_see_names_as_the_club_shows_them(
        self, client_of: ClientOf, game: Game, names: str, shown: str
    ) -> None:
        seated(game.club)
        Club.objects.update(names=names)
        text = self.get(client_of("nobody"), game).text
        assert shown in text
        assert "Baker" not in text
        # A whole name finds its short one, and what is not shown is not looked through.
        for typed in ("Bob Baker", "Bob Bell"):
            html = client_of("nobody").get(self.url(game), {"name": typed}).content.decode()
            assert unhidden(html) == [shown.removesuffix(" Table 1")]

    def test_it_says_when_it_starts_and_when_to_be_there(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = seated(game.club, be_there=20)
        assert "Starts at 9 a.m., be there at 8:40 a.m." in self.get(client_of("nobody"), game).text
        Tournament.objects.filter(pk=tournament.pk).update(be_there=0)
        assert "Starts at 9 a.m. " in self.get(client_of("nobody"), game).text
        assert "be there" not in self.get(client_of("nobody"), game).text

    def test_who_did_not_go_on_and_who_withdrew_have_no_table(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 10, until=2)
        stage = Stage.objects.get(tournament=tournament, number=2)
        leaving = stage.field.latest("pk").entrant
        leaving.withdrawn_at = leaving.entered_at
        leaving.save()
        text = self.get(client_of("nobody"), game).text
        assert "last game: in First stage" in text
        assert f"{leaving.name} withdrew" in text
        lines = {line.entrant: line for line in table_list_in(loaded(tournament)).lines}
        assert not lines[leaving.pk].plays

    def test_a_cancelled_one_says_so(self, client_of: ClientOf, game: Game) -> None:
        seated(game.club)
        Tournament.objects.update(cancelled_at="2026-03-01T12:00:00Z")
        text = self.get(client_of("nobody"), game).text
        assert "This tournament is cancelled." in text
        assert "Baker" not in text

    def test_the_directors_learn_that_strangers_see_nothing(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = seated(game.club)
        page = self.get(client_of("organizer"), game)
        assert f"testserver/t/{tournament.pk}" in page.text
        Tournament.objects.update(public=False)
        page = self.get(client_of("organizer"), game)
        assert "Only people of the club may watch" in page.text
        assert "testserver/t/" not in page.text

    def test_notes_of_the_day_are_no_html(self, client_of: ClientOf, game: Game) -> None:
        seated(game.club, notes="<b>Lunch</b>\nat noon")
        html = client_of("nobody").get(self.url(game)).content.decode()
        assert "&lt;b&gt;Lunch&lt;/b&gt;<br>at noon" in html

    def test_who_waits_sees_the_tables_come_and_the_end_taken_back(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club, public=True)
        stage = StageFactory(tournament=tournament)
        client = client_of("nobody")
        page = client.get(self.url(game))
        assert "as soon as everybody is seated" in page.content.decode()
        seat(stage, [enter(tournament, 2)])
        seen = client.get(asks_again(page))
        assert unhidden(seen.content.decode()) == ["Ann", "Bob"]
        Tournament.objects.filter(pk=tournament.pk).update(ended_at="2026-03-01T12:00:00Z")
        seen = client.get(asks_again(seen))
        assert "The tournament is over." in seen.content.decode()
        Tournament.objects.filter(pk=tournament.pk).update(ended_at=None)
        assert len(unhidden(client.get(asks_again(seen)).content.decode())) == 2


class TestTableListNow(ShownPublicly):
    name = "table-list-now"
    most_queries = 22
