"""A ruling's answer in large letters, in the words of the table."""

from django import template
from django.utils.translation import gettext as _

from scoring.models import Decision, Dispute
from scoring.values import Ruled

register = template.Library()

YES = ("allowed", "yes", "valid")
NO = ("not_allowed", "no", "invalid")


@register.filter
def answer_word(ruling: Ruled) -> str:
    """Yes, No, a seat's name, what to do, or that it depends or is not covered."""
    if ruling.verdict in YES:
        return _("Yes")
    if ruling.verdict in NO:
        return _("No")
    if ruling.verdict == "value":
        acts = {
            "lay": _("Lay a tile"),
            "draw": _("Draw"),
            "end_turn": _("End the turn"),
            "mark": _("Put the marker on"),
            "pass_and_mark": _("Pass and put the marker on"),
            "pass": _("Pass"),
        }
        return acts.get(str(ruling.value), str(ruling.value))
    if ruling.verdict == "not_covered":
        return _("The rules do not say")
    return _("It depends")


@register.filter
def answer_class(ruling: Ruled) -> str:
    """The class by which the style sheet tells yes from no, beside the words."""
    if ruling.verdict in YES:
        return "yes"
    return "no" if ruling.verdict in NO else "open"


@register.filter
def newest_decision(dispute: Dispute) -> Decision | None:
    """The organizer's decision that counts, if there is one; reads what was fetched before."""
    decisions = list(dispute.decisions.all())
    return decisions[-1] if decisions else None
