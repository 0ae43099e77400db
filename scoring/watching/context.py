"""What every page is told of the event stream."""

from django.http import HttpRequest
from django.urls import reverse

# In the environment of a request whose server answers pages that listen.
STREAMS = "roundhouse.news"


def news(request: HttpRequest) -> dict[str, object]:
    """Tell every page where it can listen for news; "" where another program serves the site."""
    return {"news": reverse("scoring:news") if STREAMS in request.META else ""}
