"""Ages, divisions, medals and who qualifies, by hand."""

from datetime import date

from .state import Key, Told

MEDALS = {1: "gold", 2: "silver", 3: "bronze"}


def age_of(born: str, settings: Told) -> int:
    """Full years on the day of the event, or on 31 December of its year."""
    birth, event = date.fromisoformat(born), date.fromisoformat(settings["event"])
    if settings["age_on"] == "year_end":
        return event.year - birth.year
    years = event.year - birth.year
    return years - ((event.month, event.day) < (birth.month, birth.day))


def division_keys(settings: Told) -> list[str]:
    """All divisions that there are."""
    bands = []
    if settings["width"]:
        low = settings["first"]
        while low < settings["last"]:
            bands.append(f"{low}-{low + settings['width'] - 1}")
            low += settings["width"]
        bands.append(f"{settings['last']}+")
    if not settings["by_gender"]:
        return bands or ["open"]
    names = ["women", "men"]
    return [f"{name} {band}" for name in names for band in bands] if bands else names


def division_of(entrant: Told, settings: Told) -> list[str]:
    """The division of an entrant, or the reasons why there is none, each of which will do."""
    wrong = []
    band = ""
    if settings["width"]:
        if entrant["born"] is None:
            wrong.append("no_age")
        else:
            age = age_of(entrant["born"], settings)
            if age < settings["first"]:
                wrong.append("young")
            elif age >= settings["last"]:
                band = f"{settings['last']}+"
            else:
                low = age - (age - settings["first"]) % settings["width"]
                band = f"{low}-{low + settings['width'] - 1}"
    name = ""
    if settings["by_gender"]:
        name = {"woman": "women", "man": "men"}.get(entrant["gender"], "")
        if not name:
            wrong.append("no_gender")
    if wrong:
        return wrong
    return [" ".join(filter(None, (name, band))) or "open"]


def possible_divisions(entrant: Told, settings: Told) -> list[str]:
    """Where somebody may turn out to be of whom the age or the gender is not known."""
    ages = [entrant["born"]] if entrant["born"] else _a_birth_for_each_age(settings)
    genders = [entrant["gender"]] if entrant["gender"] else ["woman", "man"]
    found = set[str]()
    for born in ages:
        for gender in genders:
            found.update(division_of({**entrant, "born": born, "gender": gender}, settings))
    return [division for division in division_keys(settings) if division in found]


def _a_birth_for_each_age(settings: Told) -> list[str]:
    year = date.fromisoformat(settings["event"]).year
    return [f"{year - age}-01-01" for age in range(settings["first"], settings["last"] + 1)]


def merged(divisions: list[str], merges: list[list[str]]) -> dict[str, list[str]]:
    """For each group, its divisions, in the order in which they are listed."""
    found = {}
    for those in merges:
        listed = [division for division in divisions if division in those]
        found[" + ".join(listed)] = listed
    inside = {division for those in merges for division in those}
    return found | {division: [division] for division in divisions if division not in inside}


def without(places: list[Told], barred: list[Key]) -> list[tuple[Key, int, bool]]:
    """Places counted anew without some: 1, 1, 3."""
    left = [one for one in places if one["place"] is not None and one["key"] not in barred]
    found = []
    for one in left:
        before = sum(other["place"] < one["place"] for other in left)
        shared = sum(other["place"] == one["place"] for other in left) > 1
        found.append((one["key"], before + 1, shared))
    return found


def sharing(places: list[Told], barred: list[Key]) -> dict[frozenset[Key], int]:
    """Who shares a place in which stage, those apart who win nothing."""
    found: dict[tuple[int, int], set[Key]] = {}
    for one in places:
        if one["place"] is not None and one["key"] not in barred:
            found.setdefault((one["stage"], one["place"]), set()).add(one["key"])
    return {frozenset(keys): at[0] for at, keys in found.items() if len(keys) > 1}


def awards_of(places: list[Told], settings: Told, barred: list[Key]) -> list[Told]:
    """What each wins: the first three medals, the places after them ribbons."""
    found = []
    for key, place, shared in without(places, barred):
        what = MEDALS.get(place) if settings["medals"] else None
        if what is None and place <= settings["ribbons"]:
            what = "ribbon"
        if what is not None:
            found.append({"key": key, "place": place, "what": what, "shared": shared})
    return found


def qualified_of(places: list[Told], visitors: list[Key], count: int) -> list[Key]:
    """Who goes to the state: all whose place among those of the area is not beyond `count`."""
    return sorted(key for key, place, _ in without(places, visitors) if place <= count)
