"""The questions of the dispute desk in the players' words: what can be asked, in groups.

A `Topic` is what can be asked. Facts have the paths of the engine's contract, such as
`trains.Bob.marked`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

NOTICED: Mapping[str, str | Promise] = {
    "at_once": gettext_lazy("At once, before anybody played on"),
    "turn_later": gettext_lazy("Later in the round"),
    "round_later": gettext_lazy("After the round"),
}
"""When a mistake was noticed."""


Answer = str | Promise | Mapping[Any, str | Promise]
"""What answers a question beside its rules: one answer, or one for what the first rule says."""


@dataclass(frozen=True)
class Topic:
    """One thing that can be asked.

    `needs` are the parts that the question names (seat, tiles, train, noticed), `takes` the parts
    that it can name (tile, second_train, whose_turn). `ask` is the contract's question without
    them. `parsed` is the kind by which `engine.parsing` knows it. `supposes` are facts that hold
    unless something else is said: who asks whether to play has mostly played nothing yet. Their
    paths have a gap for the seat. `rules` are those of the table that answer it, for everybody.
    Where the question is not that of the first, there is an `answer`: what holds under all rules,
    or by what the first of them says, or "" where the rules, each with its question, are all there
    is to say.
    """

    kind: str
    title: str | Promise
    needs: tuple[str, ...]
    ask: Mapping[str, Any] = field(default_factory=dict)
    takes: tuple[str, ...] = ()
    parsed: str = ""
    supposes: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    answer: Answer | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that the question has: who, which tiles, which train, when it was noticed."""
        return (*self.needs, *self.takes)

    def supposed(self, seat: str, ask: Mapping[str, Any]) -> dict[str, Any]:
        """The facts that hold unless something else is said, once the seat is known.

        Who asks whether tiles may be played has trains on which they fit.
        """
        facts = self.supposes if seat else {}
        supposed = {path.format(seat=seat): fact for path, fact in facts.items()}
        return supposed | (_ends_for(ask) if "tiles" in ask else {})

    @property
    def is_about_mistake(self) -> bool:
        """Whether something went wrong already: then the table matters little."""
        return "remedy" in self.ask

    @property
    def takes_facts(self) -> bool:
        """Whether the answer can hang on what is told of the table."""
        return not (self.is_about_mistake or self.rules)


def _ends_for(ask: Mapping[str, Any]) -> dict[str, int]:
    """What each train ends in if these tiles fit, where they leave no choice."""
    tiles = [tuple(map(int, tile.split("-"))) for tile in ask["tiles"]]
    trains = ask.get("trains") or [ask.get("train")] * len(tiles)
    by_train: dict[str, list[tuple[int, ...]]] = {}
    for tile, train in zip(tiles, trains, strict=True):
        by_train.setdefault(train, []).append(tile)
    ends = {}
    for train, (first, *others) in by_train.items():
        onward = set(first) & set(others[0]) if others else set()
        left = {*first} if first[0] == first[-1] or len(onward) != 1 else {*first} - onward
        if train and len(left) == 1:
            ends[f"trains.{train}.tail"] = left.pop()
    return ends


NOTHING_PLAYED: Mapping[str, Any] = {"turn.laid": []}


TIMED = frozenset(
    {
        *("misplay", "out_of_turn", "drew_in_error", "passed_in_error", "marked_in_error"),
        *("forgot_marker", "marker_left_on", "misdeal", "wrong_starting_double"),
    }
)
"""Mistakes for which it matters when they were noticed."""


def _mistake(
    remedy: str,
    title: str | Promise,
    parsed: str = "",
    needs: tuple[str, ...] = ("seat",),
    takes: tuple[str, ...] = (),
) -> Topic:
    """The question what is done about a mistake."""
    timed = ("noticed",) if remedy in TIMED else ()
    kind = remedy.replace("_", "-")
    return Topic(kind, title, (*needs, *timed), {"remedy": remedy}, takes, parsed)


def _of_rules(kind: str, title: str | Promise, rules: tuple[str, ...], parsed: str = "") -> Topic:
    """A question that these rules of the table answer; its title is that of the first."""
    return Topic(kind, title, (), parsed=parsed, rules=rules)


def _of_table(
    kind: str, title: str | Promise, rules: tuple[str, ...], answer: Answer = ""
) -> Topic:
    """A question that no rule answers by itself, with the rules that bear on it."""
    return Topic(kind, title, (), rules=rules, answer=answer)


@dataclass(frozen=True)
class TopicGroup:
    """Questions about the same matter, under a heading."""

    title: str | Promise
    topics: tuple[Topic, ...]


GROUPS: tuple[TopicGroup, ...] = (
    TopicGroup(
        gettext_lazy("Playing"),
        (
            Topic(
                "lay",
                gettext_lazy("May I play here?"),
                ("seat", "train"),
                {"may": "lay"},
                takes=("tile",),
                parsed="may_play",
                supposes=NOTHING_PLAYED,
            ),
            Topic(
                "chain",
                gettext_lazy("May I play several tiles in one turn?"),
                ("seat", "train", "tiles"),
                {"may": "lay_chain"},
                takes=("second_train",),
                parsed="play_several",
                supposes={**NOTHING_PLAYED, "uncovered": []},
            ),
            Topic(
                "public",
                gettext_lazy("May others play on this train?"),
                ("train",),
                {"is": "public"},
                parsed="is_public",
            ),
            Topic(
                "act",
                gettext_lazy("What must I do now?"),
                ("seat",),
                {"must": "act"},
                parsed="must_act",
                supposes={"turn.drawn": "none"},
            ),
            Topic(
                "cover",
                gettext_lazy("Must I cover the double?"),
                ("seat",),
                {"must": "cover"},
                parsed="must_cover",
                supposes=NOTHING_PLAYED,
            ),
        ),
    ),
    TopicGroup(
        gettext_lazy("Drawing and markers"),
        (
            Topic(
                "draw",
                gettext_lazy("May I draw?"),
                ("seat",),
                {"may": "draw"},
                parsed="may_draw",
                supposes={**NOTHING_PLAYED, "turn.drawn": "none"},
            ),
            Topic(
                "must-mark",
                gettext_lazy("Must I put my marker on?"),
                ("seat",),
                {"must": "mark"},
                parsed="must_mark",
            ),
            Topic(
                "unmark",
                gettext_lazy("Does my marker come off?"),
                ("seat",),
                {"must": "unmark"},
                parsed="marker_off",
                supposes={"trains.{seat}.marked": True},
            ),
            Topic(
                "mark",
                gettext_lazy("May I just put my marker on?"),
                ("seat",),
                {"may": "mark"},
                parsed="must_mark",
            ),
        ),
    ),
    TopicGroup(
        gettext_lazy("Turns and the end of a round"),
        (
            Topic(
                "stop",
                gettext_lazy("May I end my turn now?"),
                ("seat",),
                {"may": "stop"},
                parsed="may_stop",
            ),
            Topic(
                "next",
                gettext_lazy("Whose turn is it?"),
                ("seat",),
                {"who": "next"},
                parsed="who_next",
            ),
            Topic(
                "announce",
                gettext_lazy("Must I say “one tile left”?"),
                ("seat",),
                {"must": "announce"},
                parsed="notice",
            ),
            Topic("over", gettext_lazy("Is the round over?"), (), {"is": "over"}, parsed="is_over"),
            Topic(
                "begins",
                gettext_lazy("Who begins the round?"),
                (),
                {"what": "first_player"},
                parsed="who_begins",
            ),
            Topic(
                "late-arrival",
                gettext_lazy("Somebody comes late"),
                (),
                {"remedy": "late_arrival"},
                takes=("seat",),  # who is not at the table has no seat yet
                parsed="late_arrival",
            ),
            _mistake("leaves", gettext_lazy("Somebody leaves"), "leaves"),
            _mistake("tie", gettext_lazy("Two have the same total at the end"), "tie", ()),
        ),
    ),
    TopicGroup(
        gettext_lazy("Something went wrong"),
        (
            _mistake("misplay", gettext_lazy("A wrong tile was played"), "misplay"),
            _mistake(
                "out_of_turn",
                gettext_lazy("Somebody played out of turn"),
                "out_of_turn",
                takes=("whose_turn",),
            ),
            _mistake("drew_in_error", gettext_lazy("Somebody drew in error"), "drew_in_error"),
            _mistake("passed_in_error", gettext_lazy("Somebody passed in error"), "drew_in_error"),
            _mistake("marked_in_error", gettext_lazy("Somebody put a marker on in error")),
            _mistake("forgot_marker", gettext_lazy("Somebody forgot the marker"), "forgot_marker"),
            _mistake("marker_left_on", gettext_lazy("Somebody left the marker on")),
            _mistake(
                "forgot_notice",
                gettext_lazy("Somebody forgot to say “one tile left”"),
                "forgot_notice",
            ),
            _mistake("exposed_tile", gettext_lazy("Others saw a tile of a hand"), "exposed_tile"),
            _mistake("misdeal", gettext_lazy("Somebody has too many or too few tiles"), "misdeal"),
            _mistake(
                "wrong_starting_double", gettext_lazy("We began with the wrong double"), "", ()
            ),
            _mistake(
                "start_missing", gettext_lazy("Nobody has the starting double"), "start_missing", ()
            ),
            _mistake(
                "tie_in_drawing", gettext_lazy("Two drew equal tiles to see who begins"), "", ()
            ),
            _mistake(
                "second_mexican_train",
                gettext_lazy("Somebody began a second Mexican Train"),
                "second_mexican_train",
            ),
            _mistake("several_markers", gettext_lazy("Several markers are on a train"), "", ()),
            _mistake("wrong_total", gettext_lazy("A total was wrong"), "wrong_total"),
        ),
    ),
    TopicGroup(
        gettext_lazy("The rules of this table"),
        (
            _of_rules(
                "hand-size",
                gettext_lazy("How many tiles does each player draw at the start?"),
                ("hand_size",),
                parsed="hand_size",
            ),
            _of_rules(
                "starting-double",
                gettext_lazy("Which double starts the first round?"),
                ("first_starting_double", "starting_double_from", "next_starting_double"),
                parsed="starting_double",
            ),
            _of_rules(
                "next-double",
                gettext_lazy("Which double starts the next round?"),
                ("next_starting_double", "last_starting_double"),
                parsed="next_double",
            ),
            _of_rules(
                "double-blank",
                gettext_lazy("How much does the double blank count?"),
                ("double_blank_value",),
                parsed="points",
            ),
            _of_rules(
                "points",
                gettext_lazy("What is counted at the end of a round?"),
                ("counting", "winner_score", "double_blank_value"),
                parsed="points",
            ),
            _of_rules(
                "marker-points",
                gettext_lazy("What does a marker left on your train add?"),
                ("marked_train_points", "winner_marker_counts"),
            ),
            _of_rules(
                "open-hands",
                gettext_lazy("May a player’s tiles lie face up?"),
                ("hands_may_be_open",),
            ),
            _of_table(
                "look-at-hand",
                gettext_lazy("May you look at another player’s tiles?"),
                ("hands_may_be_open",),
                {
                    True: gettext_lazy("Only at tiles that lie face up."),
                    False: gettext_lazy("No, other players’ tiles are hidden from you."),
                },
            ),
            _of_rules(
                "must-play-if-able",
                gettext_lazy("Must you play if you can?"),
                ("must_play_if_able",),
            ),
            _of_rules(
                "out-on-double",
                gettext_lazy("May you go out on a double?"),
                ("out_on_double", "out_on_two_doubles"),
                parsed="go_out_on_double",
            ),
            _of_rules(
                "going-out",
                gettext_lazy("Does the round end when somebody plays the last tile?"),
                ("out_ends_round", "out_on_double"),
            ),
            _of_rules(
                "after-double",
                gettext_lazy("What do you do after playing a double?"),
                (
                    "double_gives",
                    "follow_up_targets",
                    "draw_when_no_follow_up",
                    "mark_when_no_follow_up",
                ),
            ),
            _of_rules(
                "impossible-double",
                gettext_lazy(
                    "No tile is left that could cover a double. Does play go on without it?"
                ),
                ("impossible_double_releases",),
            ),
            _of_rules(
                "several-doubles",
                gettext_lazy("How many doubles may you play in one turn?"),
                (
                    "max_doubles_per_turn",
                    "second_double_needs_third_tile_from_hand",
                    "several_doubles_bind",
                ),
                parsed="second_double",
            ),
            _of_table(
                "double-on-double",
                gettext_lazy("May one double cover another?"),
                ("ends_must_match", "max_doubles_per_turn"),
                gettext_lazy(
                    "No. Touching ends must show the same number, and there is only one double of "
                    "each number."
                ),
            ),
            _of_table(
                "doubles-left",
                gettext_lazy("What if you played two doubles and can cover neither?"),
                (
                    "draw_when_no_follow_up",
                    "mark_when_no_follow_up",
                    "max_doubles_per_turn",
                    "closing_order",
                    "out_on_two_doubles",
                ),
            ),
            _of_rules(
                "closing-order",
                gettext_lazy("Several doubles are uncovered. Which is covered first?"),
                ("closing_order", "third_tile_target"),
            ),
            _of_rules(
                "first-turn",
                gettext_lazy("How many tiles do you play on your first turn?"),
                ("first_turn_mode", "first_turn_own_train_only"),
            ),
            _of_rules(
                "own-train-first",
                gettext_lazy("Must your own train have a tile before you play elsewhere?"),
                ("own_train_first", "first_turn_own_train_only"),
            ),
            _of_rules(
                "draw-count",
                gettext_lazy("How many tiles do you draw if you can’t play?"),
                ("draw_count",),
            ),
            _of_rules(
                "drawn-tile",
                gettext_lazy("Must you play the tile you drew, if it fits?"),
                ("drawn_tile_must_be_played",),
            ),
            _of_rules(
                "empty-boneyard",
                gettext_lazy("What if you can’t play and the boneyard is empty?"),
                ("empty_boneyard", "blocked_rule"),
            ),
            _of_rules(
                "mexican-train",
                gettext_lazy("When may you play on the Mexican Train?"),
                ("mexican_train", "mexican_train_count"),
            ),
            _of_table(
                "skipped",
                gettext_lazy("What if somebody was skipped?"),
                ("out_of_turn_policy",),
                gettext_lazy("Anyone else who played instead played out of turn."),
            ),
            _of_table(
                "out-without-notice",
                gettext_lazy("What if somebody goes out without saying “one tile left”?"),
                ("out_ends_round", "last_tile_notice", "notice_penalty"),
            ),
            _of_table(
                "who-wins-round",
                gettext_lazy("Who wins a round?"),
                ("out_ends_round", "winner_score"),
                {
                    True: gettext_lazy(
                        "Whoever plays the last tile. If nobody can play any more, the rules name "
                        "no winner. The lowest total wins the game."
                    )
                },
            ),
            _of_table(
                "who-wins",
                gettext_lazy("Who wins the game?"),
                ("tie_break",),
                gettext_lazy("The lowest total wins."),
            ),
            _of_rules(
                "time-limit",
                gettext_lazy("Is there a time limit for the game?"),
                ("time_limit_minutes",),
            ),
        ),
    ),
)
TOPICS: tuple[Topic, ...] = tuple(topic for group in GROUPS for topic in group.topics)
BY_KIND: Mapping[str, Topic] = {topic.kind: topic for topic in TOPICS}
