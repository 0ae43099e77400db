// When the camera in the page takes its photo: pictures as they may come from it, one after the other.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Stillness,
  contrastOf,
  sharpnessOf,
} from "../../../scoring/static/scoring/photo/stillness.js";

/** @import { Frame, View } from "../../../scoring/static/scoring/photo/stillness.js" */

const [WIDTH, HEIGHT] = [160, 120];
const STEP = 125;

/**
 * Light tiles with bars on a darker table.
 *
 * @param {{ x?: number; soft?: number; light?: number; noise?: number }} [how] `soft`: over how many
 *   pixels an edge rises; `light` of all, from 0 to 1
 * @returns {Frame}
 */
function tiles({ x = 0, soft = 0.5, light = 1, noise = 0 } = {}) {
  const data = new Uint8Array(WIDTH * HEIGHT);
  /** @param {number} far outside of an edge where it is positive */
  const rise = (far) => Math.min(1, Math.max(0, 0.5 - far / (2 * soft)));
  let seed = 7;
  for (let at = 0; at < data.length; at++) {
    const u = Math.abs((((at % WIDTH) - x + 800) % 40) - 20);
    const v = Math.abs(Math.floor(at / WIDTH) - 60);
    const tile = rise(Math.max(u - 14, v - 28));
    const bar = rise(Math.max(u - 11, v - 1));
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const grain = (seed / 2147483648 - 0.5) * noise;
    data[at] = Math.max(0, Math.min(255, (70 + 160 * tile - 150 * bar) * light + grain));
  }
  return { width: WIDTH, height: HEIGHT, data };
}

/** @param {Stillness} stillness @param {Frame[]} frames @param {number} [from] @returns {View[]} */
const views = (stillness, frames, from = 0) =>
  frames.map((frame, at) => stillness.look(frame, from + at * STEP));

/** @param {Frame} frame @param {number} times @returns {Frame[]} */
const often = (frame, times) => Array.from({ length: times }, () => frame);

test("the photo is taken once the picture has been still for a second", () => {
  const seen = views(new Stillness(), often(tiles({ noise: 12 }), 9));
  assert.deepEqual(seen, ["moving", ...Array(7).fill("still"), "ready"]);
});

test("a hand that trembles a little is still, one that moves on is not", () => {
  const trembling = Array.from({ length: 9 }, (_, at) => tiles({ x: at % 2 }));
  assert.equal(views(new Stillness(), trembling).at(-1), "ready");
  const moving = Array.from({ length: 20 }, (_, at) => tiles({ x: at * 6 }));
  assert.deepEqual(new Set(views(new Stillness(), moving)), new Set(["moving"]));
});

test("a move begins the second anew, and light that changes as a whole does not", () => {
  const stillness = new Stillness();
  assert.equal(views(stillness, often(tiles(), 8)).at(-1), "still");
  const moved = views(stillness, [...often(tiles({ x: 12 }), 8)], 8 * STEP);
  assert.deepEqual(moved, ["moving", ...Array(7).fill("still")]);
  const lamp = Array.from({ length: 9 }, (_, at) => tiles({ light: at % 2 ? 0.97 : 1 }));
  assert.equal(views(new Stillness(), lamp).at(-1), "ready");
});

test("a blurred picture is not taken, in any light, and is once it is sharp", () => {
  for (const light of [1, 0.5]) {
    const stillness = new Stillness();
    const blurred = views(stillness, often(tiles({ soft: 5, light }), 12));
    assert.deepEqual(blurred.slice(1), Array(11).fill("blurred"));
    const sharp = views(stillness, often(tiles({ light }), 10), 12 * STEP);
    assert.equal(sharp.at(-1), "ready");
  }
  assert.ok(sharpnessOf(tiles()) > 2 * sharpnessOf(tiles({ soft: 5 })));
});

test("there is nothing to take in the dark, or of an empty table", () => {
  const dark = tiles({ light: 0.1 });
  assert.ok(contrastOf(dark) < 25);
  const even = { ...dark, data: new Uint8Array(WIDTH * HEIGHT).fill(130) };
  for (const frame of [dark, even]) {
    assert.deepEqual(new Set(views(new Stillness(), often(frame, 12))), new Set(["dark"]));
  }
});

test("what happened between two frames that are far apart in time nobody knows", () => {
  const stillness = new Stillness();
  assert.equal(stillness.look(tiles(), 0), "moving");
  assert.equal(stillness.look(tiles(), 5000), "moving");
  assert.equal(stillness.look(tiles(), 5100), "still");
  // Nor is a frame of another shape the next one: the tablet was turned.
  const turned = { ...tiles(), width: HEIGHT, height: WIDTH / 2 };
  assert.equal(stillness.look({ ...turned, data: turned.data.slice(0, 9600) }, 5200), "moving");
});
