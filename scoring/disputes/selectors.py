"""A game's disputes as the desk takes them: rows in, and what their pages show out."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import referee
from scoring.sheets.models import Game
from scoring.sheets.selectors.next_round import began_before, plan_of
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.values import Ruled

from . import desk
from .desk import AskedQuestion, Desk, Scene
from .models import Dispute
from .questions import seat_word


def scene_of(sheet: Sheet, number: int) -> Scene:
    """What the sheet knows of a round's table; nothing of the double of one that is far off."""
    game, line = sheet.game, sheet.line(number)
    double = line.entry.starting_double if line else None
    if number == sheet.next_round:
        played = [line.entry.starting_double for line in sheet.rounds]
        double = referee.next_double(game, played)
    before = sheet.line(number - 1)
    cells = before.cells if before else {}
    return Scene(
        rules=game.rules,
        set=game.set,
        seats=tuple(seat_word(seat.name) for seat in sheet.playing(number)),
        round_number=number,
        starting_double=double,
        totals={
            seat_word(seat.name): cells[seat.id].running
            for seat in sheet.playing(number)
            if seat.id in cells
        },
        **starters(sheet, number),
    )


def starters(sheet: Sheet, number: int) -> dict[str, str]:
    """Who begins a round and who began the one before, as a scene has them; "" where none can say.

    The same seats as the sheet names.
    """
    seats = {"begins": plan_of(sheet, number).begins, "began_before": began_before(sheet, number)}
    return {name: seat_word(seat.name) if seat else "" for name, seat in seats.items()}


def scene_now(sheet: Sheet) -> Scene:
    """What the sheet knows of the table as it stands: the next round's, or the last one's."""
    return scene_of(sheet, len(sheet.rounds) if sheet.finished else sheet.next_round)


def former_names_now(sheet: Sheet) -> dict[str, str]:
    """The names that were corrected at this table, each with the seat as the desk calls it now."""
    seats = {seat.id: seat_word(seat.name) for seat in sheet.seats}
    return {
        name: seats[seat_id] for name, seat_id in sheet.former_names.items() if seat_id in seats
    }


def scene_at(dispute: Dispute) -> Scene:
    """The table that the dispute is about."""
    return scene_of(sheet_of(dispute.game), dispute.round_number)


def asked_by(dispute: Dispute) -> AskedQuestion:
    """The dispute's question, with the facts given."""
    return AskedQuestion(
        kind=dispute.kind,
        ask=dispute.ask,
        given=tuple((path, value) for path, value in dispute.told),
        asked=dispute.asked,
        unknown=tuple(dispute.unknown),
    )


@dataclass(frozen=True, kw_only=True)
class DisputeDesk(Desk):
    """A dispute's row, and where it stands."""

    dispute: Dispute

    @property
    def ground(self) -> str:
        """What the answer rests on, in a few words: the clause or rule that it shows first."""
        clause = self.ruling.cited[0] if self.ruling and self.ruling.cited else ""
        if not clause.startswith(referee.HOUSE):
            return clause
        is_own = clause.removeprefix(referee.HOUSE) in self.dispute.game.rules
        return _("Our rule") if is_own else _("Not in these rules. Most tables play this way.")


def desk_of(dispute: Dispute, scene: Scene) -> DisputeDesk:
    """The dispute as its page shows it."""
    kept = Ruled.from_json(dispute.ruling) if dispute.ruling else None
    shown = desk.desk_of(scene, asked_by(dispute), kept)
    return DisputeDesk(**vars(shown), dispute=dispute)


def disputes_of(game: Game) -> list[DisputeDesk]:
    """The game's settled disputes, oldest first, for its sheet."""
    settled = game.disputes.filter(settled_at__isnull=False).prefetch_related("decisions")
    return [
        DisputeDesk(
            dispute=dispute,
            title=asked_by(dispute).title,
            sentences=(),
            supposed=(),
            question=None,
            ruling=Ruled.from_json(dispute.ruling or {}),
            clauses=(),
        )
        for dispute in settled
    ]
