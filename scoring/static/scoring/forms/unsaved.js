// Asks before somebody leaves a form whose answers are not saved: form[data-unsaved].
//
// data-unsaved="1" is a form that the server sent back with answers that it has not kept.

import { all } from "../shared/dom.js";

for (const form of all(document, "form[data-unsaved]", HTMLFormElement)) {
  let isUnsaved = form.dataset.unsaved === "1";
  form.addEventListener("input", () => {
    isUnsaved = true;
  });
  form.addEventListener("submit", () => {
    isUnsaved = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (isUnsaved) event.preventDefault();
  });
}
