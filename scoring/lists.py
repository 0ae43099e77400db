"""Several names or things in one sentence, as the reader's language lists them."""

import re
from collections.abc import Iterable

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

# The most names in a sentence.
NAMED = 8
# "y" is "e" before what sounds like it: "Ann e Inés", but "Ann y Hielo". A name may stand in tags.
SPANISH_I = re.compile(r"(?:<[^>]*>|\s)*h?[ií](?![aeo])", re.IGNORECASE)


def all_of(parts: Iterable[object]) -> str:
    """Return "Ann, Bob and Cal"; "" of nothing."""
    known = [str(part) for part in parts]
    if len(known) < 2:
        return "".join(known)
    names, last = _(", ").join(known[:-1]), known[-1]
    if SPANISH_I.match(last) and (get_language() or "").startswith("es"):
        return f"{names} e {last}"
    return _("%(names)s and %(last)s") % {"names": names, "last": last}


def listed(names: Iterable[object], most: int = NAMED) -> str:
    """Names as a sentence lists them: "nobody" of none; past `most`, how many more."""
    known = list(names)
    if not known:
        return _("nobody")
    rest = len(known) - most
    if rest > 0:
        more = ngettext("%d more", "%d more", rest) % rest
        # A list that ends in "and 3 more" has its one "and" there.
        shown = _(", ").join(str(name) for name in known[:most])
        return _("%(names)s and %(last)s") % {"names": shown, "last": more}
    return all_of(known)
