"""A language's grammar: its words, and the templates that say what sentences mean.

A grammar is one text file beside this module, `english.txt`; its own first lines say how it is
written. A second language is a second file. Here it is read into a `Grammar`.
"""

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.parsing.spelling import Speller
from engine.parsing.templates import Reader, Template, TemplateIndex, pieces_of

ENGLISH: Final = "english"
GRAMMARS: Final = {"en": ENGLISH, "de": "de", "es": "es"}
"""The file of each language in which questions are understood, by the language's code."""

BUILT_IN: Final = ("TILE", "DOUBLE", "NAME", "OWNER", "NUMBER", "END")
"""The classes that no list of words makes: tiles, players, numbers, and where a sentence ends."""

ALWAYS: Final = "ALWAYS"
"""The cue that every sentence has; in capitals, as no word of a sentence is."""

ALL_OF_PHRASES: Final = "@phrases"

_HEADER: Final = re.compile(r"\[([a-z ]+)\]")
_DEEPEST_PARTS: Final = 4

Phrases = Mapping[str, tuple[tuple[str, ...], ...]]


class GrammarError(ValueError):
    """A grammar file that cannot be read; the message names the line."""


@dataclass(frozen=True)
class Grammar:
    """What one language's file says, ready for use.

    `classes` are the classes of each word and phrase; `phrases` and `filler_phrases` are found by
    their first word. `heard` are numbers by words of the same sound, `spelling` the right words
    for wrong ones, `genders` "man" or "woman" by first names. `cues` say what a single word tells.
    `letters` are those that are read as others: "á" as "a".
    """

    classes: Mapping[str, tuple[str, ...]]
    phrases: Phrases
    numbers: Mapping[str, int]
    heard: Mapping[str, int]
    spelling: Mapping[str, tuple[str, ...]]
    fillers: frozenset[str]
    filler_phrases: Phrases
    common: frozenset[str]
    endings: tuple[str, ...]
    name_words: frozenset[str]
    slips: frozenset[str]
    owner_endings: tuple[str, ...]
    contracted: str
    nouns_have_capitals: bool
    sounds: tuple[tuple[re.Pattern[str], str], ...]
    genders: Mapping[str, str]
    templates: TemplateIndex
    questions: tuple[Template, ...]
    slots: tuple[Template, ...]
    cues: Mapping[str, tuple[tuple[str, float], ...]]
    letters: Mapping[int, str]
    speller: Speller

    def is_in(self, word: str, name: str) -> bool:
        """Whether a word is in a class of the grammar."""
        return name in self.classes.get(word, ())

    def knows(self, word: str) -> bool:
        """Return whether the grammar has the word at all, if only as a common one."""
        return (
            word in self.classes
            or word in self.common
            or word in self.numbers
            or word in self.fillers
            or any(
                word.endswith(ending) and self._is_stem(word[: -len(ending)])
                for ending in self.endings
            )
        )

    def without_owner(self, word: str) -> list[str]:
        """What a word may be without an owner's ending: "bob" for "bobs"."""
        return [
            word.removesuffix(ending)
            for ending in self.owner_endings
            if word.endswith(ending) and len(word) > len(ending) + 1
        ]

    def sound(self, name: str) -> str:
        """A key that names of the same sound share."""
        key = name
        for pattern, by in self.sounds:
            key = pattern.sub(by, key)
        return key

    def _is_stem(self, stem: str) -> bool:
        """Whether a common word begins like this: "chang" is left of "changing"."""
        return stem in self.common or (len(stem) > 2 and f"{stem}e" in self.common)


def grammar_for(language: str) -> str:
    """The grammar of a language such as "es" or "en-gb"; the English one where it has none."""
    return GRAMMARS.get(language.partition("-")[0], ENGLISH)


def has_grammar(language: str) -> bool:
    """Whether questions are read in a language such as "es" or "en-gb"."""
    return language.partition("-")[0] in GRAMMARS


@cache
def grammar_files(language: str) -> frozenset[str]:
    """The names of the files that questions in a language are read by."""
    grammar = grammar_for(language)
    sections = _sections(text_of(grammar) or "")
    names = (grammar, f"{grammar}.facts", *sections.get("with", ()))
    return frozenset(f"{name}.txt" for name in names)


@cache
def read_grammar(language: str) -> Grammar:
    """The grammar of a language, from its file beside this module."""
    text = text_of(language)
    if text is None:
        raise GrammarError(f"There is no grammar for {language}.")
    return grammar_of(text)


def text_of(language: str, part: str = "") -> str | None:
    """What the file of a language says, or the file of one part of it; None where there is none."""
    if not re.fullmatch("[a-z_]{2,20}", language):
        raise GrammarError(f"{language!r} is not the name of a language.")
    try:
        data = pkgutil.get_data(__package__, f"{language}{part}.txt")
    except OSError:
        data = None
    return None if data is None else data.decode("utf-8")


def grammar_of(text: str) -> Grammar:
    """The grammar that a text describes. Raises `GrammarError` where a line says nothing."""
    sections, letters = _with_shared_sections(text)
    words = dict(_entries(sections.get("words", [])))
    fillers = [word for line in sections.get("fillers", []) for word in _listed(line)]
    single = frozenset(word for word in fillers if " " not in word)
    parts = {name: rest.strip() for name, rest in _pairs(sections.get("parts", []))}
    lines = {
        name: [_with_parts(line, parts) for line in sections.get(name, [])]
        for name in ("questions", "templates", "slots")
    }
    listed = {word for members in words.values() for word in members if " " in word}
    cues = {word: _cues(rest) for word, rest in _pairs(sections.get("cues", []))}
    literals = _literals([line for group in lines.values() for line in group], words, listed)
    literals |= {*cues} - {*words, *BUILT_IN, ALWAYS}
    if unseen := sorted(literals & single):
        raise GrammarError(f"Templates wait for fillers, which are dropped: {unseen}")
    classes = _classes(words, literals)
    phrases = by_first_word(word for word in classes if " " in word)
    reader = Reader(frozenset({*words, *literals, *BUILT_IN}), phrases)
    names = dict(_entries(sections.get("names", [])))
    numbers = _numbers(sections.get("numbers", []))
    try:
        return Grammar(
            classes=classes,
            phrases=phrases,
            numbers=numbers,
            heard=_numbers(sections.get("heard", [])),
            spelling=_spelling(sections.get("spelling", [])),
            fillers=single,
            filler_phrases=by_first_word(word for word in fillers if " " in word),
            common=_common(sections.get("common", []), [*classes, *fillers]),
            endings=tuple(word for line in sections.get("endings", []) for word in _listed(line)),
            name_words=frozenset(names.get("words", ())),
            slips=frozenset(names.get("slips", ())),
            owner_endings=tuple(names.get("owner", ())),
            contracted=" ".join(names.get("contracted", ())),
            nouns_have_capitals="nouns" in names.get("capitals", ()),
            sounds=_sounds(sections.get("sounds", [])),
            genders={name: who for who in ("man", "woman") for name in names.get(who, ())},
            templates=TemplateIndex(tuple(reader.templates(lines["templates"]))),
            questions=tuple(reader.templates(lines["questions"])),
            slots=tuple(reader.templates(lines["slots"])),
            cues=cues,
            letters=letters,
            speller=Speller(word for word in (*classes, *numbers) if " " not in word),
        )
    except (ValueError, re.error) as error:
        raise GrammarError(str(error)) from error


def _sounds(lines: list[str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each pattern of letters, and how it is spelled too."""
    return tuple((re.compile(pattern), by.strip()) for pattern, by in _pairs(lines))


def _with_shared_sections(text: str) -> tuple[dict[str, list[str]], dict[int, str]]:
    """The lines of each section, with those of the files it names; and how letters are read."""
    sections = _sections(text)
    letters = _letters(sections.pop("letters", []))
    sections = _sections(text.translate(letters)) if letters else sections
    for name in sections.pop("with", []):
        for header, more in _sections(text_of(name) or "").items():
            sections.setdefault(header, []).extend(more)
    return sections, letters


@dataclass(frozen=True)
class MoreTemplates:
    """Templates of another file of the same language, with the classes that only they use."""

    classes: Mapping[str, tuple[str, ...]]
    templates: tuple[Template, ...]


def more_templates(text: str, grammar: Grammar) -> MoreTemplates:
    """The templates of a text, which have no weights, over the words of a grammar and their own.

    Raises `GrammarError` where a line says nothing.
    """
    sections = _sections(text.translate(grammar.letters))
    words = dict(_entries(sections.get("words", [])))
    parts = {name: rest.strip() for name, rest in _pairs(sections.get("parts", []))}
    lines = [
        line if line.endswith(":") else f"1 {_with_parts(line, parts)}"
        for line in sections.get("templates", [])
    ]
    known = {name for names in grammar.classes.values() for name in names} | {*BUILT_IN}
    listed = {word for word in grammar.classes if " " in word}
    literals = _literals(lines, {*words, *known}, listed)
    classes = _classes(words, literals)
    if unseen := sorted(word for word in classes if " " in word and word not in listed):
        raise GrammarError(f"No sentence has these phrases as one word: {unseen}")
    if unseen := sorted(literals & grammar.fillers):
        raise GrammarError(f"Templates wait for fillers, which are dropped: {unseen}")
    reader = Reader(frozenset({*known, *words, *literals}), grammar.phrases)
    try:
        return MoreTemplates(classes, tuple(reader.templates(lines)))
    except ValueError as error:
        raise GrammarError(str(error)) from error


def _common(lines: list[str], listed: Iterable[str]) -> frozenset[str]:
    """The common words; "@phrases" are those of which the phrases are made."""
    words = set(" ".join(lines).split())
    if ALL_OF_PHRASES in words:
        words |= {word for phrase in listed if " " in phrase for word in phrase.split()}
    return frozenset(words - {ALL_OF_PHRASES})


def _letters(lines: list[str]) -> dict[int, str]:
    """By each letter with a mark, the letters as which it is read."""
    return {ord(letter): plain for plain, letters in _entries(lines) for letter in letters}


def _spelling(lines: list[str]) -> dict[str, tuple[str, ...]]:
    """The right words for each wrong spelling."""
    return {
        wrong: tuple(right.split()) for right, variants in _entries(lines) for wrong in variants
    }


def by_first_word(phrases: Iterable[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Phrases as tuples of words, the longest first, by their first word."""
    by_word: dict[str, set[tuple[str, ...]]] = {}
    for phrase in phrases:
        words = tuple(phrase.split())
        by_word.setdefault(words[0], set()).add(words)
    return {
        first: tuple(sorted(phrases, key=lambda words: (-len(words), words)))
        for first, phrases in by_word.items()
    }


def _sections(text: str) -> dict[str, list[str]]:
    """The lines of each section, without comments; after a comma a list goes on."""
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for raw in text.splitlines():
        line = raw.partition("#")[0].rstrip()
        if header := _HEADER.fullmatch(line):
            lines = sections.setdefault(header[1], [])
        elif line.startswith(" ") and lines and lines[-1].endswith(","):
            lines[-1] += line
        elif line.strip():
            lines.append(line)
    return sections


def _pairs(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, colon, rest = line.partition(":")
        if not colon:
            raise GrammarError(f"There is no colon in this line: {line}")
        yield name.strip(), rest


def _entries(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    for name, rest in _pairs(lines):
        yield name, _listed(rest)


def _listed(text: str) -> list[str]:
    """The words of a list with commas, `play~s~ed` written out as "play, plays, played"."""
    words = []
    for part in text.split(","):
        stem, *endings = part.strip().split("~")
        words += [stem, *(stem + ending for ending in endings)] if stem else []
    return words


def _numbers(lines: Iterable[str]) -> dict[str, int]:
    return {word: int(value) for value, words in _entries(lines) for word in words}


def _cues(text: str) -> tuple[tuple[str, float], ...]:
    """Kinds with how much a word speaks for each: "must_mark 2, may_draw -1.5"."""
    pairs = (part.strip().rpartition(" ") for part in text.split(",") if part.strip())
    return tuple((name, float(weight)) for name, _, weight in pairs)


def _with_parts(line: str, parts: Mapping[str, str]) -> str:
    """A template with each `<name>` in it replaced by the part of that name."""
    for _deep in range(_DEEPEST_PARTS):
        line = re.sub("<([a-z_]+)>", lambda match: f"({parts[match[1]]})", line)
    return line


def _literals(lines: Iterable[str], classes: Iterable[str], phrases: set[str]) -> set[str]:
    """The words and phrases of templates that are no class: each is a class of its own."""
    known = {*classes, *BUILT_IN}
    starting = by_first_word(phrases)
    literals = set()
    for line in lines:
        if line.endswith(":"):
            continue
        pieces = pieces_of(line.split(None, 1)[1])
        for place, piece in enumerate(pieces):
            word = piece.strip("!+{}")
            if word and word[0] not in ".()[]|^$" and word not in known:
                literals.add(word)
            for words in starting.get(piece, ()):
                if tuple(pieces[place : place + len(words)]) == words:
                    literals.add(" ".join(words))
    return literals


def _classes(entries: Mapping[str, list[str]], literals: set[str]) -> dict[str, tuple[str, ...]]:
    """The classes of each word and phrase."""
    classes: dict[str, list[str]] = {}
    for name in entries:
        for word in dict.fromkeys(_members(name, entries, ())):
            classes.setdefault(word, []).append(name)
    for word in sorted(literals):
        classes.setdefault(word, []).append(word)
    return {word: tuple(names) for word, names in classes.items()}


def _members(name: str, entries: Mapping[str, list[str]], above: tuple[str, ...]) -> Iterator[str]:
    """The words of a class, with those of the classes that it names as `@class`."""
    if name not in entries or name in above:
        raise GrammarError(f"There is no class {name}, or it holds itself.")
    for word in entries[name]:
        if word.startswith("@"):
            yield from _members(word[1:], entries, (*above, name))
        else:
            yield word
