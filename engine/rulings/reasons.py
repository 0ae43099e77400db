"""Why a ruling says what it says: an English sentence with gaps for seats and tiles."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.sentences import say
from engine.tiles import MEXICAN


class Reason(Enum):
    """One kind of reason. The value is its sentence, with gaps for what `Outcome.about` names."""

    # a play
    ROUND_OVER = "{out} has no tile left: the round is over."
    TIME_UP = "Time has run out, so the round is over: everybody counts what is left."
    NOT_IN_HAND = "{seat} does not have {tile}."
    TURN_DONE = "{seat} has played the one tile of this turn."
    DOES_NOT_FIT = "{tile} does not fit {train}: neither end matches."
    MISFIT = "{tile} does not fit {before}: they have no number in common."
    MISFIT_OF_TWO = "{tile} does not fit the end that {before} leaves."
    OWN_TRAIN = "{train} is always open to {seat}."
    OWN_TRAIN_FIRST = "{seat} must start their own train first."
    MEXICAN_TRAIN = "The Mexican Train is open to everybody."
    MEXICAN_TRAIN_BEGINS = (
        "The Mexican Train is open to everybody. "
        "It begins with the number {pips}: that of the starting double."
    )
    MEXICAN_TRAIN_BEGINS_AS_HUB = (
        "The Mexican Train is open to everybody. It begins with the number of the starting double."
    )
    NO_MEXICAN_TRAIN = "There is no Mexican Train under these rules."
    MEXICAN_TRAIN_LATER = "On the first turn the Mexican Train is not open yet."
    MEXICAN_TRAIN_STARTER = (
        "On the first turn only the player who began the round may start the Mexican Train."
    )
    MARKED_TRAIN = "{train} has a marker, so it is open to the others."
    MARKED_TRAIN_LATER = "On the first turn a marked train is not open yet."
    MARKER_OPENS_NOTHING = "A marker does not open {train} to the others."
    FIRST_TURN_OWN_TRAIN = "On the first turn {seat} plays on their own train only."
    PRIVATE_TRAIN = "{train} has no marker, so only its owner may play there."
    OPEN_TRAIN = "{train} is open to everybody."
    FIRST_TRAIN_GROWS = "On the first turn {seat} may go on with their own train."
    FIRST_TRAIN_ONLY = "{seat} is building the first train and plays only there."
    COVERS = "{double} is uncovered on {train}, and this covers it."
    FROZEN = "First {double} on {double_train} must be covered."
    FROZEN_BY_FIRST = "The double that was played first must be covered first."
    FROZEN_BY_LAST = "The double that was played last must be covered first."
    FOLLOWS = "{seat} has played {double} and covers it."
    FOLLOWS_ELSEWHERE = "After {double} the next tile may go on any open train."
    FOLLOW_ON_DOUBLE = "After {double} the next tile must go on it."
    FOLLOW_ON_PUBLIC = "After {double} the next tile goes on it or on a public train."
    THIRD_TILE = "After its doubles {seat} plays on {double} on {double_train}."
    TOO_MANY_DOUBLES = "{seat} may not play so many doubles in one turn."
    NEEDS_THIRD_TILE = (
        "A second double needs a third tile from the hand that covers one of the two, "
        "and {seat} has none."
    )
    HAS_THIRD_TILE = "{seat} has a third tile that covers one of the two doubles."
    LAST_TWO_DOUBLES = "{seat} goes out on two doubles, which needs no third tile."
    CHAIN = "Each of these tiles may be played in this turn."
    # draw, stop, mark
    CAN_PLAY = "{seat} has a tile that can be played, and must play it."
    NEED_NOT_PLAY = "{seat} has a tile that can be played, but need not play it."
    CAN_PLAY_DRAWN = "The tile that {seat} drew can be played, and must be."
    NEED_NOT_PLAY_DRAWN = "The tile that {seat} drew can be played, but need not be."
    MUST_DRAW = "{seat} cannot play and must draw."
    DRAWS_THEN_MARKS = (
        "{seat} cannot play and draws one tile. If it fits, {seat} plays it. "
        "If not, {seat}'s marker goes on and the turn is over."
    )
    DRAWS_THEN_ENDS = (
        "{seat} cannot play and draws one tile. If it fits, {seat} plays it. "
        "If not, the turn is over."
    )
    MAY_DRAW = "{seat} cannot play and may draw."
    HAS_DRAWN = "{seat} has drawn this turn."
    BONEYARD_EMPTY = "No tile is left to draw."
    MARKS_WITHOUT_DRAWING = (
        "{seat} cannot start their own train: a marker goes there, and no tile is drawn."
    )
    MARKS = "{seat} has drawn and cannot play: a marker goes on {seat}'s train."
    NEED_NOT_MARK = "{seat} cannot play, but no marker goes on {seat}'s train."
    PASSES_AND_MARKS = (
        "{seat} cannot play and no tile is left to draw: {seat} passes and marks their own train."
    )
    PASSES = "{seat} cannot play and no tile is left to draw: {seat} passes."
    TURN_COMPLETE = "{seat} has played what this turn asks for."
    LEFT_UNCOVERED = "{seat} leaves {double} uncovered and marks their own train for it."
    MAY_FOLLOW = "{seat} has played a double and may play one more tile, but need not."
    MUST_FOLLOW = "{seat} has played a double and must play or draw once more."
    MUST_GO_ON = "{seat} has another tile for the first train and must play it."
    # cover, marker, notice
    MUST_COVER = "{double} on {double_train} must be covered before anything else."
    MUST_COVER_OR_DRAW = (
        "{double} on {double_train} must be covered before anything else. If {seat} cannot, "
        "{seat} draws one tile. If that does not fit, {seat}'s marker goes on."
    )
    MUST_COVER_ONE = (
        "One of the uncovered doubles must be covered before anything else; {seat} chooses which."
    )
    MUST_COVER_FIRST = "The double that was played first must be covered before anything else."
    MUST_COVER_LAST = "The double that was played last must be covered before anything else."
    NOTHING_UNCOVERED = "Every double is covered."
    NEED_NOT_COVER = "{seat} may play elsewhere; the double need not be covered now."
    CANNOT_BE_COVERED = "All other tiles of that number are out, so nobody has to cover it."
    MARKER_COMES_OFF = "{seat} has played on their own train, so the marker comes off."
    MARKER_MAY_STAY = "{seat} may take the marker off, but need not."
    MARKER_MAY_COME_OFF = (
        "When {seat} has played on their own train, {seat} may take the marker off, but need not."
    )
    NO_MARKER = "{seat}'s train has no marker."
    NOT_ON_OWN_TRAIN = "{seat} has not played on their own train."
    GIVES_NOTICE = "With one tile left, {seat} must say so."
    NO_NOTICE = "In these rules nobody has to say “one tile left”."
    NOT_ONE_TILE = "{seat} does not have exactly one tile left."
    # who, over, public
    NEXT_SEAT = "{seat}'s turn is over, and {next} sits to the left."
    TURN_GOES_ON = "{seat}'s turn is not over yet."
    WENT_OUT = "{out} has played the last tile."
    OUT_IS_NOT_OVER = "{out} went out on a double, which does not end the round."
    BLOCKED = "No tile is left to draw and nobody can play: the round is blocked."
    NOT_ALL_PASSED = "Not everybody has passed yet."
    SOMEBODY_CAN_PLAY = "{can} can still play."
    NOBODY_OUT = "Nobody is out, and there are tiles left to draw."
    NO_BLOCKED_ROUND = "In these rules a round cannot be blocked."
    OPENED_BY_DOUBLE = "An uncovered double opens {train} until it is covered."
    # the same by several ways
    EITHER_WAY = "It is the same either way: {ways}"
    WHATEVER = "Several rules say so."
    NO_COVER_NOW = "{seat} need not cover a double now."
    NO_DRAW_NOW = "{seat} may draw only in an open turn, with nothing to play and tiles left."
    NO_DRAW_FIRST = (
        "On a first turn nobody draws here: a player who cannot start their train puts a marker "
        "there."
    )
    NOT_DONE_YET = "{seat} still has something to do in this turn: play, draw or mark."
    NO_MARKER_NOW = "{seat} has no marker to put on now."
    ROUND_GOES_ON = "Nobody has ended the round, and it is not blocked."
    # not certain
    DEPENDS = "That depends on {need}."
    NOT_COVERED = "The rules do not say. What is open: {point}"


SUMMED_UP: Final[Mapping[tuple[str, str, str], Reason]] = MappingProxyType(
    {
        ("must", "cover", "no"): Reason.NO_COVER_NOW,
        ("may", "draw", "not_allowed"): Reason.NO_DRAW_NOW,
        ("may", "stop", "not_allowed"): Reason.NOT_DONE_YET,
        ("must", "mark", "no"): Reason.NO_MARKER_NOW,
        ("is", "over", "no"): Reason.ROUND_GOES_ON,
    }
)
"""What is true of a question's answer by whichever of its reasons: by kind, question, verdict."""


About = Mapping[str, str]


class Outcome(NamedTuple):
    """What one branch comes to.

    `about` fills the gaps of the reason's sentence with names as a case writes them: seats, trains
    by key, tiles.
    """

    verdict: str
    value: str | None
    clauses: tuple[str, ...]
    reason: Reason
    about: About


def sentence(reason: Reason, about: About) -> str:
    """Return a reason's sentence with its gaps filled, trains in words."""
    words = dict(about)
    for gap in ("train", "double_train"):
        if gap in words:
            words[gap] = train_in_words(words[gap])
    if reason is Reason.EITHER_WAY:
        first, other = words["ways"].split(OR)
        words["ways"] = say("{first} Or: {other}", first=first, other=other)
    text = say(reason.value, **words)
    return text[0].upper() + text[1:]


OR: Final = "\n"
"""What stands between two sentences in `ways`."""


def agreed(outcomes: list[Outcome]) -> Outcome:
    """Return one outcome for several with the same verdict, with every clause they rely on.

    Where their reasons differ none of them is known to be the right one: of two both are given,
    of more only that there are several.
    """
    first = outcomes[0]
    clauses = tuple(dict.fromkeys(clause for outcome in outcomes for clause in outcome.clauses))
    reasons = [(outcome.reason, outcome.about) for outcome in outcomes]
    if all(reason == reasons[0] for reason in reasons[1:]):
        return first._replace(clauses=clauses)
    sentences: dict[str, None] = {}
    for reason, about in reasons:
        ways = about["ways"].split(OR) if reason is Reason.EITHER_WAY else [sentence(reason, about)]
        sentences |= dict.fromkeys(ways)
    if len(sentences) > 2 or any(reason is Reason.WHATEVER for reason, _ in reasons):
        return first._replace(clauses=clauses, reason=Reason.WHATEVER)
    if len(sentences) == 1:
        return first._replace(clauses=clauses)
    about = {"ways": OR.join(sentences)}
    if "parameter" in first.about:
        about["parameter"] = first.about["parameter"]
    return first._replace(clauses=clauses, reason=Reason.EITHER_WAY, about=about)


def train_in_words(train: str) -> str:
    """Return a train as people at the table say it."""
    return say("the Mexican Train") if train == MEXICAN else say("{seat}'s train", seat=train)
