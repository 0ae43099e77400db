// Swaps in a round's form what two players have, as the server does it (scoring/sheets/forms.py):
// for a tablet that records a correction without it.

import { all, find } from "../shared/dom.js";

/** @param {HTMLFormElement} form @param {string} name @param {string} other */
function swapFields(form, name, other) {
  const [one] = all(form, `[name="${name}"]`, HTMLInputElement);
  const [two] = all(form, `[name="${other}"]`, HTMLInputElement);
  if (!one || !two) return;
  if (one.type === "checkbox") [one.checked, two.checked] = [two.checked, one.checked];
  else [one.value, two.value] = [two.value, one.value];
}

/** Swap the hands of the two players that were tapped; nothing where it is not two. */
/** @param {HTMLFormElement} form */
export function swapHands(form) {
  const boxes = all(form, "[name=swap]:checked", HTMLInputElement);
  const [first, second] = boxes.map(({ value }) => value);
  if (boxes.length !== 2 || !first || !second) return;
  for (const box of boxes) box.checked = false;
  for (const part of ["total", "tiles", "count", "marked"]) {
    swapFields(form, `seat-${first}-${part}`, `seat-${second}-${part}`);
  }
  const out = find(form, "[name=ending]:checked", HTMLInputElement)?.value ?? "";
  const others = new Map([
    [`out-${first}`, `out-${second}`],
    [`out-${second}`, `out-${first}`],
  ]);
  const radio = find(form, `[name=ending][value="${others.get(out) ?? ""}"]`, HTMLInputElement);
  if (!radio) return;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}
