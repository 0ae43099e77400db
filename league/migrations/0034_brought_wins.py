from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0033_brought_rounds_out"),
    ]

    operations = [
        migrations.AddField(
            model_name="broughtforward",
            name="wins",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="won"),
        ),
    ]
