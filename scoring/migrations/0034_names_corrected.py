from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0033_club_size"),
    ]

    operations = [
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
                    ("name", "name corrected"),
                ],
                max_length=8,
            ),
        ),
    ]
