"""Who is a guest: somebody whom the club knows by one seat, and by nothing else."""

from scoring.accounts.models import Player
from scoring.sheets.models import Seat


def is_known_by_seat_alone(seat: Seat) -> bool:
    """Whether no other row of the site is about the seat's player; one query for each kind of row.

    All models that refer to a player are asked, those of other apps too, such as the directory.
    Rows about the same game say no more than the seat does, such as its tally.
    """
    if seat.player.erased_at is not None:
        return False
    for relation in Player._meta.related_objects:
        model = relation.related_model
        rows = model._base_manager.filter(**{relation.field.name: seat.player_id})
        if any(field.name == "game" for field in model._meta.fields):
            rows = rows.exclude(game=seat.game_id)
        if rows.exists():
            return False
    return True
