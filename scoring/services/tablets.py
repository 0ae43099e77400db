"""Pairing a tablet by a code, and ending that."""

import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Club, PairingCode, PairingGuess, Tablet
from scoring.models.people import secret_hash

from .errors import Refusal

CODE_LIFE = timedelta(minutes=10)
# A code has six digits: with ten guesses an address and fifty in all in ten minutes, a machine
# finds one of three open codes in about one of 6,000 such spans.
GUESS_SPAN = timedelta(minutes=10)
GUESSES_AN_ADDRESS = 10
GUESSES_IN_ALL = 50


@transaction.atomic
def code_make(
    *,
    club: Club,
    tablet_name: str,
    made_by: User | None,
    table_number: int | None = None,
    made_from: str | None = None,
) -> PairingCode:
    """A new code for one tablet, good once and for ten minutes; old ones are cleared away.

    The tablet may score the games of the table with that number alone, or of the whole club without
    one. `made_from` is the organizer's own address.
    """
    now = timezone.now()
    PairingCode.objects.filter(expires_at__lte=now).delete()
    code = f"{secrets.randbelow(1_000_000):06d}"
    while PairingCode.objects.filter(code=code).exists():
        code = f"{secrets.randbelow(1_000_000):06d}"
    return PairingCode.objects.create(
        club=club,
        code=code,
        tablet_name=tablet_name,
        table_number=table_number,
        made_from=made_from,
        made_by=made_by,
        expires_at=now + CODE_LIFE,
    )


def tablet_pair(*, code: str, address: str | None) -> tuple[Tablet, str]:
    """Turn a typed code into a paired tablet and the secret that its cookie holds.

    Raises `Refusal` for a code that is wrong, used or too old, and after too many wrong ones from
    one address or in all. `address` is as `scoring.selectors.addresses` counts it.
    """
    now = timezone.now()
    with transaction.atomic():
        # Locked, so that guesses come one at a time while there is anything to guess: a machine
        # that sends many at once has no more of them.
        codes = PairingCode.objects.select_for_update(of=("self",)).filter(expires_at__gt=now)
        open_codes = list(codes.select_related("club", "made_by"))
        if _too_many(address, {one.made_from for one in open_codes}):
            raise Refusal(
                "guesses", _("Too many wrong codes. Wait ten minutes and ask for a new code.")
            )
        told = "".join(code.split())
        found = next((one for one in open_codes if one.code == told), None)
        if found is not None:
            secret = secrets.token_urlsafe(24)
            tablet = Tablet.objects.create(
                club=found.club,
                name=found.tablet_name,
                table_number=found.table_number,
                secret_hash=secret_hash(secret),
                paired_by=found.made_by,
            )
            found.delete()
            return tablet, secret
        PairingGuess.objects.filter(guessed_at__lte=now - GUESS_SPAN).delete()
        PairingGuess.objects.create(address=address, guessed_at=now)
    raise Refusal(
        "code",
        _("That code is wrong, or too old. Look at the organizer's screen and type it again."),
    )


def _too_many(address: str | None, near: set[str | None]) -> bool:
    """Whether this address has guessed too often, or all together have.

    `near` are the addresses from which organizers asked for the codes that are open. Whoever types
    there sits in the same hall, and is not kept out by what strangers guess from many addresses.
    """
    now = timezone.now()
    # No later than now: a clock that was ahead for a while shuts nobody out for as long.
    recent = PairingGuess.objects.filter(guessed_at__gt=now - GUESS_SPAN, guessed_at__lte=now)
    if recent.filter(address=address).count() >= GUESSES_AN_ADDRESS:
        return True
    is_near = address is not None and address in near
    return not is_near and recent.count() >= GUESSES_IN_ALL


def tablet_change(*, tablet: Tablet, name: str, table_number: int | None) -> Tablet:
    """Call a tablet otherwise, and let it score one table's games or, without a number, all."""
    tablet.name = name
    tablet.table_number = table_number
    tablet.save(update_fields=["name", "table_number"])
    return tablet


@transaction.atomic
def tablet_unpair(*, tablet: Tablet) -> Tablet:
    """End what a tablet may do, at once; unpairing twice changes nothing."""
    if tablet.unpaired_at is None:
        tablet.unpaired_at = timezone.now()
        tablet.save(update_fields=["unpaired_at"])
    return tablet
