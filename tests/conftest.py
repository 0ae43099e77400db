"""What all tests share: hypothesis' profiles, the browser, axe, screenshots.

A test in a browser asks for ``page`` and ``live_server``. It fails when the page wrote an error to
the console, raised one, or broke the content security policy, unless the test named that error
before with ``page_errors.allow(pattern)``.
"""

import gc
import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.cache import caches
from django.core.servers.basehttp import WSGIRequestHandler
from django.db import connection, transaction
from django.template import Context, Template
from django.test import TransactionTestCase
from django.test.signals import template_rendered
from django.utils import translation
from django.utils.safestring import SafeString
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError, expect
from playwright.sync_api import Error as BrowserError

from league.seating.case import Case
from league.seating.planner import plan
from league.seating.report import DayPlan
from league.site.catalogs import compile_stale
from scoring.models import Revision
from tests import axe as axe_rules
from tests import migrated, statements
from tests.browsers import FLAGS, HOW_TO_GET_ONE, find_browser
from tests.kept_pages import KeptPages
from tests.waiting import BROWSER_PATIENCE, PATIENCE

# The people and browsers that the tests of every app speak of.
pytest_plugins = ["tests.actors"]

erasing = import_module("scoring.migrations.0011_erasing")

SHOTS = Path(__file__).resolve().parents[1] / "var" / "shots"
WIDTHS = {390: 844, 768: 1024, 1024: 768, 1366: 768}
HEIGHTS = {**WIDTHS, 1920: 1080}
SAVE_DATA = """Object.defineProperty(navigator, "connection", {
  value: { saveData: true }, configurable: true,
})"""

# What is tapped while the page glides is tried again by scrolling the page elsewhere.
STILL = {"reduced_motion": "reduce"}
# Marks of tests whose context is a special one, and pytest-playwright's ways to record contexts.
OWN_CONTEXT = ("hurried", "service_worker", "browser_context_args")
RECORDINGS = ("--tracing", "--video", "--screenshot")

# Nothing is tapped before the page's scripts are here: where a tap without them sends a form, one
# with them does something else, and a loaded machine would decide which a test sees.
NO_TAPS_YET = """new MutationObserver((_, observer) => {
  if (!document.documentElement) return;
  observer.disconnect();
  document.documentElement.style.pointerEvents = "none";
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
    document.documentElement.style.pointerEvents = "";
  }));
}).observe(document, { childList: true });"""

expect.set_options(timeout=BROWSER_PATIENCE)

# The same examples in every run; `--hypothesis-profile=deep` looks for new ones.
hypothesis_settings.register_profile("suite", deadline=None, derandomize=True, max_examples=100)
hypothesis_settings.register_profile("deep", deadline=None, max_examples=2000)
hypothesis_settings.load_profile("suite")


# Run first: they wait for a browser or a server most of their time, and one of them at the end
# would be waited for by all.
SLOW = re.compile(r"/browser/|/static/|/kill/|test_ground_|test_migrations")


DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        compile_stale()
    config.addinivalue_line("markers", "asks_database: what has no such fixture says so itself.")
    config.addinivalue_line("markers", "alike: the same on every database, so asked on one.")
    config.addinivalue_line("markers", "values_differ: each value asks statements of its own.")
    config.addinivalue_line("markers", "service_worker: pages come through it, as they do offline.")
    config.addinivalue_line("markers", "hurried: pages of the league ask four times as often.")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    # What is read and collected stays to the end: looking through it again and again for what
    # nobody needs any more took a third of a first collecting, and a twelfth of the tests. Looking
    # through all that is new each 700 objects, as Python does, took another eighth of these.
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    # Marked after the shuffling, before -m chooses by marks.
    mark_what_asks_the_database(items)
    yield
    # Dealt out after all others have sorted: pytest-django would put the browsers in one hand.
    items[:] = dealt_out(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def mark_what_asks_the_database(items: list[pytest.Item]) -> None:
    # None where other tests ask the same statements. A view asks the same ones whatever the values;
    # where that is not so its test says it. Else one of them is enough for a second database.
    asked = set() if statements.ALL in os.environ else set(statements.read_elsewhere())
    for item in items:
        if isinstance(item, pytest.Function) and asks_database(item):
            item.add_marker("asks_database")
            name = item.nodeid.partition("[")[0]
            if not statements.always_asks(item):
                if name in asked:
                    item.add_marker("alike")
                if "/views/" in name:
                    asked.add(name)


def dealt_out(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in as many hands as there are workers, one after another.

    Each worker begins with its share of this list. So each has some of the slow files, and has them
    first. A file stays in one hand, for what its tests share.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    slow_first = sorted(files.values(), key=lambda tests: not SLOW.search(tests[0].nodeid))
    hands: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for tests in slow_first:
        min(hands, key=len).extend(tests)
    return [item for hand in hands for item in hand]


def asks_database(test: pytest.Function) -> bool:
    """Whether a database is open to the test: where none is, all databases are the same."""
    if test.cls is not None and issubclass(test.cls, TransactionTestCase):
        return True
    marked = test.get_closest_marker("django_db") is not None
    return marked or not DATABASE_FIXTURES.isdisjoint(test.fixturenames)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    """What django_db_setup waits for: the database that it makes is copied where it is known."""
    with migrated.copied_where_known():
        yield


# What holds for every test is no fixture: pytest would look each up anew for each of them.


def pytest_sessionstart(session: pytest.Session) -> None:
    """What holds in this process from now on."""
    if reporter := session.config.pluginmanager.get_plugin("terminalreporter"):
        session.config.pluginmanager.register(FailuresNamed(reporter))
    patch = pytest.MonkeyPatch()
    # After a test that commits, the rows go of the tables that have any. Django would empty all
    # hundred tables, which PostgreSQL does by a new file for each and for each of their indexes,
    # and make the types and permissions of all models anew. These stay, and so does the number
    # that grows with each change.
    patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _test: empty_tables())
    # What the site gives up by the clock may take as long as it needs: a busy machine is slow. A
    # file of people is read in a process that is begun for it, and seats are planned until so much
    # work is done. Those of tournaments have to be good after a quarter of it, and how good those
    # of a day are, the planner's own tests ask.
    patch.setattr("league.imports.reading.SECONDS", PATIENCE)
    patch.setattr("league.seating.planner.plan.__defaults__", (lambda: 0.0,))
    patch.setattr("league.tournaments.brackets.rounds.seat_next.__kwdefaults__", {"seconds": 0.25})
    patch.setattr("league.days.services.seating.SECONDS", 0.05)
    patch.setattr("league.days.services.planner.plan", PlanOnce())
    # The tests' own server sends an answer's head and its body one after the other. The body would
    # wait until the browser has acknowledged the head: 40 ms, for each file of a page.
    patch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    # From where pytest-django takes it.
    patch.setattr("django.test.utils.instrumented_test_render", note_template)


class FailuresNamed:
    """Names each test that fails as it does; why is told at the end, half an hour later perhaps."""

    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self._reporter = reporter

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._reporter.write(f"\n{report.nodeid} failed\n", red=True)


class PlanOnce:
    """The same case gives the same plan, and many tests begin with the same eight at two tables.

    What the planner itself is asked, by its own tests, it answers anew.
    """

    def __init__(self) -> None:
        self.plans: dict[str, DayPlan] = {}

    def __call__(self, case: Case) -> DayPlan:
        if (known := repr(case)) not in self.plans:
            self.plans[known] = plan(case)
        return self.plans[known]


def empty_tables() -> None:
    """Delete what a test has committed; the log's triggers, which refuse that, sleep meanwhile."""
    stay = {model._meta.db_table for model in (ContentType, Permission, Revision)}
    tables = set(connection.introspection.django_table_names()) - stay
    any_row = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables)  # noqa: S608
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(any_row))
        full = [table for (table,) in cursor.fetchall()]
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
            awake = []
        else:
            cursor.execute("PRAGMA defer_foreign_keys = on")
            cursor.execute(erasing.drop(erasing.LOG, "DELETE", "sqlite"))
            awake = erasing.trigger(erasing.LOG, "DELETE", "sqlite")
        for statement in (*(f"DELETE FROM {table}" for table in full), *awake):  # noqa: S608
            cursor.execute(statement)


def note_template(template: Template, context: Context) -> SafeString:
    """Render a template, and let the test's client note its context; not those it includes.

    Django tells the client of each template that another includes or extends, and for each it
    copies the context once more: many hundreds for some pages.
    """
    if context.template is template:
        template_rendered.send(sender=template, template=template, context=context)
    return template.nodelist.render(context)


def pytest_runtest_setup() -> None:
    """What one test leaves is nothing to the next, whose rows have the same numbers."""
    # What its pages kept.
    for name in settings.CACHES:
        caches[name].clear()
    # A start of the site in this process lets nobody else read what is written from then on.
    os.umask(0o022)
    # A page that it asked for in German.
    translation.deactivate()
    # Its mails. The first test has no mailbox yet.
    if hasattr(mail, "outbox"):
        mail.outbox.clear()


@pytest.fixture
def one_day() -> Iterator[None]:
    """It is noon, so that today is the same day at a test's end: for tests that speak of today.

    The clock goes back to the last noon, and runs on.
    """
    now = datetime.now(UTC)
    noon = now.replace(hour=12, minute=0, second=0, microsecond=0)
    with time_machine.travel(noon if noon <= now else noon - timedelta(days=1), tick=True):
        yield


@pytest.fixture(scope="session")
def base_url() -> None:
    """Stand in for pytest-playwright's own, which uses what pytest 10 takes away."""


# What pytest-django and pytest-playwright do around each test, for marks that no test has, for
# sites and for traces: there is nothing to do, and twelve thousand times that took 12 s. The
# mailbox is emptied above.
for _name in (
    *("_dj_autoclear_mailbox", "_django_clear_site_cache", "_django_isolate_apps"),
    *("_django_set_urlconf", "_pw_trace_api_requests", "_template_string_if_invalid_marker"),
):
    globals()[_name] = pytest.fixture(scope="session", name=_name)(lambda: None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = find_browser()
    if program is None:
        pytest.fail(HOW_TO_GET_ONE, pytrace=False)
    return browser_type_launch_args | {"executable_path": program, "args": FLAGS}


@dataclass
class PageErrors:
    """The errors that the pages of one test told the browser, and those that it expected."""

    told: list[str] = field(default_factory=list)
    allowed: list[re.Pattern[str]] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        """Expect errors in which the pattern is found, such as ``status of 404``."""
        self.allowed.append(re.compile(pattern))

    def watch(self, context: BrowserContext) -> None:
        # Not as a test would say it, which spends a page that is kept.
        BrowserContext.on(context, "console", self._on_console)
        BrowserContext.on(context, "weberror", self._on_error)
        self.contexts.append(context)

    def leave(self, context: BrowserContext) -> None:
        context.remove_listener("console", self._on_console)
        context.remove_listener("weberror", self._on_error)

    def shown(self) -> Iterator[str]:
        """Yield the address and the beginning of the text of each page that is open."""
        for context in self.contexts:
            for page in context.pages:
                with suppress(BrowserError):
                    yield f"{page.url}\n{page.inner_text('body', timeout=2000)[:1500]}"

    def unexpected(self) -> list[str]:
        return [told for told in self.told if not any(p.search(told) for p in self.allowed)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.told.append(f"{message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self.told.append(f"{error.error} ({error.page.url if error.page else ''})")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a test that failed in a browser, tell what its pages showed then."""
    report = yield
    errors = item.funcargs.get("page_errors") if isinstance(item, pytest.Function) else None
    if report.failed and call.when == "call" and isinstance(errors, PageErrors):
        report.sections += [("A page at the end", text) for text in errors.shown()]
    return report


@pytest.fixture
def page_errors() -> Iterator[PageErrors]:
    errors = PageErrors()
    yield errors
    if errors.unexpected():
        pytest.fail("The browser told errors:\n" + "\n".join(errors.unexpected()), pytrace=False)


@pytest.fixture
def new_context(
    page_errors: PageErrors, new_context: Callable[..., BrowserContext]
) -> Callable[..., BrowserContext]:
    """Pytest-playwright's way to a browser of its own, with its errors watched.

    It is told to save data: else each page of a game would start Python in the background. And to
    keep still.
    """

    def watched(**options: Any) -> BrowserContext:
        context = made_calm(new_context(**STILL | options))
        page_errors.watch(context)
        return context

    return watched


def made_calm(context: BrowserContext) -> BrowserContext:
    context.add_init_script(SAVE_DATA)
    context.add_init_script(NO_TAPS_YET)
    context.set_default_timeout(BROWSER_PATIENCE)
    return context


@pytest.fixture(scope="session")
def kept_pages() -> KeptPages:
    return KeptPages()


@pytest.fixture
def page_origin() -> str | None:
    """Where a folder's pages are, such as http://localhost:8000: then its tests share one page."""
    return None


@pytest.fixture
def page(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    kept_pages: KeptPages,
    page_origin: str | None,
    page_errors: PageErrors,
) -> Iterator[Page]:
    """A page as good as new: one that is kept, unless something else is asked of its context."""
    own = any(request.node.get_closest_marker(name) for name in OWN_CONTEXT)
    recorded = any(request.config.getoption(name) != "off" for name in RECORDINGS)
    if page_origin is None or own or recorded:
        yield request.getfixturevalue("new_context")().new_page()
        return
    options = browser_context_args | STILL

    def make() -> BrowserContext:
        return made_calm(browser.new_context(**options))

    with kept_pages.lent(make, page_origin, options) as page:
        page_errors.watch(page.context)
        try:
            yield page
        finally:
            page_errors.leave(page.context)


@pytest.fixture(scope="session")
def axe_script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def axe(axe_script: str) -> Callable[[Page], None]:
    """``axe(page)`` fails when the page, as it stands, breaks a rule of accessibility."""

    def check(page: Page) -> None:
        axe_rules.ask(page, axe_script, axe_rules.RULES)

    return check


@pytest.fixture
def axe_at(axe: Callable[[Page], None], axe_script: str) -> Callable[..., None]:
    """``axe_at(page, 390, 1024)`` asks axe at these widths: at the last one in the dark, at those
    before it in the light.

    With one width, or none for the one that is, what the dark cannot change is asked in the light
    alone. The color scheme of before is put back.
    """

    def check(page: Page, *widths: int) -> None:
        def resize(width: int) -> None:
            page.set_viewport_size({"width": width, "height": HEIGHTS[width]})

        page.emulate_media(color_scheme="light")
        for width in widths[:-1]:
            resize(width)
            axe(page)
        for width in widths[-1:]:
            resize(width)
        if len(widths) < 2:
            axe(page)
        page.emulate_media(color_scheme="dark")
        rules = axe_rules.CONTRAST if len(widths) < 2 else axe_rules.RULES
        axe_rules.ask(page, axe_script, rules)
        page.emulate_media(color_scheme="null")

    return check


@pytest.fixture
def shots() -> Callable[..., None]:
    """``shots(page, name)`` fails when the page scrolls sideways at 390, 768, 1024 or 1366 px.

    With SHOTS=1 in the environment it also keeps pictures of the whole page at these widths, light
    and dark, in var/shots, git-ignored: they take most of such a test's time. The size and the
    colors of before are put back.
    """
    keeps = os.environ.get("SHOTS") == "1"

    def take(page: Page, name: str) -> None:
        page.wait_for_load_state()
        SHOTS.mkdir(parents=True, exist_ok=True)
        before = page.viewport_size
        size_now = before and (before["width"], before["height"])
        too_wide = []
        # The size that is comes last, so that it is the one of afterwards.
        for width, height in sorted(WIDTHS.items(), key=lambda size: size == size_now):
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark") if keeps else ():
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
            needed = page.evaluate("document.documentElement.scrollWidth")
            if needed > width:
                too_wide.append(f"{needed} px at {width} px")
        page.emulate_media(color_scheme="null")
        if before and page.viewport_size != before:
            page.set_viewport_size(before)
        if too_wide:
            raise AssertionError(f"{name} scrolls sideways: needs {', '.join(too_wide)}")

    return take
