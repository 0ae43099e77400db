"""Proof that rounds are played by the rules: every position is put to `engine.rulings.rulings`.

In each position of a round, each move that `engine.simulation.play` gives must be allowed by the
rulings, and each other tile and train of the hand not; what is to be done next, who is next and
whether the round is over must be the same; and every tile must be in one place.
"""

from collections.abc import Iterator
from typing import Final

from engine.rules.rule_set import RuleSet
from engine.rulings.rulings import Ruling, rule
from engine.simulation.moves import Act, Ended, tiles_in
from engine.simulation.play import RoundState
from engine.simulation.players import Player
from engine.simulation.watching import Watch
from engine.table.case import Ask
from engine.table.position import Position
from engine.tiles import Tile, full_set

_ACTS = {
    Act.PLAY: ("lay",),
    Act.DRAW: ("draw",),
    Act.MARK: ("mark", "pass_and_mark"),
    Act.PASS: ("pass", "end_turn"),
    Act.STOP: ("end_turn",),
}


class DisagreementError(Exception):
    """The play and the rulings differ; the message says on what."""


MOST_ACTS: Final = 5_000
"""A round of the largest set with the most seats has fewer acts than this."""


def prove_round(state: RoundState, rules: RuleSet, player: Player, rolls: Iterator[int]) -> Watch:
    """Play a round to its end, and put each of its positions to the rulings.

    Raises `DisagreementError` for the first thing on which they differ, or where the round does
    not end. Returns what has happened.
    """
    watch = Watch(state, rules)
    for _ in range(MOST_ACTS):
        went_out = state.ended is not None
        act = state.next_act()
        for sentence in disagreements(watch, act):
            raise DisagreementError(sentence)
        if act is Act.OVER:
            # Playing without proof takes a number to find that nobody can go on.
            _ = None if went_out else next(rolls)
            return watch
        if act is Act.PLAY:
            _prove_play(watch, player(state, state.moves, next(rolls)))
        else:
            watch.does(act)
            if act is Act.DRAW:
                state.draw()
            else:
                next(rolls)
                state.end_turn(mark=act is Act.MARK)
            watch.did()
    raise DisagreementError("The round does not end.")


def _prove_play(watch: Watch, move: int) -> None:
    """Make this move, and check that the same seat acts next as by the rulings."""
    state, train = watch.state, move >> 5
    tile = Tile(state.open_ends[train], move & 31)
    position = watch.position().after(tile, watch.train(train), move & 31)
    ruled = rule(position, Ask("who", "next"))
    watch.does(Act.PLAY, move)
    state.play(move)
    watch.did()
    following = None if state.ended is not None else watch.names[state.seat]
    only_a_marker_left = state.drawn_played and not state.book.drawn_double_draw_again
    if following != ruled.value and not state.builds_first_train() and not only_a_marker_left:
        raise DisagreementError(_compared(f"Next is {following}", ruled))


def disagreements(watch: Watch, act: Act) -> Iterator[str]:
    """Yield all on which play and rulings differ in this position, each as a sentence."""
    state = watch.state
    yield from _lost_tiles(watch)
    position = watch.position()
    if not state.played and not state.drew:
        over = rule(position, Ask("is", "over"))
        ended = act is Act.OVER and state.ended is not Ended.STUCK
        if (over.verdict == "yes") != ended:
            yield _compared("The round is over" if ended else "The round goes on", over)
    if act is Act.OVER:
        return
    moves = set(state.legal_moves())
    for low, high in tiles_in(state.hands[state.seat]):
        tile = Tile(low, high)
        for train, open_end in enumerate(state.open_ends):
            ask = Ask("may", "lay", (tile,), watch.train(train))
            ruled = rule(position, ask)
            legal = tile.has(open_end) and train << 5 | tile.other_end(open_end) in moves
            if ruled.verdict != ("allowed" if legal else "not_allowed"):
                yield _compared(f"{tile} on {watch.train(train)}: {legal}", ruled)
    yield from _next_act(state, position, act)


def _next_act(state: RoundState, position: Position, act: Act) -> Iterator[str]:
    """Yield on what the rulings differ about what is to be done."""
    may_draw = rule(position, Ask("may", "draw"))
    if (may_draw.verdict == "allowed") != (act is Act.DRAW):
        yield _compared(f"Draw: {act.value}", may_draw)
    book = state.book
    grows_freely = state.builds_first_train() and book.first_turn_mode == "chain_any"
    follows_freely = bool(state.pending) and book.double_gives == "optional_tile"
    may_end_here = act is Act.PLAY and (grows_freely or follows_freely)
    may_mark_instead = act is Act.DRAW and rule(position, Ask("may", "mark")).verdict == "allowed"
    must = rule(position, Ask("must", "act"))
    if may_end_here or may_mark_instead:
        return
    if must.value not in _ACTS[act]:
        yield _compared(f"Next: {act.value}", must)


def _lost_tiles(watch: Watch) -> Iterator[str]:
    """Yield a sentence where a tile of the set is not in one place."""
    state = watch.state
    tiles = [Tile(state.start, state.start), *(Tile(*tile) for tile in state.boneyard)]
    tiles += [tile for train in watch.on_trains for tile in train]
    for hand in state.hands:
        tiles += [Tile(*tile) for tile in tiles_in(hand)]
    if sorted(tiles) != list(full_set(watch.highest)):
        yield "A tile is lost, or is in two places."


def _compared(what: str, ruled: Ruling) -> str:
    answer = ruled.verdict if ruled.value is None else ruled.value
    return f"{what}; the rulings say {answer} ({ruled.because} {', '.join(ruled.clauses)})"
