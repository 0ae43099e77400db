from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0039_mail_result_sent_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="gameday",
            name="moved_from",
            field=models.DateField(editable=False, null=True),
        ),
    ]
