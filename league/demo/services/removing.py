"""Removing a made-up club, with all that somebody has typed into it meanwhile."""

from django.utils.translation import gettext as _

from league.privacy.public import club_erase
from scoring.accounts.models import Club
from scoring.refusals import Refusal


def made_up_club_remove(*, club: Club) -> None:
    """Erase a made-up club and its accounts. Raises `Refusal` for a club of people."""
    if not club.made_up:
        raise Refusal("real", _("%s is not made up. Erase it on its own page.") % club.name)
    club_erase(club=club)
