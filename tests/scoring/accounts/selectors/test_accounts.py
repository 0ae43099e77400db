"""Accounts as pages show them."""

import pytest

from scoring.accounts.selectors.accounts import browser_in_words

MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"
ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (f"{MAC} AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15", "Safari on Mac"),
        (f"{WINDOWS} Chrome/124.0 Safari/537.36 Edg/124.0", "Edge on Windows"),
        (f"{ANDROID} Chrome/124.0 Safari/537.36", "Chrome on Android"),
        (
            f"{ANDROID} SamsungBrowser/25.0 Chrome/121.0 Safari/537.36",
            "Samsung Internet on Android",
        ),
        ("Mozilla/5.0 (X11; CrOS x86_64) Chrome/124.0 Safari/537.36", "Chrome on Chromebook"),
        ("Mozilla/5.0 (iPhone) CriOS/124.0 Safari/604.1", "Chrome on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Firefox/125.0", "Firefox on Linux"),
        ("curl/8.5", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_is_called_by_its_name(told: str, said: str) -> None:
    assert browser_in_words(told) == said
