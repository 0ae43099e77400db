// How touching tiles are told apart in a photo of a hand, and how two networks read one half.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { emptyPicture } from "../../../scoring/static/scoring/camera/image.js";
import { inkAt } from "../../../scoring/static/scoring/camera/inks.js";
import { Looker } from "../../../scoring/static/scoring/camera/looks.js";
import { neighboursOf } from "../../../scoring/static/scoring/camera/neighbours.js";
import { openNetwork } from "../../../scoring/static/scoring/camera/network.js";
import { acrossPairs } from "../../../scoring/static/scoring/camera/places.js";
import { weighedAgainst } from "../../../scoring/static/scoring/camera/rivals.js";

const file = readFileSync("scoring/static/scoring/camera/weights.bin");
const network = openNetwork(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
const picture = emptyPicture(300, 300);
picture.data.fill(230);

test("two tiles side by side may be two that lie across them, unless the finder is sure of both", () => {
  const look = new Looker(network, picture, null);
  const lying = (/** @type {number} */ x, /** @type {number} */ heat) => {
    const pose = { center: { x, y: 0 }, across: { x: 5, y: 0 }, along: { x: 0, y: -10 } };
    return { ...look.glance(pose), heat };
  };
  const [first, second, ...more] = acrossPairs([lying(0, 0.9), lying(10, 0.3), lying(30, 0.3)]);
  assert.ok(first && second && !more.length);
  assert.deepEqual(
    [first.center, second.center],
    [
      { x: 5, y: -5 },
      { x: 5, y: 5 },
    ],
  );
  for (const { across, along } of [first, second]) {
    assert.deepEqual([Math.abs(across.y), along.x], [5, 10]);
    assert.ok(across.x * along.y - across.y * along.x < 0); // not mirrored
  }
  assert.deepEqual(acrossPairs([lying(0, 0.9), lying(10, 0.7)]), []);
});

test("of two places over each other that weigh alike, the one counts less that is no tile from a little aside", () => {
  const looker = new Looker(network, picture, null);
  looker.tileAside = ({ along }) => (along.x ? 1 : 0.3);
  const sightAt = (
    /** @type {number} */ x,
    /** @type {boolean} */ isLying,
    /** @type {number} */ score,
  ) => {
    const [across, along] = [
      { x: 10, y: 0 },
      { x: 0, y: -20 },
    ];
    const pose = isLying
      ? { center: { x, y: 160 }, across: { x: 0, y: 10 }, along: { x: 20, y: 0 } }
      : { center: { x, y: 150 }, across, along };
    return { ...looker.glance(pose), score, likely: 1, tile: 1 };
  };
  const sights = [sightAt(50, false, 0.9), sightAt(60, true, 0.8), sightAt(200, false, 0.9)];
  const [upright = 0, lying = 0, alone = 0] = weighedAgainst(sights, looker, 0.25).map(
    ({ score }) => score,
  );
  assert.ok(upright < lying && lying < alone, JSON.stringify([upright, lying, alone]));
});

test("beside what was chosen, tiles are taken where the fitter and the readers see one, along a row", () => {
  const looker = new Looker(network, picture, null);
  const lying = (/** @type {number} */ x) => ({
    center: { x, y: 150 },
    across: { x: 10, y: 0 },
    along: { x: 0, y: -20 },
  });
  const isTile = (/** @type {number} */ x) => x > 70 && x < 150;
  looker.fit = (pose) => ({
    ...pose,
    tile: isTile(pose.center.x) && Math.abs(pose.center.y - 150) < 10 ? 1 : 0,
  });
  looker.gaze = (pose) => ({ ...looker.glance(pose), likely: pose.center.x > 130 ? 0.5 : 1 });
  const chosen = [lying(80), lying(240)].map((pose) => ({
    ...looker.glance(pose),
    likely: 1,
    tile: 1,
  }));
  const besideAll = () => neighboursOf(chosen, looker, () => true, 0.25);
  assert.deepEqual(
    besideAll().map(({ center }) => center.x),
    [100, 120],
  );
  assert.ok(besideAll().every(({ agreed }) => !agreed));
  // The readers doubt 140; and none lies where the fitter sees one from some places only.
  looker.tileAside = () => 0.1;
  assert.deepEqual(besideAll(), []);
});

test("the pips' color is told beside the tile's own, in any light", () => {
  for (const light of [1, 0.4]) {
    const lit = emptyPicture(100, 100);
    for (let at = 0; at < 100 * 100; at++) {
      const [x, y] = [at % 100, Math.floor(at / 100)];
      const isPip = Math.hypot((x % 25) - 12, (y % 25) - 12) < 7;
      const color = isPip ? [200, 40, 40] : [220, 215, 200];
      color.forEach((value, channel) => (lit.data[at * 3 + channel] = value * light));
    }
    const pose = { center: { x: 50, y: 100 }, across: { x: 50, y: 0 }, along: { x: 0, y: -100 } };
    const [red, green, blue] = inkAt(lit, pose);
    assert.ok(Math.abs(red + 0.09) < 0.03, `${red}`);
    assert.ok(Math.abs(green + 0.81) < 0.03, `${green}`);
    assert.ok(Math.abs(blue + 0.8) < 0.03, `${blue}`);
  }
});

test("both readers count alike, and one of them alone where there is no second", () => {
  const pose = { center: { x: 150, y: 140 }, across: { x: 30, y: 0 }, along: { x: 0, y: -60 } };
  const blankBy = (/** @type {Partial<typeof network>} */ readers) => {
    const looker = new Looker({ ...network, ...readers }, picture, null);
    return looker.readTwice(looker.glance(pose)).halves[0][0] ?? 0;
  };
  const first = blankBy({ second: [] });
  const second = blankBy({ layers: network.second, second: [] });
  const both = blankBy({});
  assert.equal(new Set([first, second, both]).size, 3);
  assert.ok(both > Math.min(first, second) - 1e-3 && both < Math.max(first, second) + 1e-3);
});
