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
export function lineFor({ waiting, refused, closed, odd, reached, paired, damaged }) {
  const many = waiting === 1 ? "One" : "Many";
  const words = { waiting, refused, closed, odd };
  if (waiting && !paired) return ["warning", `saysUnpaired${many}`, words];
  if (closed) return ["warning", "saysClosed", words];
  if (odd) return ["warning", "saysOdd", words];
  if (refused && refused === waiting) return ["warning", "saysRefused", words];
  if (waiting) return ["waiting", `${reached ? "saysSending" : "saysWaiting"}${many}`, words];
  if (damaged) return ["warning", "saysDamaged", words];
  return reached ? ["saved", "saysSaved", words] : ["waiting", "saysAway", words];
}
