from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0032_attendance_by_game"),
    ]

    operations = [
        migrations.AddField(
            model_name="broughtforward",
            name="rounds_out",
            field=models.PositiveIntegerField(null=True, verbose_name="rounds won"),
        ),
    ]
