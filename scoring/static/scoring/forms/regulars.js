// The start of a game: a tap on a known name seats that person, a second tap takes them off again.

import { all, closest, find } from "../shared/dom.js";
import { takeAwayFieldErrors } from "./mended.js";

/** @param {string} name @param {string} other */
const isSameName = (name, other) => name.trim().toLowerCase() === other.trim().toLowerCase();

/** @param {HTMLFormElement} form */
const namesOf = (form) => all(form, 'input[name^="name-"]', HTMLInputElement);

// Of two names that are alike either may be changed: then both are right.
/** @param {HTMLFormElement} form @param {Element} changed */
function mendedBy(form, changed) {
  const fields = namesOf(form);
  if (!(changed instanceof HTMLInputElement) || !fields.includes(changed)) return [changed];
  const names = fields.map(({ value }) => value).filter((name) => name.trim() !== "");
  const isTwice = names.some((name, at) => names.slice(0, at).some((n) => isSameName(n, name)));
  return isTwice ? [] : fields;
}

/** @param {HTMLElement} box @param {HTMLFormElement} form */
function startRegulars(box, form) {
  const buttons = all(box, "[data-name]", HTMLButtonElement);
  const fields = () => namesOf(form);

  /** @param {HTMLButtonElement} button */
  const seatOf = (button) =>
    fields().find((field) => isSameName(field.value, button.dataset.name ?? ""));

  function show() {
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(seatOf(button) !== undefined));
    }
  }

  /** @param {HTMLInputElement} field */
  function tell(field) {
    field.dispatchEvent(new Event("change", { bubbles: true }));
    show();
  }

  // The seats stay without gaps: everybody after the removed player moves up.
  /** @param {HTMLInputElement} field */
  function takeOff(field) {
    const seats = fields();
    const names = seats.filter((other) => other !== field).map((other) => other.value);
    for (const [place, other] of seats.entries()) other.value = names[place] ?? "";
    tell(field);
  }

  /** @param {HTMLButtonElement} button */
  function putOn(button) {
    const free = fields().find((field) => field.value.trim() === "");
    if (!free) return;
    closest(free, "details", HTMLDetailsElement)?.setAttribute("open", "");
    free.value = button.dataset.name ?? "";
    tell(free);
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      const seated = seatOf(button);
      if (seated) takeOff(seated);
      else putOn(button);
    });
  }
  form.addEventListener("input", show);
  form.addEventListener("draft:restored", show);
  box.hidden = false;
  show();
}

const box = find(document, "[data-regulars]", HTMLElement);
const form = find(document, "#start-form", HTMLFormElement);
if (box && form) startRegulars(box, form);
if (form) takeAwayFieldErrors(form, (field) => mendedBy(form, field));
