// Shows on the score sheet what waits on this tablet: rounds that are not on the server yet, with
// the totals they make. The server's own part of the page stays as it is beneath.
//
// The texts are the data-says-* of #waiting-words (scoring/_waiting_words.html).

import { saysRound } from "../forms/draft-keeper.js";
import { forgetNotices, sayDone } from "../notices.js";
import { lasting } from "../shared/browser-store.js";
import { find } from "../shared/dom.js";
import { sentencesOf } from "../shared/sentences.js";
import { presentGame } from "./game.js";
import { isReached, outbox } from "./page-outbox.js";
import { draftName } from "./round-dressing.js";
import { SheetDrawing } from "./sheet-drawing.js";
import { canShow } from "./with-waiting.js";

/** @import { OutboxState } from "./outbox.js" */
/** @import { PresentGame } from "./with-waiting.js" */

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
    this.#sayTyped(game);
    const part = document.getElementById("sheet-now");
    const table = part && find(part, "table.sheet", HTMLTableElement);
    // Once the game is over on the server, what still waits here is not a part of it.
    if (!part || !table || part.dataset.finished) return;
    const isBehind = (Number(part.dataset.revision) || 0) < game.revision;
    if (!game.waiting.length && !isBehind && part.dataset.drawn !== "1") return;
    new SheetDrawing(this.#say, game).draw(part, table);
    part.dataset.drawn = "1";
  }

  // A round that somebody left before it was recorded is not lost, and not on the sheet either.
  /** @param {PresentGame} game */
  #sayTyped(game) {
    const line = find(document, "#round-typed", HTMLElement);
    if (!line) return;
    const number = game.next_round;
    line.hidden = game.over || !saysRound(lasting, draftName(game, number));
    line.textContent = line.hidden ? "" : this.#say("saysTyped", { number });
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

  // Answers false where only the server could show what it does.
  /** @param {boolean} isRedo a redo is the undo of an undo */
  async #recordUndo(isRedo) {
    const game = await presentGame(this.#code);
    const wanted = isRedo ? game?.redo : game?.last;
    if (!game || !wanted || !canShow(game, isRedo)) return false;
    const { key, entry = 0, round } = wanted;
    const seen = key ? { key } : { entry };
    await outbox.add({ kind: "undo", game: this.#code, round: round ?? 0, seen });
    return true;
  }

  // An undo without a network, or of something that waits, is recorded as the rounds are; so is a
  // redo, the undo of an undo.
  /** @param {SubmitEvent} event */
  async #undo(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("form[action$='/undo/']")) return;
    if (!outbox.countOf(this.#code) && isReached()) return;
    event.preventDefault();
    if (this.#isUndoing) return; // two quick taps are one
    this.#isUndoing = true;
    const isRedo = form.matches("[data-redo]");
    let isRecorded;
    try {
      isRecorded = await this.#recordUndo(isRedo);
    } catch {
      form.submit(); // a browser that keeps nothing: then the server, or nobody
      return;
    } finally {
      this.#isUndoing = false;
    }
    forgetNotices(); // "Round 4 is saved on this device" is not so any more
    const words = isRedo ? "saysRedone" : "saysUndone";
    sayDone(this.#say(isRecorded ? words : "saysUndoNeedsNetwork"));
    this.draw();
    outbox.flush();
  }
}

const words = find(document, "#waiting-words", HTMLElement);
if (words) new WaitingSheet(words).draw();
