"""Entering somebody by a form: what the list's page and the door have in common."""

from collections.abc import Callable

from django.http import HttpRequest, QueryDict

from league.tournaments.entrants.forms import EntrantForm
from league.tournaments.models import Entrant, Tournament
from scoring.accounts.authors import author_of
from scoring.accounts.name_questions import name_question, with_answer
from scoring.web.pages import form_refusal


def typed(request: HttpRequest) -> QueryDict | None:
    """Return the form that was sent, with the answer to who a first name means; else None."""
    return with_answer(request.POST) if request.method == "POST" else None


def entered(
    request: HttpRequest, tournament: Tournament, form: EntrantForm, enter: Callable[..., Entrant]
) -> Entrant | None:
    """Return whom the form has entered; None where it was not sent, or says what is wrong."""
    if request.method != "POST" or not form.is_valid():
        return None
    # Nobody is asked whom a name means where nobody can be entered any more.
    if tournament.began_at is None:
        form.question = name_question(tournament.club, with_answer(request.POST), "name")
    if form.question:
        return None
    with form_refusal(form, by_code={"twice": "name"}):
        return enter(
            tournament=tournament,
            author=author_of(request),
            name=form.cleaned_data["name"],
            details=form.details(),
        )
    return None
