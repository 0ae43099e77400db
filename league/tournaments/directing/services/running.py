"""Beginning a tournament, and seating the next game of a stage.

Seating may take its second, so it is thought out before the tournament is locked, and written only
if nothing that it follows from has changed meanwhile.
"""

from dataclasses import dataclass
from typing import Final

from django.core import signing
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seasons.public import board_refresh
from league.tournaments.brackets.values import Round, Table
from league.tournaments.changes import log_append, tournament_lock, tournament_open
from league.tournaments.courses import Loaded, loaded, plan_of
from league.tournaments.models import Stage, StageRound, Tournament
from league.tournaments.stages.selectors.fields import first_field, fresh_course, no_shows
from league.tournaments.stages.selectors.progress import mark_of, round_now, waiting_tables
from league.tournaments.stages.selectors.rounds_played import stopped_words
from league.tournaments.wording import at_time, tables_missing
from scoring.accounts.authors import Author
from scoring.lists import listed
from scoring.refusals import Refusal

from .stage_rounds import TRIES, field_write, round_think, round_write

STOPPED: Final = "stopped"
"""The kind of a line of the log: tables that played fewer rounds than their game has."""
SALT: Final = "league.next_seats"


@dataclass(frozen=True)
class NextSeats:
    """The seats of a stage's next game, thought out and not written down yet.

    Thinking again may lead to others, so `token` carries them, signed, to where they are agreed to.
    """

    snapshot: Loaded
    stage: Stage
    seated: Round
    token: str


def moving() -> Refusal:
    """What is said where something keeps changing while seats are thought out."""
    return Refusal(
        "moving", _("Something changed while the seats were worked out. Press the button again.")
    )


def tournament_begin(*, tournament: Tournament, author: Author) -> StageRound:
    """Seat the first stage's first game with everybody who is checked in.

    Those who were expected and have not come are named in the log. Raises `Refusal` where it has
    begun already, where there is no stage, and where these people cannot be seated so.
    """
    if tournament.season is not None:
        # Seeds follow the leaderboard of today, also where nobody has looked at it since.
        board_refresh(season=tournament.season)
    for _try in range(TRIES):
        tournament = Tournament.objects.select_related("club", "season").get(pk=tournament.pk)
        _not_begun(tournament)
        stage = tournament.stages.first()
        if stage is None:
            raise Refusal("stages", _("Choose a format first: this tournament has no stage yet."))
        field = first_field(tournament, stage)
        if len(field) < 2:
            raise Refusal("few", _few(len(field)))
        names = dict(tournament.entrants.values_list("pk", "name"))
        course = fresh_course(tournament, stage, field)
        seated = round_think(tournament, stage, course, names)
        with transaction.atomic():
            tournament = tournament_open(tournament)
            _not_begun(tournament)
            stage = Stage.objects.get(pk=stage.pk)
            if first_field(tournament, stage) != field or plan_of(stage) != course.plan:
                continue
            field_write(stage, field, {})
            row = round_write(stage, seated)
            tournament.began_at = timezone.now()
            tournament.save(update_fields=["began_at"])
            absent = [no_show.name for no_show in no_shows(tournament)]
            sentence = ngettext(
                "%(number)d entrant was seated.", "%(number)d entrants were seated.", len(field)
            ) % {"number": len(field)}
            if absent:
                sentence += " " + _("Not here: %s.") % listed(absent)
            log_append(
                tournament=tournament,
                author=author,
                kind="begin",
                text=sentence,
                details={
                    "stage": stage.pk,
                    "field": [member.key for member in field],
                    "absent": absent,
                },
            )
            return row
    raise moving()


def _few(people: int) -> str:
    if people:
        return _("One entrant is checked in, and nobody plays alone. Check more people in.")
    return _("Nobody is checked in. Check people in first, and then begin.")


def _not_begun(tournament: Tournament) -> None:
    if tournament.began_at is not None:
        raise Refusal(
            "begun", _("This tournament began at %s already.") % at_time(tournament.began_at)
        )


def next_seats(tournament: Tournament, number: int) -> NextSeats:
    """Think out who sits where in game `number` of the stage that is on, and write nothing.

    Raises what `round_seat` raises.
    """
    mark = mark_of(tournament)
    snapshot = loaded(Tournament.objects.select_related("club", "season").get(pk=tournament.pk))
    stage = stage_on(snapshot)
    _may_go_on(snapshot, stage, number)
    seated = _thought(snapshot, stage)
    tables = [[table.number, table.seats, table.group] for table in seated.tables]
    content = [tournament.pk, mark, seated.number, tables, seated.byes]
    return NextSeats(snapshot, stage, seated, signing.dumps(content, salt=SALT, compress=True))


def _thought(snapshot: Loaded, stage: Stage) -> Round:
    names = {pk: entrant.name for pk, entrant in snapshot.entrants.items()}
    return round_think(snapshot.tournament, stage, snapshot.courses[stage.pk], names)


def _agreed_seats(tournament: Tournament, agreed: str, mark: str) -> Round:
    """Read the seats that were shown; raises `Refusal` where something has changed since."""
    try:
        pk, seen, number, tables, byes = signing.loads(agreed, salt=SALT)
    except signing.BadSignature:
        pk = seen = None
    if (pk, seen) != (tournament.pk, mark):
        raise Refusal("moving", _("Something has changed since you looked. Look once more."))
    laid = tuple(Table(table, tuple(seats), group) for table, seats, group in tables)
    return Round(number, laid, tuple(byes))


def round_seat(
    *, tournament: Tournament, author: Author, number: int, agreed: str = ""
) -> StageRound:
    """Seat game `number` of the stage that is on; seated already, that round is answered.

    So two taps seat one round. It is seated as was `agreed`, the token of what was shown; without
    one, as it comes. Raises `Refusal` while a table of the game before has no result,
    for another number than the next, and where nobody can be seated so.
    """
    for _try in range(TRIES):
        before = mark_of(tournament)
        snapshot = loaded(Tournament.objects.select_related("club", "season").get(pk=tournament.pk))
        stage = stage_on(snapshot)
        rounds = snapshot.rounds[stage.pk]
        if known := next((row for row in rounds if row.number == number), None):
            return known
        _may_go_on(snapshot, stage, number)
        seated = _agreed_seats(tournament, agreed, before) if agreed else _thought(snapshot, stage)
        with transaction.atomic():
            tournament = tournament_open(tournament)
            if mark_of(tournament) != before:
                continue
            log_stopped(snapshot, stage, author)
            row = round_write(stage, seated)
            log_append(
                tournament=tournament,
                author=author,
                kind="seat",
                text=_("%(stage)s: game %(number)d is seated.")
                % {"stage": stage.name, "number": number},
                details={"stage": stage.pk, "round": number},
            )
            return row
    raise moving()


def log_stopped(snapshot: Loaded, stage: Stage, author: Author) -> None:
    """Write down which tables of the game that is over played fewer rounds, and how many."""
    if words := stopped_words(snapshot, stage, round_now(snapshot, stage)):
        log_append(tournament=snapshot.tournament, author=author, kind=STOPPED, text=words)


@transaction.atomic
def medals_hold(*, tournament: Tournament, author: Author, hold: bool) -> None:
    """Show on no television and in no list of places who won, until the director says so; or do."""
    tournament = tournament_lock(tournament)
    if tournament.medals_held == hold:
        return
    tournament.medals_held = hold
    tournament.save(update_fields=["medals_held"])
    log_append(
        tournament=tournament,
        author=author,
        kind="medals",
        text=_held_words(tournament) if hold else _("Everybody may see who won."),
    )


def _held_words(tournament: Tournament) -> str:
    if tournament.prizes == "medals":
        return _("The medals are kept secret until the director shows who won.")
    return _("The winners are kept secret until the director shows them.")


def stage_on(snapshot: Loaded) -> Stage:
    """The stage that is on; raises `Refusal` before the first and after the last."""
    if snapshot.tournament.cancelled_at is not None:
        raise Refusal("cancelled", _("This tournament is cancelled. Bring it back first."))
    if snapshot.current is None:
        raise Refusal(
            "none",
            _("This tournament has ended. Open its last stage again first.")
            if snapshot.tournament.ended_at
            else _("This tournament has not begun."),
        )
    return snapshot.current


def _may_go_on(snapshot: Loaded, stage: Stage, number: int) -> None:
    if number != round_now(snapshot, stage) + 1:
        raise Refusal(
            "round",
            _("%(stage)s is at game %(number)d. Go on one game at a time.")
            % {"stage": stage.name, "number": round_now(snapshot, stage)},
        )
    if waiting := waiting_tables(snapshot, stage):
        raise Refusal("waiting", tables_missing(state.row.number for state in waiting))
