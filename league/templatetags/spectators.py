"""What every print of a tournament and its television say to those who watch."""

from django import template
from django.template.context import Context
from django.urls import reverse

from league.tournaments.display.selectors.start_times import start_words
from league.tournaments.models import Stage, Tournament
from scoring.accounts.access import actor_of
from scoring.web.connection import phone_link

register = template.Library()


@register.simple_tag(takes_context=True)
def spectator_link(context: Context, tournament: Tournament) -> str:
    """The address at which a stranger's phone opens the list of tables; "" if none can."""
    request = context.get("request")
    if request is None or not tournament.public:
        return ""
    return phone_link(request, reverse("league:table-list", args=[tournament.pk])) or ""


@register.simple_tag(takes_context=True)
def bracket_is_off(context: Context, tournament: Tournament) -> bool:
    """Whether spectators cannot open the bracket, and the one who reads this can change it."""
    request = context.get("request")
    if request is None or tournament.public or tournament.rehearsal_of_id:
        return False
    actor = actor_of(request)
    return bool(actor.directs and actor.club == tournament.club and not tournament.cancelled_at)


@register.filter
def typed(link: str) -> str:
    """An address as one types it: without "http://", which a browser adds by itself."""
    return link.removeprefix("http://").rstrip("/")


@register.simple_tag
def starts(stage: Stage | None, tournament: Tournament) -> str:
    """When the stage starts and when to be there, in words; "" where nobody has said."""
    return start_words(stage, tournament.be_there)
