from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0016_public_names_and_archived"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="other_rules",
            field=models.TextField(blank=True, default="", max_length=2000),
        ),
        migrations.AddField(
            model_name="rulesheet",
            name="other_rules",
            field=models.TextField(
                blank=True, default="", max_length=2000, verbose_name="Our other rules"
            ),
        ),
    ]
