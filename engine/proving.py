"""Proof that rounds are played by the rules: every position is put to `engine.rulings`.

In each position of a round, each move that `engine.play` gives must be allowed by the rulings,
and each other tile and train of the hand not; what is to be done next, who is next and whether
the round is over must be the same; and every tile must be in one place.
"""

from collections.abc import Iterator
from typing import Final

from engine.moves import Act, How, tiles_in
from engine.play import Play
from engine.players import Player
from engine.position import Position
from engine.rules import RuleSet
from engine.rulings import Ask, Ruling, rule
from engine.tiles import Tile, full_set
from engine.watching import Watch

_ACTS = {
    Act.LAY: ("lay",),
    Act.DRAW: ("draw",),
    Act.MARK: ("mark", "pass_and_mark"),
    Act.PASS: ("pass", "end_turn"),
    Act.STOP: ("end_turn",),
}


class DisagreementError(Exception):
    """The play and the rulings do not say the same; the message says on what."""


MOST_ACTS: Final = 5_000
"""A round of the largest set with the most seats has fewer acts than this."""


def prove_round(play: Play, rules: RuleSet, player: Player, rolls: Iterator[int]) -> Watch:
    """Play a round to its end, and put each of its positions to the rulings.

    Raises `DisagreementError` for the first thing on which they differ, or where the round does
    not end. Answers what has happened.
    """
    watch = Watch(play, rules)
    for _ in range(MOST_ACTS):
        went_out = play.how is not None
        act = play.act()
        for found in disagreements(watch, act):
            raise DisagreementError(found)
        if act is Act.OVER:
            # Whoever plays without proof takes a number to find that nobody can go on.
            _ = None if went_out else next(rolls)
            return watch
        if act is Act.LAY:
            _prove_lay(watch, player(play, play.moves, next(rolls)))
        else:
            watch.does(act)
            if act is Act.DRAW:
                play.draw()
            else:
                next(rolls)
                play.end_turn(mark=act is Act.MARK)
            watch.did()
    raise DisagreementError("The round does not end.")


def _prove_lay(watch: Watch, move: int) -> None:
    """Make this move, and see whether the same seat acts next as by the rulings."""
    play, train = watch.play, move >> 5
    tile = Tile(play.tails[train], move & 31)
    position = watch.position().after(tile, watch.train(train), move & 31)
    ruled = rule(position, Ask("who", "next"))
    watch.does(Act.LAY, move)
    play.lay(move)
    watch.did()
    following = None if play.how is not None else watch.names[play.seat]
    only_a_marker_left = play.drawn_laid and not play.book.drawn_double_draw_again
    if following != ruled.value and not play.chains() and not only_a_marker_left:
        raise DisagreementError(_said(f"Next is {following}", ruled))


def disagreements(watch: Watch, act: Act) -> Iterator[str]:
    """All on which play and rulings differ in this position, each as a sentence."""
    play = watch.play
    yield from _lost_tiles(watch)
    position = watch.position()
    if not play.laid and not play.drew:
        over = rule(position, Ask("is", "over"))
        ended = act is Act.OVER and play.how is not How.STUCK
        if (over.verdict == "yes") != ended:
            yield _said("The round is over" if ended else "The round goes on", over)
    if act is Act.OVER:
        return
    moves = set(play.lays())
    for low, high in tiles_in(play.hands[play.seat]):
        tile = Tile(low, high)
        for train, tail in enumerate(play.tails):
            ask = Ask("may", "lay", (tile,), watch.train(train))
            ruled = rule(position, ask)
            given = tile.has(tail) and train << 5 | tile.other_end(tail) in moves
            if ruled.verdict != ("allowed" if given else "not_allowed"):
                yield _said(f"{tile} on {watch.train(train)}: {given}", ruled)
    yield from _next_act(play, position, act)


def _next_act(play: Play, position: Position, act: Act) -> Iterator[str]:
    """Whether the rulings say the same of what is to be done."""
    may_draw = rule(position, Ask("may", "draw"))
    if (may_draw.verdict == "allowed") != (act is Act.DRAW):
        yield _said(f"Draw: {act.value}", may_draw)
    may_end_here = act is Act.LAY and play.chains() and play.book.first_turn_mode == "chain_any"
    may_mark_instead = act is Act.DRAW and rule(position, Ask("may", "mark")).verdict == "allowed"
    must = rule(position, Ask("must", "act"))
    if may_end_here or may_mark_instead:
        return
    if must.value not in _ACTS[act]:
        yield _said(f"Next: {act.value}", must)


def _lost_tiles(watch: Watch) -> Iterator[str]:
    """Whether each tile of the set is in one place."""
    play = watch.play
    there = [Tile(play.start, play.start), *(Tile(*tile) for tile in play.boneyard)]
    there += [tile for tiles in watch.on_trains for tile in tiles]
    for hand in play.hands:
        there += [Tile(*tile) for tile in tiles_in(hand)]
    if sorted(there) != list(full_set(watch.highest)):
        yield "A tile is lost, or is in two places."


def _said(what: str, ruled: Ruling) -> str:
    said = ruled.verdict if ruled.value is None else ruled.value
    return f"{what}; the rulings say {said} ({ruled.because} {', '.join(ruled.clauses)})"
