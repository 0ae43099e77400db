"""What several views share: who writes, and how a refusal is shown."""

import uuid

from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from scoring.selectors.access import actor_of
from scoring.services.entries import Author


def author_of(request: HttpRequest) -> Author:
    """Who writes this entry, with the time that the device's clock shows where it says one."""
    actor = actor_of(request)
    try:
        device_time = parse_datetime(request.POST.get("device_time", "")[:40])
    except ValueError:
        device_time = None
    if device_time is not None and timezone.is_naive(device_time):
        device_time = None
    return Author(actor.name, user=actor.user, tablet=actor.tablet, device_time=device_time)


def new_key() -> str:
    """A key for an entry, for devices that make none of their own (pages without scripts)."""
    return uuid.uuid4().hex


def told_key(request: HttpRequest) -> str:
    """The key that a small form sent, or a new one where it sent none that could be kept."""
    return request.POST.get("key", "")[:56] or new_key()
