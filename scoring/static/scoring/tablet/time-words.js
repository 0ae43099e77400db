// Which sentence says how much of a time limit is left. Knows no page.

const MINUTE = 60_000; // milliseconds

/**
 * The name of the sentence for the time that is left, and the whole minutes.
 *
 * @param {number} left milliseconds
 * @returns {[sentence: string, minutes: number]}
 */
export function sentenceAt(left) {
  const minutes = Math.ceil(left / MINUTE);
  if (left <= 0) return ["saysOver", 0];
  return [left > MINUTE ? "saysMany" : "saysLess", minutes];
}
