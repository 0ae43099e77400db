"""The language of the engine's sentences: that of whoever asks."""

from django.utils.translation import get_language

from engine import parsing, sentences

sentences.speak_by(lambda: get_language() or sentences.ENGLISH)


def sentence_files(language: str) -> dict[str, bytes]:
    """Return the file of the engine's sentences in a language, by its name in a bundle."""
    path = sentences.TABLES / f"{language}.json"
    return {f"engine/languages/{path.name}": path.read_bytes()} if path.is_file() else {}


def is_foreign(name: str, language: str) -> bool:
    """Whether a file of a bundle reads questions in another language than this."""
    folder, _, file = name.rpartition("/")
    is_grammar = folder == "engine/parsing" and file.endswith(".txt")
    return is_grammar and file not in parsing.grammar_files(language)
