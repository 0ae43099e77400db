"""The plain values that pages, services and the referee hand to one another."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


class HasRules(Protocol):
    """What the referee asks of a game: the highest pips of its dominoes, and its rules.

    `rules` is a rule set as the engine's contract writes it. A row of the database is one, and so
    is what a tablet without network knows of its game.
    """

    @property
    def set(self) -> int:
        """The highest pips of the dominoes."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """The rules as the engine's contract writes them."""


@dataclass(frozen=True)
class Preset:
    """A published rule set, as the start page offers it."""

    name: str
    title: str


@dataclass(frozen=True)
class HouseRule:
    """A house rule that bears on counting, as the start page offers it.

    `blank` says what holds where nothing is chosen. `choices` are (value, label); without them it
    is a whole number from `least` to `most`, counted in `unit` where the title does not say it.
    """

    name: str
    title: str
    blank: str
    choices: Sequence[tuple[str, str]] = ()
    least: int = 0
    most: int = 0
    unit: str = ""


@dataclass(frozen=True)
class Complaint:
    """One thing that is wrong: a stable code, a sentence, the seats' ids and tiles it is about."""

    code: str
    text: str
    seat_ids: tuple[int, ...] = ()
    tiles: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The complaint as a sheet entry keeps it."""
        return {"code": self.code, "text": self.text, "seats": list(self.seat_ids)}


@dataclass(frozen=True)
class SeatReport:
    """What one seat is reported to be left with; None is not told. `tiles` is "" for no tile.

    `sure` are points that somebody has looked at, and that are right however high they are.
    """

    seat_id: int
    total: int | None = None
    tiles: str | None = None
    count: int | None = None
    marked: bool | None = None
    sure: int | None = None


@dataclass(frozen=True)
class RoundReport:
    """A round as the scorekeeper reports it; `ending` is out, blocked, time, or "" while untold."""

    starting_double: int | None
    ending: str
    out_seat_id: int | None
    seats: tuple[SeatReport, ...]
    boneyard: int | None = None
    as_it_stands: bool = False


@dataclass(frozen=True)
class Question:
    """What a table is asked about a seat's points that are higher than hands are, and may be right.

    `confirmed` says that somebody has answered yes, for just these points.
    """

    code: str
    text: str
    seat_id: int
    points: int
    confirmed: bool


@dataclass(frozen=True)
class Checked:
    """A report looked at: what is missing, what does not fit, and the points a seat (or None).

    With nothing missing, no seat's points are None. `questions` are about points that fit, and are
    surprising.
    """

    missing: tuple[Complaint, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    points: Mapping[int, int | None] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()

    @property
    def unanswered(self) -> tuple[Complaint, ...]:
        """The questions that nobody has answered, as a sheet keeps them."""
        return tuple(
            Complaint(question.code, question.text, (question.seat_id,))
            for question in self.questions
            if not question.confirmed
        )

    def questions_for(self, seat_id: int) -> list[Question]:
        """The questions to show beside a seat, answered ones too."""
        return [question for question in self.questions if question.seat_id == seat_id]

    def texts_for(self, seat_id: int, *, missing: bool = False) -> list[str]:
        """The sentences to show beside a seat, with what is missing where that is asked for."""
        wanted = (*self.missing, *self.complaints) if missing else self.complaints
        return [complaint.text for complaint in wanted if seat_id in complaint.seat_ids]


@dataclass(frozen=True)
class Deal:
    """How many tiles each of so many players draws; `text` says why where that is not known.

    `ours` says that the house has chosen the number.
    """

    players: int
    tiles: int | None
    text: str = ""
    ours: bool = False


@dataclass(frozen=True)
class Ruled:
    """The engine's answer to a dispute, as its contract has it, with the texts of its clauses.

    `error` is a sentence where the facts clash; then nothing else is said. `shape` says how to show
    it, as the contract does; `decides` is the seat that may and need not. `steps` are what is done
    about a mistake, in sentences. `options` are what tables do where the rules are silent, or how a
    text reads: a parameter ("" where none), its value, a sentence.
    """

    verdict: str = ""
    value: Any = None
    because: str = ""
    clauses: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    error: str = ""
    shape: str = ""
    decides: str = ""
    steps: tuple[str, ...] = ()
    options: tuple[tuple[str, Any, str], ...] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        """The clauses to show beside the answer.

        Where the rules say nothing, the engine names the clauses nearby; they say something else.
        """
        return () if self.verdict == "not_covered" else self.clauses

    def as_json(self) -> dict[str, Any]:
        """The answer as a dispute keeps it."""
        more = {
            "shape": self.shape,
            "decides": self.decides,
            "steps": [{"text": text} for text in self.steps],
            "options": [
                {"parameter": parameter, "value": value, "because": because}
                for parameter, value, because in self.options
            ],
        }
        return {
            **{key: value for key, value in more.items() if value},
            "verdict": self.verdict,
            "value": self.value,
            "because": self.because,
            "clauses": list(self.clauses),
            "needs": list(self.needs),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Ruled":
        """The answer that a dispute has kept, or that the engine gave."""
        return cls(
            verdict=kept.get("verdict") or "",
            value=kept.get("value"),
            because=kept.get("because") or "",
            clauses=tuple(kept.get("clauses") or ()),
            needs=tuple(kept.get("needs") or ()),
            error=kept.get("error") or "",
            shape=kept.get("shape") or "",
            decides=kept.get("decides") or "",
            steps=tuple(step["text"] for step in kept.get("steps") or ()),
            options=tuple(
                (option.get("parameter") or "", option.get("value"), option.get("because") or "")
                for option in kept.get("options") or ()
            ),
        )


@dataclass(frozen=True)
class ClauseText:
    """A clause that a ruling rests on: our wording, where it stands, a few words of it.

    `language` is the code of the language that the few words are in. A house rule has no source
    but the table's own choice; `house` says so.
    """

    id: str
    text: str
    source: str
    quote: str = ""
    language: str = "en"
    house: bool = False


@dataclass(frozen=True)
class RuleLine:
    """One parameter of the rules in force: what it is about, what holds, and by which clauses.

    `source` says it in a word where it is no clause: our rule, or what is usual.
    """

    name: str
    sentence: str
    value: str
    clauses: tuple[ClauseText, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class RuleAnswer:
    """One answer to a question of a rule sheet: its key in forms, its wording."""

    key: str
    label: str


@dataclass(frozen=True)
class RuleQuestion:
    """One question of a rule sheet, and what the rules in force say to it.

    `kind` is choice, number, doubles, sizes, limits, or fixed where there is one answer only.
    `key` is that of the answer in force, "" where it is left open; `source` is own, clause,
    usual or open; `by` says it in words. `others` are what other rule sets say: (rule sets,
    wording).
    `published` is what its published rule set says, `also` are other words to find it by, and
    `low` and `high` a number's limits. A `moot` question makes no difference under these rules.
    """

    name: str
    section: str
    text: str
    kind: str
    answers: tuple[RuleAnswer, ...]
    value: Any
    key: str
    label: str
    source: str
    by: str
    clauses: tuple[ClauseText, ...]
    others: tuple[tuple[str, str], ...]
    published: str
    also: str
    low: int = 0
    high: int = 0
    moot: bool = False


@dataclass(frozen=True)
class RuleSection:
    """A section of a rule sheet, such as Dealing."""

    name: str
    title: str
    questions: tuple[RuleQuestion, ...]


@dataclass(frozen=True)
class Consequence:
    """What a correction would change in something that is derived from a sheet.

    Each of the `sentences` tells one change; `intro` is said before them, also where there is none.
    """

    heading: str
    sentences: tuple[str, ...] = ()
    intro: str = ""


@dataclass(frozen=True)
class TimeLimit:
    """When the time of a game is over, and what is said until then: a page counts by itself.

    `many` has a gap for the minutes; `less` is for the last of them.
    """

    ends: datetime.datetime
    many: str
    less: str
    over: str


@dataclass(frozen=True)
class Notice:
    """What somebody outside of the table tells those who look at its sheet.

    `kind` is note or warning. Where there is an `address`, who may score can send an empty form to
    it by a button that says `label`; where there is a `page`, a link that says so leads there, of
    organizers alone if it is `for_organizers`.
    `is_time` says that no other round begins at this table: its time is up. With `place` it says
    where and when the game is played, so it is printed with the sheet. One that `ticks` says how
    much time is left, and says something else a minute later. One that `replaces` says itself that
    another game counts instead of this one. `watch_page` is a page for
    those who only watch the sheet, and needs no account; `watch_label` says what it shows. `date`
    is the day to which the game belongs, also where it was scored later. `whole_page` leads
    organizers back to all its tables. One that `asks` is shown to those alone who may score. A
    `limit` is of the game's own rules, not of a tournament's clock. Where `ties_elsewhere`, nobody
    has won together who is level on the sheet: that is decided elsewhere.
    """

    text: str
    kind: str = "note"
    address: str = ""
    label: str = ""
    page: str = ""
    for_organizers: bool = False
    asks: bool = False
    is_time: bool = False
    place: bool = False
    ticks: bool = False
    replaces: bool = False
    watch_page: str = ""
    watch_label: str = ""
    ties_elsewhere: bool = False
    date: datetime.date | None = None
    whole_page: str = ""
    whole_label: str = ""
    limit: TimeLimit | None = None
