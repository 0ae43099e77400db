// Who went out, and totals or tiles: what a round's form shows follows what was tapped.
//
// A radio with data-went-out closes the seat whose data-seat is its value: the seat's fields are
// disabled but for [data-open-when-out], its [data-when-out] shows and its [data-when-in] hides. A radio with data-entry-mode
// shows the [data-mode] parts of its own value and hides the others, within its seat, or in the
// whole form when it is in no seat. What is hidden is disabled too, so it is put aside: it counts for
// nothing, [data-put-aside-...] says so, and the other way brings it back. The form hears
// `seats:changed`. What was chosen for the whole form is chosen in the next round's too, on this device.

import { lasting } from "../shared/browser-store.js";
import { all, closest, find, startEach } from "../shared/dom.js";
import { bringKeys } from "./bring-keys.js";

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
    tellOutAside(seat, isOut);
  }
}

// Who went out has nothing left: what was typed before is put aside, and that is said.
/** @param {HTMLElement} seat @param {boolean} isOut */
function tellOutAside(seat, isOut) {
  const line = find(seat, "[data-out-aside]", HTMLElement);
  if (!line) return;
  const fields = all(seat, "[data-mode]:not([hidden]) input", HTMLInputElement);
  const typed = fields.map(({ value }) => value.trim()).find((value) => value !== "") ?? "";
  line.hidden = !isOut || !typed;
  line.textContent = (line.dataset["outAside"] ?? "").replace("{typed}", typed);
}

/** @param {ParentNode} part @param {string} which */
const modeOf = (part, which = "") =>
  find(part, `[data-entry-mode]:checked${which}`, HTMLInputElement)?.value;

// Forms in which somebody tapped totals or tiles: that is for all of their seats then.
/** @type {WeakSet<HTMLFormElement>} */
const formsTapped = new WeakSet();

// The way in which a seat of a round to be corrected came with the page: one by its total, another
// by its tiles.
/** @param {Element} seat */
function modeWritten(seat) {
  const filled = all(seat, "[data-mode] input", HTMLInputElement).filter(({ value }) => value);
  const [field] = filled;
  if (filled.length !== 1 || !field?.defaultValue) return undefined;
  return closest(field, "[data-mode]", HTMLElement)?.dataset.mode;
}

/** @param {HTMLFormElement} form */
function showModes(form) {
  const ofForm = modeOf(form, ":not([data-seat] *)");
  for (const part of all(form, "[data-mode]", HTMLElement)) {
    const seat = part.closest("[data-seat]");
    const written = seat && !formsTapped.has(form) ? modeWritten(seat) : undefined;
    const mode = (seat && modeOf(seat)) || written || ofForm;
    // What a photo shows are tiles.
    if (mode) part.hidden = part.dataset.mode !== (mode === "photo" ? "tiles" : mode);
    for (const field of part.querySelectorAll(FIELDS)) {
      field.toggleAttribute("disabled", Boolean(part.hidden) || Boolean(seat?.matches(".is-out")));
    }
  }
}

/** @param {HTMLFormElement} form */
function tellPutAside(form) {
  const line = find(form, ".modes .put-aside", HTMLElement);
  if (!line) return;
  const hidden = all(form, "[data-mode][hidden]", HTMLElement).find((part) =>
    all(part, "input", HTMLInputElement).some(({ value }) => value.trim() !== ""),
  );
  line.hidden = !hidden;
  const { putAsideTotal = "", putAsideTiles = "" } = line.dataset;
  line.textContent = hidden?.dataset.mode === "tiles" ? putAsideTiles : putAsideTotal;
}

/** @param {HTMLFormElement} form */
function refresh(form) {
  closeSeats(form);
  showModes(form);
  tellPutAside(form);
  form.dispatchEvent(new CustomEvent("seats:changed", { bubbles: true }));
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

// Totals or tiles, for all seats, whichever way each of them came.
/** @param {HTMLFormElement} form */
function chooseForAll(form) {
  if (formsTapped.has(form)) return;
  formsTapped.add(form);
  refresh(form);
}

/** @param {HTMLFormElement} form */
function startEntry(form) {
  chooseLastMode(form);
  form.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.detail === 0) return;
    const tapped = event.target.closest("label")?.control ?? event.target;
    // Also what is chosen already: one seat or another came by the other way.
    if (tapped.matches(OF_FORM)) chooseForAll(form);
    // A keyboard's choice, which may still be on its way along the names, moves nothing.
    const bringsKeys = tapped.matches("[data-went-out]") || tapped.matches(OF_FORM);
    if (bringsKeys) setTimeout(() => bringKeys(form), 50);
  });
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (!target.matches("[data-went-out], [data-entry-mode]")) return;
    if (target.matches(OF_FORM)) formsTapped.add(form);
    refresh(form);
    if (target.matches("[data-entry-mode]")) wantField(form, target);
    if (target.matches(OF_FORM)) lasting.keep(MODE, target.value);
  });
  form.addEventListener("draft:restored", () => {
    const isTapped = all(form, OF_FORM, HTMLInputElement).some(
      ({ checked, defaultChecked }) => checked && !defaultChecked,
    );
    if (isTapped) formsTapped.add(form);
    refresh(form);
  });
  form.addEventListener("htmx:afterSettle", () => refresh(form));
  form.addEventListener("reset", () =>
    setTimeout(() => {
      chooseLastMode(form); // another round is counted as the last one was
      refresh(form);
    }),
  );
  refresh(form);
  // The page came back with what does not fit: that stands over the keys, which move down by it.
  // What a correction would change is read first: its keys are folded away.
  const isFolded = find(form, ".change-again:not([open])", HTMLElement) !== null;
  if (form.dataset["bound"] && !isFolded) {
    setTimeout(() => bringKeys(form, { withSeats: false }), 50);
  }
}

startEach("form[data-entry]", HTMLFormElement, startEntry);
