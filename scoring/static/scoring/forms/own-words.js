// The box for a question in one's own words: it has room for lines, and the Enter key asks all the same.

import { startEach } from "../shared/dom.js";

/** @param {HTMLTextAreaElement} box */
export function askByEnter(box) {
  box.addEventListener("keydown", (event) => {
    // With Shift it begins a line. While letters are composed, Enter chooses among them.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    box.form?.requestSubmit();
  });
}

startEach("textarea[data-own-words]", HTMLTextAreaElement, askByEnter);
