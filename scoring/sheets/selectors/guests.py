"""Who is a guest, known by one seat and by nothing else; and who is there without a seat."""

from django.conf import settings
from django.utils.module_loading import import_string

from scoring.accounts.models import Player
from scoring.sheets.models import Game, Seat


def names_without_seat(game: Game) -> list[str]:
    """Whoever is in the room while this game is played, and sits at no table, by name.

    Scoring does not know who comes to play: that is asked of the functions in WITHOUT_SEAT.
    """
    return [name for path in settings.WITHOUT_SEAT for name in import_string(path)(game)]


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
