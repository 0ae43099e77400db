"""What a device is said to have answered: whatever is in it, it is refused in words."""

import json
from typing import Any

from allauth.core import context
from allauth.mfa.webauthn.internal import auth
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.test import RequestFactory
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from league.site.accounts.forms import (
    AddPasskeyForm,
    ConfirmPasskeyForm,
    PasskeyForm,
    PasskeyStepForm,
)
from tests.factories import UserFactory
from tests.keys import CREDENTIAL, give_passkey

NAMES = [*CREDENTIAL, *CREDENTIAL["response"], "authenticatorData", "signature", "userHandle"]
TEXTS = st.one_of(st.text(max_size=12), st.sampled_from(["AA", "e30", "oA", "MQ", "public-key"]))
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(NAMES), inner, max_size=5)
    ),
    max_leaves=12,
)


def with_one_part_changed(part: str, value: Any) -> dict[str, Any]:
    """A real device's answer with something else in one place."""
    told = json.loads(json.dumps(CREDENTIAL))
    place = told["response"] if part in told["response"] else told
    place[part] = value
    return dict(told)


ANSWERS = st.one_of(ANYTHING, st.builds(with_one_part_changed, st.sampled_from(NAMES), LEAVES)).map(
    json.dumps
)


class TestAnyAnswer(TestCase):
    @hypothesis_settings(max_examples=30)
    @given(st.one_of(ANSWERS, st.text(max_size=30)))
    def test_no_answer_that_was_not_asked_for_is_taken(self, told: str) -> None:
        request = RequestFactory().post("/", HTTP_HOST="localhost")
        request.session = SessionStore()
        user = UserFactory()
        give_passkey(user)
        with context.request_context(request):
            for form in (
                PasskeyForm(data={"credential": told}),
                PasskeyStepForm(data={"credential": told}, user=user),
                ConfirmPasskeyForm(data={"credential": told}, user=user),
                AddPasskeyForm(data={"credential": told, "name": "x"}, user=user),
            ):
                auth.begin_authentication(user)
                assert list(form.errors) == ["credential"]
                assert "This passkey did not work here." in form.errors["credential"][0]
