"""What a list that was sent is kept as, while somebody looks at what it would do."""

from django.conf import settings
from django.db import models

from scoring.accounts.models import Club


class ImportDraft(models.Model):
    """A list of people that was sent and read, and has not been applied yet.

    `packed` are its lines as `drafts.file_pack` packs them; emptied once `applied_at`. `answers` is
    what somebody chose for single lines, by their numbers: {"7": {"skip": true}}, or {"8": {"name":
    "Ann 2"}} for another person of a name that is taken, {"9": {"same": true}}, or {"10": {"cells":
    {"born": "1944"}}} for what was typed in place of a cell.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    file_name = models.CharField(max_length=100)
    packed = models.BinaryField()
    made_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)
    answers = models.JSONField(default=dict, db_default={})

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.file_name


class KnownColumns(models.Model):
    """What a club's own column heads mean, as somebody chose it for a file: for the next one.

    `meanings` are heads as they are compared, with our field, or "" for a column that is not read.
    `kind` is the list's: "people", "entrants" or "brought".
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="known_columns")
    kind = models.CharField(max_length=12)
    meanings = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "kind"], name="one_row_of_columns_a_list"),
        ]

    def __str__(self) -> str:
        return f"columns of {self.kind} of {self.club}"
