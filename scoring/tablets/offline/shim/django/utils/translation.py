"""Sentences as they are written: English is the language of the site."""


def gettext(message: str) -> str:
    """The sentence itself."""
    return message


def gettext_lazy(message: str) -> str:
    """The sentence itself, at once."""
    return message


class Counted:
    """A sentence with a number in it, in the singular or the plural."""

    def __init__(self, singular: str, plural: str) -> None:
        """Keep both."""
        self.singular, self.plural = singular, plural

    def __mod__(self, number: int) -> str:
        """The sentence with this number."""
        return (self.singular if number == 1 else self.plural) % number


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the message for this number, as it is."""
    return singular if number == 1 else plural


def ngettext_lazy(singular: str, plural: str) -> Counted:
    """The sentence, once its number is known."""
    return Counted(singular, plural)
