from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0036_wins_known"),
    ]

    operations = [
        migrations.AddField(
            model_name="daymail",
            name="cancelled_sent_at",
            field=models.DateTimeField(null=True),
        ),
    ]
