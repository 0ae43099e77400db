// A layer's convolution, in the script: what every browser can, and what simd.js is held against. Knows
// no page.

/** @import { Convolution, Map3, Shape } from "./network.js" */

/**
 * Makes a layer's convolution of its weights and biases; the weights lie output by output, and of each by rows,
 * columns and inputs.
 *
 * @typedef {(shape: Shape, weights: Float32Array, biases: Float32Array) => Convolution} Convolver
 */

/** @typedef {Shape & { weights: Float64Array; biases: Float32Array }} Weighed */

const AT_ONCE = 4; // outputs

/** @type {Convolver} */
export function inScript(shape, weights, biases) {
  // A browser is three times as fast with the weights in one row as with four, and with numbers of 64 bits.
  const groups = Math.ceil(shape.outputs / AT_ONCE);
  const laid = new Float64Array((groups * AT_ONCE * weights.length) / shape.outputs);
  layInGroups(weights, shape.outputs, AT_ONCE, laid);
  return (map) => convolve({ ...shape, weights: laid, biases }, map);
}

/**
 * Lay the weights of so many outputs side by side, as they are multiplied.
 *
 * @param {Float32Array} weights
 * @param {number} outputs
 * @param {number} count
 * @param {Float32Array | Float64Array} to
 */
export function layInGroups(weights, outputs, count, to) {
  const size = weights.length / outputs;
  for (let output = 0, from = 0; output < outputs; output++) {
    const aside = output % count;
    let place = (output - aside) * size + aside;
    for (let at = 0; at < size; at++, from++, place += count) to[place] = weights[from] ?? 0;
  }
}

/** How large the map is that a layer makes of a map. @param {Shape} shape @param {Map3} map */
export function sizeAfter({ kernel, stride, dilation, pad }, map) {
  const reach = dilation * (kernel - 1) + 1;
  const sideOf = (/** @type {number} */ side) => Math.floor((side + 2 * pad - reach) / stride) + 1;
  return { width: sideOf(map.width), height: sideOf(map.height) };
}

/** @param {Weighed} layer @param {Map3} map @returns {Map3} */
function convolve(layer, map) {
  const { kernel, stride, pad, outputs } = layer;
  const { width, height } = sizeAfter(layer, map);
  const data = new Float32Array(width * height * outputs);
  const size = kernel * kernel * map.depth;
  const [one, other] = [new Float64Array(size), new Float64Array(size)];
  const last = width * height - 1;
  const lay = (/** @type {number} */ place, /** @type {Float64Array} */ patch) => {
    const x = place % width;
    gather(map, x * stride - pad, ((place - x) / width) * stride - pad, layer, patch);
  };
  for (let place = 0; place <= last; place += 2) {
    lay(place, one);
    lay(Math.min(last, place + 1), other);
    multiply(layer, one, other, data, place);
  }
  return { width, height, depth: outputs, data };
}

/**
 * Lay what a kernel sees side by side; beyond the edge are zeros.
 *
 * @param {Map3} map
 * @param {number} left
 * @param {number} top
 * @param {Weighed} layer
 * @param {Float64Array} patch
 */
function gather({ width, height, depth, data }, left, top, { kernel, dilation }, patch) {
  let to = 0;
  for (let row = 0; row < kernel; row++) {
    const y = top + row * dilation;
    for (let column = 0; column < kernel; column++, to += depth) {
      const x = left + column * dilation;
      if (x < 0 || y < 0 || x >= width || y >= height) {
        patch.fill(0, to, to + depth);
      } else {
        copy(data, (y * width + x) * depth, patch, to, depth);
      }
    }
  }
}

/**
 * Copy some numbers; for so few, faster than `set` with a part of the array.
 *
 * @param {Float32Array} from
 * @param {number} start
 * @param {Float32Array | Float64Array} to
 * @param {number} place
 * @param {number} count
 */
function copy(from, start, to, place, count) {
  for (let at = 0; at < count; at++) to[place + at] = /** @type {number} */ (from[start + at]);
}

/**
 * Multiply two patches with each output's weights, four outputs at a time: most of the time of a
 * reading is spent here.
 *
 * @param {Weighed} layer
 * @param {Float64Array} one
 * @param {Float64Array} other
 * @param {Float32Array} to
 * @param {number} place of the first patch; the second's is the next, if there is one
 */
function multiply({ outputs, weights, biases, rectify, back }, one, other, to, place) {
  const positive = rectify && !back;
  const length = one.length;
  const start = place * outputs;
  for (let first = 0; first < outputs; first += AT_ONCE) {
    let weight = first * length;
    let [s0, s1, s2, s3, t0, t1, t2, t3] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let at = 0; at < length; at++, weight += AT_ONCE) {
      const value = /** @type {number} */ (one[at]);
      const next = /** @type {number} */ (other[at]);
      const a = /** @type {number} */ (weights[weight]);
      const b = /** @type {number} */ (weights[weight + 1]);
      const c = /** @type {number} */ (weights[weight + 2]);
      const d = /** @type {number} */ (weights[weight + 3]);
      s0 += value * a;
      s1 += value * b;
      s2 += value * c;
      s3 += value * d;
      t0 += next * a;
      t1 += next * b;
      t2 += next * c;
      t3 += next * d;
    }
    const sums = [s0, s1, s2, s3];
    const others = [t0, t1, t2, t3];
    for (let at = 0; at < AT_ONCE && first + at < outputs; at++) {
      const bias = biases[first + at] ?? 0;
      const sum = /** @type {number} */ (sums[at]) + bias;
      const second = /** @type {number} */ (others[at]) + bias;
      to[start + first + at] = positive && sum < 0 ? 0 : sum;
      if (start + outputs < to.length) {
        to[start + outputs + first + at] = positive && second < 0 ? 0 : second;
      }
    }
  }
}
