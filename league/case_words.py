"""What the pure packages of the league say cannot be done, in the reader's language."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from league.seating.errors import CaseError, NameList
from scoring.lists import listed


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
