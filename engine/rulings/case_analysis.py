"""Case analysis: what a rule comes to when not every fact is known.

`analyze` works a rule out for each value that the unknown facts it reads can have. Where all
branches agree the facts did not matter. Where they differ the answer depends on them, and `needs`
names first the facts that settle most.

An example: may B play 7-3 on A's train, where nobody knows whether A's train is marked, nor what
B has drawn? The first run reads the marker and forks:

    trains.A.marked = True    ->  allowed
    trains.A.marked = False   ->  not_allowed

What B has drawn is never read, so it is not among the needs. Were 7-3 to cover an uncovered double
on A's train, both branches would say "allowed": `_reduced` joins them, and the answer is certain.

A fact read on one branch only makes a tree of more than one level. Suppose that on an unmarked
train the boneyard decided as well:

    trains.A.marked = True    ->  allowed
    trains.A.marked = False   ->  boneyard = 0    ->  allowed
                                  boneyard > 0    ->  not_allowed

Knowing the marker makes the answer certain in one case of two, and likely by half in the other:
3/4 on average (`_certainty`). Knowing the boneyard: certain if it is empty, else half: 3/4 too.
Ties keep the order in which the facts were read.

A point on which the rules are silent is tried with every value as well, but below the facts: a
branch on which all facts are assumed is worked out for each filling of the silence (`_fill`), and
where two fillings differ the rules do not cover it (`not_covered`).
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from engine.json_values import CaseError
from engine.rules.parameters import SILENT
from engine.rules.rule_set import PARAMETERS
from engine.rulings.able import Agreement, clash
from engine.rulings.hypothesis import Assumed, Fork, Hypothesis
from engine.rulings.reasons import Outcome, Reason, agreed, train_in_words
from engine.sentences import say, spoken_inside
from engine.table.position import Position

Question = Callable[[Hypothesis], Outcome]

MOST_RUNS: Final = 1500
"""So often a rule is worked out at most; beyond that an answer counts as not certain."""

ENOUGH_RUNS: Final = 200
"""So often once the answer is known to depend, and only what it depends on is looked for."""

PROBES: Final = ((0,), (-1,), (0, -1), (-1, 0))
"""Which values to try first: of each further fact the first or the last, in these patterns."""

FEW_VALUES: Final = 3
"""With more values than this a fact is not looked at alone: it would take too long."""

MOST_FACTS: Final = 200
"""So many facts are assumed along one branch at most."""

MOST_CLAUSES: Final = 6


class Conclusion(NamedTuple):
    """A ruling before it is put into words; `outcome` is what certain answers rely on."""

    verdict: str
    value: str | None
    clauses: tuple[str, ...]
    outcome: Outcome
    needs: tuple[str, ...] = ()


def _certain(outcome: Outcome) -> Conclusion:
    return Conclusion(outcome.verdict, outcome.value, outcome.clauses, outcome)


@dataclass(slots=True)
class _Leaf:
    """A branch on which no fact is unknown; None where it was not worked out.

    `possible` is False where what is said of who can play is not true on it.
    """

    outcome: Outcome | None
    possible: bool = True


@dataclass(slots=True)
class _Branching:
    """An unknown fact, and what follows from each of its values."""

    key: Hashable
    paths: tuple[str, ...]
    options: tuple[Any, ...]
    below: "list[_Tree]"


_Tree = _Leaf | _Branching


def analyze(position: Position, question: Question, near: tuple[str, ...] = ()) -> Conclusion:
    """Return what this question comes to in this position, whatever is unknown in it.

    `near` are the points of the rules to name where too little is known to come to any.
    """
    if position.says_who_can_play:
        return _Analysis(position, question, near).run()
    try:
        outcome = question(Hypothesis(position, {}))
    except Fork:
        return _Analysis(position, question, near).run()
    return _certain(outcome)


class _Analysis:
    """One question on one position: the branches, and how many were worked out.

    A `rough` one is to rank facts: it gives up at the second answer, and takes every branch to be
    possible.
    """

    def __init__(
        self,
        position: Position,
        question: Question,
        near: tuple[str, ...],
        *,
        rough: bool = False,
    ) -> None:
        self.position = position
        self.rough = rough
        unsaid = rough or not position.says_who_can_play
        self.agreement = None if unsaid else Agreement(position)
        self.near = near
        self.question = question
        self.runs = 0
        self.answers: set[tuple[str, str | None]] = set()

    def run(self) -> Conclusion:
        try:
            outcome = self._fill({})
        except Fork:
            self._probe_all({})
        else:
            if not self._is_possible({}):
                raise CaseError(clash(self.position))
            return _certain(outcome)
        self.runs = 0
        tree = _reduced(self._grow({}))
        if isinstance(tree, _Leaf) and not tree.possible:
            raise CaseError(clash(self.position))
        if isinstance(tree, _Leaf) and tree.outcome is not None:
            return _certain(tree.outcome)
        leaves = list(_leaves(tree))
        outcomes = [outcome for outcome in leaves if outcome is not None]
        last_of_each = {(outcome.verdict, outcome.value): outcome for outcome in outcomes}
        clauses = [clause for outcome in last_of_each.values() for clause in outcome.clauses]
        if not outcomes:
            rules = self.position.rules
            clauses = [clause for point in self.near for clause in rules.rule(point).clauses]
        needs = _public_first(self._without_silence(self._needs(tree)), self.position.seat)
        about = {"need": in_words(needs[0])}
        outcome = Outcome("depends", None, _some(clauses), Reason.DEPENDS, about)
        return Conclusion("depends", None, outcome.clauses, outcome, needs)

    def _without_silence(self, needs: tuple[str, ...]) -> tuple[str, ...]:
        """Return the needs that are no silence: silence is met at the limit of runs only."""
        rules = self.position.rules
        silent = {f"rules.{name}" for name in PARAMETERS if rules.rule(name).value is SILENT}
        return tuple(path for path in needs if path not in silent) or needs

    # --- facts ---

    def _needs(self, tree: _Tree) -> tuple[str, ...]:
        """Return the facts that decide, those first that settle most on their own."""
        facts: dict[Hashable, _Branching] = {}
        _collect(tree, facts)
        all_paths: dict[Hashable, dict[str, None]] = {}
        _collect_paths(tree, all_paths)
        keys = {key: -_certainty(tree, key) for key in facts}
        paths: dict[str, Hashable] = {}
        for key in sorted(keys, key=lambda key: keys[key]):
            paths |= {path: key for path in all_paths[key] if path not in paths}
        if all(outcome is not None for outcome in _leaves(tree)):
            return tuple(paths)
        # The tree does not say what lies below its limit: so each fact is looked at alone.
        settled = {path: -self._settles(path, facts[key]) for path, key in paths.items()}
        counts = {path for path in paths if path.startswith("hand_counts") and "out" in paths}
        return tuple(sorted(paths, key=lambda path: (settled[path], path in counts)))

    def _settles(self, path: str, fact: _Branching) -> float:
        """Return the share of the values of one fact that settle the answer without any other."""
        if path.startswith("hand"):
            return 0.0
        ways = [(position, Assumed()) for position in _with_either(self.position, path)]
        if not ways and len(fact.options) <= FEW_VALUES:
            ways = [(self.position, {fact.key: option}) for option in fact.options]
        settling = [
            _Analysis(position, self.question, self.near, rough=True).is_settled(assumed)
            for position, assumed in ways
        ]
        return sum(settling) / max(len(settling), 1)

    def is_settled(self, assumed: Assumed) -> bool:
        """Return whether one answer alone is left when so much is assumed."""
        self._probe_all(assumed)
        if len(self.answers) > 1:
            return False
        tree = _reduced(self._grow(assumed))
        return isinstance(tree, _Leaf) and tree.outcome is not None

    def _probe_all(self, assumed: Assumed) -> None:
        """Follow some branches to their ends: two that differ show that the answer depends."""
        for pattern in PROBES:
            self._probe(pattern, assumed)
            if len(self.answers) > 1:
                return

    def _probe(self, pattern: tuple[int, ...], assumed: Assumed) -> None:
        """Follow one branch to its end."""
        for step in range(MOST_FACTS):
            try:
                outcome = self._fill(assumed)
            except Fork as fork:
                if not fork.options:
                    return
                assumed = assumed | {fork.key: fork.options[pattern[step % len(pattern)]]}
            else:
                if self._is_possible(assumed):
                    self.answers.add((outcome.verdict, outcome.value))
                return

    def _is_possible(self, assumed: Assumed) -> bool:
        """Return whether what is said of who can play can be true on this branch."""
        return self.agreement is None or self.agreement.can_be(assumed)

    def _grow(self, assumed: Assumed) -> _Tree:
        """Return every branch of what is unknown, below what is assumed."""
        enough = ENOUGH_RUNS if self.rough else MOST_RUNS
        if len(self.answers) > 1:
            enough = 0 if self.rough else ENOUGH_RUNS
        if self.runs > enough:
            return _Leaf(None)
        try:
            outcome = self._fill(assumed)
        except Fork as fork:
            below = [self._grow(assumed | {fork.key: option}) for option in fork.options]
            return _Branching(fork.key, fork.paths, fork.options, below or [_Leaf(None)])
        if not self._is_possible(assumed):
            return _Leaf(None, possible=False)
        self.answers.add((outcome.verdict, outcome.value))
        return _Leaf(outcome)

    # --- silence ---

    def _fill(self, assumed: Assumed) -> Outcome:
        """Return what follows where every fact is assumed, whatever fills the rules' silence.

        Raises `Fork` for a fact that is neither known nor assumed.
        """
        fillings = self._fillings(assumed, ())
        first, _ = next(fillings)
        outcomes = [first]
        for outcome, points in fillings:
            if (first.verdict, first.value) != (outcome.verdict, outcome.value):
                return self._not_covered(points, first, outcome)
            outcomes.append(outcome)
        return _agreed(outcomes)

    def _fillings(
        self, assumed: Assumed, points: tuple[str, ...]
    ) -> Iterator[tuple[Outcome, tuple[str, ...]]]:
        """Yield each outcome, with the silent points that were filled for it."""
        self.runs += 1
        try:
            outcome = self.question(Hypothesis(self.position, assumed))
        except Fork as fork:
            if not fork.silent:
                raise
            if self.runs > MOST_RUNS:
                raise Fork(fork.key, fork.paths, ()) from None
            for option in fork.options:
                yield from self._fillings(assumed | {fork.key: option}, (*points, str(fork.key)))
        else:
            yield outcome, points

    def _not_covered(self, points: tuple[str, ...], first: Outcome, other: Outcome) -> Outcome:
        """Return that the rules are silent on what decides: the last point filled."""
        rules = self.position.rules
        nearest = [clause for point in reversed(points) for clause in rules.rule(point).clauses]
        about = {"point": say(PARAMETERS[points[-1]].sentence), "parameter": points[-1]}
        clauses = _some([*nearest, *first.clauses, *other.clauses])
        return Outcome("not_covered", None, clauses, Reason.NOT_COVERED, about)


def _some(clauses: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))[:MOST_CLAUSES]


# --- which facts matter -----------------------------------------------------------------------


def _reduced(tree: _Tree) -> _Tree:
    """Return the same tree without facts that change nothing."""
    if isinstance(tree, _Leaf):
        return tree
    below = [_reduced(branch) for branch in tree.below]
    possible = [branch for branch in below if not isinstance(branch, _Leaf) or branch.possible]
    if not possible:
        return _Leaf(None, possible=False)
    if len(possible) == 1 < len(below):
        return possible[0]
    below = possible
    first = _shape(below[0])
    if first is not None and all(_shape(branch) == first for branch in below[1:]):
        return _joined(below)
    return _Branching(tree.key, tree.paths, tree.options, below)


def _shape(tree: _Tree) -> Hashable:
    """Return what a tree says, whatever it relies on; two of one shape answer alike."""
    if isinstance(tree, _Leaf):
        outcome = tree.outcome
        return None if outcome is None else (outcome.verdict, outcome.value)
    return (tree.key, *(_shape(branch) for branch in tree.below))


def _joined(trees: "list[_Tree]") -> _Tree:
    """Return one tree for several of one shape; a leaf keeps the clauses and reasons of all."""
    first = trees[0]
    if not isinstance(first, _Leaf) or first.outcome is None:
        return first
    leaves = [tree.outcome for tree in trees if isinstance(tree, _Leaf)]
    return _Leaf(_agreed([outcome for outcome in leaves if outcome is not None]))


def _agreed(outcomes: list[Outcome]) -> Outcome:
    """Return one outcome for several of one shape, with the first of their clauses."""
    outcome = agreed(outcomes)
    return outcome._replace(clauses=_some(list(outcome.clauses)))


def _leaves(tree: _Tree) -> Iterator[Outcome | None]:
    """Yield the outcome of each leaf."""
    if isinstance(tree, _Leaf):
        yield tree.outcome
        return
    for branch in tree.below:
        yield from _leaves(branch)


def _with_either(position: Position, path: str) -> tuple[Position, ...]:
    """Return the position with each value of a fact that stands for several others; else none."""
    if path == "can_play":
        return tuple(replace(position, anybody_can_play=able) for able in (True, False))
    if path.startswith("can_play."):
        seat = path.removeprefix("can_play.")
        facts = [position.can_play | {seat: able} for able in (True, False)]
        return tuple(replace(position, can_play=fact) for fact in facts)
    return ()


def _public_first(paths: tuple[str, ...], seat: str | None) -> tuple[str, ...]:
    """Return the facts that everybody can see, then the hand of the seat on turn, then others'."""
    return tuple(sorted(paths, key=lambda path: path.startswith("hands") + is_hidden(path, seat)))


def is_hidden(path: str, seat: str | None) -> bool:
    """Return whether a fact is the hand of another seat than the one on turn."""
    return path.startswith("hands") and path != f"hands.{seat}"


def _collect_paths(tree: _Tree, paths: dict[Hashable, dict[str, None]]) -> None:
    """Add the paths by which each fact is named, on whatever branch."""
    if isinstance(tree, _Branching):
        paths.setdefault(tree.key, {}).update(dict.fromkeys(tree.paths))
        for branch in tree.below:
            _collect_paths(branch, paths)


def _collect(tree: _Tree, facts: dict[Hashable, _Branching]) -> None:
    if isinstance(tree, _Branching):
        facts.setdefault(tree.key, tree)
        for branch in tree.below:
            _collect(branch, facts)


def _certainty(tree: _Tree, key: Hashable) -> float:
    """Return how likely the likeliest answer is on average once this fact is known.

    All values of a fact count as equally likely.
    """
    numbers = _values_of(tree, key)
    total = 0.0
    for number in range(numbers):
        weights: dict[Hashable, float] = {}
        _weigh(tree, key, number, 1.0, weights)
        total += max(weights.values()) / sum(weights.values())
    return total / numbers


def _values_of(tree: _Tree, key: Hashable) -> int:
    """Return how many values of this fact there are in a tree that reads it."""
    if isinstance(tree, _Leaf):
        return 0
    here = len(tree.below) if tree.key == key else 0
    return max(here, *(_values_of(branch, key) for branch in tree.below))


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
        for branch in tree.below:
            _weigh(branch, key, number, weight / len(tree.below), weights)


# --- words ------------------------------------------------------------------------------------


def in_words(path: str) -> str:
    """Return a fact's path as people at the table would say it."""
    head, *rest = path.split(".")
    if head == "can_play" and rest:
        return say("whether {seat} has a tile that can be played", seat=rest[0])
    if head == "rules":
        point = spoken_inside(PARAMETERS[rest[0]].sentence)
        return say("how the rules are read: {point}", point=point)
    if head == "trains" and len(rest) == 2:
        whose = train_in_words(rest[0])
        return {
            "marked": say("whether {whose} has a marker", whose=whose),
            "tail": say("what {whose} ends in", whose=whose),
            "started": say("whether {whose} has been started", whose=whose),
        }[rest[1]]
    if head in ("hands", "hand_counts"):
        if head == "hands":
            return say("what tiles {seat} holds", seat=rest[0])
        return say("how many tiles {seat} holds", seat=rest[0])
    return {
        "can_play": say("whether anybody has a tile that can be played"),
        "out": say("whether anybody has played the last tile"),
        "boneyard": say("whether tiles are left to draw"),
        "turn.drawn": say("what was drawn this turn"),
        "turn.kind": say("whether this is the seat's first turn of the round"),
        "turn.laid": say("what was played this turn"),
        "turn.seat": say("who is on turn"),
        "turn.third_tile": say("whether there is a third tile that fits one of the two doubles"),
        "turn.passes": say("how many have passed in a row"),
        "uncovered": say("which doubles are uncovered"),
        "uncovered_in_order": say("which uncovered double was played first"),
        "starting_double": say("which double started the round"),
        "starting_double_by": say("who played the starting double"),
        "first_player": say("who began the round"),
        "round": say("which round this is"),
        "seats": say("who sits where"),
    }[path]
