// Counts the pips of a half that has many: six in a row are hardly more than pixels to the network, which sees
// a half small. Here it is cut out larger, and its spots are found. Knows no page.

import { add, scaled } from "./geometry.js";
import { cutOut } from "./image.js";

/** @import { Picture, Pose } from "./image.js" */

export const SIDE = 64; // pixels of the half
const SPOT = 1.7; // pixels: the blur that makes one hill of a pip
const AROUND = 4; // pixels: the blur that is taken for the tile's own color there
const WITHIN = 0.8; // of the half, from its middle: farther out are its edges and the bar
const INK = 0.12; // of the pixels, the farthest from the tile's own color: those of pips
const SURELY = 12; // so many of the highest hills are pips,
const HIGH = 0.5; // and all that are as high, of the middle one of those

/**
 * How much each pixel has of the pips' color, from 0 for the tile's own.
 *
 * @param {Float32Array} colors
 */
function inkOf(colors) {
  const count = colors.length / 3;
  const body = [0, 1, 2].map((channel) => {
    const values = Float32Array.from({ length: count }, (_, at) => colors[at * 3 + channel] ?? 0);
    return values.sort()[count >> 1] ?? 0;
  });
  const off = (/** @type {number} */ at, /** @type {number} */ channel) =>
    (colors[at * 3 + channel] ?? 0) - (body[channel] ?? 0);
  const far = Float32Array.from({ length: count }, (_, at) =>
    Math.hypot(off(at, 0), off(at, 1), off(at, 2)),
  );
  const least = Float32Array.from(far).sort()[Math.floor(count * (1 - INK))] ?? 0;
  const toward = [0, 1, 2].map((channel) =>
    far.reduce((sum, value, at) => (value < least ? sum : sum + off(at, channel)), 0),
  );
  const long = Math.hypot(...toward) || 1;
  return Float32Array.from(far, (_, at) =>
    [0, 1, 2].reduce((sum, channel) => sum + (off(at, channel) * (toward[channel] ?? 0)) / long, 0),
  );
}

/** @param {Float32Array} values of a square @param {number} sigma */
function blurred(values, sigma) {
  const reach = Math.ceil(2.5 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-0.5 * ((at - reach) / sigma) ** 2),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const along = (/** @type {Float32Array} */ from, /** @type {number} */ step) =>
    from.map((_, at) => {
      const place = step === 1 ? at % SIDE : Math.floor(at / SIDE);
      let total = 0;
      weights.forEach((weight, other) => {
        const to = Math.min(SIDE - 1, Math.max(0, place + other - reach));
        total += weight * (from[at + (to - place) * step] ?? 0);
      });
      return total / sum;
    });
  return along(along(values, 1), SIDE);
}

/**
 * How high the hills are.
 *
 * @param {Float32Array} values of a square
 * @returns {number[]} the highest first
 */
function hills(values) {
  const heights = [];
  const edge = Math.ceil(((1 - WITHIN) * SIDE) / 2);
  for (let y = edge; y < SIDE - edge; y++) {
    for (let x = edge; x < SIDE - edge; x++) {
      const at = y * SIDE + x;
      const value = values[at] ?? 0;
      let highest = value > 0;
      for (const by of [1, SIDE - 1, SIDE, SIDE + 1]) {
        highest &&= value >= (values[at + by] ?? 0) && value > (values[at - by] ?? 0);
      }
      if (highest) heights.push(value);
    }
  }
  return heights.sort((a, b) => b - a);
}

/**
 * What of the half has the pips' color, each a hill: a square of so many pixels a side, from the middle of the tile
 * along a vector.
 *
 * @param {Picture} picture
 * @param {Pose} pose
 */
export function spotsOf(picture, { center, across, along }) {
  const corner = add(add(center, across, -1), along);
  const half = cutOut(picture, corner, scaled(across, 2), scaled(along, -1), SIDE, SIDE);
  const ink = inkOf(half.data);
  const around = blurred(ink, AROUND);
  return blurred(ink, SPOT).map((value, at) => value - (around[at] ?? 0));
}

/** How many spots there are. @param {Float32Array} map as `spotsOf` makes it */
export function countPips(map) {
  const heights = hills(map);
  const least = (heights[SURELY >> 1] ?? 0) * HIGH;
  return heights.filter((height) => height > least).length;
}
