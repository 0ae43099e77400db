"""What a list that was sent is kept as, while somebody looks at what it would do."""

from django.conf import settings
from django.db import models


class ImportDraft(models.Model):
    """A list of people that was sent and read, and has not been applied yet.

    `packed` are its lines as `drafts.file_pack` packs them; emptied once `applied_at`.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    file_name = models.CharField(max_length=100)
    packed = models.BinaryField()
    made_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.file_name
