"""What other rooms may have done with a tournament that goes on."""

from .services.closing import stage_close
from .services.partings import parting_record
from .services.results import paper_record
from .services.running import round_seat, tournament_begin
from .services.stage_tables import stage_tables_start

__all__ = [
    "paper_record",
    "parting_record",
    "round_seat",
    "stage_close",
    "stage_tables_start",
    "tournament_begin",
]
