"""The address at which pages listen for news."""

from typing import NoReturn

from django.http import Http404, HttpRequest
from django.views.decorators.http import require_safe


@require_safe
def news(_request: HttpRequest) -> NoReturn:
    """Answer that there is nothing: here no program stands in front that streams.

    Where `serve` runs the site, `league/site/server/news.py` answers this address before it comes
    to a thread.
    """
    raise Http404
