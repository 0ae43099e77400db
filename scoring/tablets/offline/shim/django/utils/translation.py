"""Sentences as they are written: English is the language of the site."""


def gettext(message: str) -> str:
    """The sentence itself."""
    return message


def gettext_lazy(message: str) -> str:
    """The sentence itself, at once."""
    return message
