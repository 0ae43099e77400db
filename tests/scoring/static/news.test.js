// The event stream: what a page does about what it hears, and what where it hears nothing.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { News, SILENCE } from "../../../scoring/static/scoring/shared/news.js";
import { SAFETY, waitBefore } from "../../../scoring/static/scoring/shared/next-ask.js";

/** A stream of which the test says what comes. */
class Stream extends EventTarget {
  readyState = 1;

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
  }

  /** @param {string} data */
  say(data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  /** @param {string} data */
  push(data) {
    this.dispatchEvent(new MessageEvent("part", { data }));
  }

  /** @param {number} state the browser comes again by itself from 0, not from 2 */
  fail(state) {
    this.readyState = state;
    this.dispatchEvent(new Event("error"));
  }

  close() {
    this.readyState = 2;
  }
}

/** @param {string[]} keys */
function listen(...keys) {
  /** @type {Stream[]} */
  const streams = [];
  /** @type {string[]} */
  const happened = [];
  const news = new News(
    "/news/",
    (key) => happened.push(`${key} moved`),
    ({ key, seen, html }) => happened.push(`${key} is ${seen}: ${html}`),
    () => happened.push("stopped"),
    (url) => {
      const stream = new Stream(url);
      streams.push(stream);
      return stream;
    },
  );
  news.watch(keys);
  return {
    news,
    streams,
    happened,
    say: (/** @type {string} */ data) => streams.at(-1)?.say(data),
  };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("a page listens once for all that it shows, and no more once it shows nothing", () => {
  const { news, streams } = listen("b~1", "a~2", "b~1");
  news.watch(["a~2", "b~1"]);
  assert.deepEqual(
    streams.map((stream) => stream.url),
    ["/news/?watch=a%7E2&watch=b%7E1"],
  );
  news.watch([]);
  assert.equal(streams[0]?.readyState, 2);
  assert.equal(streams.length, 1);
});

test("it asks for what has moved, and not for what it has heard before", () => {
  const { news, happened, say } = listen("a", "b");
  assert.equal(news.flows, false);
  for (const data of ["", "a 1", "b 1", "a 1", "", "a 2"]) say(data);
  assert.deepEqual(happened, ["a moved", "b moved", "a moved"]);
  assert.equal(news.flows, true);
  assert.equal(news.mark("a"), "2");
});

test("who comes back hears whether it missed anything", () => {
  const { news, happened, say } = listen("a");
  say("a 1");
  news.watch([]);
  news.watch(["a"]);
  say("a 1");
  assert.deepEqual(happened, ["a moved", "stopped"]);
  say("a 2");
  assert.equal(happened[2], "a moved");
});

test("after a cut it asks by itself until the stream is back", () => {
  const { news, streams, happened, say } = listen("a");
  say("");
  streams[0]?.fail(0);
  assert.deepEqual([news.flows, ...happened], [false, "stopped"]);
  say("");
  assert.equal(news.flows, true);
  assert.equal(streams.length, 1);
});

test("an answer that is no stream is tried again after a while", () => {
  const { news, streams } = listen("a");
  streams[0]?.fail(2);
  assert.equal(news.flows, false);
  mock.timers.tick(40_000);
  assert.equal(streams.length, 1);
  mock.timers.tick(40_000);
  assert.equal(streams.length, 2);
});

test("once the site answers again a stream that was given up is tried at once, and no second one", () => {
  const { news, streams } = listen("a");
  streams[0]?.fail(2);
  news.again();
  news.again();
  assert.equal(streams.length, 2);
  mock.timers.tick(SILENCE - 1);
  assert.equal(streams.length, 2);
});

test("a stream that says nothing is given up", () => {
  const { news, streams, happened, say } = listen("a");
  say("");
  mock.timers.tick(SILENCE - 1);
  say("");
  mock.timers.tick(SILENCE - 1);
  assert.equal(news.flows, true);
  mock.timers.tick(1);
  assert.deepEqual([news.flows, ...happened], [false, "stopped"]);
  assert.equal(streams[0]?.readyState, 2);
});

test("one that never says anything takes nothing away", () => {
  const { news, happened } = listen("a");
  mock.timers.tick(SILENCE);
  assert.deepEqual([news.flows, ...happened], [false]);
});

test("who hears what moves asks seldom, but as ever where a question failed", () => {
  const hears = { failures: 0, hidden: false, hears: true };
  const half = () => 0.5;
  assert.equal(waitBefore(4, hears, half), SAFETY * 1000);
  assert.equal(waitBefore(4, { ...hears, failures: 1 }, half), 8000);
  assert.equal(waitBefore(4, { ...hears, hears: false }, half), 4000);
});

test("what is the same for everybody comes along, and is not asked for", () => {
  const { news, streams, happened } = listen();
  const parts = new Map([["a", "/now?for-all=en&seen=1"]]);
  news.watch(["a"], parts);
  const url = new URL(streams.at(-1)?.url ?? "", "http://site");
  assert.deepEqual(url.searchParams.getAll("part"), ["a /now?for-all=en&seen=1"]);
  streams.at(-1)?.push("a m2 2\n<div>\n</div>");
  assert.deepEqual(happened, ["a is 2: <div>\n</div>"]);
  assert.equal(news.mark("a"), "m2");
  assert.equal(news.flows, true);
  // What a page has seen by now changes no stream; another page of the part does.
  news.watch(["a"], new Map([["a", "/now?for-all=en&seen=2"]]));
  assert.equal(streams.length, 1);
  news.watch(["a"], new Map([["a", "/now?page=2&for-all=en&seen=2"]]));
  assert.equal(streams.length, 2);
});
