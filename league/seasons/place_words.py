"""Why somebody's place on a leaderboard is what it is, step by step, in whole sentences.

An example, of a season that counts points a round: "Ann has 120 points from 10 rounds. That is
12.00 a round. Bob and Cal have 12.00, too. Who won more rounds is ahead: Bob (5), Ann (3)
and Cal (3). Who won more games is ahead: Ann (2) and Cal (1). So Ann has place 4 of 14."
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from league.standings.methods import BY_DAY, Count, Measure
from league.standings.scores import Unranked, written
from league.tie_break_words import DECIDED_AMONG, number_in_words, step_undecided
from scoring.lists import NAMED, listed

from .models import BoardRow, Season

MOST_DAYS: Final = 40
NO_PLACE: Final[Mapping[str, Promise]] = {
    Unranked.NO_GAMES: gettext_lazy("%(name)s has no place: no game counts so far."),
    Unranked.FEW_DAYS: gettext_lazy("%(name)s has no place: too few days count so far."),
    Unranked.NO_ROUNDS: gettext_lazy("%(name)s has no place: no round counts so far."),
    Unranked.GUEST: gettext_lazy(
        "%(name)s is a guest this season. Guests are listed below the others, without a place."
    ),
}


@dataclass(frozen=True)
class PlaceAmong:
    """A line of a board among the others: how many have a place, who is level, who is next.

    `level` are the others of the same value, best first. `ahead` and `behind` are the nearest
    lines with another place, None where there is none. `names` are those of all whom the line's
    tie-breaks compared, by their ids. `days` are those that count, where that is known and asked.
    `came_in` are the points that a late arrival came in with, and the missed rounds they are for.
    """

    line: BoardRow
    ranked: int
    level: Sequence[BoardRow]
    ahead: BoardRow | None
    behind: BoardRow | None
    names: Mapping[int, str]
    days: Sequence[datetime.date] = ()
    came_in: tuple[int, int] = (0, 0)


def place_reasons(season: Season, among: PlaceAmong) -> list[str]:
    """Say why the place is what it is: each step that decided, in order, in a sentence or more."""
    line = among.line
    value, neighbors = " ".join(_value(season, among)), " ".join(_neighbors(among))
    steps = (
        [value, _no_place(season, line)]
        if line.place is None
        else [value, neighbors, *_ties(season, among), _place(among)]
    )
    return [step for step in steps if step]


def _value(season: Season, among: PlaceAmong) -> list[str]:
    """Say what the games came to, and what value that gives; nothing where nothing counts."""
    line = among.line
    if not line.exact:
        return []
    value, name = Fraction(*map(int, line.exact.split("/"))), line.player.name
    sentences = []
    if season.count in BY_DAY:
        sentences.append(
            _("The days of %(name)s that count add up to %(value)s.")
            % {"name": name, "value": line.value_words}
        )
    elif season.measure == Measure.BEATEN and season.count == Count.PER_GAME:
        sentences.append(
            _("%(name)s beat %(value)s percent of the opponents, on average.")
            % {"name": name, "value": line.value_words}
        )
    else:
        sentences += _sum(season, among, value)
    if line.brought is not None:
        amount = number_format(_amount(Fraction(line.brought)))
        sentences.append(_("This includes %s, which was brought forward.") % amount)
    if among.days:
        days = listed([date_format(day) for day in among.days], MOST_DAYS)
        sentences.append(_("These days count: %s.") % days)
    return sentences


def _sum(season: Season, among: PlaceAmong, value: Fraction) -> list[str]:
    line = among.line
    by_round = season.count == Count.PER_ROUND
    parts = line.rounds if by_round else line.games
    averages = by_round or season.count == Count.PER_GAME
    amount = value * parts if averages else value
    sentences = [
        _sum_words(season.measure, parts, by_round=by_round)
        % {
            "name": line.player.name,
            "sum": number_format(_amount(amount)) if averages else line.value_words,
            "parts": parts,
        }
    ]
    points, missed = among.came_in
    gaps = {"name": line.player.name, "points": points, "missed": missed}
    if missed and season.measure == Measure.POINTS:
        came_in = ngettext(
            "Among them are %(points)s that %(name)s came in with, for %(missed)s missed round.",
            "Among them are %(points)s that %(name)s came in with, for %(missed)s missed rounds.",
            missed,
        )
        sentences.append(came_in % gaps)
    elif missed and by_round:
        sentences.append(_("%(name)s missed %(missed)s of these rounds.") % gaps)
    if averages:
        average = _("That is %s a round.") if by_round else _("That is %s a game.")
        sentences.append(average % line.value_words)
    return sentences


def _sum_words(measure: str, parts: int, *, by_round: bool) -> str:
    """Return the sentence for what so many games or rounds came to, by what counts."""
    if measure == Measure.POINTS and by_round:
        return ngettext(
            "%(name)s has %(sum)s points from %(parts)s round.",
            "%(name)s has %(sum)s points from %(parts)s rounds.",
            parts,
        )
    if measure == Measure.POINTS:
        return ngettext(
            "%(name)s has %(sum)s points from %(parts)s game.",
            "%(name)s has %(sum)s points from %(parts)s games.",
            parts,
        )
    if measure == Measure.PLACES:
        return ngettext(
            "%(name)s has %(sum)s place points from %(parts)s game.",
            "%(name)s has %(sum)s place points from %(parts)s games.",
            parts,
        )
    if measure == Measure.BEATEN:
        return ngettext(
            "The percentages of %(name)s add up to %(sum)s in %(parts)s game.",
            "The percentages of %(name)s add up to %(sum)s in %(parts)s games.",
            parts,
        )
    if measure == Measure.WINS:
        return ngettext(
            "%(name)s won %(sum)s of %(parts)s game.",
            "%(name)s won %(sum)s of %(parts)s games.",
            parts,
        )
    if by_round:
        return ngettext(
            "%(name)s won %(sum)s of %(parts)s round.",
            "%(name)s won %(sum)s of %(parts)s rounds.",
            parts,
        )
    return ngettext(
        "In %(parts)s game %(name)s won this many rounds: %(sum)s.",
        "In %(parts)s games %(name)s won this many rounds: %(sum)s.",
        parts,
    )


def _amount(amount: Fraction) -> str:
    return written(amount, 0 if amount.denominator == 1 else 2)


def _neighbors(among: PlaceAmong) -> list[str]:
    """Say who is next with a better and with a worse value, and with which."""
    line = among.line
    sentences = []
    for other, words in (
        (among.ahead, _("%(name)s is next ahead, with %(value)s.")),
        (among.behind, _("%(name)s is next behind, with %(value)s.")),
    ):
        if other is not None:
            sentences.append(words % {"name": other.player.name, "value": other.value_words})
            if other.shown == line.shown and other.exact != line.exact:
                sentences.append(_("The difference is too small to show in two decimals."))
    if among.ahead is None and not among.level and among.ranked > 1:
        sentences.insert(0, _("Nobody has a better value."))
    return sentences


def _ties(season: Season, among: PlaceAmong) -> list[str]:
    """Say who has the same value, and what each tie-break did, and over which days."""
    line = among.line
    if not among.level:
        return []
    names = [other.player.name for other in among.level]
    same = ngettext(
        "%(names)s has %(value)s, too.", "%(names)s have %(value)s, too.", len(names)
    ) % {"names": listed(names), "value": line.value_words}
    steps = [
        _decided(step, _compared(numbers, line.player_id, among.names))
        if outcome == "parted"
        else step_undecided(step, outcome)
        for step, outcome, numbers in line.why
    ]
    # With no more days than count, nobody has one that is left out.
    leaves_out = season.count in BY_DAY and any(
        row.days > season.days or season.count == Count.ALL_BUT for row in (line, *among.level)
    )
    if steps and leaves_out:
        over = _("All days decide between them, also those that do not count.")
        return [f"{same} {over}", *steps]
    return [same, *steps]


def _decided(step: str, numbers: Iterable[tuple[str, str]]) -> str:
    people = [
        pgettext("somebody and a number", "%(name)s (%(number)s)")
        % {"name": name, "number": number_in_words(number)}
        for name, number in numbers
    ]
    return str(DECIDED_AMONG.get(step, "%s")) % listed(people)


def _compared(
    numbers: Sequence[tuple[int, str]], player: int, names: Mapping[int, str]
) -> list[tuple[str, str]]:
    """Return names and numbers, best first: of many, those around the player's own."""
    at = next((at for at, (pk, _number) in enumerate(numbers) if pk == player), 0)
    first = max(0, min(at - NAMED // 2, len(numbers) - NAMED))
    around = numbers[first : first + NAMED]
    return [(names.get(pk, _("somebody")), number) for pk, number in around]


def _place(among: PlaceAmong) -> str:
    line = among.line
    gaps = {"name": line.player.name, "place": line.place, "ranked": among.ranked}
    if not line.shared:
        return _("So %(name)s has place %(place)s of %(ranked)s.") % gaps
    others = [other.player.name for other in among.level if other.place == line.place]
    return _(
        "Nothing decides between them, so %(name)s shares place %(place)s with %(others)s."
    ) % {
        **gaps,
        "others": listed(others),
    }


def _no_place(season: Season, line: BoardRow) -> str:
    gaps = {"name": line.player.name, "games": line.games, "needed": season.least_games}
    if line.unranked == Unranked.FEW_GAMES:
        return (
            ngettext(
                "%(name)s has no place: %(needed)s game is needed, and %(name)s has %(games)s.",
                "%(name)s has no place: %(needed)s games are needed, and %(name)s has %(games)s.",
                season.least_games,
            )
            % gaps
        )
    return str(NO_PLACE.get(line.unranked, NO_PLACE[Unranked.NO_GAMES])) % gaps


def players_compared(line: BoardRow) -> set[int]:
    """Return the ids of all whom the line's tie-breaks compared."""
    compared: Iterable[tuple[str, str, list[tuple[int, str]]]] = line.why
    return {pk for _step, _outcome, numbers in compared for pk, _number in numbers}
