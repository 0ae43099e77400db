"""Who should be in a stage by the results of the one before, beside who is.

Until the director has decided, nobody says of these people whether they go on. What is decided is
who plays instead of whom (`questions`), and that stands while the results say so of these people,
whatever they say of others.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.standings.results import Key

from .values import Advance


@dataclass(frozen=True)
class Apart:
    """Who should have gone on and did not, who did and should not have, and who is level now.

    `level` are groups of people whom a correction left level for a place; nothing has parted them,
    whoever of them went on. A stage cannot be closed like that.
    """

    missing: frozenset[Key] = frozenset()
    extra: frozenset[Key] = frozenset()
    level: tuple[frozenset[Key], ...] = ()

    @property
    def people(self) -> frozenset[Key]:
        """All of whom the director decides whether they go on."""
        return self.missing | self.extra | frozenset().union(*self.level)


def apart(
    outcome: Advance, there: Collection[Key], by_choice: Collection[Key] = frozenset()
) -> Apart:
    """Compare who goes on by the results with who is `there`.

    Who came by the director's choice is none who should not have.
    """
    inside, should = frozenset(there), frozenset(goer.key for goer in outcome.going)
    level = tuple(frozenset(group.keys) for group in outcome.level)
    open_to = frozenset[Key]().union(*level)
    return Apart(
        missing=should - inside,
        extra=inside - should - open_to - frozenset(by_choice),
        level=level,
    )


@dataclass(frozen=True)
class Question:
    """People of whom the director decides together, most often one who plays instead of another.

    `missing` should have gone on and did not, `extra` did and should not have, `level` are groups
    who are level now. `carried` says by key what somebody should carry and does not. `came` should
    have gone on and were taken in by what was decided.
    """

    missing: tuple[Key, ...] = ()
    extra: tuple[Key, ...] = ()
    level: tuple[frozenset[Key], ...] = ()
    carried: Mapping[Key, str] = field(default_factory=dict)
    came: tuple[Key, ...] = ()

    @property
    def pair(self) -> tuple[Key, Key] | None:
        """Who should play and who does in that place, where it is just these two."""
        alone = len(self.missing) == len(self.extra) == 1 and not self.level
        return (self.missing[0], self.extra[0]) if alone else None


def questions(
    between: Apart, carried: Mapping[Key, str], contests: Sequence[Mapping[Key, Hashable]]
) -> tuple[Question, ...]:
    """Part what has come apart into questions that can be answered one by one.

    `contests` say of people who of them contend for the same places, the narrowest first: at one
    table, then in one division. Those of a contest are paired in the order of their keys, and who
    is left over is asked about alone. Nobody is paired where others are level for the place.
    """
    missing, extra = sorted(between.missing, key=_order), sorted(between.extra, key=_order)
    level = sorted(between.level, key=lambda group: sorted(map(_order, group)))
    parted: list[Question] = []
    for contest in contests:
        for label in dict.fromkeys(contest.values()):
            ours = [key for key in missing if contest.get(key) == label]
            theirs = [key for key in extra if contest.get(key) == label]
            tied = [group for group in level if {contest.get(key) for key in group} == {label}]
            if tied:
                parted.append(Question(tuple(ours), tuple(theirs), tuple(tied)))
            else:
                pairs = list(zip(ours, theirs, strict=False))
                parted += [Question((key,), (other,)) for key, other in pairs]
                ours, theirs = ours[: len(pairs)], theirs[: len(pairs)]
            missing = [key for key in missing if key not in ours]
            extra = [key for key in extra if key not in theirs]
            level = [group for group in level if group not in tied]
    parted += [Question(missing=(key,)) for key in missing]
    parted += [Question(extra=(key,)) for key in extra]
    parted += [Question(level=(group,)) for group in level]
    parted += [Question(carried={key: points}) for key, points in carried.items()]
    return tuple(parted)


def _order(key: Key) -> tuple[int, str]:
    return len(str(key)), str(key)


def answered(
    between: Apart,
    carried: Mapping[Key, str],
    should: Collection[Key],
    decided: Sequence[Question],
) -> Iterator[Question]:
    """Yield those of the `decided` questions that stand, the newest of which comes first.

    One stands while all its people are where they were: who should not have gone on still should
    not, and who was taken in or left out still should have.
    """
    open_carried = dict(carried)
    for question in decided:
        stands = (
            between.missing.issuperset(question.missing)
            and between.extra.issuperset(question.extra)
            and set(between.level).issuperset(question.level)
            and question.carried.items() <= open_carried.items()
            and set(should).issuperset(question.came)
        )
        if stands:
            yield question
            between = without(between, question)
            for key in question.carried:
                del open_carried[key]


def without(between: Apart, question: Question) -> Apart:
    """Return what has come apart but for what that question is about."""
    return replace(
        between,
        missing=between.missing.difference(question.missing),
        extra=between.extra.difference(question.extra),
        level=tuple(group for group in between.level if group not in question.level),
    )
