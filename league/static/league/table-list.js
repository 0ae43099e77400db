// Finding one's table while the name is typed: the other lines are hidden, also in a list that has
// renewed itself since. Without scripts the form sends the name, and the page comes narrowed.

import { all, find, need } from "../scoring/shared/dom.js";
import { isFound } from "../scoring/shared/plain-name.js";

const field = need(document, "[data-find-name]", HTMLInputElement);
const nobody = need(document, "[data-nobody]", HTMLElement);

function narrow() {
  const isAsked = Boolean(field.value.trim());
  const lines = all(document, "#table-list-now li", HTMLElement);
  for (const line of lines) {
    const name = find(line, ".who", HTMLElement)?.textContent ?? "";
    line.hidden = isAsked && !isFound(name, field.value);
  }
  nobody.hidden = lines.length === 0 || lines.some((line) => !line.hidden);
}

field.addEventListener("input", narrow);
field.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  narrow();
});
document.addEventListener("htmx:afterSwap", narrow);
if (field.value) narrow();
