"""What a club's rule sheets say, and where they are in use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import referee
from scoring.accounts.models import Club
from scoring.values import RuleQuestion

from .models import RuleSheet

OWN = "own-"
MOST_NAMED = 5
ENDINGS = ("ing", "ed", "s")
SHORTEST_STEM = 4


@dataclass(frozen=True)
class RuleOffer:
    """A rule set that can be chosen: its key in forms, its title, two lines about it, its rules.

    `sheet` is None for a published one.
    """

    key: str
    title: str
    lines: tuple[str, str]
    rules: Mapping[str, Any]
    sheet: RuleSheet | None = None


def offers_of(club: Club | None) -> list[RuleOffer]:
    """Every rule set that a game of the club can be played by, the club's own first."""
    sheets = club.rule_sheets.filter(ended_at__isnull=True) if club else ()
    own = [
        RuleOffer(
            f"{OWN}{sheet.pk}", sheet.name, referee.two_lines(sheet.rules), sheet.rules, sheet
        )
        for sheet in sheets
    ]
    return [*own, *published_offers()]


def published_offers() -> list[RuleOffer]:
    """The published rule sets."""
    return [
        RuleOffer(preset.name, preset.title, referee.two_lines(rules), rules)
        for preset in referee.presets()
        if (rules := referee.rule_spec(preset.name, {}))
    ]


def differences_between(
    spec: Mapping[str, Any], offers: Sequence[RuleOffer], key: str
) -> tuple[RuleOffer, list[tuple[str, str, str]]]:
    """The rule set with that key, else the one that these rules stand on; what differs from it."""
    by_key = {offer.key: offer for offer in offers}
    other = by_key.get(key) or by_key[str(spec["base"])]
    return other, referee.differences(spec, other.rules)


def questions_about(spec: Mapping[str, Any], words: str) -> list[RuleQuestion]:
    """The questions in which all the words stand: in question, answers, section or clauses."""
    wanted = _plain(words).split()
    if not wanted:
        return []
    return [
        question
        for section in referee.rule_sheet(spec)
        for question in section.questions
        if _has_all(wanted, section.title, question)
    ]


def _has_all(wanted: Sequence[str], title: str, question: RuleQuestion) -> bool:
    texts = [title, question.text, question.label, question.also]
    texts += [answer.label for answer in question.answers]
    text = _plain(" ".join(texts))
    return all(stem_of(word) in text for word in wanted)


def _plain(text: str) -> str:
    """The text as it is compared: small letters, and apostrophes as keyboards have them."""
    return text.casefold().replace("’", "'")


def stem_of(word: str) -> str:
    """The word without an ending, so that "knocking" finds "knock"."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) >= len(ending) + SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def uses_of(sheet: RuleSheet) -> list[str]:
    """What still goes by this rule sheet, a sentence each: games, and what is planned."""
    codes = sheet.games.filter(finished_at__isnull=True).values_list("code", flat=True)
    running = list(codes)
    uses = []
    if running:
        shown = ", ".join(running[:MOST_NAMED]) + ("…" if len(running) > MOST_NAMED else "")
        sentence = ngettext(
            "%(count)d game is being played by these rules: %(games)s.",
            "%(count)d games are being played by these rules: %(games)s.",
            len(running),
        )
        uses.append(sentence % {"count": len(running), "games": shown})
    for path in settings.RULES_PLANNED:
        uses += import_string(path)(sheet)
    return uses


def sheet_for_decision(club: Club, rules: Mapping[str, Any], chosen: RuleSheet | None) -> str:
    """The name of the rule sheet that a decision at a game with these rules goes into.

    It is the one that the game was started with; else the club's sheet of the usual name, with the
    published rule set behind it where that name is taken by a sheet that stands on another one.
    """
    if chosen is not None and chosen.ended_at is None:
        return chosen.name
    name = _("Our house rules")
    usual = club.rule_sheets.filter(name=name, ended_at__isnull=True).first()
    if usual is None or usual.rules["base"] == rules["base"]:
        return name
    return f"{name} ({referee.TITLES[rules['base']]})"
