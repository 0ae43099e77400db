// Finding a name in the bracket while it is typed: marked wherever it stands, and brought into view
// in the stage that is on. Without scripts the form sends the name, and the page comes marked.

import { all, find } from "../scoring/shared/dom.js";
import { isFound } from "../scoring/shared/plain-name.js";

const field = find(document, "[data-find-name]", HTMLInputElement);

/** Mark who is looked for, and return the marked lines, those of the stage that is on first. */
function mark() {
  const typed = field?.value ?? "";
  const lines = all(document, "#bracket-now li", HTMLElement);
  for (const line of lines) {
    const name = find(line, "a", HTMLElement)?.textContent ?? "";
    line.classList.toggle("found", isFound(name, typed));
  }
  const marked = lines.filter((line) => line.classList.contains("found"));
  return [...marked.filter((line) => line.closest(".stage.now")), ...marked];
}

function look() {
  const [first] = mark();
  first?.scrollIntoView({ block: "center" });
  const nobody = find(document, "[data-nobody]", HTMLElement);
  if (nobody) nobody.hidden = Boolean(first) || !field?.value.trim();
}

if (field) {
  field.addEventListener("change", look);
  field.addEventListener("input", mark);
  field.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    look();
  });
  document.addEventListener("htmx:afterSwap", mark);
  if (field.value) look();
}
