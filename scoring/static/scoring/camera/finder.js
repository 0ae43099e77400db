// Tiles found by a network that looks over the whole photo, made small: also such as have no bar, or
// touch others. tests/camera/finding.py says what it tells of each cell. Knows no page.

import { fitted, standardized } from "./image.js";
import { run } from "./network.js";

/** @import { Layer, Map3 } from "./network.js" */
/** @import { Picture, Pose } from "./image.js" */

/** @typedef {Pose & { heat: number }} Place `heat`: how likely a tile's middle is here, from 0 to 1 */

/**
 * How large the network sees a photo: pixels of the longer side, and of a tile where it is known how wide tiles
 * are; that is wide enough.
 *
 * @typedef {{ least: number; most: number; wide: number }} Size
 */

/** @type {Size} */
export const AT_ONCE = { least: 224, most: 352, wide: 24 };
/** @type {Size} where places are doubtful at once */
export const CLOSER = { least: 224, most: 544, wide: 40 };
const CELL = 4; // pixels
const MULTIPLE = 16; // of pixels, that the network takes
const UNIT = 16; // pixels
const LEAST = 0.15; // of heat
const NEAR = 0.4; // of a cell's heat: a neighbor that is as sure is asked, too
const MOST = 45;

/** The picture as the network learned to see it; beyond its edges is its mean. @param {Picture} picture @returns {Map3} */
function widened(picture) {
  const { width, height, data } = standardized(picture);
  const wide = Math.ceil(width / MULTIPLE) * MULTIPLE;
  const tall = Math.ceil(height / MULTIPLE) * MULTIPLE;
  const values = new Float32Array(wide * tall * 3);
  for (let y = 0; y < height; y++) {
    values.set(data.subarray(y * width * 3, (y + 1) * width * 3), y * wide * 3);
  }
  return { width: wide, height: tall, depth: 3, data: values };
}

/** @param {number} value */
export function chance(value) {
  return 1 / (1 + Math.exp(-value));
}

/** The vector of half the tile's length or width. @param {number} long @param {number} c @param {number} s */
function vector(long, c, s) {
  const half = Math.exp(long) * UNIT;
  const angle = Math.atan2(s, c) / 2;
  return { x: Math.cos(angle) * half, y: Math.sin(angle) * half };
}

/**
 * What a cell and its neighbors tell of the tile, each weighed by its heat.
 *
 * @param {Map3} map
 * @param {number} column
 * @param {number} row
 * @param {number} heat
 * @returns {Place}
 */
function placeAt({ width, height, depth, data }, column, row, heat) {
  const sums = new Float64Array(depth);
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      const at = (y * width + x) * depth;
      const weight = chance(data[at] ?? 0);
      if (weight < NEAR * heat) continue;
      const facts = Array.from(data.subarray(at, at + depth));
      facts[0] = 1;
      facts[1] = (facts[1] ?? 0) + x + 0.5;
      facts[2] = (facts[2] ?? 0) + y + 0.5;
      facts.forEach((value, place) => {
        sums[place] = (sums[place] ?? 0) + weight * value;
      });
    }
  }
  const fact = (/** @type {number} */ at) => (sums[at] ?? 0) / (sums[0] || 1);
  const along = vector(fact(3), fact(4), fact(5));
  const across = vector(fact(6), fact(7), fact(8));
  const turned = across.x * along.y - across.y * along.x > 0; // or the tile would be mirrored
  return {
    center: { x: fact(1) * CELL, y: fact(2) * CELL },
    across: turned ? { x: -across.x, y: -across.y } : across,
    along,
    heat,
  };
}

/** Where the heat is highest. @param {Map3} map @returns {Place[]} the hottest first */
export function placesOf(map) {
  const { width, height, depth, data } = map;
  const heatAt = (/** @type {number} */ x, /** @type {number} */ y) =>
    x < 0 || y < 0 || x >= width || y >= height ? -Infinity : (data[(y * width + x) * depth] ?? 0);
  const places = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = heatAt(x, y);
      if (chance(value) < LEAST) continue;
      const before = [
        heatAt(x - 1, y - 1),
        heatAt(x, y - 1),
        heatAt(x + 1, y - 1),
        heatAt(x - 1, y),
      ];
      const after = [
        heatAt(x + 1, y),
        heatAt(x - 1, y + 1),
        heatAt(x, y + 1),
        heatAt(x + 1, y + 1),
      ];
      if (value < Math.max(...before) || value <= Math.max(...after)) continue;
      places.push(placeAt(map, x, y, chance(value)));
    }
  }
  return places.sort((a, b) => b.heat - a.heat).slice(0, MOST);
}

/**
 * How doubtful places are: whether there are many of which the network says neither yes nor no.
 *
 * @param {Place[]} places
 */
export function doubtOf(places) {
  let [doubt, sure] = [0, 1e-6];
  for (const { heat } of places) {
    doubt += heat * (1 - heat);
    sure += heat * heat;
  }
  return doubt / sure;
}

/**
 * How large the network sees the picture: the smaller, the wider its tiles are.
 *
 * @param {Picture} picture
 * @param {number} wide of a tile; 0 where that is not known
 * @param {Size} size
 */
export function longestSeen(picture, wide, size) {
  const enough = (Math.max(picture.width, picture.height) * size.wide) / (wide || 1);
  return Math.min(size.most, Math.max(size.least, Math.ceil(enough)));
}

/**
 * Where tiles lie, in pixels of the picture.
 *
 * @param {Layer[]} layers
 * @param {Picture} picture
 * @param {number} [wide] of a tile, where that is known
 * @param {Size} [size]
 * @returns {Place[]}
 */
export function findPlaces(layers, picture, wide = 0, size = AT_ONCE) {
  const small = fitted(picture, longestSeen(picture, wide, size));
  const by = picture.width / small.width;
  return placesOf(run(layers, widened(small))).map(({ center, across, along, heat }) => ({
    center: { x: (center.x + 0.5) * by, y: (center.y + 0.5) * by },
    across: { x: across.x * by, y: across.y * by },
    along: { x: along.x * by, y: along.y * by },
    heat,
  }));
}
