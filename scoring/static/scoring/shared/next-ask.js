// When a part of a page that renews itself asks again.

/** Nobody waits longer than this for news, in seconds: neither a page behind others, nor one whose
 * questions are refused. */
export const LONGEST = 60;

/** While the site is away a page that somebody sees asks after so many seconds: so it has what is new
 * within five seconds of the site's return. */
export const AWAY = 4;

/** Who hears what moves asks all the same after so many seconds: the date changes, and a stream that
 * says nothing may have lost something. */
export const SAFETY = 75;

/**
 * Return after how many milliseconds to ask again.
 *
 * Each time a fifth more or less than `seconds`, so that a hall of phones that began together does not
 * go on asking together. While questions are refused it is twice as long after each; while the site is
 * `away` nothing answers, and asking costs it nothing. Who `hears` news by the event stream needs not ask.
 *
 * @param {number} seconds
 * @param {{failures: number, hidden: boolean, hears: boolean, away?: boolean}} state
 * @param {() => number} random from 0 up to 1
 */
export function waitBefore(seconds, { failures, hidden, hears, away }, random = Math.random) {
  const refused = Math.min(seconds * 2 ** failures, Math.max(seconds, LONGEST));
  const asking = away ? Math.min(seconds, AWAY) : refused;
  const listening = hears && !failures ? SAFETY : asking;
  const wanted = hidden ? LONGEST : listening;
  return Math.round(wanted * 1000 * (0.8 + 0.4 * random()));
}
