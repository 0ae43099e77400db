"""The rules in force in one game, and changing one of them while it is played."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring import referee
from scoring.accounts.access import actor_of
from scoring.accounts.authors import author_of
from scoring.rules.forms import AnswersForm
from scoring.sheets.access import game_to_organize, game_to_see
from scoring.sheets.forms import ReasonForm
from scoring.sheets.models import Game
from scoring.sheets.selectors.next_round import rules_in_words
from scoring.sheets.services.rules import game_rule_apply
from scoring.web.pages import form_refusal, sent, told_key


@require_safe
def rule_card(request: HttpRequest, code: str) -> HttpResponse:
    """Every rule in force in this game, with its clause, or marked as our rule or as usual."""
    game = game_to_see(request, code)
    context = {
        "game": game,
        "rules": rules_in_words(game),
        "lines": referee.rule_card(game.rules),
        "may_change": _may_change(request, game),
        "changeable": referee.changeable_rules(),
    }
    return render(request, "scoring/rule_card.html", context)


def _may_change(request: HttpRequest, game: Game) -> bool:
    """Whether the asker may change a rule of this game, which is still played."""
    actor = actor_of(request)
    return actor.organizes and actor.club == game.club and game.finished_at is None


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
