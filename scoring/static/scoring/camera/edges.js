// How wide and long tiles are, by their edges: across a bar's direction and along it, the step in
// brightness that runs beside the whole side. Of each line, a value nearer to the tile's own color is
// taken than most: so pips are left out, even where six are in a row. Knows no page.

import { add, scaled } from "./geometry.js";
import { grayAt } from "./gray.js";

/** @import { Point, Pose } from "./image.js" */
/** @import { Gray } from "./gray.js" */

/** @typedef {Pose & { light: boolean }} Barred a tile with its bar, and whether that is the lighter */

const STEPS = 60;
const LINE = 24; // spots of a line
const OWN = 17; // the spot, from dark to light, that has the color of a tile with a dark bar

/**
 * A side of a tile: the vector from its middle to where that side is thought to be, the one along
 * the side, and how far off it may be, as shares.
 *
 * @typedef {{ toward: Point; beside: Point; low: number; high: number; light: boolean }} Side
 */

/**
 * How much the brightness steps at each distance, from the low to the high end of the side's range.
 *
 * @param {Gray} gray
 * @param {Point} center
 * @param {Side} side
 */
function stepsAt(gray, center, { toward, beside, low, high, light }) {
  const middles = Array.from({ length: STEPS + 3 }, (_, at) => {
    const spot = add(center, toward, low + ((at - 1) / STEPS) * (high - low));
    const values = [];
    for (let line = 0; line < LINE; line++) {
      const share = ((line + 0.5) / LINE) * 2 - 1;
      values.push(grayAt(gray, spot.x + beside.x * share, spot.y + beside.y * share));
    }
    return values.sort((a, b) => a - b)[light ? LINE - 1 - OWN : OWN] ?? 0;
  });
  const steps = Array.from({ length: STEPS + 1 }, (_, at) =>
    Math.abs((middles[at + 2] ?? 0) - (middles[at] ?? 0)),
  );
  const most = Math.max(...steps, 6);
  return steps.map((step) => step / most);
}

/** @param {Barred} pose @param {number} sign */
function sideways({ across, along, light }, sign) {
  const toward = scaled(across, sign);
  return { toward, beside: scaled(along, 0.8), low: 0.78, high: 1.4, light };
}

/** @param {Barred} pose @param {number} sign */
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
  return best.share;
}

/** @param {Gray} gray @param {Barred[]} poses @param {(pose: Barred, sign: number) => Side} sideOf */
function together(gray, poses, sideOf) {
  const sum = new Array(STEPS + 1).fill(0);
  for (const pose of poses) {
    for (const sign of [1, -1]) {
      stepsAt(gray, pose.center, sideOf(pose, sign)).forEach((step, at) => {
        sum[at] += step;
      });
    }
  }
  return sum;
}

/**
 * Tiles of one set, as wide and long as their edges show: first what most of them agree on, then
 * each a little off that.
 *
 * @template {Barred} P
 * @param {Gray} gray
 * @param {P[]} rough
 * @returns {P[]}
 */
export function fitToEdges(gray, rough) {
  const [first] = rough;
  if (!first) return [];
  const wide = highest(together(gray, rough, sideways), sideways(first, 1), 1, 0.22);
  const widened = rough.map((pose) => ({
    ...pose,
    across: scaled(pose.across, wide),
    along: scaled(pose.along, wide),
  }));
  const tall = highest(together(gray, widened, endways), endways(first, 1), 1, 0.14);
  return widened.map((pose) => fitOne(gray, { ...pose, along: scaled(pose.along, tall) }));
}

/** @template {Barred} P @param {Gray} gray @param {P} pose @returns {P} */
function fitOne(gray, pose) {
  const shareOf = (/** @type {Side} */ side, /** @type {number} */ spread) =>
    highest(stepsAt(gray, pose.center, side), side, 1, spread);
  const [right, left] = [shareOf(sideways(pose, 1), 0.04), shareOf(sideways(pose, -1), 0.04)];
  const [up, down] = [shareOf(endways(pose, 1), 0.08), shareOf(endways(pose, -1), 0.08)];
  const across = scaled(pose.across, (right + left) / 2);
  return {
    ...pose,
    // The bar tells the middle along the tile; a bar that ends early on one side, not across it.
    center: add(pose.center, pose.across, (right - left) / 2),
    across,
    along: scaled(pose.along, (up + down) / 2),
  };
}
