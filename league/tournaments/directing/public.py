"""What other rooms may have done with a tournament that goes on."""

from .services.running import tournament_begin
from .services.stage_tables import stage_tables_start

__all__ = [
    "stage_tables_start",
    "tournament_begin",
]
