// What the page of a round says once the round is saved on this tablet, and no other page opens.

import { find, need } from "../shared/dom.js";

/** @param {string} text */
export function sayKept(text) {
  const kept = need(document, "#round-kept", HTMLElement);
  kept.className = "notice saved";
  kept.hidden = false;
  need(kept, "p", HTMLElement).textContent = text;
  scrollTo({ top: 0 });
}

/** What is said there, null while nothing is. */
export function keptLine() {
  const kept = find(document, "#round-kept:not([hidden])", HTMLElement);
  return kept && find(kept, "p", HTMLElement);
}

/**
 * Offer the end of the game instead of a further round; who plays one more opens it on the sheet.
 *
 * @param {HTMLFormElement} form
 */
export function offerEnd(form) {
  form.reset();
  form.hidden = true;
  form.removeAttribute("data-bound"); // whatever did not fit before is saved now
  need(document, "#round-ended", HTMLElement).hidden = false;
}

/** Lead to the end: until all is on the server it is the sheet, which shows what waits. */
/** @param {string} sheet its address */
export function leadToEnd(sheet) {
  need(document, "#round-ended a", HTMLAnchorElement).href = `${sheet}finish/`;
}
