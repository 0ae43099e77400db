"""A dispute that a tablet settled without network, when it hands it over."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import referee
from scoring.accounts.authors import Author
from scoring.disputes.desk import case_of
from scoring.disputes.models import Dispute
from scoring.disputes.public import dispute_add
from scoring.disputes.selectors import scene_of
from scoring.disputes.words import error_parts
from scoring.parsing import Unread
from scoring.refusals import Refusal
from scoring.sheets.models import Game
from scoring.sheets.public import game_lock
from scoring.sheets.selectors.sheet import sheet_of

from .disputes import asked_from

MAX_KEY = Dispute._meta.get_field("key").max_length or 0
# As many as the engine reads.
MOST_ROUNDS = 999


@transaction.atomic
def dispute_take(
    *, game: Game, author: Author, key: str, asked_at: datetime | None, data: Mapping[str, Any]
) -> Dispute:
    """Write a dispute as the tablet tells it, once however often it is sent under its key.

    `data` has the `round` and what `scoring.tablets.sync.disputes` reads. The ruling is the
    server's own, from the facts told; where the rules in force have become others, it may be
    another one than the table heard, or ask for a fact more. `asked_at` is by the server's clock,
    None for just now, and believed unless it is ahead. Raises `Refusal` for a key or data that
    cannot be read, and for facts that cannot be true at this table.
    """
    game = game_lock(game)
    if not (isinstance(key, str) and 0 < len(key) <= MAX_KEY and key.isprintable()):
        raise Refusal("key", _("This dispute came without a key by which it is known."))
    if sent := game.disputes.filter(key=key).first():
        return sent
    if not isinstance(data, Mapping):
        raise Refusal("unread", _("This dispute cannot be read."))
    scene = scene_of(sheet_of(game), _round(data.get("round")))
    try:
        asked = asked_from(data, scene.seats)
    except Unread as unread:
        raise Refusal("unread", str(unread)) from None
    answer = referee.rule(case_of(scene, asked))
    if answer.error:
        raise Refusal("contradiction", error_parts(answer.error)[1])
    now = timezone.now()
    return dispute_add(
        game=game,
        author=author,
        asked=asked,
        round_number=scene.round_number,
        asked_at=min(asked_at or now, now),
        key=key,
    )


def _round(raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or not 1 <= raw <= MOST_ROUNDS:
        raise Refusal("unread", _("This dispute does not say its round."))
    return raw
