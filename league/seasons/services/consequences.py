"""What writing on a sheet would change in the league: the season's places, the club's records."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.days.models import GameDay
from league.seasons.models import Board, Season
from league.seasons.selectors.records import (
    NAMES,
    TITLES,
    Book,
    PlayedGame,
    book_kept,
    book_of,
    days_of_records,
    names_of,
    played_games,
    records_mark,
    records_read,
    value_in_words,
)
from league.seasons.selectors.results import board_dates, method_of, results_of, season_on
from league.standings.records import Holder, Record, Records
from league.standings.results import Result
from league.standings.scores import written
from league.standings.table import standings
from scoring.sheets.models import Game
from scoring.sheets.selectors.consequences import place_in_words
from scoring.values import Consequence

from .tallies import tallies_refresh

Tell = Callable[[], list[Consequence]]
# The most holders of a record that a sentence names.
NAMED = 3


class BoardLine(NamedTuple):
    """A player's line of a leaderboard, as far as a correction reports it."""

    place: int | None
    shared: bool
    shown: str


def foresee(game: Game) -> Tell:
    """What tells, after the game's sheet was written on, what that changes in the league.

    To be called under the game's lock, before the writing and in its transaction. Until tallies are
    refreshed they say what was before: so all the work is done after the writing, which may be
    refused for another reason. A game of no game day that counts changes nothing.
    """
    day = GameDay.objects.filter(table_games__game=game, counts=True, cancelled_at=None).first()
    if day is None:
        return list
    tallies_refresh(club=game.club)
    season = season_on(game.club, day.date)
    return lambda: _tell(game, season)


@dataclass(frozen=True)
class _Seen:
    """What the league says before or after: the season's lines, its records and the club's."""

    lines: Mapping[int, BoardLine]
    season: Records | None
    club: Records | None


def _tell(game: Game, season: Season | None) -> list[Consequence]:
    before, after = _both(game, season)
    consequences = []
    if season is not None:
        consequences += _season_told(
            season,
            _line_changes(game, before.lines, after.lines),
            _record_changes(before.season, after.season),
        )
    if changes := _record_changes(before.club, after.club):
        consequences.append(Consequence(_("The club's records"), changes))
    return consequences


def _season_told(
    season: Season, moves: tuple[str, ...], records: tuple[str, ...]
) -> list[Consequence]:
    """What changes in a season; a closed one stays, and would change if it were opened again."""
    heads = {"moves": _("Season %s") % season.name, "records": _("Records of %s") % season.name}
    sentences = []
    if season.closed_at and not moves:
        again = () if records else (_("It would also if it were opened again."),)
        stays = _("%s is closed and stays as it was.") % season.name
        sentences.append(Consequence(heads["moves"], intro=" ".join((stays, *again))))
    elif season.closed_at:
        intro = _("%s is closed and stays as it was. If it were opened again:") % season.name
        sentences.append(Consequence(heads["moves"], moves, intro))
    elif moves:
        sentences.append(Consequence(heads["moves"], moves))
    if records:
        intro = _("If it were opened again:") if season.closed_at else ""
        sentences.append(Consequence(heads["records"], records, intro))
    return sentences


def _both(game: Game, season: Season | None) -> tuple[_Seen, _Seen]:
    """What is before the tallies are refreshed, and after that."""
    days = days_of_records(game.club)
    # Records are of ended games: the others, which are most that are corrected, need no look.
    ended = played_games(days, game=game)
    played = played_games(days) if ended else {}
    results = results_of(season, board_dates(season)[-1]) if season else []
    before = _Seen(
        lines=_lines_before(season, results) if season else {},
        season=_records_before(game, season, played) if season and ended else None,
        club=_records_before(game, None, played) if ended else None,
    )
    tallies_refresh(club=game.club)
    if season:
        own = results_of(season, board_dates(season)[-1], game=game)
        results = [*(result for result in results if result.game != game.pk), *own]
    played |= played_games(days, game=game) if ended else {}
    after = _Seen(
        lines=_lines(season, results) if season else {},
        season=_book(season, played).records if season and ended else None,
        club=_book(None, played).records if ended else None,
    )
    return before, after


def _lines(season: Season, results: Iterable[Result]) -> dict[int, BoardLine]:
    """The season's leaderboard now, as it follows from the results."""
    return {
        int(standing.player): BoardLine(
            standing.place,
            standing.shared,
            "" if standing.value is None else written(standing.value),
        )
        for standing in standings(method_of(season), results)
    }


def _lines_before(season: Season, results: Iterable[Result]) -> dict[int, BoardLine]:
    """What the season's page says: for a closed season, what it said when it was closed."""
    board = Board.objects.filter(season=season).order_by("-date").first()
    if not season.closed_at or board is None:
        return _lines(season, results)
    rows = board.standings.values_list("player_id", "place", "shared", "shown")
    return {player: BoardLine(place, shared, shown) for player, place, shared, shown in rows}


def _book(season: Season | None, played: Mapping[int, PlayedGame]) -> Book:
    """The records of the season's games, or of all, among the club's."""
    return book_of(
        game
        for game in played.values()
        if season is None or season.first <= game.course.day <= season.last
    )


def _records_before(game: Game, season: Season | None, played: Mapping[int, PlayedGame]) -> Records:
    """What the page of records says: kept ones where they are new, or of a closed season."""
    kept = book_kept(game.club, season)
    closed = season is not None and season.closed_at
    if kept is not None and (closed or kept.fingerprint == records_mark(game.club, season)):
        return records_read(kept.records)
    return _book(season, played).records


def _line_changes(
    game: Game, before: Mapping[int, BoardLine], after: Mapping[int, BoardLine]
) -> tuple[str, ...]:
    """Return a sentence for each changed place or value: players of this game first, then by place.

    Values without a place are included, since a place may come later.
    """
    nowhere = BoardLine(None, False, "")
    pairs = [
        (player, before.get(player, nowhere), after.get(player, nowhere))
        for player in {*before, *after}
        if before.get(player) != after.get(player)
    ]
    here = set(game.seats.values_list("player_id", flat=True))
    names = names_of(player for player, _was, _now in pairs)
    pairs.sort(
        key=lambda pair: (
            pair[0] not in here,
            pair[2].place is None,
            pair[2].place or 0,
            names[pair[0]],
        )
    )
    return tuple(_line_change(names[player], was, now) for player, was, now in pairs)


def _line_change(name: str, was: BoardLine, now: BoardLine) -> str:
    details = {
        "name": name,
        "now": place_in_words(now.place, shared=now.shared),
        "was": place_in_words(was.place, shared=was.shared),
        "value": now.shown or _("nothing"),
        "had": was.shown or _("nothing"),
    }
    if details["now"] == details["was"]:
        return _("%(name)s: %(value)s instead of %(had)s, %(now)s as before.") % details
    if now.shown == was.shown:
        return _("%(name)s: %(now)s instead of %(was)s, with %(value)s as before.") % details
    return _("%(name)s: %(now)s instead of %(was)s, with %(value)s instead of %(had)s.") % details


def _record_changes(before: Records | None, after: Records | None) -> tuple[str, ...]:
    """A sentence for each record that has another value or other holders."""
    if before is None or after is None:
        return ()
    changed = [name for name in NAMES if getattr(before, name) != getattr(after, name)]
    records = [getattr(seen, name) for seen in (before, after) for name in changed]
    holders = [holder for record in records if record for holder in record.holders]
    names = names_of({int(player) for holder in holders for player in holder.players})
    return tuple(
        _("%(record)s: %(now)s instead of %(was)s.")
        % {
            "record": TITLES[name],
            "now": _record_in_words(name, getattr(after, name), names),
            "was": _record_in_words(name, getattr(before, name), names),
        }
        for name in changed
    )


def _record_in_words(name: str, record: Record | None, names: Mapping[int, str]) -> str:
    if record is None:
        return _("nobody")
    holders = [_holder_in_words(holder, names) for holder in record.holders[:NAMED]]
    more = len(record.holders) - NAMED
    if more > 0:
        holders.append(_("%d more") % more)
    value = value_in_words(name, record.value)
    return _("%(value)s (%(holders)s)") % {"value": value, "holders": _("; ").join(holders)}


def _holder_in_words(holder: Holder, names: Mapping[int, str]) -> str:
    details = {
        "names": _(", ").join(names[int(player)] for player in holder.players),
        "day": date_format(holder.day),
        "round": holder.round,
    }
    if holder.round is None:
        return _("%(names)s on %(day)s") % details
    return _("%(names)s on %(day)s, round %(round)d") % details
