// What the line about this tablet says. Knows no page.

/** @import { Words } from "../shared/sentences.js" */
/** @import { OutboxState } from "./outbox.js" */

/** @typedef {"saved" | "waiting" | "warning"} LineKind */

/**
 * The state as a page of one game has it: what the sheets of other games could not take is said on
 * their own pages, and on the first page, which is of all games.
 *
 * @template {OutboxState & { waiting: number }} State
 * @param {State} state
 * @param {string} code of the page's game; "" where it is of none
 * @param {boolean} isOfAll
 * @returns {State}
 */
export function stateAt(state, code, isOfAll) {
  const refused = isOfAll ? state.refused : (state.games[code]?.refused ?? 0);
  return { ...state, refused, waiting: state.waiting - (state.refused - refused) };
}

/**
 * The kind of line, the name of its sentence, and the sentence's words. What somebody has to do
 * something about comes first.
 *
 * @param {Omit<OutboxState, "games"> & { waiting: number }} state
 * @returns {[kind: LineKind, sentence: string, words: Words]}
 */
export function lineFor(state) {
  const { waiting, refused, closed, paused, odd, reached, paired, damaged } = state;
  const many = waiting === 1 ? "One" : "Many";
  const words = { waiting, refused, closed, paused, odd };
  if (waiting && !paired) return ["warning", `saysUnpaired${many}`, words];
  const no = saysNo({ closed, paused, odd });
  if (no) return ["warning", no, words];
  if (refused && refused === waiting) return ["warning", "saysRefused", words];
  if (waiting) return ["waiting", `${saysOnItsWay(state)}${many}`, words];
  if (damaged) return ["warning", "saysDamaged", words];
  if (reached) return ["saved", "saysSaved", words];
  return ["waiting", state.unable ? "saysUnable" : "saysAway", words];
}

/** @param {{ reached: boolean; unable: boolean }} state */
function saysOnItsWay({ reached, unable }) {
  if (reached) return "saysSending";
  return unable ? "saysUnable" : "saysWaiting";
}

/**
 * The name of the sentence about what the server does not take, "" where it takes all.
 *
 * @param {{ closed: number; paused: number; odd: number }} counts
 */
function saysNo({ closed, paused, odd }) {
  if (paused) return "saysPaused";
  if (closed) return "saysClosed";
  return odd ? "saysOdd" : "";
}
