"""The language that a tablet speaks: the table of the engine, the sentences of our modules."""

import ast
import json
from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext, ngettext, npgettext, override

from scoring import referee

ENGLISH: Final = "en"
COUNTED: Final = ("ngettext", "ngettext_lazy")
COUNTED_IN_CONTEXT: Final = ("npgettext", "npgettext_lazy")
# Where the shim, and the engine, look for their sentences.
SHIM_FILE: Final = "django/utils/sentences.json"


def language_files(language: str, modules: Iterable[bytes]) -> dict[str, bytes]:
    """Return the files, by name, that make these modules speak a language; none for English."""
    if language == ENGLISH:
        return {}
    alone: dict[str, str] = {}
    counted: dict[str, list[str]] = {}
    with override(language):
        for module in modules:
            for words in _sentences(module):
                if len(words) == 3:
                    key = f"{words[0]}\x04{words[1]}"
                    counted[key] = [npgettext(*words, number) for number in (0, 1, 2)]
                elif len(words) == 2:
                    counted[words[0]] = [ngettext(*words, number) for number in (0, 1, 2)]
                elif words != ("",) and (translated := gettext(words[0])) != words[0]:
                    alone[words[0]] = translated
    words_of_shim = {"language": language, "sentences": alone, "counted": counted}
    files = {SHIM_FILE: json.dumps(words_of_shim, ensure_ascii=False, sort_keys=True).encode()}
    return files | referee.sentence_files(language)


def _sentences(module: bytes) -> Iterator[tuple[str, ...]]:
    """Yield each text of a module; those that count as two, and with their context as three."""
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield (node.value,)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", "")
            size = 2 * (name in COUNTED) + 3 * (name in COUNTED_IN_CONTEXT)
            forms = [form.value for form in node.args[:size] if isinstance(form, ast.Constant)]
            if size and len(forms) == size:
                yield tuple(map(str, forms))
