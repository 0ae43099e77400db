"""A tournament as its director sets it up: made from a format, changed, cancelled, brought back.

What may change when: who wins medals, qualifies and may enter, until the tournament has ended;
what decides who goes on (tie-breaks, whether visitors do) until a stage is closed; what divides
people into divisions until a stage that is played by division has begun, or divisions were
combined; how it is called and who may see it, always. Each change is a line in the log.
"""

import secrets
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seasons.models import Season
from league.seasons.selectors.results import season_on
from league.tournaments.changes import log_append, tournament_lock
from league.tournaments.courses import loaded
from league.tournaments.models import Stage, Tournament
from league.tournaments.stages.formats import BY_KEY, StageSketch, settings_of
from league.tournaments.stages.selectors.undecided import played_after
from league.tournaments.wording import as_json, field_label, field_words
from scoring import referee
from scoring.accounts.authors import Author
from scoring.accounts.models import Club
from scoring.lists import all_of
from scoring.refusals import Refusal
from scoring.rules.models import RuleSheet

# What of a format's rules says how long a game is.
LENGTH = ("rounds", "last_starting_double", "time_limit_minutes")
LARGEST_SEED = 2**31 - 1

ALWAYS = frozenset({"name", "place", "event", "public", "notes", "be_there"})
SHOWING = frozenset({"public", "sign_up"})
DECIDING = frozenset({"tie_breaks", "visitors_go_on"})
DIVIDING = frozenset(
    {"age_on", "band_width", "first_age", "last_age", "division_ages", "by_gender"}
)


@transaction.atomic
def tournament_make(
    *,
    club: Club,
    author: Author,
    format_key: str,
    name: str,
    date: date,
    place: str = "",
    public: bool = False,
    rule_sheet: RuleSheet | None = None,
    seed: int | None = None,
) -> Tournament:
    """A tournament of the club in one of the `formats`, with that format's stages and settings.

    With a `rule_sheet` all stages play by it, as long as the format says. It belongs to the season
    that its date falls in, if there is one. Lots are drawn from `seed`, or
    from a number drawn now. Raises `Refusal` for a format that is not known.
    """
    chosen = BY_KEY.get(format_key)
    if chosen is None:
        raise Refusal("format", _("Choose one of the formats."))
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        date=date,
        place=place,
        public=public,
        format=chosen.key,
        season=season_on(club, date),
        seed=secrets.randbelow(LARGEST_SEED) + 1 if seed is None else seed,
        **settings_of(chosen),
    )
    Stage.objects.bulk_create(
        Stage(tournament=tournament, number=number, **sketch_fields(sketch, rule_sheet))
        for number, sketch in enumerate(chosen.stages, start=1)
    )
    log_append(
        tournament=tournament,
        author=author,
        kind="made",
        text=_("The tournament was made: %s.") % chosen.title,
        details={"format": chosen.key},
    )
    return tournament


def _rules_of(sketch: StageSketch, sheet: RuleSheet | None) -> dict[str, Any]:
    """The rules of a stage: the sketch's, or the sheet's with the length that the sketch has."""
    if sheet is None:
        return dict(sketch.rules)
    own = referee.own_rules(sheet.rules)
    length = {name: sketch.rules[name] for name in LENGTH if name in sketch.rules}
    rules = referee.rule_spec(sheet.rules["base"], {**length, **own})
    return dict(sheet.rules) if referee.contradictions(rules) else rules


def sketch_fields(sketch: StageSketch, sheet: RuleSheet | None = None) -> dict[str, Any]:
    """The fields of a `Stage` row that plays as the sketch says, by a rule sheet if there is one.

    How long a game is stays as the sketch has it, unless the rule sheet says it.
    """
    plan = sketch.plan
    return {
        "name": str(sketch.name),
        "kind": plan.kind.value,
        "seating": plan.seating.value,
        "size": plan.sizes.size,
        "least": plan.sizes.least,
        "most": plan.sizes.most,
        "rounds": plan.rounds,
        "apart": plan.apart,
        "by_division": plan.by_division,
        "measure": plan.measure.value,
        "place_points": list(plan.place_points),
        "uneven": plan.uneven.value,
        "movers": plan.movers,
        "moves_by": plan.moves_by.value,
        "moves": list(plan.moves),
        "top_moves": list(plan.top_moves),
        "onward": plan.onward.value,
        "count": plan.count,
        "cut": plan.cut.value,
        "fill": plan.fill.value,
        "fill_to": plan.fill_to,
        "carried": plan.carried,
        "rules": _rules_of(sketch, sheet),
        "rule_sheet": sheet,
        "set": sketch.set,
        "minutes": sketch.minutes,
    }


@transaction.atomic
def tournament_change(
    *, tournament: Tournament, author: Author, changes: Mapping[str, Any]
) -> Tournament:
    """Change fields of a tournament; those that stay the same are left alone.

    Raises `Refusal` where one of them may not change any more.
    """
    tournament = tournament_lock(tournament)
    if tournament.cancelled_at is not None:
        raise Refusal("cancelled", _("This tournament is cancelled. Bring it back first."))
    before = {name: getattr(tournament, name) for name in changes}
    changed = {name: value for name, value in changes.items() if before[name] != value}
    if not changed:
        return tournament
    _check_changes(tournament, frozenset(changed))
    for name, value in changed.items():
        setattr(tournament, name, value)
    _check_season(tournament)
    tournament.save(update_fields=list(changed))
    log_append(
        tournament=tournament,
        author=author,
        kind="settings",
        text=changes_text(Tournament, before, changed),
        details={
            "old": {name: as_json(before[name]) for name in changed},
            "new": {name: as_json(value) for name, value in changed.items()},
        },
    )
    tournament.refresh_from_db(fields=["revision"])
    return tournament


def changes_text(
    model: type[Tournament] | type[Stage], before: Mapping[str, Any], changed: Mapping[str, Any]
) -> str:
    """One sentence that names each changed field, what it was and what it is."""
    parts = [
        _("%(field)s: %(new)s (was: %(old)s)")
        % {
            "field": field_label(model, name),
            "new": field_words(model, name, value),
            "old": field_words(model, name, before[name]),
        }
        for name, value in changed.items()
        if name not in ("rules", "notes")
    ]
    if "notes" in changed:
        # Too long for a line of the log, which holds both texts besides.
        parts.append(_("what is announced today"))
    if "rules" in changed:
        parts.append(_("other rules for its games"))
    return _("Changed: %s.") % _("; ").join(parts)


def _decided(tournament: Tournament, closed: Stage) -> Refusal:
    """That a closed stage was decided by what is to change, and whether it can be opened again."""
    why = _("%s is closed, and these tie-breaks and this rule for visitors decided who went on.")
    played = played_after(loaded(tournament), closed)
    if played is None:
        what = _("Open it again first.")
    else:
        later, numbers = played
        sentence = ngettext(
            "They cannot change now, because table %(tables)s of %(next)s has begun.",
            "They cannot change now, because tables %(tables)s of %(next)s have begun.",
            len(numbers),
        )
        what = sentence % {"tables": all_of(numbers), "next": later.name}
    return Refusal("decided", f"{why % closed.name} {what}")


def _check_changes(tournament: Tournament, names: frozenset[str]) -> None:
    if tournament.rehearsal_of_id is not None and names & SHOWING:
        raise Refusal("rehearsal", _("A rehearsal stays in the club: nobody else may see it."))
    stages = list(tournament.stages.all())
    if tournament.ended_at is not None and names - ALWAYS:
        raise Refusal(
            "ended",
            _(
                "%s has ended. You can still change its name, its place and who may see it. For "
                "everything else, open its last stage again first."
            )
            % tournament.name,
        )
    closed = next((stage for stage in stages if stage.closed_at is not None), None)
    if closed is not None and names & DECIDING:
        raise _decided(tournament, closed)
    divided = next((stage for stage in stages if stage.opened_at and stage.by_division), None)
    if divided is not None and names & DIVIDING:
        raise Refusal(
            "divided",
            _("%s is played by division and has begun, so the divisions stay as they are.")
            % divided.name,
        )
    if names & DIVIDING and tournament.division_merges.filter(undone_at=None).exists():
        raise Refusal(
            "merged",
            _("Divisions are combined. Undo that first, then change ages, bands or genders."),
        )


def _check_season(tournament: Tournament) -> None:
    season: Season | None = tournament.season
    if season is not None and season.club_id != tournament.club_id:
        raise Refusal("season", _("Choose a season of your club."))


@transaction.atomic
def tournament_cancel(*, tournament: Tournament, author: Author, reason: str = "") -> Tournament:
    """Call a tournament off; it stays in the list and says so.

    Raises `Refusal` where it is cancelled already, or has ended.
    """
    tournament = tournament_lock(tournament)
    if tournament.cancelled_at is not None:
        raise Refusal("cancelled", _("%s is cancelled already.") % tournament.name)
    if tournament.ended_at is not None:
        raise Refusal("ended", _("%s has ended. It cannot be cancelled.") % tournament.name)
    tournament.cancelled_at = timezone.now()
    tournament.save(update_fields=["cancelled_at"])
    log_append(
        tournament=tournament,
        author=author,
        kind="cancelled",
        text=_("The tournament was cancelled."),
        reason=reason,
    )
    return tournament


@transaction.atomic
def tournament_restore(*, tournament: Tournament, author: Author) -> Tournament:
    """Bring a cancelled tournament back as it was. Raises `Refusal` where it is not cancelled."""
    tournament = tournament_lock(tournament)
    if tournament.cancelled_at is None:
        raise Refusal("open", _("%s is not cancelled.") % tournament.name)
    tournament.cancelled_at = None
    tournament.save(update_fields=["cancelled_at"])
    log_append(
        tournament=tournament,
        author=author,
        kind="restored",
        text=_("The tournament was brought back."),
    )
    return tournament
