// How sets draw many pips: in lines, of which each number has a few kinds. Tells how well each fits a half. Knows no
// page.

import { SIDE } from "./pips.js";

/** How many pips each line of a half has. @type {[number, number[][]][]} */
const LINES = [
  [10, [[4, 2, 4], [3, 4, 3]]],
  [11, [[4, 3, 4]]],
  [12, [[4, 4, 4], [3, 3, 3, 3]]],
  [13, [[5, 3, 5], [4, 5, 4]]],
  [14, [[5, 4, 5], [4, 3, 3, 4]]],
  [15, [[5, 5, 5], [4, 4, 3, 4]]],
  [16, [[6, 4, 6], [4, 4, 4, 4], [5, 6, 5]]],
  [17, [[6, 5, 6], [4, 4, 5, 4]]],
  [18, [[6, 6, 6]]],
]; // prettier-ignore
const MIDDLE = (SIDE - 1) / 2;
const WIDTHS = [15, 17, 19, 21, 23]; // pixels from the middle to the outer lines, that are tried first
const ASIDE = [-4, -2, 0, 2, 4]; // pixels of the middle, too
const [NARROWEST, WIDEST, FARTHEST] = [13, 25, 5];
const EDGE = 6; // pixels, in which the bar and the tile's sides lie
const STEPS = [1, 0.5]; // pixels, by which they are moved as long as it fits better

/** @typedef {[wide: number, tall: number, x: number, y: number]} Frame */

/** @typedef {[x: number, y: number]} Spot from -1 to 1 */

/** @typedef {{ pips: number; spots: Spot[] }} Layout */

/** The pips of a line, as far apart as in the longest or spread over all of it. @param {number} count @param {number} longest @param {boolean} isSpread */
function lineOf(count, longest, isSpread) {
  const step = 2 / ((isSpread ? Math.max(2, count) : longest) - 1);
  return Array.from({ length: count }, (_, at) => (at - (count - 1) / 2) * step);
}

/** Each way in which a half may have such lines. @param {number[]} lines @returns {Spot[][]} */
function waysOf(lines) {
  const longest = Math.max(...lines);
  const isEven = lines.every((count) => count === longest);
  return (isEven ? [true] : [true, false]).flatMap((isSpread) => {
    const spots = lines.flatMap((count, row) =>
      lineOf(count, longest, isSpread).map(
        /** @returns {Spot} */ (x) => [x, (2 * row) / (lines.length - 1) - 1],
      ),
    );
    return [spots, spots.map(/** @returns {Spot} */ ([x, y]) => [y, x])];
  });
}

/** @type {Layout[]} */
const LAYOUTS = LINES.flatMap(([pips, kinds]) =>
  kinds.flatMap(waysOf).map((spots) => ({ pips, spots })),
);

/** @param {Float32Array} map @param {Spot[]} spots @param {Frame} frame */
function sumAt(map, spots, [wide, tall, x, y]) {
  let sum = 0;
  for (const [u, v] of spots) {
    const column = Math.round(MIDDLE + u * wide + x);
    sum += map[Math.round(MIDDLE + v * tall + y) * SIDE + column] ?? 0;
  }
  return sum;
}

/** @param {Frame} frame */
function isWithin([wide, tall, x, y]) {
  const [least, most] = [Math.min(wide, tall), Math.max(wide, tall)];
  return least >= NARROWEST && most <= WIDEST && Math.max(Math.abs(x), Math.abs(y)) <= FARTHEST;
}

/** The map without what lies at its edge. @param {Float32Array} map */
function inner(map) {
  return map.filter((_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    return Math.min(x, y) >= EDGE && Math.max(x, y) < SIDE - EDGE;
  });
}

/** How much of the map lies at the spots, where the most of it does. @param {Float32Array} map @param {Spot[]} spots */
function bestSum(map, spots) {
  /** @type {Frame} */
  let best = [0, 0, 0, 0];
  let most = -Infinity;
  const isBetter = (/** @type {Frame} */ frame) => {
    const sum = isWithin(frame) ? sumAt(map, spots, frame) : -Infinity;
    if (sum <= most) return false;
    [best, most] = [frame, sum];
    return true;
  };
  for (const wide of WIDTHS) {
    for (const x of ASIDE) for (const y of ASIDE) isBetter([wide, wide, x, y]);
  }
  for (const step of STEPS) {
    const moves = [0, 1, 2, 3].flatMap((axis) => [
      { axis, by: step },
      { axis, by: -step },
    ]);
    const move = (/** @type {{ axis: number; by: number }} */ { axis, by }) => {
      /** @type {Frame} */
      const next = [...best];
      next[axis] = (next[axis] ?? 0) + by;
      return isBetter(next);
    };
    while (moves.filter(move).length);
  }
  return most;
}

/**
 * How well the pips of each number from ten on fit a half, from 0 to 1; more than 0.2 is rare.
 *
 * @param {Float32Array} map of the half's pips, as `spotsOf` makes it
 * @param {number} most pips of the set
 * @returns {Map<number, number>} by numbers
 */
export function layoutFits(map, most) {
  /** @type {Map<number, number>} */
  const fits = new Map();
  const whole = Math.hypot(...inner(map)) || 1;
  for (const { pips, spots } of LAYOUTS) {
    if (pips > most) continue;
    // More pips have a larger sum of noise, too; by its spread, all numbers can be compared.
    const fit = bestSum(map, spots) / Math.sqrt(spots.length) / whole;
    fits.set(pips, Math.max(fit, fits.get(pips) ?? -Infinity));
  }
  return fits;
}
