// What runs in WebAssembly gives what the script does, but for rounding, and is what its source says.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import makeWabt from "wabt";

import { inScript } from "../../../scoring/static/scoring/camera/convolution.js";
import { patches } from "../../../scoring/static/scoring/camera/gray.js";
import { cutOut, shrunk } from "../../../scoring/static/scoring/camera/image.js";
import { openSimd, simd } from "../../../scoring/static/scoring/camera/simd.js";

const FOLDER = "scoring/static/scoring/camera";
const file = new Uint8Array(readFileSync(`${FOLDER}/simd.wasm`)).buffer;

afterEach(() => openSimd(null));

/** What is made by WebAssembly, and what by the script. @template T @param {() => T} make */
async function both(make) {
  await openSimd(file);
  assert.ok(simd);
  const quick = make();
  await openSimd(null);
  return [quick, make()];
}

/** Numbers from -1 to 1 that are the same each time. @param {number} count */
function numbers(count) {
  let last = 1;
  return Float32Array.from({ length: count }, () => {
    last = (last * 48271) % 2147483647;
    return (last / 2147483647) * 2 - 1;
  });
}

/** @param {Float32Array | undefined} one @param {Float32Array | undefined} other @param {number} most */
function assertAlike(one, other, most) {
  assert.ok(one && one.length === other?.length);
  one.forEach((value, at) => {
    assert.ok(Math.abs(value - (other[at] ?? NaN)) < most, `${at}: ${value} and ${other[at]}`);
  });
}

test("the file is what its source is compiled to", async () => {
  const wabt = await makeWabt();
  const { buffer } = wabt
    .parseWat("simd.wat", readFileSync(`${FOLDER}/simd.wat`, "utf8"))
    .toBinary({});
  assert.deepEqual(Buffer.from(buffer), Buffer.from(file));
});

test("layers of every shape convolve alike", async () => {
  const plain = { inputs: 3, outputs: 8, kernel: 3, stride: 1, dilation: 1, pad: 1, rectify: true };
  const shapes = [
    plain,
    { ...plain, kernel: 5, stride: 2, pad: 2, outputs: 20 },
    { ...plain, dilation: 2, pad: 2, back: 1 },
    { ...plain, kernel: 1, pad: 0, outputs: 9, rectify: false },
    { ...plain, kernel: 7, pad: 0, outputs: 7, rectify: false },
  ];
  const map = { width: 9, height: 7, depth: 3, data: numbers(9 * 7 * 3) };
  for (const shape of shapes) {
    const weights = numbers(shape.outputs * shape.kernel ** 2 * 3);
    const biases = numbers(shape.outputs);
    const [quick, script] = await both(() =>
      (simd?.convolution ?? inScript)(shape, weights, biases)(map),
    );
    assert.deepEqual({ ...quick, data: [] }, { ...script, data: [] });
    assertAlike(quick?.data, script?.data, 1e-5);
  }
});

test("layers that were made before still convolve after others were", async () => {
  await openSimd(file);
  const shape = {
    inputs: 1,
    outputs: 64,
    kernel: 9,
    stride: 1,
    dilation: 1,
    pad: 4,
    rectify: false,
  };
  const map = { width: 40, height: 40, depth: 1, data: numbers(1600) };
  const weights = numbers(64 * 81);
  const biases = numbers(64);
  const first = simd?.convolution(shape, weights, biases);
  const before = first?.(map).data;
  const others = Array.from({ length: 9 }, () => simd?.convolution(shape, weights, biases)(map));
  assert.equal(others.length, 9);
  assert.deepEqual(first?.(map).data, before);
});

test("the same patches are found, however wide the picture is", async () => {
  for (const width of [5, 16, 40, 67]) {
    const values = numbers(width * 30);
    for (const sign of [1, -1]) {
      const [quick, script] = await both(() =>
        patches({ values, sign, least: 0.2 }, width, 30, 2, 1000),
      );
      assert.ok(script?.length);
      assert.deepEqual(quick, script);
    }
  }
});

test("a cut-out has the same colors, also beyond the edge", async () => {
  const picture = { width: 30, height: 20, data: numbers(30 * 20 * 3) };
  for (const side of [6, 14, 60]) {
    const corner = { x: 17, y: 9 };
    const [quick, script] = await both(
      () => cutOut(picture, corner, { x: side, y: 3 }, { x: -3, y: side }, 7, 5).data,
    );
    assertAlike(quick, script, 1e-3);
  }
});

test("a picture is made smaller alike, in gray and in color", async () => {
  for (const depth of [1, 3]) {
    const picture = { width: 37, height: 26, data: numbers(37 * 26 * depth) };
    const [quick, script] = await both(() => shrunk(picture, 17, 11, depth).data);
    assertAlike(quick, script, 1e-5);
  }
});
