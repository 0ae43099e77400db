"""What a field says of a value beyond its limits."""

import pytest
from django import forms
from django.core.exceptions import ValidationError


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
    ],
)
def test_a_limit_is_said_in_plain_words(field: forms.Field, typed: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        field.clean(typed)
    assert refused.value.messages == [sentence]
