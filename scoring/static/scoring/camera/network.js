// The networks, run by hand: rows of convolutions, their weights from a file. Knows no page.
//
// tests/camera/networks.py writes the file and says how it is laid out.

/**
 * @typedef {object} Layer
 * @property {number} inputs
 * @property {number} outputs
 * @property {number} kernel
 * @property {number} stride
 * @property {number} dilation
 * @property {number} pad
 * @property {boolean} rectify
 * @property {boolean} [double] made twice as large
 * @property {number} [back] add the values of the layer so many places back; 0 for none
 * @property {Float64Array} weights four outputs side by side: rows, columns, inputs, and of each the four
 * @property {Float32Array} biases
 */

/** @typedef {{ width: number; height: number; depth: number; data: Float32Array }} Map3 */

const AT_ONCE = 4; // outputs

/**
 * All but the first reader's layers may be empty.
 *
 * @typedef {{ version: string; layers: Layer[]; finder: Layer[]; second: Layer[]; fitter: Layer[] }} Network
 */

/**
 * Read the file of weights.
 *
 * @param {ArrayBuffer} file
 * @returns {Network}
 */
export function openNetwork(file) {
  const length = new DataView(file).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 4, length)));
  let at = 4 + length;
  /** @param {Omit<Layer, "weights" | "biases">} shape @returns {Layer} */
  const layerOf = (shape) => {
    const size = shape.kernel * shape.kernel * shape.inputs;
    const scales = new Float32Array(file, at, shape.outputs);
    const biases = new Float32Array(file, at + shape.outputs * 4, shape.outputs);
    const whole = new Int8Array(file, at + shape.outputs * 8, shape.outputs * size);
    at += Math.ceil((shape.outputs * 8 + whole.length) / 4) * 4;
    return { ...shape, weights: inFours(whole, scales, size), biases };
  };
  const layersOf = (/** @type {string} */ name) => (head[name] ?? []).map(layerOf);
  const [layers, finder] = [layersOf("layers"), layersOf("finder")]; // one after the other, as they lie in the file
  const [second, fitter] = [layersOf("second"), layersOf("fitter")];
  return { version: head.version, layers, finder, second, fitter };
}

/**
 * The weights in the order in which they are multiplied: a browser is three times as fast with them in one row as
 * with four, and with numbers of 64 bits.
 *
 * @param {Int8Array} whole output by output
 * @param {Float32Array} scales
 * @param {number} size of an output
 */
function inFours(whole, scales, size) {
  const weights = new Float64Array(Math.ceil(scales.length / AT_ONCE) * AT_ONCE * size);
  for (let output = 0, from = 0; output < scales.length; output++) {
    const scale = scales[output] ?? 0;
    let to = output - (output % AT_ONCE);
    to = to * size + (output % AT_ONCE);
    for (let at = 0; at < size; at++, from++, to += AT_ONCE) {
      weights[to] = Math.fround((whole[from] ?? 0) * scale);
    }
  }
  return weights;
}

/**
 * Run the layers one after the other.
 *
 * @param {Layer[]} layers
 * @param {Map3} input
 * @returns {Map3}
 */
export function run(layers, input) {
  /** @type {Map3[]} */
  const maps = [];
  for (const layer of layers) {
    const map = convolve(layer, maps.at(-1) ?? input);
    const whole = layer.double ? doubled(map) : map;
    const before = layer.back ? maps.at(-layer.back) : null;
    if (before) addTo(whole.data, before.data, layer.rectify);
    maps.push(whole);
  }
  return maps.at(-1) ?? input;
}

/** Each value four times, in two rows and columns. @param {Map3} map @returns {Map3} */
function doubled({ width, height, depth, data }) {
  const larger = new Float32Array(data.length * 4);
  for (let y = 0, to = 0; y < 2 * height; y++) {
    for (let x = 0; x < 2 * width; x++, to += depth) {
      copy(data, ((y >> 1) * width + (x >> 1)) * depth, larger, to, depth);
    }
  }
  return { width: 2 * width, height: 2 * height, depth, data: larger };
}

/** @param {Float32Array} sum @param {Float32Array} more @param {boolean} rectify */
function addTo(sum, more, rectify) {
  for (let at = 0; at < sum.length; at++) {
    const value = /** @type {number} */ (sum[at]) + /** @type {number} */ (more[at]);
    sum[at] = rectify && value < 0 ? 0 : value;
  }
}

/** @param {Layer} layer @param {Map3} map @returns {Map3} */
function convolve(layer, map) {
  const { kernel, stride, dilation, pad, outputs } = layer;
  const reach = dilation * (kernel - 1) + 1;
  const width = Math.floor((map.width + 2 * pad - reach) / stride) + 1;
  const height = Math.floor((map.height + 2 * pad - reach) / stride) + 1;
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
 * @param {Layer} layer
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
 * @param {Layer} layer
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

/**
 * Probabilities of the values, which are logarithms up to a constant.
 *
 * @param {ArrayLike<number>} values
 * @param {number} heat above 1 makes all less certain
 */
export function softmax(values, heat = 1) {
  const most = Math.max(...Array.from(values));
  const raised = Array.from(values, (value) => Math.exp((value - most) / heat));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
}
