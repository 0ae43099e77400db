from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0038_mail_moved_sent_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="daymail",
            name="result_sent_at",
            field=models.DateTimeField(null=True),
        ),
    ]
