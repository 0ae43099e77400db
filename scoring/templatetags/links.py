"""Addresses that people pass on."""

from django import template

from scoring.web.connection import works_here_only

register = template.Library()


@register.inclusion_tag("scoring/_link_to_send.html")
def link_to_send(link: str) -> dict[str, object]:
    """An address with a button that copies it and a QR code; and whether it works from home.

    `link` is whole, as `scoring.web.connection.phone_link` makes it.
    """
    return {"link": link, "here_only": works_here_only(link)}
