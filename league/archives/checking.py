"""Whether a value that a file tells is one that its field can hold."""

import datetime
import decimal
import math
import re
import uuid
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils.dateparse import parse_date, parse_datetime, parse_time

# A device's clock was taken up to the end of the year 2999, wherever it was.
FIRST_YEAR, LAST_YEAR = 1900, 3001
AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")


class UnfitError(ValueError):
    """The value is none that the field can hold."""


class NewerRulesError(UnfitError):
    """The value has a rule that only a later version of the program knows."""


def checked(field: "models.Field[Any, Any]", raw: Any) -> Any:
    """The value as the field holds it; raises `UnfitError` for any other.

    Nothing is taken for something else: a number is no text, and true is no number.
    """
    if raw is None:
        if field.null:
            return None
        raise UnfitError("null")
    value = _of_kind(field, raw)
    if isinstance(field, models.JSONField):
        if field.default in {dict, list} and not isinstance(value, field.default):
            raise UnfitError(repr(value)[:80])
        return value
    if isinstance(field, models.IntegerField):
        # Those of any database, not of this one: SQLite knows none.
        least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
        if not least <= value <= most:
            raise UnfitError(repr(value)[:80])
    if field.choices and value not in dict(field.flatchoices) and not (field.blank and not value):
        raise UnfitError(repr(value)[:80])
    try:
        field.run_validators(value)
    except ValidationError as error:
        raise UnfitError("; ".join(error.messages)) from error
    return value


def _of_kind(field: "models.Field[Any, Any]", raw: Any) -> Any:
    for kinds, read in READERS:
        if isinstance(field, kinds):
            try:
                value = read(raw)
            except (ValueError, OverflowError) as error:
                raise UnfitError(repr(raw)[:80]) from error
            if value is not None:
                return value
            break
    raise UnfitError(repr(raw)[:80])


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


def _amount(raw: Any) -> decimal.Decimal | None:
    return decimal.Decimal(raw) if isinstance(raw, str) and AMOUNT.fullmatch(raw) else None


def _moment(raw: Any) -> datetime.datetime | None:
    value = parse_datetime(raw) if isinstance(raw, str) else None
    if value is None or value.tzinfo is None or not FIRST_YEAR <= value.year < LAST_YEAR:
        return None
    return value


def _day(raw: Any) -> datetime.date | None:
    value = parse_date(raw) if isinstance(raw, str) else None
    return value if value and FIRST_YEAR - 100 <= value.year < LAST_YEAR else None


READERS: tuple[tuple[tuple[type, ...], Callable[[Any], Any]], ...] = (
    ((models.JSONField,), lambda value: value),
    ((models.BooleanField,), lambda value: value if isinstance(value, bool) else None),
    ((models.IntegerField,), _whole),
    ((models.FloatField,), _number),
    ((models.DecimalField,), _amount),
    ((models.DateTimeField,), _moment),
    ((models.DateField,), _day),
    ((models.TimeField,), lambda value: parse_time(value) if isinstance(value, str) else None),
    ((models.UUIDField,), lambda value: uuid.UUID(value) if isinstance(value, str) else None),
    (
        (models.CharField, models.TextField),
        lambda value: value if isinstance(value, str) else None,
    ),
)
