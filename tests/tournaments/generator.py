"""Plays a tournament made at random through the product, and writes down all that was said.

`tournament(seed)` answers a transcript of plain lists and dicts: what was told, and every answer.
What it is to the product is a director's day: seating, results, people who go home, corrections,
ties decided, stages that cannot be played.
"""

import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from league.seating.errors import CaseError
from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets import advance as going_on
from league.tournaments.brackets import (
    awards,
    divisions,
    knockout,
    ranking,
    rounds,
    seeding,
)
from league.tournaments.brackets.apart import Apart, apart
from league.tournaments.brackets.drawing import Part
from league.tournaments.brackets.repeats import stage_repeats
from league.tournaments.brackets.seat_changes import (
    SeatDeed,
    TableChange,
    effects,
    seats_changed,
)
from league.tournaments.brackets.values import (
    Advance,
    Member,
    PlayOff,
    SeatScore,
    StageCourse,
)

from . import made
from .made import Told
from .marking import as_they_come, marks_of, telling
from .telling import (
    advance_told,
    effects_told,
    line_told,
    member_told,
    pairs,
    places_told,
    plan_of,
    plan_told,
    round_told,
)

SECONDS = 0.05
"""For the planner: it is asked for a plan, not for the best one."""
RULES_OF_THEIR_OWN = 5
"""Every so many tournaments move people by rules of their own, and cut by percent or by points."""

EXACT_TABLES = 7
"""Every so many tournaments have tables of one size alone, so that somebody is left over."""


def tournament(seed: int) -> Told:
    """The transcript of one tournament; the same for the same seed, but for planned seating."""
    rng = random.Random(seed)
    number = made.size_of(rng)
    run = Run(rng, seed, made.settings(rng), made.entrants(rng, number), made.mood(rng))
    plans = made.plans(rng, number)
    if run.stops_early:
        made.unevenly(run.clock, plans)
    if seed % RULES_OF_THEIR_OWN == 0:
        made.with_rules_of_its_own(random.Random(f"{seed} rules"), plans)
    if seed % EXACT_TABLES == 3:
        made.at_exact_tables(random.Random(f"{seed} exact"), plans)
    run.play(plans)
    return run.told


@dataclass
class Run:
    """One tournament under way."""

    rng: random.Random
    seed: int
    settings: Told
    entrants: list[Told]
    mood: Told
    told: Told = field(default_factory=dict)
    courses: dict[int, StageCourse] = field(default_factory=dict)
    groups: dict[int, str] = field(default_factory=dict)
    plans: list[Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Of its own, so that a day without changes by hand is the same as it was before.
        self.hand = random.Random(f"{self.seed} by hand")
        self.by_hand = self.hand.choice([0, 0, 0.3, 0.8])
        self.going_home = random.Random(f"{self.seed} going home")
        self.lots = random.Random(f"{self.seed} lots")
        self.counting_again = random.Random(f"{self.seed} counting again")
        self.for_good = random.Random(f"{self.seed} for good")
        self.learning = random.Random(f"{self.seed} learning")
        # What is known of the entrants by now, and of whom no group is, in which they may be.
        self.known = [dict(one) for one in self.entrants]
        self.possible: dict[int, frozenset[str]] = {}
        self.undecided = frozenset[Key]()
        # How often a table stops early, and how often nobody knows after how many rounds.
        self.clock = random.Random(f"{self.seed} clock")
        self.stops_early = self.clock.choice([0, 0, 0.2, 0.6])
        self.totals_alone = self.clock.choice([0, 0, 0.1])
        self.played: dict[tuple[int, int, int], int | None] = {}
        # What each round was like, apart from the total after it.
        self.by_rounds = random.Random(f"{self.seed} by rounds")
        self.disqualified: set[int] = set()

    def tell(self, what: str, **rest: Any) -> None:
        """Write down what happened."""
        self.told["events"].append({"do": what, **rest})

    @property
    def ties(self) -> tuple[TieBreak, ...]:
        """The tournament's tie-breaks."""
        return tuple(TieBreak(name) for name in self.settings["ties"])

    @property
    def visitors(self) -> frozenset[int]:
        """Who comes from out of the area."""
        return frozenset(one["key"] for one in self.entrants if one["visitor"])

    # Before the first stage.

    def play(self, plans: list[Told]) -> None:
        """The whole day, with what is asked at its end."""
        self.told = {
            "seed": self.seed,
            "settings": self.settings,
            "entrants": self.entrants,
            "divisions": {},
            "seeds": [],
            "events": [],
        }
        self._divide()
        seeds = self._seeds()
        alone = any(plan["by_division"] for plan in plans)
        keys = [key for key in seeds if not alone or key in self.groups]
        clubs = {one["key"]: one for one in self.entrants}
        members = [
            Member(key, at, clubs[key]["club"], visitor=clubs[key]["visitor"])
            for at, key in enumerate(keys, 1)
        ]
        self.plans = plans
        at, redone = 0, False
        while at < len(plans):
            self._open(at + 1, plans[at], members, alone=alone)
            if not self._stage(at + 1, plans[at]):
                break
            at += 1
            if at == len(plans):
                break
            members = self._close(at, plans[at])
            if at > 1 and self.mood["corrects"] and not redone and self.rng.random() < 0.4:
                redone = self._late(at - 1, plans[at - 1])
                if redone:
                    self._drop(at)
                    at -= 1
                    members = self._close(at, plans[at])
        self._end(alone=alone)

    def _divide(self) -> None:
        bands = divisions.Bands(*(self.settings[name] for name in ("first", "last", "width")))
        self.divisions = divisions.divisions_of(bands, self.settings["by_gender"])
        ages = {one["key"]: self._age(one) for one in self.known if one["born"] is not None}
        self.division_of = {one["key"]: self._division(one) for one in self.known}
        self.told["divisions"] = {
            "ages": pairs(ages),
            "listed": [one.key for one in self.divisions],
            "of": [[key, _division_told(one)] for key, one in self.division_of.items()],
        }
        self._merge()

    def _age(self, one: Told) -> int | None:
        """The age that counts, None if nobody knows it."""
        if one["born"] is None:
            return None
        event, on = date.fromisoformat(self.settings["event"]), self.settings["age_on"]
        return divisions.age(date.fromisoformat(one["born"]), event, divisions.AgeOn(on))

    def _division(self, one: Told) -> divisions.Division | divisions.Outside:
        return divisions.division_of(self._age(one), one["gender"], self.divisions)

    def _merge(self) -> None:
        merges = made.merges(self.rng, [one.key for one in self.divisions])
        self.merged = divisions.combined(self.divisions, merges)
        self._group()
        listed = [
            {"key": one.key, "divisions": [division.key for division in one.divisions]}
            for one in self.merged
        ]
        self.tell("merge", merges=merges, groups=listed, of=pairs(self.groups))

    def _group(self) -> None:
        """Who wins in which group; of whom that is not known, in which it may be."""
        self.groups, self.possible = {}, {}
        for one in self.known:
            key, division = one["key"], self.division_of[one["key"]]
            if isinstance(division, divisions.Outside):
                years = self._age(one)
                ages = None if years is None else divisions.AgeGroup(years, years)
                may_be = divisions.divisions_open(ages, one["gender"], self.divisions)
                keys = {divisions.group_of(other, self.merged).key for other in may_be}
                self.possible[key] = frozenset(keys)
            else:
                self.groups[key] = divisions.group_of(division, self.merged).key

    def _learn(self, share: float) -> None:
        """Of so many whose division is not known, somebody types what it depends on."""
        for one in self.known:
            key = one["key"]
            if not self.possible.get(key) or self.learning.random() >= share:
                continue
            one["born"] = one["born"] or made.born(self.learning).isoformat()
            one["gender"] = one["gender"] or self.learning.choice(["woman", "man"])
            self.division_of[key] = self._division(one)
            self._group()
            self.tell(
                "learn",
                key=key,
                born=one["born"],
                gender=one["gender"],
                division=_division_told(self.division_of[key]),
                group=self.groups.get(key),
            )

    def _seeds(self) -> list[int]:
        came = [one["key"] for one in self.entrants if one["came"]]
        ranks = {one["key"]: one["rank"] for one in self.entrants}
        seeds = seeding.seeds(came, ranks, self.seed)
        self.told["seeds"] = pairs(seeds)
        return sorted(seeds, key=lambda key: seeds[key])

    # A stage.

    def _open(
        self, number: int, plan: Told, members: Iterable[Member], *, alone: bool = False
    ) -> None:
        if self.mood["remerges"] and self.rng.random() < 0.3:
            self._merge()
        grouped = [
            replace(one, group=self.groups[int(one.key)] if plan["by_division"] else "")
            for one in members
        ]
        course = StageCourse(plan_of(plan), tuple(grouped), ties=self.ties)
        self.courses[number] = course
        self.tell(
            "open",
            stage=number,
            plan=dict(plan),
            field=[member_told(one) for one in grouped],
            divisions_alone=alone,
        )

    def _stage(self, number: int, plan: Told) -> bool:
        """Play a stage's rounds; False where nothing of it could be played, and it is no more."""
        tries = 0
        while not self._full(number) and len(self.courses[number].rounds) < 60:
            self._withdraw(number, self.mood["leaves"])
            self._learn(0.1)
            if self._seat(number):
                self._results(number)
                tries = 0
                continue
            tries += 1
            if tries > 8 or not self._help(number, plan, tries):
                break
        if not self.courses[number].rounds:
            self._drop(number)
            return False
        self._withdraw(number, self.mood["leaves"] / 4)
        self._disqualify_later(number)
        if plan["kind"] != "tables":
            self._walkovers(number)
        return True

    def _drop(self, number: int) -> None:
        del self.courses[number]
        self.tell("drop", stage=number)

    def _full(self, number: int) -> bool:
        course = self.courses[number]
        full = rounds.is_full(course)
        in_all = rounds.rounds_of(course) if course.field else course.plan.rounds
        self.tell("full", stage=number, answer=full, rounds=in_all)
        return full

    def _seat(self, number: int) -> bool:
        course = self.courses[number]
        try:
            which = rounds.seat_next(course, seed=self.seed, seconds=SECONDS)
        except CaseError as error:
            self.tell("seat", stage=number, round=None, error=str(error))
            return False
        self.tell("seat", stage=number, round=round_told(which), error=None)
        self.courses[number] = replace(course, rounds=(*course.rounds, which))
        if course.plan.kind == "tables":
            found = stage_repeats(self.courses[number])
            self.tell(
                "repeats",
                stage=number,
                pairs=pairs(found.pairs),
                number=found.number,
                least=found.least,
                is_least=found.is_least,
            )
        return True

    def _help(self, number: int, plan: Told, tries: int) -> bool:
        """What a director does where a round cannot be seated; False where it ends here."""
        course = self.courses[number]
        if course.plan.kind != "tables":
            return self._part_tables(number)
        if len([one for one in course.field if not one.out]) < 2 or tries > 2:
            return False
        if tries == 1:
            plan.update(least=2, most=max(plan["most"], 3), movers=1)
        else:
            plan.update(seating="random")
        self._replan(number, plan)
        return True

    def _replan(self, number: int, plan: Told) -> None:
        self.courses[number] = replace(self.courses[number], plan=plan_of(plan))
        self.tell("plan", stage=number, plan=dict(plan))

    def _part_tables(self, number: int) -> bool:
        """Play-offs at an elimination's tables that are level; False where none is."""
        course = self.courses[number]
        if not course.rounds:
            return False
        last = course.rounds[-1]
        found = False
        for table in last.tables:
            lines = [course.lines.get((last.number, key)) for key in table.seats]
            known = [line for line in lines if line is not None and line.total is not None]
            level = len(known) == 2 and known[0].total == known[1].total
            if not level or self._parted(course, table.seats):
                continue
            found = True
            if self.lots.random() < 0.3 and self._may_draw(number, table.seats):
                self._lots(number, [int(key) for key in table.seats], at_table=True)
            elif TieBreak.PLAY_OFF in course.ties and self.rng.random() < 0.8:
                self._play_off(number, [int(key) for key in table.seats])
            else:
                more = (known[0].total or 0) + self.rng.randint(0, 2)
                self._lines(number, last.number, [replace(known[0], total=more), known[1]])
        return found

    def _may_draw(self, number: int, keys: Iterable[Key]) -> bool:
        """Whether lots may part a game of two: one that is undecided, and not its bracket's last.

        Nor where one of them has left, or where other tie-breaks part them.
        """
        undecided = [
            not bracket.is_over and match.part is not Part.FINAL
            for bracket in knockout.brackets(self.courses[number]).values()
            for match in bracket.waiting
            if set(match.sides) == set(keys)
        ]
        return all(self._is_in(number, int(key)) for key in keys) and undecided == [True]

    def _parted(self, course: StageCourse, keys: Iterable[Key]) -> bool:
        """Whether as many play-offs and lots have parted these two as they were level at tables."""
        pair = set(keys)
        held = [[one.points.get(key) for key in pair] for one in course.play_offs]
        parting = sum(None not in points and len(set(points)) > 1 for points in held)
        level = 0
        for which in course.rounds:
            for table in which.tables:
                lines = [course.lines.get((which.number, key)) for key in table.seats]
                same = len({None if line is None else line.total for line in lines}) == 1
                level += set(table.seats) == pair and same
        lots = sum(drawn.keys() == pair for drawn in course.drawn)
        return parting + lots >= level

    # What happens at the tables.

    def _results(self, number: int) -> None:
        """A round's sheets come in; sometimes somebody left, sometimes a whole table."""
        self._change_seats(number)
        course = self.courses[number]
        which = course.rounds[-1]
        elimination = course.plan.kind != "tables"
        leaving: list[int] = []
        lines: list[SeatScore] = []
        for table in which.tables:
            whole = self.rng.random() < self.mood["table_leaves"]
            gone = [
                int(key)
                for key in table.seats
                if whole or self.rng.random() < self.mood["no_total"]
            ]
            stays = not elimination and not course.plan.carried and self.rng.random() < 0.2
            leaving += [] if stays and not whole else gone
            if elimination and gone and self.rng.random() < 0.5:
                continue
            lines += [self._line(int(key), left=int(key) in gone) for key in table.seats]
        if self.seed % 3 == 0 and len(which.tables) > 1:
            # The first half of the tables comes in before the others.
            early = {key for table in which.tables[: len(which.tables) // 2] for key in table.seats}
            first = [line for line in lines if line.key in early]
            if first:
                self._lines(number, which.number, first)
                self._certain(number, waiting=True)
                lines = [line for line in lines if line.key not in early]
                if self._change_seats(number):
                    lines = self._lines_of_open_tables(number, lines)
                    leaving = [key for key in leaving if self._is_in(number, key)]
        sheets = as_they_come(self.seed, which, lines)
        for at, told in enumerate(sheets, 1):
            self._lines(number, which.number, told)
            self._certain(number, telling=telling(which, sheets[at:]))
        self._counted_again(number)
        self._out(number, leaving)
        if self.mood["corrects"] and lines and self.rng.random() < 0.2:
            line = self.rng.choice(lines)
            if line.total is not None:
                self._lines(number, which.number, [self._line(int(line.key), left=False)])
        self._ask_stage(number)

    def _lines_of_open_tables(self, number: int, lines: list[SeatScore]) -> list[SeatScore]:
        """The lines of tables that have not begun, where their people may have changed."""
        course = self.courses[number]
        known = {line.key: line for line in lines}
        return [
            known.get(key) or self._line(int(key), left=False)
            for table in course.rounds[-1].tables
            if table.number not in self._begun(number)
            for key in table.seats
            if self._is_in(number, int(key))
        ]

    def _is_in(self, number: int, key: int) -> bool:
        """Whether somebody is in a stage and has not withdrawn."""
        return any(one.key == key and not one.out for one in self.courses[number].field)

    def _line(self, key: int, *, left: bool) -> SeatScore:
        untold = self.rng.random() < self.mood["untold"]
        total = self.rng.randint(*self.mood["totals"])
        return SeatScore(
            key,
            None if left else total,
            None if untold else self.rng.randint(0, self.mood["outs"]),
            None if untold else self.rng.randint(0, min(total, 3)),
        )

    def _lines(self, number: int, round_number: int, lines: list[SeatScore]) -> None:
        course = self.courses[number]
        lines = [self._with_rounds(number, round_number, line) for line in lines]
        told = {(round_number, line.key): line for line in lines}
        self.courses[number] = replace(course, lines={**course.lines, **told})
        self.tell(
            "lines", stage=number, round=round_number, lines=[line_told(line) for line in lines]
        )

    def _with_rounds(self, number: int, round_number: int, line: SeatScore) -> SeatScore:
        """The line with the total after each round that its table has played, if that is known."""
        which = self.courses[number].rounds[round_number - 1]
        table = next(table.number for table in which.tables if line.key in table.seats)
        whole = self.courses[number].plan.game_rounds
        if (number, round_number, table) not in self.played:
            early = self.clock.random() < self.stops_early
            played = self.clock.randint(1, whole) if early else whole
            alone = self.clock.random() < self.totals_alone
            self.played[number, round_number, table] = None if alone else played
        rounds = self.played[number, round_number, table]
        if rounds is None or line.total is None:
            return replace(line, rounds=None, running=(), running_outs=(), running_lowest=())
        if line.running and line.running[-1] == line.total:
            return line
        before = sorted(self.clock.randint(0, line.total) for _ in range(rounds - 1))
        return replace(
            line,
            rounds=rounds,
            running=(*before, line.total),
            running_outs=self._wins_by(line.outs, rounds),
            running_lowest=self._lowest_by(line.lowest_round, rounds),
        )

    def _wins_by(self, outs: int | None, rounds: int) -> tuple[int, ...]:
        """How many rounds somebody had won after each; () where nobody knows which."""
        draw = self.by_rounds
        if outs is None or outs > rounds or draw.random() < 0.1:
            return ()
        won = draw.sample(range(rounds), outs)
        return tuple(sum(at <= by for at in won) for by in range(rounds))

    def _lowest_by(self, lowest: int | None, rounds: int) -> tuple[int | None, ...]:
        """The lowest round by each; None before somebody played one."""
        draw = self.by_rounds
        if lowest is None or draw.random() < 0.1:
            return ()
        higher = sorted((lowest + draw.randint(0, 2) for _ in range(rounds - 1)), reverse=True)
        late = draw.random() < 0.1
        return *(None if late and at == 0 else low for at, low in enumerate(higher)), lowest

    def _withdraw(self, number: int, share: float) -> None:
        course = self.courses[number]
        there = [int(one.key) for one in course.field if not one.out]
        leaving = [key for key in there if self.rng.random() < share]
        if course.rounds and self.rng.random() < self.mood["table_leaves"]:
            table = self.rng.choice(course.rounds[-1].tables)
            leaving += [int(key) for key in table.seats if key in there and key not in leaving]
        self._out(number, leaving)

    def _out(self, number: int, keys: list[int]) -> None:
        """People leave, each in some way, and the director chooses whether they keep a place."""
        if not keys:
            return
        ways = self.going_home
        hows = {key: ways.choice(made.LEAVING) for key in keys}
        kept = [key for key in keys if ways.random() < made.KEEPS[hows[key]]]
        # Drawn for all, so that a seed's other draws stay: who has left does not leave again.
        left = {one.key for one in self.courses[number].field if one.out}
        hows = {key: how for key, how in hows.items() if key not in left}
        keys, kept = list(hows), [key for key in kept if key in hows]
        if not keys:
            return
        self.disqualified |= {key for key in keys if hows[key] == made.DISQUALIFIED}
        for at, course in self.courses.items():
            # Who is disqualified without a place loses those of the stages before too.
            gone = [
                key
                for key in keys
                if at == number or (key in self.disqualified and key not in kept)
            ]
            people = tuple(
                replace(one, out=True, keeps=one.key in kept) if one.key in gone else one
                for one in course.field
            )
            self.courses[at] = replace(course, field=people)
        self.tell("out", stage=number, keys=keys, hows=pairs(hows), kept=kept)

    def _disqualify_later(self, number: int) -> None:
        """Now and then somebody is disqualified whose own stage was closed before."""
        if self.going_home.random() < 0.8:
            return
        there = {one.key for one in self.courses[number].field}
        for at in sorted(self.courses):
            field = [one for one in self.courses[at].field if not one.out and one.key not in there]
            if at < number and field:
                key = int(self.going_home.choice(field).key)
                self.disqualified.add(key)
                for before, course in self.courses.items():
                    people = tuple(
                        replace(one, out=True, keeps=False) if one.key == key else one
                        for one in course.field
                    )
                    self.courses[before] = replace(course, field=people)
                hows = [[key, made.DISQUALIFIED]]
                self.tell("out", stage=at, keys=[key], hows=hows, kept=[])
                return

    def _walkovers(self, number: int) -> None:
        """The tables of an elimination that nobody won by playing."""
        drawn = knockout.brackets(self.courses[number]).values()
        answer = [
            [match.round, match.table, match.winner]
            for bracket in drawn
            for matches in bracket.matches
            for match in matches
            if match.state is knockout.State.WALKOVER and match.round
        ]
        self.tell("walkovers", stage=number, answer=sorted(answer, key=lambda row: row[:2]))

    # Seats that are changed by hand.

    def _begun(self, number: int) -> set[int]:
        """The tables of the newest round that have a line."""
        course = self.courses[number]
        last = course.rounds[-1]
        return {
            table.number
            for table in last.tables
            if any((last.number, key) in course.lines for key in table.seats)
        }

    def _change_seats(self, number: int) -> bool:
        """The director changes seats at tables that have not begun, or tries to; False: nobody did.

        Sometimes somebody there has just gone home.
        """
        if self.hand.random() >= self.by_hand:
            return False
        begun = self._begun(number)
        open_tables = [
            table for table in self.courses[number].rounds[-1].tables if table.number not in begun
        ]
        there = [int(key) for table in open_tables for key in table.seats]
        if there and self.hand.random() < 0.4:
            leaves = self.hand.choice(there)
            self._out(number, [leaves] if self._is_in(number, leaves) else [])
        for _ in range(self.hand.randint(1, 4)):
            self._change(number, self._some_change(number), begun)
        return True

    def _some_change(self, number: int) -> TableChange:
        """A change of seats, mostly of people of whom it can be."""
        course = self.courses[number]
        tables = course.rounds[-1].tables
        seated = [int(key) for table in tables for key in table.seats]
        fresh = self._outsiders(number)
        spare = [int(one.key) for one in course.field if one.key not in seated]
        anybody = [*seated, *fresh, *spare]
        deed = self.hand.choice([deed for deed in SeatDeed if deed is not SeatDeed.JOIN])
        who = self.hand.choice(anybody if self.hand.random() < 0.1 or not seated else seated)
        other, table = None, 0
        if deed in (SeatDeed.REPLACE, SeatDeed.ADD):
            coming = self.hand.choice([fresh, fresh, spare, anybody]) or anybody
            if deed is SeatDeed.ADD:
                who = self.hand.choice(coming)
            else:
                other = self.hand.choice(coming)
        if deed is SeatDeed.SWAP:
            other = self.hand.choice(seated or anybody)
        if deed in (SeatDeed.ADD, SeatDeed.MOVE):
            table = self.hand.randint(1, len(tables) + (self.hand.random() < 0.1))
        return TableChange(deed, who, other, table)

    def _outsiders(self, number: int) -> list[int]:
        """Who could come into a stage: entered, not in it, and withdrawn from none.

        Nobody where points were carried on, which they would not have.
        """
        before = self.courses.get(number - 1)
        if before is not None and before.plan.carried:
            return []
        fields = [one for course in self.courses.values() for one in course.field if one.out]
        away = {one.key for one in (*fields, *self.courses[number].field)}
        alone = any(plan["by_division"] for plan in self.plans)
        known = [one["key"] for one in self.entrants if not alone or one["key"] in self.groups]
        return [key for key in known if key not in away]

    def _change(self, number: int, change: TableChange, begun: set[int]) -> None:
        course = self.courses[number]
        pk = change.comes
        newcomer = None
        if pk is not None and all(one.key != pk for one in course.field):
            entrant = next(one for one in self.entrants if one["key"] == pk)
            group = self.groups.get(int(pk), "") if course.plan.by_division else ""
            newcomer = Member(pk, 0, entrant["club"], group, visitor=entrant["visitor"])
        asked = {
            "deed": str(change.deed),
            "who": change.who,
            "other": change.other,
            "table": change.table,
        }
        try:
            after = seats_changed(course, change, begun, newcomer)
        except CaseError as error:
            self.tell("change", stage=number, change=asked, answer=None, error=str(error))
            return
        courses = [self.courses[at] for at in sorted(self.courses) if at <= number]
        self.courses[number] = after
        self.tell(
            "change",
            stage=number,
            change=asked,
            answer={
                "round": round_told(after.rounds[-1]),
                "field": [member_told(one) for one in after.field],
            },
            said=effects_told(effects(courses, after)),
            error=None,
        )

    def _play_off(self, number: int, keys: list[int], rng: random.Random | None = None) -> None:
        course, rng = self.courses[number], rng or self.rng
        points: dict[Key, int] = {key: rng.randint(0, 2 * len(keys)) for key in keys}
        played = PlayOff(points, lots_before=len(course.drawn))
        self.courses[number] = replace(course, play_offs=(*course.play_offs, played))
        self.tell("play_off", stage=number, points=pairs(points))

    # Questions.

    def _ask_stage(self, number: int) -> None:
        """A table's places, and the standing so far, of everybody or of some."""
        course = self.courses[number]
        which = course.rounds[-1]
        if which.tables and course.plan.kind == "tables":
            table = self.rng.choice(which.tables)
            answer = ranking.table_places(course, which.number, table.number)
            self.tell(
                "table",
                stage=number,
                round=which.number,
                table=table.number,
                answer=places_told(answer),
            )
        if self.rng.random() < 0.6:
            self._standing(number)

    def _certain(
        self, number: int, *, waiting: bool = False, telling: Collection[int] = ()
    ) -> None:
        """Who goes on and who wins what for certain, while results are still to come.

        `waiting`: the tables without a line have not begun. `telling`: those of the round whose
        sheets will tell rounds won.
        """
        course = self.courses[number]
        waits = [table.number for table in course.rounds[-1].tables] if waiting else []
        waits = [table for table in waits if table not in self._begun(number)]
        first = len(course.rounds) == 1
        newcomers = bool(waits) and (first or course.plan.kind == "tables")
        following = self.plans[number] if number < len(self.plans) else None
        barred = frozenset[int]() if self.settings["visitors_win"] else self.visitors
        marks = marks_of(
            [
                replace(
                    self.courses[at],
                    seats_open=newcomers and number > 1 and first and at == number,
                    newcomers=newcomers and at == number,
                    undecided=self.undecided,
                    telling=frozenset((len(course.rounds), table) for table in telling),
                )
                for at in sorted(self.courses)
            ],
            following,
            self.settings,
            self.groups,
            self.possible,
            barred | self.disqualified,
        )
        if marks is not None:
            following = following and dict(following)
            self.tell(
                "certain",
                stage=number,
                waits=waits,
                telling=sorted(telling),
                following=following,
                **marks,
            )
            self._play_off_for_good(number, marks["ties"])

    def _play_off_for_good(self, number: int, ties: list[tuple[str, list[int]]]) -> None:
        """Some of those who are out, and level whatever comes, play it off meanwhile."""
        for _group, keys in ties:
            at = max(at for at, course in self.courses.items() if keys[0] in course.member_of)
            asked = TieBreak.PLAY_OFF in self.courses[at].ties and self.for_good.random() < 0.3
            if at < number and asked:
                self._play_off(at, keys, self.for_good)

    def _counted_again(self, number: int) -> None:
        """A sheet of the stage before is corrected, and turns out to have been right.

        Meanwhile the director has to decide about those of whom it says another thing.
        """
        before = self.courses.get(number - 1)
        if before is None or before.plan.kind != "tables" or self.counting_again.random() < 0.5:
            return
        lines = [(at, line) for (at, _), line in before.lines.items() if line.total is not None]
        if not lines or self._apart(number).people:
            return
        at, line = self.counting_again.choice(lines)
        low, high = self.mood["totals"]
        total = self.counting_again.choice([0, low, high, high + 50])
        clock = self.clock.getstate()
        self._lines(number - 1, at, [replace(line, total=total, running=())])
        self.clock.setstate(clock)
        self.undecided = self._apart(number).people
        self._tell_apart(number)
        self._certain(number)
        self._lines(number - 1, at, [line])
        self.undecided = frozenset()
        self._tell_apart(number)
        self._certain(number)

    def _apart(self, number: int) -> Apart:
        """Who should be in a stage by the results of the one before, beside who is."""
        try:
            outcome = going_on.advance(
                self.courses[number - 1],
                plan_of(self.plans[number - 1]),
                self.settings["visitors_go_on"],
            )
        except CaseError:
            return Apart()
        return apart(outcome, {one.key for one in self.courses[number].field})

    def _tell_apart(self, number: int) -> None:
        found = self._apart(number)
        self.tell(
            "apart",
            stage=number - 1,
            following=dict(self.plans[number - 1]),
            missing=sorted(map(int, found.missing)),
            extra=sorted(map(int, found.extra)),
            level=sorted(sorted(map(int, keys)) for keys in found.level),
        )

    def _standing(self, number: int) -> None:
        course = self.courses[number]
        if course.plan.kind != "tables" and not rounds.is_full(course):
            return
        among = None
        everybody = [int(one.key) for one in course.field]
        if course.plan.by_division:
            group = self.rng.choice(sorted({one.group for one in course.field}))
            among = [int(one.key) for one in course.field if one.group == group]
        elif self.rng.random() < 0.4:
            among = sorted(self.rng.sample(everybody, self.rng.randint(0, len(everybody))))
        answer = ranking.stage_places(course, among)
        self.tell("standing", stage=number, among=among, answer=places_told(answer))

    def _advance(self, number: int, following: Told) -> Advance | None:
        """Who goes on as things are; None where the plan does not allow the question."""
        error, answer = None, None
        try:
            answer = going_on.advance(
                self.courses[number], plan_of(following), self.settings["visitors_go_on"]
            )
        except CaseError as raised:
            error = str(raised)
        told = None if answer is None else advance_told(answer)
        self.tell("advance", stage=number, following=dict(following), answer=told, error=error)
        return answer

    # Between stages.

    def _close(self, number: int, following: Told) -> list[Member]:
        """Who goes on, with whatever has to be decided about those who are level."""
        answer = self._advance(number, following)
        if answer is None:
            course = self.courses[number]
            self._replan(
                number, plan_told(course.plan) | {"onward": "best", "fill": "none", "cut": "number"}
            )
            answer = self._advance(number, following)
        for tries in range(20):
            assert answer is not None
            if not answer.level:
                break
            for level in answer.level:
                self._decide(number, [int(key) for key in level.keys], surely=tries > 3)
            answer = self._advance(number, following)
        assert answer is not None
        people = going_on.next_field(self.courses[number], answer, plan_of(following))
        self.tell(
            "field",
            stage=number,
            following=dict(following),
            going=[one.key for one in answer.going],
            answer=[member_told(one) for one in people],
        )
        return list(people)

    def _decide(self, number: int, keys: list[int], *, surely: bool) -> None:
        course = self.courses[number]
        way = "lots" if surely else self.rng.choice(self.mood["decides"])
        if way == "play_off" and (
            TieBreak.PLAY_OFF not in course.ties or course.plan.kind != "tables"
        ):
            way = "lots"
        if way == "play_off":
            self._play_off(number, keys)
        elif way == "all_on":
            together = course.all_on | {frozenset(keys)}
            self.courses[number] = replace(course, all_on=together)
            self.tell("all_on", stage=number, keys=keys)
        else:
            self._lots(number, self.rng.sample(keys, len(keys)))

    def _lots(self, number: int, order: list[int], *, at_table: bool = False) -> None:
        """Lots are drawn, and fall in this order."""
        course = self.courses[number]
        drawn: dict[Key, int] = {key: at for at, key in enumerate(order, 1)}
        self.courses[number] = replace(course, drawn=(*course.drawn, drawn))
        self.tell("lots", stage=number, numbers=pairs(drawn), at_table=at_table)

    def _late(self, number: int, following: Told) -> bool:
        """A stage closed long ago is corrected: what would change is asked.

        Then it is taken back, or stands while the later stage stays, or, which answers True, the
        later stage is to be made anew.
        """
        course = self.courses[number]
        known = [
            (at, line)
            for (at, _), line in course.lines.items()
            if line.total is not None and course.plan.kind == "tables"
        ]
        if not known:
            return False
        at, line = self.rng.choice(known)
        self._advance(number, following)
        self._lines(number, at, [self._line(int(line.key), left=False)])
        self._advance(number, following)
        if self.rng.random() < 0.4:
            self._lines(number, at, [line])
            self._advance(number, following)
            return False
        return self.rng.random() < 0.5

    def _end(self, *, alone: bool) -> None:
        """The tournament's places and what they win; a correction, and the correction back."""
        self._awards(alone=alone)
        last = self.courses.get(max(self.courses, default=0))
        if last is not None and any(self.possible.values()):
            self._certain(max(self.courses))
            self._learn(0.7)
            self._certain(max(self.courses))
            self._awards(alone=alone)
        if last is None or not self.mood["corrects"]:
            return
        known = [(at, line) for (at, _), line in last.lines.items() if line.total is not None]
        if known and last.plan.kind == "tables":
            number = max(self.courses)
            at, line = self.rng.choice(known)
            kinds = len(set(self.groups.values()))
            some = self.rng.sample(sorted(set(self.groups.values())), min(2, kinds))
            some += [self.groups[int(line.key)]] if int(line.key) in self.groups else []
            self._lines(number, at, [self._line(int(line.key), left=False)])
            self._awards(alone=alone, some=some)
            self._lines(number, at, [line])
            self._awards(alone=alone, some=some)

    def _awards(self, *, alone: bool, some: Collection[str] | None = None) -> None:
        stages = [self.courses[number] for number in sorted(self.courses)]
        if not stages:
            return
        there = {int(one.key) for course in stages for one in course.field}
        asked: list[tuple[str | None, list[int] | None]] = [
            (group, sorted(key for key in there if self.groups.get(key) == group))
            for group in sorted(set(self.groups.values()))
            if some is None or group in some
        ]
        if not alone:
            asked.append((None, None))
        for group, among in asked:
            places = ranking.places(stages, among)
            barred = frozenset[int]() if self.settings["visitors_win"] else self.visitors
            won = awards.awards(
                places,
                medals=self.settings["medals"],
                ribbons=self.settings["ribbons"],
                barred=barred | self.disqualified,
            )
            able = awards.qualified(
                places, self.visitors | self.disqualified, self.settings["qualifiers"]
            )
            self.tell(
                "places",
                group=group,
                among=among,
                answer=places_told(places),
                awards=[
                    {"key": w.key, "place": w.place, "what": str(w.what), "shared": w.shared}
                    for w in won
                ],
                qualified=sorted(able),
            )


def _division_told(division: divisions.Division | divisions.Outside) -> str:
    """A division, or why there is none, in a word."""
    return str(division) if isinstance(division, divisions.Outside) else division.key
