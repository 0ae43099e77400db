"""What every entry of a tournament must be: named, unique, of a possible age, with room.

All of it is asked within the tournament's lock; what is wrong is a `Refusal`.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from league.people.models import Profile
from league.tournaments.changes import tournament_lock, tournament_open
from league.tournaments.entrants.selectors.age_groups import born_disagrees, directory_born
from league.tournaments.entrants.selectors.births import born_fault
from league.tournaments.entrants.selectors.divisions import divisions_can_be_filled, late_fields
from league.tournaments.entrants.selectors.imports import LABELS, ROOM
from league.tournaments.models import Entrant, Tournament
from scoring.accounts.models import Player
from scoring.names import name_clean, name_key
from scoring.refusals import Refusal

# Of all kinds together: no gym holds more, and pages stay readable.
MOST_ROWS = 500
DETAILS = (
    *("born", "age_group", "gender", "community", "home_club", "contact", "visitor"),
    "seed_by_hand",
)


def registration_open(tournament: Tournament) -> Tournament:
    """The locked tournament while its list is open: not ended, not cancelled, not begun."""
    tournament = tournament_open(tournament)
    if tournament.began_at is not None:
        raise Refusal(
            "began",
            _(
                "The tournament has begun, so the list is closed. On the tournament's page the "
                "director can still find somebody a seat."
            ),
        )
    return tournament


def entrant_name(name: str) -> str:
    """The name as it is kept. Raises `Refusal` for none and for one that is too long."""
    name = name_clean(name)
    if not name:
        raise Refusal("name", _("Type the name of the person who enters."))
    if len(name) > ROOM["name"]:
        raise Refusal("name", _("A name has room for %d letters.") % ROOM["name"])
    return name


def open_to_mend(entrant: Entrant, name: str, details: Mapping[str, Any]) -> Tournament:
    """The locked tournament, where an entry may still be mended like this.

    After the end that is the residence, the club, how to reach somebody, and what a division needs
    and was not known (`_late_fields`): no seat and no result changes by it.
    """
    tournament = tournament_lock(entrant.tournament)
    known = {"name": entrant.name, **{field: getattr(entrant, field) for field in DETAILS}}
    cleaned = {"name": name_clean(name), **clean_details(tournament, details)}
    changed = {field for field, value in cleaned.items() if known[field] != value}
    if tournament.cancelled_at is None and changed and changed <= _late_fields(entrant, cleaned):
        return tournament
    return tournament_open(tournament)


def _late_fields(entrant: Entrant, cleaned: Mapping[str, Any]) -> set[str]:
    """Return what may still change of an entry after the end.

    Nobody is moved from one division to another: a date of birth, and an age group in its place,
    may say more than what was known, and nothing else. Where a stage was played by division, who
    met whom followed from it.
    """
    tournament, ages = entrant.tournament, entrant.age_group
    fields = late_fields(entrant, fills=divisions_can_be_filled(tournament))
    born, narrower = cleaned.get("born"), cleaned.get("age_group")
    if born:
        fits = ages is None or not born_disagrees(tournament, born, ages)
        return fields if fits else fields - {"born", "age_group"}
    fits = narrower is not None and (
        ages is None or ages.common(narrower.lowest, narrower.highest) == narrower
    )
    return fields - {"born"} if fits else fields - {"born", "age_group"}


def clean_details(tournament: Tournament, details: Mapping[str, Any]) -> dict[str, Any]:
    """The details as they are kept. Raises `Refusal` for what cannot be, in a sentence."""
    cleaned = {name: details[name] for name in DETAILS if name in details}
    for name in ("community", "home_club", "contact"):
        if name in cleaned:
            cleaned[name] = name_clean(cleaned[name])
            if len(cleaned[name]) > ROOM[name]:
                raise Refusal(
                    name,
                    _("“%(field)s” has room for %(room)d letters. Shorten it.")
                    % {"field": LABELS[name], "room": ROOM[name]},
                )
    if cleaned.get("gender", "") not in ("", *Entrant.Gender.values):
        raise Refusal("gender", _("Choose woman or man, or leave it open."))
    if born := cleaned.get("born"):
        if fault := born_fault(born, event=tournament.date):
            raise Refusal("born", fault)
        ages = cleaned.get("age_group")
        if ages and (fault := born_disagrees(tournament, born, ages)):
            raise Refusal("age_group", fault)
        # The date says more than a group can.
        cleaned["age_group"] = None
    return cleaned


def known_of(tournament: Tournament, player: Player, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the directory knows of a player; a year of birth as its 1 January."""
    profile = Profile.objects.filter(player=player).first()
    known: dict[str, Any] = {}
    if profile and profile.community and not values.get("community"):
        known["community"] = profile.community
    if profile and (born := directory_born(tournament, profile.birth_year, values)):
        known |= {"born": born, "age_group": None}
    return known


def next_number(tournament: Tournament) -> int:
    """The number after the highest that was given; numbers of who withdrew are not given again."""
    highest = tournament.entrants.aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def room_left(tournament: Tournament) -> int | None:
    """Return how many more can be accepted, None for no limit; withdrawn people free a place."""
    if tournament.most_entrants is None:
        return None
    playing = tournament.entrants.filter(number__isnull=False, withdrawn_at=None).count()
    return max(tournament.most_entrants - playing, 0)


def check_room(tournament: Tournament, *, rows: int = 0) -> None:
    """Raise `Refusal` if one more player, or this many more rows, would be too many."""
    if room_left(tournament) == 0 or tournament.entrants.count() + rows > MOST_ROWS:
        raise full(tournament)


def full(tournament: Tournament) -> Refusal:
    """The sentence for a list without a place left."""
    most = min(tournament.most_entrants or MOST_ROWS, MOST_ROWS)
    return Refusal(
        "full",
        _("All %d places are taken. Somebody has to withdraw, or you allow more entrants.") % most,
    )


def check_name(tournament: Tournament, name: str, own: Entrant | None = None) -> None:
    """Raise `Refusal` where somebody else has entered by that name, or asks to."""
    other = tournament.entrants.filter(name_key=name_key(name)).first()
    if other is not None and other != own:
        raise twice(other, name)


def check_player(
    tournament: Tournament, player: Player, name: str, own: Entrant | None = None
) -> None:
    """Raise `Refusal` where that person has entered, by whatever name."""
    other = tournament.entrants.filter(player=player).first()
    if other is not None and other != own:
        raise twice(other, name)


def twice(other: Entrant, name: str) -> Refusal:
    """The sentence for a name that is on the list: what stands there, and what to do."""
    names = {"name": name, "other": other.name, "number": other.number}
    if other.number is None:
        sentence = _(
            "“%(name)s” asks to enter by the public form. Accept or refuse that entry. If this is "
            "another person, add something to the name, such as a letter."
        )
    elif other.withdrawn_at:
        sentence = _(
            "“%(other)s” (number %(number)d) has withdrawn and can return. If this is another "
            "person, add something to the name, such as a letter."
        )
    elif name_key(other.name) != name_key(name):
        sentence = _(
            "“%(name)s” is %(other)s, who has entered already with number %(number)d: the two were "
            "merged in the directory. If this is another person, add something to the name."
        )
    else:
        sentence = _(
            "“%(name)s” has entered already, with number %(number)d. If this is another person, "
            "add something to the name, such as a letter."
        )
    return Refusal("twice", sentence % names)
