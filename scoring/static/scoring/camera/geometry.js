// Points and vectors, and how tiles lie. Knows no page.

/** @import { Point, Pose } from "./image.js" */

const BETTER = 1.25; // times as good as one place, to take several instead

/** @param {Point} a @param {Point} b @param {number} [times] */
export function add(a, b, times = 1) {
  return { x: a.x + b.x * times, y: a.y + b.y * times };
}

/** @param {Point} vector @param {number} by */
export function scaled(vector, by) {
  return { x: vector.x * by, y: vector.y * by };
}

/** @param {Point} vector */
export function long(vector) {
  return Math.hypot(vector.x, vector.y);
}

/** @param {Point} a @param {Point} b */
export function apart(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The other way round: its second end first. @template {Pose} P @param {P} pose */
export function turned(pose) {
  return { ...pose, across: scaled(pose.across, -1), along: scaled(pose.along, -1) };
}

/** A pose in a picture so many times as large. @param {Pose} pose @param {number} by @returns {Pose} */
export function enlarged({ center, across, along }, by) {
  const shifted = { x: (center.x + 0.5) * by, y: (center.y + 0.5) * by };
  return { center: shifted, across: scaled(across, by), along: scaled(along, by) };
}

/** The other way round. @param {Pose} pose @param {number} by @returns {Pose} */
export function reduced({ center, across, along }, by) {
  const shifted = { x: center.x / by - 0.5, y: center.y / by - 0.5 };
  return { center: shifted, across: scaled(across, 1 / by), along: scaled(along, 1 / by) };
}

/** @param {Pose} pose */
export function area({ across, along }) {
  return Math.abs(across.x * along.y - across.y * along.x);
}

/** @param {Pose} pose @returns {Point[]} */
export function cornersOf({ center, across, along }) {
  return [
    add(add(center, across, -1), along),
    add(add(center, across), along),
    add(add(center, across), along, -1),
    add(add(center, across, -1), along, -1),
  ];
}

/** Whether the point lies within the tile. @param {Point} point @param {Pose} pose */
function within(point, { center, across, along }) {
  const dx = point.x - center.x;
  const dy = point.y - center.y;
  const whole = across.x * along.y - across.y * along.x;
  if (!whole) return true;
  const u = (dx * along.y - dy * along.x) / whole;
  const v = (across.x * dy - across.y * dx) / whole;
  return Math.abs(u) < 1 && Math.abs(v) < 1;
}

/** Points all over a tile. @param {Pose} pose */
function spotsOn({ center, across, along }) {
  const shares = [-0.8, -0.4, 0, 0.4, 0.8];
  return shares.flatMap((v) => shares.map((u) => add(add(center, across, u), along, v)));
}

/** How much of a tile lies within another, by spots of it. @param {Pose} pose @param {Pose} other */
function covered(pose, other) {
  if (apart(pose.center, other.center) > long(pose.along) + long(other.along)) return 0;
  const spots = spotsOn(pose);
  return spots.filter((spot) => within(spot, other)).length / spots.length;
}

/** How much of a tile is in a picture rather than cut off at its edge, by spots of it. @param {Pose} pose @param {{ width: number; height: number }} picture */
export function inView(pose, { width, height }) {
  const spots = spotsOn(pose);
  const seen = spots.filter(({ x, y }) => x > 0 && y > 0 && x < width && y < height);
  return seen.length / spots.length;
}

/** Whether more than so much of the smaller lies within the other. @param {Pose} pose @param {Pose} other @param {number} most */
export function overlaps(pose, other, most) {
  return Math.max(covered(pose, other), covered(other, pose)) > most;
}

/**
 * Places beside each other that were read best together. Between two tiles that touch, half of one
 * and half of the other may look like a tile too: both tiles weigh more than what lies across them.
 *
 * @template {Pose & { score: number }} P
 * @param {P[]} places
 * @param {number} most of the smaller that may lie within the other
 * @returns {P[]} the best first
 */
export function bestTogether(places, most) {
  let kept = withoutDoubles(places, most);
  for (const place of [...kept]) {
    const others = kept.filter((other) => other !== place);
    const free = places.filter((one) => !others.some((other) => overlaps(one, other, most)));
    const instead = withoutDoubles(
      free.filter((one) => one !== place && overlaps(one, place, most)),
      most,
    );
    const isBetter = weightOf(instead) > place.score * BETTER;
    if (instead.length > 1 && isBetter) kept = [...others, ...instead];
  }
  return inBlocks(kept, places, most).sort((a, b) => b.score - a.score);
}

/** @param {{ score: number }[]} places */
function weightOf(places) {
  return places.reduce((sum, { score }) => sum + score, 0);
}

/**
 * The places, but where tiles touch, those that lie across several of them instead, if these weigh more together: two
 * tiles side by side look like two across them.
 *
 * @template {Pose & { score: number }} P
 * @param {P[]} kept
 * @param {P[]} places
 * @param {number} most of the smaller that may lie within the other
 */
function inBlocks(kept, places, most) {
  let best = kept;
  for (const place of places) {
    const rivals = best.filter((other) => overlaps(place, other, most));
    if (rivals.length < 2) continue;
    const others = best.filter((other) => !rivals.includes(other));
    const beside = [place, ...others];
    const free = places.filter(
      (one) => !rivals.includes(one) && !beside.some((other) => overlaps(one, other, most)),
    );
    const instead = [place, ...withoutDoubles(free, most)];
    if (weightOf(instead) > weightOf(rivals)) best = [...others, ...instead];
  }
  return best;
}

/**
 * The best of places that are the same tile's, or lie over it in part.
 *
 * @template {Pose & { score: number }} P
 * @param {P[]} places
 * @param {number} most of the smaller that may lie within the other
 * @returns {P[]}
 */
export function withoutDoubles(places, most) {
  /** @type {P[]} */
  const kept = [];
  for (const place of [...places].sort((a, b) => b.score - a.score)) {
    if (!kept.some((other) => overlaps(place, other, most))) kept.push(place);
  }
  return kept;
}
