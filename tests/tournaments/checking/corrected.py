"""What everybody reads of corrections, by hand: from a day's transcript, whether all of it is so.

What is checked, as somebody who is named there and a director would both accept it:

- A stage that was closed is said to be corrected while others should be in the next one than are
  there by its results: until the director has answered just this difference without any name, and
  afterwards with who should have gone on instead of whom, and who was taken in.
- Those are compared who were seated, before the director let somebody play in another's place. It
  is no answer, and changes nothing of what was said, unless who comes should have gone on, and who
  goes should not have. What was said of an answer stays so while the difference does.
- Whoever of those who should have gone on plays there by now is then said to have come in later.
- Who was taken in by an earlier answer should have gone on, while results still say so.
- Nothing is said where just those play who should, whoever let them.
- Until the director has answered, the bracket says of nobody whom it is about that they went on,
  and after the end these have no medal and no place. Later it gives the results as the reason why
  somebody went on, or else the director's choice.
- Nobody has a number on the list of places which one of the director's answers changes.
- After the end each correction is told with everybody whose place or medal it moved, in what they
  had and have; the newest three, and none while the director has still to answer one.
- The log says what was corrected, from which number to which, and what was chosen.

While tables are level by a correction and others fill up the next stage, nothing is checked but the
log: nobody knows then who should be there.
"""

from dataclasses import dataclass, field

from . import onward, prizes
from .state import Key, Stage, Told

WAITS = "Corrected after it was closed. The director decides."
CAUSE = "Corrected after it was closed."
MOST_MOVED = 3
Answer = tuple[str, tuple[Key, ...], tuple[Key, ...]]
"""What the director chose, and who should have gone on and who should not have, as it was then."""


@dataclass(frozen=True)
class Difference:
    """Who should be in a stage and is not, and the other way round; who is level for it.

    `whole` is the same of all who were seated, whoever plays there by now: what is answered.
    """

    missing: tuple[Key, ...]
    extra: tuple[Key, ...]
    level: tuple[frozenset[Key], ...]
    whole: tuple[object, ...]

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return bool(self.missing or self.extra or self.level)

    @property
    def people(self) -> set[Key]:
        """All whom it is about."""
        return {*self.missing, *self.extra}.union(*self.level)


@dataclass
class Field:
    """Who is in a stage, and who was seated there; of each, whether by the director's choice.

    `stands_for` says for whom those play who came in another's place.
    """

    there: dict[Key, bool] = field(default_factory=dict)
    seated: dict[Key, bool] = field(default_factory=dict)
    stands_for: dict[Key, Key] = field(default_factory=dict)


def faults_of(transcript: Told) -> list[str]:
    """Every fault in what was to be read of corrections, in a sentence each."""
    day = CorrectedDay(transcript)
    for at, event in enumerate(transcript["events"]):
        day.at = f"{at} {event['do']}"
        try:
            getattr(day, f"do_{event['do']}")(event)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            day.faults.append(f"{day.at}: cannot be read: {error!r}")
    return day.faults


class CorrectedDay:
    """The books of one tournament, and the faults found so far."""

    def __init__(self, transcript: Told) -> None:
        self.settings: Told = transcript["settings"]
        self.names: dict[Key, str] = dict(transcript["names"])
        self.groups: dict[str, list[Key]] = dict(transcript["groups"])
        self.titles: list[str] = transcript["stages"]
        self.plans: list[Told] = transcript["plans"]
        self.stages: dict[int, Stage] = {}
        self.fields: dict[int, Field] = {}
        self.closed: set[int] = set()
        self.answers: dict[int, list[Answer]] = {}
        # The difference that was left by the last answer, by the closed stage.
        self.answered: dict[int, tuple[object, ...]] = {}
        self.moved: list[dict[Key, str]] = []
        # The places that were read last, and whether the director has answered since.
        self.numbers: dict[Key, tuple[int, bool]] = {}
        self.answering = False
        self.faults: list[str] = []
        self.at = ""

    @property
    def is_over(self) -> bool:
        """Whether the last stage is closed."""
        return len(self.titles) in self.closed

    def _same(self, what: str, found: object, due: object) -> None:
        if found != due:
            self.faults.append(f"{self.at}: {what} {found}, due {due}")

    def _listed(self, keys: list[Key]) -> str:
        names = [self.names[key] for key in keys]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    # What happened.

    def do_open(self, event: Told) -> None:
        """A stage is seated, a later one with those whom the results send on."""
        number = event["stage"]
        self.stages[number] = Stage(number, event["plan"], event["field"], self.settings["ties"])
        self.stages[number].rounds.append(event["round"])
        if number > 1:
            self._seated(number, list(self.stages[number].field))

    def _seated(self, number: int, keys: list[Key]) -> None:
        self._same("field", sorted(keys), sorted(self._should(number - 1)[0]))
        plain = dict.fromkeys(keys, False)
        self.fields[number] = Field(dict(plain), dict(plain))

    def do_seat(self, event: Told) -> None:
        """The next game of a stage is seated."""
        self.stages[event["stage"]].rounds.append(event["round"])

    def do_lines(self, event: Told) -> None:
        """Paper comes in or is corrected; after the end, places may move."""
        stage = self.stages[event["stage"]]
        before, was = self._standings() if self.is_over else {}, dict(stage.lines)
        for line in event["lines"]:
            stage.lines[event["round"], line["key"]] = line
        stage.worked_out.clear()
        self._log_of_paper(stage, event, was)
        if self.is_over:
            after = self._standings()
            moved = {
                key: self._change(key, before[key], now)
                for key, now in after.items()
                if before[key] != now
            }
            self.moved[:0] = [moved] if moved else []

    def _log_of_paper(self, stage: Stage, event: Told, was: dict[tuple[int, Key], Told]) -> None:
        changes = [
            f"{self.names[line['key']]}: {line['total']} points instead of {old['total']} points."
            for line in event["lines"]
            if (old := was.get((event["round"], line["key"]))) and old["total"] != line["total"]
        ]
        for change in changes:
            if change not in event["log"]:
                self.faults.append(f"{self.at}: {event['log']!r} does not say {change!r}")
        self._same("said to be corrected", " corrected: " in event["log"], bool(changes))
        self._same("numbers that changed", event["log"].count(" instead of "), len(changes))

    def do_close(self, event: Told) -> None:
        """A stage is closed: those go on whom the results send on."""
        number = event["stage"]
        self.closed.add(number)
        if number < len(self.titles):
            self._same("going", event["going"], sorted(self._should(number)[0]))

    def do_choose(self, event: Told) -> None:
        """The director answers what a correction asks."""
        number, choice = event["stage"], event["choice"]
        asked = self._difference(number)
        self.answering = True
        if asked is None:
            return
        if not asked.any:
            self.faults.append(f"{self.at}: nothing is asked of stage {number}")
        stage, there = self.stages[number + 1], self.fields[number + 1]
        before, after = set(stage.field), {one["key"] for one in event["field"]}
        names = {"next": self.titles[number], "stage": self.titles[number - 1]}
        if choice == "redo":
            self.stages[number + 1] = Stage(
                number + 1, stage.plan, event["field"], self.settings["ties"]
            )
            self._seated(number + 1, sorted(after))
            self.answers[number] = []
            due = "{next} was seated again after {stage} was corrected."
        else:
            joined = sorted(asked.missing) if choice == "take" else []
            self._same("who joined", sorted(after - before), joined)
            self._same("who left", sorted(before - after), [])
            there.there |= dict.fromkeys(joined, True)
            there.seated |= dict.fromkeys(joined, True)
            self.answers.setdefault(number, []).append((choice, asked.missing, asked.extra))
            due = "{next} stays as it was seated, although {stage} was corrected."
            if choice == "take":
                due = f"{self._listed(joined)} joined {{next}} after {{stage}} was corrected."
        self._same("the log says", event["log"], due.format(**names))
        self._resettle(number + 1, event)
        left = self._difference(number)
        self.answered[number] = left.whole if left else ()

    def _resettle(self, number: int, event: Told) -> None:
        stage = self.stages[number]
        stage.field = {one["key"]: dict(one) for one in event["field"]}
        stage.rounds = list(event["rounds"])
        stage.worked_out.clear()

    def do_instead(self, event: Told) -> None:
        """The director lets somebody play in another's place."""
        number, plays, of = event["stage"], event["plays"], event["of"]
        asked = self._difference(number - 1)
        corrects = asked is not None and {plays, of} <= asked.people
        self.answering = corrects and self._asked(number - 1) is not None
        there, stage = self.fields[number], self.stages[number]
        after = {one["key"] for one in event["field"]}
        joined, left = after - set(stage.field), set(stage.field) - after
        self._same("who joined", joined, {plays})
        self._same("who left beside", left - {of}, set())
        chosen = plays not in self._should(number - 1)[0]
        for fields in (there.there, there.seated) if corrects else (there.there,):
            for key in left:
                fields.pop(key, None)
            fields[plays] = chosen
        there.stands_for[plays] = there.stands_for.pop(of, of)
        self._resettle(number, event)

    # What follows from it.

    def _should(self, number: int) -> tuple[set[Key], list[tuple[frozenset[Key], int]]]:
        """Who goes on from a stage by its results, and who is level for how many places."""
        going, level = set[Key](), []
        for due in onward.due(self.stages[number], self.plans[number], visitors=True).values():
            going |= {*due.table, *due.either, *due.rest}
            level += due.level
        return going, level

    def _is_followed(self, number: int) -> bool:
        """Whether a stage is closed, and the next one is on or over."""
        return number in self.closed and number + 1 in self.stages

    def _is_unknown(self, number: int) -> bool:
        """Whether tables are undecided, so that nobody knows who fills up the next stage."""
        if not self._is_followed(number) or self.plans[number - 1]["fill"] == "none":
            return False
        due = onward.due(self.stages[number], self.plans[number], visitors=True).values()
        return any(one.open_fill for one in due)

    def _difference(self, number: int) -> Difference | None:
        """Who is in the next stage beside who should be; None where there is none, or unknown."""
        if not self._is_followed(number) or self._is_unknown(number):
            return None
        there = self.fields[number + 1]
        now = self._beside(number, there.there, there.there)
        return self._beside(number, there.seated, there.there) if now.any else now

    def _beside(self, number: int, seated: dict[Key, bool], there: dict[Key, bool]) -> Difference:
        should, level = self._should(number)
        waiting = {key for keys, _places in level for key in keys}
        missing = sorted(should - seated.keys())
        extra = sorted(
            key for key, chosen in seated.items() if key not in should | waiting and not chosen
        )
        unlike = [keys for keys, places in level if len(keys & seated.keys()) != places]
        return Difference(
            tuple(key for key in missing if key not in there),
            tuple(key for key in extra if key in there),
            tuple(unlike),
            (missing, extra, sorted(sorted(keys) for keys in unlike)),
        )

    def _asked(self, number: int) -> Difference | None:
        """The difference of which the director has still to decide, None where there is none."""
        found = self._difference(number)
        asks = found is not None and found.any and self.answered.get(number) != found.whole
        return found if asks else None

    def _undecided(self) -> set[Key]:
        return set[Key]().union(
            *(asked.people for number in self.stages if (asked := self._asked(number)))
        )

    def _standings(self) -> dict[Key, tuple[str, int | None, bool, str]]:
        """Everybody's division, place in it, whether it is shared, and what it wins."""
        stages = [self.stages[number] for number in sorted(self.stages)]
        found: dict[Key, tuple[str, int | None, bool, str]] = {}
        for group, keys in self.groups.items():
            among = [key for key in keys if any(key in stage.field for stage in stages)]
            places = onward.overall(stages, among)
            won = {one["key"]: one["what"] for one in prizes.awards_of(places, self.settings, [])}
            for one in places:
                key = one["key"]
                found[key] = (group, one["place"], one["shared"], won.get(key, ""))
        return found

    def _change(
        self,
        key: Key,
        was: tuple[str, int | None, bool, str],
        now: tuple[str, int | None, bool, str],
    ) -> str:
        """What somebody has instead of what, in the sentence that is due."""
        old, new = (_place_words(*standing[1:3]) for standing in (was, now))
        had, wins = (_award_words(standing[3]) for standing in (was, now))
        name = f"{now[0]}: {self.names[key]}"
        if had == wins:
            return f"{name} has {new} instead of {old}."
        if new == old:
            return f"{name} wins {wins} instead of {had}."
        return f"{name} wins {wins} instead of {had}, with {new} instead of {old}."

    # What everybody reads.

    def do_read(self, event: Told) -> None:
        """What the bracket, the television and the pages of places say now."""
        numbers = {key: (place, shared) for key, place, shared in event["numbers"]}
        both = numbers.keys() & self.numbers.keys()
        if self.answering and (others := [k for k in both if numbers[k] != self.numbers[k]]):
            self.faults.append(f"{self.at}: the answer moved {sorted(others)}, who had numbers")
        self.numbers, self.answering = numbers, False
        for number, shown in enumerate(event["stages"], 1):
            self._stage(number, shown)
        if any(self._is_unknown(number) for number in self.stages):
            return
        undecided = self._undecided()
        if early := [medal for medal in event["medals"] if medal[1] in undecided]:
            self.faults.append(f"{self.at}: {early} are won while the director decides")
        moved = [] if undecided or not self.is_over else self.moved[:MOST_MOVED]
        found = [dict(map(tuple, people)) for people in event["moved"]]
        self._same("moved after the end", found, moved)
        self._television(event, undecided)

    def _television(self, event: Told, undecided: set[Key]) -> None:
        """After the end: all places and medals, without those of whom the director decides."""
        if not self.is_over:
            self._same("shown before the end", [event["winners"], event["places"]], [[], []])
            return
        standings = {
            key: standing for key, standing in self._standings().items() if key not in undecided
        }
        due = sorted([group, key, what] for key, (group, _, _, what) in standings.items() if what)
        self._same("medals", sorted(event["medals"]), due)
        places = sorted(
            [self.names[key], place, shared]
            for key, (_group, place, shared, _what) in standings.items()
            if place is not None
        )
        self._same("places on the television", sorted(event["places"]), places)
        names = {self.names[key] for key in undecided}
        self._same("winners who wait", sorted(names & set(event["winners"])), [])

    def _stage(self, number: int, shown: Told) -> None:
        difference, asked = self._difference(number), self._asked(number)
        if self._is_unknown(number):
            return
        kept = difference is not None and difference.any and not asked
        self._same(f"said of stage {number}", shown["corrected"], WAITS if asked else "")
        due = self._kept_words(number, difference) if kept and difference else []
        self._same(f"said of the choice in {number}", _sentences(shown["kept"]), sorted(due))
        self._same(f"instead in {number}", sorted(shown["instead"]), sorted(self._instead(number)))
        if self._is_followed(number):
            people = asked.people if asked else set[Key]()
            self._hows(number, dict(map(tuple, shown["hows"])), people)

    def _kept_words(self, number: int, difference: Difference) -> list[str]:
        """What is said once the director has answered, a sentence each."""
        should, following = self._should(number)[0], self.titles[number]
        missing: list[Key] = []
        extra: list[Key] = []
        came: list[Key] = []
        for choice, were_missing, were_extra in self.answers.get(number, []):
            missing = [key for key in came if key in should] + list(were_missing)
            extra = list(were_extra)
            came += were_missing if choice == "take" else ()
        # Who was taken in and gave the place back by the director's word is not said to be in.
        came = [key for key in came if key in self.fields[number + 1].seated]
        words = [CAUSE]
        if missing and extra:
            words.append(
                f"{self._listed(missing)} should have gone on to {following} instead of "
                f"{self._listed(extra)}."
            )
        elif missing:
            words.append(f"{self._listed(missing)} should have gone on to {following} too.")
        elif extra:
            words.append(f"{self._listed(extra)} should not have gone on to {following}.")
        words += [
            f"{self._listed(sorted(keys))} are level for a place in {following}."
            for keys in difference.level
        ]
        if came:
            words.append(
                f"The director took in {self._listed(came)} too, and those who had gone on play on."
            )
        else:
            words.append("The director let those who had gone on play on.")
        there = self.fields[number + 1].there
        if later := [key for key in missing if key in there and key not in came]:
            words.append(f"{self._listed(later)} came into {following} later.")
        return words

    def _instead(self, number: int) -> list[str]:
        """Who plays instead of whom in this stage and in the one after it."""
        return [
            f"{self.names[plays]} {'played' if at in self.closed else 'plays'} in "
            f"{self.titles[at - 1]} instead of {self.names[of]}: the director decided."
            for at in (number, number + 1)
            if at in self.fields
            for plays, of in self.fields[at].stands_for.items()
            if plays != of and plays in self.stages[at].field
        ]

    def _hows(self, number: int, hows: dict[Key, str], undecided: set[Key]) -> None:
        """By what the bracket says that people went on: by results, by choice, or not decided."""
        should, level = self._should(number)
        tied = {key for keys, _places in level for key in keys}
        there = self.fields[number + 1].there
        self._same("who is said to go on", sorted(hows), sorted(there.keys() | undecided))
        for key, how in hows.items():
            due = "results"
            if key in undecided:
                due = "decides"
            elif key not in should:
                due = "level" if key in tied and not there[key] else "choice"
            plain = {"decides": "decides", "choice": "choice", "on": "level"}.get(how, "results")
            self._same(f"{self.names[key]} goes on by", plain, due)


def _sentences(text: str) -> list[str]:
    """A text's sentences, in the order of the alphabet."""
    return sorted(f"{sentence.rstrip('.')}." for sentence in text.split(". ") if sentence)


def _place_words(place: int | None, shared: bool) -> str:
    if place is None:
        return "no place"
    return f"shared place {place}" if shared else f"place {place}"


def _award_words(what: str) -> str:
    return {"ribbon": "a ribbon", "": "nothing"}.get(what, what)
