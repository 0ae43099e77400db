// Answers for the club's server while there is no network.
//
// The server writes SITE before this (workers.d.ts). Files under hashed names never change, so they
// come from the cache; pages come from the server if it answers soon, else as they were kept.
// Nothing that is written passes through here: what is recorded waits in the outbox of the page.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const FILES = "roundhouse-files";
const PAGES = "roundhouse-pages";
const PATIENCE = 4000; // ms until a kept page is shown in the place of a slow server's
const KEEPING = 30000; // ms for the pages that are to be kept: a network may lead nowhere
// What a proxy says for a server that is not there, and the site while its database is away.
const AWAY = [502, 503, 504];

const GAME = /^\/games\/([\w-]+)\//;
// A name with a hash in it, or the engine's own folder: what stands there is never another thing.
const UNCHANGING = /\.[0-9a-f]{12}\.\w+$|\/vendor\/pyodide-|\/tablet\/engine-/;

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install() {
  const files = await caches.open(FILES);
  await Promise.all(
    SITE.files.map(async (url) => {
      if (UNCHANGING.test(url) && (await files.match(url))) return;
      await files.add(new Request(url, { cache: UNCHANGING.test(url) ? "default" : "reload" }));
    }),
  );
  const pages = await caches.open(PAGES);
  await pages.add(new Request(SITE.offline, { cache: "reload" }));
  // Nothing under way hangs on the old worker: entries wait in the page's own store.
  await worker.skipWaiting();
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(page(request, url));
  } else if (isFile(url)) {
    event.respondWith(file(request, url));
  }
});

/** @param {URL} url */
const isFile = (url) =>
  url.pathname.startsWith(SITE.static) || url.pathname.startsWith("/tablet/engine-");

/** @param {Request} request @param {URL} url */
async function file(request, url) {
  const files = await caches.open(FILES);
  const kept = await files.match(url.href, { ignoreVary: true });
  if (kept && UNCHANGING.test(url.pathname)) return kept;
  try {
    const answer = await fetch(request);
    if (answer.status === 200 && answer.type === "basic") await files.put(url.href, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

// What is kept for an address: the page itself, or the one that serves in its place.
/** @param {URL} url */
async function keptFor(url) {
  const pages = await caches.open(PAGES);
  const find = (/** @type {string} */ path) =>
    pages.match(path, { ignoreVary: true, ignoreSearch: true });
  const own = await find(url.pathname);
  const game = GAME.exec(url.pathname);
  if (url.pathname === "/" && !own) return aGame(pages);
  if (!game) return own;
  const rest = url.pathname.slice(game[0].length);
  if (/^round\/\d+\/(correct\/)?$/.test(rest)) return find(`${game[0]}tablet/round/`);
  if (rest.startsWith("disputes/")) return find(`${game[0]}tablet/dispute/`);
  return own;
}

// A tablet of one table has no list of games: it is led to the game that it keeps.
/** @param {Cache} pages */
async function aGame(pages) {
  const kept = (await pages.keys()).map((key) => new URL(key.url).pathname);
  const game = kept.findLast((path) => /^\/games\/[\w-]+\/$/.test(path));
  return game ? Response.redirect(game, 302) : undefined;
}

/** @param {Request} request @param {URL} url */
async function page(request, url) {
  const network = fetch(request);
  const kept = await keptFor(url);
  try {
    const answer = await (kept ? soon(network) : network);
    if (kept && AWAY.includes(answer.status)) return await markedKept(kept);
    return answer;
  } catch (error) {
    network.catch(() => {}); // it may fail later, when nobody waits for it any more
    if (kept) return markedKept(kept);
    const pages = await caches.open(PAGES);
    const notKept = await pages.match(SITE.offline, { ignoreVary: true });
    if (notKept) return markedKept(notKept);
    throw error;
  }
}

// The scripts of a page that came from what is kept must know that the server did not answer.
/** @param {Response} kept */
async function markedKept(kept) {
  if (kept.status !== 200) return kept; // it leads to another page
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const text = await kept.text();
  return new Response(text.replace("<html", "<html data-kept"), { headers });
}

/** @param {Promise<Response>} network @returns {Promise<Response>} */
function soon(network) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the server is slow")), PATIENCE);
    network.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * What a page asks for, at a port where it is answered with { done, version }: pages of a game to be
 * kept as they are now, and others with them; files to be kept; or pages to be forgotten, as somebody
 * signs out.
 *
 * @typedef {{ keep?: string[]; also?: string[]; files?: string[]; forget?: boolean }} Order
 */

/** @param {Order} order */
function carryOut({ keep, also = [], files, forget }) {
  if (keep) return keepPages(keep, also);
  if (files) return keepFiles(files);
  return forget ? forgetPages() : Promise.resolve(false);
}

worker.addEventListener("message", (event) => {
  const [port] = event.ports;
  const work = carryOut(event.data ?? {}).catch(() => false);
  event.waitUntil(work.then((done) => port?.postMessage({ done, version: SITE.version })));
});

// A sentence that is to be read once stands on the next page that somebody opens, not on these.
const TO_KEEP = { "X-To-Keep": "yes" };

// All of a game's pages or none, so that they are of one moment; the others as they can be had.
/** @param {string[]} paths @param {string[]} others */
async function keepPages(paths, others) {
  const pages = await caches.open(PAGES);
  const signal = AbortSignal.timeout?.(KEEPING) ?? null;
  const ask = async (/** @type {string} */ path) => ({
    path,
    answer: await fetch(path, { cache: "no-store", redirect: "manual", signal, headers: TO_KEEP }),
  });
  const [answers, more] = await Promise.all([
    Promise.all(paths.map(ask)),
    Promise.allSettled(others.map(ask)),
  ]);
  if (!answers.every(({ answer }) => answer.status === 200)) return false;
  for (const other of more) {
    const isThere = other.status === "fulfilled" && other.value.answer.status === 200;
    if (isThere) answers.push(other.value);
  }
  await Promise.all(answers.map(({ path, answer }) => pages.put(path, answer)));
  await tidy();
  return true;
}

/** @param {string[]} paths */
async function keepFiles(paths) {
  const files = await caches.open(FILES);
  await Promise.all(
    paths.map(async (path) => {
      if (!(await files.match(path, { ignoreVary: true }))) await files.add(path);
    }),
  );
  return true;
}

async function forgetPages() {
  await caches.delete(PAGES);
  const pages = await caches.open(PAGES);
  await pages.add(new Request(SITE.offline, { cache: "reload" }));
  return true;
}

// Files of older versions go once no kept page asks for them.
async function tidy() {
  const [files, pages] = await Promise.all([caches.open(FILES), caches.open(PAGES)]);
  const asked = await askedFor(files, await textsOf(pages, await pages.keys()));
  const own = [...SITE.files, ...SITE.engine];
  const present = new Set(own.map((path) => new URL(path, location.href).href));
  for (const { url } of await files.keys()) {
    const path = new URL(url).pathname;
    // Fonts are asked for by style sheets, whose own names change with them.
    const goes = UNCHANGING.test(path) && !/\.(woff2|css)$/.test(path);
    if (goes && !present.has(url) && !asked.has(url)) await files.delete(url);
  }
}

// The kept files that these texts name; only a script itself names what it imports.
/** @param {Cache} files @param {string[]} pages */
async function askedFor(files, pages) {
  /** @type {Set<string>} */
  const asked = new Set();
  let texts = pages;
  while (texts.length) {
    const named = (await files.keys()).filter(
      ({ url }) => !asked.has(url) && texts.some((text) => text.includes(markOf(url))),
    );
    for (const { url } of named) asked.add(url);
    const scripts = named.filter(({ url }) => url.endsWith(".js"));
    texts = await textsOf(files, scripts);
  }
  return asked;
}

// What a text names a file by: a script imports another by a relative path, and a page asks for
// Python by its folder.
/** @param {string} url */
function markOf(url) {
  const path = new URL(url).pathname;
  const folder = /\/vendor\/pyodide-[^/]+\//.exec(path);
  return folder ? folder[0] : path.slice(path.lastIndexOf("/"));
}

/** @param {Cache} cache @param {readonly Request[]} keys */
async function textsOf(cache, keys) {
  const answers = await Promise.all(keys.map((key) => cache.match(key)));
  return Promise.all(answers.flatMap((answer) => answer?.text() ?? []));
}
