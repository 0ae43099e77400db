// A photo of a hand, read: which tiles lie where, and how certain that is. Knows no page.

import { findBars } from "./bars.js";
import { FROM_ABOVE, TILTS, fitOne, fitToEdges, sizedAlike } from "./edges.js";
import {
  bestTogether,
  cornersOf,
  enlarged,
  inView,
  overlaps,
  scaled,
  turned,
  withoutDoubles,
} from "./geometry.js";
import { grayOf } from "./gray.js";
import { bounds, fitted } from "./image.js";
import { inkAt } from "./inks.js";
import { LEAST, Looker, isBlank, isLikelyAfter, isRead, leftAfter } from "./looks.js";
import { neighboursOf } from "./neighbours.js";
import { findOutlines } from "./outlines.js";
import { sizeBeside } from "./perspective.js";
import {
  acrossPairs,
  isPlausible,
  lookAtPlaces,
  placesIn,
  proposed,
  unreadIn,
  withHeat,
} from "./places.js";
import { weighedAgainst } from "./rivals.js";

/** @import { Picture, Point, Pose } from "./image.js" */
/** @import { Bar } from "./bars.js" */
/** @import { Barred, Tilt } from "./edges.js" */
/** @import { Place } from "./finder.js" */
/** @import { Sight } from "./looks.js" */
/** @import { Network } from "./network.js" */
/** @import { Gray } from "./gray.js" */
/** @import { Ink } from "./inks.js" */

/**
 * What is known of the photo: the most pips of the set, and how many tiles are in it.
 *
 * @typedef {{ most?: number | null; count?: number | null }} Known
 */

/** @typedef {{ ends: [number, number]; probability: number }} Alternative larger end first */

/** @typedef {{ pips: number; probability: number }} HalfAlternative */

/**
 * A tile as it was read. `certainty` is the probability that it is right; the corners begin at one
 * side of the first end, in pixels of the picture that was given.
 *
 * @typedef {object} TileRead
 * @property {[number, number]} ends
 * @property {number} certainty
 * @property {boolean} certain whether a person need not look at it
 * @property {Alternative[]} alternatives the most probable first; they add up to 1
 * @property {[HalfAlternative[], HalfAlternative[]]} halves the same of each half, if it is one
 * @property {[Ink, Ink]} inks the color of each half's pips beside the tile's own
 * @property {number} none the probability that no tile lies here
 * @property {Point[]} corners
 */

/**
 * What was read in a photo; `unread` are the corners of places where a tile seems to lie that could not be read.
 *
 * @typedef {{ tiles: TileRead[]; total: number; confidence: number; unread: Point[][] }} Reading
 */

const FINDING = 1000; // pixels of a photo's longer side, where tiles are looked for
const DARKEST = 0.0003; // of all pixels: a few bars on a light table are no more
const LIGHTEST = 0.01;
const BAR = 0.82; // of a tile's width that its bar is long, on most
const SHORT = 0.64; // on others
const LONGEST = 1280; // pixels of a photo's longer side; more is made smaller first
const SAME = 0.93; // of a place within another: it is the same tile's
const OVERLAP = 0.25; // tiles lie beside each other
const LEAST_CLEAR = 0.2; // where nothing is more likely than this, it is rather no tile
const PROBED = 6; // bars of a group that are looked at first
const PROMISING = 0.35; // a group in which nothing is read as well is of no tiles
const TILTS_READ = 3; // of the tilts
const GROUPS_TILTED = 2; // of which tilts are tried
const MOST_OUTLINES = 40;
const CERTAIN_TILE = 0.5; // what the fitter holds less likely a tile is never certain
const LEAST_IN_VIEW = 0.75; // of a place within the photo: where more is cut off, pips may be, too
const LEAST_HAND = 2; // tiles of another size
const BEYOND_DOUBT = 0.9;
const LEAST_OTHER = 0.02; // a second blank that is less likely anything else is rather the table,
const LEAST_HEAT = 0.4; // where the finder's network is less sure,
const LEAST_BLANK = 0.8; // or which is less certain itself,
const MOST_BLANK = 3; // or where more are blank: these are bricks
const LEAST_HALF = 0.001; // less probable numbers of a half are left out
const CERTAIN = 0.98; // at and above, a tile is shown as certain,
const CERTAIN_HAND = 0.93; // if the mean of the photo is as high: both set by what was drawn to tune

/** The picture in gray and small, all but a few pixels of it from 0 to 255. @param {Picture} picture */
function stretchedGray(picture) {
  const gray = fitted(grayOf(picture), FINDING, 1);
  const { low, high } = bounds(gray.data, DARKEST, LIGHTEST);
  const span = Math.max(40, high - low) / 255;
  return { ...gray, data: gray.data.map((value) => (value - low) / span) };
}

/** @param {Bar} bar @returns {Barred & { score: number }} as wide as most tiles with such a bar */
function roughly({ x, y, long: length, angle, light }) {
  const half = length / BAR / 2;
  const [c, s] = [Math.cos(angle) * half, Math.sin(angle) * half];
  const across = { x: c, y: s };
  return { center: { x, y }, across, along: { x: 2 * s, y: -2 * c }, light, score: 1 };
}

/**
 * Places about as large as each other where they lie, of which the most is read best: one photo shows one set, from
 * one side.
 *
 * @param {Sight[]} sights
 */
function alike(sights) {
  /** @type {Sight[]} */
  let best = [];
  let most = 0;
  const sizeOf = sizeBeside(sights.filter(isBeyondDoubt));
  const sizes = new Map(sights.map((sight) => [sight, sizeOf(sight)]));
  for (const size of sizes.values()) {
    const close = sights.filter((sight) => {
      const share = (sizes.get(sight) ?? 0) / size;
      return share > 0.4 && share < 2.5;
    });
    const weight = close.reduce((sum, { score }) => sum + score ** 2, 0);
    if (weight > most) [best, most] = [close, weight];
  }
  return best;
}

/**
 * The same, and beside them those of another hand in the photo, nearer to the camera or farther from it: several
 * about as large as each other, each of which is beyond doubt.
 *
 * @param {Sight[]} sights
 */
export function ofHands(sights) {
  const first = alike(sights);
  const second = alike(sights.filter((sight) => !first.includes(sight) && isBeyondDoubt(sight)));
  return second.length < LEAST_HAND ? first : [...first, ...second];
}

/** Whether the reader and the finder are sure of a tile that has pips. @param {Sight} sight */
function isBeyondDoubt(sight) {
  const sure = Math.min(sight.score, sight.likely) > BEYOND_DOUBT;
  return sure && isAgreed(sight) && !isBlank(sight);
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

/** @param {number[]} chances @returns {HalfAlternative[]} the most probable first */
function halfAlternatives(chances) {
  const sum = chances.slice(0, -1).reduce((total, chance) => total + chance, 1e-12);
  return chances
    .slice(0, -1)
    .map((chance, pips) => ({ pips, probability: chance / sum }))
    .filter(({ probability }) => probability > LEAST_HALF)
    .sort((a, b) => b.probability - a.probability);
}

/**
 * What each place shows; a tile is in a set but once, so of two alike the less certain is the next
 * that it may be.
 *
 * @param {Sight[]} sights
 * @param {number} by pixels of the given picture for one of the smaller
 * @param {Looker} looker
 * @returns {TileRead[]}
 */
function tilesOf(sights, by, looker) {
  const { picture } = looker;
  const isSteady = (/** @type {Sight} */ sight) =>
    inView(sight, picture) === 1 && looker.isSteady(sight);
  const taken = new Set();
  const isPaved = sights.filter(isBlank).length > MOST_BLANK;
  const isRatherTable = (/** @type {Sight} */ sight) =>
    isBlank(sight) && (isPaved || (sight.heat ?? 0) < LEAST_HEAT);
  return sights
    .map((sight) => ({ sight, list: alternatives(sight) }))
    .sort((a, b) => (b.list[0]?.probability ?? 0) - (a.list[0]?.probability ?? 0))
    .flatMap(({ sight, list }) => {
      const left = list.filter(({ ends }) => !taken.has(ends.join("-")));
      const [best] = left;
      if (!best || (best.probability < LEAST_OTHER && isRatherTable(sight))) return [];
      const changed = best !== list[0];
      const certainty = best.probability * Math.min(1, sight.likely + 0.3) * (changed ? 0.5 : 1);
      if (!Math.max(...best.ends) && certainty < LEAST_BLANK) return [];
      taken.add(best.ends.join("-"));
      return {
        ends: best.ends,
        certainty,
        certain: isAgreed(sight) && isLikelyAfter(sight) && certainty >= CERTAIN && isSteady(sight),
        alternatives: list,
        halves: [halfAlternatives(sight.halves[0]), halfAlternatives(sight.halves[1])],
        inks: [inkAt(picture, sight), inkAt(picture, turned(sight))],
        none: 1 - sight.likely,
        corners: cornersOf(sight).map((corner) => scaled(corner, by)),
      };
    });
}

/** Whether the finder's network tells of the tile, and a bar or an outline, and the fitter sees one. @param {Sight} sight */
function isAgreed({ alone, agreed, tile = 1, aside = tile }) {
  return !alone && agreed === true && aside > CERTAIN_TILE;
}

/**
 * The tiles, marked where a person need not look: those that were read well, in a photo that was read
 * well as a whole. Where much is doubtful, even a clear reading may be of what is no tile.
 *
 * @param {TileRead[]} tiles
 */
function withCertain(tiles) {
  const sum = tiles.reduce((total, { certainty }) => total + certainty, 0);
  const well = sum >= CERTAIN_HAND * tiles.length;
  return well ? tiles : tiles.map((tile) => ({ ...tile, certain: false }));
}

/** How well a place was read, from 0 to 1. @param {Sight[]} sights */
function worth(sights) {
  return sights.reduce((sum, { score, likely }) => sum + (likely > LEAST ? score : 0), 0);
}

/**
 * What is seen at the bars of a group; only a few are looked at if these are no tiles.
 *
 * @template P
 * @param {P[]} places
 * @param {(place: P) => Sight} look
 */
function lookAtGroup(places, look) {
  const first = places.slice(0, PROBED).map(look);
  const good = first.some(({ score, likely }) => score > PROMISING && likely > LEAST);
  return good ? [...first, ...places.slice(PROBED).map(look)] : [];
}

/** The tiles if they are so many times as wide as most with such bars. @param {Barred[]} bars @param {number} by */
function widened(bars, by) {
  return bars.map((pose) => ({ ...pose, across: scaled(pose.across, by) }));
}

/**
 * What is seen at the bars at one of the tilts that make the edges of the tiles clearest, or if bars
 * are shorter than most, if that is read better than as from above.
 *
 * @param {Gray} gray
 * @param {Barred[][]} groups
 * @param {Sight[]} above
 * @param {(bars: Barred[], tilt: Tilt) => Sight[]} seenAt
 * @param {(pose: Pose) => Sight} look
 */
function lookAtTilts(gray, groups, above, seenAt, look) {
  const some = groups.slice(0, GROUPS_TILTED).map((bars) => bars.slice(0, PROBED));
  const guess = (/** @type {Tilt} */ tilt, by = 1) => {
    const poses = some.flatMap((bars) => fitToEdges(gray, widened(bars, by), tilt));
    return { tilt, by, poses, clear: poses.reduce((sum, { clear }) => sum + clear, 0) };
  };
  const tilts = TILTS.map((tilt) => guess(tilt)).sort((a, b) => b.clear - a.clear);
  const [best] = [guess(FROM_ABOVE, BAR / SHORT), ...tilts.slice(0, TILTS_READ)]
    .map(({ tilt, by, poses }) => ({ tilt, by, worth: worth(poses.map(look)) }))
    .sort((a, b) => b.worth - a.worth);
  if (!best) return above;
  const other = groups.flatMap((bars) => seenAt(widened(bars, best.by), best.tilt));
  return worth(other) > worth(above) ? other : above;
}

/**
 * What is seen at outlines where no bar was read well.
 *
 * @param {Gray} gray
 * @param {Sight[]} barred
 * @param {number} by pixels of the picture for one of the gray one
 * @param {(pose: Pose) => Sight} look
 */
function lookAtOutlines(gray, barred, by, look) {
  const well = barred.filter(isRead);
  const outlined = findOutlines(gray)
    .map((pose) => ({ ...enlarged(pose, by), score: 0.5 }))
    .filter((pose) => !well.some((sight) => overlaps(pose, sight, OVERLAP)));
  return withoutDoubles(outlined, SAME).slice(0, MOST_OUTLINES).map(look);
}

/**
 * What may be tiles, where the fitter sees them, read by both readers; and what lies across pairs of these.
 *
 * @param {Sight[]} sights
 * @param {Looker} looker
 * @param {Place[]} places
 * @param {Pose[]} bars
 */
function readTwice(sights, looker, places, bars) {
  const twice = sights.map((sight) => looker.readTwice(looker.refitted(sight)));
  const across = acrossPairs(twice).map((pose) =>
    withHeat(proposed(looker.gaze(looker.fit(pose)), bars), places),
  );
  return [...twice, ...across.filter(isPlausible)];
}

/**
 * All that may be tiles: at the bars, as from above, and at a tilt if something there is hard to read;
 * at outlines; and where the finder's network tells of tiles.
 *
 * @param {Looker} looker
 * @param {Picture} picture
 */
function lookEverywhere(looker, picture) {
  const look = (/** @type {Pose} */ pose) => looker.glance(pose);
  const gray = stretchedGray(picture);
  const by = picture.width / gray.width;
  const lookHere = (/** @type {Pose} */ pose) => look(enlarged(pose, by));
  const groups = findBars(gray).map((bars) => bars.map(roughly));
  const seenAt = (/** @type {Barred[]} */ bars, /** @type {Tilt} */ tilt) =>
    lookAtGroup(sizedAlike(gray, bars, tilt), (pose) => lookHere(fitOne(gray, pose)));
  const above = groups.flatMap((bars) => seenAt(bars, FROM_ABOVE));
  const likely = above.filter((sight) => sight.likely > LEAST);
  // Tilts come before the places: with the tilt that is right, edges tell more exactly how tiles lie.
  const barred =
    likely.length && likely.every(isRead)
      ? above
      : lookAtTilts(gray, groups, above, seenAt, lookHere);
  const sights = [...barred, ...lookAtOutlines(gray, barred, by, look)];
  const places = placesIn(looker.network, picture, barred);
  const bars = groups.flat().map((bar) => enlarged(bar, by));
  const fit = (/** @type {Pose} */ pose) => looker.fit(pose);
  const placed = lookAtPlaces(places, picture, gray, sights, bars, look, fit);
  const all = [...sights, ...placed].map((sight) => withHeat(sight, places)).filter(isPlausible);
  return { all, places, bars };
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
  const looker = new Looker(network, picture, most);
  const isLikely = (/** @type {Sight} */ { likely, score }) =>
    count != null || (likely > LEAST && score > LEAST_CLEAR);
  const { all, places, bars } = lookEverywhere(looker, picture);
  const isSeen = (/** @type {Pose} */ pose) => inView(pose, picture) > LEAST_IN_VIEW;
  const some = readTwice(all.filter(isLikely), looker, places, bars)
    .filter(isLikely)
    .filter((sight) => count != null || isSeen(sight));
  const chosen = bestTogether(weighedAgainst(ofHands(some), looker, OVERLAP), OVERLAP);
  const alone = [...chosen, ...neighboursOf(chosen, looker, isSeen, OVERLAP)]
    .slice(0, count ?? Infinity)
    .map((sight) => looker.study(sight))
    .flatMap((sight) => (count == null ? leftAfter(sight) : [sight]));
  const tiles = withCertain(tilesOf(alone, photo.width / picture.width, looker));
  const total = tiles.reduce((sum, { ends }) => sum + ends[0] + ends[1], 0);
  const confidence = tiles.reduce((product, { certainty }) => product * certainty, 1);
  const unread = (count == null ? unreadIn(places, alone, OVERLAP) : []).map((place) =>
    cornersOf(place).map((corner) => scaled(corner, photo.width / picture.width)),
  );
  return { tiles, total, confidence: tiles.length ? confidence : 0, unread };
}
