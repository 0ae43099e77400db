// A picture in gray, and what stands off from its surroundings in it. Knows no page.

import { simd } from "./simd.js";

/** @import { Picture, Point } from "./image.js" */

/** @typedef {{ width: number; height: number; data: Float32Array }} Gray */

/** A patch that hangs together, as the narrowest upright-turned box around it. */
/** @typedef {{ x: number; y: number; long: number; thick: number; angle: number; fill: number }} Patch */

/** @param {Picture} picture @returns {Gray} */
export function grayOf({ width, height, data }) {
  const gray = new Float32Array(width * height);
  for (let at = 0, from = 0; at < gray.length; at++, from += 3) {
    gray[at] =
      0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  }
  return { width, height, data: gray };
}

/** The value at a spot, of the nearest pixel. @param {Gray} gray @param {number} x @param {number} y */
export function grayAt({ width, height, data }, x, y) {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  const row = Math.min(height - 1, Math.max(0, Math.round(y)));
  return data[row * width + column] ?? 0;
}

/** Sums of all that is above and left, to have the mean of any square. @param {Gray} gray */
export function sumsOf({ width, height, data }) {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let line = 0;
    for (let x = 0; x < width; x++) {
      line += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = line + (sums[y * (width + 1) + x + 1] ?? 0);
    }
  }
  return sums;
}

/**
 * How much darker each pixel is than the mean around it.
 *
 * @param {Gray} gray
 * @param {Float64Array} sums
 * @param {number} reach
 */
export function darkness({ width, height, data }, sums, reach) {
  const result = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach) * (width + 1);
    const bottom = Math.min(height, y + reach + 1) * (width + 1);
    const tall = (bottom - top) / (width + 1);
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const sum =
        (sums[bottom + right] ?? 0) -
        (sums[bottom + left] ?? 0) -
        (sums[top + right] ?? 0) +
        (sums[top + left] ?? 0);
      result[at] = sum / (tall * (right - left)) - (data[at] ?? 0);
    }
  }
  return result;
}

/**
 * Pixels that stand out: their values, times the sign, are above the least.
 *
 * @typedef {{ values: Float32Array; sign: number; least: number }} Mask
 */

/**
 * Lines of set pixels, row by row: where each begins and ends, and its row.
 *
 * @typedef {{ first: Int32Array; last: Int32Array; row: Int32Array; count: number }} Lines
 */

// Kept, since each photo needs them many times.
/** @type {Lines} */
let linesBefore = linesFor(0);
let patchesBefore = new Int32Array();

/** @param {number} most @returns {Lines} */
function linesFor(most) {
  const [first, last] = [new Int32Array(most), new Int32Array(most)];
  return { first, last, row: new Int32Array(most), count: 0 };
}

/**
 * The patches of a mask that hang together.
 *
 * @param {Mask} mask
 * @param {number} width
 * @param {number} height
 * @param {number} least pixels of a patch
 * @param {number} most
 */
export function patches(mask, width, height, least, most) {
  const lines = (simd ?? { linesOf }).linesOf(mask, width, height);
  const { first, last, count } = lines;
  const patch = joined(lines);
  const sizes = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const own = patch[at] ?? 0;
    const size = /** @type {number} */ (last[at]) - /** @type {number} */ (first[at]) + 1;
    sizes[own] = (sizes[own] ?? 0) + size;
  }
  /** @type {Map<number, number[]>} */
  const kept = new Map();
  for (let at = 0; at < count; at++) {
    const own = patch[at] ?? 0;
    const size = sizes[own] ?? 0;
    if (size < least || size > most) continue;
    const before = kept.get(own);
    if (before) before.push(at);
    else kept.set(own, [at]);
  }
  return [...kept.values()].map((all) => patchOf(lines, all));
}

/**
 * All lines of the mask.
 *
 * @param {Mask} mask
 * @param {number} width
 * @param {number} height
 * @returns {Lines}
 */
function linesOf({ values, sign, least }, width, height) {
  const most = (Math.ceil(width / 2) + 1) * height;
  if (linesBefore.first.length < most) linesBefore = linesFor(most);
  const lines = linesBefore;
  lines.count = 0;
  for (let row = 0; row < height; row++) {
    const end = (row + 1) * width;
    let at = row * width;
    while (at < end) {
      while (at < end && /** @type {number} */ (values[at]) * sign <= least) at++;
      if (at === end) break;
      lines.first[lines.count] = at - row * width;
      while (at < end && /** @type {number} */ (values[at]) * sign > least) at++;
      lines.last[lines.count] = at - 1 - row * width;
      lines.row[lines.count++] = row;
    }
  }
  return lines;
}

/**
 * The patch of each line, by its first line: lines of neighboring rows that touch are of one.
 *
 * @param {Lines} lines
 */
function joined({ first, last, row, count }) {
  if (patchesBefore.length < count) patchesBefore = new Int32Array(2 * count);
  const parent = patchesBefore; // a line before it of the same patch, or itself
  let upper = 0; // the first line of the row above that is not left of this one
  let begin = 0; // of the own row
  for (let line = 0; line < count; line++) {
    if (row[line] !== row[begin]) {
      const isNext = row[line] === /** @type {number} */ (row[begin]) + 1;
      upper = isNext ? begin : line;
      begin = line;
    }
    const left = /** @type {number} */ (first[line]) - 1;
    const right = /** @type {number} */ (last[line]) + 1;
    parent[line] = line;
    while (upper < begin && /** @type {number} */ (last[upper]) < left) upper++;
    for (let at = upper; at < begin && /** @type {number} */ (first[at]) <= right; at++) {
      const [own, other] = [rootOf(parent, line), rootOf(parent, at)];
      parent[Math.max(own, other)] = Math.min(own, other);
    }
  }
  for (let line = 0; line < count; line++) parent[line] = parent[parent[line] ?? 0] ?? 0;
  return parent;
}

/** @param {Int32Array} parent @param {number} line */
function rootOf(parent, line) {
  let root = line;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root] ?? 0] ?? 0; // shorten the way for the next
    root = parent[root] ?? 0;
  }
  return root;
}

/**
 * How far a patch reaches from its middle, along an angle and across.
 *
 * @param {Lines} lines
 * @param {number[]} all
 * @param {Point} middle
 * @param {number} angle
 */
function reachOf({ first, last, row }, all, middle, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  let [low, high, near, far] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const line of all) {
    const y = /** @type {number} */ (row[line]) - middle.y;
    for (const ends of [first, last]) {
      const x = /** @type {number} */ (ends[line]) - middle.x;
      const u = x * c + y * s;
      const v = y * c - x * s;
      if (u < low) low = u;
      if (u > high) high = u;
      if (v < near) near = v;
      if (v > far) far = v;
    }
  }
  return { low, high, near, far };
}

/** By its moments, and how far it reaches. @param {Lines} lines @param {number[]} all @returns {Patch} */
function patchOf(lines, all) {
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (const line of all) {
    const a = /** @type {number} */ (lines.first[line]);
    const b = /** @type {number} */ (lines.last[line]);
    const y = /** @type {number} */ (lines.row[line]);
    const size = b - a + 1;
    const sum = (size * (a + b)) / 2;
    n += size;
    sx += sum;
    sy += size * y;
    sxx += (b * (b + 1) * (2 * b + 1) - (a - 1) * a * (2 * a - 1)) / 6;
    sxy += sum * y;
    syy += size * y * y;
  }
  const [mx, my] = [sx / n, sy / n];
  const angle = Math.atan2(2 * (sxy / n - mx * my), sxx / n - mx * mx - (syy / n - my * my)) / 2;
  const { low, high, near, far } = reachOf(lines, all, { x: mx, y: my }, angle);
  const [u, v] = [(low + high) / 2, (near + far) / 2];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [long, thick] = [high - low + 1, far - near + 1];
  return {
    x: mx + u * c - v * s,
    y: my + u * s + v * c,
    long,
    thick,
    angle,
    fill: n / (long * thick),
  };
}
