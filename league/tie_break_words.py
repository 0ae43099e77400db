"""Tie-breaks in words: what each asks for, and what it did."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.standings.tie_breaks import TieBreak

LABELS: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("more rounds gone out in"),
    TieBreak.WINS: _("more games won"),
    TieBreak.BEST_GAME: _("the lowest game"),
    TieBreak.FEWEST: _("fewer points in all"),
    TieBreak.EARLIER_DATE: _("whose lowest game was earlier"),
    TieBreak.LOWEST_ROUND: _("the lowest round"),
    TieBreak.HEAD_TO_HEAD: _("who was ahead at a common table"),
    TieBreak.PLAY_OFF: _("a play-off round"),
}
# With the number that parted somebody from others, on the leaderboard.
PARTED_BY: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("rounds gone out in decided: %s"),
    TieBreak.WINS: _("games won decided: %s"),
    TieBreak.BEST_GAME: _("the lowest game decided: %s"),
    TieBreak.HEAD_TO_HEAD: _("common tables decided: %s"),
    TieBreak.EARLIER_DATE: _("the earlier lowest game decided: %s"),
    TieBreak.LOWEST_ROUND: _("the lowest round decided: %s"),
}
# Where it left somebody level with others.
LEVEL_ON: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("level on rounds gone out in"),
    TieBreak.WINS: _("level on games won"),
    TieBreak.BEST_GAME: _("level on the lowest game"),
    TieBreak.HEAD_TO_HEAD: _("level at common tables"),
    TieBreak.EARLIER_DATE: _("lowest game on the same day"),
    TieBreak.LOWEST_ROUND: _("level on the lowest round"),
}
NOT_KNOWN_OF: Final[Mapping[str, Promise]] = {
    TieBreak.HEAD_TO_HEAD: _("not all have met at a table"),
}
NOT_KNOWN: Final = _("the lowest round is not known of all")
# Why one could not decide; of most it is that a number is not known of everybody.
UNDECIDED: Final[Mapping[str, Promise]] = {
    TieBreak.HEAD_TO_HEAD: _("could not decide, since they have not all met"),
    TieBreak.PLAY_OFF: _("none was played by all of them"),
}


def tie_break_choices(among: Iterable[TieBreak]) -> list[tuple[str, Promise]]:
    """Return these tie-breaks as a form's choices: name and words."""
    return [(tie_break.value, LABELS[tie_break]) for tie_break in among]
