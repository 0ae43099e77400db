"""Erasing a person for good: results keep a neutral name, and nothing else of the person stays."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import Attendance, DayAnswer, DayMail, Wish
from league.people.models import Merge, PeopleImport, Profile
from league.privacy.selectors.erasing import account_names, entries_of, records_of
from league.privacy.selectors.mentions import wanted_of
from league.privacy.selectors.neutral_names import coarse_ages, coarse_birth, neutral_names
from league.seasons.models import BroughtForward, BroughtImport, Season
from league.tournaments.models import Entrant, EntrantImport, Tournament
from scoring.accounts.models import Club, Player
from scoring.erasing.models import Erasure, ErasurePermit
from scoring.erasing.permits import erasing, erasure_note
from scoring.names import name_key
from scoring.refusals import Refusal
from scoring.sheets.models import Seat, SheetEntry

from .erase_texts import authors_rewrite, drafts_drop, log_forget, texts_rewrite


@transaction.atomic
def person_erase(*, player: Player) -> Player:
    """Erase a person: every record, name and text of theirs; answer what is left, under its name.

    All of it is done or nothing. Raises `Refusal` where the person was erased before, and for a
    record that is another person's.
    """
    club = Club.objects.select_for_update().get(pk=player.club_id)
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.erased_at:
        raise Refusal("erased", _("This person was erased already."))
    if player.same_as_id:
        raise Refusal("merged", _("“%s” has been merged already.") % player.name)
    records = records_of(player)
    entries = list(entries_of(records).select_related("tournament"))
    wanted = wanted_of(club, records, entries)
    names = neutral_names(club, len(records))
    with erasing(kind=ErasurePermit.Kind.NAMES):
        _private_delete(club, records)
        _entries_neutral(entries, names[0])
        drafts_drop(PeopleImport.objects.filter(club=club, applied_at=None), wanted)
        totals = BroughtImport.objects.filter(season__club=club, applied_at=None)
        drafts_drop(totals, wanted)
        files = EntrantImport.objects.filter(tournament__club=club, applied_at=None)
        drafts_drop(files, wanted)
        texts_rewrite(club=club, wanted=wanted, neutral=names[0])
        _former_names_neutral(records, names[0])
        kept = account_names(club)
        authors_rewrite(club=club, wanted=wanted, neutral=names[0], kept=kept)
        log_forget(club=club, wanted=wanted, kept=kept)
    for record, name in zip(records, names, strict=True):
        record.name, record.name_key = name, name_key(name)
        record.erased_at = timezone.now()
        record.save(update_fields=["name", "name_key", "erased_at"])
    erasure_note(kind=Erasure.Kind.PERSON, number=player.pk, club=club, neutral_name=names[0])
    return records[0]


def _private_delete(club: Club, records: Sequence[Player]) -> None:
    """Delete the profile, answers, wishes, and merges of records: none of these is a result.

    A yes for a day to which they came stays, as that they came does: else the report of the season
    would say that "Player 1" came unannounced.
    """
    Profile.objects.filter(player__in=records).delete()
    came = Attendance.objects.filter(player__in=records).values("game_day")
    answers = DayAnswer.objects.filter(player__in=records)
    answers.exclude(~Q(coming=DayAnswer.Coming.NO), game_day__in=came).delete()
    DayMail.objects.filter(player__in=records).delete()
    BroughtForward.objects.filter(player__in=records).delete()
    bringing = BroughtForward.objects.values("season")
    Season.objects.filter(club=club).exclude(pk__in=bringing).update(brings_forward=False)
    Wish.objects.filter(Q(one__in=records) | Q(other__in=records)).delete()
    Merge.objects.filter(Q(kept__in=records) | Q(gone__in=records), club=club).delete()
    Attendance.objects.filter(player__in=records).update(fixed_table=None)


def _former_names_neutral(records: Sequence[Player], name: str) -> None:
    """Take off the sheets what these people were called there before a name was corrected."""
    seats = list(Seat.objects.filter(player__in=records).values_list("pk", "game"))
    corrected = SheetEntry.objects.filter(
        kind=SheetEntry.Kind.NAME,
        game__in={game for _seat, game in seats},
        details__seat__in=[seat for seat, _game in seats],
    )
    corrected.order_by().update(reason=name)


def _entries_neutral(entries: Sequence[Entrant], name: str) -> None:
    """Take entries off the lists of tournaments that have not begun; the others stay neutral."""
    for entrant in entries:
        tournament = entrant.tournament
        Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
        if entrant.number is None or not (tournament.began_at or entrant.stages.exists()):
            entrant.delete()
            continue
        changed: dict[str, Any] = {
            "name": name,
            "name_key": name_key(name),
            "born": coarse_birth(tournament, entrant),
            **coarse_ages(tournament, entrant),
            "gender": entrant.gender if tournament.by_gender else "",
            "community": "",
            "home_club": "",
            "contact": "",
            "withdrawn_why": "",
        }
        if entrant.withdrawn_how == Entrant.Leaving.INJURED:
            changed["withdrawn_how"] = Entrant.Leaving.WITHDREW
        Entrant.objects.filter(pk=entrant.pk).update(**changed)
