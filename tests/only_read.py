"""As a plugin of pytest: it reads each file of tests, and makes no test of what is in it.

So Python's own form of each file is kept, with what pytest puts into it. To make the tests as well
took twice as long, and each worker has to do that for itself anyway.
"""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem() -> list[pytest.Item]:
    return []


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK
