// What the halves of all hands' tiles are, by the colors of their pips: they are of one set, in which each number
// mostly has a color of its own. Knows no page.

/** @import { Ink } from "../camera/inks.js" */

/**
 * One half: how probable each number of pips is by itself, from 0 on.
 *
 * @typedef {{ ink: Ink; chances: number[] }} Half
 */

const ALIKE = 0.14; // as far apart, the inks of one number may well be in two lights
const LEAST = Math.exp(-5); // how alike even those far from each other count: a half may have been read wrong
const UNKNOWN = 0.5; // of each number, before any half is looked at, so much of a half is taken for seen
const USUAL = Math.exp(-1.5); // that is so much alike: what a number without another half counts
const TIMES = 3; // what halves turn out to be tells of others: all set by what was drawn to tune
const LEAST_CHANCE = 1e-5;

/** @param {Ink} one @param {Ink} other */
function likeness(one, other) {
  const far = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
  return Math.max(LEAST, Math.exp(-((far / ALIKE) ** 2) / 2));
}

/** @param {number} pips @param {number} chance @returns {[pips: number, weight: number]} */
const weightOf = (pips, chance) => [pips, chance ** 2];

/** @param {number[]} values */
function addingUpTo1(values) {
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  return values.map((value) => value / sum);
}

/**
 * How probable each number is of a half that is so much like each of all others.
 *
 * @param {number[]} chances by itself
 * @param {number[]} alike
 * @param {[pips: number, weight: number][][]} others the numbers that each of these seems to have
 */
function weighed(chances, alike, others) {
  const seen = chances.map(() => UNKNOWN);
  const near = chances.map(() => UNKNOWN * USUAL);
  others.forEach((numbers, place) => {
    const like = alike[place] ?? 0;
    if (!like) return; // it is the half itself
    for (const [pips, weight] of numbers) {
      seen[pips] = (seen[pips] ?? 0) + weight;
      near[pips] = (near[pips] ?? 0) + weight * like;
    }
  });
  return addingUpTo1(
    chances.map(
      (chance, pips) => ((chance + LEAST_CHANCE) * (near[pips] ?? 0)) / (seen[pips] ?? 1),
    ),
  );
}

/**
 * How probable each number is of each half, given all others: the more it looks like those that seem to have that
 * number, the more. A set of one color tells nothing: there, all look alike.
 *
 * @param {Half[]} halves
 * @returns {number[][]}
 */
export function chancesByColor(halves) {
  const alike = halves.map(({ ink }, at) =>
    halves.map((other, place) => (place === at ? 0 : likeness(ink, other.ink))),
  );
  const own = halves.map(({ chances }) => addingUpTo1(chances));
  let all = own;
  for (let time = 0; time < TIMES; time++) {
    const numbers = all.map((chances) =>
      chances.flatMap((chance, pips) =>
        chance ** 2 > LEAST_CHANCE ? [weightOf(pips, chance)] : [],
      ),
    );
    all = own.map((chances, at) => weighed(chances, alike[at] ?? [], numbers));
  }
  return all;
}
