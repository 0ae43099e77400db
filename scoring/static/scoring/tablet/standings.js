// Who plays, what the totals are and who leads, of a game as a tablet knows it: as the server's own
// sheet has it (scoring/sheets/selectors/sheet.py, ranks.py). Knows no page.

/** @import { KnownGame, Plan, Round, Seat } from "../contract.js" */

/** @typedef {Pick<KnownGame, "seats" | "has_run_offs" | "run_offs_after" | "parts_by_rounds_out">} Table */

/** Points that stand for a seat that a run-off was not for: nobody has so many. */
const NOT_IN_RUN_OFF = 1_000_000;

/** Whether a seat is at the table in a round. @param {Seat} seat @param {number} number */
export const plays = (seat, number) =>
  seat.from_round <= number && (seat.after_round === null || number <= seat.after_round);

/**
 * The seats that play a round; in a run-off those who tied alone.
 *
 * @param {{ seats: Seat[]; rounds: Round[]; tied: Seat[]; next_round: number }} game
 * @param {number} number
 * @returns {Seat[]}
 */
export function playersOf({ seats, rounds, tied, next_round: next }, number) {
  const round = rounds.find((present) => present.number === number);
  if (round?.run_off) return seats.filter(({ id }) => round.cells[id]);
  if (number === next && tied.length) return tied;
  return seats.filter((seat) => plays(seat, number));
}

/**
 * What a round adds to a seat's total: nothing while nobody could count it, and in a run-off.
 *
 * @param {Round} round
 * @param {number} id
 */
export function countedPoints({ cells, run_off }, id) {
  return run_off ? 0 : (cells[id]?.points ?? 0);
}

/**
 * Each seat's total after these rounds, by its id. A round that nobody could count yet adds nothing.
 *
 * @param {Seat[]} seats
 * @param {Round[]} rounds
 * @returns {Record<string, number>}
 */
export function totalsOf(seats, rounds) {
  const total = (/** @type {Seat} */ seat) =>
    rounds.reduce((sum, round) => sum + countedPoints(round, seat.id), seat.entry_total);
  return Object.fromEntries(seats.map((seat) => [seat.id, total(seat)]));
}

/**
 * The table with what each seat began with by these rounds: a correction of an earlier one changes
 * what the rules give somebody who came late, as on the server
 * (scoring/sheets/selectors/late_totals.py).
 *
 * @template {Pick<KnownGame, "seats" | "late_total">} Game
 * @param {Game} game
 * @param {Round[]} rounds
 * @returns {Game}
 */
export function withLateTotals(game, rounds) {
  /** @type {(seat: Seat) => Seat} */
  const begun = (seat) => {
    if (!seat.late_after) return seat;
    const before = rounds.filter(({ number }) => number < seat.from_round);
    const there = game.seats.filter(({ id }) => seat.late_after?.includes(id)).map(begun);
    const totals = Object.values(totalsOf(there, before));
    return { ...seat, entry_total: lateTotal(game.late_total, totals) };
  };
  return { ...game, seats: game.seats.map(begun) };
}

/** As engine/game/schedule.py has it. @param {KnownGame["late_total"]} how @param {number[]} totals */
function lateTotal(how, totals) {
  if (!totals.length || how === "zero") return 0;
  if (how !== "average") return Math.max(...totals);
  const average = totals.reduce((sum, total) => sum + total, 0) / totals.length;
  const below = Math.floor(average);
  // Python rounds a half to the even number.
  return average - below === 0.5 ? below + (below % 2 && 1) : Math.round(average);
}

/**
 * What a seat is ordered by, the lowest first.
 *
 * @param {Table} table
 * @param {Round[]} rounds
 * @param {Seat} seat
 */
function keyOf(table, rounds, seat) {
  const outs = rounds.filter(({ ending, run_off }) => !run_off && ending === `out-${seat.id}`);
  const runOffs = rounds.filter(({ run_off }) => run_off);
  return [
    totalsOf([seat], rounds)[seat.id] ?? 0,
    table.parts_by_rounds_out ? -outs.length : 0,
    ...runOffs.map(({ cells }) =>
      cells[seat.id] ? (cells[seat.id]?.points ?? 0) : NOT_IN_RUN_OFF,
    ),
  ];
}

/** Below 0 where the first key is before the other. @param {number[]} key @param {number[]} other */
function compare(key, other) {
  const at = key.findIndex((part, place) => part !== other[place]);
  return at < 0 ? 0 : (key[at] ?? 0) - (other[at] ?? 0);
}

/**
 * The seats that lead, more than one where they share the lead; nobody before a round is played.
 *
 * @param {Table} table
 * @param {Round[]} rounds
 * @returns {Seat[]}
 */
export function leadersOf(table, rounds) {
  const keys = new Map(
    table.seats.filter(({ ranked }) => ranked).map((seat) => [seat, keyOf(table, rounds, seat)]),
  );
  const [best] = [...keys.values()].sort(compare);
  if (!rounds.length || !best) return [];
  return [...keys].filter(([, key]) => compare(key, best) === 0).map(([seat]) => seat);
}

/**
 * After which round those who tie play on alone: the last one, or that in which time ran out.
 *
 * @param {Table} table
 * @param {Round[]} rounds
 * @returns {number | null}
 */
export function runOffsAfter(table, rounds) {
  const full = table.run_offs_after ?? null;
  const timed = rounds.find(({ ending }) => ending === "time")?.number ?? null;
  if (!table.has_run_offs || timed === null) return full;
  return full === null ? timed : Math.min(full, timed);
}

/**
 * Those who tie for the game and play one more round alone; nobody where none is due.
 *
 * @param {Table} table
 * @param {Round[]} rounds
 * @returns {Seat[]}
 */
export function tiedIn(table, rounds) {
  const after = runOffsAfter(table, rounds);
  if (after === null || rounds.length < after) return [];
  const tied = leadersOf(table, rounds).filter((seat) => plays(seat, rounds.length + 1));
  return tied.length > 1 ? tied : [];
}

/**
 * The plan of a run-off, which the rules foresee for the whole table: of those who play it, the next
 * one after who began last begins.
 *
 * @param {Plan | null} plan
 * @param {Seat[]} seats
 * @param {Seat[]} tied
 * @returns {{ plan: Plan | null; begins: Seat | null }}
 */
export function runOffPlan(plan, seats, tied) {
  if (!plan?.begins) return { plan, begins: null };
  const before = seats.findIndex(({ word }) => word === plan.began_before);
  const begins = tied.find((seat) => seats.indexOf(seat) > before) ?? tied[0] ?? null;
  return { plan: { ...plan, begins: begins?.word ?? "" }, begins };
}
