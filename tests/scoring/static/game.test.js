// The game as a tablet shows it: what the server told, with what waits; and what its line says.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lineFor, stateAt } from "../../../scoring/static/scoring/tablet/state-line.js";
import { addedUp, highNumbers } from "../../../scoring/static/scoring/tablet/round-report.js";
import { howOf } from "../../../scoring/static/scoring/tablet/coming.js";
import { leadersOf, plays, totalsOf } from "../../../scoring/static/scoring/tablet/standings.js";
import {
  canShow,
  newerRounds,
  wholeNumber,
  withWaiting,
} from "../../../scoring/static/scoring/tablet/with-waiting.js";
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

const KNOWN = gameOf({
  rounds: [written(1, 10, 20), written(2, 5, 7)],
  next_round: 3,
  revision: 2,
  last: { entry: 102, round: 2 },
  keys: ["server-1", "server-2"],
});

/** @param {Entry[]} entries @param {Partial<KnownGame>} parts */
function shown(entries, parts = {}) {
  const game = withWaiting({ ...KNOWN, ...parts }, entries);
  return { ...game, numbers: game.rounds.map(({ number }) => number) };
}

const correct = (/** @type {Partial<Entry>} */ parts = {}) =>
  entryOf(2, "out-1", { 2: 50, 3: 7 }, { kind: "correct", key: "correct-2", ...parts });
const undo = (/** @type {Entry["seen"]} */ seen = {}) => {
  const { fields, ...entry } = entryOf(0, "", {}, { kind: "undo", key: "undo", seen });
  return entry;
};

test("with nothing that waits the game is as the server told", () => {
  const game = shown([]);
  assert.deepEqual(game.rounds, KNOWN.rounds);
  assert.deepEqual(game.totals, { 1: 0, 2: 15, 3: 27 });
  assert.equal(game.next_round, 3);
  assert.equal(game.next?.double, 10);
  assert.deepEqual(game.last, { entry: 102, round: 2 });
});

test("after the last planned round the game is over, however many follow", () => {
  const ahead = (/** @type {number} */ number) => ({
    number,
    double: null,
    how: "",
    rounds: 3,
    over: number > 3,
    draft: `g1-${number}`,
  });
  const parts = { plan: [ahead(3), ahead(4)] };
  const third = entryOf(3, "out-2", { 1: 4, 3: 6 });
  const isOver = (/** @type {Entry[]} */ ...entries) => shown(entries, parts).over;
  assert.equal(isOver(), false);
  assert.equal(isOver(third), true);
  assert.equal(isOver(third, entryOf(4, "out-1", { 2: 1, 3: 1 })), true);
  assert.equal(isOver(third, undo({ key: third.key })), false);
  assert.equal(isOver(entryOf(3, "time", { 1: 4, 2: 5, 3: 6 })), true);
});

test("rounds that wait stand on the sheet, and count", () => {
  const game = shown([
    entryOf(3, "out-2", { 1: 4, 3: 6 }),
    entryOf(4, "blocked", { 1: 1, 2: 2, 3: 3 }),
  ]);
  assert.deepEqual(game.numbers, [1, 2, 3, 4]);
  assert.deepEqual(game.totals, { 1: 5, 2: 17, 3: 36 });
  assert.equal(game.next_round, 5);
  assert.deepEqual(game.last, { key: "round-4", round: 4 });
  const { waiting, checked, ending, starting_double: double } = game.rounds[2] ?? {};
  assert.deepEqual([waiting, checked, ending, double], [true, false, "out-2", 10]);
});

test("who went out has nothing left, unless a marker may count", () => {
  const entry = entryOf(3, "out-1", { 2: 5, 3: 7 });
  assert.equal(shown([entry]).rounds[2]?.cells[1]?.points, 0);
  assert.equal(shown([entry], { counts_markers: true }).rounds[2]?.cells[1]?.points, null);
});

test("the engine's points go before what was typed, and what nobody can count adds nothing", () => {
  const tiles = entryOf(3, "out-1", { 2: 9 }, { points: { 1: 0, 2: 12, 3: 30 }, checked: true });
  assert.deepEqual(shown([tiles]).totals, { 1: 0, 2: 27, 3: 57 });
  const unclear = entryOf(3, "out-1", { 2: 9 });
  assert.deepEqual(shown([unclear]).totals, { 1: 0, 2: 24, 3: 27 });
  assert.equal(shown([unclear]).rounds[2]?.cells[3]?.points, null);
});

test("what the server has already changes nothing", () => {
  assert.deepEqual(shown([entryOf(2, "blocked", { 1: 9 }, { key: "server-2" })]).waiting, []);
});

test("a correction strikes the round that it replaces", () => {
  const game = shown([correct()]);
  assert.deepEqual(game.numbers, [1, 2]);
  assert.deepEqual(game.totals, { 1: 0, 2: 60, 3: 27 });
  assert.equal(game.rounds[1]?.struck?.key, "server-2");
  assert.deepEqual(game.last, { key: "correct-2", round: 2, corrects: true });
});

test("an undo takes away the round that was seen, by its id or by its key", () => {
  assert.deepEqual(shown([undo({ entry: 102 })]).numbers, [1]);
  const game = shown([entryOf(3, "blocked", { 1: 1 }), undo({ key: "round-3" })]);
  assert.deepEqual(game.numbers, [1, 2]);
  assert.equal(game.undone, true);
  assert.deepEqual(game.last, { entry: 102, round: 2 }, "then what the server has can be undone");
});

test("the newest that can be undone is what was written last, not the last round", () => {
  const third = entryOf(3, "blocked", { 1: 1 });
  assert.equal(shown([third, correct()]).last?.key, "correct-2");
  assert.equal(shown([third, correct(), undo({ key: "correct-2" })]).last?.key, "round-3");
});

test("an undo of a correction brings back what it struck", () => {
  const game = shown([entryOf(3, "blocked", { 1: 1 }), correct(), undo({ key: "correct-2" })]);
  assert.equal(game.rounds[1]?.key, "server-2");
  assert.deepEqual(game.totals, { 1: 1, 2: 15, 3: 27 });
  assert.deepEqual(game.last, { key: "round-3", round: 3 });
});

test("of the server's corrections an undo needs what stood there before", () => {
  const corrected = { ...written(1, 10, 30), entry: 103, key: "server-3" };
  const before = { ...written(1, 10, 20), entry: 101 };
  const rounds = [corrected, written(2, 5, 7)];
  const last = { entry: 103, round: 1, corrects: true };
  const parts = { rounds, last: { ...last, line: before } };
  assert.equal(canShow(shown([], parts), false), true);
  const game = shown([undo({ entry: 103 })], parts);
  assert.deepEqual(game.numbers, [1, 2]);
  assert.deepEqual(game.totals, { 1: 0, 2: 15, 3: 27 });
  assert.equal(game.rounds[0]?.entry, 101);
  assert.equal(canShow(game, true), true);
  assert.equal(canShow(shown([], { rounds, last }), false), false);
});

test("an undo that the server has set aside is not done here either", () => {
  const asked = { seen: { entry: 101 }, refused: "Something newer has been written on the sheet." };
  const { fields, ...aside } = entryOf(0, "", {}, { kind: "undo", key: "undo", ...asked });
  assert.deepEqual(shown([aside]).numbers, [1, 2]);
  assert.deepEqual(shown([{ ...aside, refused: "503" }]).numbers, [2], "that is tried again");
});

test("an undo of anything but a round is left to the server", () => {
  assert.equal(canShow(shown([]), false), true);
  assert.equal(canShow(shown([], { last: { entry: 110, round: null } }), false), false);
  assert.equal(canShow(shown([], { last: { entry: 102, round: 2, chooses: true } }), false), false);
  assert.equal(canShow(shown([], { redo: { entry: 9, round: null, line: null } }), true), false);
});

test("a redo, the undo of an undo, brings the round back", () => {
  const round = entryOf(3, "blocked", { 1: 1 });
  const away = undo({ key: "round-3" });
  assert.deepEqual(shown([round, away]).redo?.key, "undo");
  assert.equal(shown([correct(), undo({ key: "correct-2" })]).redo?.corrects, true);
  assert.equal(shown([round, away]).redo?.corrects, undefined);
  const redo = { ...undo({ key: "undo" }), key: "redo" };
  const game = shown([round, away, redo]);
  assert.deepEqual(game.numbers, [1, 2, 3]);
  assert.deepEqual([game.last, game.redo], [{ key: "round-3", round: 3 }, null]);
  const twice = shown([correct(), undo({ key: "correct-2" }), redo]);
  assert.equal(twice.rounds[1]?.struck?.key, "server-2", "and a correction strikes again");
  assert.equal(twice.last?.corrects, true);
  assert.deepEqual(twice.totals, { 1: 0, 2: 60, 3: 27 });
});

test("what the server has undone comes back without it; what is written since ends that", () => {
  const parts = { redo: { entry: 9, round: 3, line: written(3, 1, 2) } };
  const redo = undo({ entry: 9 });
  const game = shown([redo], parts);
  assert.deepEqual([game.numbers, game.redo], [[1, 2, 3], null]);
  assert.deepEqual(game.last, { entry: 103, round: 3 });
  assert.equal(shown([], parts).redo?.entry, 9);
  assert.equal(shown([entryOf(3, "blocked", { 1: 1 })], parts).redo, null);
});

test("an undo of what is gone already changes nothing", () => {
  assert.deepEqual(shown([undo({ entry: 99 })]).numbers, [1, 2]);
});

test("where the server has another round already, that one stays until somebody chooses", () => {
  const game = shown([entryOf(2, "blocked", { 1: 9, 2: 9, 3: 9 })]);
  assert.deepEqual(game.totals, { 1: 0, 2: 15, 3: 27 });
  assert.equal(game.rounds[1]?.contested, true);
  assert.equal(KNOWN.rounds[1]?.contested, undefined, "what the server told is left as it is");
});

test("a correction of a round that is not there, and a dispute, are on no sheet", () => {
  const dispute = entryOf(3, "", {}, { kind: "dispute" });
  assert.deepEqual(shown([correct({ round: 7 }), dispute]).numbers, [1, 2]);
  assert.equal(shown([dispute]).waiting.length, 1);
});

test("who came late or left plays some rounds, and begins with a total", () => {
  const [ann, bob, cal] = gameOf().seats;
  assert.ok(ann && bob && cal);
  const late = { ...bob, from_round: 3, entry_total: 40 };
  const gone = { ...cal, after_round: 2 };
  assert.deepEqual(
    [1, 2, 3].map((number) => [late, gone].map((seat) => plays(seat, number))),
    [
      [false, true],
      [false, true],
      [true, false],
    ],
  );
  const game = shown([entryOf(3, "out-1", { 2: 5 })], { seats: [ann, late, gone] });
  assert.deepEqual(Object.keys(game.rounds[2]?.cells ?? {}), ["1", "2"]);
  assert.deepEqual(totalsOf([late], game.rounds), { 2: 60 });
});

// Bob begins round 3, and Cal would begin round 4; after round 2 those who tie for the game play on.
const RUN_OFF = {
  run_offs_after: 2,
  says: { tied: "{names} tie.", begins: "{name} begins." },
  plan: [3, 4].map((number) => ({
    number,
    double: null,
    how: "Cal begins.",
    begins: "Cal",
    began_before: "Bob",
    rounds: 2,
    over: true,
    draft: "",
  })),
};
const tie = { rounds: [written(1, 0, 20), written(2, 0, 7)], ...RUN_OFF };
const say = (/** @type {string} */ name, /** @type {Record<string, unknown>} */ words = {}) =>
  name === "saysAnd" ? `${words["names"]} and ${words["last"]}` : "";

test("those who tie for the game play on alone, and of them the next one begins", () => {
  const game = shown([], tie);
  assert.equal(game.over, false);
  assert.deepEqual(
    game.tied.map(({ name }) => name),
    ["Ann", "Bob"],
  );
  assert.equal(howOf(say, game), "Ann and Bob tie. Ann begins.");
  assert.equal(shown([]).tied.length, 0, "without such a rule nobody plays on");
});

test("a run-off without a network changes no total, and parts those who tied", () => {
  const played = entryOf(3, "out-2", { 1: 9 });
  const game = shown([played], tie);
  assert.deepEqual(game.totals, { 1: 0, 2: 0, 3: 27 });
  assert.deepEqual(Object.keys(game.rounds[2]?.cells ?? {}), ["1", "2"]);
  assert.deepEqual(
    game.leaders.map(({ name }) => name),
    ["Bob"],
  );
  assert.equal(game.over, true);
  assert.equal(shown([played, undo({ key: "round-3" })], tie).tied.length, 2);
  const mended = correct({ round: 3, fields: { ending: "out-1", "seat-2-total": "3" } });
  assert.deepEqual(shown([played, mended], tie).totals, { 1: 0, 2: 0, 3: 27 });
});

test("who ties when time runs out plays on alone, too", () => {
  const timed = entryOf(1, "time", { 1: 5, 2: 5, 3: 9 });
  const rules = { ...RUN_OFF, has_run_offs: true, run_offs_after: 13 };
  const game = shown([timed], { ...rules, rounds: [] });
  assert.deepEqual(
    game.tied.map(({ name }) => name),
    ["Ann", "Bob"],
  );
  assert.equal(game.over, false);
  const won = shown([timed, entryOf(2, "out-2", { 1: 9 })], { ...rules, rounds: [] });
  assert.deepEqual([won.totals, won.over], [{ 1: 5, 2: 5, 3: 9 }, true]);
  assert.equal(shown([timed], { ...rules, has_run_offs: false, rounds: [] }).over, true);
});

test("equal totals are parted by rounds won only where the rules say so", () => {
  const rounds = [written(1, 0, 20)];
  const names = (/** @type {boolean} */ parts) =>
    leadersOf({ ...KNOWN, parts_by_rounds_out: parts }, rounds).map(({ name }) => name);
  assert.deepEqual([names(false), names(true)], [["Ann", "Bob"], ["Ann"]]);
});

test("a number is asked about above the bounds that came with the plan, until it is confirmed", () => {
  const [plan] = KNOWN.plan;
  assert.ok(plan);
  const says = { past_every_hand: "{points} > {bound}!", rarely_so_high: "{points} > {bound}?" };
  const game = { ...shown([]), says, next: { ...plan, high: { usual: 137, most: 400 } } };
  const asked = (/** @type {Record<string, string>} */ fields) =>
    highNumbers(game, KNOWN.seats, fields).map(({ text, confirmed }) => [text, confirmed]);
  assert.deepEqual(asked({ "seat-1-total": "137" }), []);
  assert.deepEqual(asked({ "seat-1-total": "138" }), [["138 > 137?", false]]);
  assert.deepEqual(asked({ "seat-1-total": "401" }), [["401 > 400!", false]]);
  assert.deepEqual(asked({ "seat-1-total": "138", "seat-1-sure": "138" }), [["138 > 137?", true]]);
});

test("who went out has nothing left before any check, but for a marker where these count", () => {
  const fields = { ending: "out-1", "seat-2-total": "12" };
  const game = { ...KNOWN, counts_markers: false };
  assert.deepEqual(
    [1, 2, 3].map((id) => addedUp(game, fields, id)),
    [0, 12, null],
  );
  assert.equal(addedUp({ ...game, counts_markers: true }, fields, 1), null);
});

test("a total is a whole number, and nothing else", () => {
  const texts = [" 23 ", "-4", "0", "", "x1", "2.5", undefined];
  assert.deepEqual(texts.map(wholeNumber), [23, -4, 0, null, null, null, null]);
});

// ---- the line about this tablet

const NONE = { refused: 0, closed: 0, paused: 0, odd: 0, damaged: 0, waiting: 0 };
const FINE = { ...NONE, reached: true, unable: false, paired: true };
const SAYS = [
  { state: {}, line: ["saved", "saysSaved"] },
  { state: { reached: false }, line: ["waiting", "saysAway"] },
  { state: { waiting: 1 }, line: ["waiting", "saysSendingOne"] },
  { state: { waiting: 2 }, line: ["waiting", "saysSendingMany"] },
  { state: { waiting: 1, reached: false }, line: ["waiting", "saysWaitingOne"] },
  { state: { waiting: 3, reached: false }, line: ["waiting", "saysWaitingMany"] },
  { state: { reached: false, unable: true }, line: ["waiting", "saysUnable"] },
  { state: { waiting: 1, reached: false, unable: true }, line: ["waiting", "saysUnableOne"] },
  { state: { waiting: 1, paired: false }, line: ["warning", "saysUnpairedOne"] },
  { state: { paired: false }, line: ["saved", "saysSaved"] },
  { state: { waiting: 2, closed: 1 }, line: ["warning", "saysClosed"] },
  { state: { waiting: 2, paused: 2 }, line: ["warning", "saysPaused"] },
  { state: { waiting: 2, odd: 1 }, line: ["warning", "saysOdd"] },
  { state: { waiting: 2, refused: 2 }, line: ["warning", "saysRefused"] },
  { state: { waiting: 2, refused: 1 }, line: ["waiting", "saysSendingMany"] },
  { state: { damaged: 1 }, line: ["warning", "saysDamaged"] },
  { state: { damaged: 1, waiting: 1 }, line: ["waiting", "saysSendingOne"] },
];
for (const { state, line } of SAYS) {
  test(`the line says ${line[1]} of ${JSON.stringify(state)}`, () => {
    const [kind, sentence, words] = lineFor({ ...FINE, ...state });
    assert.deepEqual([kind, sentence], line);
    assert.equal(words["waiting"], state.waiting ?? 0);
  });
}

test("what another game's sheet could not take stands on its own page and the first one", () => {
  const games = { g1: { waiting: 2, refused: 2 }, g2: { waiting: 1, refused: 0 } };
  const state = { ...FINE, games, waiting: 3, refused: 2 };
  const counts = (/** @type {string} */ code, isOfAll = false) => {
    const { waiting, refused } = stateAt(state, code, isOfAll);
    return [waiting, refused];
  };
  assert.deepEqual(counts("g1"), [3, 2]);
  assert.deepEqual(
    [counts("g2"), counts("")],
    [
      [1, 0],
      [1, 0],
    ],
  );
  assert.deepEqual(counts("", true), [3, 2]);
  const away = stateAt({ ...state, waiting: 2, reached: false }, "g3", false);
  assert.deepEqual(lineFor(away)[1], "saysAway");
});

test("a kept list of games counts what this tablet knows more of", () => {
  const [known, ahead] = [shown([]), shown([entryOf(3, "out-1", { 2: 5, 3: 7 })])];
  assert.deepEqual(
    [newerRounds(known, 2), newerRounds(known, 1), newerRounds(ahead, 2)],
    [null, 2, 3],
  );
});
