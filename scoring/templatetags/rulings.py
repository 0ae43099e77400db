"""A ruling's answer in large letters, in the words of the table."""

from django import template

from scoring.models import Decision, Dispute
from scoring.selectors.desk import answer_class, answer_word

register = template.Library()

register.filter(answer_word)
register.filter(answer_class)


@register.filter
def newest_decision(dispute: Dispute) -> Decision | None:
    """The organizer's decision that counts, if there is one; reads what was fetched before."""
    decisions = list(dispute.decisions.all())
    return decisions[-1] if decisions else None
