from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0037_mail_cancelled_sent_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="daymail",
            name="moved_sent_at",
            field=models.DateTimeField(null=True),
        ),
    ]
