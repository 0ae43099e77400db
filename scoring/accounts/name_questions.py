"""A name that was typed for somebody whom the club may know by another: who is it?

By a first name alone, the club may know the whole name; a name that nobody has may be a known one
mistyped.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.accounts.models import Club
from scoring.accounts.selectors.people import names_known, players_of
from scoring.collation import name_order
from scoring.names import first_name, is_first_name_alone, is_near, name_clean, name_key

# Of a first name that more people have, the club's list is the better place to look.
MOST_CALLED = 6
# Each is compared with everybody in the club.
MOST_ASKED = 200


@dataclass(frozen=True)
class NameQuestion:
    """The name that was typed into a field, and whom of the club it may mean.

    They have this first name; or, `mistyped`, nobody has, and their names are near.
    """

    field: str
    typed: str
    people: tuple[str, ...]
    mistyped: bool

    @property
    def words(self) -> str:
        """Return the question itself."""
        words = {"name": self.typed, "known": self.people[0]}
        if not self.mistyped:
            return _("Who is %(name)s?") % words
        if len(self.people) == 1:
            return _("Nobody is called %(name)s yet. Did you mean %(known)s?") % words
        return _("Nobody is called %(name)s yet. Did you mean one of these?") % words

    @property
    def none_of_them(self) -> str:
        """Return the answer that it is somebody whom the club does not know yet."""
        words = {"name": self.typed}
        if self.mistyped:
            return _("No, %(name)s is a new person") % words
        return _("No, another %(name)s") % words


def name_question(
    club: Club, fields: QueryDict, field: str, *, others: Iterable[str] = ()
) -> NameQuestion | None:
    """Return what to ask about the name in a field; None where it is clear, or was answered.

    A name is clear where somebody has just that name, or nobody is called so or nearly so. It is
    not one of the `others`, who sit at the table already.
    """
    names = {field: fields.get(field, "")}
    questions = _questions(club, names, fields.getlist("answered"), others)
    return questions[0] if questions else None


def name_questions(club: Club, names: Mapping[str, str], fields: QueryDict) -> list[NameQuestion]:
    """Return what to ask about a table's `names`, by field; none of them is another of them."""
    return names_asked(club, names, fields.getlist("answered"))


def names_asked(
    club: Club, names: Mapping[str, str], answered: Iterable[str]
) -> list[NameQuestion]:
    """Return what to ask about the `names` of a list, by field, but of those `answered`.

    None of them is another of them. Of a list with very many whom nobody knows, nobody is asked
    about: it is of other people.
    """
    return _questions(club, names, answered, names.values())


def _questions(
    club: Club, names: Mapping[str, str], answers: Iterable[str], others: Iterable[str]
) -> list[NameQuestion]:
    """Read the club's names once, whichever names are asked about; not at all where none is."""
    answered = {name_key(answer) for answer in answers}
    cleaned = {field: name for field, typed in names.items() if (name := name_clean(typed))}
    known = answered | names_known(club, cleaned.values())
    unknown = {field: name for field, name in cleaned.items() if name_key(name) not in known}
    if not unknown or len(unknown) > MOST_ASKED:
        return []
    seated = {name_key(other) for other in others}
    people: dict[str, list[str]] = defaultdict(list)
    for person in players_of(club).values_list("name", flat=True):
        if name_key(person) not in seated:
            people[first_name(person)].append(person)
    questions = []
    for field, name in unknown.items():
        alone = is_first_name_alone(name)
        called = people.get(first_name(name), []) if alone else []
        meant = called or _near(name, people, alone=alone)
        if 0 < len(meant) <= MOST_CALLED:
            by_name = tuple(sorted(meant, key=name_order))
            questions.append(NameQuestion(field, name, by_name, mistyped=not called))
    return questions


def _near(name: str, people: Mapping[str, list[str]], *, alone: bool) -> list[str]:
    """Return those whose name is near; of a first name alone, those whose first name is."""
    if alone:
        return [person for first in people if is_near(name, first) for person in people[first]]
    return [person for called in people.values() for person in called if is_near(name, person)]


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
