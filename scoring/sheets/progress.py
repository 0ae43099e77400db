"""How far a game is that is being played: in numbers, and in the words of every page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


@dataclass(frozen=True)
class Progress:
    """How far a game is that goes on: `rounds` are in, of `of` where its rules fix that."""

    rounds: int
    of: int | None

    @property
    def current(self) -> int:
        """The round that is being played."""
        return min(self.rounds + 1, self.of or self.rounds + 1)

    @property
    def lacks_end(self) -> bool:
        """Whether all rounds are on its sheet and only the end of the game is not."""
        return self.of is not None and self.rounds >= self.of

    @property
    def words(self) -> str:
        """Say which round it is at, or that only its end is missing."""
        if self.of is None:
            return _("round %d") % self.current
        if not self.lacks_end:
            return _("round %(current)d of %(of)d") % {"current": self.current, "of": self.of}
        words = ngettext(
            "%(of)d round is in, not finished", "all %(of)d rounds are in, not finished", self.of
        )
        return words % {"of": self.of}


def unended(games: Iterable[Progress | None]) -> int:
    """Count the games that lack only their end; None is one that is not being played."""
    return sum(game is not None and game.lacks_end for game in games)
