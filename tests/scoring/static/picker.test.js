// The picker: the text of a hand and the tiles that are tapped say the same, and no tile is in two
// hands unsaid.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  holdersOf,
  pointsOf,
  sentenceOf,
  tilesIn,
  withOrWithout,
} from "../../../scoring/static/scoring/forms/hands.js";
import { ARROWS, layoutFor, nearest } from "../../../scoring/static/scoring/forms/tile-grid.js";

test("a tile is read in either order, whatever stands around it", () => {
  assert.deepEqual(tilesIn("12-3, 4 - 4 and 0-0"), ["3-12", "4-4", "0-0"]);
  assert.deepEqual(tilesIn("none"), []);
  assert.deepEqual(tilesIn("007-3"), ["3-7"]);
  assert.deepEqual(tilesIn("7/3 5:5 9–1 0|2 1.1"), ["3-7", "5-5", "1-9", "0-2", "1-1"]);
  assert.deepEqual(tilesIn("1234-5 12-3456"), []);
  assert.deepEqual(tilesIn("9-10 10-9"), ["9-10", "9-10"]);
});

test("a hand is added up by its pips, and by what blanks count", () => {
  assert.equal(pointsOf("7-3, 5-5", [50, 0]), 20);
  assert.equal(pointsOf("0-0 4-0 2-1", [50, 10]), 50 + 14 + 3);
  assert.equal(pointsOf("7-3", null), null);
  assert.equal(pointsOf("", [50, 0]), null);
  assert.equal(pointsOf("7-3 and 4", [50, 0]), null);
});

test("a tap puts a tile in the hand, and another takes it out", () => {
  assert.equal(withOrWithout("", "3-7"), "3-7");
  assert.equal(withOrWithout(" 3-7 ", "5-5"), "3-7 5-5");
  assert.equal(withOrWithout("3-7 5-5", "3-7"), "5-5");
  assert.equal(withOrWithout("7-3", "3-7"), "");
});

test("what else was typed stays", () => {
  assert.equal(withOrWithout("12-3, 4-4 and", "3-12"), ", 4-4 and");
  assert.equal(withOrWithout("3-7 1-1 7-3", "3-7"), "1-1 7-3");
});

const ann = { name: "Ann", text: "3-7 5-5" };
const bob = { name: "Bob", text: "" };
const cal = { name: "Cal", text: "1-0" };

test("a tile in another hand is taken, by whom is told", () => {
  assert.deepEqual(
    [...holdersOf([ann, bob])],
    [
      ["3-7", "Ann"],
      ["5-5", "Ann"],
    ],
  );
  assert.equal(holdersOf([ann, cal]).get("0-1"), "Cal");
  assert.equal(holdersOf([bob]).size, 0);
});

test("what a hand holds is said in the number that it has", () => {
  assert.deepEqual(sentenceOf(bob, [ann]), ["saysCountNone", { seat: "Bob", count: 0 }]);
  assert.deepEqual(sentenceOf(cal, [ann]), ["saysCountOne", { seat: "Cal", count: 1 }]);
  assert.deepEqual(sentenceOf(ann, [bob]), ["saysCount", { seat: "Ann", count: 2 }]);
});

test("a tile that is typed into two hands is said before all else", () => {
  const twin = { name: "Dot", text: "0-0 7-3" };
  assert.deepEqual(sentenceOf(ann, [cal, twin]), [
    "saysTwice",
    { tile: "3-7", seat: "Ann", who: "Dot" },
  ]);
});

test("a tile lies as long as its pips can be told apart, and is never too small to hit", () => {
  assert.deepEqual([47.9, 48, 61.9, 62].map(layoutFor), ["wraps", "stands", "stands", "lies"]);
});

// Two lines of three tiles, the second one without its last.
const BOXES = [0, 1, 2, 3, 4].map((at) => ({
  left: (at % 3) * 60,
  top: Math.floor(at / 3) * 40,
  width: 60,
  height: 40,
}));

/** @param {number} from @param {string} key */
function go(from, key) {
  const [box, arrow] = [BOXES[from], ARROWS.get(key)];
  assert.ok(box && arrow);
  return nearest(box, BOXES, arrow);
}

test("an arrow leads to the nearest tile that way", () => {
  assert.equal(go(0, "ArrowRight"), 1);
  assert.equal(go(1, "ArrowLeft"), 0);
  assert.equal(go(1, "ArrowDown"), 4);
  assert.equal(go(4, "ArrowUp"), 1);
});

test("at the end of a line an arrow leads nowhere, and down from it to the nearest below", () => {
  assert.equal(go(2, "ArrowRight"), -1);
  assert.equal(go(4, "ArrowRight"), -1);
  assert.equal(go(0, "ArrowUp"), -1);
  assert.equal(go(2, "ArrowDown"), 4);
});
