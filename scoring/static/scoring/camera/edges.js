// How wide and long tiles are, by their edges: across a bar's direction and along it, the step in
// brightness that runs beside the whole side. Of each line, a value nearer to the tile's own color is
// taken than most: so pips are left out, even where six are in a row. A camera that is held at a tilt
// makes all that lies on the table shorter in one direction: a few such directions are tried.
// Knows no page.

import { add, scaled } from "./geometry.js";
import { grayAt } from "./gray.js";

/** @import { Point, Pose } from "./image.js" */
/** @import { Gray } from "./gray.js" */

/** @typedef {Pose & { light: boolean }} Barred a tile with its bar, and whether that is the lighter */

/** How the camera was held: lengths in a direction are seen so many times as long. */
/** @typedef {{ toward: Point; squeeze: number }} Tilt */

const STEPS = 60;
const ASKED = 16; // bars of a group, the clearest, that tell how large tiles are
const LINE = 24; // spots of a line
const OWN = 17; // the spot, from dark to light, that has the color of a tile with a dark bar
const FLAT = 6; // a step of less is none
const LEANS = [-0.1, 0, 0.1]; // of a tile's half width that its end lies aside

/** @type {Tilt} */
export const FROM_ABOVE = { toward: { x: 0, y: 1 }, squeeze: 1 };

/** A camera held at 30 and at 45 degrees, from each side. @type {Tilt[]} */
export const TILTS = [0.86, 0.72].flatMap((squeeze) =>
  [0.5, 0.25, 0.75, 0].map((turn) => {
    const toward = { x: Math.cos(turn * Math.PI), y: Math.sin(turn * Math.PI) };
    return { toward, squeeze };
  }),
);

/**
 * A side of a tile: the vector from its middle to where that side is thought to be, the one along
 * the side, and how far off it may be, as shares.
 *
 * @typedef {{ toward: Point; beside: Point; low: number; high: number; light: boolean }} Side
 */

/** @param {Point} vector @param {Tilt} tilt @param {number} by */
function squeezed(vector, { toward }, by) {
  return add(vector, toward, (by - 1) * (vector.x * toward.x + vector.y * toward.y));
}

/**
 * The tile as it lies if its bar is `across` and the camera was held so: twice as long as wide.
 *
 * @template {Barred} P
 * @param {P} pose
 * @param {Tilt} tilt
 * @returns {P}
 */
function tilted(pose, tilt) {
  const flat = squeezed(pose.across, tilt, 1 / tilt.squeeze);
  return { ...pose, along: squeezed({ x: 2 * flat.y, y: -2 * flat.x }, tilt, tilt.squeeze) };
}

/**
 * How much the brightness steps at each distance, from the low to the high end of the side's range.
 *
 * @param {Gray} gray
 * @param {Point} center
 * @param {Side} side
 */
function stepsAt(gray, center, { toward, beside, low, high, light }) {
  const values = new Float64Array(LINE);
  const middles = Array.from({ length: STEPS + 3 }, (_, at) => {
    const spot = add(center, toward, low + ((at - 1) / STEPS) * (high - low));
    for (let line = 0; line < LINE; line++) {
      const share = ((line + 0.5) / LINE) * 2 - 1;
      values[line] = grayAt(gray, spot.x + beside.x * share, spot.y + beside.y * share);
    }
    return values.sort()[light ? LINE - 1 - OWN : OWN] ?? 0;
  });
  return Array.from({ length: STEPS + 1 }, (_, at) =>
    Math.abs((middles[at + 2] ?? 0) - (middles[at] ?? 0)),
  );
}

/** @param {Barred} pose @param {number} sign @returns {Side} */
function sideways({ across, along, light }, sign) {
  const toward = scaled(across, sign);
  return { toward, beside: scaled(along, 0.8), low: 0.78, high: 1.4, light };
}

/** @param {Barred} pose @param {number} sign @returns {Side} */
function endways({ across, along, light }, sign) {
  const toward = scaled(along, sign);
  return { toward, beside: scaled(across, 0.8), low: 0.66, high: 1.3, light };
}

/** A curve around a share, for what is more likely. @param {number} share @param {number} likely @param {number} spread */
function likelihood(share, likely, spread) {
  return Math.exp(-0.5 * (Math.log(share / likely) / spread) ** 2);
}

/**
 * Where the steps, weighed, are highest.
 *
 * @param {number[]} steps
 * @param {Pick<Side, "low" | "high">} range
 * @param {number} likely
 * @param {number} spread
 */
function highest(steps, { low, high }, likely, spread) {
  let best = { share: likely, height: 0 };
  steps.forEach((step, at) => {
    const share = low + (at / STEPS) * (high - low);
    const height = step * likelihood(share, likely, spread);
    if (height > best.height) best = { share, height };
  });
  return best;
}

/** @param {Gray} gray @param {Barred[]} poses @param {(pose: Barred, sign: number) => Side} sideOf */
function together(gray, poses, sideOf) {
  const sum = new Array(STEPS + 1).fill(0);
  for (const pose of poses.slice(0, ASKED)) {
    for (const sign of [1, -1]) {
      const steps = stepsAt(gray, pose.center, sideOf(pose, sign));
      const most = Math.max(...steps, FLAT);
      steps.forEach((step, at) => {
        sum[at] += step / most;
      });
    }
  }
  return sum;
}

/**
 * Tiles of one set, as wide and long as their edges show: first what most of them agree on, then
 * each a little off that. `clear` tells how clear the edges are, to compare tilts.
 *
 * @template {Barred} P
 * @param {Gray} gray
 * @param {P[]} rough only their bars count
 * @param {Tilt} tilt
 * @returns {(P & { clear: number })[]}
 */
export function fitToEdges(gray, rough, tilt = FROM_ABOVE) {
  return sizedAlike(gray, rough, tilt).map((pose) => fitOne(gray, pose));
}

/**
 * Tiles of one set, as wide and long as the edges of most show.
 *
 * @template {Barred} P
 * @param {Gray} gray
 * @param {P[]} rough only their bars count
 * @param {Tilt} tilt
 * @returns {P[]}
 */
export function sizedAlike(gray, rough, tilt) {
  const [first] = rough;
  if (!first) return [];
  const upright = rough.map((pose) => tilted(pose, tilt));
  const wide = highest(together(gray, upright, sideways), sideways(first, 1), 1, 0.22).share;
  const widened = upright.map((pose) => ({
    ...pose,
    across: scaled(pose.across, wide),
    along: scaled(pose.along, wide),
  }));
  const tall = highest(together(gray, widened, endways), endways(first, 1), 1, 0.14).share;
  return widened.map((pose) => ({ ...pose, along: scaled(pose.along, tall) }));
}

/**
 * The tile as wide and long as its own edges show, close to what it was taken for.
 *
 * @template {Barred} P
 * @param {Gray} gray
 * @param {P} pose
 * @returns {P & { clear: number }}
 */
export function fitOne(gray, pose) {
  const at = (
    /** @type {Barred} */ { center },
    /** @type {Side} */ side,
    /** @type {number} */ spread,
  ) => highest(stepsAt(gray, center, side), side, 1, spread);
  const [leaning] = LEANS.map((lean) => {
    const leant = { ...pose, along: add(pose.along, pose.across, lean) };
    const [right, left] = [
      at(leant, sideways(leant, 1), 0.04),
      at(leant, sideways(leant, -1), 0.04),
    ];
    const clear = Math.sqrt(right.height) + Math.sqrt(left.height);
    return { leant, right: right.share, left: left.share, clear: clear * (lean ? 0.93 : 1) };
  }).sort((a, b) => b.clear - a.clear);
  if (!leaning) return { ...pose, clear: 0 };
  const { leant, right, left } = leaning;
  const [up, down] = [at(leant, endways(leant, 1), 0.08), at(leant, endways(leant, -1), 0.08)];
  return {
    ...pose,
    // The bar tells the middle along the tile; a bar that ends early on one side, not across it.
    center: add(pose.center, pose.across, (right - left) / 2),
    across: scaled(pose.across, (right + left) / 2),
    along: scaled(leant.along, (up.share + down.share) / 2),
    clear: leaning.clear + Math.sqrt(up.height) + Math.sqrt(down.height),
  };
}
