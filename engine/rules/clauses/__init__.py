"""Every statement of the published rule sets, by id.

A clause is what a ruling refers to. Each has the statement in our own words and a short quote
that finds it in its source. Each rule set has a module with its text, as plain text:

    FAM-33 | contra | Open-double restriction & who must close
        The statement in our words.
        > the quote

In the sources "engine" is the starting double, and "game" is often one round. Flags: `advice` is
not a rule; `trunc`, the source is damaged there; `amb`, ambiguous; `contra`, it contradicts
another clause of its set.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.rules.clauses import (
    capri,
    family,
    hub,
    ludomax,
    pagat,
    roundhouse,
    senior,
    tactic,
    token,
)


@dataclass(frozen=True, slots=True)
class Source:
    """A published rule set: its preset's name, what it is called, where it was printed, and how.

    `language` is that of the text, by its code.
    """

    preset: str
    title: str
    printed: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of a rule set. `text` is ours, `quote` the source's, `flag` may be empty."""

    id: str
    flag: str
    topic: str
    text: str
    quote: str

    @property
    def source(self) -> Source:
        """The rule set that this clause belongs to."""
        return SOURCES[self.id[:3]]


SOURCES: Final = MappingProxyType(
    {
        "CAP": Source(
            "capri",
            "Isles of Capri game-day house rules",
            "a community's game-day column, its part on rules",
        ),
        "HUB": Source(
            "hub", "Mexican Train Hub rules", "the hub's leaflet, printed with the game-day column"
        ),
        "RND": Source("roundhouse", "Roundhouse rules", '"Mexican dominoes how many", first part'),
        "TOK": Source("token", "Train-token rules", '"Mexican dominoes how many", second part'),
        "FAM": Source(
            "family", "Family rules", '"Mexican Train", family rules with tables of hand sizes'
        ),
        "SEN": Source(
            "senior",
            "District Senior Games rules",
            '"A Look at Mexican Train Dominos", April 3, 2017',
        ),
        "PAG": Source(
            "pagat",
            "German rules at pagat.com",
            "pagat.com/de/tile/wdom/mextrain.html, its beginning, read on November 26, 2026",
            "de",
        ),
        "LUD": Source(
            "ludomax",
            "German rules at ludomax.de",
            "ludomax.de/spielregeln/93-mexican-train-doppel-12, its beginning, read on "
            "November 26, 2026",
            "de",
        ),
        "TAC": Source(
            "tactic",
            "Finnish rules by Tactic",
            "sheet 02588 B, its beginning, at vdocuments.net, read on November 26, 2026",
            "fi",
        ),
    }
)


def _read(text: str) -> list[Clause]:
    """The clauses of one rule set's text, in its order."""
    clauses: list[Clause] = []
    head: list[str] = []
    ours: list[str] = []
    quoted: list[str] = []

    def close() -> None:
        if head:
            clauses.append(Clause(head[0], head[1], head[2], " ".join(ours), " ".join(quoted)))

    for line in text.splitlines():
        if not line.startswith(" "):
            close()
            head = [part.strip() for part in line.split("|")]
            ours, quoted = [], []
        elif line.lstrip().startswith("> "):
            quoted.append(line.strip()[2:])
        else:
            ours.append(line.strip())
    close()
    return clauses


CLAUSES: Final = MappingProxyType(
    {
        clause.id: clause
        for rule_set in (
            capri,
            hub,
            roundhouse,
            token,
            family,
            senior,
            pagat,
            ludomax,
            tactic,
        )
        for clause in _read(rule_set.TEXT)
    }
)
"""Every clause by id, in the order of the presets and of the ids."""


def clauses_of(preset: str) -> tuple[Clause, ...]:
    """All clauses of one preset, in order; none for a name that is no preset's."""
    return tuple(clause for clause in CLAUSES.values() if clause.source.preset == preset)
