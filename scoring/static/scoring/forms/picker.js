// The whole set as dominoes, for one seat at a time: one tap puts a tile in the seat's hand.
//
// A seat's hand is the text of its input with data-picker (data-seat-name says whose), "3-7 5-5";
// typing there and tapping here are the same. A tile in another hand, and the starting double, are
// shown as taken, with its holder's name. A button goes on to the next seat; so does the last tile of a
// hand, held for a moment. What is wrong with the hand, and why the round cannot be recorded, is said
// beside the tiles, in a line that is always there: no tile moves. The markup is scoring/_picker.html.

import { lasting } from "../shared/browser-store.js";
import { all, closest, find, isOpen, need, startEach } from "../shared/dom.js";
import { sentencesOf } from "../shared/sentences.js";
import { holdersOf, sentenceOf, tilesIn, withOrWithout } from "./hands.js";
import { onHold } from "./holding.js";
import { ARROWS, layoutFor, nearest } from "./tile-grid.js";

const NUMERALS = "roundhouse:numerals";
const INPUT = "input[data-picker]";

/** @param {HTMLInputElement} input */
const nameOf = (input) => input.dataset.seatName ?? "";
/** @param {HTMLInputElement} input */
const firstNameOf = (input) => input.dataset.firstName ?? nameOf(input);
/** @param {HTMLInputElement} input */
const handOf = (input) => ({ name: nameOf(input), text: input.value });

/**
 * @param {HTMLElement} button
 * @param {string} holder empty where nobody has the tile
 * @param {string} shown what there is room for on a tile
 */
function markTaken(button, holder, shown) {
  const name = button.dataset.name ?? "";
  let label = find(button, ".who", HTMLElement);
  if (!holder) {
    label?.remove();
    button.removeAttribute("aria-disabled");
    delete button.dataset.takenBy;
    button.setAttribute("aria-label", name);
    return;
  }
  if (!label) {
    label = document.createElement("span");
    label.className = "who";
    label.setAttribute("aria-hidden", "true");
    button.append(label);
  }
  label.textContent = shown;
  button.dataset.takenBy = holder;
  button.setAttribute("aria-disabled", "true");
  button.setAttribute("aria-label", `${name}, ${holder}`);
}

/** The tiles themselves: one stop for the tab key, the arrows go to the nearest that way. */
class TileGrid {
  #grid;
  #buttons;

  /** @param {HTMLElement} grid */
  constructor(grid) {
    this.#grid = grid;
    this.#buttons = all(grid, "[data-tile]", HTMLElement);
    for (const button of this.#buttons) {
      button.dataset.name = button.getAttribute("aria-label") ?? "";
    }
    this.#stopAt(this.#buttons[0]);
    grid.addEventListener("keydown", (event) => this.#go(event));
    grid.addEventListener("focusin", ({ target }) => {
      const button = closest(target, "[data-tile]", HTMLElement);
      if (button) this.#stopAt(button);
    });
    window.addEventListener("resize", () => this.fit());
  }

  /** @param {HTMLElement | undefined} button */
  #stopAt(button) {
    for (const other of this.#buttons) other.tabIndex = other === button ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #go(event) {
    const from = closest(event.target, "[data-tile]", HTMLElement);
    const arrow = ARROWS.get(event.key);
    if (!from || !(arrow || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    const to = (arrow ? this.#next(from, arrow) : this.#end(event.key)) ?? from;
    this.#stopAt(to);
    to.focus();
  }

  /** @param {string} key */
  #end(key) {
    return this.#buttons.at(key === "Home" ? 0 : -1);
  }

  /** @param {HTMLElement} from @param {{ right: number; down: number }} arrow */
  #next(from, arrow) {
    const boxes = this.#buttons.map((button) => button.getBoundingClientRect());
    return this.#buttons[nearest(from.getBoundingClientRect(), boxes, arrow)];
  }

  /** Lay the tiles out as the width allows. */
  fit() {
    this.#grid.classList.remove("wraps", "stands");
    const columns = Number(getComputedStyle(this.#grid).getPropertyValue("--columns"));
    const head = need(this.#grid, ".head", HTMLElement).offsetWidth;
    this.#grid.classList.add(layoutFor((this.#grid.clientWidth - 2 * head) / columns));
  }

  /** @param {Set<string>} own @param {Map<string, string>} holders @param {Map<string, string>} firstNames */
  show(own, holders, firstNames) {
    for (const button of this.#buttons) {
      const { tile = "", inHub } = button.dataset;
      button.setAttribute("aria-pressed", String(own.has(tile)));
      const holder = own.has(tile) ? "" : inHub || holders.get(tile) || "";
      markTaken(button, holder, inHub ?? firstNames.get(holder) ?? "");
    }
  }
}

class Picker {
  #root;
  #form;
  #seats;
  #status;
  #onward;
  #tiles;
  #say;
  /** What stands in the way, said until the next tap; empty where nothing does. */
  #trouble = "";
  /** @type {HTMLInputElement | null} the seat's hand that is filled now */
  #active = null;

  /** @param {HTMLElement} root @param {HTMLFormElement} form */
  constructor(root, form) {
    const grid = need(root, "[data-picker-grid]", HTMLElement);
    this.#root = root;
    this.#form = form;
    this.#seats = need(root, "[data-picker-seats]", HTMLElement);
    this.#status = need(root, "[data-picker-status]", HTMLElement);
    this.#onward = need(root, "[data-picker-next]", HTMLButtonElement);
    this.#onward.addEventListener("click", () => this.#activate(this.#next() ?? this.#active));
    this.#tiles = new TileGrid(grid);
    this.#say = sentencesOf(root);
    grid.addEventListener("click", ({ target }) => {
      const button = closest(target, "[data-tile]", HTMLElement);
      if (button && this.#active) this.#tap(button, this.#active);
    });
    onHold(
      grid,
      "[data-tile]",
      (button) => this.#next() !== null && button.getAttribute("aria-disabled") !== "true",
      (button) => this.#endHand(button),
    );
    this.#listen();
    this.#refresh();
  }

  #inputs() {
    return all(this.#form, INPUT, HTMLInputElement).filter(isOpen);
  }

  /** @param {HTMLInputElement} input */
  #otherHands(input) {
    return this.#inputs()
      .filter((other) => other !== input)
      .map(handOf);
  }

  // ---- what is shown

  #show() {
    const active = this.#active;
    if (!active) return;
    this.#seats.replaceChildren(...this.#inputs().map((input) => this.#seatButton(input)));
    const holders = holdersOf(this.#otherHands(active));
    const firstNames = new Map(this.#inputs().map((input) => [nameOf(input), firstNameOf(input)]));
    this.#tiles.show(new Set(tilesIn(active.value)), holders, firstNames);
  }

  #sayHand() {
    const active = this.#active;
    if (!active) return;
    const hand = handOf(active);
    const [name, words] = sentenceOf(hand, this.#otherHands(active));
    const next = this.#next();
    const isNext = next !== null && tilesIn(hand.text).length > 0;
    this.#onward.hidden = !isNext; // its place is kept free
    if (next) this.#onward.textContent = this.#say("saysNext", { next: nameOf(next) });
    const trouble = this.#trouble || this.#faultOf(active);
    const wayOn = isNext && this.#say("saysHold", { next: nameOf(next) });
    const sentences = trouble ? [trouble] : [this.#say(name, words), wayOn];
    const text = sentences.filter(Boolean).join(" ");
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#status.classList.toggle("is-trouble", trouble !== "");
  }

  // What the check of the round says of a hand.
  /** @param {HTMLInputElement} input */
  #faultOf(input) {
    const row = input.closest(".seat-row");
    return (row && find(row, ".seat-check .fault", HTMLElement)?.textContent) ?? "";
  }

  // How many tiles a hand has, and what they count where that is known.
  /** @param {HTMLInputElement} input */
  #countOf(input) {
    const count = tilesIn(input.value).length;
    const row = input.closest(".seat-row");
    const points = row && find(row, ".after", HTMLElement)?.dataset.points;
    if (!count) return "";
    const name = `saysHeld${points ? "Points" : ""}${count === 1 ? "One" : ""}`;
    return this.#say(name, { count, points: points ?? "" });
  }

  // What the row says of the game: the row may be out of sight while tiles are tapped.
  /** @param {HTMLElement} after */
  #inAll(after) {
    const [words, sum] = [document.createElement("span"), document.createElement("span")];
    words.className = "visually-hidden";
    words.textContent = `${find(after, ".visually-hidden", HTMLElement)?.textContent ?? ""} `;
    sum.className = "in-all";
    sum.textContent = find(after, ".number", HTMLElement)?.textContent ?? "";
    return [words, sum];
  }

  /** @param {HTMLInputElement} input */
  #seatButton(input) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", String(input === this.#active));
    const mark = input.closest("[data-seat], .seat-row")?.querySelector("svg.seat-mark");
    if (mark) button.append(mark.cloneNode(true));
    const [name, count] = [document.createElement("span"), document.createElement("span")];
    // A whole name would break on a button of the hands.
    name.textContent = firstNameOf(input);
    button.title = nameOf(input);
    count.className = "count";
    count.textContent = this.#countOf(input);
    button.append(name, " ", count);
    const total = find(input.closest(".seat-row") ?? button, ".after", HTMLElement);
    if (total) button.append(" ", ...this.#inAll(total));
    button.classList.toggle("faulty", this.#faultOf(input) !== "");
    button.addEventListener("click", () => {
      this.#activate(input);
      const shown = this.#seats.children[this.#inputs().indexOf(input)];
      if (shown instanceof HTMLElement) shown.focus();
    });
    return button;
  }

  // ---- which seat

  /** The seat that comes next and has no tiles yet: first those after the one in hand. */
  #next() {
    const inputs = this.#inputs();
    const at = this.#active ? inputs.indexOf(this.#active) : -1;
    const others = [...inputs.slice(at + 1), ...inputs.slice(0, Math.max(at, 0))];
    return others.find((input) => input.value.trim() === "") ?? null;
  }

  /** @param {HTMLInputElement | null} input */
  #activate(input) {
    this.#active?.classList.remove("is-active");
    if (this.#active !== input) this.#trouble = "";
    this.#active = input;
    this.#root.hidden = !input;
    if (!input) return;
    input.classList.add("is-active");
    const detail = { field: input, kind: "picker" };
    this.#form.dispatchEvent(new CustomEvent("field:active", { detail }));
    this.#show();
    this.#sayHand();
    this.#tiles.fit();
  }

  #refresh() {
    const open = this.#inputs();
    const hasKeypad = all(this.#form, "input[data-keypad]", HTMLInputElement).some(isOpen);
    if (this.#active && open.includes(this.#active)) {
      this.#show();
      this.#sayHand();
    } else if (hasKeypad) {
      this.#activate(null);
    } else {
      this.#activate(this.#unfinished(open));
    }
  }

  // Hands are filled in order, so somebody stopped in the last that has tiles: it may lack some.
  /** @param {HTMLInputElement[]} open */
  #unfinished(open) {
    const isFilled = open.map((input) => input.value.trim() !== "");
    const last = isFilled.includes(false) ? isFilled.lastIndexOf(true) : 0;
    return open[Math.max(last, 0)] ?? null;
  }

  // ---- taps

  /** @param {HTMLElement} button @param {HTMLInputElement} active */
  #tap(button, active) {
    const { tile = "", name = "", takenBy = "", inHub } = button.dataset;
    if (button.getAttribute("aria-disabled") === "true") {
      const words = { tile: name, who: takenBy, seat: nameOf(active) };
      this.#trouble = this.#say(inHub ? "saysHub" : "saysTaken", words);
      this.#sayHand();
      return;
    }
    this.#trouble = "";
    active.value = withOrWithout(active.value, tile);
    active.dispatchEvent(new InputEvent("input", { bubbles: true }));
    active.dispatchEvent(new Event("change", { bubbles: true }));
    this.#sayHand();
  }

  // The last tile of a hand: in it now, if it was not yet, and the next seat is in hand.
  /** @param {HTMLElement} button */
  #endHand(button) {
    const next = this.#next();
    if (!this.#active || !next) return;
    if (button.getAttribute("aria-pressed") !== "true") this.#tap(button, this.#active);
    this.#activate(next);
  }

  #listen() {
    const form = this.#form;
    /** @param {EventTarget | null} target */
    const inputAt = (target) =>
      target instanceof HTMLInputElement && target.matches(INPUT) ? target : null;
    form.addEventListener("focusin", ({ target }) => {
      const input = inputAt(target);
      if (input && input !== this.#active) this.#activate(input);
    });
    form.addEventListener("input", ({ target }) => {
      const input = inputAt(target);
      if (!input) return;
      const after = find(input.closest(".seat-row") ?? form, ".after", HTMLElement);
      delete after?.dataset.points; // not counted yet
      this.#trouble = "";
      this.#show();
      if (target === this.#active) this.#sayHand();
    });
    form.addEventListener("field:active", ({ detail }) => {
      if (detail.kind === "keypad") this.#activate(null);
    });
    form.addEventListener("field:want", ({ detail }) => {
      if (this.#inputs().includes(detail.field)) this.#activate(detail.field);
    });
    form.addEventListener("round:trouble", ({ detail }) => {
      this.#trouble = detail.text;
      this.#sayHand();
    });
    form.addEventListener("seats:added", () => this.#show());
    form.addEventListener("seats:checked", () => this.#refresh());
    // Others hear of it too: what they do to the fields comes first.
    for (const name of ["seats:changed", "draft:restored", "htmx:afterSettle"]) {
      form.addEventListener(name, () => setTimeout(() => this.#refresh()));
    }
    // The form is empty again, perhaps as the next round's: its hands begin with the first seat.
    form.addEventListener("reset", () =>
      setTimeout(() => {
        this.#activate(null);
        this.#refresh();
      }),
    );
  }
}

// On a ten-inch tablet a tile is so small that its pips are dots of a millimeter.
const SMALL = "(min-width: 48em) and (max-width: 70em)";

// Numbers on the tiles, for who reads them better than pips; what was chosen is remembered for the next
// round.
/** @param {HTMLElement} root */
function startNumerals(root) {
  const grid = need(root, "[data-picker-grid]", HTMLElement);
  const button = find(root, "[data-picker-numerals]", HTMLButtonElement);
  /** @param {boolean} on */
  const show = (on) => {
    grid.classList.toggle("numerals", on);
    const words = on ? button?.dataset.saysPips : button?.dataset.saysNumbers;
    if (button && words) button.textContent = words;
  };
  button?.addEventListener("click", () => {
    const on = !grid.classList.contains("numerals");
    show(on);
    lasting.keep(NUMERALS, on ? "1" : "0");
  });
  const chosen = lasting.read(NUMERALS);
  show(chosen ? chosen === "1" : matchMedia(SMALL).matches);
}

startEach("[data-picker-for]", HTMLElement, (root) => {
  const form = document.getElementById(root.dataset.pickerFor ?? "");
  if (!(form instanceof HTMLFormElement)) return;
  startNumerals(root);
  new Picker(root, form);
});
