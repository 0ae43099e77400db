"""What a page tells the scripts of a tablet."""

from django import template

from scoring.accounts.access import Actor
from scoring.sheets.models import Game
from scoring.tablets.offline.shell import shell_version

register = template.Library()


@register.filter
def may_score(actor: Actor, game: Game) -> bool:
    """Whether the asker may write on the game's sheet."""
    return actor.may_score(game)


@register.simple_tag
def site_version() -> str:
    """Another one for each version of the site's pages and files."""
    return shell_version()
