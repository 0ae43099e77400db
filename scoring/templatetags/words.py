"""What all pages say in one way: lists of names, and places that several share.

Built into every template.
"""

import re
from collections.abc import Iterable, Sequence

from django import template
from django.template import Context, Node, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.template.defaultfilters import stringfilter
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import lists
from scoring.names import one_stop as with_one_stop

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def one_stop(sentence: str) -> str:
    """Return sentences without a second full stop behind a name or a time that ends with one."""
    return with_one_stop(sentence)


@register.filter(is_safe=True, needs_autoescape=True)
def all_of(names: Iterable[object], autoescape: bool = True) -> str:
    """Return "Ann, Bob and Cal" for a sentence."""
    safe = conditional_escape if autoescape else str
    return mark_safe(lists.all_of(safe(str(name)) for name in names))  # noqa: S308  escaped above


class ListNode(Node):
    """What is said of each of several things, as a sentence lists it."""

    def __init__(self, names: Sequence[str], things: FilterExpression, nodelist: NodeList) -> None:
        self.names = names
        self.things = things
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        parts = []
        for thing in self.things.resolve(context) or ():
            values = [thing] if len(self.names) == 1 else thing
            with context.push(**dict(zip(self.names, values, strict=True))):
                parts.append(self.nodelist.render(context))
        return mark_safe(lists.all_of(parts))  # noqa: S308  rendered above


@register.tag("list")
def list_of(parser: Parser, token: Token) -> ListNode:
    """Say `{% list seat in seats %}<b>{{ seat.name }}</b>{% endlist %}`: "Ann, Bob and Cal"."""
    names, _in, things = token.contents.removeprefix("list ").partition(" in ")
    nodelist = parser.parse(("endlist",))
    parser.delete_first_token()
    return ListNode(re.split(r", *", names), parser.compile_filter(things), nodelist)


@register.filter
def place(number: int, shared: object) -> str | SafeString:
    """Return a place, marked in the language's way if it is shared."""
    if not shared:
        return str(number)
    return format_html(
        '<span aria-hidden="true">{}</span><span class="visually-hidden">{} {}</span>',
        pgettext("a place that is shared, in a narrow column", "%(place)s=") % {"place": number},
        number,
        _("shared"),
    )
