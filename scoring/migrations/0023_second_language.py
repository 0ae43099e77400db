from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0022_languages"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="second_language",
            field=models.CharField(blank=True, max_length=10, verbose_name="second language"),
        ),
    ]
