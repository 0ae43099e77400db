"""Which words of a sentence are names of people at the table.

People type and dictate names as they sound: "Anne" for Ann, "Cathy" for Kathy, "bobs" for Bob's.
And some names are words: "will", "may", "mark", "art", "penny". Such a name is taken for a name
only where a name can stand: "will rose be allowed" asks about Rose, "will played" about Will, and
"her penny" is a coin although Penny sits at the table.
"""

import re
from collections.abc import Sequence
from typing import Final

from engine.parsing.grammar import Grammar
from engine.parsing.spelling import distance
from engine.parsing.tokens import DOUBLE, NAME, OWNER, STOP, TILE, WORD, Token

MOST_SEATS: Final = 60
LONGEST_NAME: Final = 20
SHORT_NAME: Final = 4
"""A name of fewer letters must be heard the same and differ by one letter at most."""


class Names:
    """The seats of one table, ready to be found in sentences."""

    def __init__(self, seats: Sequence[str], grammar: Grammar) -> None:
        self.grammar = grammar
        self.by_words: dict[tuple[str, ...], str] = {}
        self.by_part: dict[str, set[str]] = {}
        for seat in seats[:MOST_SEATS]:
            words = tuple(
                re.findall(r"[^\W_]+", seat.casefold().replace("'", "").translate(grammar.letters))
            )
            if words:
                self.by_words.setdefault(words, seat)
                for word in words:
                    self.by_part.setdefault(word, set()).add(seat)
        self.sounds = {part: grammar.sound(part) for part in self.by_part}
        self.longest = max(map(len, self.by_words), default=0)
        self.heard: dict[str, str | None] = {}

    def mark(self, tokens: list[Token]) -> list[Token]:
        """The same tokens, with those that are names marked as names or as owners."""
        marked: list[Token] = []
        place = 0
        while place < len(tokens):
            seat, length, owns = self._seat_at(tokens, place)
            if not length:
                marked.append(tokens[place])
                place += 1
                continue
            words = tokens[place : place + length]
            first = words[0]
            owns = owns or words[-1].owner
            text = " ".join(word.text for word in words)
            name = Token(text, OWNER if owns else NAME, seat, first.capital, first.starts)
            marked.append(name)
            place += length
            if owns and self._is_contracted(tokens, place):
                name.kind = NAME
                marked.append(Token(self.grammar.contracted))
        return self._with_owners_first(marked)

    def _with_owners_first(self, tokens: list[Token]) -> list[Token]:
        """The tokens with "tren de la Rosa" as "Rosa's tren", as English has it."""
        is_in = self.grammar.is_in
        ordered: list[Token] = []
        for token in tokens:
            place = len(ordered) - 1
            while token.kind == NAME and place > 0 and is_in(ordered[place].text, "article"):
                place -= 1
            noun = ordered[place - 1] if place > 0 else Token("", STOP)
            owned = noun.kind in (TILE, DOUBLE) or is_in(noun.text, "owned")
            if token.kind == NAME and owned and is_in(ordered[place].text, "owner_before"):
                token.kind = OWNER
                ordered[place - 1 :] = [token, noun]
            else:
                ordered.append(token)
        return ordered

    def _seat_at(self, tokens: list[Token], place: int) -> tuple[str | None, int, bool]:
        """The seat named at a place, over how many tokens, and whether it has an owner's ending.

        The seat is None for the name of somebody at no seat of this table; of no length, there is
        no name at all.
        """
        if tokens[place].kind != WORD:
            return None, 0, False
        for length in range(min(self.longest, len(tokens) - place), 0, -1):
            words = tuple(token.text for token in tokens[place : place + length])
            seat = self.by_words.get(words)
            if seat is not None and (length > 1 or self._is_name(tokens, place, len(seat) == 1)):
                return seat, length, False
            for bare in self.grammar.without_owner(words[-1]):
                seat = self.by_words.get((*words[:-1], bare))
                if seat is not None and self._may_own(tokens, place + length, words[-1]):
                    return seat, length, True
        return self._nearly(tokens, place)

    def _may_own(self, tokens: list[Token], place: int, word: str) -> bool:
        """Whether "bobs" before this place is Bob's; "marks" is a verb too."""
        following = tokens[place].text if place < len(tokens) else ""
        return not self.grammar.knows(word) or self.grammar.is_in(following, "owned")

    def _is_name(self, tokens: list[Token], place: int, is_letter: bool) -> bool:
        """Whether a word that is a seat's name means that seat here."""
        token = tokens[place]
        is_in = self.grammar.is_in
        if is_letter and not (token.capital and not (token.starts and is_in(token.text, "det"))):
            return False
        if token.owner or (token.capital and not token.starts and not is_letter):
            return True
        before = "" if token.starts else tokens[place - 1].text
        if is_in(before, "determiner"):
            return False
        if token.text not in self.grammar.name_words or is_in(before, "before_name"):
            return True
        following = tokens[place + 1] if place + 1 < len(tokens) else Token("", STOP)
        if is_in(token.text, "modal") and is_in(following.text, "base_or_adverb"):
            return token.starts or is_in(before, "conjunction")
        if is_in(following.text, "finite"):
            return True
        asks = is_in(before, "auxiliary") and before != token.text
        return asks and (following.is_stop or is_in(following.text, "after_subject"))

    def _is_contracted(self, tokens: list[Token], place: int) -> bool:
        """Whether the 's of a name before this place is "is" or "has": "Gene's played"."""
        following = tokens[place].text if place < len(tokens) else ""
        is_in = self.grammar.is_in
        return is_in(following, "after_is") and not is_in(following, "mine")

    def _nearly(self, tokens: list[Token], place: int) -> tuple[str | None, int, bool]:
        """A seat whose name is spelled or sounds nearly like an unknown word."""
        token = tokens[place]
        word = token.text
        if not word.isalpha():
            return None, 0, False
        seats = self.by_part.get(word, set())
        if len(seats) == 1 and self._is_name(tokens, place, len(word) == 1):
            return next(iter(seats)), 1, False
        named = token.capital and not token.starts and not self.grammar.nouns_have_capitals
        if self._is_elsewhere(tokens, place):
            return None, 1, token.owner
        if self.grammar.knows(word) and not named and not self._is_slip(tokens, place):
            return None, 0, False
        if not (token.capital or token.owner) and self.grammar.speller.right(word):
            return None, 0, False
        for bare in (word, *self.grammar.without_owner(word)):
            if (seat := self._similar(bare)) is not None:
                return seat, 1, bare != word
        if not self.grammar.knows(word) and self._is_stranger(tokens, place):
            return None, 1, False
        return None, 0, False

    def _is_slip(self, tokens: list[Token], place: int) -> bool:
        """Whether a small word is a name as it sounds: "an played" for Ann, but not "an eight"."""
        token = tokens[place]
        is_in = self.grammar.is_in
        following = tokens[place + 1].text if place + 1 < len(tokens) else ""
        slips = self.grammar.slips
        if token.text not in slips:
            owns = not slips.isdisjoint(self.grammar.without_owner(token.text))
            return owns and is_in(following, "owned")
        before = "" if token.starts else tokens[place - 1].text
        if is_in(before, "auxiliary") and is_in(following, "after_slip"):
            return True
        # Within a sentence "an" is as often "and": "bob drew an played it".
        begins = token.starts or is_in(before, "conjunction") or is_in(before, "before_name")
        return begins and is_in(following, "finite") and not is_in(following, "before_noun")

    def _is_stranger(self, tokens: list[Token], place: int) -> bool:
        """Return whether an unknown word names somebody at no seat of this table."""
        token = tokens[place]
        following = tokens[place + 1].text if place + 1 < len(tokens) else ""
        if token.owner:
            return self.grammar.is_in(following, "owned")
        return token.capital and self.grammar.is_in(following, "finite")

    def _is_elsewhere(self, tokens: list[Token], place: int) -> bool:
        """Return whether a common first name names somebody at no seat: "Bob passed" without Bob.

        A name that is nearly a seat's is that seat's, and "Hope you can help" names nobody.
        """
        token = tokens[place]
        is_in = self.grammar.is_in
        bare = next((word for word in self._bare(token) if word in self.grammar.genders), None)
        if bare is None or not token.capital or bare in self.grammar.name_words:
            return False
        following = tokens[place + 1].text if place + 1 < len(tokens) else ""
        if token.owner or bare != token.text:
            sits = is_in(following, "owned")
        else:
            sits = not token.starts or is_in(following, "finite")
        return sits and self._similar(bare) is None

    def _bare(self, token: Token) -> list[str]:
        """A word as it is, and without an owner's ending."""
        return [token.text, *self.grammar.without_owner(token.text)]

    def _similar(self, word: str) -> str | None:
        """The one seat that an unknown word is nearest to, if it is near enough."""
        if word not in self.heard:
            if len(self.heard) > 1000:
                self.heard.clear()
            self.heard[word] = self._nearest(word) if 1 < len(word) < LONGEST_NAME else None
        return self.heard[word]

    def _nearest(self, word: str) -> str | None:
        ranked: list[tuple[int, str]] = []
        sound = self.grammar.sound(word)
        for part, seats in self.by_part.items():
            if len(part) < 3 or len(seats) > 1:
                continue
            seat = next(iter(seats))
            if len(word) > 2 and part.startswith(word):
                ranked.append((2, seat))
                continue
            apart = distance(word, part)
            alike = self.sounds[part] == sound
            same_start = len(part) >= SHORT_NAME and word[0] == part[0]
            long = min(len(part), len(word)) > SHORT_NAME
            heard = alike and apart <= (1 if len(part) < SHORT_NAME else 2)
            if heard or (apart == 1 and (same_start or long)):
                ranked.append((2 * apart - alike, seat))
        ranked.sort()
        if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
            return None
        return ranked[0][1]
