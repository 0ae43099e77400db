// What the service worker keeps: a page that is kept finds all that it asks for, of its own version.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const SITE = "https://club.test";
const SOURCE = new URL("../../../scoring/static/scoring/service-worker.js", import.meta.url);
const GAME = "/games/abc/";

/** @param {string | { url: string }} key */
const addressOf = (key) => new URL(typeof key === "string" ? key : key.url, SITE).href;

/** A browser's cache: texts by address. */
class Cache {
  /** @type {Map<string, string>} */
  texts = new Map();

  /** @param {(path: string) => string} server what it answers for a path */
  constructor(server) {
    this.server = server;
  }

  keys = async () => [...this.texts.keys()].map((url) => ({ url }));

  /** @param {string | { url: string }} key */
  async match(key) {
    const text = this.texts.get(addressOf(key));
    return text === undefined ? undefined : new Response(text);
  }

  /** @param {string} key @param {Response} answer */
  async put(key, answer) {
    this.texts.set(addressOf(key), await answer.text());
  }

  /** @param {string | { url: string }} key */
  async add(key) {
    const url = addressOf(key);
    this.texts.set(url, this.server(new URL(url).pathname));
  }

  /** @param {string} key */
  delete = async (key) => this.texts.delete(addressOf(key));
}

/** A browser with the worker of one version after the other, and the server that they ask. */
class Browser {
  /** @type {Map<string, string>} what the server has, by path */
  server = new Map();
  /** @type {Map<string, Cache>} */
  caches = new Map();
  status = 200;

  /** @param {string} path */
  answer(path) {
    const text = this.server.get(path);
    assert.ok(text !== undefined, `the server has no ${path}`);
    return text;
  }

  /** @param {string} name */
  cache(name) {
    const cache = this.caches.get(name) ?? new Cache((path) => this.answer(path));
    this.caches.set(name, cache);
    return cache;
  }

  /** Put the worker of a version in place. @param {string[]} files @param {string[]} engine */
  async install(files, engine = []) {
    /** @type {Map<string, (event: object) => void>} */
    const listeners = new Map();
    const worker = createContext({
      SITE: { version: files.join(), files, engine, static: "/static/", offline: "/offline/" },
      AbortSignal,
      Headers,
      Response,
      URL,
      clearTimeout,
      setTimeout,
      Request: class {
        /** @param {string} path */
        constructor(path) {
          this.url = addressOf(path);
        }
      },
      location: new URL(SITE),
      caches: { open: async (/** @type {string} */ name) => this.cache(name) },
      fetch: async (/** @type {string | { url: string }} */ asked) =>
        new Response(this.answer(new URL(addressOf(asked)).pathname), { status: this.status }),
      self: {
        skipWaiting: async () => {},
        addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) =>
          listeners.set(name, listener),
      },
    });
    runInContext(await readFile(SOURCE, "utf8"), worker);
    this.server.set("/offline/", "<h1>No network</h1>");
    /** @param {string} name @param {object} event */
    this.tell = async (name, event) => {
      /** @type {Promise<unknown>} */
      let work = Promise.resolve();
      const listener = listeners.get(name);
      assert.ok(listener);
      listener({
        ...event,
        ports: [],
        waitUntil: (/** @type {Promise<unknown>} */ it) => (work = it),
      });
      await work;
    };
    await this.tell("install", {});
  }

  /** @param {string[]} paths */
  async keep(paths) {
    await this.tell?.("message", { data: { keep: paths } });
  }

  /** Open a page: the text that the worker answers with. @param {string} path */
  async open(path) {
    /** @type {Promise<Response> | undefined} */
    let answer;
    const respondWith = (/** @type {Promise<Response>} */ it) => (answer = it);
    const request = { method: "GET", mode: "navigate", url: addressOf(path) };
    await this.tell?.("fetch", { request, respondWith });
    return (await answer)?.text();
  }

  /** The paths of the files that are kept. */
  files = () =>
    [...this.cache("roundhouse-files").texts.keys()].map((url) => new URL(url).pathname).sort();
}

/** A script's path in a version. @param {string} name @param {string} version */
const hashed = (name, version) => `/static/scoring/${name}.${version.repeat(12)}.js`;

/** Three scripts that import one another, the last one when it is wanted. @param {string} version */
function scriptsOf(version) {
  const names = ["tablet/sheet", "shared/dom", "forms/keypad"];
  const [sheet = "", dom = "", keypad = ""] = names.map((name) => hashed(name, version));
  return new Map([
    [sheet, `import { all } from "..${dom.replace("/static/scoring", "")}";`],
    [dom, `export const later = () => import("..${keypad.replace("/static/scoring", "")}");`],
    [keypad, "export {};"],
  ]);
}

/** @param {Browser} browser @param {string} version */
async function deploy(browser, version) {
  const scripts = scriptsOf(version);
  for (const [path, text] of scripts) browser.server.set(path, text);
  browser.server.set(GAME, `<script type="module" src="${hashed("tablet/sheet", version)}">`);
  await browser.install([...scripts.keys()]);
  return [...scripts.keys()];
}

test("a page that comes from what is kept says so to its scripts", async () => {
  const browser = new Browser();
  await browser.install([]);
  browser.server.set(GAME, '<html lang="en">');
  await browser.keep([GAME]);
  assert.equal(await browser.open(GAME), '<html lang="en">');
  browser.server.delete(GAME);
  assert.equal(await browser.open(GAME), '<html data-kept lang="en">');
  assert.equal(
    await browser.open(GAME),
    '<html data-kept lang="en">',
    "and it stays as it was kept",
  );
});

test("while the site cannot use its database, a page comes from what is kept", async () => {
  const browser = new Browser();
  await browser.install([]);
  browser.server.set(GAME, '<html lang="en">');
  await browser.keep([GAME]);
  browser.server.set(GAME, "<h1>cannot answer just now</h1>");
  browser.server.set("/club/", "<h1>cannot answer just now</h1>");
  browser.status = 503;
  assert.equal(await browser.open(GAME), '<html data-kept lang="en">');
  assert.equal(await browser.open("/club/"), "<h1>cannot answer just now</h1>");
});

test("a page of yesterday keeps the scripts that its scripts import", async () => {
  const browser = new Browser();
  const old = await deploy(browser, "a");
  await browser.keep([GAME]);
  browser.server.set("/games/new/", "");
  const present = await deploy(browser, "b");
  await browser.keep(["/games/new/"]);
  assert.deepEqual(browser.files(), [...old, ...present].sort());
});

test("scripts of yesterday go with the last page that asked for them", async () => {
  const browser = new Browser();
  await deploy(browser, "a");
  await browser.keep([GAME]);
  const present = await deploy(browser, "b");
  await browser.keep([GAME]);
  assert.deepEqual(browser.files(), present.sort());
});

test("a page of yesterday keeps the engine of yesterday", async () => {
  const browser = new Browser();
  const folder = "/static/scoring/vendor/pyodide-1/";
  const engine = [`${folder}pyodide.mjs`, "/tablet/engine-0123.zip"];
  for (const path of engine) {
    browser.server.set(path, "");
    await browser.cache("roundhouse-files").add(path);
  }
  browser.server.set(GAME, `<script data-pyodide="${folder}" data-bundle="${engine[1]}">`);
  await browser.install([]);
  await browser.keep([GAME]);
  assert.deepEqual(browser.files(), engine.sort());
  browser.server.set(GAME, "<p>");
  await browser.keep([GAME]);
  assert.deepEqual(browser.files(), []);
});
