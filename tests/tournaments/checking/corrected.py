"""What everybody reads of corrections, by hand: from a day's transcript, whether all of it is so.

What is checked, as somebody who is named there and a director would both accept it:

- A stage that was closed is said to be corrected while others should be in the next one than are
  there by its results: until the director has answered just this difference without any name, and
  afterwards with who should have gone on instead of whom, and who was taken in or let play on.
- An answer is about who plays instead of whom: at one table, or else among all. It stands while the
  results say so of these people, whatever another table's correction says of others; so of one
  stage something may be answered and something asked. Who is let play on stays when all are seated
  again because of another question.
- Those are compared who were seated, before the director let somebody play in another's place. It
  is no answer, and changes nothing of what was said, unless who comes should have gone on, and who
  goes should not have. What was said of an answer stays so while the difference does.
- Whoever of those who should have gone on plays there by now is then said to have come in later.
- Who was taken in by an earlier answer should have gone on, while results still say so.
- Nothing is said where just those play who should, whoever let them.
- Until the director has answered, the bracket says of nobody whom it is about that they went on,
  and after the end these have no medal and no place. Later it gives the results as the reason why
  somebody went on, or else the director's choice.
- Nobody has a number on the list of places which one of the director's answers changes. A stage
  that is closed can be opened again for that while nothing was played after it, or what was may
  be seated again too; so nobody who is in it or came later has a number then.
- Else it is too late: that is said, and nothing is left out for it.
- After the end each correction is told with everybody whose place or medal it moved, or who
  qualifies by it or does so no longer, in what they had and have; where there are several
  divisions also whose place among all it moved. That is for the newest ones, and for none while
  the director has still to answer one and can choose. Whose place that could change has none on a
  page until then. What such a one had before is what pages said last, however often a sheet was
  corrected meanwhile; it is told with the newest of these corrections, and not at all where it is
  the answer that moved this one.
- The log says what was corrected, from which number to which, and what was chosen.

While tables are level by a correction and others fill up the next stage, nothing is checked but the
log: nobody knows then who should be there.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from . import onward, prizes
from .state import Key, Stage, Told

WAITS = "Corrected after it was closed. The director decides."
TOO_LATE = "Corrected after it was closed. It is too late to change who played."
CAUSE = "Corrected after it was closed."
MOST_MOVED = 20
Level = tuple[frozenset[Key], ...]
Standing = tuple[str, int | None, bool, str, bool]


@dataclass(frozen=True)
class Difference:
    """Who should be in a stage and is not, and the other way round; who is level for it.

    `whole` are the first two of all who were seated, whoever plays there by now.
    """

    missing: tuple[Key, ...]
    extra: tuple[Key, ...]
    level: Level
    whole: tuple[list[Key], list[Key]]

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return bool(self.missing or self.extra or self.level)

    @property
    def people(self) -> set[Key]:
        """All whom it is about."""
        return {*self.missing, *self.extra}.union(*self.level)


@dataclass(frozen=True)
class Answer:
    """What the director answered of some people: who was left out, let play on, or taken in.

    Of as many questions as were answered at once `at` is the same; later it is higher.
    """

    missing: frozenset[Key]
    extra: frozenset[Key]
    level: frozenset[frozenset[Key]]
    came: frozenset[Key] = frozenset()
    at: int = 0


@dataclass
class Reading:
    """What corrections moved on a list of places, as somebody who reads it would tell.

    `said` is what pages said last of those of whom they say nothing now, who are in `waits`: each
    with the newest correction since then, and what it made of this one.
    """

    moved: list[dict[Key, tuple[Standing, Standing]]] = field(default_factory=list)
    said: dict[Key, Standing] = field(default_factory=dict)
    waits: dict[Key, tuple[int, Standing]] = field(default_factory=dict)

    def correct(
        self, before: dict[Key, Standing], after: dict[Key, Standing], hidden: set[Key]
    ) -> None:
        """A sheet is corrected, after which nobody reads of the `hidden` what they have."""
        self.moved.append({})
        for key, now in after.items():
            was = self.said.pop(key, before[key])
            self.waits.pop(key, None)
            if key in hidden:
                self.said[key], self.waits[key] = was, (len(self.moved) - 1, now)
            elif was != now:
                self.moved[-1][key] = (was, now)

    def show(self, standings: dict[Key, Standing], hidden: set[Key]) -> None:
        """The director has answered; these are `hidden` still."""
        for key in [key for key in self.waits if key not in hidden]:
            at, then = self.waits.pop(key)
            was = self.said.pop(key)
            if was != then == standings[key]:
                self.moved[at][key] = (was, then)


@dataclass
class Field:
    """Who is in a stage, and who was seated there; of each, whether by the director's choice.

    `stands_for` says for whom those play who came in another's place, and `corrects` who of them
    does as a correction says.
    """

    there: dict[Key, bool] = field(default_factory=dict)
    seated: dict[Key, bool] = field(default_factory=dict)
    stands_for: dict[Key, Key] = field(default_factory=dict)
    corrects: set[Key] = field(default_factory=set)


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
        # By the closed stage, the newest first; and who was taken in since it was seated.
        self.answers: dict[int, list[Answer]] = {}
        self.taken: dict[int, list[tuple[int, Key]]] = {}
        self.choices = 0
        # What corrections moved in the divisions, and in the whole field.
        self.reading, self.reading_all = Reading(), Reading()
        # What there was before a correction of which nobody has read yet.
        self.corrected: tuple[dict[Key, Standing], dict[Key, Standing]] | None = None
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

    def _seated(self, number: int, keys: list[Key], let_on: list[Answer] | None = None) -> None:
        due = set(self._should(number - 1)[0])
        for answer in let_on or ():
            stay = [key for key in sorted(answer.extra) if key in self.fields[number].there]
            due -= set(sorted(answer.missing)[: len(stay)])
            due |= set(stay)
        self._same("field", sorted(keys), sorted(due))
        plain = dict.fromkeys(keys, False)
        self.fields[number] = Field(dict(plain), dict(plain))

    def do_seat(self, event: Told) -> None:
        """The next game of a stage is seated."""
        self.stages[event["stage"]].rounds.append(event["round"])

    def do_lines(self, event: Told) -> None:
        """Paper comes in or is corrected; after the end, places may move."""
        stage = self.stages[event["stage"]]
        before, was = self._standings() if self.is_over else {}, dict(stage.lines)
        all_before = self._all_together() if self.is_over else {}
        for line in event["lines"]:
            stage.lines[event["round"], line["key"]] = line
        stage.worked_out.clear()
        self._log_of_paper(stage, event, was)
        if self.is_over:
            self.corrected = (before, all_before)

    def _log_of_paper(self, stage: Stage, event: Told, was: dict[tuple[int, Key], Told]) -> None:
        changes = [
            f"{self.names[line['key']]}: {_points(line['total'])} "
            f"instead of {_points(old['total'])}."
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
        self.answering, self.choices = True, self.choices + 1
        if self._difference(number) is None:
            return
        asked = self._asked(number)
        if asked is None:
            self.faults.append(f"{self.at}: nothing is asked of stage {number}")
            return
        stage, there = self.stages[number + 1], self.fields[number + 1]
        before, after = set(stage.field), {one["key"] for one in event["field"]}
        names = {"next": self.titles[number], "stage": self.titles[number - 1]}
        if choice == "redo":
            self.stages[number + 1] = Stage(
                number + 1, stage.plan, event["field"], self.settings["ties"]
            )
            stands = self._standing(number)
            self._seated(number + 1, sorted(after), stands)
            stands = [replace(answer, at=self.choices) for answer in stands]
            self.answers[number], self.taken[number] = stands, []
            due = "{next} was seated again after {stage} was corrected."
        else:
            joined = sorted(asked.missing) if choice == "take" else []
            self._same("who joined", sorted(after - before), joined)
            self._same("who left", sorted(before - after), [])
            there.there |= dict.fromkeys(joined, True)
            there.seated |= dict.fromkeys(joined, True)
            self.taken.setdefault(number, []).extend((self.choices, key) for key in joined)
            self.answers.setdefault(number, [])[:0] = self._answers(number, asked, joined)
            due = "{next} stays as it was seated, although {stage} was corrected."
            if choice == "take":
                due = f"{self._listed(joined)} joined {{next}} after {{stage}} was corrected."
        self._same("the log says", event["log"], due.format(**names))
        self._resettle(number + 1, event)

    def _answers(self, number: int, asked: Difference, joined: list[Key]) -> list[Answer]:
        """What is answered at once about what was asked, each by itself."""
        missing, extra = (set(keys) for keys in asked.whole)
        level, answers = set(asked.level), list[Answer]()
        tables = self.stages[number].rounds[0]["tables"]
        by_table = self.plans[number - 1]["onward"] == "tables"
        everybody = {*missing, *extra}.union(*level)
        for seats in [*(set(t["seats"]) for t in tables if by_table), everybody]:
            tied = {keys for keys in level if keys <= seats}
            out, on = sorted(missing & seats), sorted(extra & seats)
            if tied:
                answers.append(Answer(frozenset(out), frozenset(on), frozenset(tied)))
            else:
                number_of_pairs = min(len(out), len(on))
                out, on = out[:number_of_pairs], on[:number_of_pairs]
                answers += [
                    Answer(frozenset({one}), frozenset({other}), frozenset())
                    for one, other in zip(out, on, strict=True)
                ]
            missing, extra, level = missing - set(out), extra - set(on), level - tied
        answers += [Answer(frozenset({key}), frozenset(), frozenset()) for key in sorted(missing)]
        answers += [Answer(frozenset(), frozenset({key}), frozenset()) for key in sorted(extra)]
        came, at = frozenset(joined), self.choices
        return [
            replace(one, missing=one.missing - came, came=one.missing & came, at=at)
            for one in answers
        ]

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
        still_open = self._asked(number - 1)
        self.answering = still_open is not None and {plays, of} <= still_open.people
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
        there.corrects.discard(plays)
        there.corrects |= {plays} if corrects else set()
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
        unlike = [keys for keys, _places in level]
        return Difference(
            tuple(key for key in missing if key not in there),
            tuple(key for key in extra if key in there),
            tuple(unlike),
            (missing, extra),
        )

    def _standing(self, number: int) -> list[Answer]:
        """The answers that still say what is so, none about somebody of a newer one."""
        found, stands = self._difference(number), list[Answer]()
        if found is None:
            return []
        should = self._should(number)[0]
        missing, extra, level = set(found.whole[0]), set(found.whole[1]), set(found.level)
        for answer in self.answers.get(number, []):
            if answer.missing <= missing and answer.extra <= extra and answer.level <= level:
                if not answer.came <= should:
                    continue
                stands.append(answer)
                missing, extra = missing - answer.missing, extra - answer.extra
                level -= answer.level
        return stands

    def _part(self, number: int, *, answered: bool) -> Difference | None:
        """What the director has answered of a difference, or not; None where that is nothing."""
        found = self._difference(number)
        if found is None or not found.any:
            return None
        stands = self._standing(number)
        about = {key for one in stands for key in (*one.missing, *one.extra)}
        ties = {keys for one in stands for keys in one.level}

        def mine(keys: Iterable[Key]) -> list[Key]:
            return [key for key in keys if (key in about) == answered]

        part = Difference(
            tuple(mine(found.missing)),
            tuple(mine(found.extra)),
            tuple(keys for keys in found.level if (keys in ties) == answered),
            (mine(found.whole[0]), mine(found.whole[1])),
        )
        return part if part.any else None

    def _asked(self, number: int) -> Difference | None:
        """The difference of which the director has still to decide, None where there is none."""
        return self._part(number, answered=False)

    def _is_too_late(self, number: int) -> bool:
        """Whether all stays after this stage, for something was played after the next that counts.

        What was played in a stage of which the director has still to decide need not count.
        """
        return any(
            self.stages[later].lines and not self._asked(later - 1)
            for later in self.stages
            if later > number + 1
        )

    def _decidable(self) -> dict[int, Difference]:
        """What is asked of which the director can still choose, by the stage."""
        return {
            number: asked
            for number in self.stages
            if (asked := self._asked(number)) and not self._is_too_late(number)
        }

    def _undecided(self) -> set[Key]:
        return set[Key]().union(*(asked.people for asked in self._decidable().values()))

    def _read_moves(self, hidden: set[Key], hidden_of_all: set[Key]) -> None:
        """Somebody reads both lists, on which these have no place."""
        now, all_now = self._standings(), self._all_together()
        if self.corrected is not None:
            before, all_before = self.corrected
            self.reading.correct(before, now, hidden)
            self.reading_all.correct(all_before, all_now, hidden_of_all)
            self.corrected = None
        self.reading.show(now, hidden)
        self.reading_all.show(all_now, hidden_of_all)

    def _moved(self) -> list[dict[Key, str]]:
        """What each correction moved, the newest first, in the sentences that are due."""
        found = []
        for rows, rows_all in zip(self.reading.moved, self.reading_all.moved, strict=True):
            people = dict.fromkeys([*rows, *rows_all])
            changes = {
                key: [self._change(key, *those[key]) for those in (rows, rows_all) if key in those]
                for key in people
            }
            found += [{key: " ".join(own) for key, own in changes.items()}] if people else []
        return found[::-1][:MOST_MOVED]

    def _hidden(self) -> set[Key]:
        """Of whom no page says a place after the end while the director decides."""
        undecided = self._undecided()
        again = set[Key]().union(*(self.stages[at + 1].field for at in self._decidable()))
        who = again | undecided
        # Who is alone of a division, whoever comes, is its first however it is played.
        return undecided | {
            key
            for key in again
            if not any(who.intersection(keys) == {key} for keys in self.groups.values())
        }

    def _all_together(self) -> dict[Key, Standing]:
        """Everybody's place in the whole field; nobody's where that is one division."""
        stages = [self.stages[number] for number in sorted(self.stages)]
        there = {key for stage in stages for key in stage.field}
        if sum(not there.isdisjoint(keys) for keys in self.groups.values()) < 2:
            return {}
        return {
            one["key"]: ("All together", one["place"], one["shared"], "", False)
            for one in onward.overall(stages)
        }

    def _standings(self) -> dict[Key, Standing]:
        """Everybody's division, place there, if it is shared, what it wins, if it qualifies."""
        stages = [self.stages[number] for number in sorted(self.stages)]
        found: dict[Key, Standing] = {}
        for group, keys in self.groups.items():
            among = [key for key in keys if any(key in stage.field for stage in stages)]
            places = onward.overall(stages, among)
            won = {one["key"]: one["what"] for one in prizes.awards_of(places, self.settings, [])}
            going = prizes.qualified_of(places, [], self.settings["qualifiers"])
            for one in places:
                key = one["key"]
                prize, qualifies = won.get(key, ""), key in going
                found[key] = (group, one["place"], one["shared"], prize, qualifies)
        return found

    def _change(self, key: Key, was: Standing, now: Standing) -> str:
        """What somebody has instead of what, in the sentence that is due."""
        old, new = (_place_words(*standing[1:3]) for standing in (was, now))
        had, wins = (_award_words(standing[3]) for standing in (was, now))
        # Where there are no divisions, everybody is of the one that is called so.
        name = self.names[key] if now[0] == "Open" else f"{now[0]}: {self.names[key]}"
        how = "now" if now[4] else "no longer"
        qualifies = f" {how} qualifies." if was[4] != now[4] else ""
        if (had, old) == (wins, new):
            return f"{name}{qualifies}"
        qualifies = qualifies and f" {self.names[key]}{qualifies}"
        if had == wins and was[1] == now[1]:
            shares = "shares" if now[2] else "no longer shares"
            at = f"{was[1]} now" if now[2] else f"{was[1]}"
            return f"{name} {shares} place {at}.{qualifies}"
        if had == wins:
            return f"{name} has {new} instead of {old}.{qualifies}"
        if new == old:
            return f"{name} wins {wins} instead of {had}.{qualifies}"
        return f"{name} wins {wins} instead of {had}, with {new} instead of {old}.{qualifies}"

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
        if self.is_over:
            self._read_moves(*map(set, event["unread"]))
        undecided = self._undecided()
        for number in self._decidable():
            known = numbers.keys() & self.stages[number + 1].field.keys()
            self._same("numbers of who could be seated again", sorted(known), [])
        if early := [medal for medal in event["medals"] if medal[1] in undecided]:
            self.faults.append(f"{self.at}: {early} are won while the director decides")
        moved = [] if undecided or not self.is_over else self._moved()
        found = [dict(map(tuple, people)) for people in event["moved"]]
        self._same("moved after the end", found, moved)
        self._television(event, undecided)

    def _television(self, event: Told, undecided: set[Key]) -> None:
        """After the end: all places and medals, but for what the director's word could change.

        Nobody has a place or a medal in a stage that it could have seated again, but who is alone
        there of a division.
        """
        if not self.is_over:
            self._same("shown before the end", [event["winners"], event["places"]], [[], []])
            return
        standings = {
            key: standing[:4] for key, standing in self._standings().items() if key not in undecided
        }
        due = sorted([group, key, what] for key, (group, _, _, what) in standings.items() if what)
        places = sorted(
            [self.names[key], place, shared]
            for key, (_group, place, shared, _what) in standings.items()
            if place is not None
        )
        names = {self.names[key] for key in undecided}
        for what, shown, known in (("medals", "medals", due), ("places", "places", places)):
            found = sorted(event[shown])
            if not undecided:
                self._same(f"{what} on the television", found, known)
            elif wrong := [line for line in found if line not in known]:
                self.faults.append(f"{self.at}: the television says {wrong}")
        if again := self._hidden():
            names |= {self.names[key] for key in again}
            early = [line for line in event["places"] if line[0] in names]
            early += [line for line in event["medals"] if line[1] in again]
            self._same("shown while the last stage could be seated again", early, [])
        self._same("winners who wait", sorted(names & set(event["winners"])), [])

    def _stage(self, number: int, shown: Told) -> None:
        asked, kept = (self._part(number, answered=answered) for answered in (False, True))
        if self._is_unknown(number):
            return
        late = self._is_too_late(number)
        said = "" if not asked else TOO_LATE if late else WAITS
        self._same(f"said of stage {number}", shown["corrected"], said)
        due = self._kept_words(number) if kept else []
        self._same(f"said of the choice in {number}", _sentences(shown["kept"]), sorted(due))
        self._same(f"instead in {number}", sorted(shown["instead"]), sorted(self._instead(number)))
        if shown["anew"]:
            self._seated_anew(number, shown["anew"])
        if self._is_followed(number):
            people = asked.people if asked and not late else set[Key]()
            self._hows(number, dict(map(tuple, shown["hows"])), people)

    def _seated_anew(self, number: int, words: str) -> None:
        """Who is said to be out of a stage that was seated again is not in it, and who is in is."""
        start, _, out = words.partition(". ")[0].rstrip(".").partition(" instead of ")
        _title, _, out = (start, "", out) if out else start.partition(", without ")
        came = start.partition(" seated again, with ")[2].removesuffix(" too")
        there = {self.names[key] for key in self.stages[number].field}
        for what, text, inside in (("in", came, True), ("out", out, False)):
            named = set(re.split(", | and ", text)) & set(self.names.values())
            wrong = sorted(name for name in named if (name in there) != inside)
            self._same(f"said to be {what} since {number} was seated again", wrong, [])

    def _kept_words(self, number: int) -> list[str]:
        """What is said once the director has answered, a sentence each; every answer by itself."""
        following, field = self.titles[number], self.fields[number + 1]
        # Who was taken in and gave the place back by the director's word is not said to be in.
        came_at = {key: at for at, key in self.taken.get(number, []) if key in field.seated}
        stands, words, should_be = self._standing(number), [CAUSE], list[Key]()
        for at in sorted({*came_at.values(), *(answer.at for answer in stands)}):
            answers = [answer for answer in stands if answer.at == at]
            came = [key for key, when in came_at.items() if when == at]
            should_be += self._wronged(number, answers, came, words)
            play_on = [
                key
                for answer in answers
                if not answer.came.intersection(came)
                for key in sorted(answer.extra)
            ]
            if came:
                words.append(f"The director took in {self._listed(came)} too.")
            if play_on:
                names = self._listed(play_on)
                words.append(f"The director left {names} in {following}.")
            nobody = not any((one.missing or one.level) for one in answers)
            if not (came or play_on or nobody):
                words.append("The director left it as it was.")
        later = [
            key for key in dict.fromkeys(should_be) if key in field.there and key not in came_at
        ]
        if later:
            words.append(f"{self._listed(later)} got a place in {following} all the same.")
        return words

    def _wronged(
        self, number: int, answers: list[Answer], came: list[Key], words: list[str]
    ) -> list[Key]:
        """Who should have gone on, of those whom an answer is about; and that in words."""
        should, following = self._should(number)[0], self.titles[number]
        taken = [key for key in came if key in should]
        missing = should_be = [*taken, *(k for a in answers for k in sorted(a.missing))]
        extra = [key for answer in answers for key in sorted(answer.extra)]
        for answer in answers:
            come = [key for key in missing if key in answer.missing | answer.came]
            go = [key for key in extra if key in answer.extra]
            if come and go:
                words.append(
                    f"{self._listed(come)} should have gone on to {following} instead of "
                    f"{self._listed(go)}."
                )
                missing = [key for key in missing if key not in come]
                extra = [key for key in extra if key not in go]
        if missing:
            words.append(f"{self._listed(missing)} should have gone on to {following} too.")
        if extra:
            words.append(f"{self._listed(extra)} should not have gone on to {following}.")
        words += [
            f"{self._listed(sorted(keys))} are level for a place in {following}."
            for answer in answers
            for keys in answer.level
        ]
        return should_be

    def _instead(self, number: int) -> list[str]:
        """Who plays instead of whom in this stage, and why."""
        over = number in self.closed
        words = []
        there = self.fields.get(number, Field())
        for plays, of in there.stands_for.items():
            if plays == of or plays not in self.stages[number].field:
                continue
            why = "the director decided"
            if plays in there.corrects:
                why = "a result had been corrected" if over else "a result was corrected"
            words.append(
                f"{self.names[plays]} {'played' if over else 'plays'} in "
                f"{self.titles[number - 1]} instead of {self.names[of]}: {why}."
            )
        return words

    def _hows(self, number: int, hows: dict[Key, str], undecided: set[Key]) -> None:
        """By what the bracket says that people went on: by results, by choice, or not decided."""
        should, level = self._should(number)
        tied = {key for keys, _places in level for key in keys}
        there = self.fields[number + 1].there
        asked = self._asked(number)
        # When it was too late for the director's word, nobody went on by it.
        tied |= asked.people - undecided if asked else set()
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


def _points(total: int | None) -> str:
    return "1 point" if total == 1 else f"{total} points"


def _place_words(place: int | None, shared: bool) -> str:
    if place is None:
        return "no place"
    return f"shared place {place}" if shared else f"place {place}"


def _award_words(what: str) -> str:
    return {"ribbon": "a ribbon", "": "nothing"}.get(what, what)
