"""Whom "the next player" means: who sits after somebody, as in "must the next one cover Bob's".

The phrases stand under `next_player` in a language's file of facts. `{neighbor}` is whom the next
player sits after: "the player after Bob", "the one on her left". Where a phrase names nobody, it is
whom the rest of the sentence is about. Seats are in the order in which they play.

"Who must cover it" asks about the next player too, where somebody played a double and drew in vain:
that turn is over. Else it asks about everybody. Its phrases stand under `who_covers`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.parsing.sentence import Sentence
from engine.parsing.slots import MEXICAN, owner_at, person_at, subject_of_question
from engine.parsing.templates import Match
from engine.parsing.tokens import NAME, OWNER

NEXT_PLAYER: Final = "next_player"
"""The kind of template that speaks of the next player as the one who is asked about."""

WHO_COVERS: Final = "who_covers"
"""The kind of template that asks who it is that must cover a double."""

_ASKED_OF: Final = frozenset(
    {"must_cover", "may_play", "may_draw", "may_stop", "must_mark", "must_act"}
)
"""Questions about somebody's turn, which may be that of the next player."""


MUST_COVER: Final = "must_cover"


@dataclass(frozen=True)
class NextPlayer:
    """Who is asked about as the next player, after whom, and whether that one left a double.

    `seat` and `after` are None where it is "the next one after me", or after nobody who is named.
    """

    seat: str | None
    after: str | None
    has_played: bool

    def slots(self, slots: Mapping[str, Any]) -> dict[str, Any]:
        """The slots of a question about the next player."""
        others = {name: value for name, value in slots.items() if name != "seat"}
        return others if self.seat is None else {"seat": self.seat, **others}

    def open_double(self, kind: str, slots: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The double to cover: on the train that is named, or on whose player left it open."""
        train = slots.get("train", self.after if self.has_played else None)
        if kind != MUST_COVER or train is None:
            return []
        double = slots.get("double")
        pips = {"double": int(double.partition("-")[0])} if double else {}
        return [{"train": train, **pips}]


def next_player(
    kind: str,
    slots: Mapping[str, Any],
    sentence: Sentence,
    matches: Sequence[Match],
    seats: Sequence[str],
) -> NextPlayer | None:
    """Return who is meant where the next player is asked about, by what was matched."""
    if kind not in _ASKED_OF or not matches or subject_of_question(sentence) is not None:
        return None
    match = max(matches, key=lambda match: ("neighbor" in match.roles, match.start))
    place = match.roles.get("neighbor", -1)
    after = _named_at(place, sentence) if place >= 0 else slots.get("seat")
    if after is None or after not in seats:
        return NextPlayer(None, None, False)
    seat = seats[(seats.index(after) + 1) % len(seats)]
    return NextPlayer(seat, after, _is_spoken_of(after, place, sentence))


def who_covers(
    kind: str,
    slots: Mapping[str, Any],
    sentence: Sentence,
    seats: Sequence[str],
    *,
    has_drawn: bool,
) -> NextPlayer | None:
    """Return whom "who must cover it" is about; `has_drawn` is of who played the double."""
    if kind != MUST_COVER or subject_of_question(sentence) is not None:
        return None
    after = slots.get("seat")
    if not has_drawn or after not in seats:
        return NextPlayer(None, None, False)
    return NextPlayer(seats[(seats.index(after) + 1) % len(seats)], after, True)


def _named_at(place: int, sentence: Sentence) -> str | None:
    seat = person_at(place, sentence)
    if seat is None and not sentence.is_in(place, "mexican"):
        seat = owner_at(place, sentence)
    return None if seat == MEXICAN else seat


def _is_spoken_of(seat: str, place: int, sentence: Sentence) -> bool:
    """Whether something is said of this player beside who comes after."""
    places = {*sentence.places(NAME), *sentence.places(OWNER)} - {place}
    return any(sentence.tokens[named].value == seat for named in places)
