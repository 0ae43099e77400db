"""Pairing a tablet by a code, and ending that."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, PairingCode, PairingGuess, Tablet
from scoring.accounts.models.people import secret_hash
from scoring.accounts.public import CLOCKS_DIFFER
from scoring.refusals import Refusal

CODE_LIFE = timedelta(minutes=10)
DIGITS = 8
# Counted by address alone: a limit that all share would let a stranger shut the door for the hall.
# A machine with a thousand addresses has 20,000 guesses while a code is open, and finds it once in
# 5,000 codes; what it gets then is a tablet that scores and stands on the organizer's list.
GUESS_SPAN = timedelta(minutes=10)
GUESSES_AN_ADDRESS = 20


@every_club()
@transaction.atomic
def code_make(
    *,
    club: Club,
    tablet_name: str,
    made_by: User | None,
    table_number: int | None = None,
) -> PairingCode:
    """A new code for one tablet, good once and for ten minutes; old ones are cleared away.

    The tablet may score the games of the table with that number alone, or of the whole club without
    one.
    """
    now = timezone.now()
    PairingCode.objects.filter(expires_at__lte=now).delete()
    code = _digits()
    while PairingCode.objects.filter(code=code).exists():
        code = _digits()
    return PairingCode.objects.create(
        club=club,
        code=code,
        tablet_name=tablet_name,
        table_number=table_number,
        made_by=made_by,
        expires_at=now + CODE_LIFE,
    )


def _digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


@every_club()
def tablet_pair(*, code: str, address: str | None) -> tuple[Tablet, str]:
    """Turn a typed code into a paired tablet and the secret that its cookie holds.

    Raises `Refusal` for a code that is wrong, used or too old, and after too many wrong ones from
    one address. `address` is as `scoring.web.addresses` counts it.
    """
    with transaction.atomic():
        # Locked, so that guesses come one at a time while there is anything to guess: a machine
        # that sends many at once has no more of them.
        codes = PairingCode.objects.select_for_update(of=("self",)).filter(
            expires_at__gt=timezone.now()
        )
        open_codes = list(codes.select_related("club", "made_by"))
        # Only now, at the head of the line: else those who were served before would lie ahead.
        now = timezone.now()
        if _too_many(address, now):
            raise Refusal(
                "guesses", _("Too many wrong codes. Wait ten minutes and ask for a new code.")
            )
        digits = "".join(code.replace("-", " ").split())
        pairing = next((row for row in open_codes if row.code == digits), None)
        if pairing is not None:
            secret = secrets.token_urlsafe(24)
            tablet = Tablet.objects.create(
                club=pairing.club,
                name=pairing.tablet_name,
                table_number=pairing.table_number,
                secret_hash=secret_hash(secret),
                paired_by=pairing.made_by,
            )
            pairing.delete()
            return tablet, secret
        pairing_clear()
        PairingGuess.objects.create(address=address, guessed_at=now)
    raise Refusal(
        "code",
        _("That code is wrong, or too old. Look at the organizer's screen and type it again."),
    )


def _too_many(address: str | None, now: datetime) -> bool:
    """Whether this address has guessed too often."""
    # No later than now: a clock that was ahead for a while shuts nobody out for as long.
    recent = PairingGuess.objects.filter(guessed_at__gt=now - GUESS_SPAN, guessed_at__lte=now)
    return recent.filter(address=address).count() >= GUESSES_AN_ADDRESS


def pairing_clear() -> int:
    """Clear away guesses and codes that count no more, and guesses that a wrong clock left.

    Answers how many there were.
    """
    now = timezone.now()
    old = Q(guessed_at__lte=now - GUESS_SPAN) | Q(guessed_at__gt=now + CLOCKS_DIFFER)
    guesses, _each = PairingGuess.objects.filter(old).delete()
    codes, _each = PairingCode.objects.filter(expires_at__lte=now).delete()
    return int(guesses) + int(codes)


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
