// What color the pips of a half have beside the tile's own: in most sets each number has one of its own, so halves
// that were read well tell what others are. Knows no page.

import { add, scaled } from "./geometry.js";
import { cutOut } from "./image.js";

/** @import { Picture, Pose } from "./image.js" */

/** @typedef {[red: number, green: number, blue: number]} Ink from about -1 to 1, 0 for the tile's own color */

const SIDE = 24; // pixels of the half,
const EDGE = 3; // but for these at its sides, where its bar and the table lie
const SHARE = 0.1; // of the rest, the farthest from the tile's own color: of pips
const DARKEST = 20; // of 255: nothing is divided by less

/** The value in the middle. @param {number[]} values */
function middle(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/**
 * The pips' color of the half that lies from the middle along a vector: how far off the tile's own it is, in the light
 * that lies on the tile.
 *
 * @param {Picture} picture
 * @param {Pose} pose
 * @returns {Ink}
 */
export function inkAt(picture, { center, across, along }) {
  const corner = add(add(center, across, -1), along);
  const { data } = cutOut(picture, corner, scaled(across, 2), scaled(along, -1), SIDE, SIDE);
  const inner = Array.from({ length: SIDE * SIDE }, (_, at) => at).filter((at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    return Math.min(x, y) >= EDGE && Math.max(x, y) < SIDE - EDGE;
  });
  const valueOf = (/** @type {number} */ at, /** @type {number} */ channel) =>
    data[at * 3 + channel] ?? 0;
  const body = [0, 1, 2].map((channel) => middle(inner.map((at) => valueOf(at, channel))));
  const farthest = inner
    .map((at) => {
      const off = body.map((own, channel) => valueOf(at, channel) - own);
      return { off, far: Math.hypot(...off) };
    })
    .sort((a, b) => b.far - a.far)
    .slice(0, Math.floor(inner.length * SHARE));
  const ink = [0, 1, 2].map((channel) => middle(farthest.map(({ off }) => off[channel] ?? 0)));
  const bright = ink.reduce((sum, value, channel) => sum + value + (body[channel] ?? 0), 0) / 3;
  const [red = 0, green = 0, blue = 0] = ink.map(
    (value, channel) => value / Math.max(DARKEST, bright, body[channel] ?? 0),
  );
  return [red, green, blue];
}
