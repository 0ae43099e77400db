// Shows on the score sheet what waits on this tablet: rounds that are not on the server yet, with
// the totals they make. The server's own part of the page stays as it is beneath.
//
// The texts are the data-says-* of #waiting-words (scoring/_waiting_words.html).

import { find } from "../shared/dom.js";
import { sentencesOf } from "../shared/sentences.js";
import { leadersOf, presentGame } from "./game.js";
import { isReached, outbox } from "./page-outbox.js";
import { SheetDrawing } from "./sheet-drawing.js";

/** @import { OutboxState } from "./outbox.js" */

class WaitingSheet {
  #words;
  #code;
  #say;
  #isDrawing = false;
  #isWanted = false;
  #isUndoing = false;
  /** @type {number | null} how many waited when the outbox was heard of last */
  #waited = null;

  /** @param {HTMLElement} words */
  constructor(words) {
    this.#words = words;
    this.#code = words.dataset.game ?? "";
    this.#say = sentencesOf(words);
    document.addEventListener("submit", (event) => this.#undo(event));
    document.addEventListener("roundhouse:outbox", ({ detail }) => this.#hear(detail));
    document.addEventListener("roundhouse:game", () => this.draw());
    document.addEventListener("roundhouse:engine", ({ detail }) => {
      if (detail.state === "aboard") this.draw();
    });
    document.addEventListener("htmx:afterSwap", () => this.draw());
  }

  /** Draw what waits; a call while that is under way makes it draw once more. */
  async draw() {
    this.#isWanted = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#drawNow();
      }
    } finally {
      this.#isDrawing = false;
    }
  }

  async #drawNow() {
    const game = await presentGame(this.#code);
    if (!game) return;
    const leaders = await leadersOf(game);
    const part = document.getElementById("sheet-now");
    const table = part && find(part, "table.sheet", HTMLTableElement);
    if (!part || !table) return;
    const isBehind = (Number(part.dataset.revision) || 0) < game.revision;
    if (!game.waiting.length && !isBehind && part.dataset.drawn !== "1") return;
    new SheetDrawing(this.#say, game, leaders).draw(part, table);
    part.dataset.drawn = "1";
  }

  // Once the server has taken what waited, its own part of the page is fetched again.
  /** @param {OutboxState} state */
  #hear({ waiting, reached }) {
    const isLess = this.#waited !== null && Number(waiting) < this.#waited;
    this.#waited = waiting;
    if (!isLess || !reached) {
      this.draw();
      return;
    }
    const options = { target: "#sheet-now", swap: "outerHTML" };
    window.htmx?.ajax("GET", this.#words.dataset.now ?? "", options);
  }

  /** @param {boolean} isRedo a redo is the undo of an undo */
  async #recordUndo(isRedo) {
    const game = await presentGame(this.#code);
    const wanted = isRedo ? game?.redo : game?.last;
    if (!wanted) return;
    const { key, entry = 0, round } = wanted;
    const seen = key ? { key } : { entry };
    await outbox.add({ kind: "undo", game: this.#code, round: round ?? 0, seen });
  }

  // An undo without a network, or of something that waits, is recorded as the rounds are; so is a
  // redo, the undo of an undo.
  /** @param {SubmitEvent} event */
  async #undo(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("form[action$='/undo/']")) return;
    if (!outbox.state.waiting && isReached()) return;
    event.preventDefault();
    if (this.#isUndoing) return; // two quick taps are one
    this.#isUndoing = true;
    try {
      await this.#recordUndo(form.matches("[data-redo]"));
    } catch {
      form.submit(); // a browser that keeps nothing: then the server, or nobody
      return;
    } finally {
      this.#isUndoing = false;
    }
    this.draw();
    outbox.flush();
  }
}

const words = find(document, "#waiting-words", HTMLElement);
if (words) new WaitingSheet(words).draw();
