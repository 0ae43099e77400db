"""Age groups as lists write them: "65-69", "70+", "Over 80", "60 to 64", "Women 70-74", "67"."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext as _

from league.tournaments.brackets.divisions import AgeGroup, AgeOn
from league.tournaments.models import Entrant, Tournament
from scoring.refusals import Refusal

from .births import OLDEST_AGE, year_alone
from .divisions import age_at

# In every language of the site, as with `GENDERS`: the list comes from elsewhere.
YEARS: Final = r"(?:years?|yrs?|yo|jahren?|jahrige|anos|ans|jaar|jaren|ar)"
OLDER: Final = (
    r"(?:\+|plus|(?:and|&|or) (?:over|up|above|older)|und (?:alter|mehr)|et plus|y mas|"
    r"en ouder|og (?:eldre|over))"
)
YOUNGER: Final = (
    r"(?:(?:and|&|or) (?:under|younger)|und junger|et moins|y menos|en jonger|og yngre)"
)
FORMS: Final = tuple(
    (re.compile(form), meaning)
    for form, meaning in (
        (r"(\d+) ?(?:-|to|bis|tot|t/m|til|a|and|und|/) ?(\d+)", "both"),
        (rf"(\d+) ?{OLDER}", "older"),
        (
            r"(?:over|above|from|ab|uber|plus de|mas de|mayore?s? de|vanaf|boven|fra|>=?|≥) ?(\d+)",
            "older",
        ),
        (rf"(\d+) ?{YOUNGER}", "up to"),
        (r"(?:under|below|unter|moins de|menos de|onder|<) ?(\d+)", "under"),
        (r"(?:up to|<=|≤) ?(\d+)", "up to"),
        (r"(\d0)'?s", "ten"),
        (r"(\d+)", "age"),
    )
)
# A letter or a word before or after the ages.
GENDERED: Final = {
    "woman": r"(?:women|woman|w|f|females?|lad(?:y|ies)|frauen|femmes|mujeres|vrouwen|kvinner)",
    "man": r"(?:men|man|m|males?|gentlemen|manner|herren|hommes|hombres|mannen|menn)",
}


def age_group_read(text: str) -> tuple[AgeGroup | None, str]:
    """The ages that a cell names, and the gender if it names one, else ""; None for no text.

    "Over 80" is read as 80 and older, which is what lists mean by it. A bare age, such as 67, was
    written some time before the event: until the day that counts it may be one more, so the group
    is 67 to 68. Raises `Refusal` for what is no age group.
    """
    plain = _plain(text)
    if not text.strip():
        return None, ""
    gender = ""
    for key, words in GENDERED.items():
        rest = re.sub(rf"^{words}'?s?[ -]?(?=[^a-z])|(?<=[^a-z])[ -]?{words}$", "", plain).strip()
        if rest != plain:
            gender, plain = key, rest
            break
    for form, meaning in FORMS:
        if match := form.fullmatch(plain):
            ages = _ages(meaning, *map(int, match.groups()))
            if ages is not None:
                return ages, gender
            break
    raise Refusal(
        "age_group", _("“%s” is not an age group. Write it like 65-69 or 70+.") % text.strip()[:40]
    )


def _plain(text: str) -> str:
    """The text in small letters, with plain hyphens, without accents and words such as "years"."""
    plain = text.casefold().translate(str.maketrans("–—‒−äüöåáéñ", "----auoaaen"))
    plain = re.sub(r"^(?:age group|ages?|aged|alter|alder|edad)\b", " ", plain)
    plain = re.sub(rf"\b(?:{YEARS}|old)\b\.?", " ", plain)
    return " ".join(plain.replace(":", " ").split())


def _ages(meaning: str, first: int, last: int = 0) -> AgeGroup | None:
    """The ages of one of the `FORMS`; None for ages that nobody has."""
    lowest, highest = {
        "both": (first, last),
        "older": (first, None),
        "up to": (0, first),
        "under": (0, first - 1),
        "ten": (first, first + 9),
        "age": (first, first + 1),
    }[meaning]
    if max(lowest, highest or 0) > OLDEST_AGE or (highest is not None and highest < lowest):
        return None
    return AgeGroup(lowest, highest)


def age_group_text(ages: AgeGroup) -> str:
    """An age group as it is typed: "65-69", "67-67", "90+", "0-59"; `age_group_read` reads it."""
    return f"{ages.lowest}+" if ages.highest is None else f"{ages.lowest}-{ages.highest}"


def ages_of_birth(tournament: Tournament, born: date) -> AgeGroup | None:
    """The ages that somebody may have: two where only the year of birth may be known."""
    age = age_at(tournament, born)
    if age is None:
        return None
    unsure = year_alone(born) and AgeOn(tournament.age_on) is AgeOn.EVENT and age > 0
    return AgeGroup(age - 1 if unsure else age, age)


def born_disagrees(tournament: Tournament, born: date, ages: AgeGroup) -> str:
    """Return a sentence where a date of birth is of nobody in that age group; "" where it is."""
    possible = ages_of_birth(tournament, born)
    if possible is None or ages.common(possible.lowest, possible.highest):
        return ""
    return _(
        "The date of birth makes this person %(age)d, which is not in the age group %(group)s."
    ) % {"age": possible.highest, "group": age_group_text(ages)}


def directory_born(
    tournament: Tournament, birth_year: int | None, values: Mapping[str, Any]
) -> date | None:
    """The year of birth that the directory knows, as its 1 January, where it says more.

    It says nothing more beside a date that was given, and is no help beside an age group that it
    does not lie in as a whole.
    """
    if birth_year is None or values.get("born"):
        return None
    born = date(birth_year, 1, 1)
    ages, possible = values.get("age_group"), ages_of_birth(tournament, born)
    if ages is None or (possible and ages.common(possible.lowest, possible.highest) == possible):
        return born
    return None


def drop_group(entrant: Entrant | None, values: dict[str, Any]) -> None:
    """Let a date of birth that is given take the place of an age group, which it is part of."""
    if values.get("born"):
        values.pop("age_group", None)
        if entrant is not None and entrant.age_group is not None:
            values["age_group"] = None
