// Looks at the places of which the finder's network tells. Knows no page.

import { fitOne } from "./edges.js";
import { AT_ONCE, CLOSER, doubtOf, findPlaces, longestSeen } from "./finder.js";
import { add, apart, area, enlarged, long, overlaps, reduced, scaled } from "./geometry.js";
import { CLEAR, LEAST, isBlank, isRead, worthOf } from "./looks.js";
import { sizeBeside } from "./perspective.js";

/** @import { Place } from "./finder.js" */
/** @import { Fit } from "./fitter.js" */
/** @import { Network } from "./network.js" */
/** @import { Gray } from "./gray.js" */
/** @import { Picture, Point, Pose } from "./image.js" */
/** @import { Sight } from "./looks.js" */

const MEANT = 0.45; // of a place within another, for both to mean the same tile
const PART = 0.5; // of a place
const HOT = 0.4; // so likely a tile, the finder's network is as sure as it has to be
const SURE = 0.6; // so likely a tile, it is looked at although it is far larger or smaller than others
const ACROSS = 0.3; // of a place within another: they can't both be tiles
const DOUBTED = 0.6; // of the score
const COLD = 0.8; // of the score, where the finder's network tells of nothing
const WARM = 0.25; // less likely a tile, a place is not looked at a little aside
const LEAST_ALONE = 0.24; // of the score, by how sure the finder's network is
const OF_MANY = 0.85;
const AGREED = 0.5; // of heat: set by scenes drawn to tune, where one in 250 was wrong at 0.25, none at 0.4
const ASIDE = [0.16, 0.08]; // of half a tile's width: how far a place is moved that is not read well
const ALIGNED = 0.2; // the sine of the angle between tiles that are meant to lie in one direction
const LEAST_WORTH = 0.1; // a place that is less likely a tile is no more asked about,
const SLOT = 0.4; // of a tile's width: a place that is as near to the next tile's in a row is taken for that
const SURELY = 0.9; // so likely a tile, the fitter is sure of it
const NEXT = 0.5; // of half a tile's width: so near to where it would lie at a tile's side, another does
const LIKELY = 0.3; // nor is it looked at aside
const UNREAD = 0.45; // so likely a tile, a place of which nothing came is asked about
const BESIDE = 1.5; // of half its width: nearer to a tile that was read lies no other
const MOST_LOOKS = 120; // of a photo, aside of places
const DOUBTFUL = 0.6; // places that are as doubtful are looked for in a larger picture,
const LARGER = 1.2; // if it can be as much larger

/** @param {Pose} place @returns {Fit} */
function nowhere(place) {
  return { ...place, tile: 0 };
}

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
 * @param {(place: Pose) => Fit} fit
 * @returns {Generator<Pose>}
 */
function* around(place, by, gray, well, fit) {
  const moved = fit(place);
  if (moved.tile > LEAST) {
    yield moved;
    yield fit(moved);
  }
  yield place;
  yield enlarged(fitOne(gray, { ...reduced(place, by), light: false }), by);
  const [like] = [...well].sort(
    (a, b) => apart(a.center, place.center) - apart(b.center, place.center),
  );
  if (!like) return;
  const slot = slotNear(place, well);
  if (slot) yield slot;
  yield sizedLike(place, like);
  const line = alignedWith(place, like);
  if (line) yield line;
}

/**
 * The pose of the tile that would lie beside a tile that was read well, or at its end, and touch it, if a place is
 * near: people lay tiles in rows.
 *
 * @param {Pose} place
 * @param {Pose[]} well
 * @returns {Pose | null}
 */
function slotNear(place, well) {
  const reach = SLOT * 2 * long(place.across);
  const slots = well.flatMap(({ center, across, along }) =>
    [across, scaled(across, -1), along, scaled(along, -1)].map((toward) => ({
      center: add(center, toward, 2),
      across,
      along,
    })),
  );
  const [best] = slots
    .map((slot) => ({ slot, far: apart(slot.center, place.center) }))
    .filter(({ far }) => far < reach)
    .sort((a, b) => a.far - b.far);
  return best && aligned(best.slot, place) ? best.slot : null;
}

/** Whether two tiles lie in about one direction. @param {Pose} one @param {Pose} other */
function aligned({ along }, other) {
  const sin = along.x * other.along.y - along.y * other.along.x;
  return Math.abs(sin) < ALIGNED * long(along) * long(other.along);
}

/**
 * A place in the direction of a tile that was read well, or across it; null where it lies at another angle.
 *
 * @param {Pose} place
 * @param {Pose} like
 * @returns {Pose | null}
 */
function alignedWith({ center, along }, like) {
  const unit = 1 / (long(along) * long(like.along) || 1);
  const cos = (along.x * like.along.x + along.y * like.along.y) * unit;
  const sin = (along.x * like.along.y - along.y * like.along.x) * unit;
  if (Math.abs(sin) < ALIGNED) {
    const sign = Math.sign(cos);
    return { center, across: scaled(like.across, sign), along: scaled(like.along, sign) };
  }
  if (Math.abs(cos) > ALIGNED) return null;
  const by = long(like.along) / (long(like.across) || 1);
  return { center, across: scaled(like.along, 1 / by), along: scaled(like.across, -by) };
}

/**
 * Of some poses, the one that is read best; once one is read well, no more.
 *
 * @param {Iterable<Pose>} poses
 * @param {(pose: Pose) => Sight} look
 */
function bestSight(poses, look) {
  /** @type {Sight | null} */
  let best = null;
  for (const pose of poses) {
    if (best && worthOf(best) > CLEAR) break;
    const sight = look(pose);
    if (!best || worthOf(sight) > worthOf(best)) best = sight;
  }
  return best;
}

/** How a pose may be a little off: each pair of ways one after the other. @type {((pose: Pose, by: number) => Pose)[]} */
const MOVES = [
  ({ center, across, along }, by) => ({ center: add(center, along, by / 2), across, along }),
  ({ center, across, along }, by) => ({ center: add(center, across, by), across, along }),
  ({ center, across, along }, by) => ({ center, across, along: scaled(along, 1 + by / 2) }),
  ({ center, across, along }, by) => ({ center, across: scaled(across, 1 + by / 2), along }),
  ({ center, across, along }, by) => ({
    center,
    across: add(across, along, by / 4),
    along: add(along, across, -by),
  }),
];

/**
 * A sight that was read better a little aside, larger, smaller or turned; the same if none was.
 *
 * @param {Sight} sight
 * @param {(pose: Pose) => Sight} look
 */
function settled(sight, look) {
  let best = sight;
  for (const step of ASIDE) {
    for (const move of MOVES) {
      if (worthOf(best) > CLEAR) return best;
      const more = look(move(best, step));
      const other = worthOf(more) > worthOf(best) ? more : look(move(best, -step));
      if (worthOf(other) > worthOf(best)) best = other;
    }
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
 * Where the finder's network tells that tiles lie; it looks closer where it is in doubt and places were not
 * read yet.
 *
 * @param {Network} network
 * @param {Picture} picture
 * @param {Sight[]} seen
 */
export function placesIn(network, picture, seen) {
  const well = seen.filter(isRead);
  // Joints of planks look like tiles that are blank: they do not tell how large tiles are.
  const wide = Math.sqrt(2 * middle(well.filter((sight) => !isBlank(sight)).map(area)));
  const places = findPlaces(network.finder, picture, wide);
  const unread = places.filter(
    ({ center, across, heat }) =>
      heat > WARM && !well.some((sight) => apart(sight.center, center) < long(across) / 2),
  );
  if (!unread.length || doubtOf(places) < DOUBTFUL) return places;
  const likely = places.filter(({ heat }) => heat > WARM);
  const own = wide || 2 * middle(likely.map(({ across }) => long(across)));
  const before = longestSeen(picture, wide, AT_ONCE);
  if (longestSeen(picture, own, CLOSER) < LARGER * before) return places;
  const closer = findPlaces(network.finder, picture, own, CLOSER);
  return doubtOf(closer) < doubtOf(places) ? closer : places;
}

/** The value in the middle; 0 of none. @param {number[]} values */
function middle(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * What is seen where the finder's network tells that tiles lie, and nothing was read well: where the fitter
 * sees the tile from there, by what the finder tells, or with the sides moved to the edges that are near, or with the size of the nearest tile that
 * was read well; then a little aside of that; whichever is read best.
 *
 * @param {Place[]} places
 * @param {Picture} picture
 * @param {Gray} gray the same, small
 * @param {Sight[]} seen
 * @param {Pose[]} bars
 * @param {(pose: Pose) => Sight} look
 * @param {(place: Pose) => Fit} [fit] tells no tile if it is not given
 * @returns {Sight[]}
 */
export function lookAtPlaces(places, picture, gray, seen, bars, look, fit = nowhere) {
  const by = picture.width / gray.width;
  const well = seen.filter(isRead);
  const withPips = well.filter((sight) => !isBlank(sight));
  let looks = MOST_LOOKS;
  const lookAside = (/** @type {Pose} */ pose) => {
    looks -= 1;
    return look(pose);
  };
  // One that only lies over a place that was read well is looked at: that may be halves of two tiles.
  const isNew = (/** @type {Place} */ place) =>
    !well.some(
      (sight) =>
        apart(place.center, sight.center) < long(place.across) / 2 &&
        overlaps(place, sight, MEANT) &&
        !isPartOf(sight, place),
    );
  const size = middle(withPips.map(area));
  const sizeOf = sizeBeside(withPips);
  // As the others are, or as they would be there: too few may tell how that is.
  const isAsLarge = (/** @type {Pose} */ place) =>
    !size || [area(place) / size, sizeOf(place)].some((share) => share > 0.45 && share < 2.2);
  return places.flatMap((place) => {
    if (!isNew(place)) return [];
    const isLikely = place.heat >= SURE || isAsLarge(place) || fit(place).tile > SURELY;
    if (!isLikely) return [];
    const first = bestSight(around(place, by, gray, well, fit), look);
    if (!first || first.likely < LEAST_WORTH) return [];
    const isWorthMore = place.heat > WARM && first.likely > LIKELY && looks > 0;
    const best = isWorthMore ? settled(first, lookAside) : first;
    if (isRead(best)) well.push(best); // the next may be as large, and lie as this does
    return { ...proposed(best, bars), from: place };
  });
}

/** Whether what was read may be a bare part of the tile that lies at the place. @param {Sight} sight @param {Pose} place */
function isPartOf(sight, place) {
  return isBlank(sight) && area(sight) < PART * area(place);
}

/**
 * Where the tiles would lie if two that were read side by side were two across them, where the finder's network or the
 * fitter is not sure of both: of the four halves, only bars tell which belong together.
 *
 * @param {Sight[]} sights
 * @returns {Pose[]}
 */
export function acrossPairs(sights) {
  return sights.flatMap((one, at) =>
    sights.slice(at + 1).flatMap((other) => {
      const heat = Math.min(one.heat ?? 0, other.heat ?? 0);
      const tile = Math.min(one.tile ?? 1, other.tile ?? 1);
      if ((heat > SURE && tile > SURELY) || !isBeside(one, other)) return [];
      const toward = add(other.center, one.center, -1);
      const between = add(one.center, toward, 0.5);
      const { along } = one;
      const turned = along.x * toward.y - along.y * toward.x > 0; // or the tiles would be mirrored
      const across = scaled(along, turned ? -0.5 : 0.5);
      return [0.5, -0.5].map((by) => ({ center: add(between, along, by), across, along: toward }));
    }),
  );
}

/** Whether one tile lies at the long side of another, and touches it. @param {Pose} one @param {Pose} other */
function isBeside(one, other) {
  if (!aligned(one, other)) return false;
  const side = [2, -2].map((by) => apart(add(one.center, one.across, by), other.center));
  return Math.min(...side) < NEXT * long(one.across);
}

/**
 * A place that was proposed and is no bar's: it is the best of many, which counts less than what was read at once.
 *
 * @param {Sight} sight
 * @param {Pose[]} bars
 * @returns {Sight}
 */
export function proposed(sight, bars) {
  return { ...sight, score: sight.score * OF_MANY, alone: !isBarred(sight, bars) };
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
  const near = places.filter(
    (place) => place === sight.from || apart(place.center, sight.center) < reach,
  );
  const heat = Math.max(0, ...near.map((place) => place.heat));
  const isAcross =
    !heat && places.some((place) => place.heat > HOT && overlaps(place, sight, ACROSS));
  const trust = isAcross ? DOUBTED : COLD + (1 - COLD) * Math.min(1, heat / HOT);
  const rivals = places.filter((place) => place.heat > heat && !near.includes(place));
  const agreed =
    near.some((place) => place.heat > AGREED && isAlike(sight, place)) &&
    !rivals.some((place) => overlaps(place, sight, ACROSS));
  return { ...sight, heat, agreed, score: sight.score * trust };
}

/**
 * Places of which the finder's network tells, and of which nothing came: about as large as tiles that were read.
 *
 * @param {Place[]} places
 * @param {Sight[]} read
 * @param {number} most of the smaller of two tiles that may lie within the other
 */
export function unreadIn(places, read, most) {
  return places.filter((place) => {
    const isAsLarge = read.some((sight) => {
      const share = area(place) / area(sight);
      return share > 0.5 && share < 2;
    });
    const isFree = !read.some(
      (sight) =>
        overlaps(place, sight, most) ||
        apart(place.center, sight.center) < BESIDE * long(sight.across),
    );
    return place.heat > UNREAD && isAsLarge && isFree;
  });
}
