"""What a form says of a value that it cannot take, in the words of our pages.

Django's own sentences are those of an office in some languages ("Dieses Feld ist zwingend
erforderlich."), and address people in other forms than ours.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import (
    MaxLengthValidator,
    MaxValueValidator,
    MinValueValidator,
    ProhibitNullCharactersValidator,
    validate_email,
)
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring.parsing import FROM_UP

UP_TO = gettext_lazy("Type a number up to %(limit_value)s.")
NO_ROOM = gettext_lazy("There is room for %(limit_value)d letters, and these are %(show_value)d.")
CHOOSE = gettext_lazy("Choose one from the list.")
NO_FILE = gettext_lazy("Choose a file first.")
NOT_READABLE = gettext_lazy("This cannot be read. Type it again.")

SENTENCES: Mapping[type[forms.Field], Mapping[str, Any]] = {
    forms.Field: {"required": gettext_lazy("Something is missing here.")},
    forms.DecimalField: {"invalid": gettext_lazy("Type a number.")},
    forms.IntegerField: {"invalid": gettext_lazy("Type a whole number.")},
    forms.DateField: {"invalid": gettext_lazy("That is not a date. Choose the day again.")},
    forms.TimeField: {"invalid": gettext_lazy("That is not a time. Write it like 19:30.")},
    forms.ChoiceField: {"invalid_choice": CHOOSE},
    forms.MultipleChoiceField: {"invalid_choice": CHOOSE, "invalid_list": CHOOSE},
    forms.ModelChoiceField: {"invalid_choice": CHOOSE},
    forms.ModelMultipleChoiceField: {
        "invalid_choice": CHOOSE,
        "invalid_list": CHOOSE,
        "invalid_pk_value": CHOOSE,
    },
    forms.FileField: {
        "invalid": NO_FILE,
        "missing": NO_FILE,
        "empty": gettext_lazy("The file is empty. Choose another one."),
        "max_length": gettext_lazy("The file’s name is too long. Give it a shorter one."),
        "contradiction": NO_FILE,
    },
    forms.JSONField: {"invalid": NOT_READABLE},
}
"""By the kind of field and by what is wrong; a field that has a sentence of its own keeps it."""
BORROWED = (
    gettext_lazy("The password is too similar to the %(verbose_name)s."),
    gettext_lazy("This password is too common."),
    gettext_lazy("You must type the same password each time."),
    gettext_lazy("Your password can’t be too similar to your other personal information."),
    gettext_lazy("Your password can’t be a commonly used password."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        "number",
    ),
)
"""Sentences of Django and allauth that are plain enough in English: our catalogs come first."""


def say_our_words() -> None:
    """Let each field and validator say so that has no sentence of its own."""
    for kind, sentences in SENTENCES.items():
        own: dict[str, Any] = vars(kind).get("default_error_messages", {})
        kind.default_error_messages = {**own, **sentences}
    MinValueValidator.message = FROM_UP
    MaxValueValidator.message = UP_TO
    MaxLengthValidator.message = NO_ROOM
    ProhibitNullCharactersValidator.message = NOT_READABLE
    UnicodeUsernameValidator.message = gettext_lazy(
        "A user name has only letters, numbers and the signs @ . + - _, and no spaces."
    )
    # One object, which every field for e-mail addresses has.
    validate_email.message = gettext_lazy(
        "That is not an e-mail address. Write it like ann@example.com."
    )
