"""Who can play: what the facts say of it, held against everything else that is known.

People know "she could not play" where nobody knows her tiles. Such a fact is reasoned with as a
hand would be: `agrees` says whether it can be true along a branch, and a branch on which it cannot
be is no branch (`engine.rulings.case_analysis`).

An example: B holds 7-3, which fits D's train alone, and nobody knows whether D's train is marked.
That B cannot play shows that it is not. Were D's train known to be marked, the two facts would
clash, and `clash` says so.
"""

from dataclasses import replace

from engine.rulings.hypothesis import Assumed, Fork, Hypothesis
from engine.rulings.plays import can_play, can_play_on, may_play, trains_for
from engine.rulings.reasons import train_in_words
from engine.rulings.targets import Phase, phase
from engine.sentences import say
from engine.table.position import NOTHING_PLAYED, Position
from engine.tile_sets import NO_TILE, tiles_of

MOST_KEPT = 6
"""So many branches on which the facts are true are kept."""

MOST_TRIES = 100
"""So many branches are tried to find one on which the facts are true; beyond, they count so."""


def able(table: Hypothesis, seat: str) -> bool:
    """Return whether this seat has a tile in hand that it may play as the table stands."""
    return can_play(on_its_turn(table, seat))


def able_on(table: Hypothesis, seat: str, train: str) -> bool:
    """Return whether this seat has a tile in hand that it may play on this train."""
    return can_play_on(on_its_turn(table, seat), [train])


def on_its_turn(table: Hypothesis, seat: str) -> Hypothesis:
    """Return the table with this seat on turn: as it is now, or at its next turn."""
    position = table.position
    if seat == position.seat and phase(table) is not Phase.DONE:
        return table
    return Hypothesis(
        replace(
            position,
            seat=seat,
            first_turn=is_first(position, seat),
            drawn=NO_TILE,
            drawn_played=False,
            plays=(),
            progress=NOTHING_PLAYED,
        ),
        table.assumed,
    )


def is_first(position: Position, seat: str) -> bool | None:
    """Return whether it is, or will be, this seat's first turn; None where that is unknown.

    Nobody has a second turn before all have had their first. A first turn leaves a tile or a
    marker on the own train, where it goes on no other.
    """
    if seat == position.seat or position.first_turn is not True:
        return position.first_turn
    own = position.trains[seat]
    return False if own.started or own.marked else position.first_turn


def agrees(table: Hypothesis) -> bool:
    """Return whether what is said of who can play is true along this branch."""
    facts = table.position
    bare = Hypothesis(facts.without_who_can_play(), table.assumed)
    if any(able(bare, seat) != fact for seat, fact in facts.can_play.items()):
        return False
    if any(able_on(bare, *pair) != fact for pair, fact in facts.can_play_on.items()):
        return False
    anybody = facts.anybody_can_play
    return anybody is None or anybody == any(able(bare, seat) for seat in facts.names)


def can_agree(position: Position, assumed: Assumed) -> bool:
    """Return whether what is said of who can play can be true, given what is assumed."""
    return Agreement(position).can_be(assumed)


class Agreement:
    """Whether what is said of who can play can be true, asked of branch after branch.

    A branch on which it is true is kept: most other branches differ from it in what it does not
    read, so that one look is enough for them.
    """

    def __init__(self, position: Position) -> None:
        self.position, self.tries = position, 0
        self.kept: list[Assumed] = []

    def can_be(self, assumed: Assumed) -> bool:
        """Return whether there is a way to go on from here on which the facts are true."""
        for branch in self.kept:
            try:
                if agrees(Hypothesis(self.position, branch | assumed)):
                    return True
            except Fork:
                continue
        self.tries = 0
        return self._finds(assumed)

    def _finds(self, assumed: Assumed) -> bool:
        self.tries += 1
        if self.tries > MOST_TRIES:
            return True
        try:
            true = agrees(Hypothesis(self.position, assumed))
        except Fork as fork:
            options = fork.options
            return not options or any(self._finds(assumed | {fork.key: o}) for o in options)
        if true:
            self.kept = [assumed, *self.kept[: MOST_KEPT - 1]]
        return true


def clash(position: Position) -> str:
    """Return a sentence on what is said of who can play and cannot be true."""
    bare = position.without_who_can_play()
    for seat, fact in position.can_play.items():
        if not can_agree(replace(bare, can_play={seat: fact}), {}):
            return f"can_play.{seat}: {_why_not(bare, seat, fact, trains_of(bare, seat))}"
    for (seat, train), fact in position.can_play_on.items():
        if not can_agree(replace(bare, can_play_on={(seat, train): fact}), {}):
            return f"can_play.{seat}.{train}: {_why_not(bare, seat, fact, [train], train)}"
    if position.anybody_can_play and not can_agree(replace(bare, anybody_can_play=True), {}):
        return "can_play: " + say("nobody has a tile that can be played.")
    for seat in position.names if position.anybody_can_play is False else ():
        if not can_agree(replace(bare, can_play={seat: False}), {}):
            return f"can_play: {_why_not(bare, seat, False, trains_of(bare, seat))}"
    return "can_play: " + say("what you said about who can play cannot all be true.")


def trains_of(position: Position, seat: str) -> list[str]:
    """Return all trains, this seat's first."""
    return trains_for(Hypothesis(replace(position, seat=seat), {}))


def _why_not(position: Position, seat: str, fact: bool, trains: list[str], only: str = "") -> str:
    """Return why it cannot be true that the seat can play, or that it cannot."""
    where = {"seat": seat, "train": train_in_words(only)}
    if fact and only:
        return say("{seat} has no tile that can be played on {train}.", **where)
    if fact:
        return say("{seat} has no tile that can be played.", seat=seat)
    for tile in tiles_of(position.hands[seat]):
        for train in trains:
            try:
                table = on_its_turn(Hypothesis(position, {}), seat)
                if may_play(table, tile, train).verdict == "allowed":
                    return say(
                        "{seat} has {tile}, which can be played on {train}.",
                        seat=seat,
                        tile=tile,
                        train=train_in_words(train),
                    )
            except Fork:
                continue
    if only:
        return say("{seat} has a tile that can be played on {train}.", **where)
    return say("{seat} has a tile that can be played.", seat=seat)
