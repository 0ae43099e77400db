"""What other rooms may have derived from sheets: tallies, leaderboards, records."""

from .selectors.places import came_in_of
from .selectors.played_on import game_of_day, played_on
from .selectors.tallies import came_in_with
from .services.ahead import derive_ahead
from .services.leaderboard import board_refresh, public_standings
from .services.records import records_refresh
from .services.samples import Sample, season_sample
from .services.seasons import season_create, season_update, statuses_set
from .services.tallies import tallies_forget, tallies_refresh
from .services.way_preview import days_preview

__all__ = [
    "Sample",
    "board_refresh",
    "came_in_of",
    "came_in_with",
    "days_preview",
    "derive_ahead",
    "game_of_day",
    "played_on",
    "public_standings",
    "records_refresh",
    "season_create",
    "season_sample",
    "season_update",
    "statuses_set",
    "tallies_forget",
    "tallies_refresh",
]
