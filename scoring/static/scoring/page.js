// Small things that a page with scripts can do and one without does not offer.
//
// [data-js-only] shows only here. [data-print] prints the page. [data-copy] copies its text and says
// so. [data-device-time] fields take the device's own clock when their form is sent. A [data-unsent]
// button whose tap did not reach the server says so. A [data-device-zone] choice proposes the time zone of
// the device, unless its form came back with what somebody chose.

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

for (const field of all(document, "[data-device-zone]", HTMLSelectElement)) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isNew = !field.value && !find(document, ".errorlist, .notice.fault", HTMLElement);
  if (isNew && [...field.options].some(({ value }) => value === zone)) field.value = zone;
}

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  const field = find(event.target, "[data-device-time]", HTMLInputElement);
  if (field) field.value = new Date().toISOString();
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
