"""What fields of a row hold, in words: for logs that say what was and what is now."""

import datetime
from typing import Any

from django.db import models
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import Tournament


def field_label(model: type[models.Model], name: str) -> str:
    """What pages call the field."""
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def field_words(model: type[models.Model], name: str, value: Any) -> str:
    """A value of the field in a few words: “none” where there is none."""
    field: Any = model._meta.get_field(name)
    choices = {str(key): str(label) for key, label in field.flatchoices}
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None or value in ("", []):
        return _("none")
    if isinstance(value, list):
        labels = dict(Tournament.Level.choices) if name == "tie_breaks" else {}
        return ", ".join(str(labels.get(one, one)) for one in value)
    if isinstance(value, datetime.date):
        return date_format(value)
    return choices.get(str(value), str(value))


def as_json(value: Any) -> Any:
    """A field's value as a log's details can hold it."""
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value
