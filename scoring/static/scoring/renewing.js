// Parts of a page that renew themselves every few seconds, and the person who uses them meanwhile: no
// tap is lost, a wide table that was moved aside stays so, and what was unfolded too, if it has an id.
//
// A part says in data-renews after how many seconds it asks for news; htmx asks when it hears "renew".
// Where the site streams, the page names the stream's address, and a part in data-watch what it shows:
// then it asks when that moved. With data-ticks a clock runs in it too, so it asks all the same.
//
// One of several pages turns by itself: data-turns says after how many seconds, data-next what follows.
// Until then it renews itself as any part does; that does not put off the turn.
//
// #not-up-to-date (scoring/base_club.html) is shown while the site does not answer.

import { Contact } from "./shared/contact.js";
import { all } from "./shared/dom.js";
import { News } from "./shared/news.js";
import { waitBefore } from "./shared/next-ask.js";
import { sentencesOf, timeOfDay } from "./shared/sentences.js";

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

/** When a part turns, by its id, and to what. @type {Map<string, { next: string; at: number }>} */
const turns = new Map();

/** How far all who watch the same spread their questions after it moved, in milliseconds. */
const SPREAD = 500;

/** How long a question may go unanswered, in milliseconds: a network may lead nowhere. */
const PATIENCE = 10_000;

const contact = new Contact();
const outdated = document.getElementById("not-up-to-date");

const { news: address } = document.body.dataset;
const news = address && "EventSource" in window ? new News(address, moved, pushed, cut) : null;

/** Keys of what has moved and was not asked for since. @type {Set<string>} */
const unasked = new Set();

/** @param {string} key */
function moved(key) {
  unasked.add(key);
  askAllLater();
}

/** The site may be gone with the stream: ask soon whether it is. */
function cut() {
  contact.isAway = true;
  askAllLater();
}

/** Show a part that came by the stream. @param {import("./shared/news.js").Pushed} now */
function pushed({ key, seen, html }) {
  const part = [...timers.keys()].find((shown) => watched(shown) === key);
  if (!part?.isConnected) return;
  contact.answered();
  sayWhetherOutdated();
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
  const away = contact.isAway;
  const state = { failures: failures.get(part) ?? 0, hidden: document.hidden, hears, away };
  const seconds = Number(part.getAttribute("data-renews"));
  const wait = unasked.has(watched(part)) ? Math.random() * SPREAD : waitBefore(seconds, state);
  const isPatient = state.hidden || state.failures > 0;
  // Not at once: where the answer to another question is on its way, the turn waits for that.
  const untilTurn = isPatient ? Infinity : Math.max(turnOf(part) - Date.now(), SPREAD);
  clearTimeout(timers.get(part));
  timers.set(
    part,
    setTimeout(() => ask(part), Math.min(wait, untilTurn)),
  );
}

/** What page an address asks for, of however many there are by now. @param {string} next */
function pageIn(next) {
  const url = new URL(next, location.href);
  url.searchParams.delete("of");
  return url.href;
}

/** When a part turns, in milliseconds since 1970; counted from when its page was first shown. @param {Element} part */
function turnOf(part) {
  const next = part.getAttribute("data-next");
  if (!next) return Infinity;
  const counted = turns.get(part.id);
  if (counted && pageIn(counted.next) === pageIn(next)) return counted.at;
  const at = Date.now() + 1000 * Number(part.getAttribute("data-turns"));
  turns.set(part.id, { next, at });
  return at;
}

/** @param {Element} part */
function ask(part) {
  unasked.delete(watched(part));
  part.dispatchEvent(new CustomEvent("renew"));
  // An answer may have put another part in its place at once.
  findParts();
  if (part.isConnected) askLater(part);
}

/** The page that follows, once it is to be shown; again after a while, if that does not come. @param {Element} part */
function pageDue(part) {
  if (turnOf(part) > Date.now()) return undefined;
  const next = part.getAttribute("data-next") ?? "";
  turns.set(part.id, { next, at: Date.now() + 1000 * Number(part.getAttribute("data-renews")) });
  return next;
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
  // One that turns asks: the stream would begin anew for each of its pages.
  const forAll = parts.filter(
    (part) => isForEverybody(part) && seenBy(part) !== undefined && !part.hasAttribute("data-next"),
  );
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
  if (timers.has(detail.elt)) {
    detail.path = pageDue(detail.elt) ?? detail.path;
    detail.timeout = PATIENCE;
  }
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  // Where the answer took the place of what asked, htmx names what is around it.
  const asker = detail.requestConfig.elt;
  if (!asker.hasAttribute("data-renews")) return;
  failures.set(asker, detail.successful ? 0 : (failures.get(asker) ?? 0) + 1);
  if (detail.successful || isGone(detail)) {
    if (contact.isAway) news?.again();
    contact.answered();
  } else {
    contact.failed(detail.xhr.status);
  }
  sayWhetherOutdated();
  // How long to wait was decided before it failed.
  if (!detail.successful) askLater(asker);
  if (isOutdated(detail)) location.reload();
  else if (isGone(detail)) empty(detail.elt);
});

/** Say since when nothing came, while nothing does. A page with the tablet's line says it there. */
function sayWhetherOutdated() {
  if (!outdated || document.getElementById("tablet-state")) return;
  if (news) contact.heard(news.heardAt);
  const since = contact.outdatedSince;
  outdated.hidden = since === null;
  if (since === null) return;
  const time = timeOfDay(new Date(since), document.documentElement.lang);
  const sentence = sentencesOf(outdated)("saysSince", { time });
  if (outdated.textContent !== sentence) outdated.textContent = sentence;
}

/**
 * Whether what a part shows is there no more, such as the pages of an erased club. A device that scores
 * keeps its sheet: what was recorded on it may not be handed over yet.
 *
 * @param {DocumentEventMap["htmx:afterRequest"]["detail"]} answer
 */
function isGone({ elt, xhr }) {
  const scores = document.querySelector("#tablet-state[data-game]") !== null;
  const isPage = elt.hasAttribute("hx-get") && !elt.hasAttribute("data-paused");
  return isPage && !scores && (xhr.status === 404 || xhr.status === 410);
}

/**
 * Take away what a part shows, with all names. It asks on, for all of it: what stands before the site may
 * answer that there is nothing, while the site starts.
 *
 * @param {HTMLElement} part
 */
function empty(part) {
  const sentence = document.createElement("p");
  sentence.className = "lede";
  sentence.textContent = outdated?.dataset["saysGone"] ?? "";
  const asks = part.getAttribute("hx-get") ?? "";
  part.setAttribute("hx-get", asks.replace(/([?&])seen=[^&]*&?/, "$1"));
  window.htmx?.process(part);
  // One that only asks stands for the page around it.
  const shown = part.getAttribute("hx-swap") === "none" ? part.closest("main") : part;
  shown?.replaceChildren(sentence);
}

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
