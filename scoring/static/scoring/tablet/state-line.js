// What the line about this tablet says. Knows no page.

/** @import { Words } from "../shared/sentences.js" */
/** @import { OutboxState } from "./outbox.js" */

/** @typedef {"saved" | "waiting" | "warning"} LineKind */

/**
 * The kind of line, the name of its sentence, and the sentence's words. What somebody has to do
 * something about comes first.
 *
 * @param {OutboxState & { waiting: number }} state
 * @returns {[kind: LineKind, sentence: string, words: Words]}
 */
export function lineFor({ waiting, refused, closed, paused, odd, reached, paired, damaged }) {
  const many = waiting === 1 ? "One" : "Many";
  const words = { waiting, refused, closed, paused, odd };
  if (waiting && !paired) return ["warning", `saysUnpaired${many}`, words];
  const no = saysNo({ closed, paused, odd });
  if (no) return ["warning", no, words];
  if (refused && refused === waiting) return ["warning", "saysRefused", words];
  if (waiting) return ["waiting", `${reached ? "saysSending" : "saysWaiting"}${many}`, words];
  if (damaged) return ["warning", "saysDamaged", words];
  return reached ? ["saved", "saysSaved", words] : ["waiting", "saysAway", words];
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
