"""The language of the engine's sentences: that of whoever asks."""

from django.utils.translation import get_language

from engine import sentences

sentences.speak_by(lambda: get_language() or sentences.ENGLISH)


def sentence_files(language: str) -> dict[str, bytes]:
    """Return the file of the engine's sentences in a language, by its name in a bundle."""
    path = sentences.TABLES / f"{language}.json"
    return {f"engine/languages/{path.name}": path.read_bytes()} if path.is_file() else {}
