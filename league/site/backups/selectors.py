"""What the page of copies shows: the last one, whether copies fail, and which are kept."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.site.backups import files, making
from scoring.accounts.club_rows import every_club
from scoring.sheets.models import SheetEntry

KINDS: dict[str, Promise] = {
    making.AUTO: _("by itself"),
    making.HAND: _("by hand"),
    making.MIGRATION: _("before a new version changed the database"),
    making.RESTORE: _("before an older copy was put back"),
}
# After how many pauses between copies the last one is reported as old.
PATIENCE = 3
LOOKED_AT = 500


@dataclass(frozen=True)
class CopyLine:
    """A copy as the page shows it; `size` is in bytes.

    `is_sealed` says that it has a checksum over the whole file.
    """

    name: str
    made_at: datetime
    kind: str | Promise
    size: int
    is_sealed: bool


@dataclass(frozen=True)
class CopiesPage:
    """The copies, newest first, and what is wrong with making them.

    `trouble` is why the last try failed. `old` says that something was recorded a good while ago
    that no copy has. `minutes` is the pause between copies, 0 for none made by themselves.
    """

    copies: tuple[CopyLine, ...]
    trouble: making.CopyTrouble | None
    old: bool
    minutes: int
    days: int

    @property
    def newest(self) -> CopyLine | None:
        """The last copy that was made."""
        return self.copies[0] if self.copies else None


def copies_page(now: datetime) -> CopiesPage:
    """What the page of copies shows at this moment."""
    copies = tuple(
        CopyLine(
            name=copy.path.name,
            made_at=copy.note.moment,
            kind=KINDS.get(copy.note.kind, copy.note.kind),
            size=copy.size,
            is_sealed=copy.note.is_sealed,
        )
        for copy in files.copies()
    )
    return CopiesPage(
        copies=copies,
        trouble=making.trouble(),
        old=_old(copies[0].made_at if copies else None, now),
        minutes=settings.BACKUP_MINUTES,
        days=settings.BACKUP_DAYS,
    )


@every_club()
def _old(newest: datetime | None, now: datetime) -> bool:
    """Whether something on a sheet has waited for a copy longer than it should have."""
    if not settings.BACKUP_MINUTES:
        return False
    moments = SheetEntry.objects.order_by("-pk").values_list("recorded_at", flat=True)
    waiting = [moment for moment in moments[:LOOKED_AT] if newest is None or moment > newest]
    patience = timedelta(minutes=PATIENCE * settings.BACKUP_MINUTES)
    return bool(waiting) and min(waiting) < now - patience
