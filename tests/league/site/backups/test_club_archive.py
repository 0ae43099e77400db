"""A club in one file, from its page."""

from pathlib import Path

from django.contrib.auth.models import User
from django.test import Client

from league.archives.reading import archive_read
from scoring.models import Club, Game, LogEntry
from tests.confirming import Sensitive, confirm
from tests.factories import play
from tests.litany import ClientOf, Shows


class TestClubArchive(Sensitive, Shows):
    app = "league"
    name = "club-archive"
    most_queries = 100

    def test_what_is_saved_is_the_club(
        self, client_of: ClientOf, game: Game, tmp_path: Path
    ) -> None:
        play(game, 12, 0, 45, 9)
        answer = client_of("organizer").get(self.url(game))
        assert answer["Cache-Control"] == "private, no-store"
        assert "attachment" in answer["Content-Disposition"]
        assert 'filename="hillside-dominoes-' in answer["Content-Disposition"]
        path = tmp_path / "saved.club"
        path.write_bytes(answer.content)
        again = archive_read(path=path)
        assert again.name == "Hillside Dominoes"
        assert Game.objects.get(club=again).entries.count() == 1

    def test_the_log_tells_of_it_once_the_file_is_given(self, organizer: User, game: Game) -> None:
        client = Client()
        client.force_login(organizer)
        lines = LogEntry.objects.filter(what="league:club-archive")
        assert client.get(self.url(game)).status_code == 302
        assert not lines.exists()
        assert confirm(client).get(self.url(game)).status_code == 200
        assert lines.get().outcome == LogEntry.Outcome.DONE

    def test_each_organizer_gets_their_own_club(
        self, client_of: ClientOf, game: Game, tmp_path: Path
    ) -> None:
        path = tmp_path / "saved.club"
        answer = client_of("stranger").get(self.url(game))
        path.write_bytes(answer.content)
        again = archive_read(path=path)
        assert again.name == Club.objects.exclude(pk__in=[game.club_id, again.pk]).get().name
        assert not Game.objects.filter(club=again).exists()
