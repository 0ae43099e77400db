"""Addresses that people pass on."""

import re

from django import template
from django.conf import settings
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.web.connection import link_to_show, works_here_only

register = template.Library()

MAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
# Seven digits at least, so that a year or the hours are no number to call; nor is a date.
PHONE = r"(?<![\w+])(?!\d{4}-\d\d-\d\d)\+?\(?\d(?:[ ()./-]{0,2}\d){6,14}(?!\w)"
REACHED = re.compile(f"({MAIL}|{PHONE})")


@register.filter
def contact_links(text: str) -> SafeString:
    """Return a text with its e-mail addresses and telephone numbers as links, the rest escaped."""
    parts = REACHED.split(text)
    return format_html_join(
        "", "{}", ((_linked(part, at % 2 == 1),) for at, part in enumerate(parts))
    )


def _linked(part: str, reaches: bool) -> str:
    if not reaches:
        return part
    way = f"mailto:{part}" if "@" in part else "tel:" + re.sub(r"[^\d+]", "", part)
    return format_html('<a class="link" href="{}">{}</a>', way, part)


@register.filter
def opens_here_only(link: str) -> bool:
    """Whether nobody can open a link from home: it is to be scanned here, and not to be sent."""
    return works_here_only(link)


@register.simple_tag
def has_addresses() -> bool:
    """Whether the settings say at which addresses the site is found."""
    return bool(settings.SITE_ADDRESSES)


@register.simple_tag(takes_context=True)
def link_here(context: Context, path: str) -> str:
    """Return the whole address of a path as the asking computer has the site; "" in a mere part."""
    request = getattr(context, "request", None)
    return link_to_show(request, path) if request else ""


@register.inclusion_tag("scoring/_link_to_send.html")
def link_to_send(link: str) -> dict[str, object]:
    """An address with a button that copies it and a QR code; and whether it works from home.

    `link` is whole, as `scoring.web.connection.phone_link` makes it.
    """
    return {"link": link, "here_only": works_here_only(link)}
