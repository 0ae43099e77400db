"""A first name alone, typed for somebody whom the club may know by the whole name: who is it?"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import QueryDict

from scoring.accounts.models import Club
from scoring.accounts.selectors.people import club_knows, players_of
from scoring.collation import name_order
from scoring.names import first_name, is_first_name_alone, name_clean, name_key

# Of a first name that more people have, the club's list is the better place to look.
MOST_CALLED = 6


@dataclass(frozen=True)
class NameQuestion:
    """The first name that was typed into a field, and who of the club is called so."""

    field: str
    typed: str
    people: tuple[str, ...]


def name_question(
    club: Club, fields: QueryDict, field: str, *, others: Iterable[str] = ()
) -> NameQuestion | None:
    """Return what to ask about the name in a field; None where it is clear, or was answered.

    A name is clear where it is more than a first name, somebody has just that name, or nobody is
    called so. It is not one of the `others`, who sit at the table already.
    """
    questions = _questions(club, {field: fields.get(field, "")}, fields, others)
    return questions[0] if questions else None


def name_questions(club: Club, names: Mapping[str, str], fields: QueryDict) -> list[NameQuestion]:
    """Return what to ask about a table's `names`, by field; none of them is another of them."""
    return _questions(club, names, fields, names.values())


def _questions(
    club: Club, names: Mapping[str, str], fields: QueryDict, others: Iterable[str]
) -> list[NameQuestion]:
    """Read the club's names once, whichever names are asked about; not at all where none is."""
    answered = {name_key(answer) for answer in fields.getlist("answered")}
    alone = {
        field: name
        for field, typed in names.items()
        if is_first_name_alone(name := name_clean(typed)) and name_key(name) not in answered
    }
    if not alone:
        return []
    seated = {name_key(other) for other in others}
    wanted = {first_name(name) for name in alone.values()}
    called: dict[str, list[str]] = defaultdict(list)
    for person in players_of(club).values_list("name", flat=True):
        if (first := first_name(person)) in wanted and name_key(person) not in seated:
            called[first].append(person)
    questions = []
    for field, name in alone.items():
        people = sorted(called[first_name(name)], key=name_order)
        if 0 < len(people) <= MOST_CALLED and not club_knows(club=club, name=name):
            questions.append(NameQuestion(field, name, tuple(people)))
    return questions


def with_answer(fields: QueryDict) -> QueryDict:
    """Return a form's fields with the name that was tapped as `means`: "name-0=Ann Baker".

    The answer is kept among `answered`, so that "Ann" as another Ann is not asked about again.
    """
    field, _equals, name = fields.get("means", "").partition("=")
    if field not in fields:
        return fields
    answered = fields.copy()
    answered[field] = name
    answered.appendlist("answered", name)
    return answered
