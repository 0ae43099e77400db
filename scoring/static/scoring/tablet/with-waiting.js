// A game as this tablet knows it: the server's last state, with all that was recorded since.
// Knows no page.
//
// An example: the server sent rounds 1 and 2, and a round 3, a correction of round 2 and an undo
// of that correction wait. Then the sheet shows rounds 1, 2 as it was, and 3; the newest entry, which
// can be undone, is round 3. Before that undo it was the correction, though round 3 stands below it:
// what counts is the order in which things were written down.

import { isSentence } from "./entries.js";
import {
  leadersOf,
  playersOf,
  runOffPlan,
  runOffsAfter,
  tiedIn,
  totalsOf,
  withLateTotals,
} from "./standings.js";

/** @import { Cell, Entry, KnownGame, Newest, Plan, Round, RoundFields, Seat, Undone } from "../contract.js" */

/**
 * `tied` are those who play the next round alone, as a run-off, and `begins` who begins it.
 *
 * @typedef {Omit<KnownGame, "last" | "redo" | "next_round"> & {
 *   waiting: Entry[];
 *   undone: boolean;
 *   last: Newest | null;
 *   redo: Newest | null;
 *   next_round: number;
 *   next: Plan | null;
 *   begins: Seat | null;
 *   over: boolean;
 *   totals: Record<string, number>;
 *   leaders: Seat[];
 *   tied: Seat[];
 * }} PresentGame
 */

/** The whole number that is typed; null for anything else. @param {string | undefined} text */
export const wholeNumber = (text) => (/^\s*-?\d+\s*$/.test(text ?? "") ? Number(text) : null);

/**
 * Whether the game ended before the next round: that would be one after the run-offs, or time was up.
 *
 * @param {PresentGame["rounds"]} rounds
 * @param {number} next
 * @param {number | null} after
 */
const isLate = (rounds, next, after) =>
  (after !== null && next > after) || rounds.at(-1)?.ending === "time";

/**
 * The game with what waits of it; entries that the server has already change nothing.
 *
 * @param {KnownGame} known
 * @param {Entry[]} entries
 * @returns {PresentGame}
 */
export function withWaiting(known, entries) {
  const keys = new Set(known.keys);
  const waiting = entries.filter(({ key }) => !keys.has(key));
  const draft = toldBy(known);
  for (const entry of waiting) if (!isAside(entry)) take(draft, entry, known);
  const { steps, undos, undone } = draft;
  const rounds = draft.rounds.sort((round, other) => round.number - other.number);
  const next = rounds.length + 1;
  const isFull = known.plan.some(({ number, over }) => over && number <= next);
  const game = withLateTotals(known, rounds);
  const tied = tiedIn(game, rounds);
  const foreseen = known.plan.find(({ number }) => number === next) ?? null;
  const after = runOffsAfter(game, rounds);
  const isPast = isFull || isLate(rounds, next, after);
  const { plan, begins } = tied.length
    ? runOffPlan(foreseen, game.seats, tied)
    : { plan: foreseen, begins: null };
  return {
    ...game,
    undone,
    last: newestOf(steps),
    redo: newestOf(undos),
    rounds,
    waiting,
    next_round: next,
    totals: totalsOf(game.seats, rounds),
    next: plan,
    begins,
    leaders: leadersOf(game, rounds),
    tied,
    run_offs_after: after,
    // After the round in which time ran out only those play another who tie.
    over: isPast && !tied.length,
  };
}

/**
 * Whether this tablet can show what the newest undo or redo does: of a round, or of a correction
 * of which it knows what stood there before. All else, such as a late arrival, the server alone can.
 *
 * @param {Pick<PresentGame, "last" | "redo" | "rounds">} game
 * @param {boolean} isRedo
 */
export function canShow({ last, redo: undone, rounds }, isRedo) {
  if (isRedo) return Boolean(undone?.line);
  const line = last && rounds.find((round) => isSeen(round, { seen: last }));
  if (!last || !line) return false;
  return line.waiting || last.line ? true : !last.corrects && !last.chooses;
}

/**
 * How many rounds a game has by this tablet; null where a page, drawn at a revision of the sheet,
 * knows as much or more.
 *
 * @param {{ revision: number; rounds: unknown[]; waiting: unknown[] }} game
 * @param {number} revision
 */
export const newerRounds = ({ revision: known, rounds, waiting }, revision) =>
  waiting.length || known > revision ? rounds.length : null;

/** Whether the server has set an undo aside: it is not done, and somebody looks at it there. */
/** @param {Entry} entry */
const isAside = ({ kind, refused = "" }) =>
  kind === "undo" && refused !== "" && isSentence(refused);

/**
 * `steps` are what stands and can be undone, the newest last; of the server's only its newest is
 * known.
 *
 * @typedef {{ rounds: Round[]; steps: Newest[]; undos: Undone[]; undone: boolean }} Draft
 */

/**
 * The game as the server told it; one that an older version kept has no redo.
 *
 * @param {KnownGame} known
 * @returns {Draft}
 */
const toldBy = ({ rounds, last, redo: undone }) => ({
  rounds: rounds.map((round) => ({ ...round })),
  steps: last ? [last] : [],
  undos: undone ? [undone] : [],
  undone: false,
});

/** @template T @param {T[]} steps @returns {T | null} */
const newestOf = (steps) => steps.at(-1) ?? null;

/** @param {Draft} draft @param {Entry} entry @param {KnownGame} known */
function take(draft, entry, known) {
  if (entry.kind === "undo") {
    const undo = draft.undos.at(-1);
    if (undo && isSeen(undo, entry)) redo(draft, undo);
    else strike(draft, entry, known);
    return;
  }
  const { fields } = entry;
  const at = draft.rounds.findIndex(({ number }) => number === entry.round);
  const present = draft.rounds[at];
  const last = { key: entry.key, round: entry.round };
  if (!fields || entry.kind === "dispute") return;
  if (entry.kind === "correct" && present) {
    draft.rounds[at] = { ...roundOf(entry, fields, draft, known), struck: present };
    draft.steps.push({ ...last, corrects: true });
    draft.undos = [];
  } else if (entry.kind === "round" && !present) {
    draft.rounds.push(roundOf(entry, fields, draft, known));
    draft.steps.push(last);
    draft.undos = [];
  } else if (entry.kind === "round" && present) {
    present.contested = true; // the server has another one: it will ask
  }
}

/** @param {{ key?: string; entry?: number }} known @param {Pick<Entry, "seen">} entry */
const isSeen = (known, { seen }) =>
  seen?.key ? known.key === seen.key : known.entry === seen?.entry;

/** @param {Draft} draft @param {Entry} entry @param {KnownGame} known */
function strike(draft, entry, { last }) {
  const step = draft.steps.find((newer) => isSeen(newer, entry)) ?? null;
  const at = draft.rounds.findIndex((round) => isSeen(round, entry));
  const [undone] = at >= 0 ? draft.rounds.splice(at, 1) : [];
  const before = undone?.struck ?? (last && isSeen(last, entry) ? last.line : null);
  if (undone && before) draft.rounds.splice(at, 0, before);
  draft.undone = true;
  const line = undone ?? null;
  draft.undos.push({ key: entry.key, round: line?.number ?? null, line, ...mark(step) });
  draft.steps = draft.steps.filter((newer) => newer !== step);
}

/** That it is about a correction or a choice, where it is. @param {Partial<Newest> | null} step */
const mark = (step) => ({
  ...(step?.corrects ? { corrects: true } : {}),
  ...(step?.chooses ? { chooses: true } : {}),
});

// The newest undo is taken back: what it had struck is there again.
/** @param {Draft} draft @param {Undone} undo */
function redo(draft, undo) {
  const { line } = undo;
  draft.undos.pop();
  if (!line) return;
  const at = draft.rounds.findIndex(({ number }) => number === line.number);
  const [present] = at >= 0 ? draft.rounds.splice(at, 1) : [];
  draft.rounds.push(present ? { ...line, struck: present } : line);
  const round = line.number;
  const step = line.waiting ? { key: line.key, round } : { entry: line.entry, round };
  draft.steps.push({ ...step, ...mark(undo) });
}

/**
 * @param {Entry} entry
 * @param {RoundFields} fields
 * @param {Draft} draft
 * @param {KnownGame} known
 * @returns {Round}
 */
function roundOf(entry, fields, { rounds }, known) {
  const tied = tiedIn(withLateTotals(known, rounds), rounds);
  const game = { seats: known.seats, rounds, tied, next_round: rounds.length + 1 };
  const playing = playersOf(game, entry.round);
  const present = rounds.find(({ number }) => number === entry.round);
  const isRunOff = present ? present.run_off : tied.length > 0;
  return {
    number: entry.round,
    key: entry.key,
    entry: 0,
    waiting: true,
    checked: Boolean(entry.checked),
    refused: entry.refused ?? "",
    faults: entry.faults ?? [],
    ending: fields["ending"] ?? "",
    starting_double: wholeNumber(fields["starting_double"]),
    boneyard: fields["boneyard"] ?? "",
    author: entry.author_name,
    at: entry.made_at,
    cells: Object.fromEntries(playing.map(({ id }) => [id, cellOf(entry, fields, id, known)])),
    ...(isRunOff ? { run_off: true } : {}),
    struck: null,
  };
}

/**
 * @param {Entry} entry
 * @param {RoundFields} fields
 * @param {number} id
 * @param {KnownGame} known
 * @returns {Cell}
 */
function cellOf(entry, fields, id, known) {
  const typed = (/** @type {string} */ part) => fields[`seat-${id}-${part}`];
  // Who went out has nothing left, but perhaps a marker that counts.
  const left = fields["ending"] === `out-${id}` && !known.counts_markers ? 0 : null;
  return {
    // The engine's, else what was typed, which it will check.
    points: entry.points?.[id] ?? left ?? wholeNumber(typed("total")),
    total: typed("total") ?? "",
    tiles: typed("tiles") ?? "",
    count: typed("count") ?? "",
    marked: typed("marked") === "on",
  };
}
