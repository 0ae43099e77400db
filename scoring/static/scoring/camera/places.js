// Looks at the places of which the finder's network tells. Knows no page.

import { fitOne } from "./edges.js";
import { add, apart, area, enlarged, long, overlaps, reduced, scaled } from "./geometry.js";
import { isBlank, isRead } from "./looks.js";

/** @import { Place } from "./finder.js" */
/** @import { Gray } from "./gray.js" */
/** @import { Picture, Point, Pose } from "./image.js" */
/** @import { Sight } from "./looks.js" */

const MEANT = 0.45; // of a place within another, for both to mean the same tile
const HOT = 0.4; // so likely a tile, it is looked at although another was read that lies over it
const ACROSS = 0.3; // of a place within another: they can't both be tiles
const DOUBTED = 0.6; // of the score
const COLD = 0.8; // of the score, where the finder's network tells of nothing
const WARM = 0.25; // less likely a tile, a place is not looked at a little aside
const LEAST_ALONE = 0.35;
const OF_MANY = 0.85;
const AGREED = 0.25; // of heat
const CLEAR = 0.96; // read so well, a place is not looked at again
const ASIDE = 0.16; // of half a tile's width
const LEAST_WORTH = 0.1; // a place that is less likely a tile is not looked at again

/**
 * A place with the size of a tile that was read well, or of most places.
 *
 * @param {Pose} place
 * @param {Pose} like
 * @returns {Pose}
 */
function sizedLike({ center, across, along }, like) {
  const sized = (/** @type {Point} */ vector, /** @type {Point} */ other) =>
    scaled(vector, long(other) / (long(vector) || 1));
  return { center, across: sized(across, like.across), along: sized(along, like.along) };
}

/**
 * How a tile may lie, whose place is known to a tenth of its width or so.
 *
 * @param {Pose} place
 * @param {number} by pixels of the picture for one of the gray one
 * @param {Gray} gray
 * @param {Pose[]} well places that were read well
 * @returns {Generator<Pose>}
 */
function* around(place, by, gray, well) {
  yield place;
  const fit = fitOne(gray, { ...reduced(place, by), light: false });
  yield enlarged(fit, by);
  const [like] = [...well].sort(
    (a, b) => apart(a.center, place.center) - apart(b.center, place.center),
  );
  if (like) yield sizedLike(place, like);
}

/**
 * Of some poses, the one that is read best; once one is read well, no more.
 *
 * @param {Iterable<Pose>} poses
 * @param {(pose: Pose) => Sight} look
 * @param {Sight | null} [before] what was read already
 */
function bestSight(poses, look, before = null) {
  let best = before;
  for (const pose of poses) {
    if (best && best.score * best.likely > CLEAR) break;
    const sight = look(pose);
    if (!best || sight.score * sight.likely > best.score * best.likely) best = sight;
  }
  return best;
}

/** Whether a bar lies where a tile's would. @param {Pose} place @param {Pose[]} bars */
function isBarred({ center, across }, bars) {
  const wide = long(across);
  return bars.some((bar) => {
    const share = long(bar.across) / wide;
    const turned = Math.abs(bar.across.x * across.y - bar.across.y * across.x);
    return (
      share > 0.65 &&
      share < 1.4 &&
      apart(bar.center, center) < 0.35 * wide &&
      turned < 0.25 * wide * long(bar.across)
    );
  });
}

/**
 * What is seen where the finder's network tells that tiles lie, and nothing was read well: by what it
 * tells, or with the sides moved to the edges that are near, or with the size of the nearest tile that
 * was read well; then a little aside of that; whichever is read best.
 *
 * @param {Place[]} places
 * @param {Picture} picture
 * @param {Gray} gray the same, small
 * @param {Sight[]} seen
 * @param {Pose[]} bars
 * @param {(pose: Pose) => Sight} look
 * @returns {Sight[]}
 */
export function lookAtPlaces(places, picture, gray, seen, bars, look) {
  const by = picture.width / gray.width;
  const well = seen.filter(isRead);
  const sizes = well
    .filter((sight) => !isBlank(sight))
    .map(area)
    .sort((a, b) => a - b);
  const size = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const isNew = (/** @type {Place} */ place) =>
    !well.some(
      (sight) =>
        overlaps(place, sight, MEANT) &&
        (place.heat < HOT || apart(place.center, sight.center) < long(place.across) / 2),
    );
  const isAsLarge = (/** @type {Pose} */ place) =>
    !size || (area(place) > size * 0.4 && area(place) < size * 2.5);
  return places
    .filter((place) => (place.heat > HOT || isAsLarge(place)) && isNew(place))
    .flatMap((place) => {
      const first = bestSight(around(place, by, gray, well), look);
      if (!first || first.likely < LEAST_WORTH) return [];
      const best = place.heat < WARM ? first : (bestSight(movedAside(first), look, first) ?? first);
      // It is the best of many: that counts less than what was read at once.
      return { ...best, score: best.score * OF_MANY, alone: !isBarred(best, bars) };
    });
}

/** Whether the finder's network is as sure of a tile as it has to be alone, the more the worse it is read. @param {Sight} sight */
export function isPlausible({ alone, score, heat = 0 }) {
  return !alone || score * Math.min(1, heat / HOT) > LEAST_ALONE;
}

/** Whether a place is as large as the sight, and lies in its direction. @param {Pose} sight @param {Pose} place */
function isAlike(sight, place) {
  const size = area(place) / area(sight);
  const { along } = place;
  const aside = Math.abs(sight.along.x * along.y - sight.along.y * along.x);
  return size > 0.7 && size < 1.43 && aside < 0.25 * long(sight.along) * long(along);
}

/**
 * The sight with the heat of the place that is its own; 0 where the finder's network tells of none there.
 * It counts less then, and far less if it lies over a place of which that is sure: half of it may be of
 * another tile.
 *
 * @param {Sight} sight
 * @param {Place[]} places
 * @returns {Sight}
 */
export function withHeat(sight, places) {
  const reach = long(sight.across) / 2;
  const near = places.filter(({ center }) => apart(center, sight.center) < reach);
  const heat = Math.max(0, ...near.map((place) => place.heat));
  const isAcross =
    !heat && places.some((place) => place.heat > HOT && overlaps(place, sight, ACROSS));
  const trust = isAcross ? DOUBTED : COLD + (1 - COLD) * Math.min(1, heat / HOT);
  const agreed = near.some((place) => place.heat > AGREED && isAlike(sight, place));
  return { ...sight, heat, agreed, score: sight.score * trust };
}

/** @param {Pose} pose @returns {Pose[]} */
function movedAside({ center, across, along }) {
  return [-ASIDE, ASIDE].flatMap((by) => [
    { center: add(center, across, by), across, along },
    { center: add(center, along, by / 2), across, along },
  ]);
}
