"""What the director rules where no rule covers a case, written down in the log."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.changes import log_append, tournament_lock
from league.tournaments.models import Entrant, Tournament, TournamentEntry
from scoring.accounts.authors import Author
from scoring.names import name_clean
from scoring.refusals import Refusal

RULING = "ruling"
ROOM = TournamentEntry._meta.get_field("text").max_length or 0


@transaction.atomic
def ruling_record(
    *, tournament: Tournament, author: Author, text: str, entrant: Entrant | None = None
) -> TournamentEntry:
    """Write down what was ruled, at any time; about `entrant` it stands with that place too.

    It changes no result. Written twice in a row it stands once. Raises `Refusal` for no text, for
    one that is too long, and for an entrant of another tournament.
    """
    tournament = tournament_lock(tournament)
    sentence = name_clean(text)
    if not sentence:
        raise Refusal("text", _("Write what you have ruled."))
    if len(sentence) > ROOM:
        raise Refusal("text", _("Write it shorter: there is room for %d letters.") % ROOM)
    if entrant is not None and entrant.tournament_id != tournament.pk:
        raise Refusal("entrant", _("Choose somebody of this tournament."))
    details = {"entrant": entrant.pk} if entrant else {}
    last = tournament.log.last()
    if last is not None and (last.kind, last.text, last.details) == (RULING, sentence, details):
        return last
    return log_append(
        tournament=tournament, author=author, kind=RULING, text=sentence, details=details
    )
