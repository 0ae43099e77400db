// A tile by two taps: the number of one end, then of the other, instead of typing 7-3.
//
// Each [data-tile-field] has a text input, which stays the truth, and a place for the keys. A part
// of the page that a script adds later is announced by the event `fields:shown` of the document.

import { need, startEach } from "../shared/dom.js";

/** @param {HTMLElement} box */
function startTileField(box) {
  const input = need(box, "input", HTMLInputElement);
  const keys = need(box, "[data-highest]", HTMLElement);
  /** @type {number | null} */
  let first = null;

  /** @param {number} number @param {HTMLButtonElement} key */
  function tap(number, key) {
    if (first === null) {
      first = number;
      key.setAttribute("aria-pressed", "true");
      return;
    }
    const tile = `${Math.max(first, number)}-${Math.min(first, number)}`;
    input.value = "many" in input.dataset ? `${input.value} ${tile}`.trim() : tile;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    first = null;
    for (const other of keys.children) other.setAttribute("aria-pressed", "false");
  }

  for (let number = Number(keys.dataset.highest); number >= 0; number -= 1) {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "button";
    key.textContent = String(number);
    key.setAttribute("aria-pressed", "false");
    key.addEventListener("click", () => tap(number, key));
    keys.append(key);
  }
  keys.hidden = false;
}

startEach("[data-tile-field]", HTMLElement, startTileField, "fields:shown");
