"""Everything of scoring and league is in an archive, or named as left out with its reason."""

from django.apps import apps
from django.db import models

from league.archives.shape import (
    FIELDS_LEFT_OUT,
    JSON_IDS,
    KEYS,
    LEFT_OUT,
    ROWS,
    SAME,
    fields_of,
    name_of,
)


def ours() -> set[type[models.Model]]:
    return {
        model
        for label in ("scoring", "league")
        for model in apps.get_app_config(label).get_models()
    }


def test_each_model_is_in_an_archive_or_left_out_for_a_reason() -> None:
    assert ours() == {*ROWS, *LEFT_OUT}
    assert not set(ROWS) & set(LEFT_OUT)
    assert all(LEFT_OUT.values())


def test_no_model_has_rows_that_are_forgotten_on_the_way() -> None:
    """What a row refers to comes before it, or is of its own model: so readers need one pass."""
    seen: set[type[models.Model]] = set()
    for model in ROWS:
        seen.add(model)
        for field in fields_of(model):
            if field.is_relation:
                assert field.related_model in seen, (model, field.name)


def test_each_field_left_out_is_one() -> None:
    known = {field.name for model in ROWS for field in model._meta.concrete_fields}
    known |= {
        f"{name_of(model)}.{field.name}" for model in ROWS for field in model._meta.concrete_fields
    }
    assert set(FIELDS_LEFT_OUT) <= known


def test_each_json_field_says_where_ids_are_in_it() -> None:
    found = {
        f"{name_of(model)}.{field.name}"
        for model in ROWS
        for field in fields_of(model)
        if isinstance(field, models.JSONField)
    }
    assert found == set(JSON_IDS)
    assert {of for paths in JSON_IDS.values() for of in paths.values()} <= set(ROWS)


def test_each_unique_value_can_be_renewed() -> None:
    """Else a club could not be read where another one has the same."""
    found = {
        f"{name_of(model)}.{field.name}"
        for model in ROWS
        for field in fields_of(model)
        if field.unique and not field.is_relation
    }
    assert found == set(KEYS)


def test_the_ways_that_have_to_agree_are_ways() -> None:
    for model, one, other in SAME:
        model._default_manager.filter(**{f"{one}__isnull": True, f"{other}__isnull": True})
