// How a place is moved to its tile, and which tiles are taken where several touch.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fitTile } from "../../../scoring/static/scoring/camera/fitter.js";
import { apart, bestTogether } from "../../../scoring/static/scoring/camera/geometry.js";
import { emptyPicture } from "../../../scoring/static/scoring/camera/image.js";
import { openNetwork } from "../../../scoring/static/scoring/camera/network.js";
import { readPhoto } from "../../../scoring/static/scoring/camera/reading.js";

const file = readFileSync("scoring/static/scoring/camera/weights.bin");
const network = openNetwork(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
const { fitter } = network;

/** A dark table with a white tile of 60 by 120 pixels around a spot, its bar across and a pip on each half. */
function tableWithTile(x = 150, y = 140) {
  const picture = emptyPicture(300, 280);
  for (let at = 0; at < 300 * 280; at++) {
    const u = Math.abs((at % 300) - x);
    const v = Math.abs(Math.floor(at / 300) - y);
    const isInk = (u < 24 && v < 3) || Math.hypot(u, v - 30) < 7;
    picture.data.fill(u > 30 || v > 60 ? 60 : isInk ? 20 : 225, at * 3, at * 3 + 3);
  }
  return picture;
}

test("a place that is a little off is moved to its tile, and one that shows half of it is none", () => {
  const picture = tableWithTile();
  const [across, along] = [
    { x: 27, y: 2 },
    { x: 4, y: -64 },
  ];
  const near = fitTile(fitter, picture, { center: { x: 155, y: 136 }, across, along });
  assert.ok(near.tile > 0.8, `${near.tile}`);
  assert.ok(apart(near.center, { x: 150, y: 140 }) < 3, JSON.stringify(near));
  assert.ok(apart(near.along, { x: 0, y: -60 }) < 5 && apart(near.across, { x: 30, y: 0 }) < 3);
  const half = { center: { x: 150, y: 75 }, across: { x: 30, y: 0 }, along: { x: 0, y: -60 } };
  assert.ok(fitTile(fitter, picture, half).tile < 0.2);
});

test("of a block of two by two halves, the two tiles are taken that weigh more together", () => {
  const upright = (/** @type {number} */ x, /** @type {number} */ score) => {
    return { center: { x, y: 0 }, across: { x: 5, y: 0 }, along: { x: 0, y: -10 }, score };
  };
  const lying = (/** @type {number} */ y, /** @type {number} */ score) => {
    return { center: { x: 0, y }, across: { x: 0, y: 5 }, along: { x: 10, y: 0 }, score };
  };
  const standing = [upright(-5, 0.9), upright(5, 0.8)];
  const across = [lying(-5, 0.95), lying(5, 0.3)];
  assert.deepEqual(bestTogether([...across, ...standing], 0.25), standing);
  assert.deepEqual(bestTogether([lying(-5, 0.95), lying(5, 0.8), ...standing], 0.25), [
    lying(-5, 0.95),
    lying(5, 0.8),
  ]);
});

test("a tile of which much is cut off at the photo's edge is left out, unless it is told that it is there", () => {
  const cut = tableWithTile(150, 265);
  assert.deepEqual(readPhoto(network, cut).tiles, []);
  assert.equal(readPhoto(network, cut, { count: 1 }).tiles.length, 1);
});
