// Pictures as plain arrays: made smaller, cut out, put at an even exposure. Knows no page.

import { simd } from "./simd.js";

/**
 * A picture, three numbers from 0 to 255 a pixel: red, green, blue.
 *
 * @typedef {{ width: number; height: number; data: Float32Array }} Picture
 */

/** @typedef {{ x: number; y: number }} Point */

/**
 * How a tile lies: its middle, the vector from there to the middle of a long side, and the one to
 * the middle of its first end.
 *
 * @typedef {{ center: Point; across: Point; along: Point }} Pose
 */

/** @param {number} width @param {number} height @returns {Picture} */
export function emptyPicture(width, height) {
  return { width, height, data: new Float32Array(width * height * 3) };
}

/**
 * A picture of the pixels of a canvas.
 *
 * @param {Uint8ClampedArray | Uint8Array} rgba
 * @param {number} width
 * @param {number} height
 */
export function pictureOf(rgba, width, height) {
  const picture = emptyPicture(width, height);
  for (let from = 0, to = 0; to < picture.data.length; from += 4, to += 3) {
    picture.data[to] = rgba[from] ?? 0;
    picture.data[to + 1] = rgba[from + 1] ?? 0;
    picture.data[to + 2] = rgba[from + 2] ?? 0;
  }
  return picture;
}

/**
 * Of each new pixel of a line: the first of so many old ones that it covers, and how much of each; of some, nothing.
 *
 * @typedef {{ firsts: Int32Array; count: number; shares: Float64Array }} Coverage
 */

/** @param {number} before @param {number} after @returns {Coverage} */
function coverage(before, after) {
  const step = before / after;
  const count = Math.min(before, Math.ceil(step) + 1); // the same for all: a loop that is as long each time is fast
  const firsts = new Int32Array(after);
  const shares = new Float64Array(after * count);
  for (let at = 0; at < after; at++) {
    const [from, to] = [at * step, Math.min(before, (at + 1) * step)];
    const first = Math.min(before - count, Math.floor(from));
    firsts[at] = first;
    for (let pixel = first; pixel < first + count; pixel++) {
      const share = (Math.min(to, pixel + 1) - Math.max(from, pixel)) / (to - from);
      shares[at * count + pixel - first] = Math.max(0, share);
    }
  }
  return { firsts, count, shares };
}

/**
 * The picture at another size, each pixel the mean of what it covers. Only ever smaller.
 *
 * @param {Picture} picture
 * @param {number} width
 * @param {number} height
 * @param {number} depth numbers a pixel
 * @returns {Picture}
 */
export function shrunk(picture, width, height, depth = 3) {
  if (width === picture.width && height === picture.height) return picture;
  const data = new Float32Array(width * height * depth);
  const smaller = { width, height, data };
  const [rows, columns] = [coverage(picture.height, height), coverage(picture.width, width)];
  if (simd) {
    simd.shrink(picture, rows, columns, smaller, depth);
    return smaller;
  }
  const row = new Float64Array(picture.width * depth);
  for (let y = 0; y < height; y++) {
    row.fill(0);
    for (let at = 0; at < rows.count; at++) {
      const share = rows.shares[y * rows.count + at] ?? 0;
      if (share > 0) addRow(picture.data, ((rows.firsts[y] ?? 0) + at) * row.length, share, row);
    }
    narrow(row, columns, depth, data, y * width * depth);
  }
  return smaller;
}

/** Add a share of a row. @param {Float32Array} data @param {number} from @param {number} share @param {Float64Array} sums */
function addRow(data, from, share, sums) {
  for (let at = 0; at < sums.length; at++) {
    sums[at] = (sums[at] ?? 0) + share * (data[from + at] ?? 0);
  }
}

/**
 * Write a row with fewer pixels.
 *
 * @param {Float64Array} row
 * @param {Coverage} columns
 * @param {number} depth
 * @param {Float32Array} to
 * @param {number} place
 */
function narrow(row, { firsts, count, shares }, depth, to, place) {
  for (let channel = 0; channel < depth; channel++) {
    for (let x = 0, part = 0; x < firsts.length; x++) {
      let from = (firsts[x] ?? 0) * depth + channel;
      let sum = 0;
      for (let at = 0; at < count; at++, part++, from += depth) {
        sum += (shares[part] ?? 0) * (row[from] ?? 0);
      }
      to[place + x * depth + channel] = sum;
    }
  }
}

/**
 * The picture with its longer side at most so long.
 *
 * @param {Picture} picture
 * @param {number} longest in pixels
 * @param {number} [depth] numbers a pixel
 */
export function fitted(picture, longest, depth) {
  const by = Math.min(1, longest / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * by));
  return shrunk(picture, width, Math.max(1, Math.round(picture.height * by)), depth);
}

/**
 * The values below which so small a share of all lies, and above which so small a share lies.
 *
 * @param {Float32Array} values from 0 to 255
 * @param {number} below
 * @param {number} above
 */
export function bounds(values, below, above) {
  const counts = new Uint32Array(256);
  for (let at = 0; at < values.length; at += 7) {
    const bin = Math.min(255, Math.max(0, Math.round(values[at] ?? 0)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const all = Math.ceil(values.length / 7);
  const edge = (
    /** @type {number} */ start,
    /** @type {number} */ step,
    /** @type {number} */ share,
  ) => {
    let bin = start;
    let sum = counts[bin] ?? 0;
    while (sum < share * all && bin + step >= 0 && bin + step < 256) {
      bin += step;
      sum += counts[bin] ?? 0;
    }
    return bin;
  };
  return { low: edge(0, 1, below), high: edge(255, -1, above) };
}

/**
 * What lies in a parallelogram of the picture, as a picture of its own. Its corner is the middle of
 * the first pixel's outer corner; beyond the edge, the edge goes on.
 *
 * @param {Picture} picture
 * @param {Point} corner
 * @param {Point} right from the corner to the end of its first line
 * @param {Point} down from the corner to the end of its first column
 * @param {number} width
 * @param {number} height
 */
export function cutOut(picture, corner, right, down, width, height) {
  const part = emptyPicture(width, height);
  // A pixel of the part may cover several of the picture: then the mean of a few spots in it.
  const step = Math.max(Math.hypot(right.x, right.y) / width, Math.hypot(down.x, down.y) / height);
  const spots = Math.min(4, Math.max(1, Math.round(step)));
  if (simd) simd.cutOut(picture, corner, right, down, part, spots);
  else addSpots(picture, corner, right, down, part, spots);
  return part;
}

/**
 * Add so many spots squared to each pixel of a part.
 *
 * @param {Picture} picture
 * @param {Point} corner
 * @param {Point} right
 * @param {Point} down
 * @param {Picture} part
 * @param {number} spots
 */
function addSpots(picture, corner, right, down, { width, height, data }, spots) {
  const weight = 1 / (spots * spots);
  let to = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 3) {
      for (let spot = 0; spot < spots * spots; spot++) {
        const u = (x + ((spot % spots) + 0.5) / spots) / width;
        const v = (y + (Math.floor(spot / spots) + 0.5) / spots) / height;
        addSpot(
          picture,
          corner.x + right.x * u + down.x * v - 0.5,
          corner.y + right.y * u + down.y * v - 0.5,
          weight,
          data,
          to,
        );
      }
    }
  }
}

/**
 * Add the color at a spot between pixels.
 *
 * @param {Picture} picture
 * @param {number} atX
 * @param {number} atY
 * @param {number} weight
 * @param {Float32Array} to
 * @param {number} place
 */
function addSpot({ width, height, data }, atX, atY, weight, to, place) {
  const x = Math.min(width - 1, Math.max(0, atX));
  const y = Math.min(height - 1, Math.max(0, atY));
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const start = (top * width + left) * 3;
  const next = left < width - 1 ? 3 : 0;
  const below = top < height - 1 ? width * 3 : 0;
  for (let channel = 0; channel < 3; channel++) {
    const at = start + channel;
    const upper = (data[at] ?? 0) * (1 - fx) + (data[at + next] ?? 0) * fx;
    const lower = (data[at + below] ?? 0) * (1 - fx) + (data[at + below + next] ?? 0) * fx;
    to[place + channel] = (to[place + channel] ?? 0) + weight * (upper * (1 - fy) + lower * fy);
  }
}

/**
 * A part as the networks learned to see it: at mean 0 and spread 1.
 *
 * @param {Picture} part
 */
export function standardized({ width, height, data }) {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < data.length; at++) {
    const value = (data[at] ?? 0) / 255;
    sum += value;
    squares += value * value;
  }
  const mean = sum / data.length;
  const spread = Math.sqrt(Math.max(0, squares / data.length - mean * mean)) + 0.04;
  const result = new Float32Array(data.length);
  for (let at = 0; at < data.length; at++) result[at] = ((data[at] ?? 0) / 255 - mean) / spread;
  return { width, height, depth: 3, data: result };
}
