// What photos of hands show, and what a person is asked: pure, without a page or a camera.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { Camera, CameraFailed } from "../../../scoring/static/scoring/photo/camera.js";
import {
  caseOf,
  choicesOf,
  foundAt,
  isCountUnsure,
  isDoubtful,
  isTyped,
  liesApart,
  middleOf,
  notesFor,
  settledAs,
  sightsOf,
  textOf,
  withAudit,
  withoutSeen,
} from "../../../scoring/static/scoring/photo/sights.js";

/** @import { Ink } from "../../../scoring/static/scoring/camera/inks.js" */
/** @import { Reading, TileRead } from "../../../scoring/static/scoring/camera/reading.js" */

/**
 * A tile of 40 by 20 pixels as it was read.
 *
 * @param {[number, number][]} ends the likeliest first
 * @param {{ x?: number; y?: number; certainty?: number; none?: number }} [where]
 * @returns {TileRead}
 */
function read(ends, { x = 50, y = 50, certainty = 0.9, none = 0 } = {}) {
  const [best = [0, 0]] = ends;
  return {
    ends: best,
    certainty,
    certain: certainty >= 0.99,
    halves: [[], []],
    inks: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    none,
    alternatives: ends.map((pair, at) => ({ ends: pair, probability: at ? 0.05 : 0.95 })),
    corners: [
      { x: x - 20, y: y - 10 },
      { x: x - 20, y: y + 10 },
      { x: x + 20, y: y + 10 },
      { x: x + 20, y: y - 10 },
    ],
  };
}

/** @param {TileRead[]} tiles @returns {Reading} */
const reading = (...tiles) => ({ tiles, total: 0, confidence: 0, unread: [] });
const SIZE = { width: 400, height: 200 };
const ROUND = { set: 12, rules: { base: "family" }, starting_double: 9 };

/** @param {...TileRead} tiles */
const seen = (...tiles) => sightsOf(reading(...tiles), SIZE, 1, 12);

/** @param {string | null} tile @param {Partial<import("../../../scoring/static/scoring/contract.js").SightAudit>} [more] */
const audit = (tile, more = {}) => ({
  tile,
  reason: "",
  text: "",
  values: {},
  doubtful: false,
  others: [],
  ...more,
});

test("a sight keeps what it may be, and where it lies in any size of the photo", () => {
  const ends = /** @type {[number, number][]} */ ([
    [9, 8],
    [8, 8],
  ]);
  const [sight] = seen(read(ends, { none: 0.02 }));
  assert.ok(sight);
  assert.equal(sight.tile, "8-9");
  // That it may be no tile at all is what the audit of all hands needs to know.
  assert.equal(sight.none, 0.02);
  assert.deepEqual(
    sight.options.map(([tile, chance]) => [tile, Number(chance.toFixed(4))]),
    [
      ["8-9", 0.931],
      ["8-8", 0.049],
    ],
  );
  const { x, y } = middleOf(sight);
  assert.deepEqual([x.toFixed(6), y], ["0.125000", 0.25]);
});

test("a tile that the game's set lacks is asked about, and never offered", () => {
  const ten = read(
    [
      [10, 9],
      [9, 9],
      [9, 6],
    ],
    { certainty: 0.995 },
  );
  const [sight] = sightsOf(reading(ten), SIZE, 1, 9);
  assert.ok(sight);
  assert.deepEqual([sight.tile, sight.strange, isDoubtful(sight)], ["", "9-10", true]);
  assert.equal(sight.options[0]?.[0], "9-10"); // the engine says why it is none
  assert.deepEqual(choicesOf({ ...sight, rivals: ["9-10"] }, 9), ["9-9", "6-9"]);
  assert.equal(settledAs(sight, "9-9").strange, "");
  const other = read([[12, 9]], { x: 200 });
  const more = withoutSeen([sight], sightsOf(reading(ten, other), SIZE, 2, 9));
  assert.deepEqual(
    more.map(({ strange }) => strange),
    ["9-12"],
  );
});

test("a tile in two photos of a hand counts once", () => {
  const before = seen(read([[9, 8]]), read([[1, 0]]));
  const more = withoutSeen(before, sightsOf(reading(read([[1, 0]]), read([[2, 2]])), SIZE, 2, 12));
  assert.equal(textOf([...before, ...more]), "8-9 0-1 2-2");
});

test("two groups of tiles lie apart, one row does not", () => {
  const row = [0, 1, 2, 3].map((at) => read([[at, 0]], { x: 40 + at * 45 }));
  assert.equal(liesApart(seen(...row)), false);
  const far = [read([[5, 5]], { x: 360 }), read([[6, 6]], { x: 360, y: 80 })];
  assert.equal(liesApart(seen(...row.slice(0, 2), ...far)), true);
  assert.equal(liesApart(seen(...row.slice(0, 2), ...far.slice(1))), false);
});

test("a place of which nothing came is asked about, and counts for nothing until then", () => {
  const { corners } = read([[9, 8]], { x: 200 });
  const [tile, place] = sightsOf({ ...reading(read([[1, 0]])), unread: [corners] }, SIZE, 1, 12);
  assert.ok(tile && place);
  assert.deepEqual([place.tile, place.none, isDoubtful(place)], ["", 0.5, true]);
  assert.deepEqual(middleOf(place), { x: 0.5, y: 0.25 });
  const hand = { name: "ann", text: "", written: "", sights: [tile, place] };
  assert.deepEqual(caseOf(ROUND, [hand]).hands["ann"]?.sights[1], { tiles: [], none: 0.5 });
  assert.equal(withoutSeen([place], [place]).length, 1);
});

test("how many there are is asked where one may be none", () => {
  assert.equal(isCountUnsure(seen(read([[9, 8]]))), false);
  const [sight] = seen(read([[9, 8]], { none: 0.45 }));
  assert.ok(sight);
  assert.equal(isCountUnsure([sight]), true);
  assert.equal(isCountUnsure([settledAs(sight, "8-9")]), false);
});

test("a doubtful tile offers what it may be, and is settled by a person", () => {
  const [sight] = seen(
    read([
      [9, 8],
      [8, 8],
      [9, 7],
      [1, 1],
    ]),
  );
  assert.ok(sight);
  assert.equal(isDoubtful(sight), true);
  assert.deepEqual(choicesOf({ ...sight, rivals: ["9-7"] }, 12), ["8-9", "9-7", "8-8"]);
  const settled = settledAs({ ...sight, why: "8-9 is in Bob’s hand." }, "8-8");
  assert.deepEqual([settled.tile, isDoubtful(settled), settled.why], ["8-8", false, ""]);
});

test("a tile that a person taps is as large as the others, and is asked for", () => {
  const [like] = seen(read([[9, 8]]));
  const sight = foundAt({ x: 0.5, y: 0.5 }, 1, like, 2);
  assert.deepEqual(middleOf(sight), { x: 0.5, y: 0.5 });
  assert.equal(isDoubtful(sight), true);
  assert.deepEqual(choicesOf(sight, 12), []);
  assert.equal(foundAt({ x: 0.5, y: 0.5 }, 1, undefined, 1).corners.length, 4);
});

test("the engine is asked about photos, and told what nobody doubts", () => {
  const sights = seen(
    read([
      [9, 8],
      [8, 8],
    ]),
    read([[1, 0]]),
  );
  const [first, second] = sights;
  assert.ok(first && second);
  const hand = { name: "Ann", text: "", written: "", sights: [settledAs(first, "8-8"), second] };
  const typed = { name: "Bob", text: "3-4", written: "8-9", sights };
  const newer = { name: "Eve", text: "3-4", written: "", sights: [second] };
  const put = { name: "Cal", text: "0-1", written: "0-1", sights: [second], total: 1, count: 1 };
  const none = { name: "Dot", text: "none", written: "", sights: [] };
  assert.deepEqual([hand, typed, put, none, newer].map(isTyped), [false, true, false, false, true]);
  const asked = caseOf(ROUND, [hand, typed, put, none, newer]);
  assert.deepEqual(Object.keys(asked.hands), ["Ann", "Cal", "Eve"]);
  assert.deepEqual(asked.hands["Ann"]?.sights[0], { tiles: [["8-8", 1]] });
  assert.equal(asked.hands["Ann"]?.sights[1]?.tiles[0]?.[0], "0-1");
  assert.deepEqual([asked.hands["Cal"]?.total, asked.hands["Cal"]?.count], [1, 1]);
  assert.deepEqual(asked.known, { Bob: ["3-4"] });
  assert.equal(asked.starting_double, 9);
});

/**
 * A sight that was read as certain, with what each half may be and the color of its pips.
 *
 * @param {[number, number]} ends
 * @param {[[number, number][], [number, number][]]} halves
 * @param {[Ink, Ink]} inks
 */
function colored(ends, halves, inks) {
  const listed = halves.map((half) => half.map(([pips, probability]) => ({ pips, probability })));
  const [one = [], other = []] = listed;
  const [sight] = seen({ ...read([ends], { certainty: 0.995 }), halves: [one, other], inks });
  assert.ok(sight);
  return sight;
}

test("a number that is doubtful is what has its color in any hand, and no longer certain", () => {
  const [RED, BLUE, GREEN] = /** @type {Ink[]} */ ([
    [0.1, -0.6, -0.6],
    [-0.6, -0.5, 0.1],
    [-0.6, 0, -0.6],
  ]);
  assert.ok(RED && BLUE && GREEN);
  const doubtful = colored([11, 3], [[[11, 0.7], [10, 0.3]], [[3, 1]]], [BLUE, RED]); // prettier-ignore
  const ten = colored([10, 1], [[[10, 1]], [[1, 1]]], [BLUE, RED]);
  const eleven = colored([11, 1], [[[11, 1]], [[1, 1]]], [GREEN, RED]);
  const hand = (/** @type {string} */ name, /** @type {typeof ten[]} */ sights) => ({
    name,
    text: "",
    written: "",
    sights,
  });
  /** @param {typeof ten[]} others */
  const likeliest = (...others) =>
    caseOf(ROUND, [hand("Ann", [doubtful]), hand("Bob", others)]).hands["Ann"]?.sights[0]?.tiles[0];
  assert.equal(likeliest()?.[0], "3-11"); // nobody else has a color that tells
  assert.equal(likeliest(ten, eleven)?.[0], "3-10");
  const confirmed = settledAs({ ...eleven, halves: doubtful.halves }, "1-10"); // a person has said so
  assert.equal(likeliest(confirmed)?.[0], "3-10");
  const [changed] = withAudit([doubtful], [audit("3-10")]);
  assert.ok(changed);
  assert.deepEqual([changed.tile, changed.certain, changed.rivals], ["3-10", false, ["3-11"]]);
});

test("what the engine proposes is shown, and what a person said stays", () => {
  const sights = seen(
    read(
      [
        [9, 8],
        [8, 8],
      ],
      { certainty: 0.995 },
    ),
    read([[1, 0]], { certainty: 0.995 }),
  );
  const [first, second] = sights;
  assert.ok(first && second);
  const proposal = audit("8-8", { reason: "in_other_hand", text: "8-9 is in Bob’s hand." });
  const [changed, kept] = withAudit([first, second], [proposal, audit("0-1")]);
  assert.ok(changed && kept);
  assert.deepEqual([changed.tile, isDoubtful(changed)], ["8-8", true]);
  assert.deepEqual(choicesOf(changed, 12), ["8-8", "8-9"]);
  assert.deepEqual([kept.tile, isDoubtful(kept)], ["0-1", false]);
  const [unclear] = withAudit(seen(read([[1, 0]])), [audit("0-1")]);
  assert.ok(unclear && isDoubtful(unclear));
  const settled = settledAs(first, "8-9");
  assert.deepEqual(withAudit([settled], [proposal]), [settled]);
  assert.equal(withAudit([first], [audit(null, { doubtful: true })])[0]?.tile, "");
  assert.equal(withAudit([first], undefined)[0], first);
  assert.deepEqual(withAudit([first], []), [first]); // asked before a photo more
});

test("of two hands alike the later one is the other's photo", () => {
  const note = { code: "hands_alike", text: "The same.", seats: ["Ann", "Bob"] };
  const answer = { hands: {}, notes: [note], proved: true };
  assert.deepEqual(notesFor(answer, "Ann"), { notes: ["The same."], isAlike: false });
  assert.deepEqual(notesFor(answer, "Bob"), { notes: ["The same."], isAlike: true });
  assert.deepEqual(notesFor(answer, "Cal"), { notes: [], isAlike: false });
});

// ---- the camera's worker

/** Plays the worker: answers what the test says. */
class WorkerStandIn {
  /** @type {((sent: any) => unknown)[]} */
  static answers = [];
  static started = 0;
  /** @type {(event: { data: unknown }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string; preventDefault(): void }) => void} */
  onerror = () => {};
  constructor() {
    WorkerStandIn.started += 1;
  }
  terminate() {}
  /** @param {unknown} sent */
  postMessage(sent) {
    const answer = WorkerStandIn.answers.shift();
    queueMicrotask(() => {
      if (answer) this.onmessage({ data: answer(sent) });
      else this.onerror({ message: "broken", preventDefault() {} });
    });
  }
}

const before = globalThis.Worker;
const world = /** @type {any} */ (globalThis);
afterEach(() => {
  globalThis.Worker = before;
  delete world.createImageBitmap;
});

/** @param {...(sent: any) => unknown} answers */
function cameraThat(...answers) {
  globalThis.Worker = /** @type {any} */ (WorkerStandIn);
  WorkerStandIn.answers = answers;
  WorkerStandIn.started = 0;
  world.createImageBitmap = async () => ({});
  return new Camera({ worker: "/worker.js", weights: "/weights.bin", quick: "/simd.wasm" });
}

const PHOTO = new Blob();

test("photos are read one after the other, by one worker", async () => {
  /** @param {{ id: number; known: unknown }} sent */
  const answer = ({ id, known }) => ({ id, reading: known });
  const camera = cameraThat(
    () => ({ ready: 1 }),
    answer,
    ({ id }) => ({ id, unreadable: true }),
  );
  const readings = [camera.read(PHOTO, { most: 12 }), camera.read(PHOTO, {})];
  assert.deepEqual(await Promise.all(readings), [{ most: 12 }, null]);
  assert.equal(WorkerStandIn.started, 1);
});

test("a worker that does not come, or breaks, is tried again with the next photo", async () => {
  const camera = cameraThat(() => ({ failed: "404" }));
  await assert.rejects(camera.read(PHOTO, {}), CameraFailed);
  WorkerStandIn.answers = [() => ({ ready: 1 })];
  await assert.rejects(camera.read(PHOTO, {}), CameraFailed); // it broke on the photo
  WorkerStandIn.answers = [() => ({ ready: 1 }), ({ id }) => ({ id, reading: { tiles: [] } })];
  assert.deepEqual(await camera.read(PHOTO, {}), { tiles: [] });
  assert.equal(WorkerStandIn.started, 3);
});
