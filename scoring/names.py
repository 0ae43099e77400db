"""Names of people, of clubs and of things as they are kept and compared."""

import unicodedata

# Signs without a shape, and those that turn the direction of all that follows in a line. The
# joiners that Persian letters and families of emoji need are not among them.
UNSEEN = (
    "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)

# Small letters that Unicode does not take apart.
WITHOUT_STROKE = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
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


def name_plain(name: str) -> str:
    """A name as people look for it, without accents: "Ångström", "angstrom" and "ANGSTROM"."""
    letters = unicodedata.normalize("NFKD", name_key(name).translate(WITHOUT_STROKE))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def name_order(name: str) -> tuple[str, str]:
    """What a list of names is sorted by: É stands beside E, and comes after it."""
    return name_plain(name), name_key(name)


def first_and_initial(name: str) -> str:
    """Return "Ann B." for "Ann Baker" and for "Baker, Ann"; a single word stays as it is."""
    words = _words(name)
    return f"{words[0]} {words[-1][0]}." if len(words) > 1 else words[0]


def initials(name: str) -> str:
    """Return "A. B." for "Ann Baker" and for "Baker, Ann"; "A." for "Ann"."""
    words = _words(name)
    return " ".join(f"{word[0]}." for word in (words[:1] + words[1:][-1:]))


def _words(name: str) -> list[str]:
    """A name's words from the first name on, without those that begin with a sign; one at least."""
    family, comma, first = name.partition(",")
    words = [word for word in f"{first} {family}".split() if word[0].isalnum()] if comma else []
    words = words or [word for word in name.replace(",", " ").split() if word[0].isalnum()]
    return words or [name]
