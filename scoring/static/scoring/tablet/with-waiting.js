// A game as this tablet knows it: the server's last state, with all that was recorded since.
// Knows no page.
//
// An example: the server sent rounds 1 and 2, and a round 3, a correction of round 2 and an undo
// of that correction wait. Then the sheet shows rounds 1, 2 as it was, and 3; the newest entry, which
// can be undone, is round 3.

/** @import { Cell, Entry, KnownGame, Newest, Plan, Round, RoundFields, Seat, Undone } from "../contract.js" */

/**
 * @typedef {Omit<KnownGame, "last" | "redo" | "next_round"> & {
 *   waiting: Entry[];
 *   undone: boolean;
 *   last: Newest | null;
 *   redo: Newest | null;
 *   next_round: number;
 *   next: Plan | null;
 *   totals: Record<string, number>;
 * }} PresentGame
 */

/** The whole number that is typed; null for anything else. @param {string | undefined} text */
export const wholeNumber = (text) => (/^\s*-?\d+\s*$/.test(text ?? "") ? Number(text) : null);

/** Whether a seat plays a round. @param {Seat} seat @param {number} number */
export const plays = (seat, number) =>
  seat.from_round <= number && (seat.after_round === null || number <= seat.after_round);

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
  /** @type {Draft} */
  const draft = {
    rounds: known.rounds.map((round) => ({ ...round })),
    last: known.last,
    undos: known.redo ? [known.redo] : [], // a game that an older version kept has none
    undone: false,
  };
  for (const entry of waiting) take(draft, entry, known.seats);
  const { undos, undone, last } = draft;
  const rounds = draft.rounds.sort((round, other) => round.number - other.number);
  const next = rounds.length + 1;
  return {
    ...known,
    undone,
    last,
    redo: undos.at(-1) ?? null,
    rounds,
    waiting,
    next_round: next,
    totals: totalsOf(known.seats, rounds),
    next: known.plan.find(({ number }) => number === next) ?? null,
  };
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
 * What a round adds to a seat's total: nothing while nobody could count it, and in a run-off.
 *
 * @param {Round} round
 * @param {number} id
 */
export function countedPoints({ cells, run_off }, id) {
  return run_off ? 0 : (cells[id]?.points ?? 0);
}

/** @typedef {{ rounds: Round[]; last: Newest | null; undos: Undone[]; undone: boolean }} Draft */

/** @param {Draft} draft @param {Entry} entry @param {Seat[]} seats */
function take(draft, entry, seats) {
  if (entry.kind === "undo") {
    const undo = draft.undos.at(-1);
    if (undo && isSeen(undo, entry)) redo(draft, undo);
    else strike(draft, entry);
    return;
  }
  const { fields } = entry;
  const at = draft.rounds.findIndex(({ number }) => number === entry.round);
  const present = draft.rounds[at];
  const last = { key: entry.key, round: entry.round };
  if (!fields || entry.kind === "dispute") return;
  if (entry.kind === "correct" && present) {
    draft.rounds[at] = { ...roundOf(entry, fields, seats), struck: present };
    draft.last = { ...last, corrects: true };
    draft.undos = [];
  } else if (entry.kind === "round" && !present) {
    draft.rounds.push(roundOf(entry, fields, seats));
    draft.last = last;
    draft.undos = [];
  } else if (entry.kind === "round" && present) {
    present.contested = true; // the server has another one: it will ask
  }
}

/** @param {{ key?: string; entry?: number }} known @param {Entry} entry */
const isSeen = (known, { seen }) =>
  seen?.key ? known.key === seen.key : known.entry === seen?.entry;

/** @param {Draft} draft @param {Entry} entry */
function strike(draft, entry) {
  const at = draft.rounds.findIndex((round) => isSeen(round, entry));
  const [undone] = at >= 0 ? draft.rounds.splice(at, 1) : [];
  if (undone?.struck) draft.rounds.splice(at, 0, undone.struck);
  draft.undone = true;
  const line = undone ?? null;
  draft.undos.push({ key: entry.key, round: line?.number ?? null, line, ...mark(draft.last) });
  const newest = draft.rounds.findLast(({ waiting }) => waiting);
  draft.last = newest
    ? { key: newest.key, round: newest.number, ...mark({ corrects: Boolean(newest.struck) }) }
    : null;
}

/** That it is about a correction, where it is. @param {{ corrects?: boolean } | null} step */
const mark = (step) => (step?.corrects ? { corrects: true } : {});

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
  draft.last = { ...step, ...mark(undo) };
}

/** @param {Entry} entry @param {RoundFields} fields @param {Seat[]} seats @returns {Round} */
function roundOf(entry, fields, seats) {
  const playing = seats.filter((seat) => plays(seat, entry.round));
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
    cells: Object.fromEntries(playing.map(({ id }) => [id, cellOf(entry, fields, id)])),
    struck: null,
  };
}

/** @param {Entry} entry @param {RoundFields} fields @param {number} id @returns {Cell} */
function cellOf(entry, fields, id) {
  const typed = (/** @type {string} */ part) => fields[`seat-${id}-${part}`];
  return {
    // The engine's, else what was typed, which it will check.
    points: entry.points?.[id] ?? wholeNumber(typed("total")),
    total: typed("total") ?? "",
    tiles: typed("tiles") ?? "",
    count: typed("count") ?? "",
    marked: typed("marked") === "on",
  };
}
