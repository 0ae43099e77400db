"""Erasing for good, and the one narrow way in which the sheet and the log let a name go.

While a permit stands, which is never longer than one transaction (see `ErasurePermit`), an entry of
a sheet may get another author, reason and wording of its faults, and lose its account; a line of
the log may lose its name, addresses, account and tablet. Nothing else of them can change, ever.
"""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SHEET, RESULTS, LOG = "scoring_sheetentry", "scoring_seatresult", "scoring_logentry"
SHEET_REFUSAL = "what stands on a sheet is never changed"
LOG_REFUSAL = "a line of the log is never changed or removed"
PERMIT = "EXISTS (SELECT 1 FROM scoring_erasurepermit WHERE kind = '{kind}'{more})"

# What may change under a permit. Of these, what is not null or "" in the end must be as it was.
SHEET_NAMES = ("author", "reason", "details", "user_id")
SHEET_STAYS = (
    *("id", "game_id", "number", "kind", "key", "round_number", "starting_double", "ending"),
    *("out_seat_id", "supersedes_id", "contests_id", "tablet_id", "device_time", "recorded_at"),
)
LOG_NAMES = ("who", "about", "address", "user_id", "tablet_id")
LOG_STAYS = ("id", "moment", "club_id", "role", "what", "path", "outcome")
EMPTIED, NULLED = ("who", "about"), ("address", "user_id", "tablet_id")


def allowed(table: str, action: str, vendor: str) -> str:
    """The condition under which a row of the table may be updated or deleted."""
    if action == "DELETE":
        return PERMIT.format(kind="club", more=" AND club_number = OLD.club_id")
    same = "IS NOT DISTINCT FROM" if vendor == "postgresql" else "IS"
    names, stays = (SHEET_NAMES, SHEET_STAYS) if table == SHEET else (LOG_NAMES, LOG_STAYS)
    parts = [PERMIT.format(kind="names", more="")]
    if vendor == "postgresql":
        # All columns but these, also those that are added one day.
        listed = "ARRAY[" + ", ".join(f"'{name}'" for name in names) + "]"
        parts.append(f"to_jsonb(NEW) - {listed} = to_jsonb(OLD) - {listed}")
    else:
        parts += [f"NEW.{name} {same} OLD.{name}" for name in stays]
    if table == LOG:
        parts += [f"(NEW.{name} {same} OLD.{name} OR NEW.{name} = '')" for name in EMPTIED]
    kept = ("user_id",) if table == SHEET else NULLED
    parts += [f"(NEW.{name} {same} OLD.{name} OR NEW.{name} IS NULL)" for name in kept]
    if table == SHEET:
        parts.append(
            "NEW.details - 'faults' = OLD.details - 'faults'"
            if vendor == "postgresql"
            else "json_remove(NEW.details, '$.faults') = json_remove(OLD.details, '$.faults')"
        )
    return " AND ".join(parts)


def trigger(table: str, action: str, vendor: str) -> list[str]:
    """The statements that let the table refuse the action, but for what is allowed."""
    name = f"{table}_stays" if table == SHEET else f"{table}_{action.lower()}"
    refusal = SHEET_REFUSAL if table == SHEET else LOG_REFUSAL
    condition = allowed(table, action, vendor)
    if vendor != "postgresql":
        refuse = f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        return [f"CREATE TRIGGER {name} BEFORE {action} ON {table} WHEN NOT ({condition}) {refuse}"]
    row = "OLD" if action == "DELETE" else "NEW"
    return [
        f"""
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger AS $$
BEGIN
    IF {condition} THEN RETURN {row}; END IF;
    RAISE EXCEPTION '{refusal}' USING ERRCODE = 'integrity_constraint_violation';
END;
$$ LANGUAGE plpgsql
""",
        f"CREATE TRIGGER {name} BEFORE {action} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]


GUARDED = ((SHEET, "UPDATE"), (LOG, "UPDATE"), (LOG, "DELETE"))


def drop(table: str, action: str, vendor: str) -> str:
    """The statement that takes a trigger of the table away, of this version or of the one before."""
    name = f"{table}_stays" if table == SHEET else f"{table}_{action.lower()}"
    on_table = f" ON {table}" if vendor == "postgresql" else ""
    return f"DROP TRIGGER IF EXISTS {name}{on_table}"


def allow_erasing(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put triggers that know permits in the place of those that know none."""
    vendor = schema_editor.connection.vendor
    for table, action in GUARDED:
        for statement in (drop(table, action, vendor), *trigger(table, action, vendor)):
            schema_editor.execute(statement)


def refuse_erasing(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put back the triggers that know no permits."""
    vendor = schema_editor.connection.vendor
    for table, action in GUARDED:
        schema_editor.execute(drop(table, action, vendor))
        name = f"{table}_stays" if table == SHEET else f"{table}_{action.lower()}"
        refusal = SHEET_REFUSAL if table == SHEET else LOG_REFUSAL
        if vendor == "postgresql":
            schema_editor.execute(f"DROP FUNCTION {name}()")
            function = "scoring_refuse_change" if table == SHEET else "scoring_log_stays"
            refuse = f"FOR EACH ROW EXECUTE FUNCTION {function}()"
        else:
            refuse = f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        schema_editor.execute(f"CREATE TRIGGER {name} BEFORE {action} ON {table} {refuse}")


class Migration(migrations.Migration):
    """Erasure, ErasurePermit, Player.erased_at, and triggers that know permits."""

    dependencies = [("scoring", "0010_account_notices_and_codes")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="erased_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name="ErasurePermit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            (
                                "names",
                                "names may be replaced on sheets, and taken off the log",
                            ),
                            ("club", "the lines of one club's log may be deleted"),
                        ],
                        max_length=8,
                    ),
                ),
                ("club_number", models.BigIntegerField(null=True)),
                (
                    "seal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="scoring.erasurepermit",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("person", "person"), ("account", "account"), ("club", "club")],
                        max_length=8,
                    ),
                ),
                ("number", models.BigIntegerField()),
                ("neutral_name", models.CharField(blank=True, max_length=80)),
                ("erased_at", models.DateTimeField(db_index=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="erasures",
                        to="scoring.club",
                    ),
                ),
            ],
            options={"ordering": ["-pk"]},
        ),
        migrations.RunPython(allow_erasing, refuse_erasing),
    ]
