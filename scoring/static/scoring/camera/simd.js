// What takes longest of a reading, in WebAssembly with its wide registers (simd.wat), where the browser has these:
// several times as fast as the script, and the same but for rounding. Knows no page.

import { layInGroups, sizeAfter } from "./convolution.js";

/** @import { Convolver } from "./convolution.js" */
/** @import { Lines, Mask } from "./gray.js" */
/** @import { Coverage, Picture, Point } from "./image.js" */
/** @import { Map3, Shape } from "./network.js" */

/** @typedef {(...values: number[]) => number} Call */

/** @typedef {{ memory: WebAssembly.Memory; convolve: Call; runs: Call; cut: Call; shrink: Call }} Exports */

const AT_ONCE = 8; // outputs
const BLOCK = 4; // places
const BYTES = 4; // of a number
const WIDE = 16; // bytes of a register
const SLACK = 16; // numbers that are read behind the last one
const PAGE = 65536; // bytes of memory

/** @type {Simd | null} what this thread has; the script does it all where there is none */
export let simd = null;

/**
 * Use the file simd.wasm from now on, if it runs here; none if no file is given.
 *
 * @param {ArrayBuffer | null} file
 */
export async function openSimd(file) {
  simd = null;
  try {
    if (file) simd = new Simd((await WebAssembly.instantiate(file)).instance);
  } catch {
    // This browser cannot, or may not.
  }
}

export class Simd {
  #calls;
  #end = 0; // of what is kept; behind it is what a call needs
  #picture = new Kept();
  #values = new Kept();

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.#calls = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  }

  /** See to it that the memory has so many numbers from there on. @param {number} start @param {number} count */
  #reach(start, count) {
    const { memory } = this.#calls;
    const missing = start + count * BYTES - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return memory.buffer;
  }

  /** So many numbers that stay. @param {number} count */
  #keep(count) {
    const start = this.#end;
    this.#end += Math.ceil((count * BYTES) / WIDE) * WIDE;
    return new Float32Array(this.#reach(start, count), start, count);
  }

  /** Where the numbers begin, which are copied unless they were the last time. @param {Kept} kept @param {Float32Array} numbers @param {number} slack */
  #place(kept, numbers, slack) {
    if (kept.numbers === numbers) return kept.start;
    if (kept.room < numbers.length + slack) {
      kept.room = numbers.length + slack;
      kept.start = this.#keep(kept.room).byteOffset;
    }
    new Float32Array(this.#calls.memory.buffer, kept.start, numbers.length).set(numbers);
    kept.numbers = numbers;
    return kept.start;
  }

  /** @type {Convolver} */
  convolution = (shape, weights, biases) => {
    const outputs = Math.ceil(shape.outputs / AT_ONCE) * AT_ONCE;
    const start = this.#end;
    layInGroups(
      weights,
      shape.outputs,
      AT_ONCE,
      this.#keep((outputs * weights.length) / shape.outputs),
    );
    const second = this.#end;
    this.#keep(outputs).set(biases);
    return (map) => this.#convolve(shape, [start, second], map);
  };

  /** @param {Shape} shape @param {number[]} kept where the weights and biases begin @param {Map3} map @returns {Map3} */
  #convolve(shape, kept, map) {
    const { kernel, stride, dilation, pad, outputs, rectify, back } = shape;
    const { width, height } = sizeAfter(shape, map);
    const places = width * height;
    const depth = Math.ceil(outputs / AT_ONCE) * AT_ONCE;
    const across = map.depth * BYTES; // from a place of the input to the next
    const down = (map.width + 2 * pad) * across;
    const input = this.#end;
    const size = (map.height + 2 * pad) * (map.width + 2 * pad) * map.depth;
    const output = input + Math.ceil(size / BLOCK) * WIDE;
    const buffer = this.#reach(output, (places + BLOCK) * depth);
    layWithEdge(map, pad, new Float32Array(buffer, input, size));
    const isWhole = dilation === 1; // a row of the kernel lies in one part
    this.#calls.convolve(
      ...[input, ...kept, output, width, places, stride * across, stride * down],
      ...[kernel, dilation * down, isWhole ? 1 : kernel, (isWhole ? kernel : dilation) * across],
      ...[(isWhole ? kernel : 1) * across, depth * BYTES, rectify && !back ? 0 : -Infinity],
    );
    const laid = new Float32Array(buffer, output, places * depth);
    return { width, height, depth: outputs, data: withoutFill(laid, depth, outputs) };
  }

  /**
   * The lines of a mask, good until the next call of this; each of its own patch.
   *
   * @param {Mask} mask
   * @param {number} width
   * @param {number} height
   * @returns {Omit<Lines, "parent">}
   */
  linesOf({ values, sign, least }, width, height) {
    const start = this.#place(this.#values, values, SLACK);
    const most = Math.ceil((width + 1) / 2) * height;
    const places = [0, 1, 2].map((at) => this.#end + at * most * BYTES);
    const buffer = this.#reach(this.#end, 3 * most);
    const count = this.#calls.runs(start, width, height, sign, least, ...places);
    const [first, last, row] = places.map((place) => new Int32Array(buffer, place, count));
    const none = new Int32Array();
    return { first: first ?? none, last: last ?? none, row: row ?? none, count };
  }

  /**
   * Fill a smaller picture with the means of what its rows and columns cover of a picture.
   *
   * @param {Picture} picture
   * @param {Coverage} rows
   * @param {Coverage} columns
   * @param {Picture} smaller
   * @param {number} depth numbers a pixel
   */
  shrink(picture, rows, columns, { width, height, data }, depth) {
    const kept = depth === 1 ? this.#values : this.#picture;
    const line = picture.width * depth;
    const start = this.#place(kept, picture.data, line + SLACK);
    const parts = [rows.firsts, rows.shares, columns.firsts, columns.shares];
    const places = [this.#end];
    for (const part of [...parts, { length: line + SLACK }]) {
      places.push((places.at(-1) ?? 0) + Math.ceil(part.length / BLOCK) * WIDE);
    }
    const [rowFirsts = 0, rowShares = 0, firsts = 0, shares = 0, mean = 0, to = 0] = places;
    const buffer = this.#reach(to, data.length + SLACK);
    new Int32Array(buffer, rowFirsts, height).set(rows.firsts);
    new Float32Array(buffer, rowShares, rows.shares.length).set(rows.shares);
    new Int32Array(buffer, firsts, width).set(columns.firsts);
    new Float32Array(buffer, shares, columns.shares.length).set(columns.shares);
    this.#calls.shrink(
      ...[start, line * BYTES, depth * BYTES, rowFirsts, rowShares, rows.count],
      ...[firsts, shares, columns.count, mean, to, width, height],
    );
    data.set(new Float32Array(buffer, to, data.length));
  }

  /**
   * What lies in a parallelogram of a picture, of so many spots squared a pixel.
   *
   * @param {Picture} picture
   * @param {Point} corner
   * @param {Point} right
   * @param {Point} down
   * @param {Picture} part
   * @param {number} spots
   */
  cutOut(picture, corner, right, down, part, spots) {
    const { width, height, data } = part;
    const start = this.#place(this.#picture, picture.data, picture.width * 3 + SLACK);
    const buffer = this.#reach(this.#end, data.length + SLACK);
    const [r, d] = [1 / (width * spots), 1 / (height * spots)];
    const [x, y] = [
      corner.x - 0.5 + (right.x * r + down.x * d) / 2,
      corner.y - 0.5 + (right.y * r + down.y * d) / 2,
    ];
    this.#calls.cut(
      ...[start, picture.width, picture.height, x, y, right.x * r, right.y * r],
      ...[down.x * d, down.y * d, width, height, spots, this.#end],
    );
    data.set(new Float32Array(buffer, this.#end, data.length));
  }
}

/** Numbers of the script that lie in the memory, too. */
class Kept {
  start = 0;
  room = 0;
  /** @type {Float32Array | null} */
  numbers = null;
}

/** Lay a map with zeros around it. @param {Map3} map @param {number} pad @param {Float32Array} to */
function layWithEdge({ width, height, depth, data }, pad, to) {
  const row = (width + 2 * pad) * depth;
  to.fill(0);
  for (let y = 0; y < height; y++) {
    to.set(
      data.subarray(y * width * depth, (y + 1) * width * depth),
      (y + pad) * row + pad * depth,
    );
  }
}

/** Without the outputs that only fill up a group. @param {Float32Array} laid @param {number} depth @param {number} outputs */
function withoutFill(laid, depth, outputs) {
  if (depth === outputs) return laid.slice();
  const data = new Float32Array((laid.length / depth) * outputs);
  for (let start = 0, to = 0; start < laid.length; start += depth) {
    for (let at = start; at < start + outputs; at++, to++) data[to] = laid[at] ?? 0;
  }
  return data;
}
