"""The checker: from a tournament's transcript alone, whether all that was answered is right.

A transcript is plain lists and dicts, as JSON has them: the settings, the entrants, and in order
each thing that was told (results, withdrawals, corrections, decisions) and each question with its
answer. The checker keeps its own books of what was told, works out by slow, obvious code of its
own (`checking`) what each answer must be, and names every fault. It imports nothing of the product.

Where the issue leaves a choice, this is what is checked, as a director and somebody who lost would
both accept it:

- Who left a game without a total has no place in that stage, and in the tournament is behind those
  who finished it. So is who missed a game where all totals count, such as by coming late.
  Who went home has none either, nor one in the tournament, unless the director lets them keep what
  they had earned. Then they stand behind those who finished that stage (or among them, after its
  last game): the most games first, then by value, and equals share it. Without a game in it, they
  go by the stage before. In an elimination they come after those who lost in the round that they
  missed. Whoever had played and lost for good before leaving stays where that put them.
- Who is disqualified wins nothing, and without a place has none in earlier stages either: those
  behind move up. Somebody else gets the medal.
- A walkover is a table that nobody won by playing; whoever of it is still there goes on.
- Equal totals at a table share its place and its points. Tie-breaks part people in a standing, and
  at a table that decides who goes on: where the lowest of each table do, and in an elimination.
- "Fewer points" is the value itself where totals count, so that it parts nobody there; where places
  count, it is the points of this stage's games.
- The best seconds fill up before the best thirds: by the place at the own table among those who can
  go on, then by value. Of two who are level for second one is third: where that decides who goes
  on, they have to be parted first, and if the director lets both go on, they keep nobody else back.
- The k lowest of a table are those of its game, whatever was carried into the stage.
- Nobody is asked who is first where all who are level at a table go on, first or as the best of the
  rest, whatever becomes of it and of all others; there, equals count as before them.
- Tie-breaks are asked among those who can take the place: without visitors who go no further,
  without those who have gone on already by their table.
- Lots and "all of them go on" hold for exactly the people who were level, and for no medal.
- While a table is undecided nobody can know who fills up, so only the count is checked then.
- An elimination's table is decided by its own game; a total that is known stands even if its
  winner then goes home, and the next opponent has a bye. Whoever is out has no place.
- Each play-off parts one table of an elimination, and so do lots, but for the last game; who is
  level again must be parted again. Whoever is level with one who has gone home goes on without.
- Where tables played unlike numbers of rounds, the plan says how totals of several are compared.
- Who is left alone of a division by withdrawals sits out while the others play on; before the first
  round, nobody is seated until the division is combined with another.
- Those whom an elimination lost in the same round share the place, unless a play-off parts
  them that was played for the place, not at a table of theirs.
- Somebody who leaves with no total for their game loses to the one who has a total, and is behind
  those who lost in that round with one.
- Nobody meets the same person two times more often than must be: by what follows for certain, where
  everybody has stayed, or by seats for the same round that are found by going down the list.
- Before each table of a later stage's first game has begun, the lowest of a table that is in are
  shown as going on, and nobody else, for a free seat there may still be filled. While a table of
  the game that is on has not begun, no medal is shown; but in a later game of a stage of totals, in
  which who comes late is behind all who were in each game.
- After a correction of a stage before, of which the director has still to decide what becomes of
  it, nobody whom it is about is shown as going on, and no medal either.
- Who shares a place since an earlier stage is shown as level for good in the last one, and stays so
  until they play it off, one of them sits down or leaves, or a correction comes.
- A medal that is shown stays, whatever results come in, whoever sits down at a table, and whoever
  leaves and keeps the place; only a correction, a new plan, or the director's taking somebody's
  place away changes it. Who did not come to the last stage has one once all is in.
- While it is not known in which division somebody competes, a medal is certain only where it is the
  same whether this one competes there or not. It stays once that is known.
- Where tables of several games cannot seat all, as few as can be sit out a game: the lowest so far
  of those who have done so least often. It counts as a first place, or the mean of the own games.
- Snake order stays for all rounds of a stage; after a withdrawal, sizes need only be allowed.
- Without medals, ribbons begin at place 1.
- Whoever changes seats by hand answers for who meets again by it; later rounds look after it again.
- Who was left out of a game that others played has no place in a stage of totals; who came to a
  later stage and has played nothing there comes after all who have.
"""

import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise

from .checking import certain, changes, knockout, leaving, onward, prizes, repeats, seats, uneven
from .checking.ranks import Ranks, numbered, ranks_of
from .checking.state import Key, Stage, Told

Won = tuple[str, Key, str]
"""A medal: the group, who wins it, and which it is."""

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, AssertionError)

TELLING = ("plan", "out", "lines", "play_off", "lots", "all_on", "change")
"""What changes a stage's books, besides a round that is seated."""


def check(transcript: Told) -> list[str]:
    """Every fault in a tournament's transcript, in a sentence each; empty where it is right."""
    checker = Checker(transcript)
    try:
        checker.before()
    except UNREADABLE as error:
        checker.faults.append(f"beginning cannot be read: {error!r}")
    for at, event in enumerate(transcript["events"]):
        checker.at = f"{at} {event['do']}"
        try:
            checker.take(event)
        except UNREADABLE as error:
            checker.fault(f"cannot be read: {error!r}")
    return checker.faults


class Checker:
    """The books of one tournament, and the faults found so far."""

    def __init__(self, transcript: Told) -> None:
        self.told = transcript
        self.settings: Told = transcript["settings"]
        self.entrants: dict[Key, Told] = {one["key"]: one for one in transcript["entrants"]}
        self.stages: dict[int, Stage] = {}
        # Everybody's division or why there is none, what divisions are combined, and by what name.
        self.division_of: dict[Key, str] = dict(transcript["divisions"]["of"])
        self.merged: dict[str, list[str]] = {}
        self.groups: dict[Key, str] = {}
        self.next_fields: dict[int, list[Told]] = {}
        self.answers: dict[tuple[str, str], tuple[str, str]] = {}
        # Who was said to go on in a stage, and what that rested on but for decisions.
        self.said: dict[int, tuple[str, set[Key]]] = {}
        # Who was named for the next round of an elimination, game by game.
        self.named: dict[int, list[list[Key | None]]] = {}
        # Who was marked as going on for certain, and who as staying, by stage; the sure medals.
        self.marked: dict[int, set[Key]] = {}
        self.staying: dict[int, set[Key]] = {}
        self.won: set[Won] = set()
        # Who was shown as sharing a place for good, by division.
        self.tied: set[tuple[str, frozenset[Key]]] = set()
        # Of whom the director has still to decide, after a correction of the stage before.
        self.undecided: set[Key] = set()
        # Who was disqualified, and so wins nothing with whatever place.
        self.disqualified: set[Key] = set()
        self.faults: list[str] = []
        self.at = "before"

    def fault(self, text: str) -> None:
        """Note a fault at the event being read."""
        self.faults.append(f"{self.at}: {text}")

    def before(self) -> None:
        """Ages, divisions and seeds."""
        divisions = self.told["divisions"]
        ages = {
            key: prizes.age_of(one["born"], self.settings)
            for key, one in self.entrants.items()
            if one["born"] is not None
        }
        self._same("ages", dict(divisions["ages"]), ages)
        self._same("divisions", divisions["listed"], prizes.division_keys(self.settings))
        of = dict(divisions["of"])
        for key, one in self.entrants.items():
            due = prizes.division_of(one, self.settings)
            if of.get(key) not in due:
                self.fault(f"{key} is of {of.get(key)}, not {due}")
        self._seeds()

    def _seeds(self) -> None:
        """The best first, everybody once, those without a rank last."""
        came = [key for key, one in self.entrants.items() if one["came"]]
        given = dict(self.told["seeds"])
        self._same("seeded", sorted(given), sorted(came))
        self._same("seeds", sorted(given.values()), list(range(1, len(came) + 1)))
        ranks = [self.entrants[key]["rank"] for key in sorted(given, key=lambda key: given[key])]
        known = [rank for rank in ranks if rank is not None]
        if known != sorted(known) or None in ranks[: len(known)]:
            self.fault("seeds do not follow the ranks")

    def take(self, event: Told) -> None:
        """Read one event: note what is told, check what is answered."""
        if event["do"] in TELLING and event["stage"] in self.stages:
            self.stages[event["stage"]].worked_out.clear()
        getattr(self, f"do_{event['do']}")(event)

    def _same(self, what: str, found: object, due: object) -> None:
        if found != due:
            self.fault(f"{what} {found}, due {due}")

    def _remember(self, question: object, answer: object, stages: list[Stage]) -> None:
        """The same question about the same facts has the same answer, however one came there."""
        facts = repr([stage.print() for stage in stages])
        shown = json.dumps(answer, sort_keys=True)
        earlier, at = self.answers.setdefault((repr(question), facts), (shown, self.at))
        if earlier != shown:
            self.fault(f"answered otherwise at {at}, and nothing has changed")

    # What is told.

    def do_merge(self, event: Told) -> None:
        """Divisions are combined as listed; everybody is in one group."""
        self.won.clear()
        self.tied.clear()
        listed = prizes.division_keys(self.settings)
        due = prizes.merged(listed, event["merges"])
        found = {one["key"]: one["divisions"] for one in event["groups"]}
        self._same("groups", found, due)
        self._same("number of groups", len(event["groups"]), len(due))
        self.merged = due
        self.groups = {}
        for key in self.entrants:
            self._group(key)
        self._same("groups of entrants", dict(event["of"]), self.groups)

    def _group(self, key: Key) -> None:
        for name, divisions in self.merged.items():
            if self.division_of[key] in divisions:
                self.groups[key] = name

    def do_learn(self, event: Told) -> None:
        """Somebody's age and gender are known now, and with them the division."""
        key = event["key"]
        one = self.entrants[key] | {name: event[name] for name in ("born", "gender")}
        if self.groups.get(key):
            self.fault(f"{key} had a division before")
        if event["division"] not in (due := prizes.division_of(one, self.settings)):
            self.fault(f"{key} is of {event['division']}, not {due}")
        self.entrants[key], self.division_of[key] = one, event["division"]
        self._group(key)
        self._same("group", event["group"], self.groups.get(key))
        self.tied = {tie for tie in self.tied if tie[0] != event["group"]}

    def _perhaps(self, group: str) -> list[Key]:
        """Who may turn out to be of a group, of those in no division."""
        return [
            key
            for key, one in self.entrants.items()
            if key not in self.groups
            and {*prizes.possible_divisions(one, self.settings)} & {*self.merged[group]}
        ]

    def do_open(self, event: Told) -> None:
        """A stage begins: the first with all who came, a later one with those who went on."""
        number, plan, field = event["stage"], event["plan"], event["field"]
        keys = [member["key"] for member in field]
        self._same("stage", number, max(self.stages, default=0) + 1)
        self._same("seeds", sorted(one["seed"] for one in field), list(range(1, len(field) + 1)))
        if number == 1:
            seeds = dict(self.told["seeds"])
            due = [key for key, one in self.entrants.items() if one["came"]]
            if event["divisions_alone"]:
                due = [key for key in due if key in self.groups]
            self._same("field", sorted(keys), sorted(due))
            order = sorted(field, key=lambda one: one["seed"])
            self._same("order", [one["key"] for one in order], sorted(due, key=lambda k: seeds[k]))
            self._same("carried", {one["carried"] for one in field} - {"0"}, set())
        else:
            stored = self.next_fields[number - 1]
            plain = [{**one, "group": "", "out": False} for one in field]
            self._same("field", plain, [{**one, "group": ""} for one in stored])
        for member in field:
            one = self.entrants[member["key"]]
            group = self.groups.get(member["key"], "") if plan["by_division"] else ""
            self._same("club", member["club"], one["club"])
            self._same("visitor", member["visitor"], one["visitor"])
            self._same("group", member["group"], group)
        self.stages[number] = Stage(number, plan, field, self.settings["ties"])

    def do_plan(self, event: Told) -> None:
        """The director has changed a stage's plan."""
        self._forget(event["stage"])
        self.stages[event["stage"]].plan = event["plan"]

    def do_drop(self, event: Told) -> None:
        """A stage that cannot be played, or is made anew, is no more; its lots neither."""
        self._forget(event["stage"])
        self.said.pop(event["stage"], None)
        del self.stages[event["stage"]]

    def do_out(self, event: Told) -> None:
        """People leave a stage; who is disqualified without a place loses all earlier ones too."""
        hows = dict(event["hows"])
        for key in event["keys"]:
            keeps, stages = key in event["kept"], [self.stages[event["stage"]]]
            if hows[key] == "disqualified":
                self.disqualified.add(key)
                stages += [] if keeps else self.stages.values()
            self.tied = {tie for tie in self.tied if key not in tie[1]}
            if not keeps or hows[key] == "disqualified":
                self.won.clear()
                self.tied.clear()
            for stage in stages:
                self._forget(stage.number, medals=False)
                stage.worked_out.clear()
                if key in stage.field:
                    stage.field[key] |= {"out": True, "keeps": keeps}

    def do_lines(self, event: Told) -> None:
        """Sheets come in, or are corrected; a mark outlasts results, and no corrections."""
        known = self.stages[event["stage"]].lines
        lines = event["lines"]
        corrected = any((event["round"], one["key"]) in known for one in lines)
        if corrected or any(one["total"] is None for one in lines):
            self._forget(event["stage"], medals=corrected)
        for line in event["lines"]:
            self.stages[event["stage"]].lines[event["round"], line["key"]] = line

    def do_play_off(self, event: Told) -> None:
        """A round was played to part some."""
        stage = self.stages[event["stage"]]
        self.tied = {tie for tie in self.tied if tie[1].isdisjoint(dict(event["points"]))}
        stage.play_offs.append(dict(event["points"]))
        stage.lots_before.append(len(stage.table_lots))

    def do_lots(self, event: Told) -> None:
        """Lots were drawn, for places or for one table of two."""
        stage = self.stages[event["stage"]]
        stage.drawn.append(dict(event["numbers"]))
        if event["at_table"]:
            stage.table_lots.append(dict(event["numbers"]))

    def do_all_on(self, event: Told) -> None:
        """All of the level go on, and others perhaps with them to a table more."""
        self.staying.pop(event["stage"], None)
        self.stages[event["stage"]].all_on.add(frozenset(event["keys"]))

    # What is answered.

    def do_seat(self, event: Told) -> None:
        """A round is seated, or cannot be, for a reason that there must be."""
        stage, which = self.stages[event["stage"]], event["round"]
        elimination = stage.plan["kind"] != "tables"
        self._remember(("seat", event["stage"]), which, [stage])
        if which is None:
            reasons = _reasons(stage)
            if not event["error"] or not reasons:
                self.fault(f"could be seated, and is told: {event['error']}")
            return
        self._same("round", which["number"], len(stage.rounds) + 1)
        found = knockout.seat_faults if elimination else seats.seat_faults
        if elimination:
            for table in which["tables"]:
                self._same("people at a table", len(table["seats"]), 2)
            self._named(stage, which)
        elif (why := seats.why_not(stage)) and not seats.seat_faults(stage, which):
            self.fault(f"is seated, though {why}")
        for fault in found(stage, which):
            self.fault(fault)
        stage.rounds.append(which)
        stage.worked_out.clear()
        stage.seated_by = stage.plan

    def _named(self, stage: Stage, which: Told) -> None:
        """Whoever was named for this round is in it, with whom was named beside."""
        games = [set(table["seats"]) for table in which["tables"]]
        games += [{key} for key in which["byes"]]
        for sides in self.named.pop(stage.number, []):
            known = {key for key in sides if key is not None and not stage.field[key]["out"]}
            if known and not any(known <= game for game in games):
                self.fault(f"{sorted(known)} were named for round {which['number']}")

    def do_change(self, event: Told) -> None:
        """Seats are changed by hand, or cannot be, for a reason that there must be."""
        stage, change, answer = self.stages[event["stage"]], event["change"], event["answer"]
        stage.groups_of_all = self.groups
        reasons = changes.why_not(stage, change)
        if answer is None:
            if not event["error"] or not reasons:
                self.fault(f"could be done, and is told: {event['error']}")
            return
        if reasons:
            self.fault(f"is done, though {reasons}")
        away = {key for at in self.stages.values() for key, one in at.field.items() if one["out"]}
        for fault in changes.faults(stage, change, answer, away):
            self.fault(fault)
        for member in answer["field"]:
            one = self.entrants[member["key"]]
            self._same("club", member["club"], one["club"])
            self._same("visitor", member["visitor"], one["visitor"])
        earlier = [self.stages[at] for at in sorted(self.stages) if at < stage.number]
        due = changes.said(stage, earlier, answer)
        found = {what: sorted(event["said"][what]) for what in due}
        for what in ("again", "mates"):
            found[what] = sorted(sorted(pair) for pair in found[what])
        self._same("said of it", found, due)
        self._forget(event["stage"], medals=False)
        self.tied.clear()
        stage.by_hand = True
        stage.rounds[-1] = answer["round"]
        stage.field = {one["key"]: dict(one) for one in answer["field"]}
        if stage.plan["kind"] != "tables":
            for group, tries in stage.brackets.items():
                stage.brackets[group] = [changes.renamed(lines, change) for lines in tries]

    def do_repeats(self, event: Told) -> None:
        """How many pairs have met so often, and how many repeats there must be."""
        stage = self.stages[event["stage"]]
        pairs, number, due = repeats.counted(stage)
        self._same("pairs that meet again", dict(event["pairs"]), pairs)
        self._same("repeats", event["number"], number)
        self._same("fewer are not possible", event["is_least"], event["number"] == event["least"])
        if not due <= event["least"] <= number:
            self.fault(f"{event['least']} repeats cannot be avoided; {number} are, {due} must be")
        for fault in repeats.too_often(stage):
            self.fault(fault)

    def do_full(self, event: Told) -> None:
        """Whether all rounds of a stage are seated."""
        stage = self.stages[event["stage"]]
        if stage.plan["kind"] == "tables":
            self._same("rounds in all", event["rounds"], stage.plan["rounds"])
            self._same("full", event["answer"], len(stage.rounds) >= stage.plan["rounds"])
            return
        # Nothing more has to be seated where a final is level; a play-off parts it, if anything.
        level_final = knockout.only_finals_open(stage) and not knockout.decided(stage)
        if stage.rounds and not level_final:
            self._same("full", event["answer"], knockout.decided(stage))
        longest = max(
            (_rounds_of(len(stage.of_group(group)), stage) for group in stage.groups), default=0
        )
        if len(stage.rounds) > longest:
            self.fault(f"{len(stage.rounds)} rounds are seated where {longest} will do")

    def do_walkovers(self, event: Told) -> None:
        """Who of an elimination goes on because nobody was left to play with."""
        due = leaving.walkovers(self.stages[event["stage"]])
        self._same("walkovers", event["answer"], due)

    def do_table(self, event: Told) -> None:
        """The places at one table."""
        stage = self.stages[event["stage"]]
        which = stage.rounds[event["round"] - 1]
        (table,) = (one for one in which["tables"] if one["number"] == event["table"])
        ranks = ranks_of(stage)
        here = table["seats"]
        known = [k for k in here if stage.line(which["number"], k)["total"] is not None]
        parted = stage.plan["onward"] == "tables" or stage.plan["kind"] != "tables"
        due = numbered(ranks.groups(known, table=which["number"], parted=parted))
        due += [{"key": key, "place": None, "shared": False} for key in here if key not in known]
        self._places(event["answer"], due, why=False)

    def do_standing(self, event: Told) -> None:
        """The places in a stage."""
        stage = self.stages[event["stage"]]
        question = ("standing", event["stage"], event["among"])
        self._remember(question, event["answer"], [stage])
        self._places(event["answer"], onward.places_of(stage, event["among"]), why=True)

    def do_places(self, event: Told) -> None:
        """The places in the tournament, and what they win."""
        stages = list(self.stages.values())
        among = event["among"]
        self._remember(("places", among), event["answer"], stages)
        due = onward.overall(stages, among)
        self._places(event["answer"], due, why=True)
        if event["group"] is not None:
            of_group = sorted(key for key, group in self.groups.items() if group == event["group"])
            there = {key for stage in stages for key in stage.field}
            self._same("division", sorted(among), [key for key in of_group if key in there])
        visitors = [key for key, one in self.entrants.items() if one["visitor"]]
        won = prizes.awards_of(due, self.settings, self._barred())
        self._same("medals", _sorted(event["awards"]), _sorted(won))
        given = {(event["group"], a["key"], a["what"]) for a in event["awards"]}
        if lost := {one for one in self.won if one[0] == event["group"]} - given:
            self.fault(f"{sorted(lost)} were certain, and are not won")
        level = prizes.sharing(event["answer"], self._barred())
        tied = {keys for group, keys in self.tied if group == event["group"]}
        if parted := tied - level.keys():
            self.fault(f"{sorted(map(sorted, parted))} were level for good, and are not")
        order = [one["place"] for one in event["awards"]]
        self._same("order of medals", order, sorted(order))
        count, away = self.settings["qualifiers"], [*visitors, *self.disqualified]
        self._same("qualified", event["qualified"], prizes.qualified_of(due, away, count))

    def _places(self, found: list[Told], due: list[Told], *, why: bool) -> None:
        keys = sorted(one["key"] for one in found)
        self._same("people with places", keys, sorted(one["key"] for one in due))
        order = [one["place"] for one in found]
        known = [place for place in order if place is not None]
        if known != sorted(known) or None in order[: len(known)]:
            self.fault(f"places are listed as {order}")
        should = {one["key"]: one for one in due}
        for one in found:
            right = should.get(one["key"], {})
            for what in ("place", "shared", "value", "stage"):
                if what in right and right[what] != one[what]:
                    self.fault(f"{one['key']}: {what} {one[what]}, due {right[what]}")
            if why and right.get("place") is not None and one["why"] != right["why"]:
                self.fault(f"{one['key']}: why {one['why']}, due {right['why']}")

    def do_advance(self, event: Told) -> None:
        """Who goes on, in which order, and who is level."""
        stage, answer = self.stages[event["stage"]], event["answer"]
        question = ("advance", event["following"], event["stage"])
        self._remember(question, answer, [stage])
        plan = stage.plan
        if plan["onward"] == "tables" and (plan["rounds"] != 1 or plan["kind"] != "tables"):
            if event["error"] is None:
                self.fault("the lowest of each table go on from more than one round")
            return
        if event["error"] is not None:
            self.fault(f"who goes on can be told, and is told: {event['error']}")
            return
        due = onward.due(stage, event["following"], self.settings["visitors_go_on"])
        levels = sorted((sorted(one["keys"]), one["places"]) for one in answer["level"])
        going = answer["going"]
        keys = [one["key"] for one in going]
        if len(set(keys)) < len(keys):
            self.fault("somebody goes on twice")
        open_groups = {group for group, one in due.items() if one.open_fill}
        full = sum(one.full for one in due.values())
        # All of a level group may fill up already, and be more than their places.
        if answer["full"] != full and not (open_groups and stage.all_on and answer["full"] > full):
            self.fault(f"full {answer['full']}, due {full}")
        right = sorted((sorted(k), n) for one in due.values() for k, n in one.level)
        self._same("level", levels, right)
        for group, one in due.items():
            here = [who for who in going if who["key"] in stage.of_group(group)]
            self._going(stage, group, here, one)
        self._kept(stage, event["following"], set(keys))
        if set(keys) & {key for one in answer["level"] for key in one["keys"]}:
            self.fault("somebody who is level goes on")
        if len(stage.groups) == 1 or not plan["by_division"]:
            self._order(stage, going)

    def do_certain(self, event: Told) -> None:
        """What is marked: all that must be, and nothing that a later result contradicts."""
        stage, going = self.stages[event["stage"]], set(event["going"])
        stage.telling = {(len(stage.rounds), table) for table in event["telling"]}
        self._ties(stage, event)
        self.named[stage.number] = event["named"] or self.named.get(stage.number, [])
        before = self.marked.get(stage.number, set())
        if before - going:
            self.fault(f"{sorted(before - going)} were marked as going on, and are no more")
        waits = event["waits"] and (stage.plan["kind"] == "tables" or len(stage.rounds) == 1)
        comes = waits and not certain.late_comes_behind(stage)
        if (comes or self.undecided) and event["medals"]:
            self.fault(f"{event['medals']} are marked while it is open who plays")
        if self.undecided or (waits and stage.number > 1 and len(stage.rounds) == 1):
            self._open(stage, event, going)
            return
        sure = certain.forced(stage, event["following"], self.settings["visitors_go_on"])
        if sure.going - going:
            self.fault(f"{sorted(sure.going - going)} must go on, and are not marked")
        if sure.idle & set(event["level"]):
            self.fault(f"{sorted(sure.idle)} are level, and nothing is to be decided")
        could = set(event["could"])
        if sure.staying & (going | could):
            self.fault(f"{sorted(sure.staying & (going | could))} cannot go on, and are marked")
        if back := self.staying.get(stage.number, set()) & {*going, *could, *event["level"]}:
            self.fault(f"{sorted(back)} were shown as staying, and are marked again")
        self.marked[stage.number] = going
        if going or could:
            marked = going | could | set(event["level"])
            self.staying[stage.number] = set(certain.with_total(stage)) - marked
        self._sure_medals(stage, event)

    def _open(self, stage: Stage, event: Told, going: set[Key]) -> None:
        """A free seat may be filled, or the director has to decide: what is certain even so."""
        lowest = certain.lowest(stage, event["following"], self.settings["visitors_go_on"])
        self._same("marked while it is open who plays", going, lowest - self.undecided)
        sure = certain.forced(stage, event["following"], self.settings["visitors_go_on"])
        could = set(event["could"])
        if wrong := could & (sure.staying | going | self.undecided):
            self.fault(f"{sorted(wrong)} are marked as if they could go on")
        # Who is next at a table could go on, though a newcomer elsewhere may keep them back.
        visitors = self.settings["visitors_go_on"]
        due = onward.due(stage, event["following"], visitors).values()
        if going and not any(one.level or one.open_fill for one in due):
            likely = certain.next_at_tables(stage, visitors) - sure.staying - self.undecided
            if hidden := likely - could - going - set(event["level"]):
                self.fault(f"{sorted(hidden)} could go on, and are not marked")
        ties = certain.level_at_tables(stage, self.settings["visitors_go_on"])
        level = {key for keys in ties if not keys & self.undecided for key in keys}
        self._same("level while it is open who plays", set(event["level"]), level)
        self.marked[stage.number] = going

    def do_apart(self, event: Told) -> None:
        """Who should have gone on and did not, and the other way round, after a correction."""
        stage, after = self.stages[event["stage"]], self.stages[event["stage"] + 1]
        for number in (stage.number, after.number):
            self._forget(number)
        told = {*event["missing"], *event["extra"], *(k for keys in event["level"] for k in keys)}
        self.undecided = told
        groups = onward.due(stage, event["following"], self.settings["visitors_go_on"])
        if any(one.open_fill for one in groups.values()):
            return
        should, level = set[Key](), []
        for one in groups.values():
            should |= {*one.table, *one.either, *one.rest}
            level += one.level
        there = set(after.field)
        tied = {key for keys, _places in level for key in keys}
        wrong = sorted(sorted(keys) for keys, _places in level)
        self._same("missing", event["missing"], sorted(should - there))
        self._same("extra", event["extra"], sorted(there - should - tied))
        self._same("level after a correction", event["level"], wrong)

    def _sure_medals(self, stage: Stage, event: Told) -> None:
        """Medals that are marked stay so; those of a division that has finished are marked."""
        won = {(group, key, what) for group, key, what in event["medals"]}
        waiting = uneven.waits_for_rule(stage) if event["following"] is None else set[Key]()
        there = waiting.intersection(certain.finished(stage)).difference(self._barred())
        rivals = Counter(self.groups.get(key) for key in there)
        early = {medal for medal in won if medal[1] in waiting and rivals[medal[0]] > 1}
        # Where all win a ribbon, no rule changes that.
        if early := {medal for medal in early if medal[2] != "ribbon"}:
            self.fault(f"{sorted(early)} wait for the rule of how unlike rounds count")
        if lost := {medal for medal in self.won - won if medal[1] not in waiting}:
            self.fault(f"{sorted(lost)} were certain, and are no more")
        self.won = won
        comes = event["waits"] and not certain.late_comes_behind(stage)
        if event["following"] is not None or comes:
            return
        if certain.is_over(stage) and (wrong := won - self._however_divided(won)):
            self.fault(f"{sorted(wrong)} depend on whose division is not known")
        stages = [self.stages[number] for number in sorted(self.stages)]
        there = {key for at in stages for key in at.field}
        for group in sorted({*self.groups.values()}):
            among = sorted(key for key in there if self.groups.get(key) == group)
            if certain.has_finished(stages, stage, [*among, *self._perhaps(group)]):
                due = prizes.awards_of(onward.overall(stages, among), self.settings, self._barred())
                # Who did not come to this stage may still do so until all is in.
                here = set(stage.field) if not certain.is_over(stage) else set(among)
                alone = {(group, a["key"], a["what"]) for a in due if not a["shared"]}
                alone = {medal for medal in alone if medal[1] in here}
                alone = self._however_divided(alone, shared=False)
                if alone - won:
                    self.fault(f"{sorted(alone - won)} are certain, and are not marked")

    def _however_divided(self, won: set[Won], *, shared: bool = True) -> set[Won]:
        """Those of these medals that are won too if all compete there of whom it is not known.

        Not `shared`: by one alone, whom nothing more can part from others.
        """
        stages = [self.stages[number] for number in sorted(self.stages)]
        there = {key for at in stages for key in at.field}
        same = set[Won]()
        for group in {medal[0] for medal in won}:
            keys = {key for key, other in self.groups.items() if other == group}
            among = sorted(there & {*keys, *self._perhaps(group)})
            due = prizes.awards_of(onward.overall(stages, among), self.settings, self._barred())
            same |= {(group, a["key"], a["what"]) for a in due if shared or not a["shared"]}
        return won & same

    def _ties(self, stage: Stage, event: Told) -> None:
        """Who is shown as level for good is level and stays so; who must be is shown."""
        shown = {(group, frozenset(keys)) for group, keys in event["ties"]}
        if self.undecided or event["following"] is not None:
            self._same("level for good while more than results may come", shown, set())
            return
        stages = [self.stages[number] for number in sorted(self.stages)]
        for group in sorted({*self.groups.values()}):
            among = {k for at in stages for k in at.field if self.groups.get(k) == group}
            level = prizes.sharing(onward.overall(stages, sorted(among)), self._barred())
            found = {keys for where, keys in shown | self.tied if where == group}
            if wrong := found - level.keys():
                self.fault(f"{sorted(map(sorted, wrong))} of {group} are not level for good")
            missing = {
                keys
                for keys, number in level.items()
                if (number < stage.number or certain.all_have_totals(stage, event["waits"]))
                and not any(stage.field.get(key, {}).get("out") for key in keys)
            } - found
            if missing:
                self.fault(f"{sorted(map(sorted, missing))} of {group} are level for good")
        self.tied = shown

    def _barred(self) -> list[Key]:
        """Who wins nothing."""
        visitors = [key for key, one in self.entrants.items() if one["visitor"]]
        return [*self.disqualified, *([] if self.settings["visitors_win"] else visitors)]

    def _forget(self, number: int, *, medals: bool = True) -> None:
        """Marks outlast results, and nothing else that is told of a stage; medals outlast more."""
        self.marked.pop(number, None)
        self.named.pop(number, None)
        self.staying.pop(number, None)
        if medals:
            self.won.clear()
            self.tied.clear()

    def _kept(self, stage: Stage, following: Told, keys: set[Key]) -> None:
        """Whoever was said to go on while others were level still does when these are parted."""
        facts = repr((following, sorted(map(sorted, stage.all_on)), stage.print(decided=False)))
        before, said = self.said.get(stage.number, ("", set()))
        if before == facts and not said <= keys:
            self.fault(f"{sorted(said - keys)} were said to go on")
        self.said[stage.number] = facts, keys

    def _going(self, stage: Stage, group: str, here: list[Told], due: onward.Due) -> None:
        """One group's people: who, by what, from which table."""
        by_table = {one["key"]: one["table"] for one in here if one["how"] == "table"}
        self._same(f"by table in {group!r}", by_table, due.table)
        either = {one["key"]: one["table"] for one in here if one["how"] == "either"}
        self._same(f"level in {group!r}, of whom all go on", either, due.either)
        rest = [one["key"] for one in here if one["how"] not in ("table", "either")]
        ways = {"tables": "fill", "best": "best", "all": "all"}
        hows = {one["how"] for one in here} - {"table", "either"}
        self._same("by what", hows - {ways.get(stage.plan["onward"], "")}, set())
        if stage.plan["by_division"]:
            self._same("group", {one["group"] for one in here} - {group}, set())
        if not due.open_fill:
            self._same(f"others of {group!r}", sorted(rest), sorted(due.rest))
            return
        ranks = ranks_of(stage)
        for key in rest:
            visitor = stage.field[key]["visitor"] and not self.settings["visitors_go_on"]
            if not ranks.ranked(key) or visitor or key in {**due.table, **due.either}:
                self.fault(f"{key} cannot fill up")

    def _order(self, stage: Stage, going: list[Told]) -> None:
        """Those of the tables, then who fills up, each by the stage's ranking; else by place."""
        going = [{**one, "how": one["how"].replace("either", "table")} for one in going]
        hows = [one["how"] for one in going]
        if hows != sorted(hows, reverse=True):
            self.fault(f"who goes on is listed as {hows}")
        if stage.plan["kind"] != "tables":
            lost = knockout.groups_of(stage, [one["key"] for one in going])
            self._in_levels([set(keys) for keys, _ in lost], going)
            return
        ranks = ranks_of(stage)
        visitors = self.settings["visitors_go_on"]
        asked = [one["key"] for one in going]
        if stage.plan["onward"] == "best":
            asked = [k for k in stage.field if visitors or not stage.field[k]["visitor"]]
        levels = [set(keys) for keys, _ in ranks.groups([k for k in asked if ranks.ranked(k)])]
        levels.append({k for k in asked if not ranks.ranked(k)})
        for how in sorted(set(hows)):
            self._in_levels(levels, [one for one in going if one["how"] == how])

    def _in_levels(self, levels: list[set[Key]], going: list[Told]) -> None:
        """Better levels go before; within a level any order will do."""
        at = {key: number for number, keys in enumerate(levels) for key in keys}
        for one, other in pairwise(going):
            if at[one["key"]] > at[other["key"]]:
                self.fault(f"{one['key']} is listed before {other['key']}, who is better")

    def do_field(self, event: Told) -> None:
        """The next stage's field: those who go on, in this order, with what they bring."""
        stage, following = self.stages[event["stage"]], event["following"]
        ranks = ranks_of(stage)
        answer = event["answer"]
        if left := self.marked.get(event["stage"], set()) - set(event["going"]):
            self.fault(f"{sorted(left)} were marked as going on, and stay behind")
        if back := self.staying.get(event["stage"], set()) & set(event["going"]):
            self.fault(f"{sorted(back)} were shown as staying, and go on")
        self._same("field", [one["key"] for one in answer], event["going"])
        self._same("seeds", [one["seed"] for one in answer], list(range(1, len(answer) + 1)))
        for one in answer:
            was = stage.field[one["key"]]
            carried = "0"
            if stage.plan["onward"] == "all" and stage.plan["carried"]:
                value = _brought(ranks, one["key"])
                carried = one["carried"] if value is None else str(Fraction(value))
            due = {"club": was["club"], "visitor": was["visitor"], "out": False}
            due["carried"] = carried
            if following["by_division"] and stage.plan["by_division"]:
                due["group"] = was["group"]
            self._same(f"{one['key']}", {what: one[what] for what in due}, due)
        self.next_fields[event["stage"]] = answer


def _brought(ranks: Ranks, key: Key) -> Fraction | None:
    """What is carried on: of who only sat out, with nothing of their own, what the last one has."""
    value = ranks.value(key)
    if value is None or ranks.ranked(key) or ranks.best_first() < 0:
        return value
    ranked = (ranks.value(other) for other in ranks.stage.field if ranks.ranked(other))
    return max([value, *(known for known in ranked if known is not None)])


def _sorted(awards: list[Told]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in awards)


def _reasons(stage: Stage) -> list[str]:
    """Why a stage's next round cannot be seated."""
    if stage.plan["kind"] != "tables":
        reasons = [f"{pair} is undecided" for pair in knockout.open_tables(stage)]
        if knockout.decided(stage):
            reasons.append("it is decided")
        sizes = [len(knockout.alive(stage, group)) for group in stage.groups]
        if not stage.rounds and 1 in sizes:
            reasons.append("somebody is alone")
        return reasons
    reasons = seats.why_not(stage)
    if stage.plan["seating"] == "lowest" and not seats.moves_fit(stage):
        reasons.append("too many are to move")
    if len(stage.rounds) >= stage.plan["rounds"]:
        reasons.append("all rounds are seated")
    return reasons


def _rounds_of(players: int, stage: Stage) -> int:
    """The most rounds that an elimination among so many can take."""
    rounds = 0
    while 2**rounds < players:
        rounds += 1
    return rounds if stage.plan["kind"] == "single" else 2 * rounds + 1
