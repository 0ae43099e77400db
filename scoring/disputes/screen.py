"""The desk after each tap: what is still missing, what matters next, or the answer.

Pure: the server's page and a tablet without network show the same.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from scoring import referee
from scoring.values import ClauseText

from .desk import AskedQuestion, Desk, Scene, desk_of
from .fields import Fields, Filled, ask_of, fields_of, read_fields, train_choices
from .questions import (
    DREW_FITTING,
    DREW_IN_VAIN,
    MEXICAN,
    SOME_TRAIN,
    SOMEBODY,
    FactQuestion,
    is_fact,
)
from .topics import BY_KIND, TOPICS, Topic
from .words import fact_sentences, missing_sentence, title_of

LONGEST_TEXT = 500
"""Longer questions are cut: nobody asks more in one breath, and reading takes its time."""


@dataclass(frozen=True)
class Button:
    """One answer to the question asked next, to tap: `value` is "path=choice"."""

    value: str
    label: str


@dataclass(frozen=True)
class Screen:
    """The question with its answer, or with what is to be tapped next.

    `missing` says what the question still lacks. `asked` is None until it lacks nothing. `buttons`
    answer the question that comes next; `typed` says what else could be typed, as in
    `FactQuestion`. `wrong` has sentences by field. `rule` answers the question for everybody while
    it is about nobody, by `rule_clauses`; `other_rules` are more that bears on it.
    """

    title: str
    filled: Filled
    missing: str = ""
    desk: Desk | None = None
    buttons: tuple[Button, ...] = ()
    rule: str = ""
    other_rules: tuple[str, ...] = ()
    rule_clauses: tuple[ClauseText, ...] = ()

    @property
    def clauses(self) -> tuple[ClauseText, ...]:
        """The clauses behind the answer, or behind the rule for everybody."""
        return self.desk.clauses if self.desk else self.rule_clauses

    @property
    def asked(self) -> AskedQuestion | None:
        """The question with its facts, where all of it can be read and be true."""
        return self.filled.asked if self.desk and not self.desk.error else None

    @property
    def question(self) -> FactQuestion | None:
        """The fact that matters next."""
        return self.desk.question if self.desk else None

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was told, in sentences; without what is told of a turn while nobody knows whose."""
        if self.desk:
            return self.desk.sentences
        facts = self.filled.facts
        known = {path: fact for path, fact in facts.items() if not path.startswith("turn.")}
        return tuple(fact_sentences(known))

    @property
    def wrong(self) -> dict[str, list[str]]:
        """What is wrong, as sentences by field; "" for what belongs to no field."""
        wrong = dict(self.filled.wrong)
        if self.desk and self.desk.error:
            wrong.setdefault(self.desk.error_path, []).append(self.desk.error)
        return wrong

    @property
    def is_settled(self) -> bool:
        """Whether there is an answer."""
        return self.desk is not None and self.desk.ruling is not None


def screen_of(scene: Scene, topic: Topic, fields: Fields) -> Screen:
    """Look at the form: the answer as soon as it is certain, else what matters next."""
    if topic.rules:
        (rule, *others), clauses = referee.rules_answer(topic.rules, scene.rules, topic.answer)
        title = str(topic.title)
        return Screen(
            title, Filled(None), rule=rule, other_rules=tuple(others), rule_clauses=tuple(clauses)
        )
    filled = read_fields(scene, topic, fields)
    if filled.asked is None:
        return _incomplete(scene, topic, filled, (fields.get("train") or [""])[0])
    desk = desk_of(scene, filled.asked)
    buttons = _buttons(desk.question, scene) if desk.question else ()
    return Screen(desk.title, filled, desk=desk, buttons=buttons)


def _incomplete(scene: Scene, topic: Topic, filled: Filled, train: str) -> Screen:
    """The question while it lacks something: the rule for everybody first, where there is one."""
    if topic.kind == "cover" and filled.missing == ("seat",):
        rule, clauses = referee.covering_rule(scene.rules)
        missing = _("Is it about one player? Tap who.")
        title = title_of(topic.kind, topic.ask, "")
        return Screen(title, filled, missing, rule=rule, rule_clauses=tuple(clauses))
    if topic.kind == "lay" and filled.missing == ("seat",) and train == MEXICAN:
        rule, clauses = referee.mexican_start_rule(scene.rules, scene.starting_double)
        title = title_of(topic.kind, {**topic.ask, "train": train}, "")
        missing = missing_sentence(filled.missing)
        return Screen(title, filled, missing, rule=rule, rule_clauses=tuple(clauses))
    missing = missing_sentence(filled.missing) if filled.missing else ""
    return Screen(str(topic.title), filled, missing)


def _buttons(question: FactQuestion, scene: Scene) -> tuple[Button, ...]:
    choices = [(choice.value, choice.label) for choice in question.choices]
    if question.typed == "trains":
        choices += train_choices(scene.seats)
    return tuple(Button(f"{question.path}={value}", label) for value, label in choices)


# --- in one's own words -------------------------------------------------------------------------


ALSO_ASKS: Mapping[str, str] = {"second_double": "play_several", "go_out_on_double": "is_over"}
"""Kinds of sentences that a question of another kind answers too, once there are names or tiles."""

ASKED_OF_RULES: Mapping[str, tuple[str, ...]] = {
    "closing_order": ("must_cover", "second_double", "play_several"),
    "double_gives": (
        "go_out_on_double",
        "may_play",
        "must_cover",
        "must_act",
        "who_next",
        "play_several",
        "second_double",
    ),
    "draw_count": ("may_draw",),
    "empty_boneyard": ("may_draw", "may_stop", "must_act", "must_mark"),
    "first_turn_mode": ("play_several", "may_play", "hand_size"),
    "impossible_double_releases": ("must_cover", "may_play", "must_act", "is_public"),
    "mexican_train": ("may_play", "must_mark", "who_begins", "second_mexican_train"),
    "own_train_first": ("may_play", "must_act", "must_mark", "who_begins"),
    "hands_may_be_open": ("exposed_tile", "play_several", "misdeal", "may_play"),
    "marked_train_points": ("points", "is_public", "tie"),
    "out_ends_round": ("is_over",),
    "time_limit_minutes": ("is_over",),
}
"""Rules that a sentence may name, with the kinds of sentences that they answer then."""

OTHER = "other"
"""The kind of a sentence that asks nothing but the rule that it names, if it names any."""

ASKED_ALONE = (
    *("drawn-tile", "double-on-double", "doubles-left", "skipped", "look-at-hand"),
    *("must-play-if-able", "who-wins", "who-wins-round"),
)
"""Questions about rules whose words ask nothing else, whichever kind a sentence seems to be.

So nobody is asked whether they are meant.
"""

STUCK = ("must_act", "may_draw", "may_stop", "must_mark")
"""Kinds of sentences by which somebody asks who has nothing to play, and nothing to draw."""

RULES_OF_TURNS = ("double_gives", "empty_boneyard", "must_play_if_able")
"""Of these what holds in somebody's turn is asked where one is told of."""

MOST_READINGS = 3

DOUBLE_BLANK = "0-0"

SURE = 0.98
"""From this score on a sentence was read as what it asks, in all of some 1,600 that tests keep."""


@dataclass(frozen=True)
class Reading:
    """What a sentence may mean: the question as a title, and its desk with all that was said.

    `facts` are sentences on what was said beside the question. `query` is the part of the desk's
    address behind the question mark. `is_sure` says that nobody need be asked whether it is meant.
    `strangers` are sentences on people who were named and do not play here.
    """

    kind: str
    title: str
    facts: tuple[str, ...]
    query: str
    is_sure: bool
    strangers: tuple[str, ...] = ()


def readings_of(
    text: str, seats: Sequence[str], former_names: Mapping[str, str] | None = None
) -> list[Reading]:
    """Read a question in somebody's own words: at most three readings, the best first.

    `former_names` has the seat that each name means which was corrected at this table. There are
    no readings where the sentence is not about these rules, or about what no desk answers. Nothing
    is ruled: whoever asked picks a reading, or goes on with the first where that is sure.
    """
    readings: dict[str, Reading] = {}
    text = _with_names_of_now(text[:LONGEST_TEXT], former_names or {})
    for candidate in referee.parse(text, seats):
        for topic in _topics_of(candidate):
            readings.setdefault(topic.kind, _reading(topic, candidate, seats))
    return list(readings.values())[:MOST_READINGS]


def _with_names_of_now(text: str, former_names: Mapping[str, str]) -> str:
    """The text with the names that seats had before; "Ernas" in German is still "Ernestines"."""
    for name, seat in former_names.items():
        pattern = rf"(?<!\w){re.escape(name)}(?=s?(?!\w))"
        text = seat.join(re.split(pattern, text, flags=re.IGNORECASE))
    return text


def _topics_of(candidate: Mapping[str, Any]) -> list[Topic]:
    """The questions that a reading may be, the likeliest first.

    One kind is several mistakes, and the words may say which of them it was. Whether a marker may
    go on without need is asked only in words that say so.
    """
    kind, remedy, may = candidate["kind"], candidate.get("remedy"), candidate.get("may")
    if remedy in ("marked_in_error", "marker_left_on"):
        return [BY_KIND[remedy.replace("_", "-")]]
    kinds = (kind, ALSO_ASKS.get(kind, kind))
    topics = [topic for topic in TOPICS if topic.parsed in kinds]
    if may is None:
        topics = [topic for topic in topics if topic.kind != "mark"]
    topics = [*_first_topics(candidate), *topics]
    order = {"remedy": remedy, "may": may}
    wanted = {name: value for name, value in order.items() if value is not None}
    if wanted:
        topics.sort(key=lambda topic: not wanted.items() <= topic.ask.items())
    return topics


def _first_topics(candidate: Mapping[str, Any]) -> Iterator[Topic]:
    """The questions to put first for what is told beside the kind of a reading.

    Who drew a tile that fits asks what to do now, wherever it fits; where nobody can go on, whether
    the round is over. Without a name or tiles the rules of the table are the answer.
    """
    kind, slots, facts = candidate["kind"], candidate["slots"], candidate["facts"]
    if candidate.get("remedy") == "wrong_starting_double":
        yield BY_KIND["wrong-starting-double"]
    rule = _rule_of(candidate)
    yield from _asked_alone(candidate, rule)
    if rule and kind in (OTHER, *ASKED_OF_RULES.get(rule, ())):
        yield from [topic for topic in TOPICS if topic.rules[:1] == (rule,)][:1]
    if kind == "may_play" and _has_drawn_fitting(candidate):
        yield BY_KIND["act"]
    if kind == "must_act" and facts.get("can_play") is False and facts.get("boneyard") == 0:
        yield BY_KIND["over"]
    if kind == "points" and slots.get("double") != DOUBLE_BLANK:
        yield BY_KIND["points"]
    is_named = facts.get("out", SOMEBODY) != SOMEBODY
    if kind == "go_out_on_double":
        yield BY_KIND["over" if is_named else "out-on-double"]
    if kind == "is_over" and "out" in facts and not is_named:
        yield BY_KIND["out-on-double" if facts.get("turn.laid") else "going-out"]
    if kind == "second_double":
        yield BY_KIND["chain" if len(slots.get("tiles", ())) > 1 else "several-doubles"]


def _rule_of(candidate: Mapping[str, Any]) -> str:
    """The rule that is asked about for everybody; "" where none is, or one in somebody's turn."""
    rule: str = candidate.get("rule", "")
    is_of_turn = "seat" in candidate["slots"] or candidate["facts"].get("turn.laid")
    return "" if rule in RULES_OF_TURNS and is_of_turn else rule


def _asked_alone(candidate: Mapping[str, Any], rule: str) -> Iterator[Topic]:
    """The questions about rules that the words ask, however the kind of a reading was heard."""
    kind, slots, facts = candidate["kind"], candidate["slots"], candidate["facts"]
    topic_kind = rule.replace("_", "-")
    is_blocked = facts.get("can_play") is False
    is_kept = topic_kind == "drawn-tile" and "fits" in candidate
    if topic_kind in ASKED_ALONE and not is_kept:
        yield from [BY_KIND["over"]] if is_blocked else []
        yield BY_KIND[topic_kind]
    if "out" in facts and "announced" in candidate:
        yield BY_KIND["over"]
    elif "out" in facts and kind == "forgot_notice":
        yield BY_KIND["out-without-notice"]
    is_stuck = facts.get("boneyard") == 0 and not is_blocked and topic_kind != "must-play-if-able"
    if kind in STUCK and is_stuck and "seat" not in slots:
        yield BY_KIND["empty-boneyard"]


def _has_drawn_fitting(candidate: Mapping[str, Any]) -> bool:
    """Whether a tile was drawn that fits, and nobody says on which train."""
    slots, facts = candidate["slots"], candidate["facts"]
    fits = "turn.drawn" in facts and facts.get(f"can_play.{slots.get('seat')}") is True
    return (fits or candidate.get("fits") is True) and "train" not in slots


def _is_told(path: str, fact: Any, topic: Topic, seats: Sequence[str]) -> bool:
    """Whether a fact can be put into this question; a gap only where its name will be tapped."""
    gaps = {SOMEBODY: "seat", SOME_TRAIN: "train"}
    open_gaps = [gap for gap, part in gaps.items() if part in topic.parts]
    return is_fact(path, (*seats, *open_gaps)) and fact != SOMEBODY


def _is_plain(topic: Topic, candidate: Mapping[str, Any]) -> bool:
    """Whether nobody need be asked if this is what was meant."""
    is_end = topic.kind == "over" and "announced" in candidate
    return candidate["score"] >= SURE or topic.kind in ASKED_ALONE or is_end


def _reading(topic: Topic, candidate: Mapping[str, Any], seats: Sequence[str]) -> Reading:
    """A reading with its facts as answers that are tapped; a mistake takes none of the table."""
    parts = {
        name: " ".join(value) if isinstance(value, list) else value
        for name, value in candidate["slots"].items()
        if name in topic.parts and value and (name != "train" or value in (*seats, MEXICAN))
    }
    if "noticed" in candidate and "noticed" in topic.parts:
        parts["noticed"] = candidate["noticed"]
    facts = {
        path: fact
        for path, fact in candidate["facts"].items()
        if topic.takes_facts and _is_told(path, fact, topic, seats)
    }
    seat = parts.get("seat", "")
    strangers = candidate.get("strangers", ())
    ask = ask_of(topic, parts)
    whose = {"turn.seat": seat} if seat and topic.takes_facts else {}
    fields = fields_of(AskedQuestion(topic.kind, ask, tuple({**whose, **facts}.items())))
    last = {"turn.seat": facts["out"]} if facts.get("out") in seats else {}
    sentences = fact_sentences({**last, **whose, **facts})
    if "fits" in candidate and topic.takes_facts:
        fits = candidate["fits"]
        fields |= {"turn.drawn": [DREW_FITTING if fits else DREW_IN_VAIN]}
        sentences.append(_("The tile fits.") if fits else _("The tile does not fit."))
    return Reading(
        kind=topic.kind,
        title=str(topic.title) if topic.rules else title_of(topic.kind, ask, seat),
        facts=tuple(sentences),
        query=urlencode(fields, doseq=True),
        is_sure=_is_plain(topic, candidate) and not strangers,
        strangers=tuple(_("%s does not play at this table.") % name for name in strangers),
    )
