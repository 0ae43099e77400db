"""The mark by which a form is known as one of its club; see scoring/accounts/club_forms.py.

Built into every template: no form that is protected against other sites can go without it.
"""

from typing import Any

from django import template
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.accounts.club_forms import FIELD, club_of_form

register = template.Library()


class ClubFormNode(CsrfTokenNode):
    """Django's hidden field, and one with the club."""

    def render(self, context: Context) -> SafeString:
        """Return both fields, or the first alone for a page of no club."""
        token: Any = super().render(context)
        club = form_club(context)
        field = format_html('<input type="hidden" name="{}" value="{}">', FIELD, club)
        return SafeString(f"{token}{field}" if club else token)


@register.tag
def csrf_token(_parser: Parser, _token: Token) -> ClubFormNode:
    """Write the hidden fields that a form of ours has."""
    return ClubFormNode()


@register.simple_tag(takes_context=True)
def form_club(context: Context) -> str:
    """Return the number of the club that the page's forms belong to; "" for none."""
    return club_of_form(getattr(context, "request", None) or context.get("request"))
