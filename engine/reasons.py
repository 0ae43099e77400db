"""Why a ruling says what it says: a code, and an English sentence with gaps for seats and tiles."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.position import MEXICAN


class Reason(Enum):
    """One kind of reason. The value is the stable code; `sentence` is its text with gaps."""

    # a lay
    ROUND_OVER = "round_over"
    NOT_HELD = "not_held"
    TURN_DONE = "turn_done"
    DOES_NOT_FIT = "does_not_fit"
    OWN_TRAIN = "own_train"
    OWN_TRAIN_FIRST = "own_train_first"
    MEXICAN_TRAIN = "mexican_train"
    NO_MEXICAN_TRAIN = "no_mexican_train"
    MEXICAN_TRAIN_LATER = "mexican_train_later"
    MARKED_TRAIN = "marked_train"
    MARKED_TRAIN_LATER = "marked_train_later"
    MARKER_OPENS_NOTHING = "marker_opens_nothing"
    FIRST_TURN_OWN_TRAIN = "first_turn_own_train"
    PRIVATE_TRAIN = "private_train"
    OPEN_TRAIN = "open_train"
    FIRST_TRAIN_GROWS = "first_train_grows"
    FIRST_TRAIN_ONLY = "first_train_only"
    COVERS = "covers"
    FROZEN = "frozen"
    FOLLOWS = "follows"
    FOLLOWS_ELSEWHERE = "follows_elsewhere"
    FOLLOW_ON_DOUBLE = "follow_on_double"
    FOLLOW_ON_PUBLIC = "follow_on_public"
    THIRD_TILE = "third_tile"
    TOO_MANY_DOUBLES = "too_many_doubles"
    NEEDS_THIRD_TILE = "needs_third_tile"
    HAS_THIRD_TILE = "has_third_tile"
    LAST_TWO_DOUBLES = "last_two_doubles"
    CHAIN = "chain"
    # draw, stop, mark
    CAN_LAY = "can_lay"
    NEED_NOT_LAY = "need_not_lay"
    CAN_LAY_DRAWN = "can_lay_drawn"
    NEED_NOT_LAY_DRAWN = "need_not_lay_drawn"
    MUST_DRAW = "must_draw"
    MAY_DRAW = "may_draw"
    HAS_DRAWN = "has_drawn"
    BONEYARD_EMPTY = "boneyard_empty"
    MARKS_WITHOUT_DRAWING = "marks_without_drawing"
    MARKS = "marks"
    NEED_NOT_MARK = "need_not_mark"
    PASSES_AND_MARKS = "passes_and_marks"
    PASSES = "passes"
    TURN_COMPLETE = "turn_complete"
    LEFT_UNCOVERED = "left_uncovered"
    MUST_FOLLOW = "must_follow"
    MUST_GO_ON = "must_go_on"
    # cover, marker, notice
    MUST_COVER = "must_cover"
    NOTHING_UNCOVERED = "nothing_uncovered"
    NEED_NOT_COVER = "need_not_cover"
    CANNOT_BE_COVERED = "cannot_be_covered"
    MARKER_COMES_OFF = "marker_comes_off"
    MARKER_MAY_STAY = "marker_may_stay"
    NO_MARKER = "no_marker"
    NOT_ON_OWN_TRAIN = "not_on_own_train"
    GIVES_NOTICE = "gives_notice"
    NO_NOTICE = "no_notice"
    NOT_ONE_TILE = "not_one_tile"
    # who, over, public
    NEXT_SEAT = "next_seat"
    TURN_GOES_ON = "turn_goes_on"
    WENT_OUT = "went_out"
    OUT_IS_NOT_OVER = "out_is_not_over"
    BLOCKED = "blocked"
    NOT_ALL_PASSED = "not_all_passed"
    SOMEBODY_CAN_LAY = "somebody_can_lay"
    NOBODY_OUT = "nobody_out"
    NO_BLOCKED_ROUND = "no_blocked_round"
    OPENED_BY_DOUBLE = "opened_by_double"
    # the same by several ways
    EITHER_WAY = "either_way"
    WHATEVER = "whatever"
    # not certain
    DEPENDS = "depends"
    NOT_COVERED = "not_covered"

    @property
    def sentence(self) -> str:
        """The English sentence, with gaps for what `Outcome.about` names."""
        return SENTENCES[self]


SENTENCES: Final = MappingProxyType(
    {
        Reason.ROUND_OVER: "{out} has no tile left: the round is over.",
        Reason.NOT_HELD: "{seat} does not have {tile}.",
        Reason.TURN_DONE: "{seat} has laid the one tile of this turn.",
        Reason.DOES_NOT_FIT: "{tile} does not fit {train}: neither end matches its tail.",
        Reason.OWN_TRAIN: "{train} is {seat}'s own and always open to {seat}.",
        Reason.OWN_TRAIN_FIRST: "{seat} must first start the own train.",
        Reason.MEXICAN_TRAIN: "The Mexican Train is open to everybody.",
        Reason.NO_MEXICAN_TRAIN: "There is no Mexican Train under these rules.",
        Reason.MEXICAN_TRAIN_LATER: "On the first turn the Mexican Train is not open yet.",
        Reason.MARKED_TRAIN: "{train} carries a marker, so it is open to the others.",
        Reason.MARKED_TRAIN_LATER: "On the first turn a marked train is not open yet.",
        Reason.MARKER_OPENS_NOTHING: "A marker does not open {train} to the others.",
        Reason.FIRST_TURN_OWN_TRAIN: "On the first turn {seat} lays on the own train only.",
        Reason.PRIVATE_TRAIN: "{train} carries no marker, so only its owner may lay there.",
        Reason.OPEN_TRAIN: "{train} is open to everybody.",
        Reason.FIRST_TRAIN_GROWS: "On the first turn {seat} may go on with the own train.",
        Reason.FIRST_TRAIN_ONLY: "{seat} is building the first train and lays only there.",
        Reason.COVERS: "{double} lies uncovered on {train}, and this covers it.",
        Reason.FROZEN: "First {double} on {double_train} must be covered.",
        Reason.FOLLOWS: "{seat} has laid {double} and covers it.",
        Reason.FOLLOWS_ELSEWHERE: "After {double} the next tile may go on any open train.",
        Reason.FOLLOW_ON_DOUBLE: "After {double} the next tile must go on it.",
        Reason.FOLLOW_ON_PUBLIC: "After {double} the next tile goes on it or on a public train.",
        Reason.THIRD_TILE: "After its doubles {seat} lays on {double} on {double_train}.",
        Reason.TOO_MANY_DOUBLES: "{seat} may not lay so many doubles in one turn.",
        Reason.NEEDS_THIRD_TILE: (
            "A second double needs a third tile from the hand that covers one of the two, "
            "and {seat} has none."
        ),
        Reason.HAS_THIRD_TILE: "{seat} has a third tile that covers one of the two doubles.",
        Reason.LAST_TWO_DOUBLES: "{seat} goes out on two doubles, which needs no third tile.",
        Reason.CHAIN: "Each of these tiles may be laid in this turn.",
        Reason.CAN_LAY: "{seat} has a tile that can be laid, and must lay it.",
        Reason.NEED_NOT_LAY: "{seat} has a tile that can be laid, but need not lay it.",
        Reason.CAN_LAY_DRAWN: "The tile that {seat} drew can be laid, and must be.",
        Reason.NEED_NOT_LAY_DRAWN: "The tile that {seat} drew can be laid, but need not be.",
        Reason.MUST_DRAW: "{seat} cannot lay and must draw.",
        Reason.MAY_DRAW: "{seat} cannot lay and may draw.",
        Reason.HAS_DRAWN: "{seat} has drawn this turn.",
        Reason.BONEYARD_EMPTY: "No tile is left to draw.",
        Reason.MARKS_WITHOUT_DRAWING: (
            "{seat} cannot start the own train: a marker goes there, and no tile is drawn."
        ),
        Reason.MARKS: "{seat} has drawn and cannot lay: the own train gets a marker.",
        Reason.NEED_NOT_MARK: "{seat} cannot lay, but the own train gets no marker.",
        Reason.PASSES_AND_MARKS: (
            "{seat} cannot lay and no tile is left to draw: {seat} passes and marks the own train."
        ),
        Reason.PASSES: "{seat} cannot lay and no tile is left to draw: {seat} passes.",
        Reason.TURN_COMPLETE: "{seat} has laid what this turn asks for.",
        Reason.LEFT_UNCOVERED: "{seat} leaves {double} uncovered and marks the own train for it.",
        Reason.MUST_FOLLOW: "{seat} has laid a double and must lay or draw once more.",
        Reason.MUST_GO_ON: "{seat} has another tile for the first train and must lay it.",
        Reason.MUST_COVER: "{double} on {double_train} must be covered before anything else.",
        Reason.NOTHING_UNCOVERED: "No double lies uncovered.",
        Reason.NEED_NOT_COVER: "{seat} may lay elsewhere; the double need not be covered now.",
        Reason.CANNOT_BE_COVERED: "All other tiles of that number are out, so it binds nobody.",
        Reason.MARKER_COMES_OFF: "{seat} has laid on the own train, so its marker comes off.",
        Reason.MARKER_MAY_STAY: "{seat} may take the marker off, but need not.",
        Reason.NO_MARKER: "{seat}'s train carries no marker.",
        Reason.NOT_ON_OWN_TRAIN: "{seat} has not laid on the own train.",
        Reason.GIVES_NOTICE: "{seat} has one tile left and must let the others know.",
        Reason.NO_NOTICE: "These rules ask for no notice of a last tile.",
        Reason.NOT_ONE_TILE: "{seat} does not have exactly one tile left.",
        Reason.NEXT_SEAT: "{seat}'s turn is over, and {next} sits to the left.",
        Reason.TURN_GOES_ON: "{seat}'s turn is not over yet.",
        Reason.WENT_OUT: "{out} has laid the last tile.",
        Reason.OUT_IS_NOT_OVER: "{out} went out on a double, which does not end the round.",
        Reason.BLOCKED: "No tile is left to draw and nobody can lay: the round is blocked.",
        Reason.NOT_ALL_PASSED: "Not everybody has passed yet.",
        Reason.SOMEBODY_CAN_LAY: "{can} can still lay.",
        Reason.NOBODY_OUT: "Nobody is out, and there are tiles left to draw.",
        Reason.NO_BLOCKED_ROUND: "These rules know no blocked round.",
        Reason.OPENED_BY_DOUBLE: "An uncovered double opens {train} until it is covered.",
        Reason.EITHER_WAY: "It is the same either way: {ways}",
        Reason.WHATEVER: "It is the same whatever is not known.",
        Reason.DEPENDS: "That depends on {need}.",
        Reason.NOT_COVERED: "The rules do not say. What is open: {point}",
    }
)

About = Mapping[str, str]


class Outcome(NamedTuple):
    """What one branch comes to.

    `says` is a verdict, or "value" with a `value`. `about` fills the gaps of the sentence with
    names as a case writes them: seats, trains by key, tiles.
    """

    says: str
    value: str | None
    clauses: tuple[str, ...]
    reason: Reason
    about: About


def sentence(reason: Reason, about: About) -> str:
    """A reason's sentence with its gaps filled, trains in words."""
    words = dict(about)
    for gap in ("train", "double_train"):
        if gap in words:
            words[gap] = train_in_words(words[gap])
    said = reason.sentence.format_map(words)
    return said[0].upper() + said[1:]


OR: Final = " Or: "


def agreed(outcomes: list[Outcome]) -> Outcome:
    """One outcome for several that say the same, with every clause that they rest on.

    Where they give different reasons none of them is known to be the one: then both are told, or
    where there are more only that they come to the same.
    """
    first = outcomes[0]
    clauses = tuple(dict.fromkeys(clause for each in outcomes for clause in each.clauses))
    told = [(each.reason, each.about) for each in outcomes]
    if all(each == told[0] for each in told[1:]):
        return first._replace(clauses=clauses)
    said: dict[str, None] = {}
    for reason, about in told:
        ways = about["ways"].split(OR) if reason is Reason.EITHER_WAY else [sentence(reason, about)]
        said |= dict.fromkeys(ways)
    if len(said) > 2 or any(reason is Reason.WHATEVER for reason, _ in told):
        return first._replace(clauses=clauses, reason=Reason.WHATEVER)
    if len(said) == 1:
        return first._replace(clauses=clauses)
    return first._replace(clauses=clauses, reason=Reason.EITHER_WAY, about={"ways": OR.join(said)})


def train_in_words(train: str) -> str:
    """A train as people at the table say it."""
    return "the Mexican Train" if train == MEXICAN else f"{train}'s train"
