"""What the pure packages of the league say cannot be done, in the reader's language."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seating.errors import CaseError, NameList

# The most names in a sentence.
NAMED = 8


def listed(names: Iterable[str], most: int = NAMED) -> str:
    """Names as a sentence lists them: "Ann, Bob and Cal"; past `most`, how many more."""
    known = list(names)
    if not known:
        return _("nobody")
    rest = len(known) - most
    if rest > 0:
        shown = _(", ").join(known[:most])
        more = ngettext("%d more", "%d more", rest) % rest
        return _("%(names)s and %(last)s") % {"names": shown, "last": more}
    if len(known) == 1:
        return known[0]
    return _("%(names)s and %(last)s") % {"names": _(", ").join(known[:-1]), "last": known[-1]}


def case_words(
    error: CaseError, named: Callable[[str, object], object] = lambda _gap, value: value
) -> str:
    """Return the sentences of what cannot be done.

    `named` says how a page calls what fills a gap, such as an entrant whose id is known there.
    """
    values = {
        gap: listed(value.names, value.most) if isinstance(value, NameList) else named(gap, value)
        for gap, value in error.values.items()
    }
    sentence = _(error.sentence).format_map(values)
    return " ".join([sentence, *(case_words(advice, named) for advice in error.advice)])
