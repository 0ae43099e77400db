"""What a change of seats costs: what is amiss with a game's tables, before and after it.

Nothing here asks the database. `issues_of` lists what is amiss with the tables of one game, given
the day's other games; a change costs what is amiss after it and was not before.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.lists import all_of

from .seating import Round

Pair = frozenset[int]

# Which sentence comes first: the worst.
KINDS = ("no_seat", "alone", "apart", "together", "fixed", "again", "coming", "met", "size", "same")


@dataclass(frozen=True)
class SeatIssue:
    """Something amiss with a game's tables, of a kind in `KINDS`; players are ids.

    `games` are the numbers of the other games that it is about.
    """

    kind: str
    players: tuple[int, ...] = ()
    table: int = 0
    people: int = 0
    games: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameSetting:
    """What the tables of the game `number` are held against.

    `others` are the tables of the day's other games that count, by their numbers; `met` the pairs
    who met on earlier days, where these count. `moving` says that people change tables all day, so
    that the same table twice is worth a word.
    """

    number: int
    others: Mapping[int, Round]
    size: int
    least: int
    most: int
    fixed: Mapping[int, int]
    apart: frozenset[Pair]
    together: frozenset[Pair]
    met: frozenset[Pair] = frozenset()
    moving: bool = True

    @cached_property
    def meetings(self) -> Mapping[tuple[int, int], list[int]]:
        """The other games in which two people sit together, by the two, the lower id first."""
        games: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, tables in sorted(self.others.items()):
            for table in tables:
                for pair in combinations(sorted(table), 2):
                    games[pair].append(number)
        return games

    @cached_property
    def stays(self) -> Mapping[tuple[int, int], list[int]]:
        """The other games in which somebody sits at a table, by person and table."""
        games: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, tables in sorted(self.others.items()):
            for at, table in enumerate(tables, 1):
                for player in table:
                    games[player, at].append(number)
        return games


def issues_of(setting: GameSetting, tables: Round) -> frozenset[SeatIssue]:
    """Return all that is amiss with these tables of the game."""
    return frozenset(
        issue
        for at, table in enumerate(tables, 1)
        for issues in (
            _sizes(setting, at, len(table)),
            _pairs(setting, table),
            _places(setting, at, table),
        )
        for issue in issues
    ) | frozenset(_parted(setting, tables))


def _sizes(setting: GameSetting, table: int, people: int) -> Iterator[SeatIssue]:
    if people == 1:
        yield SeatIssue("alone", table=table, people=1)
    elif people and people != setting.size:
        yield SeatIssue("size", table=table, people=people)


def _pairs(setting: GameSetting, table: Iterable[int]) -> Iterator[SeatIssue]:
    for pair in combinations(sorted(table), 2):
        games = setting.meetings.get(pair, [])
        before = tuple(number for number in games if number < setting.number)
        after = tuple(number for number in games if number > setting.number)
        if before:
            yield SeatIssue("again", pair, games=before)
        if after:
            yield SeatIssue("coming", pair, games=after)
        if frozenset(pair) in setting.met and not before:
            yield SeatIssue("met", pair)
        if frozenset(pair) in setting.apart:
            yield SeatIssue("apart", pair)


def _places(setting: GameSetting, table: int, people: Iterable[int]) -> Iterator[SeatIssue]:
    for player in people:
        needed = setting.fixed.get(player)
        if needed and needed != table:
            yield SeatIssue("fixed", (player,), table=needed)
        games = tuple(setting.stays.get((player, table), ()))
        if setting.moving and games and needed != table:
            yield SeatIssue("same", (player,), table=table, games=games)


def _parted(setting: GameSetting, tables: Round) -> Iterator[SeatIssue]:
    at = {player: number for number, table in enumerate(tables) for player in table}
    for pair in setting.together:
        places = {at[player] for player in pair if player in at}
        if len(places) > 1:
            yield SeatIssue("together", tuple(sorted(pair)))


def added(before: frozenset[SeatIssue], after: frozenset[SeatIssue]) -> list[SeatIssue]:
    """Return what is amiss after a change and was not before, the worst first."""
    return sorted(
        after - before,
        key=lambda issue: (KINDS.index(issue.kind), issue.players, issue.table),
    )


def mended(
    before: frozenset[SeatIssue], after: frozenset[SeatIssue], tables: Round
) -> list[SeatIssue]:
    """Return what was amiss before a change and is not after it, with the tables as they are then.

    A table that is empty now, or has another wrong size, has not been given the right one.
    """
    wrong = {issue.table for issue in after if issue.kind in ("size", "alone")}
    wrong |= {at for at, ids in enumerate(tables, 1) if not ids}
    return [
        issue
        for issue in added(after, before)
        if not (issue.kind in ("size", "alone") and issue.table in wrong)
    ]


def cost_words(issue: SeatIssue, setting: GameSetting, names: Mapping[int, str]) -> str:
    """Return the sentence that says what will be amiss."""
    values = _values(issue, setting, names)
    if issue.kind == "size":
        return _size_words(issue, setting)
    if issue.kind == "again":
        return (
            ngettext(
                "%(one)s and %(other)s meet again: they sat together in game %(games)s.",
                "%(one)s and %(other)s meet again: they sat together in games %(games)s.",
                len(issue.games),
            )
            % values
        )
    if issue.kind == "coming":
        return (
            ngettext(
                "%(one)s and %(other)s meet again: they also sit together in game %(games)s.",
                "%(one)s and %(other)s meet again: they also sit together in games %(games)s.",
                len(issue.games),
            )
            % values
        )
    if issue.kind == "same":
        return (
            ngettext(
                "%(one)s sits at table %(table)d more than once: in game %(games)s too.",
                "%(one)s sits at table %(table)d more than once: in games %(games)s too.",
                len(issue.games),
            )
            % values
        )
    sentences = {
        "no_seat": _("%(one)s has no seat any more."),
        "alone": _("One person alone is left at table %(table)d."),
        "apart": _("%(one)s and %(other)s sit together and wish to be apart."),
        "together": _("%(one)s and %(other)s do not sit together and wish to."),
        "fixed": _("%(one)s needs table %(table)d."),
        "met": _("%(one)s and %(other)s met on an earlier game day."),
    }
    return sentences[issue.kind] % values


def mend_words(issue: SeatIssue, setting: GameSetting, names: Mapping[int, str]) -> str:
    """Return the sentence that says what is put right."""
    sentences = {
        "no_seat": _("%(one)s gets a seat."),
        "alone": _("Nobody is alone at table %(table)d any more."),
        "apart": _("%(one)s and %(other)s are apart, as they wish."),
        "together": _("%(one)s and %(other)s sit together, as they wish."),
        "fixed": _("%(one)s sits at table %(table)d, as needed."),
        "again": _("%(one)s and %(other)s meet less often."),
        "coming": _("%(one)s and %(other)s meet less often."),
        "met": _("%(one)s and %(other)s, who met on an earlier day, do not meet."),
        "size": _("Table %(table)d has the size that you wish."),
        "same": _("%(one)s sits at table %(table)d less often."),
    }
    return sentences[issue.kind] % _values(issue, setting, names)


def _values(issue: SeatIssue, setting: GameSetting, names: Mapping[int, str]) -> dict[str, object]:
    people = [names.get(player, "?") for player in issue.players]
    return {
        "one": people[0] if people else "",
        "other": people[-1] if people else "",
        "table": issue.table,
        "games": all_of(issue.games),
    }


def _size_words(issue: SeatIssue, setting: GameSetting) -> str:
    values = {"table": issue.table, "people": issue.people}
    if issue.people < setting.least:
        sentence = ngettext(
            "Table %(table)d has %(people)d person, fewer than you wish.",
            "Table %(table)d has %(people)d people, fewer than you wish.",
            issue.people,
        )
        return sentence % values
    if issue.people > setting.most:
        return _("Table %(table)d has %(people)d people, more than you wish.") % values
    return _("Table %(table)d has %(people)d people.") % values
