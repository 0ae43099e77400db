// Looks for tiles beside those that were chosen: in a block of tiles that touch, the finder's network may miss one.
// Knows no page.

import { add, apart, area, long, overlaps, scaled } from "./geometry.js";
import { LEAST } from "./looks.js";

/** @import { Point, Pose } from "./image.js" */
/** @import { Looker, Sight } from "./looks.js" */

const SURE = 0.9; // so likely a tile for the fitter and for both readers, one is taken,
const NEAR = 0.6; // if it lies no farther off, of half a tile's width,
const LEAST_LARGE = 0.6; // and is no smaller, of the area of the tile at its side,
const MOST_LARGE = 1.6; // and no larger
const LEAST_ASIDE = 0.5; // halves of two the fitter holds a tile from some places only
const SURE_BESIDE = 0.8; // so likely a tile has to be, to look beside it

/**
 * The place of a tile that would touch this one at a side or an end, as the fitter moves it; null where it sees none.
 *
 * @param {Pose} tile
 * @param {Point} toward from its middle to that side or end
 * @param {Looker} looker
 */
function fitBeside({ center, across, along }, toward, looker) {
  const slot = { center: add(center, toward, 2), across, along };
  const first = looker.fit(slot);
  if (first.tile < LEAST) return null;
  const fit = looker.fit(first);
  const large = area(fit) / area(slot);
  const isHere = apart(fit.center, slot.center) < NEAR * long(across);
  return fit.tile > SURE && isHere && large > LEAST_LARGE && large < MOST_LARGE ? fit : null;
}

/**
 * Tiles that touch one of these, or one that was taken so, where nothing was chosen. The finder's network tells of
 * none of them, so they are never certain.
 *
 * @param {Sight[]} chosen
 * @param {Looker} looker
 * @param {(pose: Pose) => boolean} isSeen whether enough of a place lies in the photo
 * @param {number} most of the smaller of two tiles that may lie within the other
 * @returns {Sight[]}
 */
export function neighboursOf(chosen, looker, isSeen, most) {
  /** @type {Sight[]} */
  const more = [];
  const isFree = (/** @type {Pose} */ pose) =>
    isSeen(pose) && ![...chosen, ...more].some((other) => overlaps(pose, other, most));
  const beside = chosen.filter(({ likely, tile = 1 }) => Math.min(likely, tile) > SURE_BESIDE);
  for (const at of beside) {
    for (const toward of [at.across, scaled(at.across, -1), at.along, scaled(at.along, -1)]) {
      if (!isFree({ ...at, center: add(at.center, toward, 2) })) continue;
      const fit = fitBeside(at, toward, looker);
      if (!fit || !isFree(fit)) continue;
      const sight = { ...looker.gaze(fit), tile: fit.tile };
      if (sight.likely < SURE) continue;
      const aside = looker.tileAside(sight);
      if (aside < LEAST_ASIDE) continue;
      const neighbour = { ...sight, aside };
      more.push(neighbour);
      beside.push(neighbour); // and so on, along a row
    }
  }
  return more;
}
