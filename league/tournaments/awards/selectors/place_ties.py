"""What put somebody before the next one on a list of places who has as many points."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.tie_break_words import parted_words
from league.tournaments.brackets.counting import DRAWN
from league.tournaments.brackets.ranking import parted_from
from league.tournaments.brackets.values import Place


def tie_words(place: Place, other: Key) -> str:
    """Say what put a place before another one's, such as "tie · rounds won: 3 to 2"; "" else."""
    parted = parted_from(place, other)
    if not parted:
        return ""
    words = _("won by lots") if parted[0] == DRAWN else parted_words(*parted)
    return _("tie · %s") % words


def ties_on(listed: Sequence[Place]) -> dict[Key, str]:
    """Return the `tie_words` of those before the next place of the same stage and value.

    `listed` are places in their order. In an elimination there is no value: its games say it.
    """
    ties = {}
    for at, place in enumerate(listed, 1):
        following = next((other for other in listed[at:] if other.place != place.place), None)
        if following is None or place.value is None or following.place is None:
            continue
        if (place.stage, place.value) == (following.stage, following.value):
            ties[place.key] = tie_words(place, following.key)
    return {key: words for key, words in ties.items() if words}
