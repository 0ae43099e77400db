"""Until when something that was erased can be found still."""

import datetime

from django import template

from league.privacy.selectors.traces import Traces, traces

register = template.Library()


@register.simple_tag
def traces_of(erased_at: datetime.datetime) -> Traces:
    """Return the days on which the traces of what was erased then are gone."""
    return traces(erased_at)
