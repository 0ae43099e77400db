"""What becomes of people in an elimination once their game is over: out, through, or still in."""

from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.standings.results import Key
from league.tournaments.brackets.certainty import unsure_walkovers
from league.tournaments.brackets.knockout import OVER, brackets, is_open_again
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage


class Fate(StrEnum):
    """How somebody stands who has no game that is seated and not over.

    THROUGH waits for the next game; so does who has LOST_ONCE, where it takes two losses to be out.
    WALKOVER is who has nobody to play with, while the sheet of their table may still come in. DONE
    has played the last game of all, and nothing is to come.
    """

    OUT = "out"
    THROUGH = "through"
    LOST_ONCE = "lost_once"
    WALKOVER = "walkover"
    DONE = "done"


def fate_words(fate: Fate) -> str:
    """Return how somebody stands in an elimination who has no game to play now."""
    return {
        Fate.OUT: pgettext("somebody in a bracket", "out"),
        Fate.THROUGH: _("through, waits for the next game"),
        Fate.LOST_ONCE: _("lost once, waits for the next game"),
        Fate.WALKOVER: _("walkover, unless a result comes in"),
        Fate.DONE: _("has played the last game"),
    }[fate]


def bracket_fates(loaded: Loaded, stage: Stage) -> dict[Key, Fate]:
    """Return how those stand whose game is over; nobody of a stage of tables.

    Of a walkover that a sheet which comes in late could still change, that is said; nothing is of a
    game that is open again.
    """
    if stage.kind == Stage.Kind.TABLES:
        return {}
    course, fates = loaded.settled_course(stage), dict[Key, Fate]()
    for bracket in brackets(course).values():
        games = [match for matches in bracket.matches for match in matches]
        seated = [match for match in games if match.round and match.state not in OVER]
        playing = {key for match in seated for key in match.sides}
        lost = {match.loser for match in games if match.state in OVER}
        waits = Fate.DONE if bracket.is_over else Fate.THROUGH
        for key in bracket.still_in:
            if key not in playing:
                fates[key] = Fate.LOST_ONCE if key in lost and waits is not Fate.DONE else waits
        fates |= dict.fromkeys(bracket.lost_in, Fate.OUT)
        if bracket.is_over:
            last = {key for match in bracket.matches[-1] for key in match.sides}
            fates |= {key: Fate.DONE for key in bracket.lost_in if key in last}
        again = [match for match in games if is_open_again(course, match)]
        for key in (key for match in again for key in match.sides if key is not None):
            fates.pop(key, None)
    unsure = {key for _game, key in unsure_walkovers(course)}
    return {key: Fate.WALKOVER if key in unsure else fate for key, fate in fates.items()}
