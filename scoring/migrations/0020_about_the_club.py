from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0019_totals_from_paper"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="about",
            field=models.TextField(blank=True, max_length=600, verbose_name="about us"),
        ),
        migrations.AddField(
            model_name="club",
            name="public_contact",
            field=models.CharField(
                blank=True, max_length=120, verbose_name="contact for everybody"
            ),
        ),
    ]
