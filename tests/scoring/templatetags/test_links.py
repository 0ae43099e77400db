"""Contacts as links."""

import pytest

from scoring.templatetags.links import contact_links


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("Dot, 555-0100", ["tel:5550100"]),
        (
            "Call +1 (602) 555-0100 or dot@example.org.",
            ["tel:+16025550100", "mailto:dot@example.org"],
        ),
        ("Room 12, 2026-05-20, 13:00-17:00", []),
        ("<b>a@b.org</b>", ["mailto:a@b.org"]),
    ],
)
def test_numbers_and_mail_are_links_and_nothing_else_is(text: str, addresses: list[str]) -> None:
    html = contact_links(text)
    assert [part.partition('"')[0] for part in html.split('href="')[1:]] == addresses
    assert "<b>" not in html
