from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0012_lists_for_all"),
    ]

    operations = [
        migrations.AddField(
            model_name="dayanswer",
            name="moved_up_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="daymail",
            name="place_sent_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="daymail",
            name="sent_at",
            field=models.DateTimeField(null=True),
        ),
    ]
