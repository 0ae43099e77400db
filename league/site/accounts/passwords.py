"""Passwords that a stranger in the hall would try first."""

import re
from collections.abc import Iterator

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club

WORDS = (
    "admin",
    "bone",
    "bones",
    "boneyard",
    "club",
    "domino",
    "dominoes",
    "dominos",
    "double",
    "doubles",
    "game",
    "games",
    "hub",
    "marker",
    "mexican",
    "organizer",
    "password",
    "pips",
    "round",
    "roundhouse",
    "score",
    "scorekeeper",
    "scores",
    "spinner",
    "table",
    "tile",
    "tiles",
    "train",
    "trains",
    "welcome",
)
# What is left beside such words has to be a word of its own.
LEFT_AT_LEAST = 4
# Eight digits are mostly somebody's birthday; longer numbers are not.
DATE = re.compile(r"\d{1,8}")
APART = re.compile(r"[\W\d_]+")


class PlaceWordsValidator:
    """Refuse a password made of the game's words, the club's name, digits and signs alone."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise ValidationError for such a password, or for what could be a date."""
        if DATE.fullmatch(password):
            raise ValidationError(_("Such a short number could be a date. Use words instead."))
        letters = left = APART.sub("", password.casefold())
        for word in sorted(self._words(), key=len, reverse=True):
            left = left.replace(word, " ")
        longest = max(map(len, left.split()), default=0)
        if left != letters and longest < LEFT_AT_LEAST:
            raise ValidationError(
                _("Anybody here could guess this: add words that are not about this club or game.")
            )

    def get_help_text(self) -> str:
        """Return the rule in a sentence."""
        return _("Words only from the club or the game are not enough.")

    def _words(self) -> Iterator[str]:
        yield from WORDS
        with every_club():
            names = list(Club.objects.values_list("name", flat=True))
        for name in names:
            parts = [part for part in APART.split(name.casefold()) if len(part) >= LEFT_AT_LEAST]
            yield from parts
            yield "".join(parts)
