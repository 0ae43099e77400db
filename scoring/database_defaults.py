"""Defaults that the database itself has, for a version that does not know the column."""

import json
from collections.abc import Sequence

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AlterField
from django.db.models import JSONField


def set_defaults(
    app: str, steps: Sequence[AlterField], apps: Apps, schema_editor: BaseDatabaseSchemaEditor
) -> None:
    """Give the columns of these steps the `db_default` of their fields.

    An older site that still runs writes rows without the columns that it does not know. Only on
    PostgreSQL can two sites run at once; SQLite would have to write each table anew.
    """
    if schema_editor.connection.vendor != "postgresql":
        return
    quote = schema_editor.quote_name
    for step in steps:
        value = step.field.db_default
        text = json.dumps(value) if isinstance(step.field, JSONField) else value
        table = apps.get_model(app, step.model_name)._meta.db_table
        schema_editor.execute(
            f"ALTER TABLE {quote(table)} ALTER COLUMN {quote(step.name)} "
            f"SET DEFAULT {schema_editor.quote_value(text)}"
        )
