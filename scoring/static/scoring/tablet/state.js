// The state of this tablet, said plainly on each page: where what was recorded is, and what cannot
// be done while there is no network.
//
// The line is #tablet-state (scoring/_tablet_state.html); its sentences are its data-says-*. Links and
// buttons with data-needs-network say so while the server cannot be reached; a tap says more. Where
// no service worker has other pages, the tap on any link waits for the network then.

import { sayDone } from "../notices.js";
import { LAST_SENTENCE, ofThisVisit } from "../shared/browser-store.js";
import { all, closest, find, need } from "../shared/dom.js";
import { sentencesOf, timeOfDay } from "../shared/sentences.js";
import { isSentence } from "./entries.js";
import { HeldLinks, leadsAway } from "./held-links.js";
import { isReached, isUnable, outbox } from "./page-outbox.js";
import { lineFor, stateAt } from "./state-line.js";
import { workerCame } from "./worker.js";

/** @import { Entry } from "../contract.js" */

const KINDS = {
  round: "saysRound",
  correct: "saysCorrect",
  undo: "saysUndo",
  dispute: "saysDispute",
};

const UNSAVED = "#round-form[data-bound]:not([action$='/correct/'])";

/** @param {string} text */
function item(text) {
  const element = document.createElement("li");
  element.textContent = text;
  return element;
}

export class TabletState {
  #line;
  #text;
  #list;
  #code;
  /** The code of the page's game, also where it can only be read. */
  #of;
  #isOfAll;
  #say;
  /** @type {HTMLElement | null} what the page before this one said, once it may be out of date */
  #outdated = null;
  #needsNetwork = document.createElement("p");
  #held = new HeldLinks({
    answers: async (href) => {
      const answer = await fetch(href, { method: "HEAD", cache: "no-store" }).catch(() => null);
      return answer !== null;
    },
    open: (href) => location.assign(href),
    later: (again, milliseconds) => setTimeout(again, milliseconds),
  });

  /** @param {HTMLElement} line */
  constructor(line) {
    this.#line = line;
    this.#text = need(line, "[data-says]", HTMLElement);
    this.#list = need(line, "[data-waiting-list]", HTMLElement);
    this.#code = line.dataset.game ?? "";
    this.#of = line.dataset.of ?? "";
    this.#isOfAll = line.dataset.ofAll !== undefined;
    this.#say = sentencesOf(line);
    this.#needsNetwork.className = "notice warning";
    this.#needsNetwork.setAttribute("role", "alert");
    document.addEventListener("roundhouse:outbox", () => this.#show());
    document.addEventListener("htmx:afterSwap", () => this.#show());
    document.addEventListener("click", (event) => {
      const part = closest(event.target, "[data-away]", HTMLElement);
      if (!part) return;
      event.preventDefault();
      this.#sayNeedsNetwork(part, isUnable() ? "saysNeedsServer" : "saysNeedsNetwork");
    });
    document.addEventListener("click", (event) => this.#holdLink(event));
    document.addEventListener("input", () => this.#held.forget());
  }

  start() {
    this.tellFact("secure", window.isSecureContext);
    this.tellFact("pages", false);
    this.#show();
    this.#sayLast();
    workerCame();
    if (this.#code) this.#askToLast();
  }

  /** The code of the page's game; empty where there is none, or it can only be read. */
  get code() {
    return this.#code;
  }

  /** The site's version. */
  get version() {
    return this.#line.dataset.version ?? "";
  }

  // ---- the line

  #show() {
    const { waiting, ...rest } = outbox.state;
    if (waiting === null) return;
    const reached = isReached();
    const unable = isUnable();
    const state = stateAt({ ...rest, waiting, reached, unable }, this.#of, this.#isOfAll);
    const line = lineFor(state);
    // A round that came back to be mended is nowhere yet.
    const unsaved = find(document, UNSAVED, HTMLElement);
    const [kind, name, words] =
      unsaved && line[0] === "saved" ? ["waiting", "saysUnsaved", {}] : line;
    // "It goes to the server by itself": once it is there, or refused, the line alone says so.
    if (state.waiting > state.refused) {
      this.#outdated = find(document, "[data-said-before]", HTMLElement);
    } else {
      this.#outdated?.remove();
    }
    this.#line.dataset.state = kind;
    this.#line.hidden = !this.#code && kind === "saved";
    const lead = kind === "warning" && !reached ? `${this.#sayAway()} ` : "";
    const sentence = lead + this.#say(name, words);
    if (this.#text.textContent !== sentence) this.#text.textContent = sentence;
    this.#markAway(!reached);
    this.#showList();
  }

  // Why what was recorded stays here.
  #sayAway() {
    return this.#say(isUnable() ? "saysCannotSave" : "saysNoNetwork");
  }

  // What needs the network says so itself, while there is none.
  /** @param {boolean} isAway */
  #markAway(isAway) {
    const word = isUnable() ? "saysUnableWord" : "saysAwayWord";
    for (const part of all(document, "[data-needs-network]", HTMLElement)) {
      if (isAway) {
        part.dataset.away = this.#say(word);
        part.setAttribute("aria-disabled", "true");
      } else {
        delete part.dataset.away;
        part.removeAttribute("aria-disabled");
      }
    }
    if (!isAway) this.#needsNetwork.remove();
    for (const part of all(document, "[data-when-away]", HTMLElement)) part.hidden = !isAway;
  }

  // Without a service worker the browser would show its own error page.
  /** @param {MouseEvent} event */
  #holdLink(event) {
    if (event.defaultPrevented || isReached() || navigator.serviceWorker?.controller) return;
    const link = closest(event.target, "a[href]", HTMLAnchorElement);
    if (!link || !leadsAway(link, location)) return;
    event.preventDefault();
    this.#sayNeedsNetwork(link, "saysStay");
    this.#held.hold(link.href);
  }

  // Under the row of buttons that was tapped, or under the sheet: it is read out as it comes.
  /** @param {HTMLElement} part @param {string} sentence */
  #sayNeedsNetwork(part, sentence) {
    const button = part.textContent.replaceAll(/\s+/g, " ").trim();
    this.#needsNetwork.textContent = this.#say(sentence, { button });
    (part.closest(".actions, .scroll") ?? part).after(this.#needsNetwork);
    this.#needsNetwork.scrollIntoView({ block: "nearest" });
  }

  async #showList() {
    const [entries, damaged] = await Promise.all([outbox.all(), outbox.damaged()]);
    const items = [
      ...entries.filter((entry) => this.#isShown(entry)).map((entry) => item(this.#lineOf(entry))),
      ...damaged.map((lost) => item(`${this.#say("saysUnreadable")} ${lost.told}`)),
    ];
    this.#list.replaceChildren(...items);
    need(this.#line, "details", HTMLElement).hidden = !items.length && !this.#code;
  }

  // What another game's sheet could not take is listed there.
  /** @param {Entry} entry */
  #isShown({ game, refused = "" }) {
    return this.#isOfAll || game === this.#of || !refused || !isSentence(refused);
  }

  /** @param {Entry} entry */
  #lineOf({ kind, round, made_at: made, refused = "", delayed = "" }) {
    const at = new Date(made);
    const when = Number.isNaN(at.getTime()) ? "" : timeOfDay(at, document.documentElement.lang);
    const why = refused && isSentence(refused) ? refused : delayed;
    return `${this.#say(KINDS[kind], { number: round, when })} ${why}`.trim();
  }

  // ---- what this tablet can do

  /** @param {string} name @param {boolean} holds */
  tellFact(name, holds) {
    const fact = find(this.#line, `[data-fact="${name}"]`, HTMLElement);
    if (!fact) return;
    fact.textContent = fact.dataset[holds ? "yes" : "no"] ?? "";
    fact.hidden = false;
  }

  // Whether the browser keeps what waits here however full it is.
  async #askToLast() {
    const { storage } = navigator;
    const lasts = storage?.persist && ((await storage.persisted()) || (await storage.persist()));
    this.tellFact("lasting", Boolean(lasts));
  }

  // What was said by the page before this one, such as that a round is saved.
  #sayLast() {
    const sentence = ofThisVisit.read(LAST_SENTENCE);
    if (!sentence || !document.getElementById("notices")) return;
    ofThisVisit.drop(LAST_SENTENCE);
    sayDone(sentence, this.#say("saysDone"));
    this.#show();
  }
}

const line = find(document, "#tablet-state", HTMLElement);
/** The line of this page; null on a page that has none. */
export const tabletState = line && new TabletState(line);
tabletState?.start();
