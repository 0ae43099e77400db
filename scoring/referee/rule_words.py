"""The words of every rule: the question a player would ask, and a wording for each answer.

All pages, prints and tablets that name a rule take their words from here, so that a rule is called
the same everywhere. A further parameter of the engine needs one entry here; a test names those that
have none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, npgettext_lazy

Text = str | Promise

SECTIONS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "dealing": _("Dealing"),
        "starting": _("Starting a round"),
        "first_turn": _("The first turn"),
        "turn": _("A turn"),
        "drawing": _("Drawing"),
        "markers": _("Markers"),
        "doubles": _("Doubles"),
        "mexican_train": _("The Mexican Train"),
        "last_tile": _("The last tile"),
        "round_end": _("The end of a round"),
        "counting": _("Counting"),
        "next_round": _("The next round"),
        "people": _("Latecomers, leavers and ties"),
        "mistakes": _("Mistakes"),
    }
)
"""The parts of a rule sheet, in the order of a game."""


@dataclass(frozen=True)
class RuleWords:
    """How people speak of one rule.

    `answers` has a wording for each value that can be listed, none for tables and plain numbers.
    `number` is the wording of a number, with %d in it; `asks` is what to type it for. `also` are
    other words by which somebody may look for the rule.
    """

    section: str
    question: Text
    answers: Mapping[Any, Text] = field(default_factory=dict)
    number: Text = ""
    asks: Text = ""
    also: Text = ""


YES: Final = _("Yes")
NO: Final = _("No")
DOUBLE: Final = _("The double %d")
TILES: Final = ngettext_lazy("%d tile", "%d tiles")
POINTS: Final = ngettext_lazy("%d point", "%d points")


def _yes_no(section: str, question: Text, yes: Text = YES, no: Text = NO, **more: Any) -> RuleWords:
    return RuleWords(section, question, {True: yes, False: no}, **more)


def _must_may(question: Text, **more: Any) -> RuleWords:
    return RuleWords(
        "drawing", question, {"must": _("You must draw"), "may": _("You may draw")}, **more
    )


DEALING: Final = {
    "player_limits": RuleWords(
        "dealing", _("How many people can play?"), also=_("players, table size")
    ),
    "hand_size": RuleWords(
        "dealing",
        _("How many tiles does each player draw at the start?"),
        also=_("hand size, deal"),
    ),
    "hands_may_be_open": _yes_no(
        "dealing",
        _("May a player’s tiles lie face up?"),
        _("Yes, anyone may lay them face up"),
        _("No, everybody hides them"),
        also=_("open hands, secret"),
    ),
}

STARTING: Final = {
    "starting_double_from": RuleWords(
        "starting",
        _("Where does the starting double come from?"),
        {
            "highest_of_set_preset": _("It is put in the hub before the deal"),
            "highest_held": _("The highest double in anyone’s hand is played"),
            "named_held": _("Whoever holds the named double plays it"),
            "found_before_deal": _("Everybody looks for it before the deal"),
            "starters_double": _(
                "The starter plays any double, or draws once. Then the next to the left tries"
            ),
        },
        also=_("engine, hub, station"),
    ),
    "first_starting_double": RuleWords(
        "starting",
        _("Which double starts the first round?"),
        {
            "set_maximum": _("The highest double of the set"),
            None: _("No double is fixed"),
        },
        number=DOUBLE,
        also=_("engine"),
    ),
    "starting_double_missing": RuleWords(
        "starting",
        _("What if nobody holds the starting double?"),
        {
            "draw_any_double": _("Players draw until someone draws any double"),
            "draw_named": _("Players draw until someone draws the named double"),
            "all_draw": _("Everybody draws one tile, and again, until somebody has it"),
        },
    ),
    "first_player": RuleWords(
        "starting",
        _("Who begins the first round?"),
        {
            "left_of_layer": _("The player to the left of whoever plays the starting double"),
            "finder": _("Whoever finds the starting double"),
            # The sheet knows nobody else, and says that this one begins.
            "chosen": _("Whoever the table picks: the first one on the score sheet"),
            "holder": _("Whoever holds the starting double"),
            "drew_highest": _("Whoever draws the highest tile"),
        },
        also=_("first player, start, youngest, oldest, host"),
    ),
    "drawing_tie": RuleWords(
        "starting",
        _("Two players draw equal tiles to see who begins. What now?"),
        {
            "draw_again": _("The two draw again"),
            "chosen": _("The table chooses one of the two"),
        },
        also=_("tie, draw for the start"),
    ),
    "starting_double_is_a_double": _yes_no(
        "starting",
        _("Does playing the starting double count as playing a double?"),
        _("Yes, it counts like any double"),
        _("No, it only opens the round"),
    ),
}

FIRST_TURN: Final = {
    "first_turn_mode": RuleWords(
        "first_turn",
        _("How many tiles do you play on your first turn?"),
        {
            "single": _("One tile"),
            "chain_any": _("As many as you like, if they match"),
            "chain_max": _("Every tile that fits"),
        },
        also=_("whole train, long first train"),
    ),
    "first_turn_own_train_only": _yes_no(
        "first_turn",
        _("May you play only on your own train on your first turn?"),
        _("Yes, only on your own train"),
        _("No, on any train open to you"),
    ),
    "own_train_first": _yes_no(
        "first_turn",
        _("Must your own train have a tile before you play elsewhere?"),
        _("Yes, start your own train first"),
        _("No"),
        also=_("own train before all others, begin, open your train"),
    ),
    "first_turn_stuck": RuleWords(
        "first_turn",
        _("What if you can’t play on your first turn?"),
        {
            "mark": _("You put your marker on and do not draw"),
            "may_draw": _("You may draw"),
            "must_draw": _("You must draw"),
        },
        also=_("stuck, cannot start"),
    ),
    "marked_open_from": RuleWords(
        "first_turn",
        _("From when may others play on a marked train?"),
        {
            "immediately": _("At once"),
            "second_turn": _("From the second turn on"),
        },
    ),
    "first_turn_double_deferred": _yes_no(
        "first_turn",
        _("If a first train ends in a double, do the others finish their first turns?"),
        _("Yes, the double waits until then"),
        _("No, the double counts at once"),
    ),
}

TURN: Final = {
    "play_direction": RuleWords(
        "turn",
        _("Which way does play go around the table?"),
        {"clockwise": _("Clockwise, to the left")},
    ),
    "tiles_a_turn": RuleWords(
        "turn",
        _("How many tiles do you play in a turn?"),
        {1: _("One tile, except after a double")},
    ),
    "ends_must_match": RuleWords(
        "turn", _("Must touching ends show the same number?"), {True: YES}
    ),
    "lay_from": RuleWords(
        "turn",
        _("Where does the tile you play come from?"),
        {"hand": _("From your hand, or the tile you just drew")},
    ),
    "own_train_open": RuleWords("turn", _("May you play on your own train?"), {True: YES}),
    "private_trains": _yes_no(
        "turn",
        _("Is a train without a marker only for its owner?"),
        _("Yes, only the owner plays on it"),
        _("No, everybody may play on it"),
        also=_("private, open trains, another player's train"),
    ),
    "must_play_if_able": _yes_no(
        "turn",
        _("Must you play if you can?"),
        _("Yes, you must play"),
        _("No, you may pass or draw instead"),
        also=_("holding back, strategy, forced"),
    ),
}

DRAWING: Final = {
    "draw_when_stuck": _must_may(_("Must you draw if you can’t play?")),
    "draw_when_no_follow_up": _must_may(_("Must you draw if nothing fits after your own double?")),
    "draw_when_cannot_cover": _must_may(_("Must you draw if you can’t cover another’s double?")),
    "draw_count": RuleWords(
        "drawing",
        _("How many tiles do you draw if you can’t play?"),
        {"until_playable": _("You draw until a tile can be played")},
        number=npgettext_lazy("drawing", "%d tile", "Up to %d tiles, until one can be played"),
        asks=_("At most this many tiles, until one can be played:"),
        also=_("boneyard, keep drawing"),
    ),
    "drawn_tile_must_be_played": _yes_no(
        "drawing",
        _("Must you play the tile you drew, if it fits?"),
        _("Yes, at once"),
        _("No, you may keep it"),
    ),
    "empty_boneyard": RuleWords(
        "drawing",
        _("What if you can’t play and the boneyard is empty?"),
        {
            "pass_and_mark": _("You pass and put your marker on"),
            "pass": _("You only pass"),
        },
    ),
    "drawn_double_draw_again": _yes_no(
        "drawing",
        _("If you draw a double and play it, do you draw again when nothing fits?"),
        _("Yes, you draw again"),
        _("No, one draw a turn"),
    ),
}

MARKERS: Final = {
    "marker_opens_train": RuleWords(
        "markers", _("Does a marker open a train to everybody?"), {True: YES}
    ),
    "mark_when_stuck": _yes_no(
        "markers",
        _("Do you put your marker on if you can’t play, even after drawing?"),
        also=_("train token, penny, public"),
    ),
    "mark_when_no_follow_up": _yes_no(
        "markers",
        _("Do you put your marker on if nothing fits after your double, even after drawing?"),
    ),
    "mark_when_cannot_cover": _yes_no(
        "markers",
        _("Do you put your marker on if you can’t cover a double?"),
    ),
    "mark_when_left_uncovered": _yes_no(
        "markers",
        _("Do you put your marker on if you leave your own double uncovered?"),
    ),
    "marker_off": RuleWords(
        "markers",
        _("You play on your own marked train. Does the marker come off?"),
        {
            "automatic": _("Yes, always"),
            "optional": _("If you like: you decide"),
        },
        also=_("remove the marker, private again"),
    ),
}

DOUBLES: Final = {
    "double_gives": RuleWords(
        "doubles",
        _("What do you do after playing a double?"),
        {
            "follow_up_tile": _("You play one more tile"),
            "extra_turn": _("You take another turn"),
            "optional_tile": _("You may play one more tile, but need not"),
        },
        also=_("again, extra tile"),
    ),
    "follow_up_targets": RuleWords(
        "doubles",
        _("Where may the tile after your double go?"),
        {
            "any_available": _("On any train open to you"),
            "double_or_public": _("On the double or on an open train"),
            "double_only": _("Only on the double"),
        },
    ),
    "next_double_targets": RuleWords(
        "doubles",
        _("Where may a second double go?"),
        {
            "as_follow_up": _("Where any tile after a double may go"),
            "any_available": _("On any train open to you"),
        },
    ),
    "uncovered_double_freezes": _yes_no(
        "doubles",
        _("Must an uncovered double be covered before anything else is played?"),
        _("Yes, nothing else may be played"),
        _("No, play goes on"),
        also=_("open double, close, satisfy"),
    ),
    "unstarted_train_frees": _yes_no(
        "doubles",
        _("Your own train has no tile yet. Must you cover an open double?"),
        _("No, not until it has one"),
        _("Yes, like everybody else"),
        also=_("not started, first turn, satisfy"),
    ),
    "cover_on_unmarked_train": _yes_no(
        "doubles",
        _("May you cover a double on another player’s train that has no marker?"),
    ),
    "uncovered_double_opens_train": _yes_no(
        "doubles",
        _("Does an uncovered double open its train to everybody?"),
    ),
    "double_player_bound_later": _yes_no(
        "doubles",
        _("You left your double uncovered. Must you cover it on a later turn too?"),
        _("Yes, like everybody else"),
        _("No"),
    ),
    "max_doubles_per_turn": RuleWords(
        "doubles",
        _("How many doubles may you play in one turn?"),
        {None: _("As many as you like")},
        number=ngettext_lazy("%d double", "%d doubles"),
    ),
    "second_double_needs_third_tile_from_hand": _yes_no(
        "doubles",
        _("Does a second double need a third tile from your hand?"),
        _("Yes, you must hold a tile to follow"),
        _("No"),
    ),
    "third_tile_target": RuleWords(
        "doubles",
        _("After two doubles, where does the third tile go?"),
        {
            "either": _("On either double"),
            "first": _("On the first double"),
            "any": _("On any train open to you"),
        },
    ),
    "several_doubles_bind": _yes_no(
        "doubles",
        _("After several doubles in one turn, must you cover one of them in that turn?"),
    ),
    "closing_order": RuleWords(
        "doubles",
        _("Several doubles are uncovered. Which is covered first?"),
        {
            "oldest": _("The one played first"),
            "newest": _("The one played last"),
            "any": _("Any of them"),
        },
        also=_("order, open doubles, close"),
    ),
    "impossible_double_releases": _yes_no(
        "doubles",
        _("No tile is left that could cover a double. Does play go on without it?"),
        _("Yes, play goes on"),
        _("No, the double still blocks"),
    ),
}

MEXICAN: Final = {
    "mexican_train": RuleWords(
        "mexican_train",
        _("When may you play on the Mexican Train?"),
        {
            "off": _("Never: there is no Mexican Train"),
            "any_turn": _("On any turn"),
            "not_first_turn": _("On any turn but your first"),
            "starter_opens": _(
                "On any turn, but on a first turn only the player who begins may start it"
            ),
        },
    ),
    "mexican_train_count": RuleWords(
        "mexican_train",
        _("How many Mexican Trains are there?"),
        number=ngettext_lazy("%d Mexican Train", "%d Mexican Trains"),
    ),
    "mexican_train_marker": RuleWords(
        "mexican_train",
        _("Does the Mexican Train have a marker?"),
        {
            "setup": _("Yes, from the start"),
            "optional": _("If the table likes"),
            "none": _("No"),
        },
    ),
}

LAST_TILE: Final = {
    "last_tile_notice": RuleWords(
        "last_tile",
        _("What must you do when you have one tile left?"),
        {
            "none": _("Nothing"),
            "tap": _("Tap your tile on the table"),
            "tap_or_say": _("Tap your tile, or say so"),
        },
        also=_("notice, announce, knock, uno"),
    ),
    "notice_in_mid_turn": _yes_no(
        "last_tile",
        _("Must you say so while your turn still goes on?"),
        _("Yes, as soon as one tile is left"),
        _("No, at the end of your turn"),
    ),
    "notice_penalty": RuleWords(
        "last_tile",
        _("How many tiles do you draw if you forget to say so?"),
        {None: _("None")},
        number=TILES,
        also=_("penalty, forgot"),
    ),
}

ROUND_END: Final = {
    "out_ends_round": _yes_no(
        "round_end",
        _("Does the round end when somebody plays the last tile?"),
        _("Yes, at once"),
        _("No"),
        also=_("go out, domino"),
    ),
    "out_on_double": _yes_no(
        "round_end",
        _("May you go out on a double?"),
        _("Yes, the round ends"),
        _("No, the double must be covered first"),
    ),
    "out_on_two_doubles": _yes_no(
        "round_end",
        _("May you go out on two doubles?"),
        _("Yes, the round ends"),
        _("No, another tile must follow"),
    ),
    "blocked_rule": RuleWords(
        "round_end",
        _("When is a round blocked?"),
        {
            "empty_and_all_pass": _("The boneyard is empty and everybody has passed"),
            "empty_and_none_can": _("The boneyard is empty and nobody can play"),
            "none": _("Never"),
        },
        also=_("stuck, nobody can play"),
    ),
    "time_limit_minutes": RuleWords(
        "round_end",
        _("Is there a time limit for the game?"),
        {None: _("No limit")},
        number=ngettext_lazy(
            "After %d minute everybody counts", "After %d minutes everybody counts"
        ),
        asks=_("Minutes, after which everybody counts:"),
        also=_("minutes, clock"),
    ),
}

COUNTING: Final = {
    "counting": RuleWords(
        "counting",
        _("What is counted at the end of a round?"),
        {"pips": _("The dots on the tiles you have left")},
        also=_("pips, score"),
    ),
    "double_blank_value": RuleWords(
        "counting",
        _("How much does the double blank count?"),
        {0: _("0 points"), 25: _("25 points"), 50: _("50 points")},
        number=POINTS,
        also=_("0-0, double zero"),
    ),
    "blank_side_points": RuleWords(
        "counting",
        _("How much does a blank side count on other tiles than the double blank?"),
        number=POINTS,
        also=_("blank, zero, wild"),
    ),
    "winner_score": RuleWords(
        "counting",
        _("What does the player who went out get?"),
        number=POINTS,
        also=_("bonus, winner, minus"),
    ),
    "marked_train_points": RuleWords(
        "counting",
        _("What does a marker left on your train add?"),
        {0: _("Nothing"), 5: _("5 points"), 10: _("10 points"), 25: _("25 points")},
        also=_("penalty"),
    ),
    "winner_marker_counts": _yes_no(
        "counting",
        _("Does a marker on their train count for the player who went out, too?"),
        _("Yes, to everybody’s points"),
        _("No, not to the player who went out"),
        also=_("marker, winner, penalty"),
    ),
}

NEXT_ROUND: Final = {
    "next_round_starter": RuleWords(
        "next_round",
        _("Who begins a later round?"),
        {
            "rotate": _("The next player to the left"),
            "starting_double_rule": _("The starting double decides again"),
            "chosen": _("Whoever the table picks"),
            "left_of_opener": _("The player to the left of whoever opened the last round"),
        },
    ),
    "next_starting_double": RuleWords(
        "next_round",
        _("Which double starts the next round?"),
        {
            "minus_one": _("The next lower one"),
            "plus_one": _("The next higher one: you count up, say from the double blank"),
            "rule_again": _("The same way as in the first round"),
        },
        also=_("order of doubles, counting up, counting down, rising"),
    ),
    "last_starting_double": RuleWords(
        "next_round",
        _("Which double starts the last round?"),
        {None: _("No double is fixed")},
        number=DOUBLE,
    ),
    "rounds": RuleWords(
        "next_round",
        _("How many rounds does a game have?"),
        {None: _("As many as there are starting doubles")},
        number=ngettext_lazy("%d round", "%d rounds"),
        also=_("length of a game"),
    ),
}

PEOPLE: Final = {
    "late_arrival_total": RuleWords(
        "people",
        _("With which total does a latecomer come in?"),
        {
            "highest": _("The highest total at the table"),
            "average": _("The average total at the table"),
            "zero": _("No points"),
        },
        also=_("late, arrives"),
    ),
    "leaver_tiles": RuleWords(
        "people",
        _("What happens to the tiles of a player who leaves?"),
        {
            "to_boneyard": _("They go to the boneyard"),
            "set_aside": _("They are set aside and count for that player"),
            "plays_round_out": _("The player finishes the round first"),
        },
        also=_("leaver, goes home, drops out"),
    ),
    "tie_break": RuleWords(
        "people",
        _("Two players have the same total at the end. Who wins?"),
        {
            "shared": _("They share the place"),
            "went_out_more": _("Whoever won more rounds by going out"),
            "playoff": _("They play one more round"),
        },
        also=_("tie, equal, tiebreak, tie-break, play-off"),
    ),
}

MISTAKES: Final = {
    "misplay_policy": RuleWords(
        "mistakes",
        _("Somebody played a tile that does not fit. What now?"),
        {
            "correct_before_next_play": _("It goes back if the next player has not played yet"),
            "stands": _("It stays"),
            "undo": _("It always goes back"),
        },
        also=_("wrong tile, misplay"),
    ),
    "out_of_turn_policy": RuleWords(
        "mistakes",
        _("Somebody played out of turn. What now?"),
        {
            "correct_before_next_play": _("It goes back if the next player has not played yet"),
            "stands": _("It stays"),
            "undo": _("It always goes back"),
        },
        also=_("wrong player, not your turn"),
    ),
}

WORDS: Final[Mapping[str, RuleWords]] = MappingProxyType(
    DEALING
    | STARTING
    | FIRST_TURN
    | TURN
    | DRAWING
    | MARKERS
    | DOUBLES
    | MEXICAN
    | LAST_TILE
    | ROUND_END
    | COUNTING
    | NEXT_ROUND
    | PEOPLE
    | MISTAKES
)
"""The words of every parameter, in the order of a rule sheet."""

READ_IN_PART: Final = _(
    "We could read only the beginning of this text. The rest is as most tables play."
)
LIKE: Final[Mapping[str, tuple[Text, Text]]] = MappingProxyType(
    {
        "family": (
            _("You play one tile a turn. The set’s highest double lies in the hub from the start."),
            _("An uncovered double must be covered first. The double blank counts 50 points."),
        ),
        "hub": (
            _("Your first turn builds a whole train. The highest double in a hand starts a round."),
            _("Nobody has to cover a double. The double blank counts nothing."),
        ),
        "capri": (
            _("An uncovered double must be covered first. You may play two doubles in a turn."),
            _("These rules are about doubles. What they don’t say, most tables’ rules fill in."),
        ),
        "roundhouse": (
            _("Whoever finds the starting double begins. The first turn is for your own train."),
            _("An uncovered double must be covered first. The double blank counts nothing."),
        ),
        "token": (
            _("On your first turn you play as many matching tiles as you like."),
            _("These rules are short. What they don’t say, most tables’ rules fill in."),
        ),
        "senior": (
            _("For four or five players. The first round starts with the double 5."),
            _("A double gives another turn. An uncovered double opens its train to everybody."),
        ),
        "pagat": (
            _("For up to ten players. Whoever holds the double that starts the round begins."),
            READ_IN_PART,
        ),
        "ludomax": (
            _("For four to eight players. Whoever holds the highest double begins."),
            READ_IN_PART,
        ),
        "tactic": (
            _("The youngest player begins. The set’s highest double lies in the hub."),
            READ_IN_PART,
        ),
    }
)
"""Two lines about each published rule set: what its game is like."""
