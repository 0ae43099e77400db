"""Plays a small tournament at random through the site, and writes down what everybody reads of it.

`corrected(seed)` answers a transcript of plain lists and dicts, as `generator.tournament` does: who
was seated where, what paper says and how it was corrected, what the director chose and who plays
instead of whom; and after each of these what the bracket, the television, the pages of places and
the log say of corrections. It needs a database.

Nobody withdraws here, and no points are carried on: what these do is checked elsewhere.
"""

import random
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from league.models import Stage, StageTable, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.awards.selectors.places import group_lines, overall_lines
from league.tournaments.awards.selectors.winners import end_screens
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.courses import Loaded, TableState, loaded, plan_of
from league.tournaments.directing.selectors.seat_changes import seat_change_plan, seat_facts
from league.tournaments.directing.services.closing import stage_close
from league.tournaments.directing.services.results import PaperLine, PaperNotAgreed, paper_record
from league.tournaments.directing.services.running import round_seat, stage_on, tournament_begin
from league.tournaments.directing.services.seat_changes import seats_change
from league.tournaments.directing.services.stale_seats import drift_keep, drift_redo, drift_take
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.display.selectors.onwards import onwards_of
from league.tournaments.entrants.selectors.divisions import entrants_by_group, group_name
from league.tournaments.stages.selectors.progress import closing_of, round_now, table_done
from league.tournaments.stages.selectors.stale_seats import Drift, drifts_of
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN, ClubFactory, new_key
from tests.league.factories import StageFactory, TournamentFactory, enter_all

from .made import Told
from .telling import line_told, member_told, plan_told, round_told

TIES = ["outs", "fewest", "lowest_round", "head_to_head"]
FIRST_ENTRANT = 1_000_000
MOST_PEOPLE = 16
MOST_EVENTS = 120
"""A day has fewer, unless corrections and ties go on and on."""
CORRECTED_AGAIN = 3
"""After the end of every so many days, sheets are corrected several times before an answer."""


def corrected(seed: int) -> Told:
    """The transcript of one tournament; the same for the same seed."""
    rng = random.Random(f"{seed} corrected")
    day = Day(rng, seed, _entered(rng, seed), calm=rng.choice([0.3, 0.5, 0.8]))
    day.play()
    return day.told


def _entered(rng: random.Random, seed: int) -> Tournament:
    """A tournament of two or three stages, with everybody there."""
    club: Club = ClubFactory()
    people = rng.randint(6, MOST_PEOPLE)
    tournament: Tournament = TournamentFactory(
        club=club,
        public=True,
        band_width=0,
        by_gender=rng.random() < 0.4,
        medals=rng.random() < 0.8,
        ribbons=rng.choice([0, 5]),
        qualifiers=seed % 4,
        tie_breaks=rng.sample(
            ["outs", "fewest", "lowest_round", "head_to_head"], rng.randint(0, 2)
        ),
    )
    number = rng.choice([2, 2, 3])
    for at in range(1, number + 1):
        StageFactory(tournament=tournament, number=at, **_stage(rng, people, last=at == number))
    enter_all(
        tournament,
        [
            {
                # Lots are drawn by these numbers: which ones were free before is no part of it.
                "pk": FIRST_ENTRANT + seed * MOST_PEOPLE + at,
                "seed_by_hand": at,
                "checked_in_at": timezone.now(),
                "gender": rng.choice(["woman", "man"]),
            }
            for at in range(1, people + 1)
        ],
    )
    return tournament


def _stage(rng: random.Random, people: int, *, last: bool) -> dict[str, Any]:
    """A stage at tables of two to five, of which the best go on, or the lowest of each table."""
    size = rng.choice([3, 4])
    plan = {"size": size, "least": 2, "most": 5, "seating": rng.choice(["snake", "random"])}
    if last:
        return {**plan, "name": "Final", "rounds": rng.choice([1, 1, 2])}
    if rng.random() < 0.5:
        count = rng.choice([1, 1, 2])
        fill = rng.choice(["none", "none", "full"])
        return {**plan, "onward": "tables", "count": count, "fill": fill, "rounds": 1}
    count = rng.randint(2, max(3, people // 2))
    return {**plan, "onward": "best", "count": count, "rounds": rng.choice([1, 2])}


@dataclass
class Day:
    """One tournament under way; `calm` is how often nothing happens besides what has to."""

    rng: random.Random
    seed: int
    tournament: Tournament
    calm: float
    told: Told = field(default_factory=dict)

    def tell(self, what: str, **rest: Any) -> None:
        """Write down what happened, and what everybody reads afterwards."""
        self.told["events"].append({"do": what, **rest})
        self.told["events"].append({"do": "read", **self._read()})

    def now(self) -> Loaded:
        """The tournament as it stands."""
        return loaded(Tournament.objects.get(pk=self.tournament.pk))

    def play(self) -> None:
        """The whole day, and some corrections after its end."""
        tournament_begin(tournament=self.tournament, author=ANN)
        snapshot = self.now()
        grouped = entrants_by_group(self.tournament, list(snapshot.entrants.values()))
        self.told = {
            "seed": self.seed,
            "settings": {
                "medals": self.tournament.medals,
                "ribbons": self.tournament.ribbons,
                "qualifiers": self.tournament.qualifiers,
                "ties": list(self.tournament.tie_breaks),
            },
            "names": [[pk, entrant.name] for pk, entrant in snapshot.entrants.items()],
            "groups": [
                [group_name(group), [entrant.pk for entrant in grouped.members[group.key]]]
                for group in grouped.groups
            ],
            "stages": [stage.name for stage in snapshot.stages],
            "plans": [plan_told(plan_of(stage)) for stage in snapshot.stages],
            "events": [],
        }
        self._opened(1)
        while not self.now().is_over and len(self.told["events"]) < MOST_EVENTS:
            if not self._step():
                break
            if self.rng.random() >= self.calm:
                self._something()
        for _ in range(self.rng.randint(0, 4) if self.now().is_over else 0):
            self._something()
        if self.seed % CORRECTED_AGAIN == 0 and self.now().is_over:
            self._correct_again_and_again()

    def _opened(self, number: int) -> None:
        """Tell of a stage that was seated."""
        snapshot = self.now()
        course = snapshot.courses[snapshot.begun[number - 1].pk]
        self.tell(
            "open",
            stage=number,
            plan=plan_told(course.plan),
            field=[member_told(member) for member in course.field],
            round=round_told(course.rounds[-1]),
        )

    # What has to happen.

    def _step(self) -> bool:
        """One table's paper comes in; or the next game is seated, or the stage closed.

        False where nobody can play the next stage, so that the day ends here.
        """
        snapshot = self.now()
        stage = stage_on(snapshot)
        states = snapshot.tables_of(stage, round_now(snapshot, stage))
        waiting = [state for state in states if not table_done(snapshot, stage, state)]
        if waiting:
            state = self.rng.choice(waiting)
            self._paper(state, [self._total() for _ in state.seats])
            return True
        closing = closing_of(snapshot, stage)
        if closing.games_left:
            number = round_now(snapshot, stage) + 1
            round_seat(tournament=self.tournament, author=ANN, number=number)
            course = self.now().courses[stage.pk]
            self.tell("seat", stage=stage.number, round=round_told(course.rounds[-1]))
            return True
        if closing.advance.level:
            state = self.rng.choice(states)
            self._paper(state, [self._total() for _ in state.seats])
            return True
        try:
            stage_close(tournament=self.tournament, stage=stage, author=ANN, seen=closing.mark)
        except Refusal:
            return False
        going = sorted(int(goer.key) for goer in closing.advance.going)
        self.tell("close", stage=stage.number, going=going)
        if closing.following is not None:
            self._opened(closing.following.number)
            # Most is still open to the director before the first tables have begun.
            for _ in range(self.rng.randint(0, 5)):
                self._something()
        return True

    def _total(self) -> int:
        return self.rng.randint(1, 400)

    def _paper(self, state: TableState, totals: Collection[int | None]) -> None:
        """A table's totals, in seat order, come in or are corrected, as a director does it."""
        lines = {pk: PaperLine(total) for pk, total in zip(state.seats, totals, strict=True)}
        about: dict[str, Any] = {"tournament": self.tournament, "table": state.row, "author": ANN}
        try:
            paper_record(**about, lines=lines, reason="misread")
        except PaperNotAgreed as asked:
            paper_record(**about, lines=lines, reason="misread", agreed=asked.preview.mark)
        row: StageTable = state.row
        stage: Stage = row.round.stage
        course = self.now().courses[stage.pk]
        number = row.round.number
        self.tell(
            "lines",
            stage=stage.number,
            round=number,
            table=row.number,
            lines=[line_told(course.lines[number, pk]) for pk in state.seats],
            log=self._log("paper"),
        )

    # What may happen.

    def _something(self) -> None:
        """A correction, the director's answer to one, or somebody plays instead of another."""
        snapshot = self.now()
        drifts = drifts_of(snapshot)
        deed = self.rng.choices(["decide", "correct", "instead"], [5 if drifts else 0, 2, 2])[0]
        if deed == "decide":
            self._decide(self.rng.choice(drifts))
        elif deed == "correct":
            self._correct(snapshot)
        else:
            self._instead(snapshot)

    def _correct(self, snapshot: Loaded) -> None:
        """A sheet, mostly of a stage that is closed: one total is another, or as it was before."""
        listed = [state for _key, state in sorted(snapshot.tables.items(), key=lambda row: row[0])]
        states = [state for state in listed if state.paper is not None]
        closed = [state for state in states if state.row.round.stage.closed_at is not None]
        if not states:
            return
        state = self.rng.choice(closed or states)
        totals = {line.key: line.total for line in state.lines}
        first = state.row.paper.first()
        if first is not None and self.rng.random() < 0.3:
            totals = {row[0]: row[1] for row in first.lines}
        else:
            who, other = self.rng.sample(state.seats, 2)
            totals[who] = self.rng.choice([self.rng.randint(1, 9), 400, totals[other]])
        if totals != {line.key: line.total for line in state.lines}:
            self._paper(state, [totals[pk] for pk in state.seats])

    def _correct_again_and_again(self) -> None:
        """Sheets are corrected after the end, and again before the director answers."""
        for _ in range(self.rng.randint(3, 6)):
            self._correct(self.now())
        for _ in range(4):
            if drifts := drifts_of(self.now()):
                self._decide(self.rng.choice(drifts))
                self._correct(self.now())

    def _decide(self, drift: Drift) -> None:
        """The director keeps all as it is, takes in who should have gone on, or seats anew."""
        about: dict[str, Any] = {
            "tournament": self.tournament,
            "stage": drift.stage,
            "author": ANN,
            "seen": drift.mark,
            "reason": "fair",
        }
        choice = self.rng.choice(["keep", "keep", "take", "take", "redo"])
        try:
            if choice == "take":
                drift_take(**about, key=new_key())
            elif choice == "redo":
                drift_redo(**about, sure=True)
            else:
                drift_keep(**about)
        except Refusal:
            return
        course = self.now().courses[drift.following.pk]
        self.tell(
            "choose",
            stage=drift.stage.number,
            choice=choice,
            field=[member_told(member) for member in course.field],
            rounds=[round_told(at) for at in course.rounds],
            log=self._log("drift"),
        )

    def _instead(self, snapshot: Loaded) -> None:
        """Somebody plays in another's place in a later stage, or nobody where that cannot be."""
        if snapshot.is_over or len(snapshot.begun) < 2:
            return
        stage = stage_on(snapshot)
        there = {member.key for member in snapshot.courses[stage.pk].field}
        fresh = sorted(pk for pk in snapshot.entrants if pk not in there)
        waiting = [missing for drift in drifts_of(snapshot) for missing in drift.missing]
        states = snapshot.tables_of(stage, round_now(snapshot, stage))
        seated = sorted(pk for state in states if not state.begun for pk in state.seats)
        if not fresh or not seated:
            return
        extra = [pk for drift in drifts_of(snapshot) for pk in drift.extra if pk in seated]
        comes = self.rng.choice(self.rng.choice([waiting, fresh]) or fresh)
        goes = self.rng.choice(self.rng.choice([extra, seated]) or seated)
        change = TableChange(SeatDeed.REPLACE, goes, comes)
        try:
            plan = seat_change_plan(seat_facts(snapshot, stage), change)
            seats_change(tournament=self.tournament, author=ANN, change=change, seen=plan.mark)
        except Refusal:
            return
        course = self.now().courses[stage.pk]
        self.tell(
            "instead",
            stage=stage.number,
            plays=comes,
            of=goes,
            field=[member_told(member) for member in course.field],
            rounds=[round_told(at) for at in course.rounds],
        )

    # What everybody reads.

    def _log(self, kind: str) -> str:
        """The newest line of the log of that kind."""
        entry = self.tournament.log.filter(kind=kind).order_by("-pk")[0]
        return str(entry.text)

    def _read(self) -> Told:
        snapshot = self.now()
        medals = medals_of(snapshot)
        columns = bracket_of(snapshot).columns
        screens = end_screens(snapshot)
        return {
            "stages": [
                {
                    "corrected": column.corrected,
                    "kept": column.kept,
                    "instead": list(column.instead),
                    "anew": column.anew,
                    "hows": _hows(snapshot, column.stage),
                }
                for column in columns
                if column.stage.pk in snapshot.courses
            ],
            "medals": [
                [group.name, int(award.key), str(award.what)]
                for group in medals.groups
                for award in group.certain_awards
            ],
            "moved": [
                [[pk, sentence] for pk, sentence in change.people.items()]
                for change in moved_of(snapshot, medals)
                if change.after_end
            ],
            "winners": sorted(
                {
                    line.name
                    for screen in screens.winners
                    for podium in (screen.champion, *(p for col in screen.podiums for p in col))
                    for line in (podium.lines if podium else ())
                }
            ),
            "unread": [
                [
                    line.entrant.pk
                    for group in medals.groups
                    for line in group_lines(snapshot, group)
                    if line.is_open
                ],
                [line.entrant.pk for line in overall_lines(snapshot, medals) if line.is_open],
            ],
            "numbers": [
                [line.entrant.pk, line.place.place, line.place.shared]
                for line in overall_lines(snapshot, medals)
                if line.place.place is not None and not (line.is_open or line.waits)
            ],
            "places": [
                [line.name, line.place, line.shared]
                for screen in screens.places
                for column in screen.podiums
                for podium in column
                for line in podium.lines
            ],
        }


def _hows(snapshot: Loaded, stage: Stage) -> list[list[Any]]:
    """By what the bracket says that people went on from a stage that is closed."""
    if stage.closed_at is None or snapshot.following(stage) is None:
        return []
    return [[int(key), str(how)] for key, how in sorted(onwards_of(snapshot, stage).hows.items())]
