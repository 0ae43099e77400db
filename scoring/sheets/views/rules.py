"""Changing a rule of one game that is being played."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import referee
from scoring.accounts.authors import author_of
from scoring.rules.forms import AnswersForm
from scoring.sheets.access import game_to_organize
from scoring.sheets.forms import ReasonForm
from scoring.sheets.services.rules import game_rule_apply
from scoring.web.pages import form_refusal, sent, told_key


@require_http_methods(["GET", "HEAD", "POST"])
def game_rule(request: HttpRequest, code: str, parameter: str) -> HttpResponse:
    """Ask one question of the rule sheet for this game alone; the answer stands on its sheet."""
    game = game_to_organize(request, code)
    if parameter not in referee.changeable_rules():
        raise Http404
    form = AnswersForm(sent(request), rules=game.rules, names=[parameter])
    reason = ReasonForm(sent(request))
    if request.method == "POST" and form.is_valid() and parameter not in form.answers:
        form.add_error(None, _("Choose an answer."))
    elif request.method == "POST" and form.is_valid() and reason.is_valid():
        with form_refusal(form):
            game_rule_apply(
                game=game,
                author=author_of(request),
                key=told_key(request),
                parameter=parameter,
                value=form.answers[parameter],
                reason=reason.cleaned_data["reason"],
            )
            messages.success(request, _("From here on this game is played so. Its sheet says it."))
            return redirect("scoring:rule-card", code=code)
    context = {
        "game": game,
        "form": form,
        "fields": form.section_fields()[0][2][0],
        "reason": reason,
        "base": referee.TITLES[game.rules["base"]],
        "sets": referee.SETS,
        "key": told_key(request),
    }
    return render(request, "scoring/game_rule.html", context)
