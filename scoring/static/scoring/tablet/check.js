// What the engine on this tablet says of a round's form, while the server cannot be asked.

import { comesByItself, engine } from "../engine.js";
import { playersOf } from "./standings.js";

/** @import { PresentGame } from "./with-waiting.js" */
/** @import { RoundCase, RoundCheck, RoundFields } from "../contract.js" */

/**
 * A round's form as the engine is asked about it.
 *
 * @param {PresentGame} game
 * @param {number} number
 * @param {RoundFields} fields
 * @returns {RoundCase}
 */
export function caseOf(game, number, fields) {
  const seats = playersOf(game, number);
  return {
    set: game.set,
    rules: game.count_rules,
    round: number,
    names: Object.fromEntries(seats.map(({ id, name }) => [id, name])),
    order: seats.map(({ id }) => id),
    fields,
  };
}

/** Whether the engine is not there yet, and may come while somebody waits. */
export const isComing = () =>
  engine?.state === "loading" || (engine?.state === "absent" && comesByItself());

/** Begin to load the engine, so that it is there once the round is typed; not where data is saved. */
export function bringEngine() {
  if (engine?.state === "absent" && comesByItself()) engine.loadQuietly();
}

/**
 * Wait until the engine is there or cannot be had, or until this signal.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export async function engineCame(signal) {
  const enough = new Promise((resolve) => {
    signal.addEventListener("abort", resolve, { once: true });
  });
  await Promise.race([engine?.load().catch(() => {}), enough]);
}

/**
 * Ask the engine about a round's form; null while it is not loaded, or cannot read the form.
 *
 * @param {PresentGame} game
 * @param {number} number
 * @param {RoundFields} fields
 * @returns {Promise<RoundCheck | null>}
 */
export async function checkRound(game, number, fields) {
  if (engine?.state !== "aboard") return null;
  const answer = await engine.ask("check", caseOf(game, number, fields)).catch(() => null);
  return answer && !("error" in answer) ? answer : null;
}
