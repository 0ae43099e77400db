"""What the director does about people who are level: a play-off, lots, or all of them go on."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.standings.tie_breaks import TieBreak
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.level_people import drawn_lots, level_groups
from league.tournaments.models import Parting, Stage, Tournament
from league.tournaments.stages.selectors.progress import closing_of
from scoring.accounts.authors import Author
from scoring.lists import listed
from scoring.refusals import Refusal
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
) -> Parting:
    """Write down how these entrants, who are level, were parted; or that all of them go on.

    A play-off tells the `points` of each, lots are drawn here, by the tournament's seed. Told the
    same again while it is in force, it stands once. A play-off may be of any two or more who are in
    the stage, and of a closed stage too, for a medal. Raises `Refusal` where the stage has not
    begun, where these people are not level for a place or lots come too late, and where points are
    missing.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    stage = _stage_that_may(snapshot, stage, kind)
    keys = sorted(set(entrants))
    course = snapshot.courses[stage.pk]
    known = {int(member.key) for member in course.field if not member.out}
    if len(keys) < 2 or not known.issuperset(keys):
        raise Refusal("who", _("Choose two or more people who play in %s.") % stage.name)
    numbers = _numbers(snapshot, stage, kind, keys, points or {})
    already = _same_in_force(snapshot, stage, kind, numbers)
    if already is not None:
        return already
    if kind != Kind.PLAY_OFF:
        _check_level(snapshot, stage, kind, keys)
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
                "A play-off is not among this tournament's tie-breaks, so it would part nobody. "
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
        return _("All who are level go on: %s.") % listed(names)
    shown = [f"{snapshot.entrants[key].name} {number}" for key, number in pairs]
    sentence = _("Play-off: %s points.") if parting.kind == Kind.PLAY_OFF else _("Lots drawn: %s.")
    return sentence % listed(shown, len(shown))


def parting_outcome(tournament: Tournament, parting: Parting) -> str:
    """What was done, and who goes on now of those who were level."""
    snapshot = loaded(tournament)
    stage = next(row for row in snapshot.stages if row.pk == parting.stage_id)
    sentence = parting_in_words(snapshot, parting)
    if stage.closed_at is not None or parting.kind == Kind.ALL:
        return sentence
    level = {key for key, _number in parting.numbers}
    going = closing_of(snapshot, stage).advance.going
    names = [snapshot.entrants[int(goer.key)].name for goer in going if goer.key in level]
    if not names:
        return sentence
    on = ngettext("%s goes on.", "%s go on.", len(names)) % listed(names)
    return _("%(what)s %(on)s") % {"what": sentence, "on": on}


@transaction.atomic
def parting_undo(*, tournament: Tournament, parting: Parting, author: Author) -> Parting:
    """Take back what was done about people who were level; taken back twice, it is so once.

    Raises `Refusal` for lots and the like once the stage is closed.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    parting = Parting.objects.select_related("stage").get(pk=parting.pk)
    _stage_that_may(snapshot, parting.stage, parting.kind)
    if parting.undone_at is not None:
        return parting
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
