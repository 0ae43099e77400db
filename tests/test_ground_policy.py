"""Two workers, the engine's and the camera's, may run WebAssembly, and nothing else may."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from league.site.security import (
    HEADER,
    POLICY,
    WORKER_POLICY,
    ContentSecurityPolicyMiddleware,
)

WORKER = "scoring/engine-worker.js"
HASHED = "scoring/engine-worker.0123456789ab.js"
CAMERA_WORKER = "scoring/camera-worker.0123456789ab.js"
PICTURE = "league/secure.0123456789ab.svg"
OTHERS = ("scoring/engine.js", "scoring/engine-worker.js.txt", "elsewhere/engine-worker.js")
Ask = Callable[..., HttpResponse]


@pytest.fixture
def ask(tmp_path: Path, settings: Settings) -> Ask:
    """`ask(path)` is the head of what the site answers for a collected file."""
    for name in (WORKER, HASHED, CAMERA_WORKER, PICTURE, *OTHERS):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("//")
    settings.STATIC_ROOT = str(tmp_path)
    files = WhiteNoiseMiddleware(lambda request: HttpResponse(status=404))
    answer = ContentSecurityPolicyMiddleware(files)

    def get(path: str, **headers: str) -> HttpResponse:
        return answer(RequestFactory().head(f"/static/{path}", headers=headers))

    return get


@pytest.mark.parametrize("name", [WORKER, HASHED, CAMERA_WORKER])
def test_two_workers_may_run_webassembly(ask: Ask, name: str) -> None:
    answer = ask(name)
    assert answer.headers[HEADER] == WORKER_POLICY


def test_the_picture_of_the_secure_door_may_be_asked_for_from_the_plain_one(ask: Ask) -> None:
    assert ask(PICTURE).headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert ask(WORKER).headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_no_page_and_no_other_file_may(ask: Ask) -> None:
    for path in (*OTHERS, "no-such-file"):
        answer = ask(path)
        assert answer.headers[HEADER] == POLICY
    assert "eval" not in POLICY
    assert "'unsafe-eval'" not in WORKER_POLICY


def test_not_modified_leaves_the_policy_as_it_came(ask: Ask) -> None:
    first = ask(WORKER)
    again = ask(WORKER, **{"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
    assert HEADER not in again.headers


def test_no_other_site_may_read_a_file(ask: Ask) -> None:
    for path in (WORKER, PICTURE, *OTHERS):
        assert "Access-Control-Allow-Origin" not in ask(path).headers


def test_a_drawing_says_in_which_letters_it_is_written(ask: Ask) -> None:
    assert ask(PICTURE).headers["Content-Type"] == "image/svg+xml; charset=utf-8"
