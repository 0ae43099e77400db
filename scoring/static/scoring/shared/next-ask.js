// When a part of a page that renews itself asks again.

/** Nobody waits longer than this for news, in seconds: neither a page behind others, nor one whose
 * questions fail. */
export const LONGEST = 60;

/**
 * Return after how many milliseconds to ask again.
 *
 * Each time a fifth more or less than `seconds`, so that a hall of phones that began together does not
 * go on asking together. While questions fail it is twice as long after each.
 *
 * @param {number} seconds
 * @param {{failures: number, hidden: boolean}} state
 * @param {() => number} random from 0 up to 1
 */
export function waitBefore(seconds, { failures, hidden }, random = Math.random) {
  const wanted = hidden ? LONGEST : Math.min(seconds * 2 ** failures, Math.max(seconds, LONGEST));
  return Math.round(wanted * 1000 * (0.8 + 0.4 * random()));
}
