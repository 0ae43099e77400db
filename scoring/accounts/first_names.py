"""A first name alone, typed for somebody whom the club may know by the whole name: who is it?"""

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
    name = name_clean(fields.get(field, ""))
    answered = {name_key(answer) for answer in fields.getlist("answered")}
    if not is_first_name_alone(name) or name_key(name) in answered:
        return None
    seated = {name_key(other) for other in others}
    people = [
        person
        for person in players_of(club).values_list("name", flat=True)
        if first_name(person) == first_name(name) and name_key(person) not in seated
    ]
    if not 0 < len(people) <= MOST_CALLED or club_knows(club=club, name=name):
        return None
    return NameQuestion(field, name, tuple(sorted(people, key=name_order)))


def name_questions(club: Club, names: Mapping[str, str], fields: QueryDict) -> list[NameQuestion]:
    """Return what to ask about a table's `names`, by field; none of them is another of them."""
    questions = [
        name_question(club, fields, field, others=names.values())
        for field in names
        if is_first_name_alone(names[field])
    ]
    return [question for question in questions if question]


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
