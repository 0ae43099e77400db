from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0018_made_up_club"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="totals_only",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="game",
            name="taken_back_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="sheetentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("round", "round"),
                    ("undo", "undo"),
                    ("join", "late arrival"),
                    ("leave", "somebody left"),
                    ("swap", "seats swapped"),
                    ("finish", "end of the game"),
                    ("reopen", "reopened"),
                    ("keep", "choice between two tablets"),
                    ("rules", "rule changed for this game"),
                    ("totals", "totals from paper"),
                ],
                max_length=8,
            ),
        ),
    ]
