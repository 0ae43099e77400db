"""What a rule comes to when not every fact is known.

`settle` works a rule out for each value that the unknown facts it reads can have. Where all
branches agree the facts did not matter. Where they differ the answer depends on them, and those
that settle most are named first. A point on which the rules are silent is tried with every value
too: where that changes the answer the rules do not cover it.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.branches import Fork, Given
from engine.parameters import SILENT
from engine.position import Position
from engine.reasons import Outcome, Reason, agreed
from engine.rules import PARAMETERS
from engine.supposed import Supposed

Question = Callable[[Supposed], Outcome]

MOST_RUNS: Final = 1500
"""So often a rule is worked out at most; beyond that an answer counts as not certain."""

ENOUGH_RUNS: Final = 200
"""So often when the answer is known to depend, and only what on is still looked for."""

PROBES: Final = ((0,), (-1,), (0, -1), (-1, 0))
"""Which values to try first: of each further fact the first or the last, in these patterns."""

MOST_FACTS: Final = 200
"""So many facts are supposed along one branch at most."""

MOST_CLAUSES: Final = 6


@dataclass(frozen=True, slots=True)
class Settled:
    """A ruling before it is put into words; `outcome` is what certain answers rest on."""

    verdict: str
    value: str | None
    clauses: tuple[str, ...]
    outcome: Outcome
    needs: tuple[str, ...] = ()


@dataclass(slots=True)
class _Leaf:
    """A branch on which no fact is unknown; None where it was not worked out."""

    outcome: Outcome | None


@dataclass(slots=True)
class _Branching:
    """A fact that is not known, and what follows from each value."""

    key: Hashable
    paths: tuple[str, ...]
    below: "list[_Tree]"


_Tree = _Leaf | _Branching


def settle(position: Position, question: Question, near: tuple[str, ...] = ()) -> Settled:
    """What this question comes to in this position, whatever is unknown in it.

    `near` are the points of the rules to name where too little is known to come to any.
    """
    try:
        outcome = question(Supposed(position, {}))
    except Fork:
        return _Settling(position, question, near).settle()
    return Settled(outcome.says, outcome.value, outcome.clauses, outcome)


class _Settling:
    """One question on one position: the branches, and how many were worked out."""

    def __init__(self, position: Position, question: Question, near: tuple[str, ...]) -> None:
        self.position = position
        self.near = near
        self.question = question
        self.runs = 0
        self.answers: set[tuple[str, str | None]] = set()

    def settle(self) -> Settled:
        try:
            found = self._fill({})
        except Fork:
            for pattern in PROBES:
                self._probe(pattern)
        else:
            return Settled(found.says, found.value, found.clauses, found)
        self.runs = 0
        tree = _reduced(self._grow({}))
        if isinstance(tree, _Leaf) and tree.outcome is not None:
            found = tree.outcome
            return Settled(found.says, found.value, found.clauses, found)
        leaves = list(_leaves(tree, ()))
        outcomes = [outcome for _, outcome in leaves if outcome is not None]
        first_of_each = {(each.says, each.value): each for each in outcomes}
        clauses = [clause for each in first_of_each.values() for clause in each.clauses]
        if not outcomes:
            rules = self.position.rules
            clauses = [clause for point in self.near for clause in rules.rule(point).clauses]
        needs = self._told_apart(_needs(tree))
        about = {"need": in_words(needs[0])}
        outcome = Outcome("depends", None, _some(clauses), Reason.DEPENDS, about)
        return Settled("depends", None, outcome.clauses, outcome, needs)

    def _told_apart(self, needs: tuple[str, ...]) -> tuple[str, ...]:
        """The facts and contradictions among these; silence, met at the limit, is neither."""
        rules = self.position.rules
        silent = {f"rules.{name}" for name in PARAMETERS if rules.rule(name).value is SILENT}
        return tuple(path for path in needs if path not in silent) or needs

    # --- facts ---

    def _probe(self, pattern: tuple[int, ...]) -> None:
        """Follow one branch to its end: two that differ show at once that the answer depends."""
        given: Given = {}
        for step in range(MOST_FACTS):
            try:
                outcome = self._fill(given)
            except Fork as fork:
                if not fork.options:
                    return
                given = given | {fork.key: fork.options[pattern[step % len(pattern)]]}
            else:
                self.answers.add((outcome.says, outcome.value))
                return

    def _grow(self, given: Given) -> _Tree:
        """Every branch of what is not known, below what is given."""
        enough = ENOUGH_RUNS if len(self.answers) > 1 else MOST_RUNS
        if self.runs > enough:
            return _Leaf(None)
        try:
            outcome = self._fill(given)
        except Fork as fork:
            below = [self._grow(given | {fork.key: option}) for option in fork.options]
            return _Branching(fork.key, fork.paths, below or [_Leaf(None)])
        self.answers.add((outcome.says, outcome.value))
        return _Leaf(outcome)

    # --- silence ---

    def _fill(self, given: Given) -> Outcome:
        """What follows where every fact is given, whatever fills the silence of the rules.

        Raises `Fork` for a fact that is not given.
        """
        fillings = self._fillings(given, ())
        found, _ = next(fillings)
        outcomes = [found]
        for outcome, points in fillings:
            if (found.says, found.value) != (outcome.says, outcome.value):
                return self._not_covered(points, found, outcome)
            outcomes.append(outcome)
        return _agreed(outcomes)

    def _fillings(
        self, given: Given, points: tuple[str, ...]
    ) -> Iterator[tuple[Outcome, tuple[str, ...]]]:
        """Each outcome, with the silent points that were filled for it."""
        self.runs += 1
        try:
            outcome = self.question(Supposed(self.position, given))
        except Fork as fork:
            if not fork.silent:
                raise
            if self.runs > MOST_RUNS:
                raise Fork(fork.key, fork.paths, ()) from None
            for option in fork.options:
                yield from self._fillings(given | {fork.key: option}, (*points, str(fork.key)))
        else:
            yield outcome, points

    def _not_covered(self, points: tuple[str, ...], one: Outcome, other: Outcome) -> Outcome:
        """The rules are silent on what decides: the last point filled is the one that differs."""
        rules = self.position.rules
        nearest = [clause for point in reversed(points) for clause in rules.rule(point).clauses]
        about = {"point": PARAMETERS[points[-1]].sentence}
        clauses = _some([*nearest, *one.clauses, *other.clauses])
        return Outcome("not_covered", None, clauses, Reason.NOT_COVERED, about)


def _some(clauses: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))[:MOST_CLAUSES]


# --- which facts matter -----------------------------------------------------------------------


def _reduced(tree: _Tree) -> _Tree:
    """The same tree without facts that change nothing."""
    if isinstance(tree, _Leaf):
        return tree
    below = [_reduced(each) for each in tree.below]
    first = _shape(below[0])
    if first is not None and all(_shape(each) == first for each in below[1:]):
        return _joined(below)
    return _Branching(tree.key, tree.paths, below)


def _shape(tree: _Tree) -> Hashable:
    """What a tree says, whatever it rests on; two of one shape answer alike."""
    if isinstance(tree, _Leaf):
        outcome = tree.outcome
        return None if outcome is None else (outcome.says, outcome.value)
    return (tree.key, *(_shape(each) for each in tree.below))


def _joined(trees: "list[_Tree]") -> _Tree:
    """One tree for several of one shape; a leaf keeps the clauses and reasons of all."""
    first = trees[0]
    if not isinstance(first, _Leaf) or first.outcome is None:
        return first
    return _Leaf(
        _agreed(
            [each.outcome for each in trees if isinstance(each, _Leaf) and each.outcome is not None]
        )
    )


def _agreed(outcomes: list[Outcome]) -> Outcome:
    """One outcome for several of one shape; the first of their clauses are kept."""
    found = agreed(outcomes)
    return found._replace(clauses=_some(list(found.clauses)))


_Chosen = tuple[tuple[Hashable, int], ...]


def _leaves(tree: _Tree, chosen: _Chosen) -> "Iterator[tuple[_Chosen, Outcome | None]]":
    """Each leaf with the way that leads to it: facts, and which of their values."""
    if isinstance(tree, _Leaf):
        yield chosen, tree.outcome
        return
    for number, each in enumerate(tree.below):
        yield from _leaves(each, (*chosen, (tree.key, number)))


def _needs(tree: _Tree) -> tuple[str, ...]:
    """The facts that decide, those first that settle most on their own."""
    facts: dict[Hashable, tuple[str, ...]] = {}
    _collect(tree, facts)
    gain = {key: _certainty(tree, key) for key in facts}
    order = sorted(facts, key=lambda key: -gain[key])
    return tuple(dict.fromkeys(path for key in order for path in facts[key]))


def _collect(tree: _Tree, facts: dict[Hashable, tuple[str, ...]]) -> None:
    if isinstance(tree, _Branching):
        facts.setdefault(tree.key, tree.paths)
        for each in tree.below:
            _collect(each, facts)


def _certainty(tree: _Tree, key: Hashable) -> float:
    """How likely one answer is on average once this fact is known, all its values alike."""
    numbers = _values_of(tree, key)
    total = 0.0
    for number in range(numbers):
        weights: dict[Hashable, float] = {}
        _weigh(tree, key, number, 1.0, weights)
        total += max(weights.values()) / sum(weights.values())
    return total / numbers


def _values_of(tree: _Tree, key: Hashable) -> int:
    """How many values of this fact are told apart in a tree that reads it."""
    if isinstance(tree, _Leaf):
        return 0
    here = len(tree.below) if tree.key == key else 0
    return max(here, *(_values_of(each, key) for each in tree.below))


def _weigh(
    tree: _Tree, key: Hashable, number: int, weight: float, weights: dict[Hashable, float]
) -> None:
    """Add up how much of the tree comes to each answer, given one value of one fact."""
    if isinstance(tree, _Leaf):
        shape = _shape(tree)
        weights[shape] = weights.get(shape, 0.0) + weight
    elif tree.key == key:
        _weigh(tree.below[min(number, len(tree.below) - 1)], key, number, weight, weights)
    else:
        for each in tree.below:
            _weigh(each, key, number, weight / len(tree.below), weights)


# --- words ------------------------------------------------------------------------------------


def in_words(path: str) -> str:
    """A fact's path as people at the table would say it."""
    head, *rest = path.split(".")
    if head == "rules":
        point = PARAMETERS[rest[0]].sentence.rstrip(".")
        return f"how the rules are read: {point[0].lower()}{point[1:]}"
    if head == "trains" and len(rest) == 2:
        whose = "the Mexican Train" if rest[0] == "mexican" else f"{rest[0]}'s train"
        return {
            "marked": f"whether {whose} carries a marker",
            "tail": f"what {whose} ends in",
            "started": f"whether {whose} has been started",
        }[rest[1]]
    if head in ("hands", "hand_counts"):
        what = "what tiles" if head == "hands" else "how many tiles"
        return f"{what} {rest[0]} holds"
    return {
        "boneyard": "whether tiles are left to draw",
        "turn.drawn": "what was drawn this turn",
        "turn.kind": "whether this is the seat's first turn of the round",
        "turn.laid": "what was laid this turn",
        "turn.seat": "who is on turn",
        "turn.passes": "how many have passed in a row",
        "uncovered": "which doubles lie uncovered",
        "uncovered_in_order": "which uncovered double was laid first",
        "starting_double": "which double started the round",
        "seats": "who sits where",
    }[path]
