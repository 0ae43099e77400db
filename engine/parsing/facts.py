"""What a sentence says of the table while it asks: "can I play on Bob's train if he has no marker".

Facts have the paths and the values of the contract of cases, so that they can be put into one:

    trains.Bob.marked       True, False
    trains.Bob.tail         pips
    uncovered               [{"train": "Ann", "double": 6}], the number only where it is said; []
    boneyard                0, "some", or how many
    can_play                False: nobody can
    can_play.Bob            False; True where the tile that Bob drew fits
    hand_counts.Bob, out    1; "Bob"
    turn.kind               "first_turn", "normal"
    turn.drawn              "7-3", "some", "played" (drawn, then played), "none"
    turn.laid               [{"tile": "7-3", "train": "Bob"}]; [{"double": False, "train": "Bob"}],
                            a tile that nobody names; []
    turn.passes             how many have passed: all, or 0

Only what is stated or supposed counts, never what is asked. Of a turn, facts count for the player
whom the question is about. What is said of who asks, or of somebody without a name whom the
question is about, has a gap for the seat: `can_play.{seat}`. What is said of a train that nobody
names has one for the train: `trains.{train}.marked`. Whoever makes a case of it fills the gaps.

The phrases stand in `english.facts.txt`, one such file a language.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final

from engine.parsing.grammar import MoreTemplates, more_templates, read_grammar, text_of
from engine.parsing.next_player import (
    MUST_COVER,
    NEXT_PLAYER,
    WHO_COVERS,
    NextPlayer,
    next_player,
    who_covers,
)
from engine.parsing.sentence import Sentence
from engine.parsing.slots import MEXICAN, OWN, can_be_meant, owner_at, person_at
from engine.parsing.templates import Match
from engine.parsing.tile_words import HIGHEST_PIPS
from engine.parsing.tokens import DOUBLE, NAME, NUMBER, TILE, WORD

SOMEBODY: Final = "{seat}"
"""The player whom the question is about, while nobody says who that is."""

SOME_TRAIN: Final = "{train}"
"""The train that the question is about, while nobody says which."""

_ASKING: Final = ("be", "do", "may", "must", "have")
"""Classes of words that make a question of what comes after them."""

_SUBJECTS: Final = ("there", "it")

_UNKNOWN: Final = frozenset({"whether", "unless"})
_KNOWING: Final = frozenset({"know", "knows", "remember", "recall", "say", "says", "sure", "tell"})
_DENYING: Final = frozenset({"not", "nobody", "never"})
"""After "whether", or "not" and "know" and "if", nothing is stated."""

_ENDINGS: Final = frozenset({"is_over", "go_out_on_double"})

_TAKEN: Final = frozenset({"took", "taken", "removed"})

_BY_QUESTION: Final = frozenset({"may_play", "is_public"})
"""Where "his marker" is about the train that is asked about, rather than about who plays."""

_WHAT_MARKERS_DO: Final = {True: "must_mark", False: "marker_off"}
"""What asks whether a marker goes on, or comes off, does not state it."""

_AFTER_A_TILE: Final = frozenset({"marker_off", "must_mark", "may_stop"})
_AFTER_A_DOUBLE: Final = frozenset({"must_act", "may_draw", MUST_COVER})
_AFTER_DRAWING_FOR_A_DOUBLE: Final = _AFTER_A_DOUBLE | {"may_play", "must_mark", "may_stop"}
_AFTER_A_LEFT_DOUBLE: Final = frozenset(
    {"must_act", "may_draw", "must_mark", "may_stop", "who_next", MUST_COVER}
)
"""What is asked of a turn in which a tile, or a double and nothing more, was played. Where others
ask, the story mostly goes on: "she laid a double and topped it"."""

MARKED: Final = "marked"
"""That a marker stands on a train, or was put on it."""

DREW_FITTING: Final = "drew_fitting"
"""Who drew a tile that fits can play, whatever was in the hand before."""

DREW_IN_VAIN: Final = "drew_in_vain"
"""Who drew a tile that fits nowhere cannot play."""

_BUT: Final = frozenset({"but", "aber", "pero"})
"""After "it does not fit the double": what comes then may be where the tile fits."""

_DREW_A_TILE: Final = ("drew", "drew_some", "drew_again")

_PLAYED: Final = ("played_double", "played_some")
"""That a tile was played that nobody names."""

_DRAWN: Final = (DREW_IN_VAIN, "drew", "drew_some", "drew_again")
"""That a tile was drawn."""

_PERHAPS: Final = ("not", "if", "whether", "unless", "when", "wenn", "ob", "falls", "si", "cuando")
"""Among the words of such a match they say that the tile does not fit, or only perhaps."""

_BECAUSE: Final = ("because", "since", "as", "weil", "da", "denn", "porque", "ya")

_DONE: Final = ("played", "laid", "placed", "gelegt", "angelegt", "gespielt", "jugado", "puesto")
"""After such a match they say that the tile lies on a train already."""

MAY_MARK: Final = "may_mark"
"""Who wants to put a marker on although nothing makes it necessary."""

_OF_MARKERS: Final = (MARKED, "unmarked")

LEFT_MARKER: Final = "left_marker"
"""Whose marker stayed on by mistake, after the player had played on the own train."""

WRONG_STARTER: Final = "wrong_starter"
"""A round that was begun with another double than it should have been."""

ANNOUNCED: Final = "announced"
"""Who said in time that one tile was left."""

NOTICED: Final = {
    "noticed_later": "turn_later",
    "noticed_at_once": "at_once",
    "noticed_round_later": "round_later",
}
"""When a mistake was noticed, as the contract of cases writes it, by the kind of the phrase."""

RULE: Final = "rule_"
"""A kind of template that begins so names the rule that is asked about, as in `rule_draw_count`."""

_IS_CASE_OF: Final = {"drawn_tile": "must_play_if_able"}
"""For rules that are of one case of another rule: who drew a tile that fits can play, too."""

ANOTHER_TURN: Final = "another_turn"
"""That the turn in which a double was played is over, and that player's next one has come."""

_QUESTIONS: Final = frozenset(
    {
        *(NEXT_PLAYER, WHO_COVERS, MAY_MARK, LEFT_MARKER, WRONG_STARTER, ANNOUNCED, ANOTHER_TURN),
        *NOTICED,
    }
)
"""Kinds of templates that say more of what is asked, as those of rules do; they state nothing."""

_TILE_AFTER: Final = 3
_MOST_WORDS_TO_BUT: Final = 5
_MOST_LEFT: Final = 190

Fact = tuple[str, Any]


@dataclass(frozen=True)
class _Statement:
    """One match of a template, in a sentence that asks about these slots."""

    sentence: Sentence
    match: Match
    kind: str
    slots: Mapping[str, Any]
    seats: Sequence[str]

    def train(self) -> str | None:
        """Whose train is spoken of; the question's own where nobody is named."""
        roles = self.match.roles
        for role in ("mexican", "trainowner", "his"):
            if role in roles:
                return owner_at(roles[role], self.sentence)
        if "seat" in roles:
            return self.seat()
        asked = self.slots.get("train")
        return self._train_before() or (asked if asked in (*self.seats, MEXICAN) else None)

    def _train_before(self) -> str | None:
        """The train named last before, in the same sentence: "on Ann's train, no marker"."""
        for place in range(self.match.start - 1, -1, -1):
            if self.sentence.tokens[place].is_stop:
                break
            if self.sentence.is_in(place, "trainowner"):
                return owner_at(place, self.sentence)
        return None

    def seat(self) -> str | None:
        """Who is spoken of; None for who asks, and for nobody of this table."""
        place = self.match.roles.get("seat", -1)
        return person_at(place, self.sentence) if place >= 0 else None

    def person(self) -> str | None:
        """Who is spoken of, or whose tile; a gap for whom the question is about without a name."""
        roles, sentence = self.match.roles, self.sentence
        places = [roles[role] for role in ("seat", "trainowner", "his", "my") if role in roles]
        place = places[0] if places else -1
        seat = self.seat() if "seat" in roles else owner_at(place, sentence) if places else None
        return SOMEBODY if seat is None and self.is_unnamed(place) else seat

    def is_unnamed(self, place: int) -> bool:
        """Whether a word means whom the question is about, where nobody says who that is.

        No word at all does, too: "played a double". Of two people without a name, as in "I have no
        tile, can he play", nobody knows which.
        """
        sentence = self.sentence
        if "seat" in self.slots:
            return False
        if sentence.is_in(place, "i") or sentence.is_in(place, "my"):
            is_asked = [
                max(sentence.places(name), default=-1) >= sentence.question for name in ("i", "he")
            ]
            return is_asked != [False, True]
        if sentence.places(NAME):
            return False
        is_other = sentence.is_in(place, "he") or sentence.is_in(place, "his")
        return place < 0 or (is_other and not sentence.places("i"))

    def marked_train(self) -> str | None:
        """Whose train is marked, or is not: "Bob has no marker"."""
        roles, asked = self.match.roles, self.slots.get("train")
        place = roles.get("his", roles.get("seat", -1))
        by_pronoun = self.sentence.is_in(place, "his") or self.sentence.is_in(place, "he")
        is_question = by_pronoun and self.kind in _BY_QUESTION and asked in self.seats
        if is_question and can_be_meant(place, self.sentence, str(asked)):
            return str(asked)
        return self.train() or self._unnamed_train(place)

    def _unnamed_train(self, place: int) -> str | None:
        """The train that the question is about, or that of whom it is about, without a name."""
        roles, sentence, asked = self.match.roles, self.sentence, self.slots.get("train")
        if "mexican" in roles or "trainowner" in roles or asked in (*self.seats, MEXICAN):
            return None
        if self.kind in _BY_QUESTION:
            is_mine = sentence.is_in(place, "i") or sentence.is_in(place, "my")
            return SOME_TRAIN if place < 0 or is_mine == (asked == OWN) else None
        is_asker = sentence.is_in(place, "my") and not sentence.places("he")
        return SOMEBODY if self.is_unnamed(place) or is_asker else None

    def is_about_turn(self) -> bool:
        """Whether it is said of the player whom the question is about."""
        roles, asked = self.match.roles, self.slots.get("seat")
        for role, meant_at in (("seat", person_at), ("trainowner", owner_at), ("his", owner_at)):
            if role in roles:
                place = roles[role]
                meant = meant_at(place, self.sentence)
                asks = meant is None and (self.sentence.is_in(place, "i") or self.is_unnamed(place))
                return asks if asked is None else meant == asked
        return True

    def tile(self, role: str) -> str:
        """The tile that has this role; "" where only "a tile" is said."""
        token = self.sentence.tokens[self.match.roles[role]]
        return token.text if token.kind in (TILE, DOUBLE) else ""

    def number(self) -> int | None:
        """How many, or which number."""
        token = self.sentence.tokens[self.match.roles["count"]]
        value = token.value
        if value is None:  # "two tiles" is one phrase
            first = token.text.partition(" ")[0]
            value = int(first) if first.isdecimal() else self.sentence.grammar.numbers.get(first)
        return value if isinstance(value, int) and 0 <= value <= _MOST_LEFT else None


def _marked(statement: _Statement, *, on: bool) -> Fact | None:
    train = statement.marked_train()
    if train is None or train == MEXICAN:
        return None
    is_of_seat = train in (SOMEBODY, statement.slots.get("seat"))
    is_asked = statement.kind == _WHAT_MARKERS_DO.get(on) and is_of_seat
    return None if is_asked else (f"trains.{train}.marked", on)


def _open_double(statement: _Statement) -> Fact | None:
    train = statement.train()
    if train is None:
        return None
    double: dict[str, Any] = {"train": train}
    if tile := statement.tile("double"):
        double["double"] = int(tile.partition("-")[0])
    return "uncovered", [double]


def _left_double(statement: _Statement) -> Iterator[Fact]:
    """A double that its player could not cover: whoever plays it asks, or somebody after it."""
    seat = statement.person()
    is_asked = seat in (SOMEBODY, statement.slots.get("seat"))
    if seat is not None and statement.kind in _AFTER_A_LEFT_DOUBLE and is_asked:
        yield f"can_play.{seat}", False
        play = _unnamed_play(statement, double=True)
        if play is not None and (statement.kind == MUST_COVER or not statement.tile("double")):
            yield "turn.laid", [play]
    elif (fact := _open_double(statement)) is not None:
        yield fact


def _open_end(statement: _Statement) -> Fact | None:
    train, pips = statement.train(), statement.number()
    if train is None or pips is None or pips > HIGHEST_PIPS:
        return None
    return f"trains.{train}.tail", pips


def _count(statement: _Statement) -> Fact | None:
    number = statement.number()
    return None if number is None else ("boneyard", number)


def _of_seat(statement: _Statement, path: str, value: Any) -> Fact | None:
    seat = statement.person()
    return None if seat is None else (f"{path}.{seat}", value)


def _tiles_left(statement: _Statement) -> Fact | None:
    after = range(statement.match.end, len(statement.sentence.tokens))
    plays_on = any(statement.sentence.is_in(place, "lay") for place in after)
    if statement.kind == "notice" and plays_on:
        return None  # "She has two left and plays one": how many she has then is not told.
    return _of_seat(
        statement, "hand_counts", statement.number() if "count" in statement.match.roles else 1
    )


def _out(statement: _Statement) -> Fact | None:
    seat = statement.person()
    return None if seat is None else ("out", seat)


def _out_on_double(statement: _Statement) -> Iterator[Fact]:
    """The last tile was a double: "my last tile was a double"."""
    if statement.kind in _ENDINGS and (out := _out(statement)) is not None:
        yield out
        yield "turn.laid", [{"double": True}]


def _passes_by_choice(statement: _Statement) -> Iterator[Fact]:
    """Who passes on purpose could play, and has played nothing."""
    seat = statement.person()
    if seat is not None and statement.is_about_turn():
        yield f"can_play.{seat}", True
        yield "turn.laid", []


def _not_started(statement: _Statement) -> Iterator[Fact]:
    """Who cannot begin the own train has played nothing yet."""
    seat = statement.person()
    if seat is not None:
        yield f"trains.{seat}.started", False
        yield "turn.laid", []


def _of_turn(statement: _Statement, path: str, value: Any) -> Fact | None:
    return (path, value) if statement.is_about_turn() else None


def _drew(statement: _Statement) -> Fact | None:
    tile = statement.tile("tile")
    return _of_turn(statement, "turn.drawn", tile) if tile else None


def _drew_some(statement: _Statement) -> Fact | None:
    """A tile that nobody names."""
    sentence, drawn_at = statement.sentence, statement.match.end - 1
    who = max((place for place in sentence.places("seat") if place < drawn_at), default=-1)
    if "seat" in statement.match.roles and who != statement.match.roles["seat"]:
        return None
    is_named = sentence.near(drawn_at, TILE, 0, _TILE_AFTER)
    return None if is_named else _of_turn(statement, "turn.drawn", "some")


def _drew_fitting(statement: _Statement, *, has_played: bool) -> Iterator[Fact]:
    """A tile was drawn and can be played: "drew a tile and it fits", "drew one that fits"."""
    sentence, (start, end) = statement.sentence, (statement.match.start, statement.match.end)
    seat = statement.slots.get("seat")
    who = max((place for place in sentence.places("seat") if place < start), default=-1)
    if who >= 0 and person_at(who, sentence) != seat:
        return
    if not any(sentence.is_in(place, TILE) for place in range(start, end)):
        yield "turn.drawn", "some"
    if has_played or any(token.text in _DONE for token in sentence.tokens[end:]):
        return
    yield "turn.laid", []
    if seat in statement.seats:
        yield f"can_play.{seat}", True


def _drew_in_vain(statement: _Statement) -> Iterator[Fact]:
    """A tile was drawn and goes nowhere: "drew a tile and it does not fit either"."""
    sentence, start = statement.sentence, statement.match.start
    seat = statement.slots.get("seat")
    who = max((place for place in sentence.places("seat") if place < start), default=-1)
    if who >= 0 and person_at(who, sentence) != seat:
        return
    if not sentence.near(statement.match.end - 1, TILE, _TILE_AFTER, _TILE_AFTER):
        yield "turn.drawn", "some"
    if seat in statement.seats:
        yield f"can_play.{seat}", False


def _is_fitting(sentence: Sentence, match: Match) -> bool:
    """Whether it is stated that the tile fits, not denied and not left open."""
    words = {token.text for token in sentence.tokens[match.start : match.end]}
    places = range(match.start, match.end + 1)
    is_denied = any(sentence.is_in(place, "not") for place in places)
    return not is_denied and words.isdisjoint(_PERHAPS)


def _goes_elsewhere(sentence: Sentence, match: Match) -> bool:
    """Whether a tile fits after all: "it does not fit the double but goes on the Mexican Train"."""
    after = range(match.end, match.end + _MOST_WORDS_TO_BUT)
    words = [token.text for token in sentence.tokens[match.end : match.end + _MOST_WORDS_TO_BUT]]
    turns = [place for place, word in zip(after, words, strict=False) if word in _BUT]
    return bool(turns) and any(
        sentence.is_in(place, "fit") and not sentence.is_in(place - 1, "not")
        for place in range(turns[0], turns[0] + _MOST_WORDS_TO_BUT)
    )


def _is_supposed(sentence: Sentence, match: Match) -> bool:
    """Whether it is left open that the tile does not fit; "draw again if it does not" states it.

    "Drew because" tells what was so before.
    """
    words = {token.text for token in sentence.tokens[match.start : match.end]}
    return "again" not in words and not words.isdisjoint((*_PERHAPS[1:], *_BECAUSE))


def _played_some(statement: _Statement, *, double: bool) -> Fact | None:
    """A tile that nobody names, where its play is not what the question is about."""
    is_named = double and statement.tile("double") and statement.kind != MUST_COVER
    if is_named or statement.kind not in (_AFTER_A_DOUBLE if double else _AFTER_A_TILE):
        return None
    play = _unnamed_play(statement, double=double)
    return None if play is None else _of_turn(statement, "turn.laid", [play])


def _drew_and_played(statement: _Statement) -> Iterator[Fact]:
    """A double was drawn and played: "drew a double, may he play it and draw again"."""
    if statement.kind in _AFTER_A_DOUBLE and statement.is_about_turn():
        yield "turn.drawn", "played"
        yield "turn.laid", [{"double": True}]


def _drew_for_double(statement: _Statement) -> Fact | None:
    """Who drew a tile to cover the own double has played that double."""
    if statement.kind not in _AFTER_DRAWING_FOR_A_DOUBLE:
        return None
    return _of_turn(statement, "turn.laid", [{"double": True}])


def _unnamed_play(statement: _Statement, *, double: bool) -> dict[str, Any] | None:
    """A play of a tile that nobody names; None where it is on a train that is not of this table."""
    if not {"mexican", "trainowner", "his"} & statement.match.roles.keys():
        return {"double": double}
    train = statement.train()
    return None if train is None else {"double": double, "train": train}


def _played(statement: _Statement) -> Fact | None:
    tile, train = statement.tile("tile"), statement.train()
    is_asked = statement.kind == "may_play" and tile == statement.slots.get("tile")
    if not tile or train is None or is_asked:
        return None
    return _of_turn(statement, "turn.laid", [{"tile": tile, "train": train}])


_MAKERS: Final[Mapping[str, Callable[[_Statement], Fact | None]]] = {
    "marked": lambda statement: _marked(statement, on=True),
    "unmarked": lambda statement: _marked(statement, on=False),
    "open_double": _open_double,
    "no_open_double": lambda statement: ("uncovered", []),
    "open_end": _open_end,
    "boneyard_empty": lambda statement: ("boneyard", 0),
    "boneyard_some": lambda statement: ("boneyard", "some"),
    "boneyard_count": _count,
    "nobody_can_play": lambda statement: ("can_play", False),
    "cannot_play": lambda statement: _of_seat(statement, "can_play", False),
    "able_to_play": lambda statement: _of_seat(statement, "can_play", True),
    "all_passed": lambda statement: ("turn.passes", len(statement.seats)),
    "none_passed": lambda statement: ("turn.passes", 0),
    "first_turn": lambda statement: _of_turn(statement, "turn.kind", "first_turn"),
    "later_turn": lambda statement: _of_turn(statement, "turn.kind", "normal"),
    "not_drawn": lambda statement: _of_turn(statement, "turn.drawn", "none"),
    "drew": _drew,
    "drew_some": _drew_some,
    "drew_for_double": _drew_for_double,
    "drew_again": lambda statement: _of_turn(statement, "turn.drawn", "some"),
    "not_played": lambda statement: _of_turn(statement, "turn.laid", []),
    "played": _played,
    "played_some": lambda statement: _played_some(statement, double=False),
    "played_double": lambda statement: _played_some(statement, double=True),
    "tiles_left": _tiles_left,
    "went_out": _out,
    "finished": lambda statement: _out(statement) if statement.kind in _ENDINGS else None,
}
"""For each kind of template, the fact that a match states; None where it names nobody here."""


_SEVERAL: Final[Mapping[str, Callable[[_Statement], Iterator[Fact]]]] = {
    "left_double": _left_double,
    "drew_in_vain": _drew_in_vain,
    "went_out_double": _out_on_double,
    "not_started": _not_started,
    "passes_by_choice": _passes_by_choice,
    "drew_and_played": _drew_and_played,
}
"""For each kind of template that states more than one fact, those that a match states."""


class Statements:
    """All that a sentence states, whichever question it asks."""

    def __init__(self, sentence: Sentence, seats: Sequence[str], language: str) -> None:
        self.sentence = sentence
        self.seats = seats
        self.matches: list[tuple[int, str, Match]] = []
        if (grammar := _grammar(language)) is None:
            return
        masks = _with_words(sentence, grammar)
        for template in grammar.templates:
            if template.ends(masks):
                for match in template.matches(masks):
                    if _says_more(template.kind) or not (
                        self._is_asked(match.start)
                        or self._is_unknown(match.start)
                        or self._is_over(template.kind, match.end)
                        or (template.kind == DREW_FITTING and not _is_fitting(sentence, match))
                        or (
                            template.kind == DREW_IN_VAIN
                            and (_is_supposed(sentence, match) or _goes_elsewhere(sentence, match))
                        )
                    ):
                        self.matches.append((match.start, template.kind, match))
        self.matches.sort(key=lambda entry: entry[:2])

    def _before(self, place: int) -> int:
        """The place of the last word before this one, but for "the", "my" and the like."""
        place -= 1
        while self.sentence.is_in(place, "determiner"):
            place -= 1
        return place

    def _is_unknown(self, place: int) -> bool:
        """Whether what begins here is unknown: "unless Bob ...", "I don't know if ..."."""
        place = self._before(place)
        before = [token.text for token in self.sentence.tokens[max(place - 4, 0) : place + 1]]
        if not before or before[-1] != "if":
            return bool(before) and before[-1] in _UNKNOWN
        return not _KNOWING.isdisjoint(before) and not _DENYING.isdisjoint(before)

    def _is_over(self, name: str, end: int) -> bool:
        """Whether a marker was there once: "Bob had a marker but took it off"."""
        after = [token.text for token in self.sentence.tokens[end : end + 5]]
        taken = pairwise(after)
        return name == "marked" and any(verb in _TAKEN and thing == "it" for verb, thing in taken)

    def _is_asked(self, place: int) -> bool:
        """Whether a word before a match makes it a question: "is Bob's marker on".

        "There is an open double" states one, and "is there an open double" asks.
        """
        place = self._before(place)
        if self._is_there(place):
            return self._asks(place - 1)
        return self._asks(place) and not self._is_there(place - 1)

    def _asks(self, place: int) -> bool:
        return any(self.sentence.is_in(place, name) for name in _ASKING)

    def _is_there(self, place: int) -> bool:
        return place >= 0 and self.sentence.tokens[place].text in _SUBJECTS

    def has(self, name: str) -> bool:
        """Whether a template of this kind matched."""
        return any(kind == name for _start, kind, _match in self.matches)

    def rule(self) -> str:
        """The rule that is asked about; "" where none is named, or two are."""
        kinds = {kind for _start, kind, _match in self.matches if kind.startswith(RULE)}
        rules = {kind.removeprefix(RULE) for kind in kinds}
        rules -= {_IS_CASE_OF[rule] for rule in rules if rule in _IS_CASE_OF}
        return rules.pop() if len(rules) == 1 else ""

    def noticed(self) -> str | None:
        """When the mistake was noticed that is told of; None where nothing, or two things, say."""
        moments = {NOTICED[kind] for _start, kind, _match in self.matches if kind in NOTICED}
        return moments.pop() if len(moments) == 1 else None

    def next_player(self, kind: str, slots: Mapping[str, Any]) -> NextPlayer | None:
        """Who is asked about where the sentence asks about the next player."""
        matches = [match for _start, name, match in self.matches if name == NEXT_PLAYER]
        if not matches and self.has(WHO_COVERS):
            has_drawn = not self.has(DREW_FITTING) and any(map(self.has, _DRAWN))
            return who_covers(kind, slots, self.sentence, self.seats, has_drawn=has_drawn)
        return next_player(kind, slots, self.sentence, matches, self.seats)

    def facts(self, kind: str, slots: Mapping[str, Any]) -> dict[str, Any]:
        """The facts by their paths, for a question of this kind about these slots.

        What is stated in two ways is not known, nor are the open doubles where there are two and
        only one has a train.
        """
        facts: dict[str, Any] = {}
        clashing: set[str] = set()
        has_two = any(name == "two_doubles" for _start, name, _match in self.matches)
        for path, value in self._stated(kind, slots):
            if path == "uncovered" and value and facts.get(path):
                known = {double["train"] for double in facts[path]}
                facts[path] += [double for double in value if double["train"] not in known]
            elif facts.setdefault(path, value) != value:
                clashing.add(path)
        if facts.get("turn.drawn") == "some" and self._is_drawn_played(facts.get("turn.laid")):
            facts["turn.drawn"] = "played"
        if has_two and len(facts.get("uncovered", ())) == 1:
            clashing.add("uncovered")
        if "out" in facts:
            clashing.add(f"hand_counts.{facts['out']}")  # "had one left and then went out"
        if "can_play" in facts:
            clashing |= {path for path in facts if path.startswith("can_play.")}
        return {path: value for path, value in facts.items() if path not in clashing}

    def _stated(self, kind: str, slots: Mapping[str, Any]) -> Iterator[Fact]:
        names = {name for _start, name, _match in self.matches}
        has_played = not names.isdisjoint(("played", "played_some", "played_double"))
        waits = kind == MUST_COVER and self.has(ANOTHER_TURN)
        for start, name, match in self.matches:
            statement = _Statement(self.sentence, match, kind, slots, self.seats)
            if name in _DREW_A_TILE and self.has("drew_and_played"):
                continue
            if name in _OF_MARKERS and self._is_said_with_train(name, match):
                continue
            if waits and name in ("left_double", "played_double"):
                if (fact := _open_double(statement)) is not None:
                    yield fact
            elif name == DREW_FITTING:
                yield from _drew_fitting(statement, has_played=has_played)
            elif name in _SEVERAL:
                yield from _SEVERAL[name](statement)
            elif name == "cannot_play" and self._is_mended(start, statement.seat()):
                continue
            elif name in _MAKERS and (fact := _MAKERS[name](statement)) is not None:
                yield fact

    def _is_said_with_train(self, name: str, match: Match) -> bool:
        """Whether more of the same words says on whose train: "there is no marker on Ann's"."""
        return not match.roles and any(
            other.start <= match.start and match.end <= other.end and other.roles
            for _place, kind, other in self.matches
            if kind == name
        )

    def _is_drawn_played(self, plays: Any) -> bool:
        """Whether the tile that was drawn is the one that was played: drawing is told first.

        "Drew a double and played it", not "played a double and drew". Who drew in vain played
        something else before.
        """
        drawn = [match.end for _place, name, match in self.matches if name == "drew_some"]
        played = [match.end for _place, name, match in self.matches if name in _PLAYED]
        is_kept = self.has(DREW_FITTING) or self.has(DREW_IN_VAIN)
        return bool(plays and drawn and played) and not is_kept and max(drawn) < min(played)

    def _is_mended(self, start: int, seat: str | None) -> bool:
        """Whether who could not play then drew a tile that fits."""
        later = [
            match for place, name, match in self.matches if name == DREW_FITTING and place > start
        ]
        who = [
            max((p for p in self.sentence.places("seat") if p < match.start), default=-1)
            for match in later
        ]
        return any(place < 0 or person_at(place, self.sentence) == seat for place in who)


def _says_more(kind: str) -> bool:
    """Whether a kind of template says more of what is asked, and states nothing."""
    return kind in _QUESTIONS or kind.startswith(RULE)


@cache
def _grammar(language: str) -> MoreTemplates | None:
    text = text_of(language, ".facts")
    return None if text is None else more_templates(text, read_grammar(language))


def _with_words(sentence: Sentence, grammar: MoreTemplates) -> dict[str, int]:
    """Where the words of each class stand, with the classes that facts alone use."""
    masks = dict(sentence.masks)
    for place, token in enumerate(sentence.tokens):
        words = [token.text] if token.kind in (WORD, NUMBER) else []
        for word in (*words, token.kind):
            for name in grammar.classes.get(word, ()):
                masks[name] = masks.get(name, 0) | 1 << place
    return masks
