"""Names and moments as sentences about a tournament say them."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# So many names stand in a sentence.
NAMED = 8


def listed(names: Iterable[str], most: int = NAMED) -> str:
    """Names as a sentence lists them: "Ann, Bob and Cal"; past `most`, how many more."""
    told = list(names)
    if not told:
        return _("nobody")
    rest = len(told) - most
    if rest > 0:
        shown = _(", ").join(told[:most])
        more = ngettext("%d more", "%d more", rest) % rest
        return _("%(names)s and %(last)s") % {"names": shown, "last": more}
    if len(told) == 1:
        return told[0]
    return _("%(names)s and %(last)s") % {"names": _(", ").join(told[:-1]), "last": told[-1]}


def at_time(moment: datetime) -> str:
    """The time of day of a moment, as the club's clock shows it."""
    return date_format(timezone.localtime(moment), "TIME_FORMAT")


def tables_missing(numbers: Iterable[int]) -> str:
    """A sentence that names the tables whose results are still to come."""
    told = [str(number) for number in numbers]
    return ngettext(
        "Table %s has no result yet. Its sheet has to be finished, or its paper typed in.",
        "Tables %s have no result yet. Their sheets have to be finished, or their paper typed in.",
        len(told),
    ) % listed(told)
