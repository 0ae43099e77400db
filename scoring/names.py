"""Names of people, of clubs and of things as they are kept and compared."""

import unicodedata

# Signs without a shape, and those that turn the direction of all that follows in a line. The
# joiners that Persian letters and families of emoji need are not among them.
UNSEEN = (
    "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)


def name_clean(name: str) -> str:
    """A name as it is kept: accents in one form, nothing unseen, single spaces."""
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in name
        if letter not in UNSEEN and (letter.isspace() or unicodedata.category(letter) != "Cc")
    )
    return " ".join(unicodedata.normalize("NFC", seen).split())


def name_key(name: str) -> str:
    """A name as it is compared: letters' case and spaces do not tell people apart."""
    return name_clean(name).casefold()
