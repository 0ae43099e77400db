// The engine's worker that hangs, breaks or does not come: each question has an answer or a reason.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { EngineRunner } from "../../../scoring/static/scoring/engine-runner.js";

/** @import { EngineMessage, EngineNews } from "../../../scoring/static/scoring/engine-runner.js" */

const FILES = { pyodide: "/python/", bundle: "/modules.zip" };

/** A worker that only plays the engine: it comes aboard at once, and does what it is called. */
class PlayedWorker {
  /** @type {(event: { data: EngineMessage }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string; preventDefault(): void }) => void} */
  onerror = () => {};
  isGone = false;

  /** @param {(worker: PlayedWorker) => void} board what it does with the first message */
  constructor(board) {
    this.board = board;
  }

  /** @param {EngineMessage} data */
  say(data) {
    queueMicrotask(() => {
      if (!this.isGone) this.onmessage({ data });
    });
  }

  fail(message = "") {
    queueMicrotask(() => this.onerror({ message, preventDefault() {} }));
  }

  /** @param {{ id?: number; call?: string; value?: unknown }} message */
  postMessage({ id = 0, call, value }) {
    if (!call) this.board(this);
    else if (call === "repeat") this.say({ id, answer: value });
    else if (call === "refuse") this.say({ id, error: "Not so." });
    else if (call === "break") this.fail("the worker broke");
    else if (call === "die") this.say({ dead: "Python broke" });
    else if (call === "clone") throw new DOMException("no JSON holds it", "DataCloneError");
  }

  terminate() {
    this.isGone = true;
  }
}

/** @param {PlayedWorker} worker */
const aboard = (worker) => {
  worker.say({ loaded: 5 });
  worker.say({ aboard: true });
};

/** @type {EngineNews[]} */
let heard = [];
/** @type {PlayedWorker[]} */
let workers = [];

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  heard = [];
  workers = [];
});

afterEach(() => mock.timers.reset());

/** @param {(worker: PlayedWorker) => void} board */
const run = (board = aboard) =>
  new EngineRunner({
    startWorker() {
      const worker = new PlayedWorker(board);
      workers.push(worker);
      return /** @type {Worker} */ (/** @type {unknown} */ (worker));
    },
    files: FILES,
    size: 100,
    tell: (news) => heard.push(news),
  });

/** @param {EngineRunner} engine @param {string} call @param {unknown} value */
const ask = (engine, call, value = 0) => {
  const answer = engine.ask(/** @type {any} */ (call), /** @type {any} */ (value));
  return answer.catch((error) => String(error));
};

/** The states that were heard of, each once where it only went on loading. */
const states = () =>
  heard.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1]);
const settle = () => new Promise(setImmediate);

test("it loads at the first question, tells how far it is, and answers", async () => {
  const engine = run();
  assert.equal(engine.state, "absent");
  assert.equal(await ask(engine, "repeat", 1), 1);
  assert.deepEqual(states(), ["loading", "aboard"]);
  assert.deepEqual(
    heard.map(({ loaded }) => loaded),
    [0, 5, 100],
  );
  await engine.load();
  assert.equal(workers.length, 1);
});

test("a worker that breaks or dies is replaced, and no other question is lost", async () => {
  const engine = run();
  const answers = await Promise.all([
    ask(engine, "repeat", 1),
    ask(engine, "break"),
    ask(engine, "repeat", [2]),
    ask(engine, "die"),
    ask(engine, "refuse"),
    ask(engine, "clone"),
    ask(engine, "repeat", { three: 3 }),
  ]);
  const [first, broken, ...others] = answers;
  assert.equal(first, 1);
  assert.match(String(broken), /the worker broke/);
  assert.deepEqual(others, [
    [2],
    "Error: Python broke",
    "Error: Not so.",
    "DataCloneError: no JSON holds it",
    { three: 3 },
  ]);
  const again = ["absent", "loading", "aboard"];
  assert.deepEqual(states(), ["loading", "aboard", ...again, ...again]);
  assert.deepEqual(
    workers.map(({ isGone }) => isGone),
    [true, true, false],
  );
});

test("a question without end is given up, and the next one is answered", async () => {
  const engine = run();
  const answers = Promise.all([ask(engine, "hang"), ask(engine, "repeat", 1)]);
  await settle();
  mock.timers.tick(19_999);
  assert.equal(engine.state, "aboard");
  mock.timers.tick(1);
  assert.deepEqual(await answers, ["Error: The engine did not answer.", 1]);
});

test("an answer that comes too late is nobody's", async () => {
  const engine = run();
  const hanging = ask(engine, "hang");
  await settle();
  mock.timers.tick(20_000);
  await hanging;
  const late = workers[0];
  assert.ok(late);
  late.onmessage({ data: { id: 1, answer: "late" } });
  assert.equal(await ask(engine, "repeat", 2), 2);
});

test("a load without end is given up, unless something still comes", async () => {
  const engine = run((worker) => worker.say({ loaded: 5 }));
  const answer = ask(engine, "repeat", 1);
  await settle();
  mock.timers.tick(119_999);
  assert.equal(engine.state, "loading");
  workers[0]?.say({ loaded: 50 });
  await settle();
  mock.timers.tick(119_999);
  assert.equal(engine.state, "loading");
  mock.timers.tick(1);
  assert.equal(await answer, "Error: The engine did not come.");
  assert.equal(engine.state, "failed");
  assert.equal(workers[0]?.isGone, true);
});

test("a load that fails is told to all who asked, and tried again at the next question", async () => {
  let isThere = false;
  const engine = run((worker) => (isThere ? aboard(worker) : worker.fail()));
  const answers = await Promise.all([ask(engine, "repeat", 1), ask(engine, "repeat", 2)]);
  assert.deepEqual(answers, Array(2).fill("Error: The engine's script did not come."));
  assert.deepEqual(states(), ["loading", "failed"]);
  assert.equal(workers.length, 1);
  isThere = true;
  assert.equal(await ask(engine, "repeat", 3), 3);
  assert.deepEqual(states(), ["loading", "failed", "loading", "aboard"]);
});

test("why Python did not come is told", async () => {
  const engine = run((worker) => worker.say({ failed: "pyodide.asm.wasm: 404" }));
  assert.equal(await ask(engine, "repeat"), "Error: pyodide.asm.wasm: 404");
  assert.equal(heard.at(-1)?.why, "pyodide.asm.wasm: 404");
});

test("a quiet load fails quietly", async () => {
  run((worker) => worker.fail("no")).loadQuietly();
  await settle();
  assert.equal(heard.at(-1)?.state, "failed");
});
