"""An elimination's seats follow from who won: what a correction moves, and what it takes back."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.standings.results import Key
from league.tournaments.brackets.certainty import unsure_walkovers
from league.tournaments.brackets.knockout import State, brackets
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import Loaded, TableState, loaded
from league.tournaments.directing.selectors.another_winner import AnotherWinner, another_winner
from league.tournaments.models import Stage, StageRound, StageTable, Tournament
from league.tournaments.stages.selectors.undecided import played_after
from scoring.accounts.authors import Author
from scoring.lists import listed
from scoring.refusals import Refusal
from scoring.values import Consequence

from .games_taken_back import games_take_back
from .running import stage_on
from .seat_changes import seats_write

FOLLOWS: Final = "follows"
"""The kind of a line of the log: after a correction another one plays in a bracket's next game."""
OPEN_AGAIN: Final = "open again"
"""The code of a refusal after which the closed stage can be opened again."""


@dataclass(frozen=True)
class Followed:
    """What another winner leads to in the games after it, in sentences.

    Games are `taken_back`, and others play in some `seats`.
    """

    taken_back: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()

    @property
    def any(self) -> bool:
        """Whether anything follows."""
        return bool(self.taken_back or self.seats)


def seats_follow(before: Loaded, after: Loaded, table: StageTable, author: Author) -> Followed:
    """Let who wins a game after a correction play in the next one, in the place of who had won.

    In the second half of a double elimination the other one takes a seat in turn. What was played
    there by the wrong one is taken back, and so are the seats of all games after the next one;
    where the two cannot change places, those of the next one, too. Only directors and organizers
    correct what is over, and they have seen it first. Raises `Refusal` in a closed stage.
    """
    stage, number = table.round.stage, table.round.number
    later = [row for row in after.rounds.get(stage.pk, ()) if row.number > number]
    if stage.kind == Stage.Kind.TABLES or not later:
        return Followed()
    was, now = _winner(before, table), _winner(after, table)
    if was == now:
        return Followed()
    if stage.closed_at is not None:
        keep_next_seats(after, table)
    pair = {key for key in (was, now) if key is not None}
    there = after.tables_of(stage, number + 1)
    states = [state for state in there if not pair.isdisjoint(state.seats)]
    seats = [set(state.seats) & pair for state in states] + [set(later[0].byes) & pair]
    # Both there meet again, such as in a second final; who has left comes to no seat.
    swap = len(pair) == 2 and any(seats) and all(_may_swap(after, pair, those) for those in seats)
    begun = [state for state in states if swap and state.begun]
    unseated = later[1:] if swap else later
    taken_back = games_take_back(after, begun, unseated, author)
    if not swap:
        return Followed(taken_back)
    sentences = _write_followed(after, later[0], states, tuple(map(int, pair)))
    log_append(
        tournament=after.tournament,
        author=author,
        kind=FOLLOWS,
        text=" ".join(sentences),
        details={"stage": stage.pk, "round": number + 1, "entrants": [now, was]},
    )
    return Followed(taken_back, sentences)


def keep_who_won(before: Loaded, table: StageTable) -> None:
    """Raise `Refusal` where a first result lets another one win than whom a walkover sent on.

    Nobody has seen what it would change. Where nothing is seated since, that is so of a table that
    had not begun: everybody reads that its walkover is certain. Asked once the result is written.
    """
    stage = table.round.stage
    if stage.kind == Stage.Kind.TABLES:
        return
    was, rounds = _winner(before, table), before.rounds.get(stage.pk, ())
    is_newest = rounds[-1].number == table.round.number
    unsure = unsure_walkovers(before.settled_course(stage)) if is_newest else frozenset()
    if is_newest and (was is None or (table.round.number, was) in unsure):
        return
    after = loaded(before.tournament)
    if was == _winner(after, table):
        return
    if not is_newest:
        keep_next_seats(after, table)
        return
    names = {seat.entrant_id: seat.entrant.name for seat in table.seats.select_related("entrant")}
    left = next(name for pk, name in names.items() if pk != was)
    raise Refusal(
        "walkover",
        _(
            "Nobody noted that table %(table)d had begun when %(left)s left. So every page says "
            "that this is a walkover. If they did play, put %(left)s back in first. Then type "
            "this in."
        )
        % {"table": table.number, "left": left},
    )


def with_seats(changed: Sequence[Consequence], follow: Followed) -> tuple[Consequence, ...]:
    """Return what a correction changes in a tournament, with what it takes back, and who sits."""
    gone = (Consequence(_("Games that are taken back"), follow.taken_back),)
    first = gone if follow.taken_back else ()
    if not changed or not follow.seats:
        return (*first, *changed)
    head, *rest = changed
    return (*first, replace(head, sentences=(*head.sentences, *follow.seats)), *rest)


def _may_swap(snapshot: Loaded, pair: Set[Key], there: Set[Key]) -> bool:
    """Whether the other one of two can come to where one of them is."""
    coming = [snapshot.entrants[int(key)] for key in pair - there] if there else []
    return not there or (len(coming) == 1 and coming[0].withdrawn_at is None)


def _write_followed(
    snapshot: Loaded, game: StageRound, states: Sequence[TableState], pair: Sequence[int]
) -> tuple[str, ...]:
    """Let each of the two have the other's seat or bye in a game, and say so, tables first."""
    other = dict(zip(pair, reversed(pair), strict=True))
    sentences = []
    for state in states:
        (leaves,) = other.keys() & set(state.seats)
        seats_write(state.row.pk, [other.get(key, key) for key in state.seats])
        sentences.append(
            _("%(name)s plays in %(other)s's place at table %(table)d of game %(game)d.")
            % {
                "name": snapshot.entrants[other[leaves]].name,
                "other": snapshot.entrants[leaves].name,
                "table": state.row.number,
                "game": game.number,
            }
        )
    if free := other.keys() & set(game.byes):
        byes = [other.get(key, key) for key in game.byes]
        StageRound.objects.filter(pk=game.pk).update(byes=byes)
        sentences += [
            _("%(name)s goes on in game %(game)d without playing, instead of %(other)s.")
            % {
                "name": snapshot.entrants[other[leaves]].name,
                "other": snapshot.entrants[leaves].name,
                "game": game.number,
            }
            for leaves in free
        ]
    return tuple(sentences)


def keep_next_seats(snapshot: Loaded, table: StageTable) -> None:
    """Raise `Refusal` where who wins at a table of an elimination has a seat in its next game."""
    stage, number = table.round.stage, table.round.number
    later = [row.number for row in snapshot.rounds.get(stage.pk, ()) if row.number > number]
    if not later:
        return
    if stage.closed_at is not None and played_after(snapshot, stage) is None:
        raise Refusal(
            OPEN_AGAIN,
            _("%s is closed. Open it again first.") % stage.name,
        )
    way = another_winner(snapshot) if stage.closed_at is None and later == [number + 1] else None
    if way is not None and not way.begun:
        raise Refusal("seated", seats_back_first(number + 1))
    if way is not None and not way.papers and not way.written:
        raise Refusal(
            "starts",
            _(
                "Game %(next)d has begun, and nothing is written there yet. Under “Change seats”, "
                "take back its starts first, then its seats."
            )
            % {"next": number + 1},
        )
    if way is not None:
        raise _written(way)
    raise Refusal(
        "played_on",
        _(
            "Game %(next)d has begun, and the winner of this table has a seat in it. So the same "
            "person has to win. You can correct totals as long as that person still wins."
        )
        % {"next": number + 1},
    )


def seats_back_first(game: int) -> str:
    """Say that the seats of an elimination's newest game have to be taken back first."""
    return _(
        "The winner of this table has a seat in game %(next)d already. Under “Change "
        "seats”, take the seats of game %(next)d back first."
    ) % {"next": game}


def _written(way: AnotherWinner) -> Refusal:
    """That one of the two has to win, since something is written at tables of the next game."""
    sentence = ngettext(
        "At table %(tables)s of game %(next)d something is written already. So the seats of that "
        "game stay, and somebody has to win here.",
        "At tables %(tables)s of game %(next)d something is written already. So the seats of "
        "that game stay, and somebody has to win here.",
        len(written := sorted((*way.papers, *way.written))),
    )
    details = {"tables": listed(map(str, written)), "next": way.game}
    return Refusal("played_on", sentence % details)


def _winner(snapshot: Loaded, table: StageTable) -> Key | None:
    """Return who wins at a table of an elimination; None while nobody does.

    Of two who are level and are both there, who has a seat in the next game has not won either.
    """
    course, at = snapshot.courses[table.round.stage_id], (table.round.number, table.number)
    for bracket in brackets(course).values():
        for match in (match for matches in bracket.matches for match in matches):
            if (match.round, match.table) != at:
                continue
            lines = [course.lines.get((match.round, key)) for key in match.sides if key is not None]
            played = all(line is not None and line.total is not None for line in lines)
            level = match.state is State.WALKOVER and played
            return None if level and course.out.isdisjoint(match.sides) else match.winner
    return None


def seats_to_take_back(snapshot: Loaded) -> int:
    """Return the elimination's game whose seats can be taken back, 0 for none."""
    way = another_winner(snapshot)
    return way.game if way is not None and not way.begun else 0


@transaction.atomic
def game_unseat(*, tournament: Tournament, author: Author, number: int) -> None:
    """Take back the seats of an elimination's newest game, so that the one before can be corrected.

    Raises `Refusal` where a table of it has begun, and for the first game.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    if number == 0 or seats_to_take_back(snapshot) != number:
        raise Refusal("begun", _("The seats of game %d cannot be taken back now.") % number)
    stage.seated.filter(number=number).delete()
    log_append(
        tournament=tournament,
        author=author,
        kind="unseat",
        text=_("%(stage)s: the seats of game %(number)d were taken back.")
        % {"stage": stage.name, "number": number},
        details={"stage": stage.pk, "round": number},
    )
