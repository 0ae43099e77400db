"""What other rooms may have derived from sheets: tallies, leaderboards, records."""

from .selectors.played_on import played_on
from .services.leaderboard import board_refresh, public_standings
from .services.records import records_refresh
from .services.samples import Sample, season_sample
from .services.seasons import season_create, season_update, statuses_set
from .services.tallies import tallies_forget, tallies_refresh

__all__ = [
    "Sample",
    "board_refresh",
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
