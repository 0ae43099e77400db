"""Count what single words tell: `python3 -m tests.engine.parsing.count_cues [--write]`.

A template knows an order of words; many a real sentence has none that we foresaw. What it has is
words, and each tells something: "marker" speaks for four kinds and against most others. How much,
is counted here from the sentences we worked on, never from those kept aside, and written into the
section [cues] of `engine/parsing/english.txt`. Run it after new sentences or new classes of words.

The weights are those under which the right kinds of all sentences are likeliest, found by going
downhill in small steps; what is too small to matter is left out. Without --write, only how well
the words alone do is printed.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from engine.parsing.grammar import ALWAYS, BUILT_IN, grammar_of
from engine.parsing.sentence import read_sentence

HERE = Path(__file__).parent
GRAMMAR = Path(__file__).parents[3] / "engine/parsing/english.txt"
LEAST_SENTENCES = 3
STEPS = 600
STEP = 0.5
MOMENTUM = 0.9
SMALL = 1e-3
SCALE = 2.5
LEAST_WEIGHT = 0.5
WIDTH = 100


def sentences(folder: Path = HERE) -> list[dict]:
    """All sentences that were worked on, in a fixed order."""
    files = sorted(folder.glob("worked_on*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def class_names() -> set[str]:
    """The classes that say what a word means; those that only help to find tiles and names not."""
    text = GRAMMAR.read_text()
    words = text[text.index("\n[words]\n") : text.index("# Words that help")]
    listed = {line.partition(":")[0] for line in words.splitlines() if line[:1].isalpha()}
    return listed | set(BUILT_IN) - {"END"}


def helpers() -> set[str]:
    """The classes that only help to find tiles and names."""
    text = GRAMMAR.read_text()
    words = text[text.index("# Words that help") : text.index("\n[common]\n")]
    return {line.partition(":")[0] for line in words.splitlines() if line[:1].isalpha()}


def cues_of(case: dict, classes: set[str], others: set[str]) -> set[str]:
    """The classes and the plain words of a sentence."""
    sentence = read_sentence(case["text"], case["seats"], "english")
    found = {name for name, mask in sentence.masks.items() if mask and name in classes}
    words = {token.text for token in sentence.tokens if token.kind == "word"}
    return found | {word for word in words if word not in classes | others and word.isascii()}


def count(cases: list[dict]) -> tuple[list[str], list[str], np.ndarray]:
    """The kinds, the words, and a weight for each pair; the last row is what holds always."""
    classes, others = class_names(), helpers()
    found = [cues_of(case, classes, others) for case in cases]
    often = Counter(name for names in found for name in names)
    words = sorted(name for name, number in often.items() if number >= LEAST_SENTENCES)
    kinds = sorted({case["expect"]["kind"] for case in cases})
    seen = table_of(found, words)
    right = right_kinds(cases, kinds)
    weights = likeliest(seen, right, SMALL)
    print(f"{len(cases)} sentences, {len(words)} words")
    print(f"words alone are right in {np.mean((seen @ weights).argmax(1) == right.argmax(1)):.1%}")
    return kinds, [*words, ALWAYS], np.round(weights * SCALE, 1)


def table_of(found: list[set[str]], words: list[str]) -> np.ndarray:
    """A row for each sentence with 1 for each word that it has; the last column holds always."""
    seen = np.zeros((len(found), len(words) + 1))
    seen[:, -1] = 1
    place = {word: number for number, word in enumerate(words)}
    for row, names in enumerate(found):
        seen[row, [place[name] for name in names if name in place]] = 1
    return seen


def right_kinds(cases: list[dict], kinds: list[str]) -> np.ndarray:
    """A row for each sentence with 1 for the kind that was meant."""
    return np.eye(len(kinds))[[kinds.index(case["expect"]["kind"]) for case in cases]]


def likeliest(
    seen: np.ndarray,
    right: np.ndarray,
    small: float,
    known: np.ndarray | float = 0.0,
    often: np.ndarray | float = 1.0,
) -> np.ndarray:
    """The weights under which the right kinds are likeliest, beside what is known without them.

    `often` says how many sentences a row stands for.
    """
    weights = np.zeros((seen.shape[1], right.shape[1]))
    speed = np.zeros_like(weights)
    keep_small = np.full_like(weights, small)
    keep_small[-1] = 0
    rows = np.sum(np.broadcast_to(often, (len(seen), 1)))
    for _step in range(STEPS):
        likely = np.exp(seen @ weights + known)
        likely /= likely.sum(axis=1, keepdims=True)
        slope = seen.T @ ((likely - right) * often) / rows + keep_small * weights
        speed = MOMENTUM * speed + slope
        weights -= STEP * speed
    return weights


def section(kinds: list[str], words: list[str], weights: np.ndarray) -> str:
    """The lines of [cues]: a word, then each kind that it speaks for or against."""
    lines = []
    for word, row in zip(words, weights, strict=True):
        told = sorted((-weight, kind) for kind, weight in zip(kinds, row, strict=True))
        parts = [f"{kind} {-weight:g}" for weight, kind in told if abs(weight) >= LEAST_WEIGHT]
        line = f"{word}:"
        for number, part in enumerate(parts):
            more = f" {part}," if number < len(parts) - 1 else f" {part}"
            if len(line) + len(more) > WIDTH:
                lines.append(line)
                line = "   "
            line += more
        if parts:
            lines.append(line)
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> None:
    """Count, and with --write put the weights into the grammar."""
    kinds, words, weights = count(sentences())
    print(f"{int((abs(weights) >= LEAST_WEIGHT).sum())} weights")
    if "--write" in arguments:
        before, _, _old = GRAMMAR.read_text().partition("\n[cues]\n")
        text = f"{before}\n[cues]\n{section(kinds, words, weights)}"
        grammar_of(text)
        GRAMMAR.write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
