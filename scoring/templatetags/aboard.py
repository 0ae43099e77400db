"""What a page tells the script that loads the engine."""

from django import template
from django.conf import settings
from django.utils.translation import get_language

from scoring.tablets.offline.bundle import TabletFiles, tablet_files

register = template.Library()


@register.simple_tag
def engine_files() -> TabletFiles:
    """The addresses of what the engine needs, as they are now."""
    return tablet_files(get_language() or settings.LANGUAGE_CODE)
