// Parts of a page that renew themselves every few seconds, and the person who uses them meanwhile: no
// tap is lost, and a wide table that was moved aside stays so.

import { all } from "./shared/dom.js";

/** @param {Element | null} part */
const wideTables = (part) => (part ? all(part, ".scroll", HTMLElement) : []);

/** How long after a finger is lifted its click may still be on the way, in milliseconds. */
const CLICK_COMES_WITHIN = 400;

// Where a finger is, or was a moment ago. A click that finds another button in the place of the one
// that was touched is lost; :active comes later than the touch.
/** @type {Element | null} */
let touched = null;
let lifted = 0;
document.addEventListener("pointerdown", ({ target, button }) => {
  clearTimeout(lifted);
  touched = button === 0 && target instanceof Element ? target : null;
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    lifted = setTimeout(() => (touched = null), CLICK_COMES_WITHIN);
  });
}
// A menu of the browser, or another window, can take the lifting of the finger away.
for (const end of ["click", "contextmenu"]) document.addEventListener(end, () => (touched = null));
window.addEventListener("blur", () => (touched = null));

/** @type {number[]} */
let offsets = [];
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  // What renews itself waits while a finger is on it, or while a button that was tapped waits for its
  // answer: that answer finds nothing to renew around a button that is gone.
  // A form that is only checked stays, with all its keys: its answer comes once, and is shown.
  const isOnlyChecked = detail.target.getAttribute("hx-swap") === "none";
  const asker = detail.requestConfig.elt;
  const renewsItself = asker === detail.target && !isOnlyChecked;
  const isInUse =
    detail.target.contains(touched) || detail.target.querySelector("button:active, .htmx-request");
  // What asked and was replaced meanwhile has no place on the page for its answer: what stands there
  // now is newer, and asks again.
  if ((renewsItself && isInUse) || !asker.isConnected) detail.shouldSwap = false;
  offsets = wideTables(detail.target).map((table) => table.scrollLeft);
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const tables = wideTables(document.getElementById(detail.target.id));
  for (const [at, table] of tables.entries()) table.scrollLeft = offsets[at] ?? 0;
});
