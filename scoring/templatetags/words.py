"""What all pages say in one way: lists of names, and places that several share.

Built into every template.
"""

from collections.abc import Iterable, Mapping

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import lists

register = template.Library()


@register.filter(is_safe=True, needs_autoescape=True)
def all_of(names: Iterable[object], autoescape: bool = True) -> str:
    """Return "Ann, Bob and Cal" for a sentence."""
    safe = conditional_escape if autoescape else str
    return mark_safe(lists.all_of(safe(str(name)) for name in names))  # noqa: S308  escaped above


@register.filter
def list_sign(forloop: Mapping[str, int]) -> str:
    """Return what parts something of a loop from the next one: a comma, "and", or nothing."""
    if forloop["last"]:
        return ""
    return _(" and ") if forloop["revcounter"] == 2 else _(", ")


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
