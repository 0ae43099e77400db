// The networks, run by hand: rows of convolutions, their weights from a file. Knows no page.
//
// tests/camera/networks.py writes the file and says how it is laid out.

import { inScript } from "./convolution.js";
import { simd } from "./simd.js";

/**
 * @typedef {object} Shape
 * @property {number} inputs
 * @property {number} outputs
 * @property {number} kernel
 * @property {number} stride
 * @property {number} dilation
 * @property {number} pad
 * @property {boolean} rectify
 * @property {boolean} [double] made twice as large
 * @property {number} [back] add the values of the layer so many places back; 0 for none
 */

/** @typedef {(map: Map3) => Map3} Convolution */

/** @typedef {Shape & { convolve: Convolution }} Layer */

/** @typedef {{ width: number; height: number; depth: number; data: Float32Array }} Map3 */

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
  const convolution = simd?.convolution ?? inScript;
  const length = new DataView(file).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 4, length)));
  let at = 4 + length;
  /** @param {Shape} shape @returns {Layer} */
  const layerOf = (shape) => {
    const size = shape.kernel * shape.kernel * shape.inputs;
    const scales = new Float32Array(file, at, shape.outputs);
    const biases = new Float32Array(file, at + shape.outputs * 4, shape.outputs);
    const whole = new Int8Array(file, at + shape.outputs * 8, shape.outputs * size);
    at += Math.ceil((shape.outputs * 8 + whole.length) / 4) * 4;
    const weights = Float32Array.from(
      whole,
      (value, place) => value * (scales[Math.floor(place / size)] ?? 0),
    );
    return { ...shape, convolve: convolution(shape, weights, biases) };
  };
  const layersOf = (/** @type {string} */ name) => (head[name] ?? []).map(layerOf);
  const [layers, finder] = [layersOf("layers"), layersOf("finder")]; // one after the other, as they lie in the file
  const [second, fitter] = [layersOf("second"), layersOf("fitter")];
  return { version: head.version, layers, finder, second, fitter };
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
    const map = layer.convolve(maps.at(-1) ?? input);
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
      const from = ((y >> 1) * width + (x >> 1)) * depth;
      for (let at = 0; at < depth; at++) larger[to + at] = data[from + at] ?? 0;
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
