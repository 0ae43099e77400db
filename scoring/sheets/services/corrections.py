"""Correcting a round in two steps: what would change is shown first, and agreed to."""

import hashlib
import json
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.accounts.authors import Author, no_reason
from scoring.refusals import Refusal
from scoring.sheets.models import Game
from scoring.sheets.selectors.consequences import (
    late_changes,
    out_change,
    place_changes,
    round_changes,
    watchers_of,
)
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.values import Consequence, RoundReport

from .entries import game_lock
from .games import game_finish, game_reopen
from .rounds import Recorded, round_again, round_correct


@dataclass(frozen=True)
class Preview:
    """What a correction would change, in sentences: on this sheet, and beyond it.

    `mark` is a digest of all this and of the round's new numbers: equal marks are of previews that
    say the same about the same correction. `paper` is what else a paper sheet says differently.
    """

    totals: tuple[str, ...]
    places: tuple[str, ...]
    beyond: tuple[Consequence, ...]
    mark: str
    paper: tuple[str, ...] = ()

    @property
    def only_points(self) -> bool:
        """Whether no place changes, nor anything that is derived from the sheet."""
        return not self.places and not any(consequence.sentences for consequence in self.beyond)


class NotAgreed(Refusal):
    """A correction that nobody has agreed to as it would be now; `preview` says what it changes."""

    def __init__(self, preview: Preview, fault: str = "") -> None:
        """Keep the preview, so that it can be shown and agreed to; `fault` is what is missing."""
        super().__init__(
            "not agreed",
            fault
            or _(
                "This is not what you were shown: the numbers here, or others that depend on them, "
                "have changed since. Look at it again."
            ),
        )
        self.preview = preview


@transaction.atomic
def correction_record(
    *,
    game: Game,
    author: Author,
    key: str,
    round_number: int,
    report: RoundReport,
    reason: str,
    seen: int,
    agreed: str,
    reopens: bool = False,
) -> Recorded:
    """Correct a round as `round_correct` does, where what that changes has been agreed to.

    With `reopens`, a finished game is opened for it and finished again, at the moment of before.

    `agreed` is the mark of the preview that was shown, "" for none. Raises `NotAgreed` with the
    preview as it is now where that is another one, and then nothing is written: the preview is made
    by writing the correction, looking, and taking it back, so that it tells what would happen
    exactly. Raises what `round_correct` raises before that. Who only looks needs no `reason`.
    """
    why = reason.strip() or "-"
    game = game_lock(game)
    before = sheet_of(game)
    if sent := round_again(
        sheet=before, key=key, round_number=round_number, report=report, correction=True
    ):
        return Recorded(sent, "already")
    watchers = watchers_of(game)
    is_opened = before.finished and reopens
    if is_opened:
        game_reopen(game=game, author=author, key=f"{key[:52]}-open", reason=why)
    done = round_correct(
        game=game,
        author=author,
        key=key,
        round_number=round_number,
        report=report,
        reason=why,
        seen=seen,
    )
    if is_opened:
        game_finish(game=game, author=author, key=f"{key[:52]}-end")
        Game.objects.filter(pk=game.pk).update(finished_at=before.game.finished_at)
    after = sheet_of(game_lock(game))
    beyond = tuple(consequence for tell in watchers for consequence in tell())
    preview = _preview(before, after, round_number, beyond)
    if preview.mark != agreed or not reason.strip():
        raise NotAgreed(preview, no_reason() if preview.mark == agreed else "")
    return done


def _preview(before: Sheet, after: Sheet, number: int, beyond: tuple[Consequence, ...]) -> Preview:
    totals = (
        *out_change(before, after, number),
        *round_changes(before, after, number),
        *late_changes(before, after),
    )
    places = place_changes(before, after)
    line = after.line(number)
    # Also what nothing follows from, such as the starting double, is agreed to with the rest.
    numbers = line and [
        line.entry.ending,
        line.entry.out_seat_id,
        line.entry.starting_double,
        sorted((seat_id, cell.points) for seat_id, cell in line.cells.items()),
    ]
    content = [
        numbers,
        totals,
        places,
        [[consequence.heading, consequence.intro, consequence.sentences] for consequence in beyond],
    ]
    mark = hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]
    return Preview(totals=totals, places=places, beyond=beyond, mark=mark)
