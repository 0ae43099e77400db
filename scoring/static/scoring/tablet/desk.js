// The dispute desk without a network: the engine on this tablet answers, this only shows.
//
// The page is scoring/tablet_dispute.html, its parts scoring/_tablet_desk_parts.html. The question
// stands in the address after #, so that the browser's own way back works. Each tap sends the whole
// form to the engine (`desk` in scoring/tablets/offline/calls.py). What is kept goes into the
// outbox, and with it to the club's server.

import { engine } from "../engine.js";
import { glow, startDesk } from "../forms/desk-form.js";
import { askByEnter } from "../forms/own-words.js";
import { find, need } from "../shared/dom.js";
import { sentencesOf } from "../shared/sentences.js";
import {
  answerOf,
  copyOf,
  fieldsOf,
  fillIn,
  keepHub,
  keepSeats,
  noticeOf,
  partOf,
  readingsOf,
  wholeTiles,
} from "./desk-parts.js";
import { presentGame } from "./game.js";
import { outbox } from "./page-outbox.js";
import { playersOf } from "./standings.js";

/** @import { DeskState, Scene } from "../contract.js" */
/** @import { EngineNews } from "../engine-runner.js" */

const PATIENCE = 2000; // ms for the browser's own store

class Desk {
  #code;
  #say;
  #heading;
  #site = document.title.split(" · ").at(-1);
  #parts;
  /** @type {Scene} */
  #scene = JSON.parse(need(document, "#tablet-game", HTMLScriptElement).text);
  /** @type {Record<string, string>} names that were corrected, each with the seat that it means */
  #formerNames = {};
  /** @type {Map<string, number>} */
  #colors = new Map();
  #kind = "";
  /** @type {Record<string, string[]>} what the address gives and only an answer has fields for */
  #given = {};
  #isBusy = false;
  #turn = 0; // of the questions to the engine: only the last one's answer is shown
  /** @type {EngineNews} */
  #news = { state: engine?.state ?? "failed", loaded: 0, total: 0, why: "" };

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#code = root.dataset.game ?? "";
    this.#say = sentencesOf(root);
    this.#parts = {
      root,
      title: need(root, "[data-title]", HTMLElement),
      place: need(root, "[data-place]", HTMLElement),
      status: need(root, "[data-status]", HTMLElement),
      trouble: need(root, "[data-trouble]", HTMLElement),
      failed: need(root, "[data-failed]", HTMLElement),
      other: need(root, "[data-other]", HTMLAnchorElement),
    };
    this.#heading = this.#parts.title.textContent ?? "";
    this.#listen();
  }

  #listen() {
    const { failed, other } = this.#parts;
    document.addEventListener("roundhouse:engine", ({ detail }) => {
      this.#news = detail;
      this.#tell();
    });
    need(failed, "p", HTMLElement).append(this.#say("saysFailed"));
    need(failed, "[data-again]", HTMLButtonElement).addEventListener("click", () => {
      if (engine) engine.loadQuietly();
      else location.reload();
    });
    window.addEventListener("hashchange", () => this.#go(true));
    other.addEventListener("click", () => {
      if (location.hash === other.hash) this.#go(true);
    });
  }

  async start() {
    this.#tell();
    await this.#look();
    this.#go(false);
  }

  // What the tablet knows with the rounds that wait; else, and of a game that is over, what the page
  // itself knows.
  async #look() {
    /** @type {Promise<null>} */
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
    const game = await Promise.race([presentGame(this.#code), late]).catch(() => null);
    if (!game || game.finished) return;
    const number = game.next_round;
    this.#formerNames = game.former_names ?? {};
    this.#colors = new Map(game.seats.map(({ word, color }) => [word, color]));
    const [plan, players] = [game.next, playersOf(game, number)];
    this.#scene = {
      set: game.set,
      rules: game.rules,
      seats: players.map(({ word }) => word),
      round: number,
      starting_double: plan?.double ?? null,
      begins: plan?.begins ?? "",
      began_before: plan?.began_before ?? "",
      totals: Object.fromEntries(
        players
          .filter((seat) => seat.from_round < number)
          .map(({ id, word }) => [word, game.totals[id] ?? 0]),
      ),
    };
  }

  // ---- the question in the address: #lay, or #lay?seat=Ann&train=Bob

  /** @param {boolean} isMove whether somebody went there, rather than opening the page */
  #go(isMove) {
    const [topic = "", query = ""] = location.hash.slice(1).split("?");
    const template = find(document, `[data-ask="${CSS.escape(topic)}"]`, HTMLTemplateElement);
    this.#kind = template?.dataset.ask ?? "";
    this.#turn += 1;
    this.#isBusy = false;
    if (template) this.#showQuestion(template, new URLSearchParams(query), isMove);
    else this.#showTopics(isMove);
  }

  // ---- what is shown

  /** @param {DocumentFragment} content @param {string} title @param {boolean} isMove */
  #put(content, title, isMove) {
    const { place, trouble, other } = this.#parts;
    this.#entitle(title);
    trouble.replaceChildren();
    place.replaceChildren(content);
    other.hidden = !this.#kind;
    document.dispatchEvent(new CustomEvent("fields:shown"));
    if (!isMove) return;
    this.#parts.title.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  /** @param {string} title */
  #entitle(title) {
    this.#parts.title.replaceChildren(...wholeTiles(title));
    document.title = `${title} · ${this.#site}`;
  }

  /** @param {boolean} isMove */
  #showTopics(isMove) {
    this.#put(partOf("desk-topics"), this.#heading, isMove);
    const form = need(this.#parts.place, "[data-own-words]", HTMLFormElement);
    const box = need(form, "textarea", HTMLTextAreaElement);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#read(box.value);
    });
    askByEnter(box);
  }

  /** @param {HTMLTemplateElement} template @param {URLSearchParams} given @param {boolean} isMove */
  #showQuestion(template, given, isMove) {
    const content = partOf("desk-screen");
    need(content, ".desk-question", HTMLElement).append(copyOf(template));
    keepSeats(content, this.#scene.seats, this.#colors);
    keepHub(content, this.#scene.starting_double);
    need(content, ".desk-table", HTMLElement).hidden = "rules" in template.dataset;
    this.#put(content, template.dataset.title ?? "", isMove);
    const screen = need(this.#parts.place, ".desk-screen", HTMLElement);
    const form = need(this.#parts.place, "form", HTMLFormElement);
    this.#given = fillIn(screen, given);
    startDesk(screen);
    screen.addEventListener("change", () => this.#ask(fieldsOf(form)));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask(fieldsOf(form, event.submitter));
    });
    this.#ask(fieldsOf(form));
  }

  /** @param {DeskState} shown */
  #show(shown) {
    const answer = need(this.#parts.place, "#desk-answer", HTMLElement);
    this.#given = {};
    this.#entitle(shown.title);
    this.#parts.trouble.replaceChildren();
    answer.dataset.next = shown.next;
    answer.replaceChildren(answerOf(shown));
    document.dispatchEvent(new CustomEvent("fields:shown"));
    glow(this.#parts.place);
    find(answer, "[data-keep] button", HTMLButtonElement)?.addEventListener("click", () => {
      this.#keep(shown);
    });
  }

  // The ruling goes to the club's server, which rules anew from the same facts.
  /** @param {DeskState} shown */
  async #keep({ asked }) {
    const place = need(this.#parts.place, "[data-keep]", HTMLElement);
    const { round } = this.#scene;
    const data = { ...asked, round };
    need(place, "button", HTMLButtonElement).disabled = true;
    try {
      await outbox.add({ kind: "dispute", game: this.#code, round, data });
      place.replaceWith(noticeOf("desk-saved", this.#say("saysKept")));
    } catch {
      place.replaceWith(noticeOf("desk-warning", this.#say("saysNotKept")));
    }
  }

  // ---- the engine

  // In steps of ten, so that a reader of the page aloud is not told each of a hundred.
  #percent() {
    return Math.floor((10 * this.#news.loaded) / this.#news.total) * 10;
  }

  #statusText() {
    const { state, total } = this.#news;
    if (this.#isBusy && state === "aboard") return this.#say("saysLooking");
    if (this.#isBusy && total) return this.#say("saysWaitPercent", { percent: this.#percent() });
    if (this.#isBusy) return this.#say("saysWait");
    const isLoading = state === "loading" && total > 0;
    return isLoading ? this.#say("saysLoading", { percent: this.#percent() }) : "";
  }

  #tell() {
    const { root, failed, status } = this.#parts;
    failed.hidden = this.#news.state !== "failed";
    const text = this.#statusText();
    if (status.textContent !== text) status.textContent = text;
    root.setAttribute("aria-busy", String(this.#isBusy));
  }

  /**
   * Call the engine; null where somebody went on meanwhile, or where it said why it cannot answer.
   *
   * @template T
   * @param {() => Promise<T | { error: string }>} call
   * @returns {Promise<T | null>}
   */
  async #call(call) {
    this.#turn += 1;
    const turn = this.#turn;
    this.#isBusy = true;
    this.#tell();
    const answer = await call().catch(() => ({ error: this.#say("saysBroken") }));
    if (turn !== this.#turn) return null;
    this.#isBusy = false;
    this.#tell();
    if (!isRefused(answer)) return answer;
    if (this.#news.state === "failed") this.#parts.failed.scrollIntoView({ block: "nearest" });
    else this.#complain(answer.error);
    return null;
  }

  /** @param {Record<string, string[]>} fields */
  async #ask(fields) {
    const given = { ...this.#given, ...fields };
    const value = { ...this.#scene, kind: this.#kind, fields: given };
    const shown = await this.#call(async () => engineOf().ask("desk", value));
    if (shown) this.#show(shown);
  }

  /** @param {string} text */
  async #read(text) {
    if (!text.trim()) return;
    const value = { text, seats: this.#scene.seats, former_names: this.#formerNames };
    const answer = await this.#call(async () => engineOf().ask("readings", value));
    if (!answer) return;
    const [best] = answer.readings;
    if (best?.is_sure) {
      location.hash = `#${best.kind}?${best.query}`;
      return;
    }
    const readings = need(this.#parts.place, "[data-readings]", HTMLElement);
    const isUnderstood = answer.readings.length > 0;
    readings.replaceChildren(
      ...(best?.strangers ?? []).map((sentence) => noticeOf("desk-warning", sentence)),
      isUnderstood
        ? readingsOf(answer.readings)
        : noticeOf("desk-warning", this.#say("saysNotUnderstood")),
    );
  }

  /** @param {string} sentence */
  #complain(sentence) {
    this.#parts.trouble.replaceChildren(noticeOf("desk-error", sentence));
    this.#parts.trouble.scrollIntoView({ block: "nearest" });
  }
}

function engineOf() {
  if (!engine) throw new Error("This browser has no engine.");
  return engine;
}

/** @template T @param {T | { error: string }} answer @returns {answer is { error: string }} */
function isRefused(answer) {
  return typeof answer === "object" && answer !== null && "error" in answer;
}

const root = find(document, "#tablet-desk", HTMLElement);
if (root) new Desk(root).start();
