// Swaps in a round's form what two players have, as soon as both are tapped: the rows show it. Without
// scripts the server does the same (scoring/sheets/forms.py).

import { all, find, need } from "../shared/dom.js";
import { fill } from "../shared/sentences.js";

/** @param {HTMLFormElement} form @param {string} name @param {string} other */
function swapFields(form, name, other) {
  const [one] = all(form, `[name="${name}"]`, HTMLInputElement);
  const [two] = all(form, `[name="${other}"]`, HTMLInputElement);
  if (!one || !two) return;
  if (one.type === "checkbox") [one.checked, two.checked] = [two.checked, one.checked];
  else [one.value, two.value] = [two.value, one.value];
}

/** @param {HTMLFormElement} form @param {string} first @param {string} second */
function swapHands(form, first, second) {
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

/**
 * Swap the hands of two players when both are tapped, and say so; tapped again, they swap back.
 *
 * @param {HTMLFormElement} form
 */
export function swapWhenTapped(form) {
  const choice = find(form, "[data-swapped]", HTMLElement);
  choice?.addEventListener("change", () => {
    const boxes = all(choice, "[name=swap]:checked", HTMLInputElement);
    const [first, second] = boxes;
    if (boxes.length !== 2 || !first || !second) return;
    for (const box of boxes) box.checked = false;
    swapHands(form, first.value, second.value);
    const [name, other] = boxes.map((box) => box.dataset.name ?? "");
    const words = need(choice, "[role=status]", HTMLElement);
    words.textContent = fill(choice.dataset.swapped ?? "", {
      name: name ?? "",
      other: other ?? "",
    });
    words.hidden = false;
  });
}
