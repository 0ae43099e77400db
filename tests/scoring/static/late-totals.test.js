// What those begin with who came late, as a tablet works it out without a network.

import assert from "node:assert/strict";
import { test } from "node:test";

import { withWaiting } from "../../../scoring/static/scoring/tablet/with-waiting.js";
import { entryOf, gameOf } from "./stand_ins.js";

/** @import { Entry, KnownGame, Round } from "../../../scoring/static/scoring/contract.js" */

/**
 * A round as the server's sheet has it: Ann went out, Bob and Cal have these points.
 *
 * @param {number} number
 * @param {number} bob
 * @param {number} cal
 * @returns {Round}
 */
const written = (number, bob, cal) => ({
  number,
  entry: 100 + number,
  key: `server-${number}`,
  ending: "out-1",
  starting_double: 13 - number,
  boneyard: null,
  author: "Table 3",
  cells: Object.fromEntries(
    [0, bob, cal].map((points, at) => [
      at + 1,
      { points, total: points, tiles: null, count: null, marked: null },
    ]),
  ),
});

const KNOWN = gameOf({ rounds: [written(1, 10, 20), written(2, 5, 7)], next_round: 3 });

/** @param {Entry[]} entries @param {Partial<KnownGame>} parts */
const shown = (entries, parts) => withWaiting({ ...KNOWN, ...parts }, entries);

const correctSecond = entryOf(2, "out-1", { 2: 50, 3: 7 }, { kind: "correct", key: "correct-2" });
const undo = (/** @type {Entry["seen"]} */ seen = {}) => {
  const { fields, ...entry } = entryOf(0, "", {}, { kind: "undo", key: "undo", seen });
  return entry;
};

/** Fay came before round 2, with what the rules make of what the others had. */
const WITH_FAY = {
  late_total: /** @type {const} */ ("highest"),
  seats: [
    ...KNOWN.seats,
    { id: 4, name: "Fay", word: "Fay", color: 3, entry_total: 20, late_after: [1, 2, 3] },
  ].map((seat) => ({ ...{ from_round: 1, after_round: null, ranked: true }, ...seat })),
};
const lateFay = WITH_FAY.seats[3];
if (lateFay) lateFay.from_round = 2;

/** Correct round 1: what Cal has now. @param {number} cal */
const correctFirst = (cal) =>
  entryOf(1, "out-1", { 2: 10, 3: cal }, { kind: "correct", key: "correct-1" });

test("who came late begins with what the rules make of a corrected round", () => {
  assert.deepEqual(shown([], WITH_FAY).totals, { 1: 0, 2: 15, 3: 27, 4: 20 });
  const game = shown([correctFirst(50)], WITH_FAY);
  assert.deepEqual(game.totals, { 1: 0, 2: 15, 3: 57, 4: 50 });
  assert.equal(game.seats[3]?.entry_total, 50);
  const undone = shown([correctFirst(50), undo({ key: "correct-1" })], WITH_FAY);
  assert.deepEqual(undone.totals, { 1: 0, 2: 15, 3: 27, 4: 20 });
});

test("a correction of a round that somebody played does not change what they began with", () => {
  assert.deepEqual(shown([correctSecond], WITH_FAY).totals, { 1: 0, 2: 60, 3: 27, 4: 20 });
});

test("points that the table agreed on for who came late stay", () => {
  const seats = WITH_FAY.seats.map(({ late_after, ...seat }) => seat);
  assert.deepEqual(shown([correctFirst(50)], { ...WITH_FAY, seats }).totals[4], 20);
});

test("a second one who came late counts from what the first one began with", () => {
  const gus = { id: 5, name: "Gus", word: "Gus", color: 4, entry_total: 20, from_round: 2 };
  const rest = { after_round: null, ranked: true, late_after: [4] };
  const seats = [...WITH_FAY.seats, { ...gus, ...rest }];
  assert.equal(shown([correctFirst(50)], { ...WITH_FAY, seats }).totals[5], 50);
});

test("an average is rounded as on the server, a half to the even number", () => {
  const averages = [25, 26, 28].map((cal) => {
    const parts = { ...WITH_FAY, late_total: /** @type {const} */ ("average") };
    const seats = parts.seats.map((seat) =>
      seat.late_after ? { ...seat, late_after: [2, 3] } : seat,
    );
    return shown([correctFirst(cal)], { ...parts, seats }).totals[4];
  });
  assert.deepEqual(averages, [18, 18, 19]);
  assert.equal(shown([correctFirst(50)], { ...WITH_FAY, late_total: "zero" }).totals[4], 0);
});
