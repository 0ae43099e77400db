// Weighs places that cannot all be tiles: across two that touch may lie what looks like a third. Knows no page.

import { apart, long, overlaps } from "./geometry.js";

/** @import { Looker, Sight } from "./looks.js" */

const RIVAL = 0.3; // of the score: a place that weighs as much beside another may be the tile instead,
const SAME_SPOT = 0.5; // if it lies farther off than this, of half a tile's width
const FALSEST = 0.2; // of its score a place counts where the fitter sees no tile

/**
 * A sight that counts the more, the surer the readers and the fitter are of it.
 *
 * @param {Sight} sight
 * @param {number} [aside] how likely the fitter holds it a tile from a little aside, too
 * @returns {Sight}
 */
function weighed(sight, aside = sight.tile ?? 1) {
  const sure = sight.likely ** 2; // a half of each of two tiles is told from a tile by little
  const trust = FALSEST + (1 - FALSEST) * aside;
  return { ...sight, aside, score: sight.score * sure * trust };
}

/**
 * Whether one of two weighed sights may be halves of two tiles, and the other one of these.
 *
 * @param {Sight} one
 * @param {Sight} other
 * @param {number} most of the smaller that may lie within the other
 */
function areRivals(one, other, most) {
  const less = Math.min(one.score, other.score) / Math.max(one.score, other.score);
  const far = apart(one.center, other.center) / long(one.across);
  return less > RIVAL && far > SAME_SPOT && overlaps(one, other, most);
}

/**
 * The sights, weighed. Where two that can't both be tiles weigh about alike, the fitter looks again from a little
 * aside: halves of two it holds a tile from some places only.
 *
 * @param {Sight[]} sights
 * @param {Looker} looker
 * @param {number} most of the smaller of two tiles that may lie within the other
 */
export function weighedAgainst(sights, looker, most) {
  const all = sights.map((sight) => weighed(sight));
  return all.map((sight, at) => {
    const isContested = all.some((other) => areRivals(sight, other, most));
    return isContested
      ? weighed(/** @type {Sight} */ (sights[at]), looker.tileAside(sight))
      : sight;
  });
}
