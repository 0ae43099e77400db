"""What a tablet fetches to run the engine: public, without a question to the database."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Game
from scoring.tablets.offline.bundle import bundle, tablet_files
from tests.litany import ALL_METHODS, GET, SCORERS, ClientOf

FILES = "/tablet/files.json"


@pytest.fixture
def packed() -> str:
    return reverse("scoring:engine-bundle", args=[bundle().digest])


def test_the_bundle_is_kept_for_ever_under_its_digest(client: Client, packed: str) -> None:
    answer = client.get(packed)
    assert answer.content == bundle().data
    assert answer["Content-Type"] == "application/zip"
    assert "immutable" in answer["Cache-Control"]
    assert "Set-Cookie" not in answer


@pytest.mark.parametrize("digest", ["0" * 16, "x", "a-b_c"])
def test_another_bundle_is_not_there(db: None, client: Client, digest: str) -> None:
    assert client.get(reverse("scoring:engine-bundle", args=[digest])).status_code == 404


def test_all_that_is_listed_is_there(client: Client, packed: str) -> None:
    told = client.get(FILES).json()
    assert told["bundle"] == packed
    assert set(told["files"]) >= {packed, told["worker"]}
    for url in told["files"]:
        if url.startswith("/static/"):
            assert finders.find(url.removeprefix("/static/")), url
        else:
            assert client.get(url).status_code == 200
    assert f"{told['pyodide']}pyodide.mjs" in told["files"]
    assert len(told["files"]) == len(set(told["files"]))


def test_whoever_has_the_present_list_is_told_so(client: Client) -> None:
    first = client.get(FILES)
    assert first["Cache-Control"] == "no-cache"
    assert re.fullmatch(r"[0-9a-f]{16}", first.json()["version"])
    again = client.get(FILES, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert client.get(FILES, headers={"If-None-Match": '"another"'}).status_code == 200


def test_other_methods_are_refused(client: Client, packed: str) -> None:
    for url in (FILES, packed):
        for method in set(ALL_METHODS) - set(GET):
            assert client.generic(method, url).status_code == 405, method


@pytest.mark.parametrize("who", ["organizer", "tablet", "stranger", "nobody"])
def test_who_cannot_score_fetches_no_engine(client_of: ClientOf, game: Game, who: str) -> None:
    Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.GAMES)
    page = client_of(who).get(reverse("scoring:sheet", args=[game.code])).content.decode()
    assert ("scoring/engine.js" in page) == (who in SCORERS)
    # A page that is kept finds the files of its own version, without asking for the list.
    now = tablet_files()
    for address in (now.worker, now.pyodide, now.bundle):
        assert (f'"{address}"' in page) == (who in SCORERS)


def test_a_watcher_fetches_no_engine(client: Client, game: Game) -> None:
    page = client.get(reverse("scoring:watch", args=[game.watch_key])).content.decode()
    assert "scoring/engine.js" not in page
