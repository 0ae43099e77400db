"""What a field says of a value that it cannot take."""

from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.urls import get_resolver

from tests.messages import catalogs


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        (forms.IntegerField(min_value=2), "1", "Type a number from 2 up."),
        (forms.IntegerField(max_value=12), "13", "Type a number up to 12."),
        (
            forms.CharField(max_length=3),
            "Ann B",
            "There is room for 3 letters, and these are 5.",
        ),
        (forms.CharField(), "", "Something is missing here."),
        (forms.DateField(), "31.31.", "That is not a date. Choose the day again."),
        (forms.ChoiceField(choices=[("a", "A")]), "b", "Choose one from the list."),
        (
            forms.EmailField(),
            "ann",
            "That is not an e-mail address. Write it like ann@example.com.",
        ),
    ],
)
def test_a_fault_is_said_in_plain_words(field: forms.Field, typed: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        field.clean(typed)
    assert refused.value.messages == [sentence]


def _forms(kind: type[Any]) -> set[type[Any]]:
    below = {form for form in kind.__subclasses__() for form in {form, *_forms(form)}}
    return {form for form in below if form.__module__.startswith(("scoring.", "league."))}


def test_no_form_says_a_sentence_of_djangos_own() -> None:
    """Whatever a person can meet is in our catalogs, in the words and address of our pages."""
    # What is in `apps` and in the addresses has loaded every form.
    assert apps.ready
    assert get_resolver().url_patterns
    ours = {message[1] for message in catalogs.entries(catalogs.read("de"))}
    foreign = {
        (form.__name__, name, str(sentence))
        for form in _forms(forms.BaseForm)
        for name, field in getattr(form, "base_fields", {}).items()
        for sentence in (
            *field.error_messages.values(),
            *(getattr(validator, "message", None) for validator in field.validators),
        )
        if sentence is not None and str(sentence) not in ours
    }
    assert foreign == set()


def test_a_user_name_with_a_space_is_refused_in_our_words() -> None:
    with pytest.raises(ValidationError, match="and no spaces"):
        UnicodeUsernameValidator()("ann b")
