"""The engine's sentences for translators: one JSON file a language, from the English sentence."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.reports.faults import SENTENCES as FAULTS
from engine.reports.surprises import SENTENCES as SURPRISES
from engine.rules.clauses import CLAUSES
from engine.rules.rule_set import PARAMETERS
from engine.rulings.reasons import Reason
from engine.sentences import TABLES
from scoring.referee.rule_questions import SAME_AS

from . import catalogs
from .checking import form_faults
from .gathering import ROOT

LANGUAGES: Final = tuple(name for name in catalogs.LANGUAGES if name not in catalogs.VARIANTS)
# Calls whose first sentence is said; of `step` it is the second word.
SAID: Final = {"say": 0, "mark": 0, "step": 1}


def sentences() -> list[str]:
    """Every sentence that the engine says to people, in order."""
    said = {reason.value for reason in Reason}
    said |= {*FAULTS.values(), *SURPRISES.values()}
    said |= {parameter.sentence for parameter in PARAMETERS.values()}
    # What is the same as another's is said by the other's sentence.
    said |= {clause.text for clause in CLAUSES.values() if not SAME_AS.match(clause.text)}
    for path in (ROOT / "engine").rglob("*.py"):
        said.update(_said_in(path))
    return sorted(said)


def _said_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in SAID and len(node.args) > SAID[name]:
            argument = node.args[SAID[name]]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def path_of(language: str) -> Path:
    return TABLES / f"{language}.json"


def read(language: str) -> dict[str, str]:
    path = path_of(language)
    table: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return table


def brought_up_to(said: list[str], language: str) -> dict[str, str]:
    """The table of a language with exactly these sentences; what is not translated is empty."""
    known = read(language)
    return {sentence: known.get(sentence, "") for sentence in said}


def written(table: dict[str, str]) -> str:
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def faults(language: str) -> list[str]:
    """What is wrong with the translations of a language."""
    return [
        f"{sentence}: {fault}"
        for sentence, translation in read(language).items()
        if translation
        for fault in form_faults(sentence, translation)
    ]
