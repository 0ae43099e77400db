"""What the desk says: the question as a title, the facts as sentences, the answer in large letters.

Pure, as all that a tablet without network uses.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import referee
from scoring.lists import all_of
from scoring.values import Ruled

from .questions import person, train_name, whose

YES = ("allowed", "yes", "valid")
NO = ("not_allowed", "no", "invalid")
# What the engine puts before its sentence, such as the path of a tile that was played.
PATH = re.compile(r"^([a-z_]+(?:\.[^:]+)?): ")


def error_parts(error: str) -> tuple[str, str]:
    """Split the engine's refusal of a fact into the path that programs know and the sentence."""
    match = PATH.match(error)
    path = match.group(1) if match else ""
    text = PATH.sub("", error, count=1)
    return path, text[:1].upper() + text[1:]


def title_of(kind: str, ask: Mapping[str, Any], seat: str) -> str:
    """The question in a sentence, with the names, tiles and trains in it.

    Without a seat it says "you", or asks who; without a train it says "this train".
    """
    words = {
        "seat": seat or _("you"),
        "whose": whose(seat),
        "train": train_name(ask["train"]) if "train" in ask else _("this train"),
        "tile": ask.get("tile", ""),
        "tiles": all_of(ask.get("tiles", [])),
        "plays": _plays_in_words(ask.get("tiles", []), ask.get("trains", [])),
    }
    sentences = {
        "lay": _("May %(seat)s play %(tile)s on %(train)s?")
        if words["tile"]
        else _("May %(seat)s play on %(train)s?"),
        "chain": _chain_title(ask),
        "act": _("What must %(seat)s do now?"),
        "cover": _("Must %(seat)s cover the double?") if seat else _("Who must cover the double?"),
        "draw": _("May %(seat)s draw now?"),
        "stop": _("May %(seat)s end the turn now?"),
        "mark": _("May %(seat)s just put the marker on and end the turn?"),
        "must-mark": _("Must %(seat)s put the marker on?"),
        "unmark": _("Does the marker come off %(whose)s train?")
        if seat
        else _("Does the marker come off your train?"),
        "public": _("May others play on %(train)s?"),
        "announce": _("Must %(seat)s say “one tile left”?"),
        "next": _("Who plays after %(seat)s?"),
        "over": _("Is the round over?"),
        "begins": _("Who begins the round?"),
    }
    title = (sentences.get(kind) or _mistake_title(kind, seat)) % words
    # Some languages begin a question with who plays: a name stays as it is, "somebody" does not.
    return title if seat else title[:1].upper() + title[1:]


def _chain_title(ask: Mapping[str, Any]) -> str:
    if not ask.get("tiles"):
        return _("May %(seat)s play several tiles in one turn?")
    if "trains" in ask:
        return _("May %(seat)s play %(plays)s in one turn?")
    return _("May %(seat)s play %(tiles)s on %(train)s in one turn?")


def _plays_in_words(tiles: Sequence[str], trains: Sequence[str]) -> str:
    return all_of(
        _("%(tile)s on %(train)s") % {"tile": tile, "train": train_name(train)}
        for tile, train in zip(tiles, trains, strict=False)
    )


def _mistake_title(kind: str, seat: str) -> str:
    sentences = {
        "misplay": _("What if %(seat)s played a wrong tile?"),
        "out-of-turn": _("What if %(seat)s played out of turn?"),
        "drew-in-error": _("What if %(seat)s drew in error?"),
        "passed-in-error": _("What if %(seat)s passed in error?"),
        "marked-in-error": _("What if %(seat)s put the marker on in error?"),
        "forgot-marker": _("What if %(seat)s forgot the marker?"),
        "marker-left-on": _("What if %(seat)s left the marker on?"),
        "forgot-notice": _("What if %(seat)s forgot to say “one tile left”?"),
        "exposed-tile": _("What if others saw one of %(whose)s tiles?")
        if seat
        else _("What if others saw one of your tiles?"),
        "misdeal": _("What if %(whose)s tiles are too many or too few?")
        if seat
        else _("What if your tiles are too many or too few?"),
        "wrong-starting-double": _("What if the round began with the wrong double?"),
        "start-missing": _("What if nobody has the starting double?"),
        "tie-in-drawing": _("What if two drew equal tiles to see who begins?"),
        "second-mexican-train": _("What if %(seat)s began a second Mexican Train?"),
        "several-markers": _("What if several markers are on a train?"),
        "wrong-total": _("What if %(whose)s total was wrong?")
        if seat
        else _("What if your total was wrong?"),
        "late-arrival": _("What total does %(seat)s begin with, coming late?")
        if seat
        else _("What total does a newcomer begin with?"),
        "leaves": _("What happens to the tiles when %(seat)s must leave?"),
        "tie": _("What if two have the same total at the end?"),
    }
    return sentences[kind]


def fact_sentences(
    facts: Mapping[str, Any], leaving_out: Collection[str] = frozenset()
) -> list[str]:
    """The facts in sentences, without whose turn it is: the question says that already."""
    seat = str(facts.get("turn.seat", ""))
    paths = [path for path in facts if path not in ("turn.seat", *leaving_out)]
    sentences = [sentence for path in paths if (sentence := fact_sentence(path, facts[path], seat))]
    if "uncovered_in_order" in paths and facts["uncovered_in_order"]:
        sentences.append(_("%s was played first.") % whose(facts["uncovered"][0]["train"]))
    return sentences


def fact_sentence(path: str, value: Any, seat: str) -> str:
    """One fact in a sentence; `seat` is on turn, "" where nobody said who is."""
    if not seat:
        # "The player" begins other sentences in other languages.
        text = fact_sentence(path, value, _("the player"))
        return text[:1].upper() + text[1:]
    head, *rest = path.split(".")
    if head == "trains" and len(rest) == 2:
        return _train_sentence(rest[0], rest[1], value)
    if head in ("hands", "hand_counts") and len(rest) == 1:
        return _hand_sentence(rest[0], value)
    if head == "can_play":
        return _can_play_sentence(rest[0] if rest else "", value)
    if head == "rules":
        return f"{referee.parameter_sentence(rest[0])} {referee.answer_words(rest[0], value)}."
    say = _SENTENCES.get(path)
    return say(value, seat) if say else f"{path}: {_plain_value(value)}."


def _train_sentence(train: str, fact: str, value: Any) -> str:
    words = {"train": train_name(train), "value": value}
    sentences = {
        ("marked", True): _("A marker is on %(train)s."),
        ("marked", False): _("No marker is on %(train)s."),
        ("started", True): _("There is a tile on %(train)s."),
        ("started", False): _("There is no tile on %(train)s yet."),
    }
    if isinstance(value, bool):
        sentence = sentences.get((fact, value), "")
    elif fact == "tail":
        sentence = _("%(train)s ends in %(value)s.")
    else:
        sentence = _("%(value)s tiles are on %(train)s.")
    text = sentence % words
    return text[:1].upper() + text[1:]


def _hand_sentence(seat: str, value: Any) -> str:
    seat = person(seat)
    if isinstance(value, int):
        if value == 1:
            return _("%s has one tile.") % seat
        return _("%(seat)s has %(count)s tiles.") % {"seat": seat, "count": value}
    if not value:
        return _("%s has no tile.") % seat
    return _("%(seat)s has %(tiles)s.") % {"seat": seat, "tiles": all_of(value)}


def _can_play_sentence(seat: str, value: Any) -> str:
    if not seat:
        return _("Somebody can play.") if value else _("Nobody can play.")
    return (_("%s can play.") if value else _("%s cannot play.")) % person(seat)


def _boneyard(value: object, seat: str) -> str:
    if value == "some":
        return _("There are tiles left in the boneyard.")
    if value == 0:
        return _("The boneyard is empty.")
    return _("%s tiles are left in the boneyard.") % value


def _uncovered(value: Any, seat: str) -> str:
    if not value:
        return _("Every double is covered.")
    trains = [train_name(double["train"]) for double in value]
    if len(trains) == 1:
        return _("An uncovered double is on %s.") % trains[0]
    return _("Uncovered doubles are on %s.") % all_of(trains)


def _turn_kind(value: Any, seat: str) -> str:
    sentence: str = {
        "first_turn": _("It is %s's first turn in this round."),
        "normal": _("It is not %s's first turn in this round."),
        "follow_up": _("%s's turn goes on after a double."),
    }[value]
    return sentence % seat


def _drawn(value: object, seat: str) -> str:
    if value == "none":
        return _("%s has not drawn a tile this turn.") % seat
    if value == "some":
        return _("%s drew a tile this turn.") % seat
    if value == "played":
        return _("%s drew a tile this turn and played it.") % seat
    return _("%(seat)s drew %(tile)s this turn.") % {"seat": seat, "tile": value}


def _laid(value: Any, seat: str) -> str:
    if not value:
        return _("%s has not played this turn.") % seat
    plays = [_play_in_words(play) for play in value]
    return _("%(seat)s played %(plays)s this turn.") % {"seat": seat, "plays": all_of(plays)}


def _play_in_words(play: Mapping[str, Any]) -> str:
    tile = play.get("tile") or (_("a double") if play["double"] else _("a tile"))
    if "train" not in play:
        return str(tile)
    return _("%(tile)s on %(train)s") % {"tile": tile, "train": train_name(play["train"])}


def _passes(value: object, seat: str) -> str:
    if value == 0:
        return _("Nobody has passed.")
    if value == 1:
        return _("One player has passed.")
    return _("%s players in a row have passed.") % value


_SENTENCES: Mapping[str, Callable[[Any, str], str]] = {
    "boneyard": _boneyard,
    "uncovered": _uncovered,
    "uncovered_in_order": lambda value, seat: (
        "" if value else _("Nobody knows which double was played first.")
    ),
    "turn.kind": _turn_kind,
    "turn.drawn": _drawn,
    "turn.laid": _laid,
    "turn.passes": _passes,
    "turn.third_tile": lambda value, seat: (
        (
            (_("%s has a third tile that fits.") if value else _("%s has no third tile that fits."))
            if isinstance(value, bool)
            else _("%s has no tile left after the doubles.")
        )
        % seat
    ),
    "out": lambda value, seat: (
        _("Nobody has played the last tile.")
        if value == "none"
        else _("%s has played the last tile.") % value
    ),
    "starting_double": lambda value, seat: (
        _("The hub is %(double)s-%(double)s.") % {"double": value}
    ),
    "starting_double_by": lambda value, seat: _("%s played the starting double.") % value,
    "first_player": lambda value, seat: _("The table picked %s to begin.") % value,
    "last_first_player": lambda value, seat: _("%s began the round before.") % value,
    "on_table": lambda value, seat: _("On the trains: %s.") % all_of(value),
    "round": lambda value, seat: (
        _("It is the first round.") if value == 1 else _("It is not the first round.")
    ),
}


def _plain_value(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None or value == []:
        return _("none")
    if isinstance(value, list):
        return all_of(value)
    return str(value).replace("_", " ")


def answer_word(ruling: Ruled) -> str:
    """Yes, No, who decides, what to do, or that it depends or is not covered."""
    if ruling.shape == "may":
        return _("%s decides") % ruling.decides if ruling.decides else _("Not by itself")
    if ruling.shape == "readings":
        return _("The rules say two things")
    if ruling.verdict in YES:
        return _("Yes")
    if ruling.verdict in NO:
        return _("No")
    if ruling.steps:
        return _("Do this")
    if ruling.verdict == "value":
        acts = {
            "lay": _("Play a tile"),
            "draw": _("Draw a tile"),
            "end_turn": _("End the turn"),
            "mark": _("Put the marker on"),
            "pass_and_mark": _("Pass and put the marker on"),
            "pass": _("Pass"),
        }
        return acts.get(str(ruling.value), str(ruling.value))
    if ruling.verdict == "not_covered":
        return _("The rules say nothing")
    return _("Nobody can know")


def answer_sentence(kind: str, ask: Mapping[str, Any], seat: str, ruling: Ruled) -> str:
    """Yes or No as a sentence that stands by itself; "" where there is none.

    In one's own words "do we keep playing" comes to "Is the round over?", and "yes" says the
    opposite of what it seems to.
    """
    if ruling.shape in ("may", "readings") or ruling.verdict not in (*YES, *NO):
        return ""
    words = {"seat": seat, "train": train_name(ask["train"]) if "train" in ask else ""}
    sentences = {
        "over": (_("The round is over."), _("The round goes on.")),
        "stop": (_("%(seat)s may end the turn."), _("%(seat)s may not end the turn yet.")),
        "unmark": (_("The marker comes off."), _("The marker need not come off.")),
        "cover": (_("%(seat)s must cover the double."), _("%(seat)s need not cover a double.")),
        "public": (
            _("Others may play on %(train)s."),
            _("Others may not play on %(train)s."),
        ),
        "must-mark": (
            _("%(seat)s must put the marker on."),
            _("%(seat)s need not put the marker on."),
        ),
    }
    yes, no = sentences.get(kind, ("", ""))
    sentence = (yes if ruling.verdict in YES else no) % words
    return sentence[:1].upper() + sentence[1:]


def answer_class(ruling: Ruled) -> str:
    """The class by which the style sheet tells yes from no, beside the words."""
    if ruling.shape == "may":
        return "open"
    if ruling.verdict in YES:
        return "yes"
    return "no" if ruling.verdict in NO else "open"


def missing_sentence(names: Sequence[str]) -> str:
    """What a question still lacks before it can be answered."""
    lacking = set(names)
    if lacking == {"noticed"}:
        return _("Tap when it was noticed.")
    if "noticed" in lacking:
        return _("Tap who it is about, and when it was noticed.")
    if lacking == {"seat"}:
        return _("Tap who it is about.")
    if lacking == {"train"}:
        return _("Tap the train.")
    if lacking == {"seat", "train"}:
        return _("Tap who it is about, and the train.")
    return _("Tap who it is about, the train and the tiles.")
