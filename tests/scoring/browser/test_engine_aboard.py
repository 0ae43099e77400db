"""The engine in the browser: the answers of the server's, and what is said where it does not come.

Python itself is started once, under the policy that the site gives its worker. What becomes of
questions when a worker hangs or breaks is shown by `tests/scoring/static/engine.test.js`.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from league.site.security import HEADER, WORKER_POLICY
from scoring.models import Club
from scoring.tablets.offline import call_table as calls
from tests.conftest import PageErrors
from tests.engine.completing import without
from tests.factories import make_game

from .conftest import ENGINE, says_who_went_out

pytestmark = pytest.mark.django_db(transaction=True)

SAMPLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "engine/cases/sample.json").read_text()
)
FIVE_FACTS = ("turn.kind", "turn.drawn", "trains.B.marked", "trains.B.tail", "uncovered")
MOST_UNKNOWN = 12
WORKER = "**/engine-worker*.js"
HEARD = """
window.heard = [];
document.addEventListener("roundhouse:engine", ({ detail }) => window.heard.push(detail));
"""
SPENDS_DATA = """Object.defineProperty(navigator, "connection", {
  value: { saveData: false }, configurable: true,
})"""
# It comes aboard at once, and does what it is called.
PLAYED = """
self.onmessage = ({ data: { id, call, value } }) => {
  if (!call) {
    self.postMessage({ loaded: 5 });
    self.postMessage({ aboard: true });
  } else self.postMessage({ id, answer: value });
};
"""
# It goes on loading.
SLOW = "self.onmessage = () => self.postMessage({ loaded: 5 });"
ASKED = f"""async questions => {{
  const engine = {ENGINE};
  const ask = ([call, value]) => engine.ask(call, value).catch((error) => String(error));
  return Promise.all(questions.map(ask));
}}"""


@pytest.fixture
def sheet(signed_in_page: Page, live_server, club: Club) -> str:
    """The address of a sheet that the page may score."""
    signed_in_page.add_init_script(HEARD)
    return live_server.url + reverse("scoring:sheet", args=[make_game(club).code])


def play_the_engine(page: Page) -> None:
    page.route(WORKER, lambda route: route.fulfill(body=PLAYED, content_type="text/javascript"))


def under_its_policy(route: Route) -> None:
    """The worker's script, with what the site adds to it outside of tests."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, HEADER: WORKER_POLICY})


def state(page: Page) -> str:
    return page.evaluate(f"async () => {ENGINE}.state")


def wait_until_aboard(page: Page) -> None:
    """Wait for the engine's news; asked of the page by no string that it would have to run."""
    page.evaluate(f"""async () => {{
      const engine = {ENGINE};
      await new Promise((done, failed) => {{
        const look = () => {{
          if (engine.state === "aboard") done();
          else if (engine.state === "failed") failed(new Error("The engine did not come."));
          else document.addEventListener("roundhouse:engine", look, {{ once: true }});
        }};
        look();
      }});
    }}""")


def states(page: Page) -> list[str]:
    """The states that the page has heard of, each once where it only went on loading."""
    heard = [told["state"] for told in page.evaluate("heard")]
    return [state for at, state in enumerate(heard) if heard[at - 1 : at] != [state]]


def test_the_browsers_engine_answers_as_the_servers(signed_in_page: Page, sheet: str) -> None:
    page = signed_in_page
    page.add_init_script(SPENDS_DATA)
    page.route(WORKER, under_its_policy)
    page.goto(sheet)
    # Nobody asked yet: it comes by itself.
    wait_until_aboard(page)
    tables = [case for case in SAMPLE if {"trains", "turn"} <= case.keys()]
    unknown = [without(case, FIVE_FACTS) for case in tables[:MOST_UNKNOWN]]
    cases = [*SAMPLE, *unknown, {"id": "none", "ask": {"may": "fly"}}, ["no case"]]
    answers = page.evaluate(ASKED, [["rule", case] for case in cases])
    for case, answer in zip(cases, answers, strict=True):
        server = json.loads(calls.answer_text("rule", json.dumps(case)))
        assert answer == server["answer"], case
    assert len(SAMPLE) == 86
    known = answers[len(SAMPLE) :][:MOST_UNKNOWN]
    assert {"depends"} < {answer["verdict"] for answer in known}
    assert page.evaluate(ASKED, [["fly", {}]]) == ["Error: There is no call 'fly'."]
    assert states(page) == ["loading", "aboard"]
    heard = page.evaluate("heard")
    parts = [told["loaded"] for told in heard]
    assert parts == sorted(parts)
    assert len(set(parts)) > 5
    assert heard[-1]["loaded"] == heard[-1]["total"] > 10_000_000


def test_a_file_that_does_not_come_is_said_and_asked_for_again(
    signed_in_page: Page, sheet: str, page_errors: PageErrors
) -> None:
    """Pyodide keeps it to itself when its WebAssembly does not come."""
    page_errors.allow("status of 404|pyodide|wasm")
    page = signed_in_page
    page.goto(sheet)
    assert state(page) == "absent"  # the tablet saves data
    page.route("**/*.wasm", lambda route: route.fulfill(status=404))
    (said,) = page.evaluate(ASKED, [["repeat", 1]])
    assert said.endswith("pyodide.asm.wasm: 404")
    assert states(page) == ["loading", "failed"]
    assert page.evaluate("heard.at(-1).why").endswith("pyodide.asm.wasm: 404")

    play_the_engine(page)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    wait_until_aboard(page)
    assert page.evaluate(ASKED, [["repeat", 1]]) == [1]
    assert states(page) == ["loading", "failed", "loading", "aboard"]


def test_a_script_that_does_not_come_is_said_to_all_who_asked(
    signed_in_page: Page, sheet: str, page_errors: PageErrors
) -> None:
    page_errors.allow("status of 404")
    page = signed_in_page
    page.goto(sheet)
    page.route(WORKER, lambda route: route.fulfill(status=404))
    said = page.evaluate(ASKED, [["repeat", 1], ["repeat", 2]])
    assert said == ["Error: The engine's script did not come."] * 2
    assert states(page) == ["loading", "failed"]


def test_the_page_itself_may_run_no_text_and_no_webassembly(
    signed_in_page: Page, sheet: str, page_errors: PageErrors
) -> None:
    page_errors.allow("Content Security Policy")
    page = signed_in_page
    page.goto(sheet)
    # In the page's own task: what the debugger runs stands under no policy.
    page.evaluate("""() => new Promise((done) => setTimeout(() => {
      window.ran = [];
      try { eval("ran.push('text')"); } catch {}
      try {
        new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
        ran.push("wasm");
      } catch {}
      done();
    }))""")
    assert page.evaluate("ran") == []
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()


def test_a_round_waits_for_the_engine_and_is_else_said_to_be_unchecked(
    signed_in_page: Page, sheet: str, page_errors: PageErrors
) -> None:
    page_errors.allow("Failed to load resource|Failed to fetch|htmx:sendError|ERR_")
    page = signed_in_page
    page.add_init_script(SPENDS_DATA)
    page.route(WORKER, lambda route: route.fulfill(body=SLOW, content_type="text/javascript"))
    page.goto(f"{sheet}round/1/")
    says_who_went_out(page, "Dot")
    for key in ("9", "next", "4", "next", "5"):
        page.locator(f'[data-key="{key}"]').tap()
    page.context.set_offline(True)
    page.locator(".desk .actions .button.main:visible").tap()
    checking = page.locator("#round-checking")
    expect(checking).to_contain_text("Checking the round")
    button = page.locator(".desk .actions .button.main:visible")
    expect(button).to_have_text("Checking the round …")
    expect(page.locator("#round-kept")).to_be_hidden()
    checking.get_by_role("button", name="Record it unchecked").tap(timeout=20_000)
    expect(page.locator("#round-kept")).to_contain_text(
        "Round 1 is saved on this device. Not checked: round 1 is checked when the network is back."
    )
    expect(checking).to_be_hidden()
    expect(button).to_have_text("Record round 2")


def test_a_round_of_a_paused_club_is_kept_at_once_and_one_thing_is_said(
    signed_in_page: Page, sheet: str, page_errors: PageErrors
) -> None:
    """The server said why it waits: an engine that is still loading is not waited for."""
    page_errors.allow("Failed to load resource|Response Status Error Code 404")
    page = signed_in_page
    page.route(WORKER, lambda route: route.fulfill(body=SLOW, content_type="text/javascript"))
    page.goto(f"{sheet}round/1/")
    says_who_went_out(page, "Dot")
    for key in ("9", "next", "4", "next", "5"):
        page.locator(f'[data-key="{key}"]').tap()
    Club.objects.update(suspended_at=timezone.now())
    page.locator(".desk .actions .button.main:visible").tap()
    expect(page.locator("#tablet-state")).to_contain_text("have paused the club")
    expect(page.locator("#round-kept")).to_contain_text(
        "checked and recorded when the club goes on"
    )
    expect(page.locator("#round-checking")).to_be_hidden()
