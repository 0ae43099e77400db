"""The rules in force at a table on one sheet, and the published texts side by side."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring import referee
from scoring.accounts.access import actor_of
from scoring.sheets.access import game_to_see
from scoring.sheets.models import Game
from scoring.sheets.selectors.next_round import rules_in_words


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


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """The published rule sets side by side; for everybody."""
    titles = referee.preset_titles()
    lines = [
        (sentence, list(zip(titles, values, strict=True)))
        for sentence, values in referee.presets_side_by_side()
    ]
    context = {"titles": titles, "lines": lines}
    return render(request, "scoring/rule_sets.html", context)
