"""The language that a tablet speaks: the table of the engine, the sentences of our modules."""

import ast
import json
from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext, ngettext, override

from scoring import referee

ENGLISH: Final = "en"
COUNTED: Final = ("ngettext", "ngettext_lazy")
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
                if len(words) == 2:
                    counted[words[0]] = [ngettext(*words, number) for number in (0, 1, 2)]
                elif words != ("",) and (translated := gettext(words[0])) != words[0]:
                    alone[words[0]] = translated
    words_of_shim = {"language": language, "sentences": alone, "counted": counted}
    files = {SHIM_FILE: json.dumps(words_of_shim, ensure_ascii=False, sort_keys=True).encode()}
    return files | referee.sentence_files(language)


def _sentences(module: bytes) -> Iterator[tuple[str, ...]]:
    """Yield each text of a module, and those that count something as two."""
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield (node.value,)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in COUNTED:
            forms = [form.value for form in node.args[:2] if isinstance(form, ast.Constant)]
            if len(forms) == 2:
                yield str(forms[0]), str(forms[1])
