"""What one player's games come to: the page of a person.

Everything follows from the seat tallies, which are as new as the last refresh. A game that is not
finished is listed and counts nowhere; nor does one that the player left unranked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Case, Count, F, Q, QuerySet, Sum, When

from league.seasons.models import SeatTally
from league.seasons.public import came_in_with, game_of_day, played_on
from league.standings.profile import GameHistory, profile
from league.standings.results import Result
from scoring.accounts.models import Player
from scoring.collation import name_order
from scoring.sheets.models import Game, Seat

MOST_RIVALS = 500


@dataclass(frozen=True)
class Figures:
    """A player's finished games in figures, and the codes of these games by their ids.

    `late` are the points that the player came in with and the missed rounds that they are for, by
    game; games that go on are among them.
    """

    profile: GameHistory
    codes: Mapping[int, str]
    late: Mapping[int, tuple[int, int]]

    def missed(self, game: int) -> int:
        """For how many rounds of a game the player came too late, and was given points."""
        return self.late.get(game, (0, 0))[1]

    @property
    def came_in(self) -> tuple[int, int]:
        """The points that the player came in with, and for how many rounds, in all ranked games."""
        entries = [self.late.get(int(game.game), (0, 0)) for game in self._ranked]
        return sum(points for points, _rounds in entries), sum(
            rounds for _points, rounds in entries
        )

    @property
    def points(self) -> int:
        """The totals of all ranked games together."""
        return sum(game.total or 0 for game in self._ranked)

    @property
    def without_place(self) -> int:
        """In how many finished games the player has no place."""
        return len(self.profile.games) - self.profile.ranked

    @property
    def rounds_told(self) -> int:
        """Of how many rounds it is known who went out."""
        return sum(
            game.rounds - self.missed(int(game.game))
            for game in self._ranked
            if game.outs is not None
        )

    @property
    def _ranked(self) -> list[Result]:
        return [game for game in self.profile.games if game.ranked]

    @property
    def best_code(self) -> str:
        """The code of the game with the lowest total; "" if there is none."""
        return self._code(self.profile.best)

    @property
    def worst_code(self) -> str:
        """The code of the game with the highest total; "" if there is none."""
        return self._code(self.profile.worst)

    def _code(self, result: Result | None) -> str:
        return self.codes[int(result.game)] if result else ""


@dataclass(frozen=True)
class Rival:
    """Another player at the same tables: games together, and who had the lower total in them.

    Games that either left unranked are together and nothing more.
    """

    player_id: int
    name: str
    games: int
    lower: int
    higher: int

    @property
    def equal(self) -> int:
        """Games in which nobody was lower: equal totals, or one of the two unranked."""
        return self.games - self.lower - self.higher


def figures_of(player: Player) -> Figures:
    """What the player's finished games come to; two queries."""
    tallies = list(
        SeatTally.objects.filter(game__seat_tallies__player=player, game__finished_at__isnull=False)
        .select_related("game")
        .defer("points", "out_rounds", "game__rules")
        .annotate(day=played_on("game__"))
        .order_by("day", game_of_day("game__").asc(nulls_first=True), "game__started_at", "game")
    )
    results = [_result(tally, order) for order, tally in enumerate(tallies)]
    codes = {tally.game_id: tally.game.code for tally in tallies}
    entries = came_in_with(SeatTally.objects.filter(player=player))
    late = {game: entry for (_player, game), entry in entries.items()}
    return Figures(profile(player.pk, results), codes, late)


def _result(tally: SeatTally, order: int) -> Result:
    return Result(
        player=tally.player_id,
        game=tally.game_id,
        day=tally.day,  # type: ignore[attr-defined]
        order=order,
        total=None if tally.place is None else tally.total,
        rounds=tally.rounds,
        outs=tally.rounds_out,
        place=tally.place,
        sharing=tally.sharing,
        players=tally.players,
        lowest_round=tally.best_round,
    )


def rivals_of(player: Player) -> list[Rival]:
    """Everybody the player has finished a game with, most games first; one query."""
    both = Q(place__isnull=False, game__seat_tallies__place__isnull=False)
    mine = F("game__seat_tallies__total")
    rows = (
        SeatTally.objects.filter(game__seat_tallies__player=player, game__finished_at__isnull=False)
        .exclude(player=player)
        .values("player", "player__name")
        .annotate(
            games=Count("pk"),
            lower=Sum(Case(When(both & Q(total__gt=mine), then=1), default=0)),
            higher=Sum(Case(When(both & Q(total__lt=mine), then=1), default=0)),
        )
        .order_by("-games", "player__name_key")[:MOST_RIVALS]
    )
    rivals = (
        Rival(row["player"], row["player__name"], row["games"], row["lower"], row["higher"])
        for row in rows
    )
    return sorted(rivals, key=lambda rival: (-rival.games, name_order(rival.name)))


def game_lines(player: Player) -> QuerySet[SeatTally]:
    """The player's games for a list, newest first, with their game and its table; to be paged."""
    return (
        SeatTally.objects.filter(player=player)
        .select_related("game__table_game")
        .defer("points", "out_rounds")
        .annotate(day=played_on("game__"))
        .order_by("-day", game_of_day("game__").desc(nulls_last=True), "-game__started_at", "-game")
    )


def names_at(games: Iterable[Game]) -> dict[int, list[str]]:
    """The names at each game's table in playing order, by the game's id; one query."""
    names: dict[int, list[str]] = {}
    seats = Seat.objects.filter(game__in=list(games)).order_by("game", "place")
    for game, name in seats.values_list("game", "player__name"):
        names.setdefault(game, []).append(name)
    return names
