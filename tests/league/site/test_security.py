"""What each answer tells the browser to keep to."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from league.site.security import PERMISSIONS, POLICY
from scoring.models import Game

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": PERMISSIONS,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@pytest.mark.parametrize("path", ["/sign-in/", "/no-such-page/", "/account/", "/pair/"])
def test_every_answer_brings_the_headers(client: Client, db: None, path: str) -> None:
    answer = client.get(path)
    assert HEADERS.items() <= dict(answer.headers).items()


def test_the_camera_is_for_the_pages_of_a_round_alone(on_tablet: Client, game: Game) -> None:
    def camera(path: str) -> str:
        answer = on_tablet.get(path)
        assert answer.status_code == 200
        return answer["Permissions-Policy"].partition("camera=")[2].partition(",")[0]

    address = reverse("scoring:sheet", args=[game.code])
    assert [camera(address + page) for page in ("round/1/", "tablet/round/")] == ["(self)"] * 2
    assert camera(address) == camera("/") == "()"


def test_the_policy_lets_nothing_inline_run_and_nobody_frame_a_page() -> None:
    parts: dict[str, list[str]] = {}
    for part in POLICY.split("; "):
        name, *sources = part.split()
        parts[name] = sources
    assert "'unsafe-inline'" not in POLICY
    assert parts["frame-ancestors"] == parts["base-uri"] == parts["object-src"] == ["'none'"]
    assert parts["form-action"] == ["'self'"]


def test_no_page_of_an_account_runs_a_script_of_its_own(organizer: User, client: Client) -> None:
    client.force_login(organizer)
    for name in ("mfa_index", "account_change_password", "account_reauthenticate"):
        page = client.get(reverse(name)).content.decode()
        assert all(" src=" in tag for tag in re.findall(r"<script[^>]*>", page))
        assert " onclick=" not in page
        assert " style=" not in page
