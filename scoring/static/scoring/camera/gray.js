// A picture in gray, and what stands off from its surroundings in it. Knows no page.

/** @import { Picture } from "./image.js" */

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
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const sum =
        (sums[bottom + right] ?? 0) -
        (sums[bottom + left] ?? 0) -
        (sums[top + right] ?? 0) +
        (sums[top + left] ?? 0);
      result[y * width + x] = sum / (tall * (right - left)) - (data[y * width + x] ?? 0);
    }
  }
  return result;
}

/** Where the values, times the sign, are above. @param {Float32Array} values @param {number} least @param {number} sign */
export function above(values, least, sign) {
  const mask = new Uint8Array(values.length);
  for (let at = 0; at < mask.length; at++) {
    if (sign * /** @type {number} */ (values[at]) > least) mask[at] = 1;
  }
  return mask;
}

/**
 * The patches of a mask that hang together; empties it.
 *
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {number} height
 * @param {number} least pixels of a patch
 * @param {number} most
 */
export function* patches(mask, width, height, least, most) {
  const pixels = new Int32Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start]) continue;
    const count = flood(mask, width, height, start, pixels);
    if (count >= least && count <= most) yield patchOf(pixels.subarray(0, count), width);
  }
}

/** @param {Uint8Array} mask @param {number} at */
function clear(mask, at) {
  mask[at] = 0;
}

/**
 * Take a patch out of the mask; answer how many pixels it had.
 *
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {number} height
 * @param {number} start
 * @param {Int32Array} pixels
 */
function flood(mask, width, height, start, pixels) {
  let count = 1;
  pixels[0] = start;
  clear(mask, start);
  for (let done = 0; done < count; done++) {
    const at = /** @type {number} */ (pixels[done]);
    const x = at % width;
    const y = (at - x) / width;
    const bottom = Math.min(height - 1, y + 1);
    const left = Math.max(0, x - 1) - x;
    const right = Math.min(width - 1, x + 1) - x;
    for (let row = Math.max(0, y - 1); row <= bottom; row++) {
      count = takeLine(mask, row * width + x + left, row * width + x + right, pixels, count);
    }
  }
  return count;
}

/**
 * Take what is set between two places out of the mask; answer how many pixels there are now.
 *
 * @param {Uint8Array} mask
 * @param {number} from
 * @param {number} to
 * @param {Int32Array} pixels
 * @param {number} before
 */
function takeLine(mask, from, to, pixels, before) {
  let count = before;
  for (let at = from; at <= to; at++) {
    if (mask[at]) {
      clear(mask, at);
      pixels[count++] = at;
    }
  }
  return count;
}

/** By its moments, and how far it reaches. @param {Int32Array} pixels @param {number} width @returns {Patch} */
function patchOf(pixels, width) {
  let [sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0];
  for (const at of pixels) {
    const x = at % width;
    const y = (at - x) / width;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  const n = pixels.length;
  const [mx, my] = [sx / n, sy / n];
  const angle = Math.atan2(2 * (sxy / n - mx * my), sxx / n - mx * mx - (syy / n - my * my)) / 2;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  let [low, high, near, far] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const at of pixels) {
    const x = (at % width) - mx;
    const y = Math.floor(at / width) - my;
    const u = x * c + y * s;
    const v = y * c - x * s;
    if (u < low) low = u;
    if (u > high) high = u;
    if (v < near) near = v;
    if (v > far) far = v;
  }
  const [u, v] = [(low + high) / 2, (near + far) / 2];
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
