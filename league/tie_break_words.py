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
    TieBreak.OUTS: _("by rounds gone out in: %s"),
    TieBreak.WINS: _("by games won: %s"),
    TieBreak.BEST_GAME: _("by the lowest game: %s"),
    TieBreak.HEAD_TO_HEAD: _("by common tables: %s"),
    TieBreak.EARLIER_DATE: _("by the earlier lowest game: %s"),
    TieBreak.LOWEST_ROUND: _("by the lowest round: %s"),
}
# Why one could not decide; of most it is that a number is not known of everybody.
UNDECIDED: Final[Mapping[str, Promise]] = {
    TieBreak.HEAD_TO_HEAD: _("could not decide, since they have not all met"),
    TieBreak.PLAY_OFF: _("none was played by all of them"),
}


def tie_break_choices(among: Iterable[TieBreak]) -> list[tuple[str, Promise]]:
    """Return these tie-breaks as a form's choices: name and words."""
    return [(tie_break.value, LABELS[tie_break]) for tie_break in among]
