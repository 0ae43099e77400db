"""What a page tells the scripts of a tablet."""

from django import template

from scoring.selectors.shell import shell_version

register = template.Library()


@register.simple_tag
def site_version() -> str:
    """Another one for each version of the site's pages and files."""
    return shell_version()
