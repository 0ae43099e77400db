// Parts of a page that renew themselves every few seconds, and the person who uses them meanwhile: no
// tap is lost, a wide table that was moved aside stays so, and what was unfolded too, if it has an id.
//
// A part says in data-renews after how many seconds it asks for news; htmx asks when it hears "renew".
// Where the site streams, the page names the stream's address, and a part in data-watch what it shows:
// then it asks when that moved. With data-ticks a clock runs in it too, so it asks all the same.

import { all } from "./shared/dom.js";
import { News } from "./shared/news.js";
import { waitBefore } from "./shared/next-ask.js";

/** @param {Element | null} part */
const wideTables = (part) => (part ? all(part, ".scroll", HTMLElement) : []);

/** How long after a finger is lifted its click may still be on the way, in milliseconds. */
const CLICK_COMES_WITHIN = 400;

// Where a finger is, or was a moment ago. A click that finds another button in the place of the one
// that was touched is lost; :active comes later than the touch.
/** @type {Element | null} */
let touched = null;
let lifted = 0;
document.addEventListener("pointerdown", ({ target, button }) => {
  clearTimeout(lifted);
  touched = button === 0 && target instanceof Element ? target : null;
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    lifted = setTimeout(() => (touched = null), CLICK_COMES_WITHIN);
  });
}
// A menu of the browser, or another window, can take the lifting of the finger away.
for (const end of ["click", "contextmenu"]) document.addEventListener(end, () => (touched = null));
window.addEventListener("blur", () => (touched = null));

/** @param {Element | null} part */
const folds = (part) => (part ? all(part, "details[id]", HTMLDetailsElement) : []);

/** @type {number[]} */
let offsets = [];
/** Which of them are open, by their ids. @type {Map<string, boolean>} */
let isOpen = new Map();
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  // What renews itself waits while a finger is on it, or while a button that was tapped waits for its
  // answer: that answer finds nothing to renew around a button that is gone.
  // A form that is only checked stays, with all its keys: its answer comes once, and is shown.
  const isOnlyChecked = detail.target.getAttribute("hx-swap") === "none";
  const asker = detail.requestConfig.elt;
  const mustWait = asker === detail.target && !isOnlyChecked && isInUse(detail.target);
  if (mustWait) detail.shouldSwap = false;
  if (mustWait && timers.has(asker)) askLater(asker, { hears: false });
  remember(detail.target);
});

/** Whether a tap on a part is on its way, or waits for its answer. @param {Element} part */
function isInUse(part) {
  return part.contains(touched) || part.querySelector("button:active, .htmx-request") !== null;
}

/** Note how a part was moved and unfolded, before another one takes its place. @param {Element} part */
function remember(part) {
  offsets = wideTables(part).map((table) => table.scrollLeft);
  isOpen = new Map(folds(part).map((fold) => [fold.id, fold.open]));
}
// A part that was replaced while a question about it was on its way hears of the answer alone: what is
// not on the page bubbles to nobody. What asked and is gone has no place for its answer, for what stands
// there now is newer and asks again; a form that is still there renews the part that stands there now.
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  detail.target.addEventListener("htmx:beforeSwap", findItsPlace);
});
/** @param {DocumentEventMap["htmx:beforeSwap"]} event */
function findItsPlace({ detail }) {
  const { target, requestConfig } = detail;
  if (!requestConfig.elt.isConnected) detail.shouldSwap = false;
  else if (!target.isConnected) detail.target = document.getElementById(target.id) ?? target;
}
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const renewed = document.getElementById(detail.target.id);
  const tables = wideTables(renewed);
  for (const [at, table] of tables.entries()) table.scrollLeft = offsets[at] ?? 0;
  for (const fold of folds(renewed)) fold.open = isOpen.get(fold.id) ?? fold.open;
});

/** How many times in a row the questions of a part have failed. @type {WeakMap<Element, number>} */
const failures = new WeakMap();
/** When each part on the page asks again. @type {Map<Element, number>} */
const timers = new Map();

/** How far all who watch the same spread their questions after it moved, in milliseconds. */
const SPREAD = 500;

const { news: address } = document.body.dataset;
const news =
  address && "EventSource" in window ? new News(address, moved, pushed, askAllLater) : null;

/** Keys of what has moved and was not asked for since. @type {Set<string>} */
const unasked = new Set();

/** @param {string} key */
function moved(key) {
  unasked.add(key);
  askAllLater();
}

/** Show a part that came by the stream. @param {import("./shared/news.js").Pushed} now */
function pushed({ key, seen, html }) {
  const part = [...timers.keys()].find((shown) => watched(shown) === key);
  if (!part?.isConnected) return;
  if (seenBy(part) === seen) {
    askLater(part);
  } else if (!html || isInUse(part)) {
    moved(key);
  } else {
    remember(part);
    window.htmx?.swap(part, html, { swapStyle: "outerHTML" }, { eventInfo: { target: part } });
  }
}

/** The mark of what a part shows. @param {Element} part */
const seenBy = (part) => /[?&]seen=([^&]*)/.exec(part.getAttribute("hx-get") ?? "")?.[1];

/** Whether what a part shows is the same for everybody. @param {Element} part */
const isForEverybody = (part) => /[?&]for-all=/.test(part.getAttribute("hx-get") ?? "");

function askAllLater() {
  for (const part of timers.keys()) askLater(part);
}

/** @param {Element} part */
const watched = (part) => part.getAttribute("data-watch") ?? "";

/** @param {Element} part */
const hearsNews = (part) =>
  Boolean(news?.flows) && watched(part) !== "" && !part.hasAttribute("data-ticks");

/** @param {Element} part @param {{ hears: boolean }} state */
function askLater(part, { hears } = { hears: hearsNews(part) }) {
  const state = { failures: failures.get(part) ?? 0, hidden: document.hidden, hears };
  const seconds = Number(part.getAttribute("data-renews"));
  const wait = unasked.has(watched(part)) ? Math.random() * SPREAD : waitBefore(seconds, state);
  clearTimeout(timers.get(part));
  timers.set(
    part,
    setTimeout(() => ask(part), wait),
  );
}

/** @param {Element} part */
function ask(part) {
  unasked.delete(watched(part));
  part.dispatchEvent(new CustomEvent("renew"));
  // An answer may have put another part in its place at once.
  findParts();
  if (part.isConnected) askLater(part);
}

/** Let new parts of the page ask, and those that are gone ask no more. */
function findParts() {
  for (const [part, timer] of timers) {
    if (part.isConnected) continue;
    clearTimeout(timer);
    timers.delete(part);
  }
  for (const part of all(document, "[data-renews]", Element)) {
    if (!timers.has(part)) askLater(part);
  }
  listen();
}

/** Listen for what is shown, as long as somebody sees it. */
function listen() {
  const parts = document.hidden ? [] : [...timers.keys()].filter((part) => watched(part) !== "");
  const forAll = parts.filter((part) => isForEverybody(part) && seenBy(part) !== undefined);
  const addresses = forAll.map((part) => [watched(part), part.getAttribute("hx-get") ?? ""]);
  news?.watch(parts.map(watched), new Map(addresses.map(([key = "", url = ""]) => [key, url])));
}

/** Who looks at the page again, or has a network again, is not to wait for what happened meanwhile. */
function catchUp() {
  listen();
  if (document.hidden) return;
  for (const part of [...timers.keys()]) ask(part);
}

findParts();
document.addEventListener("htmx:afterSettle", findParts);
document.addEventListener("htmx:configRequest", ({ detail }) => {
  // So a cache in between gives out nothing that is older than what was heard.
  const mark = timers.has(detail.elt) ? news?.mark(watched(detail.elt)) : undefined;
  if (mark) detail.parameters["heard"] = mark;
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (timers.has(detail.elt)) {
    failures.set(detail.elt, detail.successful ? 0 : (failures.get(detail.elt) ?? 0) + 1);
    // Who would hear what moves is not to wait for the next time that it does.
    if (!detail.successful && hearsNews(detail.elt)) askLater(detail.elt);
    if (isOutdated(detail)) location.reload();
  }
});

/**
 * Whether the club was paused since the page came, or goes on again. Then nothing on the page is to be
 * seen any longer. A page with a form asks by sending it, and keeps what is typed there.
 *
 * @param {DocumentEventMap["htmx:afterRequest"]["detail"]} answer
 */
function isOutdated({ elt, xhr, successful }) {
  if (!elt.hasAttribute("hx-get") || isInUse(elt)) return false;
  const isPaused = xhr.getResponseHeader("X-Club-Paused") !== null;
  return elt.hasAttribute("data-paused") ? successful && !isPaused : isPaused;
}
document.addEventListener("visibilitychange", catchUp);
// A whole hall has its network again at the same moment.
window.addEventListener("online", () => setTimeout(catchUp, Math.random() * 1000));
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) catchUp();
});
