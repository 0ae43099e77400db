"""What pages show no longer once the last stage is opened again, before the director does that."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from league.tournaments.awards.selectors.medals import GroupMedals, medals_of
from league.tournaments.awards.selectors.open_places import open_places
from league.tournaments.awards.selectors.winners import winners_of_all
from league.tournaments.brackets.awards import Award
from league.tournaments.brackets.ranking import places
from league.tournaments.courses import Loaded, loaded_reopened
from league.tournaments.entrants.selectors.divisions import award_in_division
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.undecided import undecided_people
from league.tournaments.wording import award_name
from scoring.lists import all_of


def medals_hidden_by(snapshot: Loaded, stage: Stage) -> tuple[str, ...]:
    """Return who won, and what medals, that opening the last stage takes from the pages, in words.

    A medal or ribbon that is certain while it is open stays. Who share one may still play it off
    then, and while a correction waits nothing is certain.
    """
    if snapshot.tournament.medals_held or not snapshot.is_over or stage != snapshot.begun[-1]:
        return ()
    after = medals_of(loaded_reopened(snapshot.tournament, stage))
    stays = {
        (group.group.key, award.key, award.what)
        for group in after.groups
        for award in group.certain_awards
    }
    medals = tuple(
        words
        for group in medals_of(snapshot).groups
        for words in _gone(
            snapshot,
            group,
            [
                award
                for award in group.certain_awards
                if (group.group.key, award.key, award.what) not in stays
            ],
        )
    )
    return (*_first_of_all(snapshot), *medals)


def _first_of_all(snapshot: Loaded) -> Iterable[str]:
    """Yield who has won the tournament, as pages say that only while it is over."""
    standing = places(snapshot.begun_courses())
    open_now = undecided_people(snapshot) | open_places(snapshot, standing)
    if won := winners_of_all(snapshot, standing) - open_now:
        names = [snapshot.entrants[pk].name for pk in sorted(won)]
        yield _("First of all: %(names)s") % {"names": all_of(names)}


def _gone(snapshot: Loaded, group: GroupMedals, gone: list[Award]) -> Iterable[str]:
    for what in dict.fromkeys(award.what for award in gone):
        names = [snapshot.entrants[int(award.key)].name for award in gone if award.what is what]
        yield _("%(medal)s: %(names)s") % {
            "medal": award_in_division(group.division, award_name(what.value)),
            "names": all_of(names),
        }
