from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0030_limits_and_erasing"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="most_megabytes",
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
    ]
