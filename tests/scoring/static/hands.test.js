// What is told of a hand beside what the network sees at once: many pips are counted, and a second hand of another
// size is kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { grayOf } from "../../../scoring/static/scoring/camera/gray.js";
import { emptyPicture } from "../../../scoring/static/scoring/camera/image.js";
import { layoutFits } from "../../../scoring/static/scoring/camera/layouts.js";
import { leftAfter } from "../../../scoring/static/scoring/camera/looks.js";
import { sizeBeside } from "../../../scoring/static/scoring/camera/perspective.js";
import { lookAtPlaces, withHeat } from "../../../scoring/static/scoring/camera/places.js";
import { countPips, spotsOf } from "../../../scoring/static/scoring/camera/pips.js";
import { ofHands } from "../../../scoring/static/scoring/camera/reading.js";

test("spots in rows are counted and fit their number best, on a light tile and a dark one, in a slope of light", () => {
  const pose = { center: { x: 60, y: 100 }, across: { x: 40, y: 0 }, along: { x: 0, y: -80 } };
  for (const [body, pip] of [
    [230, 40],
    [30, 220],
  ]) {
    for (const rows of [
      [6, 5, 6],
      [6, 6, 6],
      [5, 4, 5],
      [4, 5, 4],
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
      const pips = rows.reduce((sum, count) => sum + count, 0);
      const spots = spotsOf(picture, pose);
      assert.equal(countPips(spots), pips);
      const [best] = [...layoutFits(spots, 18)].sort(([, a], [, b]) => b - a);
      assert.ok(best?.[0] === pips && best[1] > 0.13);
      assert.ok(!layoutFits(spots, 12).has(pips));
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

const halfSeen = (/** @type {number} */ pips, /** @type {number} */ none) =>
  Array.from({ length: 20 }, (_, at) => (at === pips ? 1 - none : at === 19 ? none : 0));
const placeSeen = (/** @type {number[]} */ one, /** @type {number[]} */ other, tile = 0.99) => ({
  center: { x: 0, y: 0 },
  across: { x: 20, y: 0 },
  along: { x: 0, y: -40 },
  values: /** @type {[number[], number[]]} */ ([one, other]),
  halves: /** @type {[number[], number[]]} */ ([one, other]),
  likely: 0.6,
  score: 0.1,
  tile,
});

test("a half that looks like none is blank where the fitter is sure of a tile and the readers of its other half", () => {
  const [left] = leftAfter(placeSeen(halfSeen(8, 0.01), halfSeen(11, 0.9)));
  assert.deepEqual(
    left?.halves.map((chances) => chances.indexOf(Math.max(...chances))),
    [8, 0],
  );
  assert.deepEqual(leftAfter(placeSeen(halfSeen(8, 0.01), halfSeen(11, 0.9), 0.8)), []);
  assert.deepEqual(leftAfter(placeSeen(halfSeen(8, 0.1), halfSeen(11, 0.9))), []);
  assert.deepEqual(leftAfter(placeSeen(halfSeen(0, 0.01), halfSeen(0, 0.9))), []); // rather a table
});

test("a place far larger than tiles that were read is looked at where the finder or the fitter is sure of it", () => {
  const chances = Array.from({ length: 20 }, (_, pips) => Number(pips === 3));
  const poseOf = (/** @type {number} */ x, /** @type {number} */ wide) => ({
    center: { x, y: 100 },
    across: { x: wide, y: 0 },
    along: { x: 0, y: -2 * wide },
  });
  const look = (/** @type {ReturnType<typeof poseOf>} */ pose) => ({
    ...pose,
    values: /** @type {[number[], number[]]} */ ([chances, chances]),
    halves: /** @type {[number[], number[]]} */ ([chances, chances]),
    likely: 0.99,
    score: 0.99,
  });
  const seenWith = (/** @type {number} */ heat, /** @type {number} */ tile) => {
    const picture = emptyPicture(300, 200);
    const seen = [20, 60, 100].map((x) => look(poseOf(x, 12)));
    const place = { ...poseOf(220, 30), heat };
    const fit = (
      /** @type {import("../../../scoring/static/scoring/camera/image.js").Pose} */ pose,
    ) => ({ ...pose, tile });
    return lookAtPlaces([place], picture, grayOf(picture), seen, [], look, fit).length;
  };
  assert.deepEqual([seenWith(0.5, 0.5), seenWith(0.7, 0.5), seenWith(0.5, 0.95)], [0, 1, 1]);
});

test("far tiles of a photo taken from aside are as large as they would be there", () => {
  const tileAt = (/** @type {number} */ x, /** @type {number} */ y, far = 1 + y / 500) => ({
    center: { x, y },
    across: { x: 30 / far ** 1.5, y: 0 },
    along: { x: 0, y: -60 / far ** 1.5 },
  });
  const tiles = [0, 100, 200].flatMap((y) => [0, 90, 180].map((x) => tileAt(x, y)));
  const sizeOf = sizeBeside([...tiles, tileAt(60, 100, 0.5)]);
  for (const [x, y] of [
    [0, 300],
    [200, 400],
  ]) {
    assert.ok(Math.abs(sizeOf(tileAt(x ?? 0, y ?? 0)) - 1) < 0.15);
  }
  assert.ok(sizeOf(tileAt(0, 300, 1)) > 3);
  // Of one size alone, if they are few.
  assert.ok(Math.abs(sizeBeside(tiles.slice(0, 3))(tileAt(0, 400, 1)) - 1) < 0.01);
});

test("a tile keeps the heat of the place from which it was moved, however far", () => {
  const pose = { center: { x: 0, y: 0 }, across: { x: 20, y: 0 }, along: { x: 0, y: -40 } };
  const place = { ...pose, heat: 0.7 };
  const moved = { ...pose, center: { x: 15, y: 0 }, values: [], halves: [], likely: 1, score: 1 };
  const heatOf = (/** @type {object} */ sight) =>
    withHeat(/** @type {any} */ ({ ...moved, ...sight }), [place]).heat;
  assert.deepEqual([heatOf({}), heatOf({ from: place })], [0, 0.7]);
});

test("a tile whose edges are hardly seen is kept where the finder's network and the readers are sure", () => {
  const faint = { ...placeSeen(halfSeen(9, 0), halfSeen(3, 0.02), 0.03), likely: 0.99, heat: 0.56 };
  assert.deepEqual(leftAfter(faint), [faint]);
  assert.deepEqual(leftAfter({ ...faint, heat: 0.4 }), []);
  assert.deepEqual(leftAfter({ ...faint, likely: 0.9 }), []);
  const bare = placeSeen(halfSeen(0, 0), halfSeen(0, 0.02), 0.03);
  assert.deepEqual(leftAfter({ ...bare, likely: 0.99, heat: 0.56 }), []);
});
