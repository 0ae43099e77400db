"""The awards sheet."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import DivisionMerge, Entrant
from league.tournaments.directing.services.results import PaperNotAgreed
from scoring.models import Game
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.display.of_bracket import ShowsTournament
from tests.league.tournaments.played import close, enter, table_played, three_stages
from tests.league.tournaments.runs import type_in
from tests.litany import ClientOf


class TestAwards(ShowsTournament):
    name = "awards"
    most_queries = 22

    def test_what_is_called_out_in_its_order(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 37, until=4)
        text = self.get(client_of("organizer"), game).text
        first = text[text.index("75–79") : text.index("80–84")]
        order = [first.index(word) for word in ("Ribbon place 5", "Bronze", "Silver", "Gold")]
        assert order == sorted(order)
        assert "Provisional" not in text

    def test_what_a_correction_changed_stands_behind_the_awards(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club, band_width=0)
        people = enter(tournament, 3)
        table = table_played(StageFactory(tournament=tournament), people, (5, 10, 20))
        close(table.round.stage)
        tournament.refresh_from_db()
        with pytest.raises(PaperNotAgreed) as asked:
            type_in(tournament, table, 15, 10, 20, reason="misread")
        type_in(tournament, table, 15, 10, 20, reason="misread", agreed=asked.value.preview.mark)
        text = self.get(client_of("organizer"), game).text
        changed = text.index("What was changed after the end")
        assert text.index("Gold place 1 Bob") < changed < text.index("Bob wins gold")

    def test_without_divisions_none_is_named(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club, band_width=0, medals=True)
        people = enter(tournament, 3)
        table_played(StageFactory(tournament=tournament), people, (5, 5, 20))
        text = self.get(client_of("organizer"), game).text
        assert "Gold: Ann and Bob are level." in text
        assert "Open" not in text

    def test_it_leads_to_what_else_is_printed_or_sent(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        links = self.get(client_of("organizer"), game).links
        for name in ("certificates", "tournament-csv", "tournament-xlsx", "places"):
            assert reverse(f"league:{name}", args=self.args(game)) in links

    def test_before_the_end_it_is_provisional(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert "Provisional." in self.get(client_of("organizer"), game).text

    def test_a_shared_medal_one_alone_and_combined_divisions(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club)
        people = enter(tournament, 3, born="1950-05-05") + enter(tournament, 1, born="1961-05-05")
        stage = StageFactory(tournament=tournament)
        table_played(stage, people, (7, 7, 20, 30))
        close(stage)
        text = self.get(client_of("organizer"), game).text
        assert "One entrant alone in this division." in text
        assert "Gold place 1 Ann Hillside Bob Sun Valley" in text
        assert "The place is shared: both receive gold." in text
        assert "Silver" not in text
        Entrant.objects.filter(name="Cal").update(born=None)
        DivisionMerge.objects.create(
            tournament=tournament,
            divisions=["65-69", "75-79"],
            reason="Dot was alone.",
            author="Olive",
            merged_at=timezone.now(),
        )
        text = self.get(client_of("organizer"), game).text
        assert "Say: these divisions were combined: Dot was alone." in text
        assert "One entrant alone" not in text

    def test_where_nothing_is_won(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club)
        client = client_of("organizer")
        assert "Nobody has entered yet." in self.get(client, game).text
        enter(tournament, 1)
        assert "Nobody wins anything here yet." in self.get(client, game).text
