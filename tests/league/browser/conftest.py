"""The same people in front of the same browsers as in scoring's tests."""

from tests.scoring.browser.conftest import (
    aborted_requests_are_no_errors,
    browser_context_args,
    club,
    sign_in,
    signed_in_page,
)

__all__ = [
    "aborted_requests_are_no_errors",
    "browser_context_args",
    "club",
    "sign_in",
    "signed_in_page",
]
