"""Giving a club its short name, and another one later."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.accounts.models import Club, ClubAddress
from scoring.accounts.selectors.addresses import address_at, is_short_name, short_name_free
from scoring.refusals import Refusal

# Older names of a club lead on to the new one. More of them would only keep names from others.
OLDER_KEPT = 5


def short_name_check(short_name: str, club: Club | None = None) -> None:
    """Raise `Refusal` where the club, or a new one, cannot have that short name."""
    if not is_short_name(short_name):
        raise Refusal(
            "short_name",
            _("Take 3 to 30 of a–z, 0–9 and hyphens, such as sun-valley. This one cannot be used."),
        )
    address = address_at(short_name)
    if address is not None and address.club != club:
        raise _taken()


def _taken() -> Refusal:
    return Refusal("short_name", _("Another club has this short name. Choose another one."))


@transaction.atomic
def address_give(*, club: Club, short_name: str = "") -> ClubAddress:
    """Give the club its short name from now on, one made of its name if none is said.

    The one that it had leads to the new one. Raises `Refusal` as `short_name_check` does.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    short_name = short_name or short_name_free(club.name)
    short_name_check(short_name, club)
    own = ClubAddress.objects.filter(club=club)
    own.filter(current=True).update(current=False)
    own.filter(short_name=short_name).delete()
    older = own.order_by("-pk").values_list("pk", flat=True)[OLDER_KEPT:]
    ClubAddress.objects.filter(pk__in=list(older)).delete()
    try:
        with transaction.atomic():
            return ClubAddress.objects.create(club=club, short_name=short_name)
    except IntegrityError as error:
        raise _taken() from error
