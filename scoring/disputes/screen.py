"""The desk after each tap: what is still missing, what matters next, or the answer.

Pure: the server's page and a tablet without network show the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from scoring import referee

from .desk import AskedQuestion, Desk, Scene, desk_of
from .fields import Fields, Filled, ask_of, read_fields, train_choices
from .questions import TOPICS, FactQuestion, Topic
from .words import missing_sentence, title_of

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
    `FactQuestion`. `wrong` has sentences by field.
    """

    title: str
    filled: Filled
    missing: str = ""
    desk: Desk | None = None
    buttons: tuple[Button, ...] = ()

    @property
    def asked(self) -> AskedQuestion | None:
        """The question with its facts, where all of it can be read and be true."""
        return self.filled.asked if self.desk and not self.desk.error else None

    @property
    def question(self) -> FactQuestion | None:
        """The fact that matters next."""
        return self.desk.question if self.desk else None

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
    filled = read_fields(scene, topic, fields)
    if filled.asked is None:
        missing = missing_sentence(filled.missing) if filled.missing else ""
        return Screen(str(topic.title), filled, missing)
    desk = desk_of(scene, filled.asked)
    buttons = _buttons(desk.question, scene) if desk.question else ()
    return Screen(desk.title, filled, desk=desk, buttons=buttons)


def _buttons(question: FactQuestion, scene: Scene) -> tuple[Button, ...]:
    choices = [(choice.value, choice.label) for choice in question.choices]
    if question.typed == "trains":
        choices += train_choices(scene.seats)
    return tuple(Button(f"{question.path}={value}", label) for value, label in choices)


# --- in one's own words -------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """What a sentence may mean: the question as a title, and its desk with the parts filled in.

    `query` is the part of the desk's address behind the question mark.
    """

    kind: str
    title: str
    query: str


def readings_of(text: str, seats: Sequence[str]) -> list[Reading]:
    """Read a question in somebody's own words: at most three readings, the best first.

    There are none where the sentence is not about these rules, or about what no desk answers.
    Nothing is ruled: whoever asked picks a reading.
    """
    topics = {topic.parsed: topic for topic in TOPICS if topic.parsed}
    readings = []
    for candidate in referee.parse(text[:LONGEST_TEXT], seats):
        topic = topics.get(candidate["kind"])
        if topic is None:
            continue
        slots = candidate["slots"]
        parts = {
            name: " ".join(value) if isinstance(value, list) else value
            for name, value in slots.items()
            if name in topic.parts and value
        }
        title = title_of(topic.kind, ask_of(topic, parts), parts.get("seat", ""))
        readings.append(Reading(topic.kind, title, urlencode(parts)))
    return readings
