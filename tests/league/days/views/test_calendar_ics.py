"""The feed for calendar programs."""

import icalendar
import pytest
from django.utils import timezone

from league.days.selectors.links import link_key
from scoring.models import Club, Game
from tests.league.factories import GameDayFactory, TournamentFactory
from tests.litany import EVERYBODY, SCORERS, ClientOf, OfRow, Shows

pytestmark = pytest.mark.usefixtures("one_day")


class TestCalendarIcs(OfRow, Shows):
    app = "league"
    name = "calendar-ics"
    most_queries = 6

    def ready(self, game: Game) -> None:
        GameDayFactory(club=game.club, date=timezone.localdate())

    def args(self, game: Game) -> list[object]:
        return [game.club_id]

    @pytest.mark.parametrize("who", sorted(EVERYBODY - SCORERS))
    def test_whoever_has_the_key_may_read_it(
        self, client_of: ClientOf, game: Game, who: str
    ) -> None:
        self.ready(game)
        client, key = client_of(who), link_key("calendar", game.club_id)
        answer = client.get(self.url(game), {"key": key})
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        calendar = icalendar.Calendar.from_ical(answer.content)
        assert len(calendar.walk("VEVENT")) == 1
        other = link_key("calendar", game.club_id + 1)
        for wrong in ("", "x", other, key[:-1], link_key("wall", game.club_id), "é"):
            assert client.get(self.url(game), {"key": wrong}).status_code == 404

    def test_a_club_that_shows_its_games_shows_its_days(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Club.objects.update(shown=Club.Shown.GAMES)
        assert client_of("nobody").get(self.url(game)).status_code == 200

    def test_tournaments_are_days_of_it_and_strangers_read_public_ones(
        self, client_of: ClientOf, game: Game
    ) -> None:
        today = timezone.localdate()
        TournamentFactory(club=game.club, name="Own", date=today)
        TournamentFactory(
            club=game.club, name="Open", date=today, public=True, cancelled_at=timezone.now()
        )
        Club.objects.update(shown=Club.Shown.FRONT)
        for who, names in (("nobody", {"Cancelled: Open"}), ("tablet", {"Cancelled: Open", "Own"})):
            answer = client_of(who).get(self.url(game))
            events = icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
            assert {str(event["SUMMARY"]) for event in events} == names
            assert {event.decoded("dtstart") for event in events} == {today}
