// Whole tiles that stand off from the table and touch no other: patches twice as long as wide. Finds
// tiles without a bar, or whose bar has the tile's own color. Knows no page.

import { patches } from "./gray.js";

/** @import { Gray, Mask, Patch } from "./gray.js" */
/** @import { Pose } from "./image.js" */

const LEVELS = [50, 90, 130, 170, 210]; // of brightness, after it was stretched
const NARROWEST = 12; // pixels of a tile
const FILL = 0.62; // of the box: pips may be of the table's brightness

/** @param {Patch} patch @param {number} longest */
function isTile({ long, thick, fill }, longest) {
  if (thick < NARROWEST || long > longest) return false;
  return long / thick > 1.45 && long / thick < 2.7 && fill > FILL;
}

/** @param {Patch} patch @returns {Pose} */
function poseOf({ x, y, long, thick, angle }) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return {
    center: { x, y },
    across: { x: (s * thick) / 2, y: (-c * thick) / 2 },
    along: { x: (-c * long) / 2, y: (-s * long) / 2 },
  };
}

/** All masks in which tiles may stand alone. @param {Gray} gray @returns {Generator<Mask>} */
function* masks({ data: values }) {
  for (const level of LEVELS) {
    yield { values, sign: 1, least: level };
    yield { values, sign: -1, least: -level };
  }
}

/** @param {Gray} gray with its contrast stretched */
export function findOutlines(gray) {
  const poses = [];
  const longest = Math.max(gray.width, gray.height) * 0.9;
  const most = gray.data.length / 2;
  for (const mask of masks(gray)) {
    const all = patches(mask, gray.width, gray.height, 2 * NARROWEST ** 2 * FILL, most);
    for (const patch of all) if (isTile(patch, longest)) poses.push(poseOf(patch));
  }
  return poses;
}
