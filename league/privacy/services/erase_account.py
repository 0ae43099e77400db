"""Erasing an account for good: what it wrote stays, under a neutral name."""

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.archives.shape import ROWS
from league.privacy.selectors.erasing import account_name, accounts_of
from league.privacy.selectors.mentions import Wanted, authors_of, longer_names, rows_of
from league.privacy.selectors.neutral_names import former_name
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Membership, Player
from scoring.accounts.public import guesses_forget, sessions_end
from scoring.erasing.models import Erasure, ErasurePermit
from scoring.erasing.permits import erasing, erasure_note
from scoring.log.models import LogEntry
from scoring.names import name_key
from scoring.refusals import Refusal
from scoring.sheets.models import SheetEntry
from scoring.tablets.sync.models import SetAside

from .erase_texts import authors_rewrite, texts_rewrite, tokens_drop


@every_club()
@transaction.atomic
def account_erase(*, user: User, club: Club | None = None) -> str:
    """Erase an account; answer the neutral name under which its writing stays.

    `club` is for which an organizer does it, None for one's own account. Lines of the log keep the
    name until they are as old as the settings say. Raises `Refusal` for the last organizer of a
    club, and where an organizer would erase an account that is in another club too.
    """
    clubs = _clubs_locked(user)
    if club is not None and Membership.objects.filter(user=user).exclude(club=club).exists():
        raise Refusal(
            "elsewhere",
            _("This account is in another club as well. Only its owner can erase it."),
        )
    for locked in clubs:
        _keep_an_organizer(locked, user)
    neutral = former_name(user.pk)
    with erasing(kind=ErasurePermit.Kind.NAMES):
        for locked in clubs:
            _name_replace(locked, user, neutral)
            erasure_note(
                kind=Erasure.Kind.ACCOUNT, number=user.pk, club=locked, neutral_name=neutral
            )
        account_delete(user)
    return neutral


def _clubs_locked(user: User) -> list[Club]:
    """The clubs in which the account is, was, or wrote something; held to the end."""
    theirs = Q(memberships__user=user)
    theirs |= Q(pk__in=LogEntry.objects.filter(user=user).values("club"))
    theirs |= Q(pk__in=SheetEntry.objects.filter(user=user).values("game__club"))
    numbers = list(Club.objects.filter(theirs).values_list("pk", flat=True).distinct())
    return list(Club.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))


def _keep_an_organizer(club: Club, user: User) -> None:
    # Read, not counted by the database: counting would lock no row.
    organizers = list(
        Membership.objects.select_for_update()
        .filter(club=club, role=Membership.Role.ORGANIZER)
        .values_list("user", flat=True)
    )
    if organizers == [user.pk]:
        raise Refusal(
            "last",
            _("%s needs an organizer. Make somebody else one first, or erase the whole club.")
            % club.name,
        )


def _name_replace(club: Club, user: User, neutral: str) -> None:
    """Write the neutral name where the account wrote something, and where others named it."""
    own = account_name(user)
    others = {account_name(account) for account in accounts_of(club).exclude(pk=user.pk)}
    for model in ROWS:
        names = authors_of(model)
        if any(field.name == "user" for field in model._meta.fields):
            rows = rows_of(model, club).order_by().filter(user=user)
            if model is SetAside:
                tokens_drop(rows)
            for name in names:
                if name == "author":
                    rows.update(author=neutral)
    # Rows that know no account, and those from an archive.
    wanted = Wanted((own,), longer_names(club, [own]))
    authors_rewrite(club=club, wanted=wanted, neutral=neutral, kept=others, whole=True)
    # A player of that name may be meant instead, and is erased as a person.
    if not Player.objects.filter(club=club, name_key=name_key(own)).exists():
        texts_rewrite(club=club, wanted=wanted, neutral=neutral)


def account_delete(user: User) -> None:
    """Delete the account's row with its keys and sessions; what it wrote belongs to no account.

    Within a permit of `erasing`.
    """
    sessions_end(user=user)
    guesses_forget(user)
    for guesses in (AccessAttempt, AccessFailureLog, AccessLog):
        guesses.objects.filter(username__iexact=user.get_username()).delete()
    for label in ("scoring", "league"):
        for model in apps.get_app_config(label).get_models():
            for field in model._meta.concrete_fields:
                if field.related_model is User and field.null:
                    rows = model._default_manager.filter(**{field.name: user}).order_by()
                    rows.update(**{field.name: None})
    user.delete()
