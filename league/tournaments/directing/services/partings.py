"""What the director does about people who are level: a play-off, lots, or all of them go on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.standings.tie_breaks import TieBreak
from league.tournaments.awards.selectors.winners import level_for_medals
from league.tournaments.brackets.drawing import Part
from league.tournaments.brackets.knockout import brackets
from league.tournaments.brackets.values import Advance
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.all_on import AllOnPlan, all_on_plan
from league.tournaments.directing.selectors.level_people import (
    drawn_lots,
    early_words,
    is_early,
    level_groups,
)
from league.tournaments.models import Parting, Stage, Tournament
from league.tournaments.stages.selectors.progress import closing_of
from scoring.accounts.authors import Author
from scoring.lists import listed
from scoring.refusals import Refusal, Stale
from scoring.sheets.paper import MOST_POINTS

from .closing import closed_in_words

Kind = Parting.Kind


@transaction.atomic
def parting_record(
    *,
    tournament: Tournament,
    stage: Stage,
    author: Author,
    kind: Parting.Kind,
    entrants: Sequence[int],
    points: Mapping[int, int | None] | None = None,
    seen: str | None = None,
) -> Parting:
    """Write down how these entrants, who are level, were parted; or that all of them go on.

    A play-off tells the `points` of each, lots are drawn here, by the tournament's seed. Told the
    same again while it is in force, it stands once. A play-off may be of any two or more who are in
    the stage, and of a closed stage too, for a medal. `seen` is the mark of the `AllOnPlan` shown.
    Raises `Stale` where that does something else now, and `Refusal` where the stage has not begun,
    where these are not level for a place, where it is too early to know that or too late for lots,
    and where points are missing.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    stage = _stage_that_may(snapshot, stage, kind)
    keys = _who_may(snapshot, stage, entrants)
    _check_not_early(snapshot, stage, keys)
    numbers = _numbers(snapshot, stage, kind, keys, points or {})
    already = _same_in_force(snapshot, stage, kind, numbers)
    if already is not None:
        return already
    if kind != Kind.PLAY_OFF:
        _check_level(snapshot, stage, kind, keys)
    if seen is not None and all_on_plan(snapshot, stage, keys).mark != seen:
        raise Stale(_("The results have changed again since you looked. Look once more."), [])
    row = Parting.objects.create(
        stage=stage,
        kind=kind,
        numbers=numbers,
        author=author.name,
        user=author.user,
        recorded_at=timezone.now(),
    )
    log_append(
        tournament=tournament,
        author=author,
        kind="parting",
        text=parting_in_words(snapshot, row),
        details={"stage": stage.pk, "parting": row.pk, "numbers": numbers},
    )
    return row


def all_on_asked(tournament: Tournament, stage: Stage, entrants: Sequence[int]) -> AllOnPlan:
    """Return what it would do to let all of these go on; raises as `parting_record` does."""
    snapshot = loaded(tournament)
    stage = _stage_that_may(snapshot, stage, Kind.ALL)
    keys = sorted(set(entrants))
    _check_not_early(snapshot, stage, keys)
    _check_level(snapshot, stage, Kind.ALL, keys)
    return all_on_plan(snapshot, stage, keys)


def _check_not_early(snapshot: Loaded, stage: Stage, keys: Sequence[int]) -> None:
    """Refuse to part people while results are to come that decide who is level."""
    if is_early(snapshot, stage, keys):
        raise Refusal("early", early_words(stage))


def _check_level(snapshot: Loaded, stage: Stage, kind: Kind, keys: Sequence[int]) -> None:
    """Refuse lots, or that all go on, for people who are not level or who cannot be parted so."""
    level = level_groups(snapshot, stage, closing_of(snapshot, stage).advance)
    may = {group.keys for group in level if (group.lots if kind == Kind.LOT else group.all_on)}
    if frozenset(keys) not in may:
        raise Refusal(
            "level", _("These people are not level for a place any more. Look at it again.")
        )


def _same_in_force(
    snapshot: Loaded, stage: Stage, kind: Parting.Kind, numbers: list[list[int]]
) -> Parting | None:
    """Return the same one in force since the newest game was seated: a later one may tie again.

    The log's order says what came first, not a clock, which may have been set.
    """
    log = snapshot.tournament.log
    seatings = log.filter(kind="seat", details__stage=stage.pk)
    newest = seatings.aggregate(newest=Max("pk"))["newest"] or 0
    since = log.filter(kind="parting", pk__gt=newest).values_list("details", flat=True)
    same = Parting.objects.filter(stage=stage, kind=kind, numbers=numbers, undone_at=None)
    return same.filter(pk__in=[line["parting"] for line in since]).first()


def _stage_that_may(snapshot: Loaded, stage: Stage, kind: str) -> Stage:
    """Return the stage as it is now; in a closed one only a play-off for a medal breaks ties."""
    stage = Stage.objects.get(pk=stage.pk)
    if stage.closed_at is not None and kind != Kind.PLAY_OFF:
        raise Refusal("closed", closed_in_words(stage))
    if stage.pk not in snapshot.courses:
        raise Refusal("none", _("%s has not begun.") % stage.name)
    return stage


def _who_may(snapshot: Loaded, stage: Stage, entrants: Sequence[int]) -> list[int]:
    """Return these in their order, two or more who are still in the stage."""
    keys = sorted(set(entrants))
    known = {int(member.key) for member in snapshot.courses[stage.pk].field if not member.out}
    if len(keys) < 2 or not known.issuperset(keys):
        raise Refusal("who", _("Choose two or more people who play in %s.") % stage.name)
    return keys


def _numbers(
    snapshot: Loaded,
    stage: Stage,
    kind: Parting.Kind,
    keys: Sequence[int],
    points: Mapping[int, int | None],
) -> list[list[int]]:
    if kind == Kind.ALL:
        return [[key, 0] for key in keys]
    if kind == Kind.LOT:
        draw = stage.partings.filter(kind=Kind.LOT).count() + 1
        entrants = [snapshot.entrants[key] for key in keys]
        lots = drawn_lots(snapshot.tournament.seed, stage, draw, entrants)
        places = {lot.entrant.pk: place for place, lot in enumerate(lots, 1)}
        return [[key, places[key]] for key in keys]
    if TieBreak.PLAY_OFF.value not in snapshot.tournament.tie_breaks:
        raise Refusal(
            "ties",
            _(
                "A play-off is not among this tournament's tie-breaks, so it would decide nothing. "
                "Add it to them first."
            ),
        )
    numbers = []
    for key in keys:
        number = points.get(key)
        if number is None or not 0 <= number <= MOST_POINTS:
            raise Refusal(
                "points",
                _("Type the points of %(name)s in the play-off, from 0 to %(most)d.")
                % {"name": snapshot.entrants[key].name, "most": MOST_POINTS},
            )
        numbers.append([key, number])
    return numbers


def parting_in_words(snapshot: Loaded, parting: Parting) -> str:
    """What was done, with everybody's number where there is one."""
    pairs = sorted(parting.numbers, key=lambda pair: pair[1])
    if parting.kind == Kind.ALL:
        names = [snapshot.entrants[key].name for key, _number in pairs]
        return _("Everybody who is level goes on: %s.") % listed(names)
    shown = [f"{snapshot.entrants[key].name} {number}" for key, number in pairs]
    if parting.kind == Kind.PLAY_OFF:
        return _("Play-off: %s points.") % listed(shown, len(shown))
    sentence = _("Lots were drawn: %s.") % listed(shown, len(shown))
    stage = next(row for row in snapshot.stages if row.pk == parting.stage_id)
    if stage.kind == Stage.Kind.TABLES:
        return sentence
    # At a table of two the first lot goes on.
    return _goes_to_next_game(sentence, snapshot.entrants[pairs[0][0]].name)


def _goes_to_next_game(sentence: str, name: str) -> str:
    """Add who goes on within a bracket."""
    return _("%(what)s %(name)s goes on to the next game.") % {"what": sentence, "name": name}


def _with_who(sentence: str, names: Sequence[str]) -> str:
    """Add who goes on; nothing where nobody does."""
    if not names:
        return sentence
    on = ngettext("%s goes on.", "%s go on.", len(names)) % listed(names)
    return _("%(what)s %(on)s") % {"what": sentence, "on": on}


def parting_outcome(tournament: Tournament, parting: Parting) -> str:
    """What was done, and who goes on now of those who were level, or that they still are."""
    snapshot = loaded(tournament)
    stage = next(row for row in snapshot.stages if row.pk == parting.stage_id)
    sentence = parting_in_words(snapshot, parting)
    if stage.closed_at is not None or parting.kind == Kind.ALL:
        return sentence
    level = frozenset(key for key, _number in parting.numbers)
    advance = closing_of(snapshot, stage).advance
    if still := _still_level(snapshot, stage, advance, level):
        names = [snapshot.entrants[key].name for key in sorted(still)]
        words = _("Still level: %(names)s.") % {"names": listed(names)}
        return f"{sentence} {words}"
    if stage.kind != Stage.Kind.TABLES:
        return (
            sentence if parting.kind == Kind.LOT else _with_winner(snapshot, stage, sentence, level)
        )
    names = [snapshot.entrants[int(goer.key)].name for goer in advance.going if goer.key in level]
    return _with_who(sentence, names)


def _with_winner(snapshot: Loaded, stage: Stage, sentence: str, keys: frozenset[int]) -> str:
    """Add who won the game of a bracket that these two have played last; nothing without one."""
    for bracket in brackets(snapshot.courses[stage.pk]).values():
        games = [match for matches in bracket.matches for match in matches]
        match = next((match for match in reversed(games) if keys == {*match.sides}), None)
        if match is None or match.winner is None:
            continue
        name = snapshot.entrants[int(match.winner)].name
        if match.part is Part.FINAL or bracket.is_over:
            return _("%(what)s %(name)s wins.") % {"what": sentence, "name": name}
        return _goes_to_next_game(sentence, name)
    return sentence


def _still_level(
    snapshot: Loaded, stage: Stage, advance: Advance, keys: frozenset[int]
) -> frozenset[int]:
    """Return who of these is still level for a place, at a table of two or for a medal."""
    groups = [group.keys for group in level_groups(snapshot, stage, advance)]
    groups += [frozenset(tie.keys) for tie in level_for_medals(snapshot)]
    return next((group for group in groups if group <= keys), frozenset())


def stays_in_words(snapshot: Loaded, parting: Parting) -> str:
    """Say that what is in force stays, as its stage is closed; "" where it can be taken back.

    A play-off of a closed stage can, where the same people go on without it: one for a medal.
    """
    stage = next(row for row in snapshot.stages if row.pk == parting.stage_id)
    if stage.closed_at is None:
        return ""
    if parting.kind == Kind.PLAY_OFF and _decides_nobody(snapshot, stage, parting):
        return ""
    return _("%(stage)s is closed, so this stays.") % {"stage": stage.name}


def _decides_nobody(snapshot: Loaded, stage: Stage, play_off: Parting) -> bool:
    """Whether the same people go on from a stage, in the same way, without this play-off."""
    course = snapshot.courses[stage.pk]
    rows = [row for row in snapshot.partings[stage.pk] if row.kind == Kind.PLAY_OFF]
    others = tuple(
        own for row, own in zip(rows, course.play_offs, strict=True) if row.pk != play_off.pk
    )
    courses = {**snapshot.courses, stage.pk: replace(course, play_offs=others)}
    now = closing_of(snapshot, stage)
    without = closing_of(replace(snapshot, courses=courses), stage)
    return (now.mark, now.advance) == (without.mark, without.advance)


@transaction.atomic
def parting_undo(*, tournament: Tournament, parting: Parting, author: Author) -> Parting:
    """Take back what was done about people who were level; taken back twice, it is so once.

    Raises `Refusal` where it stays, since its stage is closed.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    parting = Parting.objects.get(pk=parting.pk)
    if parting.undone_at is not None:
        return parting
    if stays := stays_in_words(snapshot, parting):
        raise Refusal("closed", stays)
    parting.undone_at = timezone.now()
    parting.save(update_fields=["undone_at"])
    log_append(
        tournament=tournament,
        author=author,
        kind="parting_undo",
        text=_("Taken back: %s") % parting_in_words(snapshot, parting),
        details={"stage": parting.stage_id, "parting": parting.pk},
    )
    return parting
