"""A stage that was seated again after a correction, and by what its people went on then."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.brackets.advance import let_on, parted_for_next
from league.tournaments.brackets.values import Kind, StageCourse
from league.tournaments.courses import Loaded, kept_with_snapshot, plan_of
from league.tournaments.models import Parting, Stage, TournamentEntry
from scoring.lists import listed
from scoring.names import one_stop

from .stale_seats import ANEW, BEFORE, FIELD, KIND, PLAYED, left_since, seat_entries, with_them


@dataclass(frozen=True)
class SeatedAnew:
    """That the stage after this one was seated again since this one was closed; entrants' ids.

    `came` are in it since, and `gone` were in it before, both as it stands now: somebody may have
    come back in another's place. It has the `same` people where nobody else plays there now.
    `played` says that something had been played there, which counts no more.
    """

    stage: Stage
    following: Stage
    came: tuple[int, ...]
    gone: tuple[int, ...]
    same: bool
    played: bool


def seated_anew(snapshot: Loaded, stage: Stage) -> SeatedAnew | None:
    """Return what seating the stage after this one again changed, however often that was."""
    following, lines = snapshot.following(stage), list(_seatings(snapshot, stage))
    lines = [line for line in lines if BEFORE in line.details]
    if following is None or not lines:
        return None
    before, after = lines[0].details[BEFORE], lines[-1].details[FIELD]
    there = {row.entrant_id for row in snapshot.fields[following.pk]}
    # Whoever has a place there and had left by then did not come.
    left = {pk for pk in after if _had_left(snapshot, pk, lines[-1])}
    return SeatedAnew(
        stage,
        following,
        came=tuple(pk for pk in after if pk in there and pk not in (*before, *left)),
        gone=tuple(pk for pk in before if pk not in (*after, *there) and pk in snapshot.entrants),
        same=there - left == set(before) - left,
        played=any(line.details[PLAYED] for line in lines),
    )


def _had_left(snapshot: Loaded, pk: int, entry: TournamentEntry) -> bool:
    entrant = snapshot.entrants.get(pk)
    at = entrant.withdrawn_at if entrant else None
    return at is not None and at < entry.made_at


def _seatings(snapshot: Loaded, stage: Stage) -> Iterator[TournamentEntry]:
    """Yield the lines of the log that seated the next stage again since this one was closed."""
    closed_at = stage.closed_at
    if closed_at is None:
        return
    for entry in seat_entries(snapshot):
        chosen = entry.details if entry.kind == KIND else {}
        anew = (chosen.get("stage"), chosen.get("choice")) == (stage.pk, ANEW)
        if anew and entry.made_at >= closed_at:
            yield entry


def seated_anew_words(snapshot: Loaded, anew: SeatedAnew) -> str:
    """Say that a stage was seated again, who is in instead of whom, and what counts no more."""
    came, gone = (listed(_names(snapshot, keys)) for keys in (anew.came, anew.gone))
    if anew.came and anew.gone:
        sentence = _("The director had %(next)s seated again, with %(came)s instead of %(gone)s.")
    elif anew.came:
        sentence = _("The director had %(next)s seated again, with %(came)s too.")
    elif anew.gone:
        sentence = _("The director had %(next)s seated again, without %(gone)s.")
    elif anew.same:
        sentence = _("The director had %(next)s seated again, with the same people.")
    else:
        sentence = _("The director had %(next)s seated again.")
    words = one_stop(sentence % {"next": anew.following.name, "came": came, "gone": gone})
    if not anew.played:
        return words
    counts_no_more = _("What was played there before no longer counts.")
    return f"{words} {counts_no_more}"


def _names(snapshot: Loaded, keys: tuple[int, ...]) -> list[str]:
    return [snapshot.entrants[key].name for key in keys]


def course_when_seated(snapshot: Loaded, stage: Stage) -> StageCourse:
    """Return the course of a stage as the next one was last seated from it, with who left since."""
    course = snapshot.courses[stage.pk]
    if stage.closed_at is None:
        return course
    seated_at = max([stage.closed_at, *(line.made_at for line in _seatings(snapshot, stage))])
    left = {pk: snapshot.entrants[pk].withdrawn_at for pk in left_since(snapshot, stage)}
    since = frozenset(pk for pk, at in left.items() if at is not None and at >= seated_at)
    return with_them(snapshot, stage, since).courses[stage.pk] if since else course


def parted_for_going_on(snapshot: Loaded, stage: Stage) -> frozenset[Key]:
    """Return whom a play-off or lots parted who were level for a place in the next stage."""
    kept = _kept(snapshot)
    if stage.pk not in kept:
        kept[stage.pk] = _parted_for_going_on(snapshot, stage)
    return kept[stage.pk]


@kept_with_snapshot
def _kept(_snapshot: Loaded) -> dict[int, frozenset[Key]]:
    return {}


def _parted_for_going_on(snapshot: Loaded, stage: Stage) -> frozenset[Key]:
    course, following = snapshot.courses[stage.pk], snapshot.following(stage)
    asked = course.plan.kind is Kind.TABLES and (course.play_offs or course.drawn)
    if following is None or not asked:
        return frozenset()
    then, visitors = course_when_seated(snapshot, stage), snapshot.tournament.visitors_go_on
    try:
        return parted_for_next(then, plan_of(following), visitors)
    except CaseError:
        return frozenset()


def let_on_in_force(snapshot: Loaded, stage: Stage) -> frozenset[frozenset[Key]]:
    """Return of which people it counts that the director let all of them go on from a stage."""
    following, course = snapshot.following(stage), course_when_seated(snapshot, stage)
    if following is None or not course.all_on:
        return frozenset()
    try:
        return let_on(course, plan_of(following), snapshot.tournament.visitors_go_on)
    except CaseError:
        return frozenset()


def no_longer_words(snapshot: Loaded, parting: Parting) -> str:
    """Say that what parted people, or let all of them go on, counts no longer; "" while it does.

    Of play-offs and lots of the same people the newest counts.
    """
    stage = next(row for row in snapshot.stages if row.pk == parting.stage_id)
    people = _people_of(parting)
    if parting.kind == Parting.Kind.ALL:
        if stage.pk not in snapshot.courses or people in let_on_in_force(snapshot, stage):
            return ""
        return _("By the results now, they are not all level for a place. So this does not count.")
    later = any(
        row.pk > parting.pk and row.kind == parting.kind and _people_of(row) >= people
        for row in snapshot.partings.get(stage.pk, ())
    )
    if not later or stage.kind != Stage.Kind.TABLES:
        return ""
    if parting.kind == Parting.Kind.LOT:
        return _("Lots drawn later count instead.")
    return _("A later play-off counts instead.")


def _people_of(parting: Parting) -> frozenset[Key]:
    return frozenset(key for key, _number in parting.numbers)
