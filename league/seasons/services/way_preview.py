"""What another way of counting would do to a season's leaderboard, said before it is saved."""

import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from league.seasons.models import Season, with_decimals
from league.seasons.selectors.records import names_of
from league.seasons.selectors.results import (
    board_dates,
    days_left_out,
    guests_of,
    method_of,
    results_of,
    results_on,
)
from league.standings.results import Result
from league.standings.table import standings
from scoring.collation import name_order
from scoring.lists import all_of

from .consequences import BoardLine, board_lines, line_changes
from .tallies import tallies_refresh


@dataclass(frozen=True)
class WayPreview:
    """Who leads before and after, how many of the `people` get another place, and each change.

    `season_then` is the season with its changes. `mark` is equal for equal previews of equal
    changes: who agreed has seen this very one.
    """

    season_then: Season
    leads_now: str
    leads_then: str
    moved: int
    people: int
    sentences: tuple[str, ...]
    mark: str


def way_preview(season: Season, changes: Mapping[str, Any]) -> WayPreview | None:
    """Return what these changes of an open season would do to its places; None where nothing."""
    if not board_dates(season):
        return None
    tallies_refresh(club=season.club)
    changed = Season.objects.get(pk=season.pk)
    for name, value in changes.items():
        setattr(changed, name, value)
    return _preview(sorted(changes.items(), key=str), changed, _lines(season), _lines(changed))


def days_preview(season: Season, days: Collection[int]) -> WayPreview | None:
    """Return what it would do to the places to let those of these days count that do not yet.

    None where it does nothing, and for a closed season.
    """
    if season.closed_at or not board_dates(season):
        return None
    tallies_refresh(club=season.club)
    before, added = _lines(season), days_left_out(season).filter(pk__in=days)
    out = guests_of(season) if season.guests == Season.Guests.LEFT_OUT else ()
    more = [result for result in results_on(added) if result.player not in out]
    return _preview(sorted(days), season, before, _lines(season, more))


def _preview(
    changes: Sequence[object],
    season_then: Season,
    before: Mapping[int, BoardLine],
    after: Mapping[int, BoardLine],
) -> WayPreview | None:
    people = {*before, *after}
    nowhere = BoardLine(None, shared=False, shown="")
    moved = [
        player
        for player in people
        if before.get(player, nowhere)[:2] != after.get(player, nowhere)[:2]
    ]
    if not before or not moved:
        return None
    sentences = line_changes(before, after)
    seen = repr((changes, sentences))
    return WayPreview(
        season_then=season_then,
        leads_now=_leaders(before),
        leads_then=_leaders(after),
        moved=len(moved),
        people=len(people),
        sentences=sentences,
        mark=f"{zlib.crc32(seen.encode()):08x}",
    )


def _lines(season: Season, more: Sequence[Result] = ()) -> dict[int, BoardLine]:
    """The season's leaderboard as all its games give it now; of a season that need not be kept."""
    method = method_of(season)
    return board_lines(method, standings(method, [*results_of(season, season.last), *more]))


def _leaders(lines: Mapping[int, BoardLine]) -> str:
    """Who has the first place, with the value, such as "Ann and Bob (12.5)"; or nobody."""
    first = [player for player, line in lines.items() if line.place == 1]
    if not first:
        return _("nobody")
    names = names_of(first)
    people = sorted((names[player] for player in first), key=name_order)
    shown = lines[first[0]].shown
    # As on the leaderboard: where one value has decimals, all have.
    if any("." in line.shown for line in lines.values()):
        shown = with_decimals(shown)
    details = {"names": all_of(people), "value": number_format(shown)}
    return _("%(names)s (%(value)s)") % details
