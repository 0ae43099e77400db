"""The log of who did what; the database itself refuses to change or remove a line of it."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "scoring_logentry"
TOLD = "a line of the log is never changed or removed"
POSTGRES_FUNCTION = f"""
CREATE OR REPLACE FUNCTION scoring_log_stays() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION '{TOLD}' USING ERRCODE = 'integrity_constraint_violation';
END;
$$ LANGUAGE plpgsql
"""


def trigger(action: str, vendor: str) -> str:
    """The trigger that refuses UPDATE or DELETE on the log."""
    if vendor == "postgresql":
        refuse = "FOR EACH ROW EXECUTE FUNCTION scoring_log_stays()"
    else:
        refuse = f"BEGIN SELECT RAISE(ABORT, '{TOLD}'); END"
    return f"CREATE TRIGGER {TABLE}_{action.lower()} BEFORE {action} ON {TABLE} {refuse}"


def refuse_changes(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Add the triggers."""
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(POSTGRES_FUNCTION)
    for action in ("UPDATE", "DELETE"):
        schema_editor.execute(trigger(action, vendor))


def allow_changes(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the triggers away again."""
    vendor = schema_editor.connection.vendor
    on_table = f" ON {TABLE}" if vendor == "postgresql" else ""
    for action in ("update", "delete"):
        schema_editor.execute(f"DROP TRIGGER {TABLE}_{action}{on_table}")
    if vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION scoring_log_stays()")


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0008_tables_and_directors"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("moment", models.DateTimeField(db_index=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("role", models.CharField(max_length=12)),
                ("address", models.GenericIPAddressField(null=True)),
                ("what", models.CharField(max_length=80)),
                ("path", models.CharField(max_length=200)),
                ("about", models.CharField(blank=True, max_length=150)),
                (
                    "outcome",
                    models.CharField(
                        choices=[("done", "done"), ("refused", "refused")], max_length=8
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="log",
                        to="scoring.club",
                    ),
                ),
                (
                    "tablet",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.tablet",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(fields=["club", "who"], name="scoring_log_club_id_50b20d_idx"),
                    models.Index(fields=["club", "moment"], name="scoring_log_club_id_7cfb89_idx"),
                ],
            },
        ),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
