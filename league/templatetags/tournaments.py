"""Where to go in a tournament."""

from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from league.tournaments.entrants.selectors.preparation import Preparation, preparation_of
from league.tournaments.models import Tournament

register = template.Library()


@dataclass(frozen=True)
class Link:
    """A page of a tournament: its address, and what its button says."""

    address: str
    words: str


@dataclass(frozen=True)
class TournamentMenu:
    """What is needed now, in one row on a tablet, and `more`, which is folded away."""

    now: tuple[Link, ...]
    more: tuple[Link, ...]


@register.simple_tag
def tournament_menu(tournament: Tournament, *, directs: bool) -> TournamentMenu:
    """Return the pages of a tournament; who `directs` it has more of them than everybody."""
    words = {
        "bracket": _("Bracket"),
        "table-list": _("Find your table"),
        "places": _("Places and medals"),
    }
    everybody = tuple(words)
    if directs:
        words |= {
            "entrants": _("Entrants"),
            "door": _("Check people in"),
            "divisions": _("Divisions"),
            "stages": _("Stages"),
            "awards": _("Awards"),
            "tournament-edit": _("Settings"),
            "rehearsal": _("Rehearse"),
            "tournament-notes": _("Announce a change"),
            "tournament-log": _("What was decided"),
        }
    if tournament.began_at or tournament.cancelled_at:
        words.pop("rehearsal", None)
    if tournament.ended_at:
        words.pop("door", None)
    first = _first_pages(tournament) if directs else everybody
    links = {
        name: Link(reverse(f"league:{name}", args=[tournament.pk]), words[name]) for name in words
    }
    now = tuple(links[name] for name in first if name in links)
    return TournamentMenu(now, tuple(link for link in links.values() if link not in now))


def _first_pages(tournament: Tournament) -> tuple[str, ...]:
    """Return the names of the pages that a director needs now."""
    if tournament.ended_at:
        return "bracket", "places", "awards", "entrants"
    if tournament.began_at:
        return "bracket", "table-list", "places", "entrants"
    return "entrants", "door", "stages", "tournament-edit", "rehearsal"


@register.simple_tag
def preparation(tournament: Tournament) -> Preparation | None:
    """Return what a tournament needs next before it begins; None from then on, and cancelled."""
    if tournament.began_at or tournament.ended_at or tournament.cancelled_at:
        return None
    return preparation_of(tournament)


@register.simple_tag
def preparation_link(now: Preparation, path: str) -> Link | None:
    """Return where the next step is done; None on a page that offers it, or changes by itself."""
    name, words = {
        "enter": ("entrants-import", _("Import a list")),
        "answer": ("entrants", _("Entrants")),
        "rehearse": ("rehearsal", _("Rehearse")),
        "check in": ("door", _("Check people in")),
        "seat": ("direct", _("The director’s page")),
    }[now.step]
    offers = {"enter": ("entrants",), "seat": ("door",)}.get(now.step, ())
    key = [now.tournament.pk]
    if path in [reverse(f"league:{page}", args=key) for page in (name, *offers)]:
        return None
    return Link(reverse(f"league:{name}", args=key), words)
