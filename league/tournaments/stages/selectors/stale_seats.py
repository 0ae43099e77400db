"""Where a stage was seated from results that have been corrected since.

Nothing is redone by itself: what follows from the results now is put beside who really went on,
and the director is asked. The choice is kept in the log with the people it was about, and the
question is not asked again until a correction moves one of these. What another table's correction
leads to is a question of its own (`league.tournaments.brackets.apart`).

Whom the director let somebody play for is another story, told by itself (`seat_log`): people are
compared as they were seated, before such changes. What everybody reads of a choice is what the
choice was about.
"""

import hashlib
import json
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.brackets.apart import Apart, Question, answered, apart, questions, without
from league.tournaments.brackets.values import Member, Onward
from league.tournaments.courses import Loaded, kept_with_snapshot, with_derived
from league.tournaments.entrants.selectors.divisions import entrants_by_group
from league.tournaments.models import Stage, StageEntrant, TournamentEntry
from scoring.lists import all_of, listed
from scoring.names import one_stop

from .left_seats import left_seats, substitutes_for_left
from .next_in_line import able_to_come, next_in_line
from .progress import Closing, closing_of, gone, round_now
from .seat_log import REPLACED, UNDONE, Substitute, ways_as_seated

KIND = "drift"
CHOICE = "choice"
KEPT = "keep"
"""The director's choice to leave the next stage as it was seated."""
TAKEN_IN = "take"
"""The director's choice to let those who should have gone on join as well."""
ANEW = "redo"
"""The director's choice to seat the stage again; of what was chosen before it says what stands."""
DECIDED = "decided"
"""In a line of the log: what it decided, question by question, as `decided_rows` writes it."""
BEFORE, FIELD, PLAYED = "before", "field", "played"
"""In a line about a stage seated again: who was in it, who is, and whether anything was played."""


@dataclass(frozen=True)
class Carried:
    """Somebody who carries other points into a stage than the results give now."""

    entrant: int
    had: Fraction
    now: Fraction


@dataclass(frozen=True)
class Drift:
    """What has come apart between a closed stage and the one after it; ids are entrants'.

    Its `questions` are about those who were seated there, whoever plays there by now; `there` is
    who does. `missing` should have gone on and did not, `extra` did and should not have; who came
    by the director's choice is not among these. `level` are groups of people who are level now for
    a place. `mark` is equal for equal differences, and no other once somebody plays in another's
    place. `left` are those who lost their place in the stage since it was closed, where that alone
    makes the difference and no result was corrected. `closing` counts those as going on who came,
    played and left later. `seated` are those who came, before such changes. `stay` have a seat that
    somebody left though no place by results, and `ahead` says of them before which substitute they
    come, who should not have gone on. `unsure` may lose such a seat while others are level.
    """

    stage: Stage
    following: Stage
    questions: tuple[Question, ...]
    carried: tuple[Carried, ...]
    closing: Closing
    there: frozenset[int]
    left: tuple[int, ...] = ()
    seated: frozenset[int] = frozenset()
    stay: frozenset[int] = frozenset()
    ahead: tuple[tuple[int, Substitute], ...] = ()
    unsure: frozenset[int] = frozenset()

    @property
    def missing(self) -> tuple[int, ...]:
        """Who should have gone on and is not there."""
        return tuple(pk for pk in self.apart[0] if pk not in self.there)

    @property
    def extra(self) -> tuple[int, ...]:
        """Who is there and should not have gone on."""
        return tuple(pk for pk in self.apart[1] if pk in self.there)

    @property
    def level(self) -> tuple[tuple[int, ...], ...]:
        """The groups of people who are level now."""
        groups = (group for question in self.questions for group in question.level)
        return tuple(sorted(tuple(sorted(map(int, group))) for group in groups))

    @property
    def apart(self) -> tuple[list[int], list[int]]:
        """Who should have gone on, and who should not have, of those who were seated."""
        missing = (int(key) for question in self.questions for key in question.missing)
        extra = (int(key) for question in self.questions for key in question.extra)
        return sorted(missing), sorted(extra)

    @property
    def pairs(self) -> dict[int, int]:
        """In whose place each one should play who should, where that is clear."""
        pairs = (question.pair for question in self.questions)
        return {int(pair[0]): int(pair[1]) for pair in pairs if pair}

    @property
    def mark(self) -> str:
        """Tells this difference from others."""
        carried = [[change.entrant, str(change.now)] for change in self.carried]
        content = [*self.apart, self.level, carried]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.missing or self.extra or self.carried or self.level)

    @property
    def people(self) -> frozenset[Key]:
        """Those of whom the director decides whether they go on."""
        return frozenset((*self.missing, *self.extra)).union(
            *self.level, self.unsure if self.level else ()
        )

    @property
    def concerned(self) -> frozenset[Key]:
        """All whose place the director's decision may change."""
        return self.people | {change.entrant for change in self.carried}

    def only(self, these: Sequence[Question]) -> "Drift":
        """Return what of this difference these questions are about."""
        points = {key: now for question in these for key, now in question.carried.items()}
        carried = tuple(c for c in self.carried if points.get(c.entrant) == str(c.now))
        return replace(self, questions=tuple(these), carried=carried)


def drift_of(snapshot: Loaded, stage: Stage) -> Drift | None:
    """What differs after a closed stage; None where the next has not begun, or nobody can say.

    Where somebody was only disqualified since, the seat in the next stage could still be given
    while its table has not begun. Later there is nothing to choose, so nothing differs.
    """
    kept = _kept_drifts(snapshot)
    if stage.pk not in kept:
        kept[stage.pk] = _drift_of(snapshot, stage)
    return kept[stage.pk]


@kept_with_snapshot
def _kept_drifts(_snapshot: Loaded) -> dict[int, Drift | None]:
    return {}


def _drift_of(snapshot: Loaded, stage: Stage) -> Drift | None:
    following = snapshot.following(stage)
    if stage.closed_at is None or following is None or following.pk not in snapshot.courses:
        return None
    ways: dict[int, str] = {row.entrant_id: row.how for row in snapshot.fields[following.pk]}
    left = left_since(snapshot, stage)
    states = snapshot.tables_of(following, round_now(snapshot, following))
    free = left.intersection(pk for state in states if not state.begun for pk in state.seats)
    # Who came, played and left later had gone on rightly, whatever else was corrected since.
    as_played = with_them(snapshot, stage, left.intersection(ways) - free)
    drift = _compared(as_played, stage, following, ways)
    if drift is not None and drift.any:
        ways = ways_as_seated(snapshot, following, ways, seat_entries(snapshot))
        drift = _compared(as_played, stage, following, ways)
    if drift is None or not drift.any:
        return drift
    drift = _with_left_seats(snapshot, drift)
    if not drift.any or not free:
        return drift
    before = _compared(with_them(snapshot, stage, left), stage, following, ways)
    if before is None or before.any:
        return drift
    return replace(drift, left=tuple(sorted(free)))


def _with_left_seats(snapshot: Loaded, drift: Drift) -> Drift:
    """Return the difference as it is with the seats counted in which others play for who left.

    What was decided before somebody left stays a question about the same people.
    """
    entries = seat_entries(snapshot)
    substitutes = substitutes_for_left(snapshot, drift.following, entries)
    if not substitutes:
        return drift
    should = frozenset(goer.key for goer in drift.closing.advance.going)
    points = _points(drift.carried)
    stands = list(answered(_whole(drift), points, should, _decided(drift, entries)))
    still = _open_part(snapshot, drift, stands)
    whole = _whole(still)
    unplaced = drift.there.intersection(map(int, whole.extra))
    seats = left_seats(
        snapshot,
        drift.stage,
        drift.following,
        substitutes,
        should,
        unplaced,
        frozenset().union(*whole.level),
    )
    # Who left has no place by results, and who plays there has one: these two belong together.
    out = {row.instead_of for row in substitutes}
    between = Apart(
        missing=whole.missing - seats.settled,
        extra=(whole.extra - unplaced - out) | seats.losing,
        level=(*whole.level, *seats.level),
    )
    now = questions(between, _points(still.carried), _contests(snapshot, drift.stage))
    return replace(
        drift,
        questions=(*stands, *now),
        stay=unplaced - seats.losing,
        ahead=seats.ahead,
        unsure=seats.unsure,
    )


def left_since(snapshot: Loaded, stage: Stage) -> frozenset[int]:
    """Who is out of a closed stage, and left after it was closed."""
    closed_at = stage.closed_at
    return frozenset(
        pk
        for pk in gone(snapshot, stage)
        if (at := snapshot.entrants[pk].withdrawn_at) and closed_at and at >= closed_at
    )


def with_them(snapshot: Loaded, stage: Stage, left: frozenset[int]) -> Loaded:
    """The tournament as it would be had they not left the stage."""
    course = snapshot.courses[stage.pk]
    field = tuple(
        replace(member, out=False, keeps=False) if member.key in left else member
        for member in course.field
    )
    courses = {**snapshot.courses, stage.pk: replace(course, field=field)}
    return replace(snapshot, courses=courses)


def _compared(
    snapshot: Loaded, stage: Stage, following: Stage, ways: Mapping[int, str]
) -> Drift | None:
    """Who goes on from a closed stage by its results, beside who came to the next one, by `ways`.

    Who should have come and plays there by now is not missing, and who has gone from it not wrong.
    """
    try:
        closing = closing_of(snapshot, stage)
    except CaseError:
        return None
    if closing.fault is not None:
        return None
    rows = {row.entrant_id: row for row in snapshot.fields[following.pk]}
    by_choice = {pk for pk, how in ways.items() if how == CHOICE}
    between = apart(closing.advance, ways.keys(), by_choice)
    carried = _carried(closing, rows)
    return Drift(
        stage=stage,
        following=following,
        questions=questions(between, _points(carried), _contests(snapshot, stage)),
        carried=carried,
        closing=closing,
        there=frozenset(rows),
        seated=frozenset(ways),
    )


def _points(carried: Iterable[Carried]) -> dict[Key, str]:
    return {change.entrant: str(change.now) for change in carried}


def _contests(snapshot: Loaded, stage: Stage) -> list[dict[Key, Hashable]]:
    """Return with whom people contend for a place in the next stage: at a table, in a division."""
    course = snapshot.courses[stage.pk]
    groups: dict[Key, Hashable] = {member.key: member.group for member in course.field}
    if course.plan.onward is not Onward.TABLES or not course.rounds:
        return [groups]
    tables = course.rounds[0].tables
    return [{key: table.number for table in tables for key in table.seats}, groups]


def _carried(closing: Closing, rows: dict[int, StageEntrant]) -> tuple[Carried, ...]:
    return tuple(
        Carried(int(member.key), Fraction(rows[int(member.key)].carried), member.carried)
        for member in closing.field
        if int(member.key) in rows and Fraction(rows[int(member.key)].carried) != member.carried
    )


def drift_cause(snapshot: Loaded, drift: Drift) -> str:
    """Say what came after a stage was closed: a correction, or that somebody lost a place."""
    if not drift.left:
        return _("Corrected after it was closed.")
    names = [snapshot.entrants[key].name for key in drift.left]
    sentence = ngettext(
        "%(names)s lost the place there after it was closed.",
        "%(names)s lost their places there after it was closed.",
        len(names),
    )
    return sentence % {"names": listed(names)}


def drift_words(snapshot: Loaded, drift: Drift) -> list[str]:
    """Who should have gone on instead of whom, and what else differs, in sentences.

    As everybody reads it once it is decided: also of who plays there by now in another's place.
    """
    asked = [question for question in drift.questions if _is_open(drift, question)]
    missing = [int(key) for question in asked for key in question.missing]
    extra = [int(key) for question in asked for key in question.extra]
    came = [pk for pk in missing if pk in drift.there]
    words = _difference_words(snapshot, drift, missing, extra)
    return [*words, *_came_words(snapshot, drift, came)]


def _is_open(drift: Drift, question: Question) -> bool:
    """Whether somebody still plays, or does not, who should do the other."""
    return bool(
        question.level
        or not drift.there.issuperset(map(int, question.missing))
        or drift.there.intersection(map(int, question.extra))
    )


def _came_words(snapshot: Loaded, drift: Drift, came: Iterable[int]) -> Iterator[str]:
    """Say who of those who should have gone on came into the stage in another way."""
    names = _names(snapshot, came)
    if names:
        sentence = ngettext(
            "%(names)s got a place in %(next)s all the same.",
            "%(names)s got a place in %(next)s all the same.",
            len(names),
        )
        yield sentence % {"names": listed(names), "next": drift.following.name}


def _difference_words(
    snapshot: Loaded, drift: Drift, missing: Iterable[int], extra: Iterable[int]
) -> list[str]:
    def named(keys: Iterable[int]) -> str:
        names = _names(snapshot, keys)
        return listed(names) if names else ""

    differs = _by_question(drift, missing, extra)
    wrong = (gone_wrong(named(come), named(go), drift.following.name) for come, go in differs)
    words = [sentence for sentence in wrong if sentence]
    words += [
        _("%(names)s are level for a place in %(next)s.")
        % {"names": named(keys), "next": drift.following.name}
        for keys in drift.level
    ]
    if drift.carried:
        words.append(_("Points that are carried to %s have changed.") % drift.following.name)
    return words


def _by_question(
    drift: Drift, missing: Iterable[int], extra: Iterable[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield who should have gone on instead of whom, question by question; last all others.

    Said of two pairs in one sentence, nobody would know who belongs to whom.
    """
    missing, extra = list(missing), list(extra)
    for question in drift.questions:
        come = [pk for pk in missing if pk in {*question.missing, *question.came}]
        go = [pk for pk in extra if pk in question.extra]
        if come and go:
            yield come, go
            missing = [pk for pk in missing if pk not in come]
            extra = [pk for pk in extra if pk not in go]
    yield missing, []
    yield [], extra


@dataclass(frozen=True)
class DriftAnswer:
    """What the director answered at once about a stage, of which something stands; entrants' ids.

    `missing` should have gone on, those taken in and others; `extra` should not have, and the
    director let those of them `play_on` in whose place nobody came. `came` were taken in.
    """

    questions: tuple[Question, ...] = ()
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    came: tuple[int, ...] = ()
    play_on: tuple[int, ...] = ()

    @property
    def people(self) -> frozenset[int]:
        """All whom it is about."""
        return frozenset((*self.missing, *self.extra, *self.came))


def answers_of(kept: Drift, entries: Iterable[TournamentEntry]) -> tuple[DriftAnswer, ...]:
    """Return what the director answered about what is `kept` as it was seated, oldest first."""
    should = {int(goer.key) for goer in kept.closing.advance.going}
    open_questions, answers = list(kept.questions), list[DriftAnswer]()
    # A newer answer about the same people counts.
    for entry in reversed(_choices(kept.stage, entries)):
        stands = []
        for question in _decided_by(kept, entry):
            if question in open_questions:
                open_questions.remove(question)
                stands.append(question)
        taken = entry.details["missing"] if entry.details["choice"] == TAKEN_IN else ()
        earlier = {pk for answer in answers for pk in answer.came}
        came = [pk for pk in taken if pk in kept.seated and pk not in earlier]
        answers.append(_answer(stands, came, should))
    answers.append(_answer(open_questions, [], should))
    return tuple(answer for answer in reversed(answers) if answer.came or _asks(answer))


def _asks(answer: DriftAnswer) -> bool:
    """Whether an answer is about something: the points of who was asked may be right by now."""
    level = any(question.level or question.carried for question in answer.questions)
    return bool(answer.missing or answer.extra or level)


def _answer(
    stands: Sequence[Question], came: Sequence[int], should: Collection[int]
) -> DriftAnswer:
    missing = [int(key) for question in stands for key in question.missing]
    # Who was taken in should have gone on as well, if the results still say so.
    still = [pk for pk in came if pk in should]
    return DriftAnswer(
        tuple(stands),
        tuple(dict.fromkeys((*still, *missing))),
        tuple(int(key) for question in stands for key in question.extra),
        tuple(came),
        tuple(
            int(key)
            for question in stands
            if not set(question.came).intersection(came)
            for key in question.extra
        ),
    )


def _choices(stage: Stage, entries: Iterable[TournamentEntry]) -> list[TournamentEntry]:
    """Return what was chosen about a stage since the next was seated anew, and by that."""
    chosen: list[TournamentEntry] = []
    for entry in entries:
        if entry.kind == KIND and entry.details["stage"] == stage.pk:
            chosen = [entry] if entry.details["choice"] == ANEW else [*chosen, entry]
    return chosen


def decided_rows(decided: Iterable[Question]) -> list[list[Any]]:
    """Return what was decided, as a line of the log keeps it (`DECIDED`)."""
    return [
        [
            list(question.missing),
            list(question.extra),
            list(question.came),
            [sorted(map(int, group)) for group in question.level],
            [[key, points] for key, points in question.carried.items()],
        ]
        for question in decided
    ]


def _decided(drift: Drift, entries: Iterable[TournamentEntry]) -> list[Question]:
    """Return what was decided about that stage, the newest first."""
    choices = reversed(_choices(drift.stage, entries))
    return [question for entry in choices for question in _decided_by(drift, entry)]


def _decided_by(drift: Drift, entry: TournamentEntry) -> list[Question]:
    """Return what a line of the log decided about that stage."""
    if DECIDED not in entry.details:
        # An older line has the mark of all that it left, which stands while nothing moves.
        return list(drift.questions) if entry.details["mark"] == drift.mark else []
    return [
        Question(
            missing=tuple(missing),
            extra=tuple(extra),
            came=tuple(came),
            level=tuple(frozenset(group) for group in level),
            carried=dict(carried),
        )
        for missing, extra, came, level, carried in entry.details[DECIDED]
    ]


def _open_part(snapshot: Loaded, drift: Drift, decided: Sequence[Question]) -> Drift:
    """Return what of a difference nothing of what was decided is about."""
    left = _whole(drift)
    for question in decided:
        left = without(left, question)
    settled = {key for question in decided for key in question.carried}
    carried = {key: now for key, now in _points(drift.carried).items() if key not in settled}
    return drift.only(questions(left, carried, _contests(snapshot, drift.stage)))


def _whole(drift: Drift) -> Apart:
    missing, extra = drift.apart
    return Apart(frozenset(missing), frozenset(extra), tuple(map(frozenset, drift.level)))


def kept_words(snapshot: Loaded, drift: Drift, answers: Iterable[DriftAnswer]) -> str:
    """Say what the director chose where not all play who should, each answer by itself.

    Last, who came in for somebody, before that or later.
    """
    answers, words = list(answers), [drift_cause(snapshot, drift)]
    for answer in answers:
        asked = drift.only(answer.questions)
        words += _difference_words(snapshot, asked, answer.missing, answer.extra)
        words += _answer_words(snapshot, drift.following, answer)
    there = {row.entrant_id for row in snapshot.fields[drift.following.pk]}
    came = {pk for answer in answers for pk in answer.came}
    missing = dict.fromkeys(pk for answer in answers for pk in answer.missing)
    others = (pk for pk in missing if pk in there and pk not in came)
    return " ".join([*words, *_came_words(snapshot, drift, others)])


def _answer_words(snapshot: Loaded, following: Stage, answer: DriftAnswer) -> Iterator[str]:
    """Say who was taken in, and who was left in the stage though another should have gone on."""
    came, play_on = _names(snapshot, answer.came), _names(snapshot, answer.play_on)
    if came:
        yield one_stop(_("The director took in %(names)s too.") % {"names": listed(came)})
    if play_on:
        sentence = _("The director left %(names)s in %(next)s.")
        yield sentence % {"names": listed(play_on), "next": following.name}
    if not came and not play_on:
        yield _("The director left it as it was.")


def choose_words(snapshot: Loaded, drift: Drift) -> str:
    """Return what leads to the choice about a stage: who of two plays there, where it is two."""
    missing, extra = (_names(snapshot, keys) for keys in (drift.missing, drift.extra))
    details = {"next": drift.following.name, "missing": listed(missing), "extra": listed(extra)}
    if len(missing) == len(extra) == 1 and not drift.level:
        return _("Choose who plays in %(next)s: %(missing)s or %(extra)s") % details
    return _("Choose what becomes of %(next)s") % details


def keep_choice(snapshot: Loaded, drift: Drift) -> str:
    """Return what the choice is called that leaves a stage as it was seated: who stays in it."""
    names = _names(snapshot, drift.extra)
    if names:
        details = {"names": listed(names), "next": drift.following.name}
        return _("Leave %(names)s in %(next)s") % details
    return _("Leave %s as it was seated") % drift.following.name


def outdated_words(snapshot: Loaded, stage: Stage, entries: Iterable[TournamentEntry]) -> str:
    """Say what the director had let be after a stage, and what later results no longer say.

    Without it a sentence that everybody had read would be gone without a word.
    """
    rows = [
        row
        for entry in _choices(stage, entries)
        if entry.details["choice"] != TAKEN_IN
        for row in entry.details.get(DECIDED, ())
    ]
    following = snapshot.following(stage)
    if not rows or following is None:
        return ""
    drift = drift_of(snapshot, stage)
    closing = drift.closing if drift else closing_of(snapshot, stage)
    if closing.fault is not None:
        return ""
    should = {int(goer.key) for goer in closing.advance.going}
    words: dict[str, None] = {}
    for missing, extra, came, _level, _carried_points in rows:
        still = should.issuperset(missing) and should.isdisjoint(extra)
        # Where somebody has left, that and no result is why it is not so any more.
        stays = all(_stays(snapshot, pk) for pk in (*missing, *extra))
        if missing and not came and not still and stays:
            come, go = (listed(_names(snapshot, keys)) if keys else "" for keys in (missing, extra))
            sentence = gone_wrong(come, go, following.name)
            words[_("By earlier results: %(sentence)s") % {"sentence": sentence}] = None
    return " ".join(words)


def _stays(snapshot: Loaded, pk: int) -> bool:
    """Whether somebody is on the list, and has not left."""
    entrant = snapshot.entrants.get(pk)
    return entrant is not None and entrant.withdrawn_at is None


def _names(snapshot: Loaded, keys: Iterable[int]) -> list[str]:
    """Return people's names; whoever was removed from the tournament since has none any more."""
    return [snapshot.entrants[pk].name for pk in keys if pk in snapshot.entrants]


def gone_wrong(missing: str, extra: str, following: str) -> str:
    """Say who should have gone on, and who should not have; "" where both are nobody."""
    details = {"missing": missing, "extra": extra, "next": following}
    if missing and extra:
        sentence = _("%(missing)s should have gone on to %(next)s instead of %(extra)s.")
        return one_stop(sentence % details)
    if missing:
        return _("%(missing)s should have gone on to %(next)s too.") % details
    return _("%(extra)s should not have gone on to %(next)s.") % details if extra else ""


@kept_with_snapshot
def drifts_of(snapshot: Loaded) -> tuple[Drift, ...]:
    """What the director is still to be asked, the earliest stage first; at most one query."""
    if not _all_drifts(snapshot):
        return ()
    return open_and_kept(snapshot, seat_entries(snapshot))[0]


@kept_with_snapshot
def seat_entries(snapshot: Loaded) -> list[TournamentEntry]:
    """The lines of the log about who plays instead, and about seats from corrected results."""
    return list(snapshot.tournament.log.filter(kind__in=(KIND, REPLACED, UNDONE)).order_by("pk"))


def open_and_kept(
    snapshot: Loaded, entries: Iterable[TournamentEntry]
) -> tuple[tuple[Drift, ...], tuple[Drift, ...]]:
    """What the director is still to be asked, and what was to stay as it is, by `seat_entries`.

    Of one stage there may be both.
    """
    waiting, kept = [], []
    entries = list(entries)
    for drift in _all_drifts(snapshot):
        should = [goer.key for goer in drift.closing.advance.going]
        decided = _decided(drift, entries)
        stands = list(answered(_whole(drift), _points(drift.carried), should, decided))
        waiting.append(_open_part(snapshot, drift, stands))
        kept.append(drift.only(stands))
    return tuple(filter(_differs, waiting)), tuple(filter(_differs, kept))


def _differs(drift: Drift) -> bool:
    return drift.any


def asked_of(snapshot: Loaded, stage: Stage) -> Drift | None:
    """What a director can choose about after a closed stage: what is open, or else all of it."""
    of_stage = (drift for drift in drifts_of(snapshot) if drift.stage == stage)
    return next(of_stage, None) or drift_of(snapshot, stage)


@dataclass(frozen=True)
class FieldAnew:
    """Who would be in a stage that is seated anew, and by what; `kept` is what still stands."""

    field: tuple[Member, ...]
    how: Mapping[int, str]
    kept: tuple[Question, ...]


def field_anew(snapshot: Loaded, drift: Drift) -> FieldAnew:
    """Return who should be in the stage by the results, and by what was decided before.

    Whoever was let play on by a decision that stands does so, in the seat of who should have come.
    Who has left is not seated again, and the next one comes.
    """
    closing = closing_of(snapshot, drift.stage)
    ways: dict[int, str] = {int(goer.key): str(goer.how) for goer in closing.advance.going}
    members: dict[Key, Member] = {member.key: member for member in closing.field}
    own = snapshot.courses[drift.following.pk].member_of
    # As at first, so that the decision is still told.
    ways |= {
        row.entrant_id: row.how
        for row in snapshot.fields[drift.following.pk]
        if row.entrant_id not in ways
    }
    _waiting, kept = open_and_kept(snapshot, seat_entries(snapshot))
    # Who is asked about all again decides about all anew.
    earlier = [part for part in kept if part.stage == drift.stage and part.mark != drift.mark]
    stands = tuple(question for part in earlier for question in part.questions)
    for question in stands:
        there = [key for key in question.extra if key in own and not own[key].out]
        for comes, stays in zip_longest(question.missing, there):
            if stays is None:
                continue
            place = members.pop(comes, None)
            members[stays] = replace(own[stays], seed=place.seed if place else len(members) + 1)
    ordered = sorted(members.values(), key=lambda member: member.seed)
    field = tuple(replace(member, seed=seed) for seed, member in enumerate(ordered, 1))
    return FieldAnew(field, {int(member.key): ways[int(member.key)] for member in field}, stands)


def moved_anew(snapshot: Loaded, drift: Drift) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who comes into a stage that is seated anew, and who is in it no longer.

    Nobody where people are level for a place, since it cannot be seated anew then.
    """
    if drift.closing.advance.level:
        return (), ()
    there = {row.entrant_id for row in snapshot.fields[drift.following.pk]}
    anew = {int(member.key) for member in field_anew(snapshot, drift).field}
    return tuple(sorted(anew - there)), tuple(sorted(there - anew))


def free_anew(snapshot: Loaded, drift: Drift) -> bool:
    """Whether a seat is free in a stage that is seated anew, since who should have it has left.

    Another one may have played there instead, who then has a seat by the results.
    """
    if drift.closing.advance.level:
        return False
    anew = field_anew(snapshot, drift).field
    return any(snapshot.entrants[int(member.key)].withdrawn_at is not None for member in anew)


def anew_words(snapshot: Loaded, drift: Drift) -> str:
    """Say who comes into a stage that is seated anew, and who is in it no longer; "" for nobody.

    Also which seat is free then, and who comes next to it.
    """
    comes, goes = (_names(snapshot, pks) for pks in moved_anew(snapshot, drift))
    words = []
    if comes:
        sentence = _("New in %(next)s if it is seated again: %(names)s.")
        words.append(sentence % {"next": drift.following.name, "names": all_of(comes)})
    if goes:
        sentence = _("No longer in %(next)s if it is seated again: %(names)s.")
        words.append(sentence % {"next": drift.following.name, "names": all_of(goes)})
    return " ".join(map(one_stop, (*words, *_free_anew_words(snapshot, drift))))


def _free_anew_words(snapshot: Loaded, drift: Drift) -> Iterator[str]:
    """Say whose seats are free in a stage that is seated anew, and who comes next to them."""
    if not free_anew(snapshot, drift):
        return
    field = field_anew(snapshot, drift).field
    able = able_to_come(snapshot, {int(member.key) for member in field})
    groups: Mapping[int, str] = {}
    if drift.following.by_division:
        groups = entrants_by_group(
            snapshot.tournament, [snapshot.entrants[pk] for pk in able]
        ).key_of()
    free: dict[str, list[int]] = {}
    for member in field:
        if snapshot.entrants[int(member.key)].withdrawn_at is not None:
            free.setdefault(member.group, []).append(int(member.key))
    for group, left in free.items():
        sentence = ngettext(
            "The seat of %(names)s is then free.",
            "The seats of %(names)s are then free.",
            len(left),
        )
        yield sentence % {"names": listed(_names(snapshot, left))}
        line = next_in_line(
            snapshot, drift.stage, {pk for pk in able if groups.get(pk, "") == group}
        )
        if line is not None:
            yield from line.next_words(snapshot, len(left))


def choice_details(
    drift: Drift, choice: str, mark: str, decided: Iterable[Question]
) -> dict[str, Any]:
    """Return what a line of the log keeps of a choice, with what it `decided`."""
    return {
        "stage": drift.stage.pk,
        "choice": choice,
        "missing": list(drift.missing),
        "extra": list(drift.extra),
        "mark": mark,
        DECIDED: decided_rows(decided),
    }


def as_kept(snapshot: Loaded) -> Loaded:
    """Return the tournament as it would be if all that is asked were left as it was seated."""
    chosen = [
        TournamentEntry(kind=KIND, details=choice_details(drift, KEPT, drift.mark, drift.questions))
        for drift in drifts_of(snapshot)
    ]
    return with_derived(snapshot, seat_entries, [*seat_entries(snapshot), *chosen])


def _all_drifts(snapshot: Loaded) -> list[Drift]:
    """What differs after any stage, whether the director has chosen or not."""
    drifts = [drift_of(snapshot, stage) for stage in snapshot.begun]
    return [drift for drift in drifts if drift is not None and drift.any]
