// A photo of a hand, read: which tiles lie where, and how certain that is. Knows no page.

import { findBars } from "./bars.js";
import { fitToEdges } from "./edges.js";
import { add, area, cornersOf, scaled, turned, withoutDoubles } from "./geometry.js";
import { grayOf } from "./gray.js";
import { bounds, cutOut, fitted } from "./image.js";
import { run, softmax } from "./network.js";
import { findOutlines } from "./outlines.js";

/** @import { Picture, Point, Pose } from "./image.js" */
/** @import { Network } from "./network.js" */
/** @import { Gray } from "./gray.js" */

/**
 * What is known of the photo: the most pips of the set, and how many tiles are in it.
 *
 * @typedef {{ most?: number | null; count?: number | null }} Known
 */

/** @typedef {{ ends: [number, number]; probability: number }} Alternative larger end first */

/**
 * A tile as it was read. `certainty` is the probability that it is right; the corners begin at one
 * side of the first end, in pixels of the picture that was given.
 *
 * @typedef {object} TileRead
 * @property {[number, number]} ends
 * @property {number} certainty
 * @property {boolean} certain whether a person need not look at it
 * @property {Alternative[]} alternatives the most probable first
 * @property {Point[]} corners
 */

/** @typedef {{ tiles: TileRead[]; total: number; confidence: number }} Reading */

/** @typedef {Pose & { score: number; likely: number; halves: [number[], number[]] }} Sight what each half may be, and how likely it is a tile */

const FINDING = 800; // pixels of a photo's longer side, where tiles are looked for
const BAR = 0.82; // of a tile's width that its bar is long, on most
const LONGEST = 1600; // pixels of a photo's longer side; more is made smaller first
const HALF = 40; // pixels of a half, as the reader learned to see it
const MARGIN = 0.08; // of a tile's width, around a half
const SAME = 0.93; // of a place within another: it is the same tile's
const OVERLAP = 0.25; // tiles lie beside each other
const LEAST = 0.3; // a place that is less likely a tile is none
const LEAST_CLEAR = 0.2; // where nothing is more likely than this, it is rather no tile
const DOUBTFUL = 0.97; // below, a half is looked at again, a little larger and smaller
const CERTAIN = 0.99; // at and above, a tile is shown as certain
const LARGE_PIPS = 12; // sets with more are rare: unless told, weighed less
const LARGE_WEIGHT = 0.15;
const HEAT = 1; // set by what was drawn and kept aside: as certain as it is right

/**
 * What the half may be that lies from the middle along a vector.
 *
 * @param {Network} network
 * @param {Picture} picture
 * @param {Pose} pose
 * @param {number} size
 */
function lookAtHalf(network, picture, { center, across, along }, size) {
  const edge = size + 2 * MARGIN;
  const corner = add(add(center, across, -edge), along, size + MARGIN);
  const part = cutOut(
    picture,
    corner,
    scaled(across, 2 * edge),
    scaled(along, -(size + 2 * MARGIN)),
    HALF,
    HALF,
  );
  const { data } = part;
  let [sum, squares] = [0, 0];
  for (const value of data) {
    sum += value / 255;
    squares += (value / 255) ** 2;
  }
  const mean = sum / data.length;
  const spread = Math.sqrt(Math.max(0, squares / data.length - mean * mean)) + 0.04;
  const even = data.map((value) => (value / 255 - mean) / spread);
  return run(network.layers, { width: HALF, height: HALF, depth: 3, data: even }).data;
}

/**
 * Probabilities of each number of pips, and last, that it is no half.
 *
 * @param {Network} network
 * @param {Picture} picture
 * @param {Pose} pose
 * @param {number} most
 * @param {number} large the weight of numbers above 12
 */
function readHalf(network, picture, pose, most, large) {
  const weigh = (/** @type {number[]} */ values) => {
    const chances = softmax(values, HEAT);
    const weighed = chances.map((chance, pips) => {
      if (pips === chances.length - 1) return chance;
      return pips > most ? 0 : chance * (pips > LARGE_PIPS ? large : 1);
    });
    const sum = weighed.reduce((total, chance) => total + chance, 1e-12);
    return weighed.map((chance) => chance / sum);
  };
  const first = Array.from(lookAtHalf(network, picture, pose, 1));
  const chances = weigh(first);
  if (Math.max(...chances) > DOUBTFUL) return chances;
  const others = [0.93, 1.07].map((size) => lookAtHalf(network, picture, pose, size));
  return weigh(
    first.map((value, at) => others.reduce((sum, all) => sum + (all[at] ?? 0), value) / 3),
  );
}

/** A pose in a picture so many times as large. @param {Pose} pose @param {number} by @returns {Pose} */
function enlarged({ center, across, along }, by) {
  const shifted = { x: (center.x + 0.5) * by, y: (center.y + 0.5) * by };
  return { center: shifted, across: scaled(across, by), along: scaled(along, by) };
}

/** The picture in gray, its darkest and lightest hundredth at 0 and 255. @param {Picture} picture */
function stretchedGray(picture) {
  const gray = grayOf(picture);
  const { low, high } = bounds(gray.data);
  const span = Math.max(40, high - low) / 255;
  return { ...gray, data: gray.data.map((value) => (value - low) / span) };
}

/** How tiles lie in the gray picture. @param {Gray} gray */
function places(gray) {
  const barred = findBars(gray).map(({ x, y, long: length, angle, light }) => {
    const half = length / BAR / 2;
    const [c, s] = [Math.cos(angle) * half, Math.sin(angle) * half];
    return {
      center: { x, y },
      across: { x: c, y: s },
      along: { x: 2 * s, y: -2 * c },
      light,
      score: 1,
    };
  });
  const outlined = findOutlines(gray).map((pose) => ({ ...pose, score: 0.5 }));
  return withoutDoubles([...fitToEdges(gray, barred), ...outlined], SAME);
}

/**
 * Places about as large as the others: one photo shows one set, from one side.
 *
 * @param {Sight[]} sights
 */
function alike(sights) {
  const sorted = sights.map(area).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return sights.filter((sight) => area(sight) > middle * 0.4 && area(sight) < middle * 2.5);
}

/** @param {Sight} sight @returns {Alternative[]} the most probable first */
function alternatives({ halves: [one, other] }) {
  /** @type {Map<string, Alternative>} */
  const all = new Map();
  one.slice(0, -1).forEach((chance, first) => {
    other.slice(0, -1).forEach((second, last) => {
      const probability = chance * second;
      if (probability < 1e-5) return;
      /** @type {[number, number]} */
      const ends = first > last ? [first, last] : [last, first];
      const before = all.get(ends.join("-"))?.probability ?? 0;
      all.set(ends.join("-"), { ends, probability: before + probability });
    });
  });
  const list = [...all.values()].sort((a, b) => b.probability - a.probability).slice(0, 8);
  const sum = list.reduce((total, { probability }) => total + probability, 1e-12);
  return list.map(({ ends, probability }) => ({ ends, probability: probability / sum }));
}

/**
 * What each place shows; a tile is in a set but once, so of two alike the less certain is the next
 * that it may be.
 *
 * @param {Sight[]} sights
 * @param {number} by pixels of the given picture for one of the smaller
 * @returns {TileRead[]}
 */
function tilesOf(sights, by) {
  const taken = new Set();
  return sights
    .map((sight) => ({ sight, list: alternatives(sight) }))
    .sort((a, b) => (b.list[0]?.probability ?? 0) - (a.list[0]?.probability ?? 0))
    .flatMap(({ sight, list }) => {
      const left = list.filter(({ ends }) => !taken.has(ends.join("-")));
      const [best] = left;
      if (!best) return [];
      taken.add(best.ends.join("-"));
      const changed = best !== list[0];
      const certainty = best.probability * Math.min(1, sight.likely + 0.3) * (changed ? 0.5 : 1);
      return {
        ends: best.ends,
        certainty,
        certain: certainty >= CERTAIN,
        alternatives: list,
        corners: cornersOf(sight).map((corner) => scaled(corner, by)),
      };
    });
}

/**
 * Read a photo.
 *
 * @param {Network} network
 * @param {Picture} photo
 * @param {Known} [known]
 * @returns {Reading}
 */
export function readPhoto(network, photo, { most = null, count = null } = {}) {
  const picture = fitted(photo, LONGEST);
  const large = most == null ? LARGE_WEIGHT : 1;
  const small = fitted(picture, FINDING);
  const by = picture.width / small.width;
  const sights = places(stretchedGray(small)).map((place) => {
    const pose = enlarged(place, by);
    const halves = /** @type {[number[], number[]]} */ (
      [pose, turned(pose)].map((half) => readHalf(network, picture, half, most ?? 18, large))
    );
    const [one, other] = halves.map((chances) => Math.max(...chances.slice(0, -1)));
    const nothing = ((halves[0].at(-1) ?? 0) + (halves[1].at(-1) ?? 0)) / 2;
    return { ...pose, halves, likely: 1 - nothing, score: (one ?? 0) * (other ?? 0) };
  });
  const some = sights.filter(
    ({ likely, score }) => count != null || (likely > LEAST && score > LEAST_CLEAR),
  );
  const alone = alike(withoutDoubles(some, OVERLAP));
  const tiles = tilesOf(alone.slice(0, count ?? alone.length), photo.width / picture.width);
  const total = tiles.reduce((sum, { ends }) => sum + ends[0] + ends[1], 0);
  const confidence = tiles.reduce((product, { certainty }) => product * certainty, 1);
  return { tiles, total, confidence: tiles.length ? confidence : 0 };
}
