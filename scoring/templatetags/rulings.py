"""A ruling's answer in large letters, in the words of the table."""

from django import template

from scoring.disputes.models import Decision, Dispute
from scoring.disputes.selectors import DisputeDesk, disputes_of
from scoring.disputes.words import answer_class, answer_word
from scoring.sheets.models import Game

register = template.Library()

register.filter(answer_word)
register.filter(answer_class)


@register.simple_tag
def settled_disputes(game: Game) -> list[DisputeDesk]:
    """Return the game's settled disputes, oldest first, for a page of its sheet."""
    return disputes_of(game)


@register.filter
def newest_decision(dispute: Dispute) -> Decision | None:
    """The organizer's decision that counts, if there is one; reads what was fetched before."""
    decisions = list(dispute.decisions.all())
    return decisions[-1] if decisions else None
