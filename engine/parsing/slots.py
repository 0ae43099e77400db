"""What a reading is about: which player, which tile, whose train."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.parsing.sentence import Sentence
from engine.parsing.templates import Template
from engine.parsing.tile_words import HIGHEST_PIPS
from engine.parsing.tokens import DOUBLE, NAME, OWNER, TILE

MEXICAN: Final = "mexican"
OWN: Final = "own"
"""The train of whoever asks, who is no seat that the sentence names."""
SLOTS: Final = ("seat", "tile", "train", "tiles", "double")

TAKES: Final = {
    "may_play": "seat tile train double",
    "may_draw": "seat tile double",
    "may_stop": "seat tile train double",
    "must_cover": "seat tile train double",
    "must_mark": "seat tile double",
    "marker_off": "seat tile train double",
    "must_act": "seat tile double",
    "is_public": "train tile double",
    "is_over": "seat tile double",
    "who_begins": "seat tile double",
    "who_next": "seat tile double",
    "notice": "seat tile double",
    "go_out_on_double": "seat tile tiles double",
    "play_several": "seat tile train tiles double",
    "second_double": "seat tile train tiles double",
    "hand_size": "",
    "starting_double": "seat tile tiles double",
    "next_double": "tile double",
    "points": "seat tile tiles double",
    "late_arrival": "seat tile double",
    "leaves": "seat tile double",
    "tie": "seat tile double",
    "misplay": "seat tile train double",
    "out_of_turn": "seat tile train double",
    "misdeal": "seat tile double",
    "wrong_total": "seat",
    "drew_in_error": "seat tile double",
    "forgot_marker": "seat tile double",
    "forgot_notice": "seat tile double",
    "exposed_tile": "seat tile double",
    "start_missing": "tile double",
    "second_mexican_train": "seat tile double",
    "other": "",
}
"""The slots that a reading of each kind can have."""

# A double is the tile itself where it is played or seen, else what the question turns on.
_DOUBLE_AS_TILE: Final = frozenset(
    {"may_play", "misplay", "out_of_turn", "drew_in_error", "exposed_tile", "may_draw", "must_mark"}
)
# "After the nine" means the double nine where doubles are asked about.
_PIPS_AS_DOUBLE: Final = frozenset(
    {"next_double", "starting_double", "must_cover", "start_missing"}
)
# Where "her train" is a train that matters: she may be meant without a name.
_TRAIN_BY_PRONOUN: Final = frozenset({"may_play", "is_public", "must_cover"})
# Where "my train" says what is asked; elsewhere, as in "may I mark my train", it can be no other.
_OWN_TRAIN: Final = frozenset({"may_play", "play_several", "is_public", "misplay"})
# "My own train" is often only what somebody would rather, or need not, play on.
_LESS_FOR_OWN: Final = 1.5
_ABOUT_MARKERS: Final = frozenset({"must_mark", "marker_off", "forgot_marker"})
# Stories about somebody: "I" who tells them is not whom they are about.
_STORIES: Final = frozenset(
    {
        "misplay", "out_of_turn", "misdeal", "drew_in_error", "forgot_marker", "forgot_notice",
        "exposed_tile", "second_mexican_train", "late_arrival", "leaves", "wrong_total",
    }
)  # fmt: skip

_ASKING_VERBS: Final = ("do", "may", "must")

_WITHIN_THE_QUESTION: Final = 3
_LOOK_BACK: Final = 6
_JUST_BEFORE: Final = 3


def slots_of(
    kind: str, sentence: Sentence, weighed: Sequence[tuple[float, Template]]
) -> dict[str, object]:
    """Return the slots that a sentence fills for a reading of this kind.

    `weighed` are the templates that spoke for the kind, each with its weight here.
    """
    takes = TAKES[kind].split()
    slots: dict[str, object] = {}
    seat = _seat(kind, sentence, weighed) if "seat" in takes else None
    if seat is not None:
        slots["seat"] = seat
    if "tile" in takes:
        slots |= _tiles(kind, sentence, seat)
    train = _train(kind, sentence, seat) if "train" in takes else None
    if train is not None:
        slots["train"] = train
    if kind == "may_play" and seat is not None and _is_only_owner(seat, train, sentence):
        del slots["seat"]
    return {name: slots[name] for name in SLOTS if name in slots}


def _is_only_owner(seat: str, train: object, sentence: Sentence) -> bool:
    """Whether who plays is known by nothing but the train: "can she play on Beth's train"."""
    named = any(_seat_at(place, sentence) == seat for place in sentence.places(NAME))
    owners = [place for place in sentence.places(OWNER) if _seat_at(place, sentence) == seat]
    pronouns = [place for place in sentence.places("he") if not sentence.is_in(place + 1, "track")]
    return train == seat and not named and bool(owners) and pronouns[:1] < owners[:1]


def strangers(sentence: Sentence) -> list[str]:
    """Return the names, as they were typed, of people at no seat of this table."""
    places = sorted([*sentence.places(NAME), *sentence.places(OWNER)])
    names = [
        sentence.tokens[place].text.capitalize()
        for place in places
        if sentence.tokens[place].value is None
    ]
    return list(dict.fromkeys(names))


def _seat_at(place: int, sentence: Sentence) -> str | None:
    """Return the seat that a token names; None for somebody at no seat of this table."""
    value = sentence.tokens[place].value
    return value if isinstance(value, str) else None


def _tiles(kind: str, sentence: Sentence, seat: str | None) -> dict[str, object]:
    places = sentence.places(TILE)
    if not places:
        return _double_of_pips(sentence) if kind in _PIPS_AS_DOUBLE else {}
    doubles = sentence.places(DOUBLE)
    singles = [place for place in places if place not in doubles]
    if "tiles" in TAKES[kind].split():
        written = list(dict.fromkeys(sentence.tokens[place].text for place in places))
        if len(written) > 1:
            return {"tiles": written}
        return {"double" if doubles else "tile": written[0]}
    slots: dict[str, object] = {}
    if singles:
        slots["tile"] = sentence.tokens[_asked_about(singles, sentence)].text
    if doubles:
        place = _asked_about(doubles, sentence)
        played = kind in _DOUBLE_AS_TILE and not singles and not _lies_open(place, sentence, seat)
        if kind == "may_draw" and sentence.near(place, "lay", _JUST_BEFORE, 0):
            played = False  # It is the reason to draw, and not what was drawn.
        slots["tile" if played else "double"] = sentence.tokens[place].text
    return slots


def _double_of_pips(sentence: Sentence) -> dict[str, object]:
    """The double that a single number means: "nine was the engine"."""
    for template in sentence.grammar.slots:
        if template.kind == "pips" and template.ends(sentence.masks):
            for match in template.matches(sentence.masks):
                value = sentence.tokens[match.roles["digit"]].value
                if isinstance(value, int) and value <= HIGHEST_PIPS:
                    return {"double": f"{value}-{value}"}
    return {}


def _asked_about(places: Sequence[int], sentence: Sentence) -> int:
    """The first of these places within the question, or the last one before it."""
    return next((place for place in places if place >= sentence.question), places[-1])


def _lies_open(place: int, sentence: Sentence, seat: str | None) -> bool:
    """Whether a double lies on the table waiting to be covered, rather than being played now."""
    if sentence.near(place, "bare", 3, 4) or sentence.near(place, "there", 3, 0):
        return True
    for name in ("not", "nothing"):
        if sentence.near(place, name, _LOOK_BACK, _LOOK_BACK):
            return sentence.near(place, "covers", _LOOK_BACK, _LOOK_BACK)
    for before in range(place - 1, max(-1, place - _LOOK_BACK), -1):
        if sentence.is_in(before, NAME):
            return seat is not None and _seat_at(before, sentence) != seat
    return False


def _seat(kind: str, sentence: Sentence, weighed: Sequence[tuple[float, Template]]) -> str | None:
    """The player whom the question is about: whom the templates keep as `{seat}`.

    Every template has a voice as strong as its weight, so that one that caught the wrong word
    does not decide alone. The asker has a voice too: what "I" may do is about no seat.
    """
    if kind == "is_over":
        return _who_went_out(sentence)
    names = sentence.places(NAME)
    if kind in _STORIES and names and _seat_at(names[0], sentence) is None:
        return None  # It is about somebody who is not at the table; nobody takes that place.
    if kind in _ABOUT_MARKERS and (owner := _owner_of_marker(sentence)) is not None:
        return owner
    voices: dict[str | None, float] = {}
    for weight, template in weighed:
        match = template.last_match(sentence.masks) if template.keeps("seat") else None
        place = match.roles.get("seat", -1) if match else -1
        if place < 0 or _is_train(place, sentence):
            continue
        seat = person_at(place, sentence)
        if seat is None and not sentence.is_in(place, "i"):
            continue
        strength = _WITHIN_THE_QUESTION if place >= sentence.question else 1
        voices[seat] = voices.get(seat, 0) + weight * strength
    subject = None if kind in _STORIES else subject_of_question(sentence)
    if subject is not None:
        return subject
    if voices:
        return max(voices, key=lambda seat: voices[seat])
    asks = any(place >= sentence.question for place in sentence.places("i"))
    return None if asks and kind not in _STORIES else _only_person(kind, sentence)


def subject_of_question(sentence: Sentence) -> str | None:
    """Who stands right behind the verb of the question: "Must Bob cover it", "is Ann to"."""
    for place in sentence.places(NAME):
        is_obliged = sentence.is_in(place - 1, "be") and sentence.is_in(place + 1, "must")
        if is_obliged or any(sentence.is_in(place - 1, name) for name in _ASKING_VERBS):
            return _seat_at(place, sentence)
    return None


def _who_went_out(sentence: Sentence) -> str | None:
    """Who has no tile left, where the end of a round is asked about."""
    for place in (*sentence.places(NAME), *sentence.places(OWNER)):
        seat = _seat_at(place, sentence)
        if seat is not None and any(
            sentence.near(place, name, 0, _LOOK_BACK) for name in ("out", "last", "onetile", "win")
        ):
            return seat
    return None


def _owner_of_marker(sentence: Sentence) -> str | None:
    """Whose marker is spoken of as "Bob's marker"."""
    owners = [place for place in sentence.places(OWNER) if sentence.is_in(place + 1, "marker")]
    return _seat_at(owners[0], sentence) if owners else None


def _only_person(kind: str, sentence: Sentence) -> str | None:
    """The first player named, as a person or else as an owner of something but a train."""
    people = [
        place
        for place in sentence.places(NAME)
        if _seat_at(place, sentence) is not None and not _is_train(place, sentence)
    ]
    several = len({_seat_at(place, sentence) for place in people}) > 1
    if kind == "tie" and (several or sentence.places("i")):
        return None
    owners = [
        place
        for place in sentence.places(OWNER)
        if not sentence.is_in(place + 1, "track") and not sentence.is_in(place + 1, "double")
    ]
    return next((_seat_at(place, sentence) for place in (*people, *owners)), None)


def _is_train(place: int, sentence: Sentence) -> bool:
    """Return whether a name means a train: "play on Ken"."""
    return sentence.is_in(place - 1, "on") and not sentence.is_in(place - 1, "to")


def person_at(place: int, sentence: Sentence) -> str | None:
    """The player whom a name or a pronoun at a place means."""
    if sentence.is_in(place, NAME):
        return _seat_at(place, sentence)
    return _meant_by_pronoun(place, sentence) if sentence.is_in(place, "he") else None


def _meant_by_pronoun(place: int, sentence: Sentence) -> str | None:
    """The player that a pronoun means: the last one named before it who can be meant.

    A person who acts goes before the owner of a train: in "Cal drew and Ann played on Bob's train,
    may she", it is Ann. "He" is no woman's name, and "she" no man's, where names tell.
    """
    ranked: list[tuple[int, int, str]] = []
    for other in (*sentence.places(NAME), *sentence.places(OWNER)):
        seat = _seat_at(other, sentence)
        if seat is None or not can_be_meant(place, sentence, seat):
            continue
        acts = sentence.is_in(other, NAME) and not _is_train(other, sentence)
        before = other < place
        ranked.append((before * 2 + acts, other if before else -other, seat))
    return max(ranked)[2] if ranked else None


def _train(kind: str, sentence: Sentence, seat: str | None) -> str | None:
    """Whose train the question is about: the one named most plainly, or last."""
    best: tuple[float, int, str] | None = None
    mine = bool(sentence.places("my"))
    for plainness, place, has_double in _trains(sentence):
        train = _whose(place, sentence, kind)
        if train is None or (train == MEXICAN and kind in _ABOUT_MARKERS):
            continue
        by_pronoun = kind == "must_cover" and sentence.is_in(place, "his")
        if by_pronoun and (not has_double or train == seat):
            continue
        if kind == "may_play" and has_double and (plainness < 2 or mine):
            continue
        score = plainness + (place >= sentence.question)
        score += sentence.near(place, "lay", 6, 0) or sentence.near(place, "fits", 4, 0)
        if train == OWN:
            score -= _LESS_FOR_OWN
        if has_double:
            score += 2 if kind == "must_cover" else -2
        if best is None or (score, place) > best[:2]:
            best = (score, place, train)
    return best[2] if best else None


def _trains(sentence: Sentence) -> Iterator[tuple[float, int, bool]]:
    """Where trains are named: how plainly, where, and whether a double lies there."""
    plainness: dict[int, float] = {}
    with_double: set[int] = set()
    for template in sentence.grammar.slots:
        if not template.ends(sentence.masks):
            continue
        for match in template.matches(sentence.masks):
            place = match.roles.get("train", match.roles.get("trainowner", -1))
            # "It is up to Dee" and "next to Ann" are about people.
            person = sentence.is_in(place, NAME) and sentence.is_in(place - 1, "to")
            if place >= 0 and not person:
                plainness[place] = max(plainness.get(place, 0), template.weight)
                if template.kind == "double":
                    with_double.add(place)
    for place in sentence.places("mexican"):
        plainness.setdefault(place, 2)
    for place, weight in plainness.items():
        yield weight, place, place in with_double


def _whose(place: int, sentence: Sentence, kind: str) -> str | None:
    """Whose train is named at a place."""
    if sentence.is_in(place, "his") and kind not in _TRAIN_BY_PRONOUN:
        return None
    if sentence.is_in(place, "my") and kind in _OWN_TRAIN:
        return OWN
    return owner_at(place, sentence)


def owner_at(place: int, sentence: Sentence) -> str | None:
    """Whose train or marker a word means: the Mexican Train, a player's, or by a pronoun."""
    if sentence.is_in(place, "mexican"):
        return MEXICAN
    if (seat := _seat_at(place, sentence)) is not None:
        return seat
    return _meant_by_pronoun(place, sentence) if sentence.is_in(place, "his") else None


def can_be_meant(place: int, sentence: Sentence, seat: str) -> bool:
    """Whether a pronoun at a place can mean this seat: "he" is no woman's name."""
    genders = [name for name in ("man", "woman") if sentence.is_in(place, name)]
    grammar = sentence.grammar
    known = grammar.genders.get(seat.casefold().translate(grammar.letters).split()[0])
    return known is None or not genders or known in genders
