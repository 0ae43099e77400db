"""Let the database itself refuse to change what stands on a sheet (decision 1 of the design)."""

from typing import Any

from django.db import migrations

TABLES = ("scoring_sheetentry", "scoring_seatresult")

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION scoring_refuse_change() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'what stands on a sheet is never changed' USING ERRCODE = 'integrity_constraint_violation';
END;
$$ LANGUAGE plpgsql
"""


def refuse_changes(apps: Any, schema_editor: Any) -> None:
    """Add a trigger to each table of the sheet that refuses UPDATE."""
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(POSTGRES_FUNCTION)
    for table in TABLES:
        if vendor == "postgresql":
            action = "FOR EACH ROW EXECUTE FUNCTION scoring_refuse_change()"
        else:
            action = "BEGIN SELECT RAISE(ABORT, 'what stands on a sheet is never changed'); END"
        schema_editor.execute(f"CREATE TRIGGER {table}_stays BEFORE UPDATE ON {table} {action}")


def allow_changes(apps: Any, schema_editor: Any) -> None:
    """Take the triggers away again."""
    vendor = schema_editor.connection.vendor
    for table in TABLES:
        on_table = f" ON {table}" if vendor == "postgresql" else ""
        schema_editor.execute(f"DROP TRIGGER {table}_stays{on_table}")
    if vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION scoring_refuse_change()")


class Migration(migrations.Migration):
    """Triggers that keep sheet entries and their results as they were written."""

    dependencies = [("scoring", "0001_start")]

    operations = [migrations.RunPython(refuse_changes, allow_changes)]
