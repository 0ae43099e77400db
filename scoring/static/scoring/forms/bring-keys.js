// Brings the keys of a form into sight, with the last seat and the button that records.

import { all } from "../shared/dom.js";

/** Pixels left free under the keys: more than scroll-padding, or the first tap on one scrolls again. */
const CLEAR = 20;

/**
 * Scroll so far that the keys and the button under them can be tapped, and the last seat is seen.
 *
 * @param {HTMLFormElement} form
 * @param {{ withSeats?: boolean }} [what] without the seats no more is moved than the keys need, as
 *   there is something to read above
 */
export function bringKeys(form, { withSeats = true } = {}) {
  const boxes = all(form, "[data-keypad-for], [data-picker-for]", HTMLElement);
  const keys = boxes.find((box) => !box.hidden);
  if (!keys) return;
  const desk = keys.closest(".desk") ?? keys;
  // The last seat too, where seats stand beside the keypad; what is hidden is nowhere.
  const isBeside = withSeats && keys.matches("[data-keypad-for]");
  const others = isBeside ? ".actions .button.main, .seats" : ".actions .button.main";
  const parts = [keys, ...all(desk, others, HTMLElement)];
  const below = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
  const room = desk.getBoundingClientRect().top;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const top = Math.min(below + CLEAR - window.innerHeight, room - 8);
  // Also back: without the seat that is out, what stands over the keys may be lower.
  if (Math.abs(top) > 1) window.scrollBy({ top, behavior: isCalm ? "auto" : "smooth" });
}

/**
 * Scroll so far that the row for which keys beside it type is seen; keys that would leave the screen
 * at its top come along.
 *
 * A warning over it may have moved the row down. Where the keys stand under the rows, nothing moves.
 *
 * @param {HTMLElement} keys
 * @param {HTMLElement} row
 */
export function bringRow(keys, row) {
  const desk = keys.closest(".desk");
  if (!(desk instanceof HTMLElement) || keys.hidden) return;
  desk.style.removeProperty("--keys-down");
  const [own, pad] = [row.getBoundingClientRect(), keys.getBoundingClientRect()];
  if (pad.left < own.right) return;
  const below = own.bottom > window.innerHeight ? own.bottom + CLEAR - window.innerHeight : 0;
  const top = own.top < 0 ? own.top - CLEAR : below;
  if (top) window.scrollBy({ top, behavior: "instant" });
  const down = Math.ceil(8 - keys.getBoundingClientRect().top);
  if (down > 0) desk.style.setProperty("--keys-down", `${down}px`);
}
