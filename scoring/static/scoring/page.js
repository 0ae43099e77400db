// Small things that a page with scripts can do and one without does not offer.
//
// [data-js-only] shows only here. [data-print] prints the page. [data-copy] copies its text and says
// so. [data-device-time] fields take the device's own clock when their form is sent. A wide table that
// was moved aside stays so when the part of the page that it stands in is renewed. A [data-unsent]
// button whose tap did not reach the server says so.

import { all, find } from "./shared/dom.js";

for (const part of all(document, "[data-js-only]", HTMLElement)) part.hidden = false;

for (const button of all(document, "[data-print]", HTMLElement)) {
  button.addEventListener("click", () => window.print());
}

for (const button of all(document, "[data-copy]", HTMLButtonElement)) {
  // Only secure pages may write to the clipboard; elsewhere a finger on the link copies it.
  if (!navigator.clipboard) button.hidden = true;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset["copy"] ?? "");
    button.textContent = button.dataset["copied"] ?? "";
  });
}

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  const field = find(event.target, "[data-device-time]", HTMLInputElement);
  if (field) field.value = new Date().toISOString();
});

/** @param {Element | null} part */
const wideTables = (part) => (part ? all(part, ".scroll", HTMLElement) : []);

/** @type {number[]} */
let offsets = [];
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  // What renews itself waits while a finger is on one of its buttons, or while one that was tapped
  // waits for its answer: that answer finds nothing to renew around a button that is gone.
  // A form that is only checked stays, with all its keys: its answer comes once, and is shown.
  const isOnlyChecked = detail.target.getAttribute("hx-swap") === "none";
  const renewsItself = detail.requestConfig.elt === detail.target && !isOnlyChecked;
  if (renewsItself && detail.target.querySelector("button:active, .htmx-request")) {
    detail.shouldSwap = false;
  }
  offsets = wideTables(detail.target).map((table) => table.scrollLeft);
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const tables = wideTables(document.getElementById(detail.target.id));
  for (const [at, table] of tables.entries()) table.scrollLeft = offsets[at] ?? 0;
});
for (const failure of /** @type {const} */ ([
  "htmx:sendError",
  "htmx:timeout",
  "htmx:responseError",
])) {
  document.addEventListener(failure, ({ detail }) => {
    if ("unsent" in detail.elt.dataset) detail.elt.classList.add("unsent");
  });
}
