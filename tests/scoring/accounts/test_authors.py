"""Reasons: as long as the rows that keep them have room for."""

from league.tournaments.models import TournamentEntry
from scoring.accounts.authors import MAX_REASON
from scoring.disputes.models import Decision
from scoring.sheets.models import SheetEntry


def test_a_reason_that_is_taken_has_room_in_its_row() -> None:
    assert SheetEntry._meta.get_field("reason").max_length == MAX_REASON
    assert Decision._meta.get_field("reason").max_length == MAX_REASON
    assert TournamentEntry._meta.get_field("reason").max_length == MAX_REASON
