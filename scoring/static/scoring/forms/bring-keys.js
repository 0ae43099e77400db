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
