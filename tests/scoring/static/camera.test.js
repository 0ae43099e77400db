// How a photo of a hand is read: the network agrees with its reference in Python, and tiles are found
// by their bars and outlines.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { findBars } from "../../../scoring/static/scoring/camera/bars.js";
import { TILTS, fitToEdges } from "../../../scoring/static/scoring/camera/edges.js";
import { doubtOf, placesOf } from "../../../scoring/static/scoring/camera/finder.js";
import {
  bestTogether,
  long,
  withoutDoubles,
} from "../../../scoring/static/scoring/camera/geometry.js";
import { grayOf } from "../../../scoring/static/scoring/camera/gray.js";
import {
  bounds,
  cutOut,
  emptyPicture,
  fitted,
} from "../../../scoring/static/scoring/camera/image.js";
import { Looker } from "../../../scoring/static/scoring/camera/looks.js";
import { openNetwork, run, softmax } from "../../../scoring/static/scoring/camera/network.js";
import { findOutlines } from "../../../scoring/static/scoring/camera/outlines.js";
import {
  isPlausible,
  lookAtPlaces,
  withHeat,
} from "../../../scoring/static/scoring/camera/places.js";
import { readPhoto } from "../../../scoring/static/scoring/camera/reading.js";

/** @import { Tilt } from "../../../scoring/static/scoring/camera/edges.js" */
/** @import { Picture } from "../../../scoring/static/scoring/camera/image.js" */

const SIDE = 40;
const file = readFileSync("scoring/static/scoring/camera/weights.bin");
const network = openNetwork(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));

/**
 * A table with white tiles of 60 by 120 pixels with dark bars, each turned about its middle.
 *
 * @param {{ x: number; y: number; angle: number }[]} tiles
 * @param {{ bar?: boolean; pin?: boolean; table?: number; squeeze?: number }} [look] `squeeze`: how
 *   high all is, as seen from aside
 */
function tableWith(tiles, { bar = true, pin = false, table = 40, squeeze = 1 } = {}) {
  const picture = emptyPicture(400, 300);
  picture.data.fill(table);
  const isBar = (/** @type {number} */ u, /** @type {number} */ v) =>
    bar && u < 24 && v < 2.5 && !(pin && u <= 5);
  for (let at = 0; at < 400 * 300; at++) {
    for (const { x, y, angle } of tiles) {
      const dx = (at % 400) - x;
      const dy = (Math.floor(at / 400) - y) / squeeze;
      const u = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
      const v = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle));
      if (u > 30 || v > 60) continue;
      picture.data.fill(isBar(u, v) ? 20 : 230, at * 3, at * 3 + 3);
    }
  }
  return picture;
}

/** @param {Picture} picture @param {Tilt} [tilt] */
function posesByBars(picture, tilt) {
  const gray = grayOf(picture);
  const rough = (findBars(gray)[0] ?? []).map(({ x, y, long: length, angle, light }) => {
    const [c, s] = [(Math.cos(angle) * length) / 1.5, (Math.sin(angle) * length) / 1.5];
    return { center: { x, y }, across: { x: c, y: s }, along: { x: 0, y: 0 }, light };
  });
  return fitToEdges(gray, rough, tilt);
}

/** @param {string} text of a picture's bytes @param {number} width @param {number} height */
function standardized(text, width, height) {
  const values = Float32Array.from(Buffer.from(text, "base64"), (value) => value / 255);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const spread = Math.sqrt(squares / values.length) + 0.04;
  return { width, height, depth: 3, data: values.map((value) => (value - mean) / spread) };
}

/** @param {number[]} wanted @param {ArrayLike<number>} own */
function assertNear(wanted, own) {
  assert.equal(wanted.length, own.length);
  wanted.forEach((value, at) => {
    assert.ok(Math.abs(value - (own[at] ?? NaN)) < 0.01, `${value} and ${own[at]}`);
  });
}

test("the networks answer as their reference in Python does", () => {
  const golden = JSON.parse(readFileSync("tests/camera/golden.json", "utf8"));
  assert.equal(golden.version, network.version);
  for (const { half, answer, second } of golden.cases) {
    assertNear(answer, run(network.layers, standardized(half, SIDE, SIDE)).data);
    assertNear(second, run(network.second, standardized(half, SIDE, SIDE)).data);
  }
  const { photo, heat, hottest } = golden.finder;
  const { depth, data } = run(network.finder, standardized(photo, 64, 48));
  const own = data.filter((_, at) => at % depth === 0);
  assertNear(heat, own);
  const best = own.indexOf(Math.max(...own)) * depth;
  assertNear(hottest, data.subarray(best, best + depth));
  const { tile, answer } = golden.fitter;
  assertNear(answer, run(network.fitter, standardized(tile, 56, 56)).data);
});

test("tiles lie where the finder's heat is highest, and never mirrored", () => {
  const [width, height, depth] = [12, 8, 9];
  const data = new Float32Array(width * height * depth);
  // Told of each cell: half its length is 32 pixels, up and down; half its width 16, across.
  const facts = [-9, 0, 0, Math.log(2), -1, 0, 0, 1, 0];
  for (let at = 0; at < data.length; at += depth) data.set(facts, at);
  for (const [x, y, heat] of [
    [3, 4, 2],
    [4, 4, 1],
    [9, 2, 3],
  ]) {
    data[((y ?? 0) * width + (x ?? 0)) * depth] = heat ?? 0;
  }
  const [first, second, ...more] = placesOf({ width, height, depth, data });
  assert.ok(first && second && !more.length);
  assert.deepEqual(first.center, { x: 9.5 * 4, y: 2.5 * 4 });
  assert.ok(second.center.x > 3.5 * 4 && second.center.x < 4.5 * 4);
  for (const { across, along } of [first, second]) {
    assert.ok(Math.abs(Math.abs(along.y) - 32) < 1e-3 && Math.abs(along.x) < 1e-3);
    assert.ok(Math.abs(across.x * along.y - across.y * along.x + 16 * 32) < 0.1);
  }
});

test("probabilities add up to one, and heat evens them out", () => {
  const [first = 0, second = 0] = softmax([2, 1]);
  assert.ok(Math.abs(first + second - 1) < 1e-9);
  assert.ok((softmax([2, 1], 3)[0] ?? 0) < first);
});

test("a picture made smaller keeps its mean", () => {
  const picture = emptyPicture(90, 60);
  picture.data.forEach((_, at) => picture.data.fill(at % 251, at, at + 1));
  const mean = (/** @type {Float32Array} */ data) =>
    data.reduce((sum, value) => sum + value, 0) / data.length;
  const small = fitted(picture, 40);
  assert.deepEqual([small.width, small.height], [40, 27]);
  assert.ok(Math.abs(mean(small.data) - mean(picture.data)) < 0.5);
});

test("a few dark bars are the darkest of a light photo, if so small a share counts", () => {
  const values = new Float32Array(70_000).fill(210).fill(20, 0, 350);
  assert.deepEqual(bounds(values, 0.0003, 0.01), { low: 20, high: 210 });
  assert.equal(bounds(values, 0.01, 0.01).low, 210);
});

test("a cut of the whole picture is the picture", () => {
  const picture = tableWith([{ x: 200, y: 150, angle: 0.3 }]);
  const cut = cutOut(picture, { x: 0, y: 0 }, { x: 400, y: 0 }, { x: 0, y: 300 }, 400, 300);
  assert.deepEqual(cut.data, picture.data);
});

test("tiles that touch are found by their bars, at any angle", () => {
  for (const angle of [0, 0.5, 1.2]) {
    const [c, s] = [Math.cos(angle) * 61, Math.sin(angle) * 61];
    const tiles = [-1, 0, 1].map((at) => ({ x: 200 + at * c, y: 150 + at * s, angle }));
    const poses = posesByBars(tableWith(tiles)).sort((a, b) => a.center.x - b.center.x);
    assert.equal(poses.length, 3);
    const outer = poses[0];
    assert.ok(Math.abs((outer?.center.x ?? 0) - (200 - c)) < 2);
    assert.ok(Math.abs(long(outer?.along ?? { x: 0, y: 0 }) - 60) < 5);
    assert.ok(Math.abs(long(outer?.across ?? { x: 0, y: 0 }) - 30) < 3);
  }
});

test("a bar that a pin parts is one bar", () => {
  const picture = tableWith([{ x: 200, y: 150, angle: 0.4 }], { pin: true });
  const bars = findBars(grayOf(picture)).flat();
  const whole = bars.find((bar) => Math.abs(bar.long - 48) < 4);
  assert.ok(whole && Math.hypot(whole.x - 200, whole.y - 150) < 2);
});

test("stripes of the table are another group than the bars", () => {
  const picture = tableWith([
    { x: 120, y: 150, angle: 0.4 },
    { x: 280, y: 150, angle: 1.1 },
  ]);
  for (let x = 40; x < 390; x += 9) {
    picture.data.fill(120, (285 * 400 + x) * 3, (285 * 400 + x + 3) * 3);
    for (let y = 272; y < 290; y++) {
      picture.data.fill(140, (y * 400 + x) * 3, (y * 400 + x + 3) * 3);
    }
  }
  const groups = findBars(grayOf(picture)).map((bars) =>
    bars.filter((bar) => Math.abs(bar.long - 48) < 5),
  );
  assert.ok(groups.some((bars) => bars.length === 2));
});

test("a tile seen from aside is as long as its edges are, if the tilt is known", () => {
  // Pressed to 0.72 of its height, the tile leans as no tile does that is seen from above.
  const picture = tableWith([{ x: 200, y: 150, angle: 0.7 }], { squeeze: 0.72 });
  const tilt = TILTS.find(({ toward, squeeze }) => squeeze === 0.72 && toward.y === 1);
  const [pose] = posesByBars(picture, tilt);
  const [above] = posesByBars(picture);
  const along = { x: 60 * Math.sin(0.7), y: -60 * Math.cos(0.7) * 0.72 };
  assert.ok(pose && Math.hypot(pose.along.x - along.x, pose.along.y - along.y) < 5);
  assert.ok(above && pose.clear > above.clear);
});

test("a tile without a bar is found by its outline", () => {
  for (const table of [40, 160]) {
    const picture = tableWith([{ x: 200, y: 150, angle: 0.4 }], { bar: false, table });
    const [pose] = findOutlines(grayOf(picture));
    assert.ok(pose && Math.abs(long(pose.along) - 60) < 3);
    assert.ok(Math.abs(pose.center.x - 200) < 2);
  }
});

test("of places over one another the better is kept", () => {
  const place = { center: { x: 0, y: 0 }, across: { x: 5, y: 0 }, along: { x: 0, y: -10 } };
  const aside = { ...place, center: { x: 9.8, y: 0 }, score: 0.2 };
  const over = { ...place, center: { x: 3, y: 0 }, score: 0.5 };
  const kept = withoutDoubles([over, aside, { ...place, score: 0.9 }], 0.25);
  assert.deepEqual(
    kept.map(({ score }) => score),
    [0.9, 0.2],
  );
});

test("two tiles that touch weigh more than what lies across them", () => {
  const lying = (/** @type {number} */ x, /** @type {number} */ score) => {
    return { center: { x, y: 0 }, across: { x: 0, y: 5 }, along: { x: 10, y: 0 }, score };
  };
  const across = lying(0, 0.95);
  const tiles = [lying(-10, 0.9), lying(10, 0.9)];
  const clear = lying(60, 0.8);
  assert.deepEqual(bestTogether([across, ...tiles, clear], 0.25), [...tiles, clear]);
  assert.deepEqual(bestTogether([across, lying(-10, 0.9), lying(10, 0.2)], 0.25), [across]);
});

test("a tile is certain where the whole photo is read well", () => {
  const clear = readPhoto(network, tableWith([{ x: 150, y: 140, angle: 0.1 }])).tiles;
  assert.deepEqual(
    clear.map(({ certain, certainty }) => [certain, certainty >= 0.98]),
    [[true, true]],
  );
  const twice = [80, 200, 320].map((x) => ({ x, y: 150, angle: 0.1 }));
  const doubtful = readPhoto(network, tableWith(twice)).tiles;
  assert.ok(doubtful.length > 1 && doubtful.every(({ certain }) => !certain));
});

test("a hand of blanks is read, and told in pixels of the photo", () => {
  const { tiles, total } = readPhoto(network, tableWith([{ x: 150, y: 140, angle: 0.2 }]));
  assert.deepEqual(
    tiles.map(({ ends }) => ends),
    [[0, 0]],
  );
  assert.equal(total, 0);
  const [first, , third] = tiles[0]?.corners ?? [];
  assert.ok(Math.abs(((first?.x ?? 0) + (third?.x ?? 0)) / 2 - 150) < 3);
});

test("what a tile and its halves may be else is told with probabilities", () => {
  const [tile] = readPhoto(network, tableWith([{ x: 150, y: 140, angle: 0.2 }])).tiles;
  const sumOf = (/** @type {{ probability: number }[]} */ all) =>
    all.reduce((sum, { probability }) => sum + probability, 0);
  assert.ok(tile && Math.abs(sumOf(tile.alternatives) - 1) < 1e-6);
  assert.deepEqual([tile.halves[0][0]?.pips, tile.halves[1][0]?.pips], [0, 0]);
  assert.ok(tile.halves.every((half) => sumOf(half) > 0.95 && sumOf(half) < 1.001));
  assert.ok(tile.none >= 0 && tile.none < 0.5);
});

test("a place counts as the network's alone where no bar lies, and less across another", () => {
  const pose = { center: { x: 200, y: 150 }, across: { x: 30, y: 0 }, along: { x: 0, y: -60 } };
  const values = Array.from({ length: 20 }, () => 0.05);
  const look = (/** @type {typeof pose} */ seen) => {
    const [one, other] = [values, values];
    return { ...seen, values: [one, other], halves: [one, other], likely: 0.9, score: 0.8 };
  };
  const picture = tableWith([{ x: 200, y: 150, angle: 0 }], { bar: false });
  const place = { ...pose, heat: 0.9 };
  const lookWith = (/** @type {typeof pose[]} */ bars) =>
    lookAtPlaces([place], picture, grayOf(picture), [], bars, /** @type {any} */ (look));
  assert.deepEqual(
    [lookWith([]), lookWith([pose]), lookWith([{ ...pose, across: { x: 0, y: 30 } }])].map(
      ([sight]) => sight?.alone,
    ),
    [true, false, true],
  );
  const [own] = lookWith([]);
  assert.ok(own && isPlausible({ ...own, heat: 0.9 }) && !isPlausible({ ...own, heat: 0.1 }));
  const beside = { ...own, from: pose, center: { x: 230, y: 150 } };
  assert.ok(withHeat(beside, [place]).score < withHeat(own, [place]).score);
  assert.deepEqual([withHeat(beside, [place]).heat, withHeat(own, [place]).heat], [0, 0.9]);
});

test("a place that is a little off is read where that goes best", () => {
  const pose = { center: { x: 200, y: 150 }, across: { x: 30, y: 0 }, along: { x: 0, y: -60 } };
  const picture = tableWith([{ x: 200, y: 150, angle: 0 }], { bar: false });
  const off = (/** @type {typeof pose} */ { center, across }) =>
    (Math.abs(center.x - 207) + Math.abs(center.y - 142)) / 30 + Math.abs(long(across) / 33 - 1);
  const look = (/** @type {typeof pose} */ seen) => {
    const values = Array.from({ length: 20 }, () => 0.05);
    const score = Math.exp(-3 * off(seen));
    return { ...seen, values: [values, values], halves: [values, values], likely: 0.9, score };
  };
  const [sight] = lookAtPlaces(
    [{ ...pose, heat: 0.9 }],
    picture,
    grayOf(picture),
    [],
    [],
    /** @type {any} */ (look),
  );
  assert.ok(sight && off(sight) < off(pose) / 3);
});

test("a place is looked at although a tile was read across it, or a bare part of it, and not where that tile lies", () => {
  const pose = { center: { x: 200, y: 150 }, across: { x: 30, y: 0 }, along: { x: 0, y: -60 } };
  const chances = (blank = 0.01) => Array.from({ length: 20 }, (_, pips) => (pips ? 0.05 : blank));
  const look = (/** @type {typeof pose} */ seen, values = chances()) => {
    return { ...seen, values: [values, values], halves: [values, values], likely: 0.9, score: 0.8 };
  };
  const picture = tableWith([{ x: 200, y: 150, angle: 0 }], { bar: false });
  const looksBeside = (/** @type {typeof pose} */ read, blank = 0.01) =>
    lookAtPlaces(
      [{ ...pose, heat: 0.2 }],
      picture,
      grayOf(picture),
      /** @type {any} */ ([look(read, chances(blank))]),
      [],
      /** @type {any} */ (look),
    ).length;
  const across = { x: 60, y: 0 };
  const other = { center: { x: 225, y: 165 }, across: { x: 0, y: 30 }, along: across };
  const part = { ...pose, across: { x: 15, y: 0 }, along: { x: 0, y: -30 } };
  assert.deepEqual([looksBeside(other), looksBeside(pose), looksBeside(pose, 0.8)], [1, 0, 0]);
  assert.deepEqual([looksBeside(part), looksBeside(part, 0.8)], [0, 1]);
});

test("places are doubtful where the finder says neither yes nor no", () => {
  const pose = { center: { x: 0, y: 0 }, across: { x: 5, y: 0 }, along: { x: 0, y: -10 } };
  const doubt = (/** @type {number[]} */ heats) =>
    doubtOf(heats.map((heat) => ({ ...pose, heat })));
  assert.ok(doubt([0.9, 0.8, 0.2]) < 0.6 && doubt([0.6, 0.4, 0.3, 0.3]) > 0.6);
  assert.equal(doubt([]), 0);
});

test("a tile that is read otherwise a little aside is not steady", () => {
  const pose = { center: { x: 150, y: 140 }, across: { x: 30, y: 0 }, along: { x: 0, y: -60 } };
  const looker = new Looker(network, tableWith([{ x: 150, y: 140, angle: 0 }]), null);
  const sight = looker.glance(pose);
  assert.ok(looker.isSteady(sight));
  const [one, other] = sight.halves;
  assert.ok(!looker.isSteady({ ...sight, halves: [one, [...other].reverse()] }));
});

test("a doubtful place that is blank on both halves is rather the table", () => {
  const looker = new Looker(network, tableWith([]), null);
  const pose = { center: { x: 0, y: 0 }, across: { x: 1, y: 0 }, along: { x: 0, y: 2 } };
  const likelyOf = (/** @type {number} */ pips, /** @type {number} */ none) => {
    const values = Array.from({ length: 20 }, () => -20);
    [values[pips], values[19]] = [Math.log(1 - none), Math.log(none)];
    return looker.sightOf(pose, [values, values]).likely;
  };
  assert.ok(likelyOf(0, 0.2) < 0.1 && likelyOf(0, 0.005) > 0.9);
  assert.ok(likelyOf(3, 0.2) > 0.75);
});

test("a black photo and an empty table have no tiles", () => {
  for (const table of [0, 128, 255]) {
    assert.deepEqual(readPhoto(network, tableWith([], { table })).tiles, []);
  }
});

test("a cat is not a tile", () => {
  const picture = emptyPicture(400, 300);
  for (let at = 0; at < 400 * 300; at++) {
    const [x, y] = [(at % 400) - 200, Math.floor(at / 400) - 160];
    const isEar = Math.abs(Math.abs(x) - 85) < (y + 150) / 2 && y < -50;
    const isFace = Math.hypot(x / 1.3, y) < 100 || isEar;
    const eye = Math.hypot(Math.abs(x) - 48, y + 20);
    const isWhisker = Math.abs(y - 35 - Math.sin(x / 60) * 8) < 1 && Math.abs(x) > 30;
    const stripes = 150 + 45 * Math.sin(Math.hypot(x, y * 2) / 7) + (at % 7) * 3;
    const dark = eye < 9 || (Math.abs(x) < 12 && Math.abs(y - 25) < 6);
    const fur = dark ? 15 : eye < 20 ? 215 : stripes;
    const shade = isWhisker ? 235 : isFace ? fur : 90 + (at % 5) * 4;
    picture.data.set([shade, shade * 0.8, shade * 0.6], at * 3);
  }
  assert.deepEqual(readPhoto(network, picture).tiles, []);
});

test("no tile has more pips than the set, and none comes twice", () => {
  const tiles = [80, 200, 320].map((x) => ({ x, y: 150, angle: 0.1 }));
  const reading = readPhoto(network, tableWith(tiles), { most: 9 });
  const names = reading.tiles.map(({ ends }) => ends.join("-"));
  assert.equal(new Set(names).size, names.length);
  assert.ok(reading.tiles.every(({ ends }) => Math.max(...ends) <= 9));
  assert.ok(reading.confidence < 0.5);
});
