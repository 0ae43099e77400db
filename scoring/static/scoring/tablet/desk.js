// The dispute desk without a network: the engine on this tablet asks and rules, this only shows.
//
// The page is scoring/tablet_dispute.html, its parts scoring/_tablet_desk_parts.html. The topic stands
// in the address after #, so that the browser's own way back works. Each tap is one question to the
// engine (`desk` in scoring/tablets/offline/calls.py), which is told all that was told before. A ruling goes
// into the outbox, and with it to the club's server.

import { engine } from "../engine.js";
import { all, find, need } from "../shared/dom.js";
import { sentencesOf } from "../shared/sentences.js";
import {
  copyOf,
  fieldsOf,
  itemOf,
  noticeOf,
  offer,
  partOf,
  questionOf,
  rulingOf,
  showUnread,
} from "./desk-parts.js";
import { presentGame } from "./game.js";
import { outbox } from "./page-outbox.js";
import { plays } from "./with-waiting.js";

/** @import { DeskState, EngineCalls, Scene } from "../contract.js" */
/** @import { EngineNews } from "../engine-runner.js" */

/** @typedef {{ fields?: Record<string, string>; answer?: Record<string, string> }} Tap */

const PATIENCE = 2000; // ms for the browser's own store

class Desk {
  #code;
  #say;
  #mexican;
  #heading;
  #site = document.title.split(" · ").at(-1);
  #parts;
  /** @type {Scene} */
  #scene = JSON.parse(need(document, "#tablet-game", HTMLScriptElement).text);
  #kind = "";
  /** @type {DeskState | null} the engine's last answer to this question */
  #shown = null;
  #isBusy = false;
  #turn = 0; // of the questions to the engine: only the last one's answer is waited for
  /** @type {EngineNews} */
  #news = { state: engine?.state ?? "failed", loaded: 0, total: 0, why: "" };

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#code = root.dataset.game ?? "";
    this.#mexican = root.dataset.mexican ?? "";
    this.#say = sentencesOf(root);
    this.#parts = {
      root,
      title: need(root, "[data-title]", HTMLElement),
      place: need(root, "[data-place]", HTMLElement),
      facts: need(root, "[data-told]", HTMLElement),
      status: need(root, "[data-status]", HTMLElement),
      trouble: need(root, "[data-trouble]", HTMLElement),
      failed: need(root, "[data-failed]", HTMLElement),
      other: need(root, "[data-other]", HTMLAnchorElement),
      toSheet: need(root, "[data-to-sheet]", HTMLElement),
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
    this.#go(false);
    this.#tell();
    await this.#look();
    const seats = all(this.#parts.place, "#id_seat input", HTMLInputElement);
    const offered = seats.map(({ value }) => value);
    if (!this.#shown && offered.length && offered.join() !== this.#scene.seats.join()) {
      this.#offerSeats(this.#parts.place);
    }
  }

  // What the tablet knows with the rounds that wait; else, and of a game that is over, what the page
  // itself was told.
  async #look() {
    /** @type {Promise<null>} */
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
    const game = await Promise.race([presentGame(this.#code), late]).catch(() => null);
    if (!game || game.finished) return;
    const number = game.next_round;
    this.#scene = {
      set: game.set,
      rules: game.rules,
      seats: game.seats.filter((seat) => plays(seat, number)).map(({ word }) => word),
      round: number,
      starting_double: game.plan.find((coming) => coming.number === number)?.double ?? null,
    };
  }

  // ---- the topic in the address

  /** @param {boolean} isMove whether somebody went there, rather than opening the page */
  #go(isMove) {
    const topic = CSS.escape(location.hash.slice(1));
    const template = find(document, `[data-ask="${topic}"]`, HTMLTemplateElement);
    this.#kind = template?.dataset.ask ?? "";
    this.#turn += 1;
    this.#isBusy = false;
    this.#shown = null;
    if (template) this.#showTopic(template);
    else this.#put(partOf("desk-topics"), this.#heading, isMove);
  }

  // ---- what is shown

  /** @param {DocumentFragment} content @param {string} title @param {boolean} isMove */
  #put(content, title, isMove) {
    const { place, trouble, facts, other, toSheet } = this.#parts;
    this.#parts.title.textContent = title;
    document.title = `${title} · ${this.#site}`;
    trouble.replaceChildren();
    place.replaceChildren(content);
    facts.hidden = true;
    other.hidden = !this.#kind;
    toSheet.className = "button quiet";
    document.dispatchEvent(new CustomEvent("fields:shown"));
    if (!isMove) return;
    const start = find(place, "[tabindex='-1']", HTMLElement) ?? this.#parts.title;
    start.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  /** @param {ParentNode} form */
  #offerSeats(form) {
    const { seats } = this.#scene;
    /** @type {[string, string][]} */
    const trains = seats.map((seat) => [seat, this.#say("train", { seat })]);
    trains.push(["mexican", this.#mexican]);
    offer(
      form,
      "seat",
      seats.map((seat) => [seat, seat]),
    );
    for (const name of ["train", "laid_train"]) offer(form, name, trains);
  }

  /** @param {HTMLTemplateElement} template */
  #showTopic(template) {
    const content = copyOf(template);
    this.#offerSeats(content);
    this.#put(content, template.dataset.title ?? "", true);
    const form = need(this.#parts.place, "form", HTMLFormElement);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask({ fields: fieldsOf(form) });
    });
    // A question that names nothing is asked at once.
    if (!form.querySelector("input, select")) this.#ask({ fields: {} });
  }

  /** @param {DeskState} shown */
  #showFacts(shown) {
    const { facts } = this.#parts;
    need(facts, "ul", HTMLElement).replaceChildren(...shown.told.map(itemOf));
    facts.hidden = shown.told.length === 0;
  }

  /** @param {DeskState} shown @param {NonNullable<DeskState["question"]>} question */
  #showQuestion(shown, question) {
    const content = questionOf(question, shown.back);
    this.#offerSeats(content);
    this.#put(content, shown.title, true);
    this.#showFacts(shown);
    const form = need(this.#parts.place, "form", HTMLFormElement);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask({ answer: fieldsOf(form, event.submitter) });
    });
    // Else a browser takes the form's first button, which is another answer.
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      form.requestSubmit(find(form, "[data-typed] .button.main", HTMLButtonElement));
    });
  }

  /** @param {DeskState} shown @param {NonNullable<DeskState["ruling"]>} ruling */
  #showRuling(shown, ruling) {
    this.#put(rulingOf(ruling, shown.clauses, shown.changes), shown.title, true);
    this.#showFacts(shown);
    this.#parts.toSheet.className = "button main";
    this.#keep(shown);
  }

  // The ruling goes to the club's server, which rules anew from the same facts.
  /** @param {DeskState} shown */
  async #keep({ ask, facts, asked, unknown }) {
    const box = need(this.#parts.place, "[data-kept]", HTMLElement);
    const { round } = this.#scene;
    const data = { kind: this.#kind, round, ask, told: facts, asked, unknown };
    try {
      await outbox.add({ kind: "dispute", game: this.#code, round, data });
      box.replaceChildren(noticeOf("desk-saved", this.#say("saysKept")));
    } catch {
      box.replaceChildren(noticeOf("desk-warning", this.#say("saysNotKept")));
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
    const { root, failed, status, place } = this.#parts;
    failed.hidden = this.#news.state !== "failed";
    const text = this.#statusText();
    if (status.textContent !== text) status.textContent = text;
    root.setAttribute("aria-busy", String(this.#isBusy));
    for (const button of all(place, "button", HTMLButtonElement)) button.disabled = this.#isBusy;
  }

  /** @param {Tap} tap */
  async #ask(tap) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#turn += 1;
    const turn = this.#turn;
    this.#tell();
    const answer = await this.#answerTo(tap);
    if (turn !== this.#turn) return; // somebody went on to another question
    this.#isBusy = false;
    this.#tell();
    this.#take(answer);
  }

  /** @param {Tap} tap @returns {Promise<EngineCalls["desk"]["answer"]>} */
  async #answerTo(tap) {
    try {
      if (tap.fields) await this.#look();
      if (!engine) return { error: "" };
      const question = { ...this.#scene, ...this.#shown, kind: this.#kind, ...tap };
      return await engine.ask("desk", question);
    } catch {
      return { error: this.#news.state === "failed" ? "" : this.#say("saysBroken") };
    }
  }

  /** @param {EngineCalls["desk"]["answer"]} answer */
  #take(answer) {
    const { place, trouble, failed } = this.#parts;
    if ("unread" in answer) {
      showUnread(place, answer.unread);
      this.#complain(this.#say("saysUnread"));
    } else if (answer.error) {
      this.#complain(answer.error); // the question stays as it is, with the sentence above it
    } else if (!("title" in answer)) {
      failed.scrollIntoView({ block: "nearest" }); // the engine did not come, which is said there
    } else {
      trouble.replaceChildren();
      this.#shown = answer;
      if (answer.ruling) this.#showRuling(answer, answer.ruling);
      else if (answer.question) this.#showQuestion(answer, answer.question);
    }
  }

  /** @param {string} sentence */
  #complain(sentence) {
    this.#parts.trouble.replaceChildren(noticeOf("desk-error", sentence));
    this.#parts.trouble.scrollIntoView({ block: "nearest" });
  }
}

const root = find(document, "#tablet-desk", HTMLElement);
if (root) new Desk(root).start();
