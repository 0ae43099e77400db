// Whether a tile lies at a place, and how exactly: told by a network that sees both halves and a bit of what lies
// around them. tests/camera/fitting.py says what it tells. Knows no page.

import { chance } from "./finder.js";
import { add, scaled } from "./geometry.js";
import { cutOut, standardized } from "./image.js";
import { run } from "./network.js";

/** @import { Picture, Pose } from "./image.js" */
/** @import { Layer } from "./network.js" */

/** @typedef {Pose & { tile: number }} Fit `tile`: how likely it is one, from 0 to 1 */

const SEEN = 56; // pixels of a side
const [WIDE, LONG] = [1.5, 1.25]; // how far the network sees, in half a tile's width and length

/**
 * The tile where it lies, seen from a place that is a little off.
 *
 * @param {Layer[]} layers
 * @param {Picture} picture
 * @param {Pose} place
 * @returns {Fit}
 */
export function fitTile(layers, picture, { center, across, along }) {
  const corner = add(add(center, across, -WIDE), along, LONG);
  const part = cutOut(
    picture,
    corner,
    scaled(across, 2 * WIDE),
    scaled(along, -2 * LONG),
    SEEN,
    SEEN,
  );
  const { data } = run(layers, standardized(part));
  const [tile = 0, x = 0, y = 0, rightX = 0, rightY = 0, farX = 0, farY = 0] = data;
  return {
    center: add(add(center, across, x), along, y),
    across: add(scaled(across, 1 + rightX), along, rightY),
    along: add(scaled(along, 1 + farY), across, farX),
    tile: chance(tile),
  };
}
