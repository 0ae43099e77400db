// Who went out, and totals or tiles: what a round's form shows follows what was tapped.
//
// A radio with data-went-out closes the seat whose data-seat is its value: the seat's fields are
// disabled but for [data-open-when-out], its [data-when-out] shows and its [data-when-in] hides. A radio with data-entry-mode
// shows the [data-mode] parts of its own value and hides the others, within its seat, or in the
// whole form when it is in no seat. The form hears `seats:changed`. What was chosen for the whole form
// is chosen in the next round's too, on this device.

import { lasting } from "../shared/browser-store.js";
import { all, find, need, startEach } from "../shared/dom.js";

const FIELDS = "input:not([type=hidden], [data-went-out], [data-open-when-out]), select, textarea";

/** @param {HTMLFormElement} form */
function closeSeats(form) {
  const chosen = find(form, "[data-went-out]:checked", HTMLInputElement)?.value;
  for (const seat of all(form, "[data-seat]", HTMLElement)) {
    const isOut = seat.dataset.seat === chosen;
    seat.classList.toggle("is-out", isOut);
    for (const field of seat.querySelectorAll(FIELDS)) field.toggleAttribute("disabled", isOut);
    for (const part of all(seat, "[data-when-out]", HTMLElement)) part.hidden = !isOut;
    for (const part of all(seat, "[data-when-in]", HTMLElement)) part.hidden = isOut;
  }
}

/** @param {ParentNode} part @param {string} which */
const modeOf = (part, which = "") =>
  find(part, `[data-entry-mode]:checked${which}`, HTMLInputElement)?.value;

/** @param {HTMLFormElement} form */
function showModes(form) {
  const ofForm = modeOf(form, ":not([data-seat] *)");
  for (const part of all(form, "[data-mode]", HTMLElement)) {
    const seat = part.closest("[data-seat]");
    const mode = (seat && modeOf(seat)) || ofForm;
    if (mode) part.hidden = part.dataset.mode !== mode;
  }
}

// What was put down the other way, and is hidden now, can be taken away: both are checked against
// each other, and nobody could see why they do not fit.
/** @param {HTMLFormElement} form */
function showOthers(form) {
  for (const part of all(form, "[data-other-entry]", HTMLElement)) {
    const seat = part.closest("[data-seat]");
    const hidden = seat && find(seat, "[data-mode][hidden] input", HTMLInputElement);
    const value = hidden?.value.trim() ?? "";
    part.hidden = !value;
    if (!hidden || !value) continue;
    const { otherEntry = "", otherTiles = "" } = part.dataset;
    const words = hidden.matches(".tiles") ? otherTiles : otherEntry;
    const button = need(part, "button", HTMLButtonElement);
    button.textContent = words.replace("{value}", value);
    button.onclick = () => {
      hidden.value = "";
      hidden.dispatchEvent(new Event("input", { bubbles: true }));
      refresh(form);
    };
  }
}

/** @param {HTMLFormElement} form */
function refresh(form) {
  closeSeats(form);
  showModes(form);
  showOthers(form);
  form.dispatchEvent(new CustomEvent("seats:changed", { bubbles: true }));
}

// After the tap that says who went out, the keys come into sight. A keyboard's choice, which may
// still be on its way along the names, moves nothing.
/** @param {HTMLFormElement} form */
function bringKeys(form) {
  const boxes = all(form, "[data-keypad-for], [data-picker-for]", HTMLElement);
  const keys = boxes.find((box) => !box.hidden);
  if (!keys) return;
  const desk = keys.closest(".desk") ?? keys;
  const action = desk.querySelector(".actions .button.main"); // beside the keys, where there is one
  const below = Math.max(
    keys.getBoundingClientRect().bottom,
    action?.getBoundingClientRect().bottom ?? 0,
  );
  const room = desk.getBoundingClientRect().top;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const top = Math.min(below + 8 - window.innerHeight, room - 8);
  if (top > 0) window.scrollBy({ top, behavior: isCalm ? "auto" : "smooth" });
}

// A seat that goes over to tiles, or back, is the one to type for.
/** @param {HTMLFormElement} form @param {HTMLInputElement} radio */
function wantField(form, radio) {
  const seat = radio.closest("[data-seat]");
  const field = seat && find(seat, `[data-mode="${radio.value}"] input`, HTMLInputElement);
  if (field) form.dispatchEvent(new CustomEvent("field:want", { detail: { field } }));
}

const MODE = "roundhouse:entry-mode";
const OF_FORM = "[data-entry-mode]:not([data-seat] *)";

// A form in which something is typed already keeps to what it was typed by.
/** @param {HTMLFormElement} form */
function chooseLastMode(form) {
  const fields = all(form, "[data-keypad], [data-picker]", HTMLInputElement);
  if (form.dataset["bound"] || fields.some(({ value }) => value !== "")) return;
  const mode = lasting.read(MODE);
  for (const radio of all(form, OF_FORM, HTMLInputElement)) {
    if (radio.value === mode) radio.checked = true;
  }
}

/** @param {HTMLFormElement} form */
function startEntry(form) {
  chooseLastMode(form);
  form.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.detail === 0) return;
    const tapped = event.target.closest("label")?.control ?? event.target;
    const bringsKeys = tapped.matches("[data-went-out]") || tapped.matches(OF_FORM);
    if (bringsKeys) setTimeout(() => bringKeys(form), 50);
  });
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (!target.matches("[data-went-out], [data-entry-mode]")) return;
    refresh(form);
    if (target.matches("[data-entry-mode]")) wantField(form, target);
    if (target.matches(OF_FORM)) lasting.keep(MODE, target.value);
  });
  form.addEventListener("draft:restored", () => refresh(form));
  form.addEventListener("htmx:afterSettle", () => refresh(form));
  form.addEventListener("reset", () => setTimeout(() => refresh(form)));
  refresh(form);
}

startEach("form[data-entry]", HTMLFormElement, startEntry);
