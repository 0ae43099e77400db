"""No odd request is answered with a fault of ours: a few of them here, `python -m tests.fuzz` more.

A finding is an answer of 500 and above, an error in the site's log, an answer that holds a secret
or a traceback, a refusal that wrote something, and one that took too long.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import URLPattern
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Game
from tests.fuzz import odd
from tests.fuzz.asking import handed_over
from tests.fuzz.forms import Forms
from tests.fuzz.looking import Look, listening
from tests.fuzz.measuring import MOST_MEGABYTES, MOST_SECONDS, exceeded
from tests.fuzz.site import Site, open_site, taken_back

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def site(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """The site, once for all tests of this module, around their own transactions."""
    copies: Path = tmp_path_factory.mktemp("copies")
    with (
        django_db_blocker.unblock(),
        override_settings(BACKUP_DIR=copies),
        open_site(wide=False) as opened,
    ):
        yield opened


@pytest.fixture
def look(site: Site) -> Iterator[Look]:
    one = Look(site)
    with listening(one.told):
        yield one


def test_every_page_is_asked_something_odd(site: Site, look: Look) -> None:
    for number, name in enumerate(site.names):
        look.chain(name, Random(number), longest=1)
    assert not look.found
    assert set(look.pages) == set(site.names)
    # Most are asked by somebody who may, for something that is there.
    assert look.statuses[404] < look.asked / 2


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_form_is_answered_with_a_fault(site: Site, look: Look, data: st.DataObject) -> None:
    look.found.clear()  # a finding is this example's, not of one before
    taking = sorted(name for name in site.names if "POST" in site.methods[name])
    rng = data.draw(st.randoms(use_true_random=False))
    look.chain(data.draw(st.sampled_from(taking)), rng)
    assert not look.found


def test_most_forms_are_sent_as_their_pages_have_them(site: Site) -> None:
    """Else little more than empty forms would be tried."""
    taking = {name for name in site.names if "POST" in site.methods[name]}
    assert len(taking & set(site.shown_at)) > 0.6 * len(taking)


def broken(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    """A view with a fault."""
    raise ValueError("no number")


def leaking(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    """A view that says what nobody is to know."""
    return HttpResponse(repr(object()))


def writing(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    """A view that refuses, and yet has written."""
    Game.objects.update(table_number=77)
    return HttpResponse(status=400)


@pytest.mark.parametrize(
    ("view", "told"),
    [(broken, "500 ValueError"), (leaking, "an object of Python"), (writing, "['Game']")],
)
def test_a_fault_is_found(
    look: Look, monkeypatch: pytest.MonkeyPatch, view: Any, told: str
) -> None:
    monkeypatch.setattr("django.urls.resolvers.URLPattern.resolve", _always(view))
    for number in range(20):
        look.chain("scoring:round-check", Random(number))
    assert look.found
    assert any(told in one for found in look.found.values() for one in found)


def test_what_takes_too_much_is_judged(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    assert exceeded(MOST_SECONDS, MOST_MEGABYTES) == []
    assert len(exceeded(MOST_SECONDS + 0.1, MOST_MEGABYTES + 1)) == 2
    monkeypatch.setattr("tests.fuzz.looking.MOST_SECONDS", 0)
    look.chain("scoring:rule-sets", Random(1))
    assert any("took" in told for told in look.found)
    assert look.memory.peak >= look.memory.before > 20


def _always(view: Any) -> Any:
    own = URLPattern.resolve

    def resolve(self: Any, path: str) -> Any:
        match = own(self, path)
        if match:
            match.func = view
        return match

    return resolve


def test_what_a_chain_did_never_happened(site: Site, look: Look) -> None:
    before = Game.objects.count()
    for number in range(10):
        look.chain("scoring:game-start", Random(number))
    assert Game.objects.count() == before
    assert site.clients["organizer"].get("/club/").status_code == 200


def test_the_forms_of_a_page_are_read() -> None:
    text = """<form method="post" action="/a/"><input name="n" value="1">
    <select name="s"><option value="x"><option value="y" selected></select>
    <textarea name="t">words</textarea><input type="radio" name="r" value="p">
    <input type="radio" name="r" value="q" checked><button name="b" value="go">
    <p hx-post="/b/"></p></form><form><input name="q"></form>"""
    other, form, search = Forms(text).found
    assert (form.action, form.posts, search.posts) == ("/a/", True, False)
    values = {name: (one.value, one.choices) for name, one in form.fields.items()}
    assert values == {
        "n": ("1", []),
        "s": ("y", ["x", "y"]),
        "t": ("words", []),
        "r": ("q", ["p", "q"]),
        "b": ("", ["go"]),
    }
    assert (other.action, other.fields) == ("/b/", form.fields)


def test_odd_values_can_be_sent(site: Site) -> None:
    """Whatever is drawn has bytes; headers are what a server could have read."""
    url = f"/games/{site.world.day_game(4).code}/hand-over/"
    with taken_back():
        for number in range(60):
            rng = Random(number)
            odd.text(rng).encode("utf-8", "surrogatepass")
            assert isinstance(handed_over(url, rng), bytes)
            for header in odd.headers(rng).values():
                header.encode("latin-1")
