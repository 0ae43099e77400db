"""The key under which a device hands over a dispute that it settled without network."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0006_set_aside"),
    ]

    operations = [
        migrations.AddField(
            model_name="dispute",
            name="key",
            field=models.CharField(max_length=64, null=True),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(fields=("game", "key"), name="one_dispute_a_key"),
        ),
    ]
