"""Pages without a server: a template's text, our static files, and the policy that is in force.

They are told to stand at an http address, as on a club's own network, so what browsers keep for
https (`crypto.randomUUID`) is missing, as it will be there.
"""

import mimetypes
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template
from playwright.sync_api import Page, Route

HOST = "http://table.test"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'"
)
FRAME = """<!DOCTYPE html><html lang="en"><head><title>A page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/scoring/roundhouse.css">
<link rel="stylesheet" href="/static/scoring/dominoes.css">
<link rel="stylesheet" href="/static/scoring/sheet.css">
HEAD
<script type="module" src="/static/scoring/forms/entry.js"></script>
<script type="module" src="/static/scoring/forms/keypad.js"></script>
<script type="module" src="/static/scoring/forms/picker.js"></script>
<script type="module" src="/static/scoring/forms/draft.js"></script>
</head><body><main><h1>A page</h1>BODY</main></body></html>"""


@pytest.fixture
def page_origin() -> str:
    return HOST


@pytest.fixture
def show(page: Page) -> Callable[..., None]:
    """``show(body, head="", on=None, **context)`` opens a page with this body, itself a template.

    In the test's own browser page, or in another one, such as one without scripts.
    """
    pages: dict[str, str] = {}

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST).split("?")[0]
        if path.startswith("/static/"):
            found = finders.find(path.removeprefix("/static/"))
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            route.fulfill(path=str(found), content_type=kind)
            return
        headers = {"content-security-policy": POLICY}
        route.fulfill(body=pages["/"], content_type="text/html; charset=utf-8", headers=headers)

    def open_page(body: str, *, head: str = "", on: Page | None = None, **context: Any) -> None:
        shown = on or page
        text = FRAME.replace("HEAD", head).replace("BODY", body)
        pages["/"] = Template(text).render(Context(context))
        shown.unroute_all()
        shown.route(f"{HOST}/**", answer)
        shown.goto(f"{HOST}/")

    return open_page
