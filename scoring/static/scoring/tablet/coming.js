// What is said of the round that comes: who begins, and of a run-off who plays it. Knows no page.

import { fill } from "../shared/sentences.js";

/** @import { Words } from "../shared/sentences.js" */
/** @import { PresentGame } from "./with-waiting.js" */

/** @typedef {(name: string, words?: Words) => string} Say */

/**
 * Names as a sentence lists them.
 *
 * @param {Say} say
 * @param {{ name: string }[]} seats
 */
export function listed(say, seats) {
  const names = seats.map(({ name }) => name);
  const last = names.pop() ?? "";
  if (!names.length) return last;
  // Spanish "y" is "e" before what sounds like it.
  const and = /^h?[ií](?![aeo])/i.test(last) ? "saysAndBeforeI" : "saysAnd";
  return say(and, { names: names.join(", "), last });
}

/**
 * Who begins the next round; of a run-off also who plays it, and that no total changes.
 *
 * @param {Say} say
 * @param {PresentGame} game
 */
export function howOf(say, { next, tied, begins, says }) {
  if (!tied.length) return next?.how ?? "";
  const alone = fill(says?.tied ?? "", { names: listed(say, tied) });
  const first = begins ? fill(says?.begins ?? "", { name: begins.name }) : (next?.how ?? "");
  return `${alone} ${first}`.trim();
}
