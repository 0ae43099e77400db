// Marks what a form still needs, once somebody has tried to send it: each such box is marked, and the
// sentence of the first stands in it. A mark goes when its box is filled in.
//
// A seat's fields are also marked as long as its .seat-check says that something is wrong with them,
// whoever wrote that: the server or the engine on the tablet.

import { all, find } from "../shared/dom.js";
import { gapsIn, sentenceFor } from "./required.js";

const MARKED = "faulty";
const SENTENCE = "[data-gap]";

export class GapMarks {
  #form;
  #tell;
  #isOn = false;

  /**
   * @param {HTMLFormElement} form
   * @param {(sentence: string) => void} tell hears of what is missing first
   */
  constructor(form, tell) {
    this.#form = form;
    this.#tell = tell;
    for (const name of ["input", "change", "seats:changed", "draft:restored"]) {
      form.addEventListener(name, () => this.#refresh());
    }
    const seats = find(form, ".seats", HTMLElement);
    const observer = new MutationObserver(() => this.#follow());
    if (seats) observer.observe(seats, { childList: true, subtree: true });
    this.#markFields();
  }

  /** Mark what is missing. Returns whether anything is; the first such box comes into sight. */
  mark() {
    this.#isOn = true;
    const [first] = this.#refresh();
    if (!first) return false;
    this.#tell(sentenceFor(first)); // where it is said may come into sight too: the box comes last
    // A hand to tap has its place at the tiles: those stay where they are, and go to it.
    const hand = find(first, "input[data-picker]:enabled", HTMLInputElement);
    if (hand) this.#form.dispatchEvent(new CustomEvent("field:want", { detail: { field: hand } }));
    else first.scrollIntoView({ block: "nearest" });
    return true;
  }

  // A seat's sentences were written anew, without those of this.
  #follow() {
    this.#markAll(gapsIn(this.#form));
    this.#markFields();
  }

  #refresh() {
    if (!this.#isOn) return [];
    const gaps = gapsIn(this.#form);
    this.#markAll(gaps);
    this.#isOn = gaps.length > 0;
    return gaps;
  }

  /** @param {HTMLElement[]} gaps */
  #markAll(gaps) {
    if (!this.#isOn) return;
    for (const box of all(this.#form, "[data-required]", HTMLElement)) {
      box.classList.toggle(MARKED, gaps.includes(box));
      const sentence = box.querySelector(SENTENCE);
      if (box !== gaps[0]) sentence?.remove();
      else if (!sentence) this.#say(box);
    }
    this.#markFields();
  }

  /** @param {HTMLElement} box */
  #say(box) {
    const place = box.querySelector(".seat-check") ?? box;
    const text = sentenceFor(box);
    const isThere = all(place, ".fault", HTMLElement).some((line) => line.textContent === text);
    if (isThere) return;
    const line = document.createElement("p");
    line.className = "fault";
    line.dataset["gap"] = "";
    line.textContent = text;
    place.append(line);
  }

  #markFields() {
    for (const seat of all(this.#form, ".seat-row", HTMLElement)) {
      const isSaid = seat.querySelector(".seat-check .fault") !== null;
      const isWrong = isSaid || seat.classList.contains(MARKED);
      for (const field of all(seat, "input.total, input.tiles", HTMLInputElement)) {
        if (isWrong) field.setAttribute("aria-invalid", "true");
        else field.removeAttribute("aria-invalid");
      }
    }
  }
}
