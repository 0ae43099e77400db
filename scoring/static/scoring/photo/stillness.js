// Whether what the camera shows is worth a photo: still for a second, light enough, and sharp. Knows no
// page and no camera.

/** @typedef {{ width: number; height: number; data: Uint8Array }} Frame small, in gray from 0 to 255 */

/**
 * What is seen in a frame: "dark" where there is nothing to make out, "still" where a moment is to be
 * waited yet, "ready" once the photo can be taken.
 *
 * @typedef {"dark" | "moving" | "blurred" | "still" | "ready"} View
 */

const STILL_FOR = 1000; // milliseconds
const LATE = 600; // milliseconds; after so long nobody knows what happened between two frames
const BLOCK = 4; // pixels; a hand is never quite still, and a block does not see it tremble
const MOVED = 0.03; // of the contrast: so much do the blocks of two frames differ on average
const LEAST_CONTRAST = 40; // between the darkest and the lightest parts
const STEEP = 0.003; // of all pixels: those with the steepest edges
const SHARP = 0.24; // of the contrast: so much does such an edge rise from a pixel to the next

/** The value above which lies this share of what was counted. @param {Uint32Array} counts @param {number} share */
function valueAt(counts, share) {
  let left = share * counts.reduce((sum, count) => sum + count, 0);
  let value = counts.length - 1;
  while (value > 0 && (left -= counts[value] ?? 0) > 0) value--;
  return value;
}

/** @param {Frame} frame */
export function contrastOf({ data }) {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  return valueAt(counts, 0.01) - valueAt(counts, 0.99);
}

/**
 * How steep the steepest edges are, from 0 to 1: one that takes several pixels is blurred. That is in
 * parts of the contrast, so neither light nor the color of tiles matters.
 *
 * @param {Frame} frame
 */
export function sharpnessOf(frame) {
  const { width, data } = frame;
  const counts = new Uint32Array(256);
  for (let at = width; at < data.length; at++) {
    const here = data[at] ?? 0;
    const left = at % width ? Math.abs(here - (data[at - 1] ?? 0)) : 0;
    const rise = Math.max(left, Math.abs(here - (data[at - width] ?? 0)));
    counts[rise] = (counts[rise] ?? 0) + 1;
  }
  return valueAt(counts, STEEP) / Math.max(1, contrastOf(frame));
}

/** The means of its blocks. @param {Frame} frame */
function blocksOf({ width, height, data }) {
  const wide = Math.floor(width / BLOCK);
  const means = new Float32Array(wide * Math.floor(height / BLOCK));
  for (let at = 0; at < means.length; at++) {
    const first = Math.floor(at / wide) * BLOCK * width + (at % wide) * BLOCK;
    let sum = 0;
    for (let y = 0; y < BLOCK; y++) {
      for (let x = 0; x < BLOCK; x++) sum += data[first + y * width + x] ?? 0;
    }
    means[at] = sum / BLOCK ** 2;
  }
  return means;
}

/** How much two frames' blocks differ, apart from light that has changed as a whole. @param {Float32Array} before @param {Float32Array} now */
function differenceOf(before, now) {
  const differences = now.map((mean, at) => mean - (before[at] ?? 0));
  const shift = differences.reduce((sum, value) => sum + value, 0) / now.length;
  return differences.reduce((sum, value) => sum + Math.abs(value - shift), 0) / now.length;
}

export class Stillness {
  #blocks = new Float32Array();
  #last = -Infinity;
  #since = 0;

  /**
   * Look at the next frame.
   *
   * @param {Frame} frame
   * @param {number} now milliseconds
   * @returns {View}
   */
  look(frame, now) {
    const view = this.#seen(frame, now);
    this.#last = now;
    if (view !== "still") this.#since = now;
    else if (now - this.#since >= STILL_FOR) return "ready";
    return view;
  }

  /** @param {Frame} frame @param {number} now @returns {View} */
  #seen(frame, now) {
    const before = this.#blocks;
    const contrast = contrastOf(frame);
    this.#blocks = blocksOf(frame);
    if (contrast < LEAST_CONTRAST) return "dark";
    const isNext = now - this.#last < LATE && before.length === this.#blocks.length;
    if (!isNext || differenceOf(before, this.#blocks) > MOVED * contrast) return "moving";
    return sharpnessOf(frame) < SHARP ? "blurred" : "still";
  }
}
