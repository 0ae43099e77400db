// What is told of a hand beside what the network sees at once: many pips are counted, and a second hand of another
// size is kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyPicture } from "../../../scoring/static/scoring/camera/image.js";
import { countPips } from "../../../scoring/static/scoring/camera/pips.js";
import { ofHands } from "../../../scoring/static/scoring/camera/reading.js";

test("spots in rows of five and six are counted, on a light tile and a dark one, in a slope of light", () => {
  const pose = { center: { x: 60, y: 100 }, across: { x: 40, y: 0 }, along: { x: 0, y: -80 } };
  for (const [body, pip] of [
    [230, 40],
    [30, 220],
  ]) {
    for (const rows of [
      [6, 5, 6],
      [6, 6, 6],
      [5, 4, 5],
    ]) {
      const picture = emptyPicture(120, 120);
      const isPip = (/** @type {number} */ x, /** @type {number} */ y) =>
        rows.some((count, row) =>
          Array.from({ length: count }, (_, at) =>
            Math.hypot(x - 60 - (at - (count - 1) / 2) * 10, y - 60 - (row - 1) * 24),
          ).some((far) => far < 4),
        );
      for (let at = 0; at < 120 * 120; at++) {
        const [x, y] = [at % 120, Math.floor(at / 120)];
        const light = 1 - x / 300;
        picture.data.fill((isPip(x, y) ? (pip ?? 0) : (body ?? 0)) * light, at * 3, at * 3 + 3);
      }
      assert.equal(
        countPips(picture, pose),
        rows.reduce((sum, count) => sum + count, 0),
      );
    }
  }
});

test("a second hand of another size is kept where all of it is beyond doubt", () => {
  const chances = Array.from({ length: 20 }, (_, pips) => Number(pips === 3));
  const sight = (/** @type {number} */ wide, /** @type {number} */ x, score = 0.99) => ({
    center: { x, y: 0 },
    across: { x: wide, y: 0 },
    along: { x: 0, y: -2 * wide },
    values: /** @type {[number[], number[]]} */ ([chances, chances]),
    halves: /** @type {[number[], number[]]} */ ([chances, chances]),
    likely: 0.99,
    agreed: true,
    score,
  });
  const near = [0, 100, 200, 300].map((x) => sight(30, x));
  const far = [400, 440].map((x) => sight(12, x));
  assert.deepEqual(ofHands([...near, ...far]), [...near, ...far]);
  assert.deepEqual(ofHands([...near, ...far.slice(1)]), near);
  assert.deepEqual(ofHands([...near, ...far.map((one) => ({ ...one, score: 0.8 }))]), near);
  assert.deepEqual(ofHands([...near, ...far.map((one) => ({ ...one, agreed: false }))]), near);
});
