"""The command for an organizer who has lost every way in."""

from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from league.site.management.commands.account_rescue import Command
from tests.factories import UserFactory
from tests.keys import give_codes, give_passkey

NEW = "dining-car-77"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is typed at the prompts, one after the other."""
    words: list[str] = []
    said: Iterator[str] = iter(words)
    monkeypatch.setattr(Command, "_get_pass", lambda *_prompt: next(said))
    return words


def test_the_new_password_is_the_only_way_in(typed: list[str], db: None) -> None:
    olive: User = UserFactory(username="olive")
    other = give_passkey(UserFactory())
    client = Client()
    client.force_login(olive)
    give_codes(olive)
    give_passkey(olive)
    for _guess in range(6):
        Client().post(reverse("scoring:sign-in"), {"login": "olive", "password": "wrong"})
    typed += [NEW, NEW]
    call_command("account_rescue", "olive")
    assert client.get(reverse("mfa_index")).status_code == 302
    assert list(Authenticator.objects.all()) == [other]
    told = {"login": "olive", "password": NEW}
    assert Client().post(reverse("scoring:sign-in"), told)["Location"] == reverse("scoring:home")


def test_a_weak_password_changes_nothing(typed: list[str], db: None) -> None:
    olive = UserFactory(username="olive")
    give_codes(olive)
    typed += ["short"] * 6
    with pytest.raises(CommandError):
        call_command("account_rescue", "olive")
    assert Authenticator.objects.count() == 2
    assert User.objects.get().check_password("train-station-42")


def test_a_name_that_nobody_has_is_said(db: None) -> None:
    with pytest.raises(CommandError, match="nobody"):
        call_command("account_rescue", "nobody")
