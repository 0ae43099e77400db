"""The seating of a game day: what was played, what is planned, and where the two disagree."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.days.models import GameDay, Plan, TableGame, Wish
from scoring.accounts.models import Player
from scoring.sheets.models import Game, Seat
from scoring.sheets.selectors.many_sheets import sheets_of
from scoring.web.compiled_queries import CompiledQuery

from .game_days import Attendee, people_of

Table = tuple[int, ...]
Round = tuple[Table, ...]

TWICE = 2
PLANS = CompiledQuery(lambda day: Plan.objects.filter(game_day=day, taken_at__isnull=False)[:1])
TABLE_GAMES = CompiledQuery(
    lambda day: TableGame.objects.filter(game_day=day).select_related("game")
)
SEATS = CompiledQuery(
    lambda day: (
        Seat.objects.filter(game__table_game__game_day=day)
        .select_related("player__same_as")
        .order_by("game", "place")
    )
)
WISHES = CompiledQuery(
    lambda club: Wish.objects.filter(club=club).select_related("one__same_as", "other__same_as")
)


@dataclass(frozen=True)
class Locks:
    """What a new plan leaves as it is: (round of seating, player), (round of seating, table)."""

    people: frozenset[tuple[int, int]] = frozenset()
    tables: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class DaySeating:
    """A day's rounds of seating, each its tables (table 1 first) with players' ids in seat order.

    What was played stands as it was played; the rest as the plan in force has it. `games` are the
    games by round of seating and table number. Rounds are numbered from 1.
    The first `kept` ones stay as they are, also before they begin. `planned` are the rounds as the
    plan in force has them, whatever was played.
    """

    day: GameDay
    people: tuple[Attendee, ...]
    plan: Plan | None
    rounds: tuple[Round, ...]
    games: Mapping[tuple[int, int], Game]
    names: Mapping[int, str]
    locks: Locks = Locks()
    kept: int = 0
    planned: tuple[Round, ...] = ()

    @property
    def begun(self) -> int:
        """The last round of seating with a game; 0 before the first."""
        return max((number for number, _table in self.games), default=0)

    @property
    def first_open(self) -> int:
        """The first round whose seats can still be planned."""
        return max(self.day.current_round, self.begun + 1, self.kept + 1)

    @property
    def here(self) -> tuple[Attendee, ...]:
        """Those who are in the room."""
        return tuple(person for person in self.people if person.is_here(self.day.current_round))

    @cached_property
    def gone_ids(self) -> frozenset[int]:
        """The players who went home, also under the numbers of merged records."""
        here = self.here
        return frozenset(
            pk
            for person in self.people
            if person.attendance.left_at and person not in here
            for pk in (person.player.pk, person.attendance.player_id)
        )

    def tables(self, number: int) -> Round:
        """The tables of a round of seating, none where it is not planned."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else ()

    def is_over(self, number: int) -> bool:
        """Whether people are seated for that game, and each of its tables has finished."""
        seated = [table for table, ids in enumerate(self.tables(number), 1) if ids]
        games = [self.games.get((number, table)) for table in seated]
        return bool(seated) and all(game and game.finished_at for game in games)

    @property
    def is_played(self) -> bool:
        """Whether the day's last game is over."""
        now = self.day.current_round
        return now >= self.day.rounds and self.is_over(now)

    def seats(self, number: int) -> dict[int, tuple[int, int]]:
        """Each seated player's table number and seat (from 0) in a round."""
        return {
            player: (table, seat)
            for table, ids in enumerate(self.tables(number), 1)
            for seat, player in enumerate(ids)
        }


def seating_of(day: GameDay) -> DaySeating:
    """The day's seating from its rows; five queries, however many tables."""
    plan = PLANS.first(day.pk)
    rows = TABLE_GAMES.rows(day.pk)
    games = {(row.seating_round, row.table_number): row.game for row in rows}
    played: dict[int, list[Player]] = defaultdict(list)
    for seat in SEATS.rows(day.pk):
        played[seat.game_id].append(seat.player.same_as or seat.player)
    people = people_of(day)
    # A plan from before the day had fewer games has more of them: those are not played.
    of_plan = plan.tables[: day.rounds] if plan else []
    planned = [[list(table) for table in tables] for tables in of_plan]
    locks = plan.locks if plan else {}
    wanted = {pk for tables in planned for table in tables for pk in table}
    same = _who_is_who(wanted.union(*(row["people"] for row in locks.values())))
    names = {player.pk: player.name for player in same.values()}
    names |= {player.pk: player.name for ids in played.values() for player in ids}
    names |= {person.player.pk: person.name for person in people}
    rounds = []
    by_plan = tuple(tuple(_once(same, table) for table in tables) for tables in planned)
    for number in range(1, max([len(planned), *(key[0] for key in games)]) + 1):
        tables = by_plan[number - 1] if number <= len(by_plan) else ()
        begun = {
            table: tuple(player.pk for player in played[game.pk])
            for (at, table), game in games.items()
            if at == number
        }
        there = _without_gone(tables, people, number)
        at_tables = _not_begun(there, begun, number, games) | begun
        last = max([len(tables), *begun])
        rounds.append(tuple(at_tables.get(table, ()) for table in range(1, last + 1)))
    return DaySeating(
        day,
        tuple(people),
        plan,
        tuple(rounds),
        games,
        names,
        _locks(locks, same),
        planned=by_plan,
    )


def _without_gone(planned: Round, people: Sequence[Attendee], number: int) -> Round:
    """The planned tables of a game without those who will have gone home by then.

    So whoever stays finds at the table the sign, the card and the number of people with which the
    game then begins.
    """
    gone = {person.player.pk for person in people if person.leaves_before(number)}
    return tuple(tuple(pk for pk in table if pk not in gone) for table in planned)


def _not_begun(
    planned: Round, begun: Mapping[int, Table], number: int, games: Mapping[tuple[int, int], Game]
) -> dict[int, Table]:
    """The planned tables of a game that have not begun, by number.

    Whoever plays that game at another table is sent to no second one. Who left that table may be:
    which is asked only where somebody stands twice, in three queries more.
    """
    waiting = {table: ids for table, ids in enumerate(planned, 1) if table not in begun}
    seated = {pk for ids in waiting.values() for pk in ids}
    twice = {table for table, ids in begun.items() if seated.intersection(ids)}
    playing = {
        seat.player_id
        for sheet in (sheets_of([games[number, table] for table in twice]) if twice else ())
        for seat in sheet.seats
        if not seat.left
    }
    return {table: tuple(pk for pk in ids if pk not in playing) for table, ids in waiting.items()}


def _locks(locks: Mapping[str, Any], same: Mapping[int, Player]) -> Locks:
    """The locks of a plan, with players as they are known now."""
    people, tables = set(), set()
    for number, row in locks.items():
        people |= {(int(number), same[pk].pk) for pk in row["people"] if pk in same}
        tables |= {(int(number), table) for table in row["tables"]}
    return Locks(frozenset(people), frozenset(tables))


def _who_is_who(ids: Collection[int]) -> dict[int, Player]:
    """Who each record of a player is now; one query at most."""
    if not ids:
        return {}
    players = Player.objects.select_related("same_as").filter(pk__in=ids)
    return {player.pk: player.same_as or player for player in players}


def _once(same: Mapping[int, Player], table: Sequence[int]) -> Table:
    return tuple(dict.fromkeys(same[pk].pk for pk in table if pk in same))


def wishes_of(day: GameDay) -> list[Wish]:
    """The wishes that hold on that day: its own, and those for always."""
    return [wish for wish in WISHES.rows(day.club_id) if wish.game_day_id in (None, day.pk)]


def wished_pair(wish: Wish) -> tuple[Player, Player]:
    """The two people that a wish is about, as they are known now."""
    return wish.one.same_as or wish.one, wish.other.same_as or wish.other


def earlier_tables(day: GameDay, players: Iterable[int]) -> list[Table]:
    """The tables of the club's earlier game days, with those of these players who sat there."""
    wanted = set(players)
    tables: dict[int, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(
        game__table_game__game_day__club=day.club,
        game__table_game__game_day__date__lt=day.date,
        player__in=wanted,
    )
    for game_id, player_id in rows.values_list("game_id", "player_id").order_by("game_id", "place"):
        tables[game_id].append(player_id)
    return [tuple(ids) for ids in tables.values() if len(ids) > 1]


def faults(seating: DaySeating, wishes: Sequence[Wish]) -> list[str]:
    """Return where the seating does not fit attendance and wishes, a sentence each."""
    if seating.plan is None:
        return []
    coming = _coming(seating)
    return [
        *people_faults(seating),
        *_wishes_amiss(seating, coming, wishes),
        *_sizes_amiss(seating, coming),
    ]


def people_faults(seating: DaySeating) -> list[str]:
    """Return those faults that only another plan mends: of games, and of who has a seat."""
    if seating.plan is None:
        return []
    faults = [*_at_two_tables(seating)]
    last = _last_game(seating)
    if len(seating.rounds) < last:
        faults.append(
            _("The day has %(rounds)d games in a row, and the plan %(planned)d.")
            % {"rounds": last, "planned": len(seating.rounds)}
        )
    return [*faults, *_people_amiss(seating, _coming(seating))]


def _last_game(seating: DaySeating) -> int:
    """The last game that a plan should have by now."""
    if seating.day.movement == GameDay.Movement.LOWEST:
        return min(seating.day.rounds, len(seating.rounds))
    return seating.day.rounds


def _coming(seating: DaySeating) -> range:
    return range(seating.first_open, min(_last_game(seating), len(seating.rounds)) + 1)


def _people_amiss(seating: DaySeating, coming: range) -> Iterator[str]:
    for person, number in without_seat(seating, coming):
        yield no_seat_words(person.name, number)
    for words, _spared in _gone_words(seating, coming):
        yield words


def spared_words(seating: DaySeating) -> frozenset[str]:
    """Return what `people_faults` says of those who left, and whose tables play on without them."""
    return frozenset(words for words, spared in _gone_words(seating, _coming(seating)) if spared)


def _gone_words(seating: DaySeating, coming: range) -> Iterator[tuple[str, bool]]:
    """Say who is not there and still has a seat, and whether the tables can do without them."""
    known = {person.player.pk: person for person in seating.people}

    def plays(pk: int, number: int) -> bool:
        return pk in known and known[pk].plays(number)

    plan = plan_of(seating)
    placed = {number: plan.seats(number) for number in coming}
    for pk in sorted({pk for seats in placed.values() for pk in seats}):
        gone = [n for n in coming if pk in placed[n] and not plays(pk, n)]
        if not gone:
            continue
        tables = {n: placed[n][pk][0] for n in gone}
        spared = pk in known and all(
            sum(plays(other, n) for other in seating.tables(n)[table - 1]) >= seating.day.least
            for n, table in tables.items()
        )
        words = {"name": seating.names[pk], "round": gone[0], "table": tables[gone[0]]}
        sentence = _("%(name)s is not there in game %(round)d and still has a seat.")
        if spared:
            sentence = _("%(name)s is not there in game %(round)d. Table %(table)d plays without.")
        yield sentence % words, spared


def without_seat(
    seating: DaySeating, coming: Sequence[int] | None = None
) -> Iterator[tuple[Attendee, int]]:
    """Return whoever plays in a game to come and has no seat in it, with the first such game."""
    numbers = _coming(seating) if coming is None else coming
    placed = {number: seating.seats(number) for number in numbers}
    for person in seating.people:
        for number in numbers:
            if person.plays(number) and person.player.pk not in placed[number]:
                yield person, number
                break


def no_seat_words(name: str, number: int) -> str:
    """Say that somebody who is there in a game has no seat in it."""
    return _("%(name)s has no seat in game %(round)d yet.") % {"name": name, "round": number}


def _wishes_amiss(seating: DaySeating, coming: range, wishes: Sequence[Wish]) -> Iterator[str]:
    for number in coming:
        seats = seating.seats(number)
        for wish in wishes:
            player, other = wished_pair(wish)
            if player.pk not in seats or other.pk not in seats:
                continue
            together = seats[player.pk][0] == seats[other.pk][0]
            if together != (wish.kind == Wish.Kind.TOGETHER):
                yield (
                    _("%(one)s and %(other)s sit at one table in game %(round)d.")
                    if together
                    else _("%(one)s and %(other)s do not sit together in game %(round)d.")
                ) % {"one": player.name, "other": other.name, "round": number}
        for person in seating.people:
            if person.fixed and person.player.pk in seats:
                table = seats[person.player.pk][0]
                if table != person.fixed:
                    yield _("%(name)s needs table %(fixed)d and sits at %(table)d.") % {
                        "name": person.name,
                        "fixed": person.fixed,
                        "table": table,
                    }


def _sizes_amiss(seating: DaySeating, coming: range) -> Iterator[str]:
    least, most = seating.day.least, seating.day.most
    for number in coming:
        laid = sum(1 for ids in seating.tables(number) if ids)
        if seating.day.tables is not None and laid > seating.day.tables:
            yield _("Game %(round)d has %(laid)d tables, and you have %(tables)d.") % {
                "round": number,
                "laid": laid,
                "tables": seating.day.tables,
            }
        for table, ids in enumerate(seating.tables(number), 1):
            if ids and not least <= len(ids) <= most:
                yield ngettext(
                    "Table %(table)d of game %(round)d has %(people)d person.",
                    "Table %(table)d of game %(round)d has %(people)d people.",
                    len(ids),
                ) % {"table": table, "round": number, "people": len(ids)}


def _at_two_tables(seating: DaySeating) -> Iterator[str]:
    at: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (number, table), game in sorted(seating.games.items()):
        if game.finished_at is None:
            for pk in seating.tables(number)[table - 1]:
                at[pk].append((number, table))
    for pk, places in at.items():
        if len(places) > 1 and len({table for _number, table in places}) > 1:
            yield _("%(name)s sits at tables %(one)d and %(other)d at once.") % {
                "name": seating.names[pk],
                "one": places[0][1],
                "other": places[1][1],
            }


@dataclass(frozen=True)
class Quality:
    """How well a plan mixes people, counted from it: pairs are two names.

    `again` are the pairs that meet more than once, with how often; `never` is how many pairs of
    those seated never meet.
    """

    again: tuple[tuple[str, str, int], ...]
    most: int
    never: int


def plan_of(seating: DaySeating) -> DaySeating:
    """Return the seating as the plan in force has it, with nothing played otherwise."""
    return replace(seating, rounds=seating.planned)


def with_plan(seating: DaySeating, plan: Plan) -> DaySeating:
    """Return the seating as it would be once a plan that waits is taken."""
    tables = tuple(tuple(tuple(table) for table in row) for row in plan.tables)
    rounds = seating.rounds[: plan.from_round - 1] + tables[plan.from_round - 1 :]
    unknown = dict.fromkeys((pk for row in tables for table in row for pk in table), "?")
    return replace(
        seating, plan=plan, rounds=rounds, planned=tables, names=unknown | dict(seating.names)
    )


def quality_words(seating: DaySeating, wishes: Sequence[Wish]) -> list[str]:
    """Say how good the seats are: who meets again, where a plan mixes people, and what is amiss."""
    mixes = seating.day.movement == GameDay.Movement.PLAN
    again = [meeting_words(quality_of(seating).again)] if mixes else []
    return again + faults(seating, wishes)


def meetings_in(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """Return how often each two meet, the lower id first."""
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )


def repeats_in(rounds: Iterable[Round]) -> int:
    """Return how many meetings there are beyond the first of each two."""
    return sum(times - 1 for times in meetings_in(rounds).values())


def quality_of(seating: DaySeating) -> Quality:
    """Return the meetings of this day alone, counted from the seats."""
    met = meetings_in(seating.rounds)
    everybody = {pk for tables in seating.rounds for table in tables for pk in table}
    again = [
        (seating.names[player], seating.names[other], times)
        for (player, other), times in met.items()
        if times > 1
    ]
    possible = len(everybody) * (len(everybody) - 1) // 2
    return Quality(
        again=tuple(sorted(again, key=lambda row: (-row[2], row[0], row[1]))),
        most=max(met.values(), default=0),
        never=possible - len(met),
    )


def meeting_words(again: Sequence[tuple[str, str, int]]) -> str:
    """Who meets again on this day, in a sentence or two: the most frequent pair first."""
    if not again:
        return _("Nobody meets twice.")
    first, second, times = again[0]
    names = {"first": first, "second": second, "times": times, "pairs": len(again)}
    if times == TWICE:
        sentence = ngettext(
            "%(first)s and %(second)s meet again.",
            "%(pairs)d pairs meet twice, and nobody more often.",
            len(again),
        )
        return sentence % names
    more = len(again) - 1
    worst = _("%(first)s and %(second)s meet in %(times)d games.") % names
    others = ngettext("%d other pair meets again.", "%d other pairs meet again.", more) % more
    return f"{worst} {others}" if more else worst


def moves(before: Round, after: Round) -> list[tuple[int, int | None, int | None]]:
    """Return who changes tables: player, table before, table after (None: at none)."""
    old, new = (
        {pk: table for table, ids in enumerate(tables, 1) for pk in ids}
        for tables in (before, after)
    )
    return [(pk, old.get(pk), new.get(pk)) for pk in (old | new) if old.get(pk) != new.get(pk)]
