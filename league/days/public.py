"""What other rooms may have done with game days."""

from .services.answers import answer_set
from .services.attendance import check_in
from .services.calendar import day_create, series_create
from .services.seating import plan_make, round_go
from .services.tables import tables_start

__all__ = [
    "answer_set",
    "check_in",
    "day_create",
    "plan_make",
    "round_go",
    "series_create",
    "tables_start",
]
