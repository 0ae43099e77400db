"""Count what classes tell in every language: `python3 -m tests.engine.parsing.count_shared_cues`.

The files of other languages have words of the same classes as English, and `any_order.txt` says
what classes tell wherever they stand. How much a single class tells beside its templates is
counted here, from the English sentences that were worked on and from those of the other languages,
and written into its section [cues] with --write. Run it after new sentences or new classes.
"""

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.parsing.grammar import ALWAYS, BUILT_IN, Grammar, grammar_of, read_grammar
from engine.parsing.reading import OTHER, weigh
from engine.parsing.sentence import read_sentence
from tests.engine.parsing.count_cues import (
    HERE,
    LEAST_SENTENCES,
    LEAST_WEIGHT,
    SCALE,
    likeliest,
    right_kinds,
    section,
    sentences,
    table_of,
)

GRAMMARS = Path(__file__).parents[3] / "engine/parsing"
SHARED = GRAMMARS / "any_order.txt"
LANGUAGES = ("es", "de")
ENGLISH = "english"
OFTEN = 4.0
"""A sentence of another language counts as so many English ones: there are so few of them."""
OTHER_SELDOM = 0.08
"""So many of the English sentences ask nothing: at a table it is one in a hundred."""
IN_DOUBT = 1.0
"""So much rather a reading is offered than none: to pass over it costs a glance."""
SMALL = 2e-3
NO_MEANING = frozenset(
    {
        "already", "article", "covers", "digit", "even", "fits", "man", "mark", "marked", "on",
        "owner_before", "seat", "there", "tiles", "train", "trainowner", "woman",
    }
)  # fmt: skip
"""Classes that mean another thing in English, or only help to find names and trains."""


def shared_classes() -> set[str]:
    """The classes of which every one of the languages has words."""
    classes = set(BUILT_IN) - {"END"}
    in_each = []
    for language in LANGUAGES:
        text = (GRAMMARS / f"{language}.txt").read_text("utf-8")
        words = text[text.index("\n[words]\n") : text.index("# Words that help")]
        in_each.append({line.partition(":")[0] for line in words.splitlines() if ":" in line})
    return classes | set.intersection(*in_each) - NO_MEANING


def told(case: dict, language: str, classes: set[str], grammar: Grammar) -> tuple[set[str], dict]:
    """The classes of a sentence, and what the templates without any cues tell of it."""
    sentence = read_sentence(case["text"], case["seats"], language)
    found = {name for name, mask in sentence.masks.items() if mask and name in classes}
    evidence = weigh(replace(sentence, grammar=replace(grammar, cues={})))
    return found, {kind: one.total() for kind, one in evidence.items()}


def how_often(language: str, case: dict) -> float:
    """How many sentences this one stands for."""
    if language != ENGLISH:
        return OFTEN
    return OTHER_SELDOM if case["expect"]["kind"] == OTHER else 1.0


def main(arguments: list[str]) -> None:
    """Count, and with --write put the weights into the file."""
    classes = shared_classes()
    grammars = {language: read_grammar(language) for language in LANGUAGES}
    # Of English only the classes are read; its templates know an order that others have not.
    grammars[ENGLISH] = grammars[LANGUAGES[0]]
    cases = [(ENGLISH, case) for case in sentences()]
    for language in LANGUAGES:
        cases += [(language, case) for case in sentences(HERE / language)]
    read = [told(case, language, classes, grammars[language]) for language, case in cases]
    often = Counter(name for found, _ in read for name in found)
    words = sorted(name for name, number in often.items() if number >= LEAST_SENTENCES)
    kinds = sorted({case["expect"]["kind"] for _, case in cases})
    known = np.array([[totals.get(kind, 0) for kind in kinds] for _, totals in read]) / SCALE
    seen = table_of([found for found, _ in read], words)
    right = right_kinds([case for _, case in cases], kinds)
    rows = np.array([[how_often(language, case)] for language, case in cases])
    weights = likeliest(seen, right, SMALL, known, rows)
    is_right = (seen @ weights + known).argmax(1) == right.argmax(1)
    for name in (ENGLISH, *LANGUAGES):
        of_it = [language == name for language, _ in cases]
        print(f"{name}: right in {np.mean(is_right[of_it]):.1%} of {sum(of_it)}")
    weights[-1] += IN_DOUBT * np.array([kind != OTHER for kind in kinds]) / SCALE
    print(f"{int((abs(weights * SCALE) >= LEAST_WEIGHT).sum())} weights")
    if "--write" in arguments:
        before, _, _old = SHARED.read_text("utf-8").partition("\n[cues]\n")
        cues = section(kinds, [*words, ALWAYS], np.round(weights * SCALE, 1))
        text = f"{before}\n[cues]\n{cues}"
        grammar_of(text)
        SHARED.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
