// Answers for the club's server while there is no network.
//
// The server writes SITE before this: the version, the files that kept pages ask for, and the page
// that says that a page is not kept. Files under hashed names never change, so they come from the
// cache; pages come from the server if it answers soon, else as they were kept. Nothing that is
// written passes through here: what is recorded waits in the outbox of the page (outbox.js).

const FILES = "roundhouse-files";
const PAGES = "roundhouse-pages";
const PATIENCE = 4000; // ms until a kept page is shown in the place of a slow server's
const AWAY = [502, 504]; // what a proxy says for a server that is not there

const GAME = /^\/games\/([\w-]+)\//;
// A name with a hash in it, or the engine's own folder: what stands there is never another thing.
const UNCHANGING = /\.[0-9a-f]{12}\.\w+$|\/vendor\/pyodide-|\/tablet\/engine-/;

addEventListener("install", (event) => {
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
  await skipWaiting();
}

addEventListener("activate", (event) => {
  event.waitUntil(clients.claim());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(page(request, url));
  } else if (isFile(url)) {
    event.respondWith(file(request, url));
  }
});

const isFile = (url) =>
  url.pathname.startsWith(SITE.static) || url.pathname.startsWith("/tablet/engine-");

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
async function keptFor(url) {
  const pages = await caches.open(PAGES);
  const find = (path) => pages.match(path, { ignoreVary: true, ignoreSearch: true });
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
async function aGame(pages) {
  const kept = (await pages.keys()).map((key) => new URL(key.url).pathname);
  const game = kept.findLast((path) => /^\/games\/[\w-]+\/$/.test(path));
  return game && Response.redirect(game, 302);
}

async function page(request, url) {
  const network = fetch(request);
  const kept = await keptFor(url);
  try {
    const answer = await (kept ? soon(network) : network);
    if (kept && AWAY.includes(answer.status)) return kept;
    return answer;
  } catch (error) {
    network.catch(() => {}); // it may fail later, when nobody waits for it any more
    if (kept) return kept;
    const pages = await caches.open(PAGES);
    const said = await pages.match(SITE.offline, { ignoreVary: true });
    if (said) return said;
    throw error;
  }
}

function soon(network) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the server is slow")), PATIENCE);
    network.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// A page says {keep: [paths], also: [paths]} to have pages of a game kept as they are now, {files: [paths]} to
// have files kept, and {forget: true} when somebody signs out. It is answered at its port.
addEventListener("message", (event) => {
  const { keep, also, files, forget } = event.data || {};
  const port = event.ports[0];
  let work = Promise.resolve(false);
  if (keep) work = keepPages(keep, also || []);
  else if (files) work = keepFiles(files);
  else if (forget) work = forgetPages();
  event.waitUntil(
    work.then(
      (done) => port?.postMessage({ done, version: SITE.version }),
      () => port?.postMessage({ done: false, version: SITE.version }),
    ),
  );
});

// All of a game's pages or none, so that they are of one moment; the others as they can be had.
async function keepPages(paths, others) {
  const pages = await caches.open(PAGES);
  const ask = async (path) => ({
    path,
    answer: await fetch(path, { cache: "no-store", redirect: "manual" }),
  });
  const [answers, more] = await Promise.all([
    Promise.all(paths.map(ask)),
    Promise.all(others.map((path) => ask(path).catch(() => ({ path })))),
  ]);
  if (!answers.every(({ answer }) => answer.status === 200)) return false;
  answers.push(...more.filter(({ answer }) => answer?.status === 200));
  await Promise.all(answers.map(({ path, answer }) => pages.put(path, answer)));
  await tidy();
  return true;
}

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
  const kept = await Promise.all((await pages.keys()).map((key) => pages.match(key)));
  const texts = await Promise.all(kept.map((answer) => answer.text()));
  const wanted = new Set([...SITE.files, ...SITE.engine].map((path) => new URL(path, location).href));
  for (const key of await files.keys()) {
    const path = new URL(key.url).pathname;
    const asked = wanted.has(key.url) || texts.some((text) => text.includes(path));
    // Fonts are asked for by style sheets, whose own names change with them.
    if (!asked && UNCHANGING.test(path) && !/\.(woff2|css)$/.test(path)) await files.delete(key);
  }
}
