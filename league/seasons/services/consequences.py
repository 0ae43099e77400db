"""What writing on a sheet would change in the league: the season's places, the club's records."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from league.days.models import GameDay
from league.seasons.models import Board, Season, SeatTally, Tally, with_decimals
from league.seasons.selectors.records import (
    NAMES,
    TITLES,
    SourcedBook,
    book_kept,
    book_read,
    names_of,
    record_sums,
    records_read,
    sourced_book,
    value_in_words,
)
from league.seasons.selectors.results import method_of, season_on
from league.seasons.selectors.season_scores import SeasonScores, board_kept, lines_of, scores_now
from league.standings.methods import Method
from league.standings.records import Holder, Record, Records
from league.standings.scores import value_written
from league.standings.table import StandingLine
from scoring.accounts.models import Club
from scoring.lists import all_of
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
    refused for another reason. But a game from paper may be taken back, and then it leaves its day
    before anybody is asked: of such a game what was before is read at once. A game of no game day
    that counts changes nothing.
    """
    day = GameDay.objects.filter(table_games__game=game, counts=True, cancelled_at=None).first()
    if day is None:
        return list
    tallies_refresh(club=game.club)
    season = season_on(game.club, day.date)
    before = _before(game, season) if game.totals_only else None
    return lambda: _tell(game, season, before or _before(game, season))


@dataclass(frozen=True)
class _Seen:
    """What the league says before or after: the season's lines, its records and the club's."""

    lines: Mapping[int, BoardLine]
    # The game's places, by which ratings move.
    places: Mapping[int, int | None]
    season: Records | None
    club: Records | None


@dataclass(frozen=True)
class _Before:
    """What was seen before, and from what that and what is after are derived."""

    seen: _Seen
    scores: SeasonScores | None
    of_season: SourcedBook | None
    of_club: SourcedBook | None


def _tell(game: Game, season: Season | None, known: _Before) -> list[Consequence]:
    before, after = known.seen, _after(game, season, known)
    consequences = []
    if season is not None:
        here = set(game.seats.values_list("player_id", flat=True))
        moves = line_changes(before.lines, after.lines, here)
        if before.places != after.places and not season.closed_at:
            moves += (_("Ratings change, too."),)
        consequences += _season_told(
            season,
            moves,
            _record_changes(before.season, after.season),
        )
    if changes := _record_changes(before.club, after.club):
        consequences.append(Consequence(_("The club’s records"), changes))
    return consequences


def _season_told(
    season: Season, moves: tuple[str, ...], records: tuple[str, ...]
) -> list[Consequence]:
    """What changes in a season; a closed one stays, and would change if it were opened again."""
    heads = {"moves": _("Leaderboard: %s") % season.name, "records": _("Records: %s") % season.name}
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


def _before(game: Game, season: Season | None) -> _Before:
    """What is before the tallies are refreshed.

    What is kept is brought up to date in memory, and from that what is after is derived: each time
    the changed games are read, and those of their players.
    """
    # Records are of ended games: the others, which are most that are corrected, need no look.
    ended = Tally.objects.filter(game=game, ended=True).exists()
    scores = _scores(season, _scores_kept(season)) if season else None
    of_season = _book(game.club, season, None) if season and ended else None
    of_club = _book(game.club, None, None) if ended else None
    seen = _Seen(
        lines=_lines_before(season, scores) if season and scores else {},
        places=_places(game),
        season=_records_before(season, of_season) if season and of_season else None,
        club=of_club.book.records if of_club else None,
    )
    return _Before(seen, scores, of_season, of_club)


def _after(game: Game, season: Season | None, known: _Before) -> _Seen:
    """What is after the tallies are refreshed."""
    tallies_refresh(club=game.club)
    of_season, of_club = known.of_season, known.of_club
    return _Seen(
        lines=_lines(season, _scores(season, known.scores)) if season else {},
        places=_places(game),
        season=_book(game.club, season, of_season).book.records if of_season else None,
        club=_book(game.club, None, of_club).book.records if of_club else None,
    )


def _places(game: Game) -> dict[int, int | None]:
    """The places in the game, by player, as the tallies have them; one query."""
    return dict(SeatTally.objects.filter(game=game).values_list("player", "place"))


def _scores_kept(season: Season) -> SeasonScores | None:
    """What the season's last board keeps, stale or not."""
    kept = board_kept(season, season.last)
    return kept.scores if kept else None


def _scores(season: Season, base: SeasonScores | None) -> SeasonScores:
    """Everybody's score in the season now."""
    return scores_now(season, season.last, base)


def _lines(season: Season, scores: SeasonScores) -> dict[int, BoardLine]:
    """The season's leaderboard, as it follows from these scores."""
    return board_lines(method_of(season), lines_of(season, season.last, scores.scores))


def board_lines(method: Method, lines: Iterable[StandingLine]) -> dict[int, BoardLine]:
    """Return these lines of a leaderboard by player, as a preview reports them."""
    return {
        int(line.player): BoardLine(
            line.place,
            line.shared,
            "" if line.value is None else value_written(method, line.value),
        )
        for line in lines
    }


def _lines_before(season: Season, scores: SeasonScores) -> dict[int, BoardLine]:
    """What the season's page says: for a closed season, what it said when it was closed."""
    board = Board.objects.filter(season=season).order_by("-date").first()
    if not season.closed_at or board is None:
        return _lines(season, scores)
    rows = board.standings.values_list("player_id", "place", "shared", "shown")
    return {player: BoardLine(place, shared, shown) for player, place, shared, shown in rows}


def _book(club: Club, season: Season | None, base: SourcedBook | None) -> SourcedBook:
    """The records of the season, or of all game days, now; without a base, from what is kept."""
    base = base or book_read(book_kept(club, season))
    return sourced_book(club, season, base, record_sums(club, season))


def _records_before(season: Season, now: SourcedBook) -> Records:
    """What the page of records says: for a closed season, what it said when it was closed."""
    kept = book_kept(season.club, season) if season.closed_at else None
    return records_read(kept.records) if kept else now.book.records


def line_changes(
    before: Mapping[int, BoardLine], after: Mapping[int, BoardLine], first: Container[int] = ()
) -> tuple[str, ...]:
    """Return a sentence for each changed place or value: players `first`, the others by place.

    Values without a place are included, since a place may come later.
    """
    nowhere = BoardLine(None, False, "")
    pairs = [
        (player, before.get(player, nowhere), after.get(player, nowhere))
        for player in {*before, *after}
        if before.get(player) != after.get(player)
    ]
    # As on the leaderboard: where one value has decimals, all have.
    if any("." in line.shown for line in (*before.values(), *after.values())):
        pairs = [
            (
                player,
                was._replace(shown=with_decimals(was.shown)),
                now._replace(shown=with_decimals(now.shown)),
            )
            for player, was, now in pairs
        ]
    names = names_of(player for player, _was, _now in pairs)
    pairs.sort(
        key=lambda pair: (
            pair[0] not in first,
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
        "value": number_format(now.shown) or _("nothing"),
        "had": number_format(was.shown) or _("nothing"),
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
        "names": all_of(names[int(player)] for player in holder.players),
        "day": date_format(holder.day),
        "round": holder.round,
    }
    if holder.round is None:
        return _("%(names)s on %(day)s") % details
    return _("%(names)s on %(day)s, round %(round)d") % details
