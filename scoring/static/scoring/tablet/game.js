// What this tablet knows of a game: the server's last state, and what was recorded since.

import { database } from "./database.js";
import { outbox } from "./page-outbox.js";
import { withWaiting } from "./with-waiting.js";

const PATIENCE = 8000; // ms for an answer

/** The server's last state of a game; null if it sent none, or nothing can be stored. */
/** @param {string} code */
export const knownGame = (code) => database.game(code).catch(() => null);

/**
 * Ask the server how the game stands, and keep it. Null where it could not be asked.
 *
 * @param {string} code
 */
export async function refreshGame(code) {
  try {
    const signal = AbortSignal.timeout?.(PATIENCE) ?? null;
    const answer = await fetch(`/games/${code}/tablet/`, { cache: "no-store", signal });
    if (!answer.ok) return null;
    const game = await answer.json();
    await database.keepGame(game);
    document.dispatchEvent(new CustomEvent("roundhouse:game", { detail: { code } }));
    return game;
  } catch {
    return null;
  }
}

/**
 * The game with all that waits; null where this tablet knows nothing of it.
 *
 * @param {string} code
 */
export async function presentGame(code) {
  const known = await knownGame(code);
  return known && withWaiting(known, await outbox.waiting(code));
}
