"""What else an organizer chooses where the club is shown to everybody; named in CLUB_CHOICES."""

from django.http import QueryDict

from league.front.selectors import season_to_offer
from league.seasons.public import season_update
from scoring.accounts.models import Club

# The field of the form, which holds the season's id.
LEADERBOARD = "leaderboard"


def leaderboard_show(club: Club, sent: QueryDict) -> None:
    """Show everybody the leaderboard that was offered, if it was chosen and the club is shown."""
    season = season_to_offer(club)
    if club.has_front and season and sent.get(LEADERBOARD) == str(season.pk):
        season_update(season=season, changes={"public": True})
