"""A club's templates of the list for the state: saved under a name, taken away."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.awards.selectors.state_list import MOST_LISTS, known_columns
from league.tournaments.models import StateList
from scoring.accounts.models import Club
from scoring.names import name_clean, name_key
from scoring.refusals import Refusal

LONGEST_NAME = 60


@transaction.atomic
def state_list_save(*, club: Club, name: str, columns: Sequence[str]) -> StateList:
    """Keep these columns under the name; one of the same name is replaced.

    Raises `Refusal` without a name or a column, and where the club has many already.
    """
    name, columns = name_clean(name.replace("\0", " ")), known_columns(columns)
    if not name:
        raise Refusal("name", _("Give the list a name, such as “State games”."))
    if len(name) > LONGEST_NAME:
        raise Refusal("name", _("There is room for %d letters.") % LONGEST_NAME)
    if not columns:
        raise Refusal("columns", _("Choose at least one column."))
    Club.objects.select_for_update().get(pk=club.pk)
    saved = list(StateList.objects.filter(club=club))
    same = next((row for row in saved if name_key(row.name) == name_key(name)), None)
    if same is None and len(saved) >= MOST_LISTS:
        raise Refusal("many", _("A club saves at most %d lists. Remove one first.") % MOST_LISTS)
    row = same or StateList(club=club)
    row.name, row.columns = name, columns
    row.save()
    return row


def state_list_remove(*, club: Club, number: int) -> None:
    """Take a template away. Raises `Refusal` where the club has none with that id."""
    gone, _rows = StateList.objects.filter(club=club, pk=number).delete()
    if not gone:
        raise Refusal("gone", _("That list has been removed meanwhile."))
