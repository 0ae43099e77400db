"""Fields of forms; every wrong thing gets a sentence that says what to do."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring import parsing
from scoring.names import NAME_LENGTH, name_clean

NAME_TOO_LONG = gettext_lazy("A name has room for %(limit_value)d letters.")


class WholeNumber(forms.IntegerField):
    """A whole number for the keypad, or nothing: -9999 to 9999 by default.

    The text stays as it was typed when it is wrong, so that it can be mended. `unit`, such as
    minutes, stands beside the field.
    """

    def __init__(self, *, unit: str | Promise = "", **kwargs: Any) -> None:
        """Set the sentences and the keypad's attributes."""
        self.unit = unit
        kwargs.setdefault("required", False)
        kwargs.setdefault("max_value", parsing.MAX_NUMBER)
        kwargs.setdefault("min_value", -parsing.MAX_NUMBER)
        kwargs.setdefault(
            "widget", forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        )
        kwargs.setdefault(
            "error_messages",
            {
                "invalid": parsing.NOT_A_NUMBER,
                "max_value": parsing.TOO_BIG,
                "min_value": parsing.TOO_LOW if kwargs["min_value"] < 0 else parsing.FROM_UP,
            },
        )
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> int | None:
        """The number; spaces alone are nothing."""
        try:
            return parsing.number(value)
        except parsing.Unread:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


class TilesField(forms.CharField):
    """Tiles as text, such as "7-3 0-0"; cleaned to that notation as `parsing.tiles` says."""

    def __init__(self, **kwargs: Any) -> None:
        """Make the field optional."""
        super().__init__(required=False, max_length=parsing.LONGEST_TILES, **kwargs)

    def read(self, value: Any) -> str | None:
        """The tiles that are typed. Raises `parsing.Unread`."""
        return parsing.tiles(value)

    def clean(self, value: Any) -> str | None:
        """Return the tiles in our notation, or None if nothing was typed."""
        try:
            tiles = self.read(value)
        except parsing.Unread as unread:
            raise forms.ValidationError(str(unread)) from None
        if not tiles and self.required:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return tiles


class NameField(forms.CharField):
    """A player's name as it is kept, so that what is too long or twice is found in that form."""

    def __init__(self, **kwargs: Any) -> None:
        """Give the name the room that the database has for it."""
        kwargs.setdefault("max_length", NAME_LENGTH)
        super().__init__(error_messages={"max_length": NAME_TOO_LONG}, **kwargs)

    def to_python(self, value: Any) -> str:
        """The name with single spaces and nothing unseen."""
        return name_clean(super().to_python(value) or "")
