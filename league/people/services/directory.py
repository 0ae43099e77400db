"""The directory's entries: adding somebody, and changing what it says of one."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.people.models import Merge, Profile
from league.people.selectors.directory import uses_of
from scoring.accounts.models import Club, Player
from scoring.accounts.public import people_hold
from scoring.names import name_clean, name_key
from scoring.refusals import Refusal

FIELDS = (
    *("nickname", "community", "email", "mails", "phone", "birth_year", "fixed_table"),
    "notes",
)


class NameTaken(Refusal):
    """Another record has that name; `player` is the person whom it means."""

    def __init__(self, message: str, player: Player) -> None:
        """Keep the person who has the name, so that a page can link to them."""
        super().__init__("taken", message)
        self.player = player


@transaction.atomic
def player_add(*, club: Club, name: str, details: Mapping[str, Any]) -> Player:
    """Take somebody into the directory; `details` are a profile's fields.

    Raises `NameTaken` where the club knows somebody by that name.
    """
    _name_check(club=club, name=name, own=None)
    player = Player(club=club, name=name_clean(name), name_key=name_key(name))
    _player_save(player)
    people_hold(club=club)
    _profile_save(player, details)
    return player


@transaction.atomic
def player_update(*, player: Player, name: str, details: Mapping[str, Any]) -> Player:
    """Keep a person's name and what the directory says; all games stay this person's.

    Raises `NameTaken` where another record has that name.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    _name_check(club=player.club, name=name, own=player)
    if (name_clean(name), name_key(name)) != (player.name, player.name_key):
        player.name, player.name_key = name_clean(name), name_key(name)
        _player_save(player)
    _profile_save(player, details)
    return player


@transaction.atomic
def player_archive(*, player: Player) -> None:
    """Take somebody off all lists; results keep the name. Doing it twice changes nothing."""
    Player.objects.filter(pk=player.pk, archived_at=None).update(archived_at=timezone.now())


@transaction.atomic
def player_restore(*, player: Player) -> None:
    """Put somebody back on the lists."""
    Player.objects.filter(pk=player.pk).update(archived_at=None)


@transaction.atomic
def player_delete(*, player: Player) -> None:
    """Delete somebody who never played, with all other names of theirs.

    Raises `Refusal` where a game, a game day or a tournament has the person.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    records = Player.objects.filter(Q(pk=player.pk) | Q(same_as=player))
    if uses_of(player):
        raise Refusal(
            "played",
            _("%s is in results or on a list of a day. Archive instead, or erase.") % player.name,
        )
    Merge.objects.filter(Q(kept__in=records) | Q(gone__in=records)).delete()
    records.exclude(pk=player.pk).delete()
    player.delete()


def _name_check(*, club: Club, name: str, own: Player | None) -> None:
    """Raise `NameTaken` where the name is another record's."""
    records = Player.objects.select_related("same_as").filter(club=club, name_key=name_key(name))
    taken = records.exclude(pk=own.pk).first() if own else records.first()
    if taken is None:
        return
    means = taken.same_as or taken
    names = {"name": taken.name, "other": means.name}
    if means == own:
        sentence = _(
            "“%(name)s” was another record of this person, and the two were merged. Undo that and "
            "merge them the other way round."
        )
    elif taken.same_as:
        sentence = _("“%(name)s” means %(other)s, since the two were merged.")
    elif own:
        sentence = _("Another record is called “%(name)s”. If the two are one person, merge them.")
    else:
        sentence = _("“%(name)s” is in the directory already.")
    raise NameTaken(sentence % names, means)


def _player_save(player: Player) -> None:
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        # Somebody was quicker since we looked.
        _name_check(club=player.club, name=player.name, own=player if player.pk else None)
        raise


def _profile_save(player: Player, details: Mapping[str, Any]) -> None:
    values = {field: details[field] for field in FIELDS if field in details}
    profile = Profile.objects.filter(player=player).first()
    if values.get("mails"):
        values["mails_refused"] = False
    elif "mails" in values and profile and profile.mails:
        values["mails_refused"] = True
    if any(values.values()) or profile:
        Profile.objects.update_or_create(player=player, defaults=values)
