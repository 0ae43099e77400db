"""What is done about a mistake, and about what a round has to be started or ended with.

A remedy is steps. The texts come first: what they say is due stays due, whoever forgot it. Where
they are silent a house rule decides (`misplay_policy`, `out_of_turn_policy`, `notice_penalty`);
without one the answer is that the rules do not say, with what tables do as options.

An example: B passed and put the marker on, though 7-3 could be played. Noticed at once, FAM-18 says
what is due: B plays. Noticed a turn later, the text says nothing, and the policy on misplays
decides whether the pass stands.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from engine.game.schedule import late_arrival_total
from engine.game.schedule_questions import double_due
from engine.game.setup import hand_sizes
from engine.reports.faults import join
from engine.rules.deal import FROM_A_HAND, STARTERS, hand_size_row
from engine.rules.parameters import SILENT, Unclear
from engine.rules.rule_set import PARAMETERS, RuleSet
from engine.rulings.shapes import options_under
from engine.sentences import mark, say, spoken_inside
from engine.table.answers import Answer, Step, Value, depends, distinct
from engine.table.case import NOTICED, Ask
from engine.table.facts import Facts
from engine.tiles import double_of

Remedy = Callable[["Mistake"], Answer]
ONE_DRAWN: Final = mark("{seat} draws 1 tile.")
SOME_DRAWN: Final = mark("{seat} draws {count} tiles.")


class Mistake:
    """One mistake at one table, and the rules of the table."""

    def __init__(self, facts: Facts, ask: Ask) -> None:
        self.facts, self.ask, self.rules = facts, ask, facts.rules

    @property
    def seat(self) -> str:
        """The seat that made it, as a sentence names it."""
        return self.ask.seat or self.facts.seat or say("The player")

    @property
    def on_turn(self) -> str | None:
        """Whose turn it was, where it was another's."""
        return None if self.facts.seat == self.ask.seat else self.facts.seat

    @property
    def tile(self) -> str:
        """The tile that it is about, as a sentence names it."""
        return str(self.ask.tiles[0]) if self.ask.tiles else say("the tile")

    def says(self, parameter: str, *near: str) -> Any:
        """Return what the rules say on a point. Raises `Open` where they do not, or twofold.

        `near` are further points to cite where they do not.
        """
        value = self.rules.rule(parameter).value
        if value is SILENT or isinstance(value, Unclear):
            raise Open(parameter, *near)
        return value

    def noticed(self) -> str:
        """Return when it was noticed. Raises `Unknown` where that is not known."""
        if self.ask.noticed is None:
            raise Unknown
        return self.ask.noticed

    def step(self, do: str, text: str, count: int | None = None) -> Step:
        """Return a step of this seat; `text` has gaps for the seat and the tile."""
        sentence = say(text, seat=self.seat, tile=self.tile, count=count)
        seat = self.ask.seat or self.facts.seat
        tile = str(self.ask.tiles[0]) if self.ask.tiles and "{tile}" in text else None
        return Step(do, sentence[0].upper() + sentence[1:], seat, tile, count)

    def answer(self, value: str, *points: str, steps: tuple[Step, ...] = ()) -> Answer:
        """Return a remedy that relies on these points."""
        clauses = distinct(*(c for point in points for c in self.rules.rule(point).clauses))
        because = " ".join(step.text for step in steps)
        return Answer("value", clauses, because, value, shape="value", steps=steps)


class Open(Exception):  # noqa: N818 - no error: the rules leave a point open
    """A point on which the rules are silent, or say two things."""

    def __init__(self, parameter: str, *near: str) -> None:
        super().__init__(parameter)
        self.parameter, self.near = parameter, near


class Unknown(Exception):  # noqa: N818 - no error: a fact is unknown
    """It is not known when the mistake was noticed."""


def remedy(facts: Facts, ask: Ask) -> Answer:
    """Return what is done about this mistake."""
    return _answer(REMEDIES[ask.what], Mistake(facts, ask))


def _answer(make: Remedy, mistake: Mistake) -> Answer:
    try:
        return make(mistake)
    except Open as open_point:
        return _left_open(make, mistake, open_point.parameter, open_point.near)
    except Unknown:
        return _whenever(make, mistake)


def _whenever(make: Remedy, mistake: Mistake) -> Answer:
    """Return the answer where nobody said when it was noticed: the same at any time, or not."""
    answers = [
        _answer(make, Mistake(mistake.facts, replace(mistake.ask, noticed=when)))
        for when in NOTICED
    ]
    if all((a.verdict, a.value) == (answers[0].verdict, answers[0].value) for a in answers):
        return answers[0]
    clauses = distinct(*(clause for answer in answers for clause in answer.clauses))
    because = say("It depends on when that was noticed.")
    return replace(depends(because, ["ask.noticed"], *clauses), shape="unknown")


def _left_open(
    make: Remedy, mistake: Mistake, parameter: str, near: tuple[str, ...] = ()
) -> Answer:
    """Return that the rules leave this point open, with what each rule on it would say."""
    rule = mistake.rules.rule(parameter)

    def answer_under(rules: RuleSet) -> tuple[str, Value | None, str]:
        given = _answer(make, Mistake(replace(mistake.facts, rules=rules), mistake.ask))
        return given.verdict, given.value, given.because

    listed = options_under(mistake.rules, parameter, answer_under)
    point = spoken_inside(PARAMETERS[parameter].sentence)
    if isinstance(rule.value, Unclear):
        because = say("The text says two things here: {point}.", point=point)
        answer = depends(because, [f"rules.{parameter}"], *rule.clauses)
        return replace(answer, shape="readings", options=listed)
    because = say("The rules do not say: {point}.", point=point)
    nearest = (clause for point in near for clause in mistake.rules.rule(point).clauses)
    clauses = distinct(*rule.clauses, *nearest)
    return Answer("not_covered", clauses, because, shape="silent", options=listed)


# --- a tile played wrongly --------------------------------------------------------------------


def misplay(mistake: Mistake) -> Answer:
    """Remedy a tile that was played where it may not be."""
    back = (
        mistake.step("take_back", "{seat} takes {tile} back."),
        mistake.step("act_anew", "{seat} plays or draws as the rules say."),
    )
    return _by_policy(mistake, "misplay_policy", back)


def out_of_turn(mistake: Mistake) -> Answer:
    """Remedy a tile that was played by a seat whose turn it was not."""
    back = (
        mistake.step("take_back", "{seat} takes {tile} back."),
        Step("right_seat", _whose_turn(mistake), mistake.on_turn),
    )
    return _by_policy(mistake, "out_of_turn_policy", back)


def _whose_turn(mistake: Mistake) -> str:
    """Return whose turn it is once a tile that was played out of turn is taken back."""
    if not mistake.on_turn:
        return say("The player whose turn it is plays.")
    turn = {"next": mistake.on_turn, "seat": mistake.ask.seat}
    if not mistake.ask.seat:
        return say("It is {next}'s turn.", **turn)
    return say("It is {next}'s turn. {seat} plays when {seat}'s own turn comes.", **turn)


def _by_policy(mistake: Mistake, parameter: str, back: tuple[Step, ...]) -> Answer:
    """Return what the house's policy makes of a mistake; `back` takes it back."""
    policy, noticed = mistake.says(parameter), mistake.noticed()
    if noticed == "round_later" and policy == "undo":
        again = Step("play_again", say("The round does not count and is played again."))
        return mistake.answer("play_again", parameter, steps=(again,))
    if policy == "undo" and noticed == "turn_later":
        since = Step(
            "take_back_since", say("What was played since is taken back, the last one first.")
        )
        return mistake.answer("take_back", parameter, steps=(since, *back))
    if policy == "stands" or noticed != "at_once":
        goes_on = say("It stays as it is, and play goes on.")
        counts = say("The round counts as it was written.")
        stays = Step("stands", counts if noticed == "round_later" else goes_on)
        return mistake.answer("stands", parameter, steps=(stays,))
    return mistake.answer("take_back", parameter, steps=back)


# --- drawing, passing, marking in error -------------------------------------------------------


def drew_in_error(mistake: Mistake) -> Answer:
    """Remedy a tile drawn by a seat that could play: the duty to play stays."""
    if not mistake.says("must_play_if_able"):
        keeps = mistake.step("nothing", "{seat} need not play, and keeps the tile.")
        return mistake.answer("nothing", "must_play_if_able", steps=(keeps,))
    if mistake.noticed() != "at_once":
        back = (mistake.step("put_back", "{seat} puts the drawn tile back and plays."),)
        return _by_policy(mistake, "misplay_policy", back)
    play = mistake.step("play", "{seat} plays a tile that fits.")
    policy = mistake.rules.misplay_policy.value
    if policy is SILENT:
        open_step = Step("settle", say("The rules do not say whether the drawn tile goes back."))
        return mistake.answer("play", "must_play_if_able", steps=(play, open_step))
    fate = (
        mistake.step("keep", "{seat} keeps the drawn tile.")
        if policy == "stands"
        else mistake.step("put_back", "{seat} puts the drawn tile back face down.")
    )
    return mistake.answer("play", "must_play_if_able", "misplay_policy", steps=(fate, play))


def passed_in_error(mistake: Mistake) -> Answer:
    """Remedy a pass of a seat that could play: before anybody plays on, the duty stays."""
    if not mistake.says("must_play_if_able"):
        stands = mistake.step("nothing", "{seat} may pass.")
        return mistake.answer("nothing", "must_play_if_able", steps=(stands,))
    steps = (
        mistake.step("take_back_pass", "{seat} takes the pass back, and the marker with it."),
        mistake.step("play", "{seat} plays a tile that fits."),
    )
    if mistake.noticed() == "at_once":
        return mistake.answer("play", "must_play_if_able", steps=steps)
    return _by_policy(mistake, "misplay_policy", steps)


def marked_in_error(mistake: Mistake) -> Answer:
    """Remedy a marker put on a train where none was due."""
    off = (mistake.step("marker_off", "{seat} takes the marker off again."),)
    return _by_policy(mistake, "misplay_policy", off)


def forgot_marker(mistake: Mistake) -> Answer:
    """Remedy a marker that was due and not put on: it still is, while the round lasts."""
    if not mistake.says("mark_when_stuck"):
        nothing = Step("nothing", say("No marker was due."))
        return mistake.answer("nothing", "mark_when_stuck", steps=(nothing,))
    if mistake.noticed() == "round_later":
        nothing = Step("nothing", say("The round is over: a marker opens nothing any more."))
        return mistake.answer("nothing", "mark_when_stuck", steps=(nothing,))
    mark = mistake.step("mark", "{seat} puts the marker on now.")
    stays = Step("stands", say("What was played since stays."))
    steps = (mark,) if mistake.noticed() == "at_once" else (mark, stays)
    return mistake.answer("mark", "mark_when_stuck", steps=steps)


def marker_left_on(mistake: Mistake) -> Answer:
    """Remedy a marker that stayed on though its owner has played on the own train."""
    if mistake.says("marker_off") == "optional":
        may = mistake.step("nothing", "{seat} may take the marker off, but need not.")
        answer = mistake.answer("nothing", "marker_off", steps=(may,))
        return replace(answer, shape="may", decides=mistake.ask.seat)
    if mistake.noticed() == "round_later":
        nothing = Step("nothing", say("The round is over: the marker opens nothing any more."))
        return mistake.answer("nothing", "marker_off", steps=(nothing,))
    off = mistake.step("marker_off", "{seat} takes the marker off now.")
    stays = Step("stands", say("What others played there stays."))
    steps = (off,) if mistake.noticed() == "at_once" else (off, stays)
    return mistake.answer("marker_off", "marker_off", steps=steps)


# --- notice, hands ----------------------------------------------------------------------------


def forgot_notice(mistake: Mistake) -> Answer:
    """Return what it costs not to have said "one tile"."""
    if mistake.says("last_tile_notice") == "none":
        nothing = Step("nothing", say("These rules ask for no notice."))
        return mistake.answer("nothing", "last_tile_notice", steps=(nothing,))
    count = mistake.says("notice_penalty")
    points = ("notice_penalty", "last_tile_notice")
    if count is None:
        notice = mistake.step("give_notice", "{seat} says “one tile left” now; it costs nothing.")
        return mistake.answer("give_notice", *points, steps=(notice,))
    draw = mistake.step("draw", ONE_DRAWN if count == 1 else SOME_DRAWN, count)
    return mistake.answer(f"draw_{count}", *points, steps=(draw,))


def exposed_tile(mistake: Mistake) -> Answer:
    """Return what follows where others have seen a tile of a hand."""
    if mistake.says("hands_may_be_open"):
        nothing = Step("nothing", say("Hands may be seen: nothing follows."))
        return mistake.answer("nothing", "hands_may_be_open", steps=(nothing,))
    up = mistake.step("take_up", "{seat} takes {tile} back into the hand; nothing else follows.")
    return mistake.answer("take_up", "hands_may_be_open", steps=(up,))


# --- the start of a round ---------------------------------------------------------------------


def misdeal(mistake: Mistake) -> Answer:
    """Remedy hands with too many or too few tiles: at once they are made right."""
    if mistake.noticed() != "at_once":
        return _by_policy(mistake, "misplay_policy", ())
    mistake.says("hand_size")
    facts = mistake.facts
    if _came_by_drawing(facts):
        drawn = Step(
            "nothing", say("The hands are right: the starting double was held or drawn for.")
        )
        return mistake.answer(
            "nothing", "starting_double_missing", "starting_double_from", steps=(drawn,)
        )
    return mistake.answer("put_right", "hand_size", steps=_put_right(facts))


def _came_by_drawing(facts: Facts) -> bool:
    """Return whether hands differ only as the starting double, held or drawn, leaves them."""
    unequal = len(set(facts.hand_counts.values())) > 1
    return unequal and bool(facts.starting_double_by) and not any(hand_sizes(facts))


def _put_right(facts: Facts) -> tuple[Step, ...]:
    """Return who gives tiles back and who draws some; in general words where nobody counted."""
    seats = facts.seats or ()
    sizes = {hand_size_row(facts.rules, set_, len(seats)) for set_ in facts.sets()}
    row = sizes.pop() if len(sizes) == 1 else None
    steps = []
    for seat in seats if row is not None else ():
        over = facts.hand_counts.get(seat, row.tiles) - row.tiles if row is not None else 0
        how_many = {"seat": seat, "count": abs(over)}
        if over > 0:
            text = (
                say("{seat} puts 1 tile back: another seat picks them, unseen.", **how_many)
                if over == 1
                else say(
                    "{seat} puts {count} tiles back: another seat picks them, unseen.", **how_many
                )
            )
            steps.append(Step("put_back", text, seat, count=over))
        elif over < 0:
            draws = ONE_DRAWN if over == -1 else SOME_DRAWN
            steps.append(Step("draw", say(draws, **how_many), seat, count=-over))
    if steps:
        return tuple(steps)
    return (
        Step(
            "put_right",
            say("A player with too many puts some back, and a player with too few draws."),
        ),
    )


def wrong_starting_double(mistake: Mistake) -> Answer:
    """Remedy a round that was begun with another double than the rules name."""
    if mistake.noticed() != "at_once":
        return _by_policy(mistake, "misplay_policy", ())
    due = double_due(mistake.facts)
    if due is None:
        mistake.says("starting_double_from")
        mistake.says("first_starting_double")
    tile = None if due is None else str(double_of(due))
    right = say("the right double") if tile is None else tile
    text = say("The double in the hub is removed and {double} is played there.", double=right)
    swap = Step("replace", text, tile=tile)
    points = ("first_starting_double", "next_starting_double", "starting_double_from")
    return mistake.answer("replace", *points, steps=(swap,))


def start_missing(mistake: Mistake) -> Answer:
    """Return what is done where nobody holds the starting double."""
    if mistake.says("starting_double_from") not in FROM_A_HAND:
        look = Step("take_from_set", say("It is taken out of the set before anybody draws."))
        text = say(
            "Are the hands dealt already? Then it lies in the boneyard: take it out of there. The "
            "hands stay."
        )
        dealt = Step("take_from_boneyard", text)
        return mistake.answer("take_from_set", "starting_double_from", steps=(look, dealt))
    if mistake.says("starting_double_from") == STARTERS:
        draw = Step(
            "draw", say("The starter draws one tile, and plays it in the hub if it is a double.")
        )
        passes = Step(
            "pass_left", say("Otherwise the player to the left opens the round in the same way.")
        )
        return mistake.answer("pass_left", "starting_double_from", steps=(draw, passes))
    if mistake.says("starting_double_missing") == "draw_any_double":
        draw = Step("draw", say("Everybody draws until somebody has a double."), count=1)
        lay = Step("lay", say("The player who draws it plays it in the hub."))
        return mistake.answer("draw_any_double", "starting_double_missing", steps=(draw, lay))
    if mistake.says("starting_double_missing") == "all_draw":
        draw = Step(
            "draw", say("Everybody draws one tile, and again, until the double comes."), count=1
        )
        lay = Step(
            "lay",
            say("The player who draws it plays it in the hub. The others keep what they drew."),
        )
        return mistake.answer("all_draw", "starting_double_missing", steps=(draw, lay))
    text = say(
        "Beginning with the winner of the draw, each seat draws one tile until the double comes."
    )
    draw = Step("draw", text, count=1)
    lay = Step("lay", say("The player who draws it plays it in the hub."))
    return mistake.answer("draw_named", "starting_double_missing", steps=(draw, lay))


def tie_in_drawing(mistake: Mistake) -> Answer:
    """Return what is done where two draw alike to see who begins."""
    how = str(mistake.says("drawing_tie", "first_player"))
    words = {
        "draw_again": say("The two draw again."),
        "chosen": say("The table chooses one of the two."),
    }
    return mistake.answer(how, "drawing_tie", steps=(Step(how, words[how]),))


# --- the Mexican Train and markers ------------------------------------------------------------


def second_mexican_train(mistake: Mistake) -> Answer:
    """Return whether a second Mexican Train may be begun, and what is done where it may not."""
    if mistake.says("mexican_train") == "off":
        back = mistake.step("take_back", "{seat} takes {tile} back: there is no Mexican Train.")
        return mistake.answer("take_back", "mexican_train", steps=(back,))
    if mistake.says("mexican_train_count") > 1:
        nothing = Step("nothing", say("There may be more than one Mexican Train."))
        return mistake.answer("nothing", "mexican_train_count", steps=(nothing,))
    back = mistake.step("take_back", "{seat} takes {tile} back: there is one Mexican Train.")
    anew = mistake.step("act_anew", "{seat} plays or draws as the rules say.")
    return mistake.answer("take_back", "mexican_train_count", steps=(back, anew))


def several_markers(mistake: Mistake) -> Answer:
    """Return what several markers on one train say: no more than one."""
    mistake.says("marker_opens_train")
    step = Step("leave_one", say("One marker opens the train; the others are taken off."))
    return mistake.answer("leave_one", "marker_opens_train", steps=(step,))


# --- people who come and go, totals -----------------------------------------------------------


LATE: Final[Mapping[tuple[str, bool], str]] = MappingProxyType(
    {
        ("highest", True): mark("{seat} enters with {count} points, the highest total."),
        ("highest", False): mark("{seat} enters with the highest total."),
        ("average", True): mark("{seat} enters with {count} points, the average of the totals."),
        ("average", False): mark("{seat} enters with the average of the totals."),
        ("zero", False): mark("{seat} enters with 0 points."),
    }
)
"""How somebody enters who comes late, by the rule and by whether the totals are known."""


def late_arrival(mistake: Mistake) -> Answer:
    """Return with what total somebody enters who comes late."""
    how = mistake.says("late_arrival_total")
    totals, names = mistake.ask.totals, mistake.ask.names
    points = late_arrival_total(mistake.rules, totals) if totals or how == "zero" else None
    leaders = [name for name, total in zip(names, totals, strict=False) if total == points]
    seat = mistake.ask.seat or say("Who comes late")
    text = LATE[str(how), bool(totals) and how != "zero"]
    if leaders and how == "highest":
        text = mark("{seat} enters with {count} points, the highest total ({whose}).")
    whose = join(say("{name}'s", name=name) for name in leaders)
    sentence = say(text, seat=seat, count=points, whose=whose)
    enter = Step("enter", sentence, mistake.ask.seat or mistake.facts.seat, count=points)
    return mistake.answer(str(how), "late_arrival_total", steps=(enter,))


def leaves(mistake: Mistake) -> Answer:
    """Return what is done with the tiles of somebody who leaves."""
    how = str(mistake.says("leaver_tiles"))
    words = {
        "to_boneyard": say("The tiles go to the boneyard, face down."),
        "set_aside": say("The tiles are set aside and counted for the player who leaves."),
        "plays_round_out": say("A player who leaves plays the round to its end first."),
    }
    return mistake.answer(how, "leaver_tiles", steps=(Step(how, words[how]),))


def tie(mistake: Mistake) -> Answer:
    """Return what parts equal totals at the end of the game."""
    how = mistake.says("tie_break")
    words = {
        "shared": say("Both have the place."),
        "went_out_more": say(
            "The player who won more rounds comes first. If both won the same "
            "number, they share the place."
        ),
        "playoff": say("Those with the same total play one more round."),
    }
    return mistake.answer(str(how), "tie_break", steps=(Step(str(how), words[how]),))


def wrong_total(mistake: Mistake) -> Answer:
    """Return what is done about a wrong total: it is what the tiles count, whenever it is found."""
    mistake.says("counting")
    correct = mistake.step("correct", "The round's points are corrected to what the tiles count.")
    after = Step("correct_after", say("Every total after that round follows from it."))
    return mistake.answer("correct", "counting", steps=(correct, after))


REMEDIES: Final[Mapping[str, Remedy]] = MappingProxyType(
    {
        make.__name__: make
        for make in (
            *(misplay, out_of_turn, drew_in_error, passed_in_error, marked_in_error),
            *(forgot_marker, marker_left_on, forgot_notice, exposed_tile, misdeal),
            *(wrong_starting_double, start_missing, tie_in_drawing, second_mexican_train),
            *(several_markers, late_arrival, leaves, tie, wrong_total),
        )
    }
)
"""For each mistake that can be asked about, the function that says what is done."""
