// The outbox before a server that answers oddly, or not at all: nothing is lost or counts twice.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { oneWindow } from "../../../scoring/static/scoring/shared/one-window.js";
import { Outbox } from "../../../scoring/static/scoring/tablet/outbox.js";
import { MemoryDatabase, gameOf } from "./stand_ins.js";

/** @import { NewEntry } from "../../../scoring/static/scoring/contract.js" */
/** @import { OutboxState } from "../../../scoring/static/scoring/tablet/outbox.js" */
/** @typedef {{ key: string; kind: string; asks?: boolean; delayed?: string }} Sending */
/** @typedef {(game: string, sendings: Sending[]) => string[] | number} Answer */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A tablet, and a club's server that says of the sendings what `answers` says. */
class World {
  database = new MemoryDatabase();
  /** @type {string[]} the games and keys of what is on the server, in the order of its coming */
  taken = [];
  /** @type {Sending[]} all that was sent, once or more */
  sent = [];
  /** @type {string[]} */
  asked = [];
  role = "tablet";
  isThere = true;
  /** @type {Answer} */
  answers = (_game, sendings) => sendings.map(() => "recorded");
  /** @type {OutboxState[]} */
  states = [];
  /** @type {string[]} */
  games = [];

  constructor() {
    this.outbox = new Outbox({
      store: this.database,
      fetch: (address, options) => this.answer(address, options),
      alone: (work) => work(),
      onChange: (state) => this.states.push(state),
      onGame: (code) => this.games.push(code),
    });
  }

  /** @param {string} address @param {RequestInit} options */
  async answer(address, options) {
    this.asked.push(address);
    if (!this.isThere) throw new TypeError("Failed to fetch");
    if (address === "/tablet/hello/") return Response.json({ role: this.role, csrf: "token" });
    const code = /^\/games\/(\w+)\/hand-over\/$/.exec(address)?.[1] ?? "";
    assert.equal(new Headers(options.headers).get("X-CSRFToken"), "token");
    /** @type {{ sendings: Sending[] }} */
    const { sendings } = JSON.parse(String(options.body));
    this.sent.push(...sendings);
    const outcomes = this.answers(code, sendings);
    if (typeof outcomes === "number") return new Response("no", { status: outcomes });
    const handed = outcomes.map((outcome, at) => ({
      key: sendings[at]?.key ?? "",
      outcome,
      text: `${outcome}.`,
    }));
    const done = handed.filter(({ outcome }) => outcome === "recorded");
    this.taken.push(...done.map(({ key }) => `${code} ${key}`));
    const keys = this.taken.map((taken) => taken.split(" ")[1] ?? "");
    return Response.json({ handed, game: gameOf({ code, keys }) });
  }

  /** @param {Partial<NewEntry>} parts */
  add(parts = {}) {
    const fields = { ending: "blocked" };
    return this.outbox.add({ kind: "round", game: "g1", round: 1, fields, ...parts });
  }

  async keys() {
    return (await this.outbox.all()).map(({ key }) => key);
  }
}

/** @type {World} */
let world;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] }); // it sends when a test says so
  world = new World();
});

afterEach(() => mock.timers.reset());

test("an entry says who recorded it, when, and under which key", async () => {
  world.database.games.set("g1", gameOf());
  const entry = await world.add();
  assert.match(entry.key, UUID);
  assert.equal(entry.author, "signed");
  assert.equal(entry.author_name, "Table 3");
  assert.ok(Date.parse(entry.made_at) <= Date.now());
  assert.deepEqual(await world.outbox.waiting("g1"), [entry]);
  assert.deepEqual(await world.outbox.waiting("g2"), []);
});

test("a server that is away is asked until it answers, also where nothing waits", async () => {
  world.outbox.hearNetwork(false);
  for (world.isThere of [false, true, true]) {
    await world.outbox.flush();
    assert.equal(world.outbox.state.reached, world.isThere);
  }
  assert.equal(world.asked.length, 2, "and then no more");
});

test("what is handed over leaves the outbox together with the game that has it", async () => {
  await world.add({ key: "one" });
  await world.outbox.flush();
  assert.deepEqual(await world.keys(), []);
  assert.deepEqual(world.taken, ["g1 one"]);
  assert.deepEqual((await world.database.game("g1"))?.keys, ["one"]);
  assert.deepEqual(world.games, ["g1"]);
  assert.equal(world.outbox.answerFor("one")?.outcome, "recorded");
});

test("entries go in the order in which they were recorded, at most twenty at once", async () => {
  for (let round = 1; round <= 21; round += 1) await world.add({ key: `k${round}`, round });
  await world.outbox.flush();
  assert.deepEqual(
    world.taken,
    Array.from({ length: 21 }, (_, at) => `g1 k${at + 1}`),
  );
  assert.equal(world.asked.filter((address) => address.endsWith("/hand-over/")).length, 2);
});

test("a form that is sent twice is one entry, and other numbers under its key are another", async () => {
  await world.add({ key: "one" });
  await world.add({ key: "one" });
  assert.deepEqual(await world.keys(), ["one"]);
  const other = await world.add({ key: "one", fields: { ending: "time" } });
  assert.notEqual(other.key, "one");
  assert.deepEqual(await world.keys(), ["one", other.key]);
});

test("a key that is on the sheet already is not used again", async () => {
  world.database.games.set("g1", gameOf({ keys: ["one"] }));
  assert.notEqual((await world.add({ key: "one" })).key, "one");
});

test("without a network all waits, and is sent when it is back", async () => {
  world.isThere = false;
  await world.add({ key: "one" });
  await world.outbox.flush();
  assert.deepEqual(await world.keys(), ["one"]);
  assert.equal(world.outbox.state.reached, false);
  world.isThere = true;
  await world.outbox.flush();
  assert.deepEqual(world.taken, ["g1 one"]);
  assert.equal(world.outbox.state.reached, true);
  assert.equal(world.outbox.state.waiting, 0);
});

test("an answer that is lost is asked for again, under the same key", async () => {
  await world.add({ key: "one" });
  const answers = world.answers;
  world.answers = () => 502;
  await world.outbox.flush();
  assert.deepEqual(await world.keys(), ["one"]);
  assert.equal(world.outbox.state.reached, false);
  world.answers = answers;
  await world.outbox.flush();
  assert.deepEqual(
    world.sent.map(({ key }) => key),
    ["one", "one"],
  );
  assert.deepEqual(await world.keys(), []);
});

test("a tablet that the server does not know keeps what it has", async () => {
  world.role = "stranger";
  await world.add({ key: "one" });
  await world.outbox.flush();
  assert.deepEqual(await world.keys(), ["one"]);
  assert.deepEqual(world.sent, []);
  assert.equal(world.outbox.state.paired, false);
  world.role = "tablet";
  await world.outbox.flush();
  assert.equal(world.outbox.state.paired, true);
  assert.deepEqual(world.taken, ["g1 one"]);
});

test("faults that nobody hears of lose nothing", async () => {
  // Whoever recorded it has closed the page: the round is sent again, as it stands.
  world.answers = (_game, rows) => rows.map(({ asks }) => (asks ? "faults" : "recorded"));
  await world.add({ key: "one", asks: true });
  await world.outbox.flush();
  assert.deepEqual(
    (await world.outbox.all()).map(({ key, asks }) => [key, asks]),
    [["one", false]],
  );
  await world.outbox.flush();
  assert.deepEqual(world.taken, ["g1 one"]);
  assert.deepEqual(await world.keys(), []);
});

test("a game that is closed to this tablet holds up no other", async () => {
  world.answers = (game, rows) => (game === "g1" ? 404 : rows.map(() => "recorded"));
  await world.add({ key: "one" });
  await world.add({ key: "two", game: "g2" });
  await world.outbox.flush();
  const { waiting, refused, closed } = world.outbox.state;
  assert.equal(world.outbox.countOf("g1"), 1);
  assert.equal(world.outbox.countOf("g2"), 0);
  assert.deepEqual({ waiting, refused, closed }, { waiting: 1, refused: 0, closed: 1 });
  assert.deepEqual(world.taken, ["g2 two"]);
  world.answers = (_game, rows) => rows.map(() => "recorded");
  await world.outbox.flush();
  assert.deepEqual(world.taken, ["g2 two", "g1 one"]);
});

for (const status of [400, 413, 500]) {
  test(`one that the server answers with ${status} holds up no other`, async () => {
    // Else a whole day's rounds would wait for ever for one entry.
    world.answers = (_game, rows) =>
      rows.some(({ key }) => key === "two") ? status : rows.map(() => "recorded");
    for (const [key, game] of Object.entries({ one: "g1", two: "g1", three: "g1", four: "g2" })) {
      await world.add({ key, game });
    }
    await world.outbox.flush();
    assert.deepEqual(world.taken, ["g1 one", "g1 three", "g2 four"]);
    assert.deepEqual(await world.keys(), ["two"]);
    const { reached, waiting, refused, odd } = world.outbox.state;
    assert.deepEqual(
      { reached, waiting, refused, odd },
      { reached: true, waiting: 1, refused: 0, odd: 1 },
    );
  });
}

test("what the server sets aside waits on with its sentence, and is sent again", async () => {
  world.answers = (_game, rows) => rows.map(() => "refused");
  await world.add({ key: "one" });
  await world.outbox.flush();
  const [entry] = await world.outbox.all();
  assert.equal(entry?.refused, "refused.");
  assert.equal(world.outbox.state.refused, 1);
  world.answers = (_game, rows) => rows.map(() => "already");
  await world.outbox.flush();
  assert.deepEqual(await world.keys(), []);
});

test("what has to wait says why, holds up no other, and is sent again without that", async () => {
  world.answers = (game, rows) => rows.map(() => (game === "g1" ? "later" : "recorded"));
  await world.add({ key: "one" });
  await world.add({ key: "two", game: "g2" });
  await world.outbox.flush();
  const [entry] = await world.outbox.all();
  assert.deepEqual([entry?.key, entry?.delayed, entry?.refused], ["one", "later.", undefined]);
  const { waiting, refused, reached } = world.outbox.state;
  assert.deepEqual({ waiting, refused, reached }, { waiting: 1, refused: 0, reached: true });
  world.sent = [];
  world.answers = (_game, rows) => rows.map(() => "recorded");
  await world.outbox.flush();
  assert.deepEqual(world.taken, ["g2 two", "g1 one"]);
  assert.equal(world.sent.length, 1);
  assert.ok(!("delayed" in (world.sent[0] ?? {})));
});

test("an answer that is too short is as good as a later one", async () => {
  world.answers = () => ["recorded"];
  await world.add({ key: "one" });
  await world.add({ key: "two" });
  await world.outbox.flush();
  assert.deepEqual(await world.keys(), ["two"]);
});

test("an undo goes on meaning what gets another key", async () => {
  world.answers = (_game, rows) => ["clash", "later", "later"].slice(0, rows.length);
  await world.add({ key: "one" });
  await world.add({ kind: "undo", key: "undo", fields: {}, seen: { key: "one" } });
  await world.add({ kind: "undo", key: "other", game: "g2", fields: {}, seen: { key: "one" } });
  world.answers = (game, rows) => (game === "g1" ? ["clash", "later"] : rows.map(() => "later"));
  await world.outbox.flush();
  const [round, undo, ofOtherGame] = await world.outbox.all();
  assert.notEqual(round?.key, "one");
  assert.match(round?.key ?? "", UUID);
  assert.deepEqual(undo?.seen, { key: round?.key });
  assert.deepEqual(ofOtherGame?.seen, { key: "one" });
});

test("what only this tablet has to do with is not sent", async () => {
  await world.add({ key: "one", points: { 1: 5 }, faults: ["No."], checked: true });
  await world.outbox.flush();
  const [sending = {}] = world.sent;
  const own = ["seq", "refused", "delayed", "points", "checked", "faults"];
  assert.deepEqual(
    own.filter((name) => name in sending),
    [],
  );
});

test("what is damaged is moved out of the way, and what is old is sent", async () => {
  world.database.find({ kind: 5, fields: "?" });
  world.database.find({ kind: "round", game: "g1", key: "no fields" });
  world.database.find({ key: "old", kind: "round", game: "g1", round: 1, fields: {} });
  await world.outbox.flush();
  assert.deepEqual(world.taken, ["g1 old"]);
  assert.equal(world.outbox.state.damaged, 2);
  assert.deepEqual(
    (await world.outbox.damaged()).map(({ told }) => JSON.parse(told).kind),
    [5, "round"],
  );
  assert.deepEqual(await world.keys(), []);
});

test("what somebody takes away is not sent, and not brought back", async () => {
  const entry = await world.add({ key: "one" });
  await world.outbox.drop(entry);
  await world.outbox.change(entry, { asks: false });
  await world.outbox.flush();
  assert.deepEqual(world.sent, []);
  assert.deepEqual(await world.keys(), []);
});

test("a browser that keeps nothing is not without a network", async () => {
  // Else an undo would do nothing, since it waits for a network.
  const refuse = () => Promise.reject(new DOMException("no", "SecurityError"));
  world.database.rows = refuse;
  world.database.add = refuse;
  await assert.rejects(world.outbox.flush());
  await assert.rejects(world.add());
  const { waiting, reached } = world.outbox.state;
  assert.deepEqual({ waiting, reached }, { waiting: null, reached: true });
});

test("what waits is sent by itself: soon after it came, and less often while nobody answers", async () => {
  const wait = async (/** @type {number} */ milliseconds) => {
    mock.timers.tick(milliseconds);
    await new Promise(setImmediate); // all that a flush does here is done in a turn of the loop
  };
  world.isThere = false;
  await world.add({ key: "one" });
  await wait(2999);
  assert.equal(world.asked.length, 0);
  await wait(1);
  assert.equal(world.asked.length, 1);
  await wait(4499);
  assert.equal(world.asked.length, 1);
  await wait(1);
  assert.equal(world.asked.length, 2);
  world.isThere = true;
  world.outbox.hearNetwork(true);
  await wait(6750);
  assert.deepEqual(world.taken, ["g1 one"]);
  await wait(100_000);
  assert.equal(world.asked.length, 4, "nothing waits, so nothing is asked");
});

test("two flushes at once are one", async () => {
  await world.add({ key: "one" });
  await Promise.all([world.outbox.flush(), world.outbox.flush()]);
  assert.deepEqual(
    world.sent.map(({ key }) => key),
    ["one"],
  );
});

test("another window is waited for, but not for ever", async () => {
  /** @type {string[]} */
  const done = [];
  /** @type {any} the window that has the lock is frozen */
  const frozen = {
    request: (/** @type {string} */ _name, /** @type {{ signal: AbortSignal }} */ { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  const work = oneWindow(
    frozen,
    "outbox",
    8000,
  )(async () => {
    done.push("sent");
  });
  mock.timers.tick(7999);
  await new Promise(setImmediate);
  assert.deepEqual(done, []);
  mock.timers.tick(1);
  await work;
  assert.deepEqual(done, ["sent"]);
});

test("a work that fails while it has the lock is not done again", async () => {
  /** @type {any} */
  const free = {
    request: (/** @type {string} */ _n, /** @type {object} */ _o, /** @type {() => any} */ own) =>
      own(),
  };
  let count = 0;
  const failing = async () => {
    count += 1;
    throw new Error("the store broke");
  };
  await assert.rejects(oneWindow(free, "outbox", 8000)(failing), /the store broke/);
  await assert.rejects(oneWindow(undefined, "outbox", 8000)(failing), /the store broke/);
  assert.equal(count, 2);
});
