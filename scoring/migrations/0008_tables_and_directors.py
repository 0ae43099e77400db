"""The table of a tablet, of a code and of a game; and the role of director."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_dispute_key"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="table_number",
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="pairingcode",
            name="made_from",
            field=models.GenericIPAddressField(null=True),
        ),
        migrations.AddField(
            model_name="pairingcode",
            name="table_number",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tablet",
            name="table_number",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("organizer", "organizer"),
                    ("director", "director"),
                    ("scorekeeper", "scorekeeper"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["club", "table_number", "-started_at"],
                name="scoring_gam_club_id_e9b140_idx",
            ),
        ),
    ]
