"""What a scorekeeper types into the form of a round."""

from collections.abc import Mapping
from typing import Any

from scoring.models import Game
from scoring.refusals import Refusal
from scoring.sheets.forms import RoundForm
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.corrections import NotAgreed, correction_record
from tests.factories import ANN, new_key


def seat_ids(game: Game) -> list[int]:
    """The seats' ids in playing order."""
    return [seat.id for seat in sheet_of(game).seats]


def typed_round(game: Game, *totals: object, **more: Any) -> dict[str, Any]:
    """The next round's form by totals in playing order; "out" is who went out.

    `more` are further fields; tiles=("7-3", None, ...) are the seats' tiles in playing order.
    """
    sheet = sheet_of(game)
    tiles = more.pop("tiles", ())
    form: dict[str, Any] = {
        "key": new_key(),
        "ending": "blocked",
        "starting_double": game.set + 1 - sheet.next_round,
    }
    for seat, total in zip(sheet.playing(sheet.next_round), totals, strict=False):
        if total == "out":
            form["ending"] = f"out-{seat.id}"
        elif total is not None:
            form[f"seat-{seat.id}-total"] = total
    for seat, told in zip(sheet.seats, tiles, strict=False):
        if told is not None:
            form[f"seat-{seat.id}-tiles"] = told
    return form | more


def mark_of(game: Game, form: Mapping[str, Any]) -> str:
    """The mark of the preview that a correction of round 1 would show; "" where it is refused."""
    sheet = sheet_of(game)
    typed = RoundForm(dict(form), sheet=sheet, seats=sheet.playing(1))
    if not typed.is_valid():
        return ""
    try:
        correction_record(
            game=game,
            author=ANN,
            key=new_key(),
            round_number=1,
            report=typed.report(),
            reason=typed.cleaned_data["reason"],
            seen=form.get("seen", 0),
            agreed="",
        )
    except NotAgreed as asked:
        return asked.preview.mark
    except Refusal:
        pass
    return ""
