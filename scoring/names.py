"""Names of people, of clubs and of things as they are kept and compared."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

# Letters that a person's name has room for.
NAME_LENGTH = 40
# Signs without a shape, and those that turn the direction of all that follows in a line. The
# joiners that Persian letters and families of emoji need are not among them.
UNSEEN = (
    "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)

# Small letters that Unicode does not take apart.
WITHOUT_STROKE = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)

# Small words that a family name begins with: "van" in "Ann van Dyk".
PARTICLES = frozenset(
    {"al", "bin", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el"}
    | {"la", "las", "le", "los", "st", "st.", "ten", "ter", "van", "von", "zu", "zum", "zur"}
)
# What stands behind a family name and is none.
SUFFIXES = frozenset(
    {"jr", "jr.", "jun.", "junior", "sr", "sr.", "sen.", "senior", "ii", "iii", "iv"}
)
# Of how many letters a word is short or long, and how many may be wrong in a mistyped name.
SHORT_WORD, LONG_WORD, MOST_WRONG = 3, 8, 2
# A word of a name that is looked for, with the full stop where it is cut off.
WORD = re.compile(r"[^\W_]+\.?")
BRACKETS = re.compile(r"\([^)]*\)?")


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


def name_found(name: str, typed: str) -> bool:
    """Whether each word that was typed begins a word of the name; nothing typed finds nobody.

    Accents, capitals and the order do not matter. Who is shown as "Anna B." or "A. B." is found by
    "Anna Bell", too, and not by "Bell" alone. The same rule is `isFound` in `plain-name.js`.
    """
    starts, words = _in_order(typed.replace(".", " ")), _in_order(name)
    if not starts:
        return False
    begun = all(any(word.startswith(start) for word in words) for start in starts)
    # Of one word alone nobody knows which initial it goes on from: first name or family name.
    if begun or len(starts) == 1 < len(words):
        return begun
    return _goes_on(words, starts) or _goes_on(words, [starts[0], starts[-1]])


def _in_order(name: str) -> list[str]:
    """Return a name's words as they are compared, from the first name on: of "Bell, Anna", too."""
    family, _comma, first = name_plain(name).partition(",")
    return WORD.findall(f"{first} {family}")


def _goes_on(words: Sequence[str], starts: Sequence[str]) -> bool:
    """Whether each start stands in its word's place, and goes on where the word is cut off."""
    return len(starts) <= len(words) and all(
        start.startswith(word[:-1]) if word.endswith(".") else word.startswith(start)
        for word, start in zip(words, starts, strict=False)
    )


def family_and_first(name: str) -> tuple[str, str]:
    """Split a name: ("Baker", "Ann") for "Ann Baker" and for "Baker, Ann"; ("Ann", "") for "Ann".

    A comma says where the family name ends. Else it is the last word, with the small words before
    it: "van Dyk" of "Ann van Dyk". "Jr." and a namesake's number go with the first name. Where it
    stands in a list is for `scoring.collation` to say.
    """
    family, comma, first = name.partition(",")
    if comma and family.strip() and first.strip() and first.strip().casefold() not in SUFFIXES:
        return family.strip(), first.strip()
    words = name.replace(",", " ").split()
    end = len(words)
    while end > 1 and (words[end - 1].casefold() in SUFFIXES or not words[end - 1][0].isalnum()):
        end -= 1
    begin = end - 1
    while begin > 1 and words[begin - 1].casefold() in PARTICLES:
        begin -= 1
    if begin < 1:
        return name, ""
    return " ".join(words[begin:end]), " ".join(words[:begin] + words[end:])


def first_name(name: str) -> str:
    """Return the first name as it is compared: "ann" of "Ann", "Ann Baker" and "Baker, Ann"."""
    words, _letter = _words(name_plain(name))
    return words[0]


def is_first_name_alone(name: str) -> bool:
    """Whether a name is a single word, which most of the time is a first name."""
    return bool(name) and " " not in name


def is_near(typed: str, name: str) -> bool:
    """Whether a name may be another one mistyped: "Jon Baker" for "John Baker", "Zoe" for "Zoë".

    One letter of a word may be wrong, two of a long one, two in all: changed, left out, too many,
    or swapped with the next. Digits, initials, and a letter behind a name differ on purpose.
    """
    words, letter = _words(name_plain(typed).replace("-", " "))
    others, other_letter = _words(name_plain(name).replace("-", " "))
    if len(words) != len(others) or letter != other_letter:
        return False
    wrong = 0
    for word, other in zip(words, others, strict=True):
        if word != other:
            if not _may_be_mistyped(word, other, alone=len(words) == 1):
                return False
            wrong += letters_apart(word, other)
    return wrong <= MOST_WRONG


def _may_be_mistyped(word: str, other: str, *, alone: bool) -> bool:
    """Whether a word may be a different one mistyped.

    A short first name alone has many neighbors: a changed letter makes "Tim" of "Tom", and is no
    error. In "Tim Baker" it may be one.
    """
    length = min(len(word), len(other))
    most = MOST_WRONG if length >= LONG_WORD else 1
    if length < 2 or abs(len(word) - len(other)) > most or digits(word) != digits(other):
        return False
    changed = len(word) == len(other) and sorted(word) != sorted(other)
    if changed and length <= SHORT_WORD and (alone or length < SHORT_WORD):
        return False
    return letters_apart(word, other) <= most


def digits(name: str) -> list[str]:
    """Return the digits of a name: these tell people apart, and are no slip of a finger."""
    return re.findall(r"\d", name)


def letters_apart(word: str, other: str) -> int:
    """How many letters are changed, left out, added, or swapped with the next, at the least."""
    while word[:1] == other[:1] != "":
        word, other = word[1:], other[1:]
    while word[-1:] == other[-1:] != "":
        word, other = word[:-1], other[:-1]
    older: list[int] = []
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(word, 1):
        older, before, row = before, row, [at]
        for to, its in enumerate(other, 1):
            apart = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != its))
            if at > 1 and to > 1 and letter == other[to - 2] and word[at - 2] == its:
                apart = min(apart, older[to - 2] + 1)
            row.append(apart)
    return row[-1]


def first_and_initial(name: str) -> str:
    """Return "Ann B." for "Ann Baker" and for "Baker, Ann"; a single word stays as it is.

    The letter of "Ann Baker C", by which a club tells two apart, stays too.
    """
    words, letter = _words(name)
    short = f"{words[0]} {words[-1][0]}." if len(words) > 1 else words[0]
    return f"{short} {letter}" if letter else short


def short_names(names: Sequence[str]) -> list[str]:
    """Return first names, for a table of so many that whole names would break: "Ann".

    Those who share one have an initial more, "Ann B." and "Ann C."; a name that is cut off already,
    such as "A. B.", stays as it is.
    """
    sharing: dict[str, list[str]] = {}
    for name in names:
        sharing.setdefault(first_name(name), []).append(name)
    short: dict[str, str] = {}
    for group in sharing.values():
        if len(group) > 1:
            labels = told_apart(group, first_and_initial)
            # The initial never stands on a line of its own.
            short |= zip(group, (label.replace(" ", "\u00a0") for label in labels), strict=True)
        else:
            first = _words(group[0])[0][0]
            short[group[0]] = group[0] if first.endswith(".") or len(first) == 1 else first
    return [short[name] for name in names]


def initials(name: str) -> str:
    """Return "A. B." for "Ann Baker" and for "Baker, Ann"; "A." for "Ann"."""
    words, letter = _words(name)
    return " ".join(
        [f"{word[0]}." for word in words[:1] + words[1:][-1:]] + [letter] * bool(letter)
    )


def told_apart(names: Sequence[str], shorten: Callable[[str], str]) -> list[str]:
    """Return names that read alike when shortened, each with as little more as tells them apart.

    "Mary Ab." and "Mary Ad." of Mary Abel and Mary Adams; else with letters of the first name.
    Those who are still alike get initials of names between, then "jun.", then what stands in
    brackets: a club writes it there to tell the two apart.
    """
    words = [_words(name)[0] for name in names]
    heads = [[shorten(name).split()[0] for name in names]]
    # "Ma." and "Ju." of Mary and Judy, where the short name has no whole first name.
    most = max(len(parts[0]) for parts in words)
    firsts = [[_cut(parts[0], letters) for parts in words] for letters in range(2, most + 1)]
    heads += firsts if any(head.endswith(".") for head in heads[0]) else []
    letters = range(1, max(len(parts[-1]) for parts in words) + 1)
    tries = [
        [_longer(name, head, number) for name, head in zip(names, chosen, strict=True)]
        for chosen in heads
        for number in letters
    ]
    labels = max(tries, key=lambda labels: len(set(labels)))
    for more in (_with_middle, _with_suffix, _with_brackets):
        times = Counter(labels)
        labels = [
            more(label, name) if times[label] > 1 else label
            for label, name in zip(labels, names, strict=True)
        ]
    return labels


def _longer(name: str, head: str, letters: int) -> str:
    """Return `head` with so many letters of the family name; the head alone where there is none."""
    words, letter = _words(name)
    family = [_cut(words[-1], letters)] if len(words) > 1 else []
    return " ".join([head, *family, *([letter] if letter else [])])


def _cut(word: str, letters: int) -> str:
    return word if letters >= len(word) else f"{word[:letters]}."


def _with_middle(label: str, name: str) -> str:
    """Return the label with the initials of names between the first one and the family name."""
    head, *rest = label.split()
    return " ".join([head, *(f"{word[0]}." for word in _words(name)[0][1:-1]), *rest])


def _with_suffix(label: str, name: str) -> str:
    words = name.replace(",", " ").split()
    return " ".join([label, *(word for word in words[1:] if word.casefold() in SUFFIXES)])


def _with_brackets(label: str, name: str) -> str:
    return " ".join([label, *BRACKETS.findall(name)])


def _words(name: str) -> tuple[list[str], str]:
    """Return a name's words from the first name to the family name, and a letter behind them.

    What stands in brackets, begins with a sign or is "Jr." is left out; one word is left at least.
    """
    bare = BRACKETS.sub(" ", name)
    family, comma, first = bare.partition(",")
    words = [word for word in f"{first} {family}".split() if word[0].isalnum()] if comma else []
    words = words or [word for word in bare.replace(",", " ").split() if word[0].isalnum()]
    while len(words) > 2 and words[-1].casefold() in SUFFIXES:
        words.pop()
    letter = words.pop() if len(words) > 2 and len(words[-1].rstrip(".")) == 1 else ""
    return words or [name], letter


def one_stop(sentence: str) -> str:
    """Return sentences in which a name that ends with a full stop, "Ann B.", brings no second one.

    Three in a row stay: they are no end of a sentence.
    """
    return re.sub(r"(?<!\.)\.\.(?!\.)", ".", sentence)
