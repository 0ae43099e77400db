"""Changing a rule of one game while it is played: an entry on its sheet."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import referee
from scoring.accounts.authors import Author, clean_reason
from scoring.refusals import Refusal
from scoring.sheets.models import Game, SheetEntry
from scoring.sheets.selectors.sheet import Sheet

from .entries import entry_again, entry_append, game_lock, open_sheet

STARTS = "first_starting_double"


@transaction.atomic
def game_rule_apply(
    *, game: Game, author: Author, key: str, parameter: str, value: object, reason: str
) -> SheetEntry:
    """Let the rest of a game be played by another rule; rounds that are recorded stay as they are.

    `parameter` and `value` are a house rule as the engine's contract writes it. Raises `Refusal`
    where it contradicts another rule, or the table could not go on with it.
    """
    game = game_lock(game)
    change = {"rule": parameter, "value": value}
    if sent := entry_again(game=game, key=key, kind=SheetEntry.Kind.RULES, **change):
        return sent
    sheet = open_sheet(game)
    if problem := referee.house_rule_problem(parameter, value):
        raise Refusal("value", problem)
    rules = {**game.rules, parameter: value}
    if not referee.differences(rules, game.rules):
        raise Refusal("same", _("This game is played by that rule already."))
    _check(sheet, parameter, rules)
    entry = entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=SheetEntry.Kind.RULES,
        details=change,
        reason=clean_reason(reason),
    )
    Game.objects.filter(pk=game.pk).update(rules=rules)
    return entry


def _check(sheet: Sheet, parameter: str, rules: dict[str, object]) -> None:
    """Raise `Refusal` where the game could not go on with these rules."""
    game = sheet.game
    played = len(sheet.rounds)
    if parameter == STARTS and played:
        raise Refusal("begun", _("The first round is played: its starting double stays."))
    rounds = rules.get("rounds")
    if parameter == "rounds" and isinstance(rounds, int) and rounds < played:
        already = ngettext(
            "This game has %d round already.", "This game has %d rounds already.", played
        )
        raise Refusal("begun", already % played)
    conflicts = [*referee.contradictions(rules), *referee.rule_problems(rules, game.set)]
    if conflicts:
        raise Refusal(conflicts[0].code, conflicts[0].text)
    names = [seat.name for seat in sheet.playing(sheet.next_round)]
    if complaint := referee.check_setup(game.set, rules, names):
        raise Refusal(complaint.code, complaint.text)
