"""What may be played where.

`may_play` and `may_play_chain` rule on tiles; `can_play` asks whether any tile will do;
`all_plays` returns every play in a position that is wholly known.
"""

from engine.json_values import CaseError
from engine.rules.parameters import SILENT
from engine.rulings.endings import somebody_out
from engine.rulings.hypothesis import Hypothesis
from engine.rulings.outcomes import about_double
from engine.rulings.reasons import About, Outcome, Reason
from engine.rulings.targets import Target, check_train, why_free
from engine.sentences import say
from engine.table.position import Position, known
from engine.tile_sets import BIT, DOUBLE, DOUBLES, NO_TILE, PLAIN, TILES, WITH, members
from engine.tiles import MEXICAN, Tile, double_of


def may_play(table: Hypothesis, tile: Tile | None, train: str) -> Outcome:
    """May the seat on turn play this tile there now?

    Without a tile, one that fits and is no double is meant: the question is about the train alone.
    A seat is assumed to have the tile that it asks about, unless the facts say otherwise.
    """
    about = {"seat": table.seat, "train": train}
    if tile is not None:
        about["tile"] = str(tile)
    if out := somebody_out(table):
        return _outcome(table, False, out.reason, out.points, about | {"out": out.seat})
    if tile is None:
        return _rule_on_train(table, train, about)
    with_tile = table.holding(tile)
    if with_tile is None:
        return _outcome(table, False, Reason.NOT_IN_HAND, ("lay_from",), about)
    return _rule_on_tile(with_tile, tile, train, about)


def may_play_chain(table: Hypothesis, tiles: tuple[Tile, ...], trains: tuple[str, ...]) -> Outcome:
    """May the seat on turn play these tiles on these trains, one after the other, in this turn?

    The first that it may not play decides; but tiles that do not fit each other never go.
    """
    about = {"seat": table.seat, "train": trains[0]}
    if out := somebody_out(table):
        return _outcome(table, False, out.reason, out.points, about | {"out": out.seat})
    for tile in tiles:
        with_tile = table.holding(tile)
        if with_tile is None or tiles.count(tile) > 1:
            about["tile"] = str(tile)
            return _outcome(table, False, Reason.NOT_IN_HAND, ("lay_from",), about)
        table = with_tile
    if misfit := _misfit(table, tiles, trains):
        return misfit
    clauses: tuple[str, ...] = ()
    for tile, train in zip(tiles, trains, strict=True):
        about |= {"tile": str(tile), "train": train}
        outcome = _rule_on_tile(table, tile, train, dict(about))
        clauses = outcome.clauses + clauses
        if outcome.verdict != "allowed":
            clauses = outcome.clauses + _one_tile(table, tiles, tile)
            return outcome._replace(clauses=tuple(dict.fromkeys(clauses)))
        table = table.after(tile, train, tile.other_end(table.open_end(train)))
    return Outcome("allowed", None, tuple(dict.fromkeys(clauses)), Reason.CHAIN, about)


def _misfit(table: Hypothesis, tiles: tuple[Tile, ...], trains: tuple[str, ...]) -> Outcome | None:
    """Return that a tile does not fit the one before it on its train; None where all fit."""
    ends: dict[str, tuple[Tile, set[int]]] = {}
    for tile, train in zip(tiles, trains, strict=True):
        left = {tile.low, tile.high}
        if train in ends:
            before, open_ends = ends[train]
            left = {tile.other_end(pips) for pips in left & open_ends}
            if not left:
                apart = not {tile.low, tile.high} & {before.low, before.high}
                reason = Reason.MISFIT if apart else Reason.MISFIT_OF_TWO
                about = {"seat": table.seat, "tile": str(tile), "before": str(before)}
                goes_on = ("follow_up_targets", "double_gives") if before.is_double else ()
                points = ("ends_must_match", *goes_on)
                outcome = _outcome(table, False, reason, points, about)
                # That the turn would end with a tile before it is a reason too.
                return outcome._replace(clauses=outcome.clauses + _one_tile(table, tiles, tiles[0]))
        ends[train] = tile, left
    return None


def _rule_on_train(table: Hypothesis, train: str, about: dict[str, str]) -> Outcome:
    """Rule on a tile that fits the train and is no double, in a round that goes on."""
    target = check_train(table, train, False)
    if target.double is not None:
        about |= about_double(target.double)
    points = target.points
    if target.open and target.reason is not Reason.COVERS:
        points = _with_why_free(table, points)
    if target.open:
        points += _why_there(table, train)
    reason = target.reason
    if reason is Reason.MEXICAN_TRAIN:
        reason = _mexican_reason(table, about)
    return _outcome(table, target.open, reason, points, about)


def _mexican_reason(table: Hypothesis, about: dict[str, str]) -> Reason:
    """Return why a tile may go on the Mexican Train; with which number it begins while it may."""
    here, double = table.position.trains[MEXICAN], table.position.starting_double
    is_known = here.started is None and known(here.open_ends) is not None
    if here.started or here.tiles or is_known:
        return Reason.MEXICAN_TRAIN
    if double is None:
        return Reason.MEXICAN_TRAIN_BEGINS_AS_HUB
    about["pips"] = str(double)
    return Reason.MEXICAN_TRAIN_BEGINS


def _with_why_free(table: Hypothesis, points: tuple[str, ...]) -> tuple[str, ...]:
    """Return the points of an open train, and why no double of an earlier turn binds."""
    free = why_free(table)
    return free + points if free == ("impossible_double_releases",) else points + free


def _rule_on_tile(table: Hypothesis, tile: Tile, train: str, about: dict[str, str]) -> Outcome:
    """Rule on a tile that the seat has, in a round that goes on."""
    low, high = tile
    target = check_train(table, train, low == high)
    if target.double is not None:
        about |= about_double(target.double)
    drawn = table.drawn() == BIT[tile]
    if not target.open:
        in_vain = ("draw_when_cannot_cover",) if drawn and target.reason is Reason.FROZEN else ()
        return _outcome(table, False, target.reason, target.points + in_vain, about)
    if not table.open_end_in(train, 1 << low | 1 << high):
        points = ("ends_must_match", *target.points)
        return _outcome(table, False, Reason.DOES_NOT_FIT, points, about)
    points = target.points
    if target.reason is not Reason.COVERS:
        points = _with_why_free(table, points)
    if low == high and (third := _third_tile(table, low, not drawn, asked=True)):
        if not third.open:
            return _outcome(table, False, third.reason, third.points, about)
        target, points = third, third.points + points
    if drawn:
        points = (*points, "drawn_tile_must_be_played")
    return _outcome(table, True, target.reason, points + _why_there(table, train), about)


def _outcome(
    table: Hypothesis, allowed: bool, reason: Reason, points: tuple[str, ...], about: About
) -> Outcome:
    verdict = "allowed" if allowed else "not_allowed"
    return Outcome(verdict, None, table.cite(points), reason, about)


def _third_tile(
    table: Hypothesis, pips: int, from_hand: bool, *, asked: bool = False
) -> Target | None:
    """Return whether a further double of these pips has the third tile it needs; None if none.

    The third tile comes from the hand, not from the boneyard, and covers one of the doubles. Where
    the double itself is `asked` about, the table can know of the third tile without naming it.
    """
    progress = table.progress()
    if not progress.pending or not table.says("second_double_needs_third_tile_from_hand"):
        return None
    covering = PLAIN[pips]
    for double in progress.pending:
        covering |= PLAIN[table.open_end(double.train)]
    points = ("second_double_needs_third_tile_from_hand", "max_doubles_per_turn")
    fact, paths = table.position.third_tile, ("turn.third_tile",) if asked else ()
    if fact is None or not asked:
        has_third = table.holds(table.seat, covering, *paths)
        is_last = not has_third and table.hand_is(table.seat, int(from_hand), *paths)
    else:
        has_third, is_last = fact is True, fact == "last"
        _check_third(table, covering, has_third)
    if has_third:
        return Target(True, Reason.HAS_THIRD_TILE, points)
    if is_last and table.says("out_on_two_doubles"):
        return Target(True, Reason.LAST_TWO_DOUBLES, ("out_on_two_doubles", *points))
    return Target(False, Reason.NEEDS_THIRD_TILE, points)


def _check_third(table: Hypothesis, covering: int, has_third: bool) -> None:
    """Refuse what is said of a third tile where the tiles of the hand say otherwise."""
    hand = table.position.hands[table.seat]
    if not has_third and (fitting := hand & covering):
        tile = TILES[next(members(fitting))]
        raise CaseError(
            "turn.third_tile: "
            + say("{seat} has {tile}, which fits one of the doubles.", seat=table.seat, tile=tile)
        )
    if has_third and table.position.hand_is_whole(table.seat) and not hand & covering:
        raise CaseError(
            "turn.third_tile: "
            + say("{seat} has no tile that fits one of the doubles.", seat=table.seat)
        )


def _why_there(table: Hypothesis, train: str) -> tuple[str, ...]:
    """Return the further points on which the text speaks of playing there.

    A train's start, a first turn on the own train, a marker on it, and which trains to choose from.
    """
    here = table.position.trains[train]
    points = ["ends_must_match"] if here.started is False else []
    if train != table.seat:
        points.append("own_train_first")
    elif table.position.first_turn and table.rules.first_turn_own_train_only.value is True:
        points.append("first_turn_own_train_only")
    elif here.marked:
        points.append("marker_off")
    return tuple(
        point
        for point in points
        if point not in table.rules.house and table.rules.rule(point).value is not SILENT
    )


def _one_tile(table: Hypothesis, tiles: tuple[Tile, ...], at: Tile) -> tuple[str, ...]:
    """Return the clauses by which a turn would end with this tile, were it allowed."""
    may_be_first = table.position.first_turn is not False
    if at == tiles[-1] or at.is_double:
        return ()
    if may_be_first and table.rules.first_turn_mode.value != "single":
        return ()
    return table.cite(("tiles_a_turn",))


# --- whether anything can be played -----------------------------------------------------------


def trains_for(table: Hypothesis) -> list[str]:
    """Return all trains, the own one first."""
    seat = table.seat
    return [seat, MEXICAN, *[name for name in table.position.names if name != seat]]


def can_play(table: Hypothesis) -> bool:
    """Return whether the seat on turn has a tile in hand that it may play now."""
    fact = _fact_on_playing(table)
    return fact if fact is not None else can_play_on(table, _trains_left(table))


def can_play_on(table: Hypothesis, trains: list[str]) -> bool:
    """Return whether the seat on turn has a tile in hand that it may play on one of these."""
    seat = table.seat
    if table.position.hand_is_whole(seat):
        return _can_play_one_of(table, table.position.hands[seat], trains, from_hand=True)
    return _unknown_hand_can_play(table, trains)


def known_tile_can_play(table: Hypothesis) -> bool:
    """Return whether the seat on turn is known to have a tile in hand that may be played."""
    fact = _fact_on_playing(table)
    if fact is not None:
        return fact
    hand = table.position.hands[table.seat]
    return _can_play_one_of(table, hand, _trains_left(table), from_hand=True)


def _fact_on_playing(table: Hypothesis) -> bool | None:
    """Return what the facts say on whether the seat on turn can play; None where they do not."""
    position = table.position
    if not position.says_who_can_play:
        return None
    if position.anybody_can_play is False:
        return False
    seat = table.seat
    if any(able for (name, _), able in position.can_play_on.items() if name == seat):
        return True
    return position.can_play.get(seat)


def _trains_left(table: Hypothesis) -> list[str]:
    """Return all trains but those on which the seat on turn is known to have nothing to play."""
    facts, seat = table.position.can_play_on, table.seat
    if not facts:
        return trains_for(table)
    return [train for train in trains_for(table) if (seat, train) not in facts]


def can_play_drawn(table: Hypothesis) -> bool:
    """Return whether the seat on turn may play the tile that it has drawn."""
    drawn = table.drawn()
    position = table.position
    is_unnamed = known(position.drawn) is None and not position.drawn & NO_TILE
    if is_unnamed and not position.hand_is_whole(table.seat):
        # Who drew a tile that nobody names counts it among those that can be played, or cannot.
        paths = (f"can_play.{table.seat}", "turn.drawn")
        is_open = _fact_on_playing(table) is None
        in_vain = not is_open or _can_be_in_vain(table)
        return table.either(("drawn fits", table.seat), paths, can=is_open, need_not=in_vain)
    if known(drawn) is not None:
        return _can_play_one_of(table, drawn, trains_for(table), from_hand=False)
    return any(_drawn_goes(table, train) for train in trains_for(table))


def _can_be_in_vain(table: Hypothesis) -> bool:
    """Return whether the drawn tile can be one that may be played nowhere.

    Who drew had nothing to play. Where few tiles are unseen, these can be too few for such a hand
    and such a tile: with 0-1, 0-2 and 1-2 unseen and zeros open, only one of them goes nowhere.
    """
    ends = {train: known(table.open_ends(train)) for train in trains_for(table)}
    fitting = 0
    for pips in ends.values():
        fitting |= 0 if pips is None else WITH[pips]
    if table.drawn_can_be(~fitting, hand_lacks=fitting):
        return True
    playable = 0
    for train, pips in ends.items():
        if pips is not None and check_train(table, train, False).open:
            playable |= PLAIN[pips]
    return table.drawn_can_be(~playable, hand_lacks=playable)


def _can_play_one_of(table: Hypothesis, tiles: int, trains: list[str], *, from_hand: bool) -> bool:
    """Return whether one of these known tiles may be played on one of these trains."""
    for train in trains:
        for pips in members(table.open_ends(train)):
            if not tiles & WITH[pips]:
                continue
            plain, twin = tiles & PLAIN[pips], tiles & DOUBLE[pips]
            if (
                plain
                and check_train(table, train, False).open
                and table.open_end_in(train, 1 << pips)
            ):
                return True
            if (
                twin
                and check_train(table, train, True).open
                and table.open_end_in(train, 1 << pips)
            ):
                third = _third_tile(table, pips, from_hand)
                if third is None or third.open:
                    return True
    return False


def _unknown_hand_can_play(table: Hypothesis, trains: list[str]) -> bool:
    """Return whether a hand that is not wholly known has a tile for one of these trains."""
    seat, wanted = table.seat, 0
    unknown_ends: list[tuple[str, int]] = []
    for train in trains:
        kinds = 0
        if check_train(table, train, False).open:
            kinds = ~DOUBLES
        if check_train(table, train, True).open:
            kinds |= DOUBLES
        open_end = known(table.open_ends(train))
        if open_end is None and kinds:
            unknown_ends.append((train, kinds))
        elif open_end is not None:
            wanted |= WITH[open_end] & kinds & ~_lacking_third(table, open_end, kinds)
    if wanted and table.holds(seat, wanted, f"can_play.{seat}"):
        return True
    return any(_hand_meets(table, train, kinds) for train, kinds in unknown_ends)


def _lacking_third(table: Hypothesis, pips: int, kinds: int) -> int:
    """Return the double of these pips, where it cannot be played for want of a third tile."""
    if not DOUBLE[pips] & kinds or not table.progress().pending:
        return 0
    if not table.holds(table.seat, DOUBLE[pips], f"can_play.{table.seat}"):
        return 0
    third = _third_tile(table, pips, from_hand=True)
    return 0 if third is None or third.open else DOUBLE[pips]


def _hand_meets(table: Hypothesis, train: str, kinds: int) -> bool:
    """Return whether an unknown hand has a tile of these kinds for an unknown open end."""
    seat = table.seat
    sure, could = table.position.hands[seat], table.could_hold(seat)
    fitting = [WITH[pips] & kinds for pips in members(table.open_ends(train))]
    return table.either(
        ("fit", seat, train),
        (f"can_play.{seat}", *table.hand_paths(seat), f"trains.{train}.tail"),
        can=any((sure | could) & tiles for tiles in fitting),
        need_not=any(not sure & tiles for tiles in fitting),
    )


def _drawn_goes(table: Hypothesis, train: str) -> bool:
    """Return whether an unknown drawn tile may be played on this train."""
    for pips in members(table.open_ends(train)):
        for tiles, is_double in ((PLAIN[pips], False), (DOUBLE[pips], True)):
            if (
                table.drawn() & tiles
                and check_train(table, train, is_double).open
                and table.open_end_in(train, 1 << pips)
                and table.drawn_in(tiles)
            ):
                return True
    return False


# --- all plays --------------------------------------------------------------------------------


def all_plays(position: Position) -> list[tuple[Tile, str]]:
    """Return every tile that the seat on turn may play now, with the train that it may go on.

    The position must be wholly known: the seat on turn, its hand and turn, the open ends, markers
    and uncovered doubles, and rules that are neither silent nor unclear on what is read. In any
    other a `Fork` says what is missing.
    """
    table = Hypothesis(position, {})
    if somebody_out(table):
        return []
    hand = position.hands[table.seat]
    drawn = 0 if position.drawn_played else position.drawn
    plays: list[tuple[Tile, str]] = []
    for train in trains_for(table):
        open_end = table.open_end(train)
        fitting = (hand | drawn) & WITH[open_end]
        plain = fitting & ~DOUBLES
        if plain and check_train(table, train, False).open:
            plays += [(TILES[number], train) for number in members(plain)]
        if fitting & DOUBLES and check_train(table, train, True).open:
            third = _third_tile(table, open_end, bool(hand & DOUBLE[open_end]))
            if third is None or third.open:
                plays.append((double_of(open_end), train))
    return plays
