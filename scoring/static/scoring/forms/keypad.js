// One keypad for all the totals of a form: taps type in the active field, "next" goes on.
//
// Fields are the form's inputs with data-keypad, data-seat-name says whose; the keys come from
// scoring/_keypad.html. A field keeps its native events: each key fires `input`, leaving a field
// fires `change`. Disabled and hidden fields are passed over.

import { all, closest, find, isOpen, need, startEach } from "../shared/dom.js";
import { bringRow } from "./bring-keys.js";
import { Untold, fieldFor, typed } from "./keypad-typing.js";

const FIELD = "input[data-keypad]";
const WRITTEN_IN = "input:not([type=radio], [type=checkbox]), textarea, select";

/** @param {EventTarget | null} target @returns {HTMLInputElement | null} */
const fieldAt = (target) =>
  target instanceof HTMLInputElement && target.matches(FIELD) ? target : null;

class Keypad {
  #root;
  #form;
  #seat;
  #value;
  #untold = new Untold();
  /** @type {HTMLInputElement | null} */
  #active = null;
  /** Whether nothing was typed yet in the active field since it was chosen. */
  #isFresh = true;
  /** Whether "next" was tapped behind the last seat: then no key changes a number by itself. */
  #isDone = false;
  /** Whether keys were tapped, so that the row they type for stays in sight. */
  #isTapped = false;

  /** @param {HTMLElement} root @param {HTMLFormElement} form */
  constructor(root, form) {
    this.#root = root;
    this.#form = form;
    this.#seat = need(root, "[data-keypad-seat]", HTMLElement);
    this.#value = need(root, "[data-keypad-value]", HTMLElement);
    this.#listenToKeys();
    this.#listenToFields();
    this.#listenToPage();
    this.#refresh();
  }

  #fields() {
    return all(this.#form, FIELD, HTMLInputElement);
  }

  #open() {
    return this.#fields().filter((field) => isOpen(field) && !field.readOnly);
  }

  // ---- which field

  #show() {
    if (this.#isDone) {
      this.#seat.textContent = this.#root.dataset["done"] ?? "";
      this.#value.textContent = "";
    }
    if (!this.#active) return;
    this.#seat.textContent = this.#active.dataset.seatName ?? "";
    this.#value.textContent = this.#active.value;
  }

  /** @param {HTMLInputElement | null} field */
  #settle(field) {
    if (field && this.#untold.has(field)) {
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  /** @param {HTMLInputElement | null} field */
  #activate(field) {
    if (this.#active !== field) {
      this.#settle(this.#active);
      this.#active?.classList.remove("is-active");
      this.#active?.removeAttribute("aria-current");
    }
    if (this.#active !== field) this.#isFresh = true;
    this.#active = field;
    if (!field) return;
    this.#isDone = false;
    field.classList.add("is-active");
    field.setAttribute("aria-current", "true");
    this.#root.hidden = false;
    this.#show();
    this.#form.dispatchEvent(
      new CustomEvent("field:active", { detail: { field, kind: "keypad" } }),
    );
  }

  // What can be typed in may have changed: who went out, totals or tiles, what the server sent.
  #refresh() {
    for (const field of this.#fields()) {
      field.inputMode = "none"; // the system's own keyboard stays away while this one is here
      this.#untold.watch(field);
    }
    const open = this.#open();
    if (this.#isDone && open.every(({ value }) => value !== "")) {
      this.#show();
      return;
    }
    const picked = find(this.#form, "input[data-picker].is-active:enabled", HTMLInputElement);
    // What was asked about, or cannot be, is typed anew first.
    const wrong = open.find((input) => input.closest(".seat-row")?.querySelector(".ask, .fault"));
    const isPicking = picked !== null && isOpen(picked);
    const field = fieldFor(open, this.#active ?? (isPicking ? null : (wrong ?? null)), isPicking);
    if (field !== this.#active) this.#activate(field);
    if (!open.length) this.#root.hidden = true;
    this.#show();
  }

  // The form is empty again, perhaps as the next round's: it is typed in from the first seat on.
  #restart() {
    this.#isDone = false;
    this.#isTapped = false;
    for (const field of this.#fields()) this.#untold.tell(field);
    this.#activate(null);
    this.#refresh();
  }

  // ---- keys

  #listenToKeys() {
    // A tap on a key leaves the field in focus.
    this.#root.addEventListener("mousedown", (event) => {
      if (closest(event.target, "[data-key]", HTMLElement)) event.preventDefault();
    });
    this.#root.addEventListener("click", (event) => {
      const key = closest(event.target, "[data-key]", HTMLElement)?.dataset.key;
      if (key) this.#press(key);
    });
  }

  /** @param {string} key */
  #press(key) {
    if (!this.#active || !this.#open().includes(this.#active)) this.#refresh();
    if (!this.#active) return;
    if (key === "next") this.#next({ tapped: true });
    else this.#type(this.#active, key);
    this.#isTapped = true;
    this.#show();
    this.#bring();
  }

  #bring() {
    const row = this.#active && closest(this.#active, ".seat-row", HTMLElement);
    if (row && this.#isTapped) bringRow(this.#root, row);
  }

  /** @param {HTMLInputElement} field @param {string} key */
  #type(field, key) {
    const value = typed(key, field.value, this.#isFresh);
    if (value === null) return;
    field.value = value;
    field.setSelectionRange(value.length, value.length);
    const isBack = key === "back";
    field.dispatchEvent(
      new InputEvent("input", {
        bubbles: true,
        data: isBack ? null : key,
        inputType: isBack ? "deleteContentBackward" : "insertText",
      }),
    );
  }

  // By a tap the page stays where it is, or the keys would move away under the finger.
  /** @param {{ tapped: boolean }} how */
  #next({ tapped }) {
    const open = this.#open();
    const after = open[this.#active ? open.indexOf(this.#active) + 1 : 0];
    const following = after ?? open.find((field) => field !== this.#active && field.value === "");
    if (following) {
      following.focus({ preventScroll: tapped });
      following.select();
      return;
    }
    this.#settle(this.#active);
    this.#activate(null);
    this.#isDone = true;
    this.#show();
    const buttons = all(this.#form, ".button.main", HTMLElement);
    const main = buttons.find(({ offsetParent }) => offsetParent !== null);
    (main ?? find(this.#form, "[type=submit]", HTMLElement))?.focus();
  }

  // ---- fields

  #listenToFields() {
    const form = this.#form;
    form.addEventListener("focusin", (event) => {
      const field = fieldAt(event.target);
      if (!field) return;
      this.#activate(field);
      this.#isFresh = true;
      field.select();
    });
    // A finger cannot aim between two figures: the caret stands where the keys type.
    form.addEventListener("click", ({ target }) => {
      const field = fieldAt(target);
      if (!field || field.selectionStart !== field.selectionEnd) return;
      field.setSelectionRange(field.value.length, field.value.length);
    });
    form.addEventListener("focusout", (event) => this.#settle(fieldAt(event.target)));
    form.addEventListener("keydown", (event) => {
      // Enter in a total means "next", as on the keypad: nobody records half a round by it.
      if (event.key !== "Enter" || !fieldAt(event.target)) return;
      event.preventDefault();
      this.#next({ tapped: false });
    });
    form.addEventListener("input", (event) => {
      if (event.target !== this.#active) return;
      this.#isFresh = false;
      this.#show();
    });
    form.addEventListener("change", (event) => {
      const field = fieldAt(event.target);
      if (field) this.#untold.tell(field);
      else this.#refresh();
    });
  }

  #listenToPage() {
    const form = this.#form;
    // Whoever clicks who went out on a laptop types the first total at once: the browser writes the
    // figure in what has the focus by then.
    document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
      if (this.#root.hidden || ctrlKey || altKey || metaKey || !/^\d$/.test(key)) return;
      if (target instanceof Element && target.matches(WRITTEN_IN)) return;
      if (!this.#active || !this.#open().includes(this.#active)) this.#refresh();
      this.#active?.focus();
    });
    form.addEventListener("field:active", ({ detail }) => {
      if (detail.kind !== "picker") return;
      this.#activate(null);
      this.#root.hidden = true;
    });
    form.addEventListener("field:want", ({ detail }) => {
      if (!this.#open().includes(detail.field)) return;
      this.#activate(detail.field);
      this.#isFresh = true;
    });
    // Others hear of it too: what they do to the fields comes first.
    for (const name of ["seats:changed", "draft:restored", "htmx:afterSettle"]) {
      form.addEventListener(name, () => setTimeout(() => this.#refresh()));
    }
    // What it says of one seat moves the next ones down.
    for (const name of ["seats:checked", "htmx:afterSettle"]) {
      form.addEventListener(name, () => setTimeout(() => this.#bring()));
    }
    form.addEventListener("reset", () => setTimeout(() => this.#restart()));
  }
}

startEach("[data-keypad-for]", HTMLElement, (root) => {
  const form = document.getElementById(root.dataset.keypadFor ?? "");
  if (form instanceof HTMLFormElement) new Keypad(root, form);
});
