"""Checking entrants in, and withdrawing them; both can be taken back."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.changes import log_append, tournament_open, tournament_touch
from league.tournaments.courses import loaded
from league.tournaments.entrants.selectors.leaving import (
    check_can_return,
    keeps_choices,
    left_in_words,
    when_left,
)
from league.tournaments.models import Entrant, Tournament
from league.tournaments.wording import left_short
from scoring.accounts.authors import Author
from scoring.names import name_clean
from scoring.refusals import Refusal

from .checks import check_room


@transaction.atomic
def entrant_check_in(*, entrant: Entrant) -> Entrant:
    """Note that an entrant has come; a second tap changes nothing.

    Who comes once the tournament has begun has no seat yet: the director's page says so, and finds
    one. Raises `Refusal` for who waits to be accepted or has withdrawn.
    """
    tournament, entrant = _locked(entrant)
    if entrant.number is None:
        raise Refusal(
            "waiting", _("%s asks to enter by the public form. Accept that first.") % entrant.name
        )
    if entrant.withdrawn_at is not None:
        raise Refusal("withdrawn", _("%s has left. Let that be taken back first.") % entrant.name)
    if entrant.checked_in_at is not None:
        return entrant
    entrant.checked_in_at = timezone.now()
    return _kept(tournament, entrant)


@transaction.atomic
def entrant_check_in_undo(*, entrant: Entrant) -> Entrant:
    """Take back a check-in that was a mistake; a second tap changes nothing.

    Raises `Refusal` if the person has been seated: leaving then means withdrawing.
    """
    tournament, entrant = _locked(entrant)
    if entrant.stages.exists():
        raise Refusal(
            "seated",
            _("%s has been seated. Anyone who leaves now withdraws.") % entrant.name,
        )
    entrant.checked_in_at = None
    return _kept(tournament, entrant)


@transaction.atomic
def entrants_check_in_rest(*, tournament: Tournament) -> datetime | None:
    """Note that all have come who are expected and not marked yet; when, or None where all were.

    Raises `Refusal` once the tournament has begun.
    """
    tournament = tournament_open(tournament)
    if tournament.began_at is not None:
        raise Refusal("began", _("The tournament has begun. Anyone who comes now needs a seat."))
    came_at = timezone.now()
    rest = tournament.entrants.filter(
        number__isnull=False, withdrawn_at=None, checked_in_at=None
    ).update(checked_in_at=came_at)
    if not rest:
        return None
    tournament_touch(tournament)
    return came_at


@transaction.atomic
def entrants_check_in_rest_undo(*, tournament: Tournament, came_at: datetime) -> int:
    """Take back that all the others came at that moment; of how many.

    Raises `Refusal` once the tournament has begun.
    """
    tournament = tournament_open(tournament)
    if tournament.began_at is not None:
        raise Refusal("began", _("The tournament has begun. Anyone who leaves now withdraws."))
    number = tournament.entrants.filter(checked_in_at=came_at).update(checked_in_at=None)
    if number:
        tournament_touch(tournament)
    return number


@transaction.atomic
def entrant_withdraw(
    *,
    entrant: Entrant,
    author: Author,
    reason: str = "",
    how: str = Entrant.Leaving.WITHDREW,
    keeps: bool | None = None,
) -> Entrant:
    """Note that somebody does not play, or not any more; what was scored before stays.

    `how` is one of `Entrant.Leaving`, and `keeps` whether the place earned so far counts; None is
    what is usual. The log keeps it. The same again changes nothing. Raises `Refusal` for another
    way of leaving of somebody who has left, for a way that there is not, for an entry that waits to
    be accepted, and once the tournament has ended.
    """
    tournament, entrant = _locked(entrant)
    if entrant.number is None:
        raise Refusal(
            "waiting", _("%s asks to enter by the public form. Refuse that.") % entrant.name
        )
    if how not in Entrant.Leaving.values:
        raise Refusal("how", _("Say in which way %s leaves.") % entrant.name)
    snapshot = loaded(tournament)
    choices = keeps_choices(snapshot, entrant, how)
    keeps = choices[0] if keeps is None or keeps not in choices else keeps
    if entrant.withdrawn_at is not None:
        if (entrant.withdrawn_how, entrant.keeps_place) == (how, keeps):
            return entrant
        raise Refusal(
            "withdrawn",
            _("%(name)s has left already (%(how)s). Let that be taken back first.")
            % {"name": entrant.name, "how": left_short(entrant)},
        )
    entrant.withdrawn_at = timezone.now()
    entrant.withdrawn_why = name_clean(reason)[:WHY_ROOM]
    entrant.withdrawn_how, entrant.keeps_place = how, keeps
    entrant.withdrawn_stage, entrant.withdrawn_games = when_left(snapshot, entrant)
    _kept(tournament, entrant)
    log_append(
        tournament=tournament,
        author=author,
        kind="withdrawn",
        text=_("%(name)s %(left)s.")
        % {"name": entrant.name, "left": left_in_words(snapshot, entrant)},
        reason=entrant.withdrawn_why,
        details={"entrant": entrant.pk, "how": str(how), "keeps": keeps},
    )
    return entrant


@transaction.atomic
def entrant_return(*, entrant: Entrant, author: Author) -> Entrant:
    """Take a withdrawal back; the log keeps that too.

    Raises `Refusal` where the place was given to somebody else, where a stage was closed or a game
    of an elimination seated without this one, and once the tournament has ended.
    """
    tournament, entrant = _locked(entrant)
    if entrant.withdrawn_at is not None:
        check_room(tournament)
        check_can_return(loaded(tournament), entrant)
        entrant.withdrawn_at, entrant.withdrawn_why = None, ""
        entrant.withdrawn_how, entrant.keeps_place = "", False
        entrant.withdrawn_stage, entrant.withdrawn_games = None, 0
        _kept(tournament, entrant)
        log_append(
            tournament=tournament,
            author=author,
            kind="returned",
            text=_("%s is back.") % entrant.name,
            details={"entrant": entrant.pk},
        )
    return entrant


WHY_ROOM = Entrant._meta.get_field("withdrawn_why").max_length or 0


def _locked(entrant: Entrant) -> tuple[Tournament, Entrant]:
    """The locked tournament, while something may change in it, and the entry as it is now."""
    tournament = tournament_open(entrant.tournament)
    row = Entrant.objects.filter(pk=entrant.pk).first()
    if row is None:
        raise Refusal("gone", _("That entry was refused or removed already."))
    return tournament, row


def _kept(tournament: Tournament, entrant: Entrant) -> Entrant:
    entrant.save(
        update_fields=[
            "checked_in_at",
            "withdrawn_at",
            "withdrawn_why",
            "withdrawn_how",
            "keeps_place",
            "withdrawn_stage",
            "withdrawn_games",
        ]
    )
    tournament_touch(tournament)
    return entrant
