"""Tie-breaks in words: what each asks for, and what it did; and why somebody has no place."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from league.standings.tie_breaks import TieBreak

LABELS: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("more rounds won"),
    TieBreak.WINS: _("more games won"),
    TieBreak.BEST_GAME: _("the lowest game"),
    TieBreak.FEWEST: _("fewer points in all"),
    TieBreak.EARLIER_DATE: _("whose lowest game was earlier"),
    TieBreak.LOWEST_ROUND: _("the lowest round"),
    TieBreak.HEAD_TO_HEAD: _("who was ahead at a common table"),
    TieBreak.PLAY_OFF: _("a play-off round"),
}
# Somebody's own number, where it parted him or her from others of the same value.
PARTED_BY: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("rounds won: %s"),
    TieBreak.WINS: _("games won: %s"),
    TieBreak.BEST_GAME: _("lowest game: %s"),
    TieBreak.FEWEST: _("points in all: %s"),
    TieBreak.HEAD_TO_HEAD: _("at common tables: %s"),
    TieBreak.EARLIER_DATE: _("lowest game on: %s"),
    TieBreak.LOWEST_ROUND: _("lowest round: %s"),
    TieBreak.PLAY_OFF: _("play-off: %s"),
}
# The same for the reason of a place, as sentences: what decided, what left all level, what nobody
# knows of all of them.
DECIDED_BY: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("Decided by rounds won: %s."),
    TieBreak.WINS: _("Decided by games won: %s."),
    TieBreak.BEST_GAME: _("Decided by the lowest game: %s."),
    TieBreak.HEAD_TO_HEAD: _("Decided at common tables: %s."),
    TieBreak.EARLIER_DATE: _("Decided by the day of the lowest game: %s."),
    TieBreak.LOWEST_ROUND: _("Decided by the lowest round: %s."),
}
# The same with everybody's number beside the name.
DECIDED_AMONG: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("Who won more rounds is ahead: %s."),
    TieBreak.WINS: _("Who won more games is ahead: %s."),
    TieBreak.BEST_GAME: _("Whose best game has fewer points is ahead: %s."),
    TieBreak.HEAD_TO_HEAD: _("Who did better at common tables is ahead: %s."),
    TieBreak.EARLIER_DATE: _("Whose best game was earlier is ahead: %s."),
    TieBreak.LOWEST_ROUND: _("Whose best round has fewer points is ahead: %s."),
}
LEVEL_ON: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("All of them won the same number of rounds."),
    TieBreak.WINS: _("All of them won the same number of games."),
    TieBreak.BEST_GAME: _("Their lowest games are the same."),
    TieBreak.HEAD_TO_HEAD: _("They are level at common tables."),
    TieBreak.EARLIER_DATE: _("Their lowest games were on the same day."),
    TieBreak.LOWEST_ROUND: _("Their lowest rounds are the same."),
}
NOT_KNOWN_OF: Final[Mapping[str, Promise]] = {
    TieBreak.OUTS: _("Of some of them nobody knows how many rounds they won."),
    TieBreak.HEAD_TO_HEAD: _("Not all of them have met in the games that count."),
}
NOT_KNOWN: Final = _("Of some of them nobody knows the lowest round.")
# Why one could not decide; of most it is that a number is not known of everybody.
UNDECIDED: Final[Mapping[str, Promise]] = {
    TieBreak.HEAD_TO_HEAD: _(
        "could not decide, since they have not all met in the games that count here"
    ),
    TieBreak.PLAY_OFF: _("not all of them have played one"),
}

UNRANKED: Final[Mapping[str, Promise]] = {
    "no_games": _("no game that counts"),
    "few_games": _("too few games"),
    "few_days": _("too few days"),
    "no_rounds": _("no rounds"),
    "guest": _("guest"),
}


def tie_break_choices(among: Iterable[TieBreak]) -> list[tuple[str, Promise]]:
    """Return these tie-breaks as a form's choices: name and words."""
    return [(tie_break.value, LABELS[tie_break]) for tie_break in among]


def steps_in_words(why: Iterable[Any], player: int) -> list[str]:
    """What each tie-break did for a player among those of the same value: sentences in its order.

    A step is its name, its outcome and the numbers of those it looked at, as a standing keeps it.
    """
    steps = []
    for step, outcome, numbers in why:
        if outcome == "parted":
            number = dict(numbers).get(player, "")
            steps.append(str(DECIDED_BY.get(step, "%s")) % number_in_words(number))
        else:
            steps.append(step_undecided(step, outcome))
    return steps


def step_undecided(step: str, outcome: str) -> str:
    """Say that a tie-break left all level, or of whom nobody knows what it asks for."""
    if outcome == "level":
        return str(LEVEL_ON.get(step, step))
    return str(NOT_KNOWN_OF.get(step, NOT_KNOWN))


def level_in_words(why: Iterable[Any], player: int) -> str:
    """Say in a few words what parted a player from those of the same value in the end.

    Such as "tie · games won: 2"; "" where nobody has that value, or nothing parted them. What was
    tried before stands on the page that says why.
    """
    parted = [
        (step, dict(numbers)[player])
        for step, outcome, numbers in why
        if outcome == "parted" and player in dict(numbers)
    ]
    if not parted:
        return ""
    step, number = parted[-1]
    return gettext("tie · %s") % (str(PARTED_BY.get(step, "%s")) % number_in_words(number))


def parted_words(step: str, ahead: str, behind: str) -> str:
    """Say by which two numbers somebody came before another, such as "lowest round: 0 to 4"."""
    details = {"ahead": number_in_words(ahead), "behind": number_in_words(behind)}
    numbers = pgettext("two numbers beside each other", "%(ahead)s to %(behind)s") % details
    return str(PARTED_BY.get(step, "%s")) % numbers


def number_in_words(text: str) -> str:
    """A step's number as people write it: 1½ for 3/2, and a day as days are written."""
    if "-" in text[1:]:
        return date_format(datetime.date.fromisoformat(text))
    whole, half, _rest = text.partition("/2")
    if not half:
        return text
    number = int(whole)
    return f"{number // 2 or ''}½"
