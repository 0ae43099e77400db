"""The tables of a round of seating: their people, and the state of their games."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scoring import referee
from scoring.disputes.models import Dispute
from scoring.sheets.models import Game
from scoring.sheets.progress import Progress
from scoring.sheets.selectors.many_sheets import sheets_of
from scoring.sheets.selectors.next_round import Plan, plan_of
from scoring.sheets.selectors.sheet import Sheet
from scoring.values import HasRules

from .seating import DaySeating

# A paper sheet has no more lines.
MOST_LINES = 19


@dataclass(frozen=True)
class Card:
    """A seat of a table: `seat` counts from 0 and gives its color and shape.

    `total` (points) is None before the first round is scored, `leads` says that it is the lowest.
    """

    seat: int
    player_id: int
    name: str
    total: int | None = None
    leads: bool = False


@dataclass(frozen=True)
class TableLine:
    """One table of a round of seating; without `game` nothing has begun there.

    `rounds` is how many rounds its game has recorded, of `of` where the rules fix that. `open` are
    its disputes that are not settled, and rounds that two tablets recorded differently. `left` are
    the players who left it before its end.
    """

    number: int
    cards: tuple[Card, ...]
    game: Game | None = None
    rounds: int = 0
    of: int | None = None
    open: int = 0
    plan: Plan | None = field(default=None, repr=False)
    left: tuple[int, ...] = ()

    @property
    def state(self) -> str:
        """waiting, playing, or finished."""
        if self.game is None:
            return "waiting"
        return "playing" if self.game.finished_at is None else "finished"

    @property
    def progress(self) -> Progress | None:
        """How far its game is while it plays."""
        return Progress(self.rounds, self.of) if self.state == "playing" else None

    @property
    def lacks_result(self) -> bool:
        """Whether nothing is scored at it yet."""
        return self.game is None or (self.game.finished_at is None and not self.rounds)

    @property
    def is_empty(self) -> bool:
        """Whether it was started, and nothing was ever written on its score sheet."""
        return self.state == "playing" and self.game is not None and not self.game.revision

    @property
    def takes_late(self) -> bool:
        """Whether it plays, and has a round left for somebody who comes now."""
        return self.state == "playing" and not (self.plan is not None and self.plan.over)


def _sheets(games: Iterable[Game]) -> dict[int, Sheet]:
    """The sheets of several games by their ids; three queries, however many games."""
    return {sheet.game.pk: sheet for sheet in sheets_of(list(games))}


def tables_of(seating: DaySeating, number: int) -> list[TableLine]:
    """The tables of a round of seating, table 1 first; four queries."""
    games = {table: game for (at, table), game in seating.games.items() if at == number}
    sheets = _sheets(games.values())
    disputes = Counter(
        Dispute.objects.filter(game__in=games.values(), settled_at=None).values_list(
            "game", flat=True
        )
    )
    return [
        _scored(table, games[table], sheets[games[table].pk], disputes)
        if table in games
        else TableLine(
            table,
            tuple(Card(seat, pk, seating.names[pk]) for seat, pk in enumerate(ids)),
        )
        for table, ids in enumerate(seating.tables(number), 1)
        if ids or table in games
    ]


def _scored(table: int, game: Game, sheet: Sheet, disputes: Mapping[int, int]) -> TableLine:
    plan = plan_of(sheet)
    leaders = {seat.id for seat in sheet.leaders}
    return TableLine(
        number=table,
        cards=tuple(
            Card(
                seat.color,
                seat.player_id,
                seat.name,
                seat.total if sheet.is_scored else None,
                seat.id in leaders,
            )
            for seat in sheet.seats
            if not seat.left
        ),
        game=game,
        rounds=sheet.rounds_played,
        of=plan.rounds,
        open=disputes[game.pk] + len(sheet.contests),
        plan=plan,
        left=tuple(seat.player_id for seat in sheet.seats if seat.left),
    )


def totals_of(seating: DaySeating, number: int) -> dict[int, int]:
    """Everybody's total (points) in a round of seating, where a round of it is scored."""
    games = [game for (at, _table), game in seating.games.items() if at == number]
    return {
        seat.player_id: seat.total
        for sheet in sheets_of(games)
        if sheet.is_scored
        for seat in sheet.seats
    }


def playing_now(seating: DaySeating, number: int) -> dict[int, tuple[int, int]]:
    """Who cannot begin at a table: player to (round of seating, table) of another game of the day.

    Those are games that still go on, and those of this round, without people who have left.
    """
    games = {
        game.pk: key
        for key, game in seating.games.items()
        if key[0] == number or game.finished_at is None
    }
    sheets = _sheets(game for game in seating.games.values() if game.pk in games)
    return {
        seat.player_id: games[pk]
        for pk, sheet in sheets.items()
        for seat in sheet.seats
        if not seat.left
    }


def starting_doubles(game: HasRules) -> list[int | None]:
    """The starting doubles (pips) of a whole game's rounds; None where only the table can say.

    A game without a fixed length has as many lines as its dominoes have doubles.
    """
    rounds = referee.round_count(game) or game.set + 1
    doubles: list[int | None] = []
    for _round in range(min(rounds, MOST_LINES)):
        doubles.append(referee.next_double(game, doubles))
    return doubles
