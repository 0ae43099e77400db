// When a part of a page that renews itself asks again.

/** Nobody waits longer than this for news, in seconds: neither a page behind others, nor one whose
 * questions fail. */
export const LONGEST = 60;

/** Who hears what moves asks all the same after so many seconds: the date changes, and a stream that
 * says nothing may have lost something. */
export const SAFETY = 75;

/**
 * Return after how many milliseconds to ask again.
 *
 * Each time a fifth more or less than `seconds`, so that a hall of phones that began together does not
 * go on asking together. While questions fail it is twice as long after each. Who `hears` news by the
 * event stream needs not ask.
 *
 * @param {number} seconds
 * @param {{failures: number, hidden: boolean, hears: boolean}} state
 * @param {() => number} random from 0 up to 1
 */
export function waitBefore(seconds, { failures, hidden, hears }, random = Math.random) {
  const asking = Math.min(seconds * 2 ** failures, Math.max(seconds, LONGEST));
  const listening = hears && !failures ? SAFETY : asking;
  const wanted = hidden ? LONGEST : listening;
  return Math.round(wanted * 1000 * (0.8 + 0.4 * random()));
}
