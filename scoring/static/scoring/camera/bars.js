// Divider bars: thin straight stripes, darker or lighter than what lies on both long sides. They
// tell where a tile lies, even where tiles touch. Knows no page.

import { apart } from "./geometry.js";
import { darkness, grayAt, patches, sumsOf } from "./gray.js";

/** @import { Gray, Mask, Patch } from "./gray.js" */

/** @typedef {Patch & { contrast: number; light: boolean }} Bar `light`: lighter than its tile */

const SHORTEST = 11; // pixels of a bar
const REACHES = [7, 15, 31]; // pixels around that a pixel is compared with
const THIN = 3.6; // times as long as thick
const THIN_PART = 2.6; // the part of a bar beside its pin
const PIN = { least: 1.28, most: 2.2 }; // how far apart two such parts are, in their lengths
const PARTED = 0.7; // of the contrast: two whole bars in a row are more likely
const PAIRED = 150;
const STEPS = [22, 44, 80]; // how much darker or lighter than its surroundings
const DARK_ONLY = 80; // light bars do not stand off as far
const LEVELS = [35, 60, 100, 140]; // darker than this is dark wherever it is
const CONTRAST = 32;
const SAME = 0.13; // of the length: nearer bars are one, seen in two masks; a row of pips is farther
const FAINT = 0.3; // of the contrast of the clearest: less is the table's grain
const MOST = 45;
const GROUPS = 4;

/**
 * All masks in which bars may stand alone, each with the sign of these: 1 for dark ones.
 *
 * @param {Gray} gray
 * @returns {Generator<{ mask: Mask; sign: number }>}
 */
function* masks(gray) {
  const sums = sumsOf(gray);
  for (const reach of REACHES) {
    const values = darkness(gray, sums, reach);
    for (const least of STEPS) {
      yield { mask: { values, sign: 1, least }, sign: 1 };
      if (least < DARK_ONLY) yield { mask: { values, sign: -1, least }, sign: -1 };
    }
  }
  for (const level of LEVELS) {
    yield { mask: { values: gray.data, sign: -1, least: -level }, sign: 1 };
  }
}

/** Whether the patch is as straight and thin as a bar. @param {Patch} patch @param {number} longest */
function isStripe({ long, thick, fill }, longest) {
  if (long < SHORTEST || long > longest) return false;
  return long / thick > THIN_PART && long / thick < 26 && fill > 0.66;
}

/**
 * The middle value of spots on a line along the stripe, at a distance from its middle.
 *
 * @param {Gray} gray
 * @param {Patch} stripe
 * @param {number} aside
 */
function alongside(gray, { x, y, long, angle }, aside) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const values = [];
  for (let step = -7; step <= 7; step++) {
    const u = (step / 7) * 0.45 * long;
    values.push(grayAt(gray, x + u * c - aside * s, y + u * s + aside * c));
  }
  return values.sort((a, b) => a - b)[7] ?? 0;
}

/**
 * How much the stripe stands off from both sides, alike on both; 0 if it is no bar.
 *
 * @param {Gray} gray
 * @param {Patch} stripe
 * @param {number} sign
 */
function contrastOf(gray, stripe, sign) {
  const aside = Math.max(1.1 * stripe.thick, 0.07 * stripe.long);
  const inner = alongside(gray, stripe, 0);
  const left = alongside(gray, stripe, aside);
  const right = alongside(gray, stripe, -aside);
  const contrast = sign > 0 ? Math.min(left, right) - inner : inner - Math.max(left, right);
  return Math.abs(left - right) > 0.45 * Math.max(left, right) ? 0 : contrast;
}

/**
 * The bars as long as each other, up to what perspective does: one photo shows one set.
 *
 * @param {Bar[]} all
 */
function alike(all) {
  /** @type {Bar[]} */
  let best = [];
  let most = 0;
  for (const { long } of all) {
    const close = all.filter((bar) => bar.long > long * 0.7 && bar.long < long * 1.4);
    const weight = close.reduce((sum, bar) => sum + bar.contrast ** 2 * bar.long, 0);
    if (weight > most) [best, most] = [close, weight];
  }
  return best;
}

/**
 * Stripes that may be bars, in groups of about one length; the clearest group first. The grain of
 * wood and shadows of fingers make groups too: what is read there tells.
 *
 * @param {Gray} gray with its contrast stretched
 * @returns {Bar[][]} of each group the clearest first
 */
export function findBars(gray) {
  let left = stripes(gray);
  const groups = [];
  while (left.length && groups.length < GROUPS) {
    const group = alike(left);
    left = left.filter((bar) => !group.includes(bar));
    const clear = group[Math.min(1, group.length - 1)]?.contrast ?? 0;
    groups.push(group.filter(({ contrast }) => contrast > clear * FAINT).slice(0, MOST));
  }
  return groups;
}

/**
 * Bars that a pin in the middle parts: two stripes of one length, one behind the other.
 *
 * @param {Bar[]} all
 * @returns {Bar[]}
 */
function pinned(all) {
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other) => {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const far = Math.hypot(dx, dy);
      const mean = (one.long + other.long) / 2;
      if (one.light !== other.light || far < mean * PIN.least || far > mean * PIN.most) return [];
      if (Math.abs(one.long - other.long) > 0.3 * mean) return [];
      const aside = [one, other].map(({ angle }) =>
        Math.abs(dx * Math.sin(angle) - dy * Math.cos(angle)),
      );
      if (Math.max(...aside) > 0.1 * far) return [];
      return {
        ...one,
        x: (one.x + other.x) / 2,
        y: (one.y + other.y) / 2,
        long: far + mean,
        angle: Math.atan2(dy, dx),
        contrast: Math.min(one.contrast, other.contrast) * PARTED,
      };
    }),
  );
}

/** @param {Gray} gray @returns {Bar[]} the clearest first */
function stripes(gray) {
  /** @type {Bar[]} */
  const all = [];
  const longest = Math.max(gray.width, gray.height) * 0.45;
  for (const { mask, sign } of masks(gray)) {
    const most = longest * longest * 0.15;
    for (const patch of patches(mask, gray.width, gray.height, 16, most)) {
      if (!isStripe(patch, longest)) continue;
      const contrast = contrastOf(gray, patch, sign);
      if (contrast > CONTRAST) all.push({ ...patch, contrast, light: sign < 0 });
    }
  }
  /** @type {Bar[]} */
  const kept = [];
  for (const bar of all.sort((a, b) => b.contrast - a.contrast)) {
    const again = kept.some((other) => apart(bar, other) < SAME * Math.max(bar.long, other.long));
    if (!again) kept.push(bar);
  }
  const whole = kept.filter(({ long, thick }) => long / thick > THIN);
  return [...whole, ...pinned(kept.slice(0, PAIRED))].sort((a, b) => b.contrast - a.contrast);
}
