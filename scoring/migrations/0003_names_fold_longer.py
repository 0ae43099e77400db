"""Room for names whose letters fold into three each."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A longer key of names."""

    dependencies = [("scoring", "0002_sheet_is_never_changed")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="name_key",
            field=models.CharField(editable=False, max_length=120),
        ),
    ]
