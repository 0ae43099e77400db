"""Times that pages say in words are those that the code keeps to.

A sentence with its own words reads better than one with a number put in, and a translation more so.
Who changes a time changes the sentences, too: here they stand beside each other.
"""

from datetime import timedelta
from pathlib import Path

import pytest

from league.hosting.services import founding
from league.privacy.services import erase_club
from scoring.accounts.services import invitations
from scoring.tablets.pairing import services as pairing

ROOT = Path(__file__).resolve().parents[1]
SENTENCES = [
    (erase_club.WAIT, timedelta(days=7), "templates/league/club_erase.html", "seven days from now"),
    (invitations.LIFE, timedelta(days=7), "templates/scoring/invite.html", "within a week"),
    (
        invitations.LIFE,
        timedelta(days=7),
        "templates/scoring/invitation_gone.html",
        "once, and for a week",
    ),
    (
        founding.INVITED_LIFE,
        timedelta(days=7),
        "templates/league/operator_links.html",
        "within a week",
    ),
    (founding.MAILED_LIFE, timedelta(days=1), "templates/league/found_sent.html", "within a day"),
    (
        pairing.GUESS_SPAN,
        timedelta(minutes=10),
        "scoring/tablets/pairing/services.py",
        "Wait ten minutes",
    ),
]


@pytest.mark.parametrize(("kept", "said", "file", "words"), SENTENCES)
def test_a_time_is_the_one_that_is_said(
    kept: timedelta, said: timedelta, file: str, words: str
) -> None:
    assert words in (ROOT / file).read_text("utf-8")
    assert kept == said, f"{file} says “{words}”: change it too, and its translations"
