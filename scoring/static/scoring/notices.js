// What was said of the last deed ("Done. ...") goes with the next one, and does not come back with
// the browser's "back" button: by then it is of a deed that lies behind.

import { all } from "./shared/dom.js";

/** Take away what was said of the last deed. */
export function forgetNotices() {
  for (const notice of all(document, "#notices > .notice", HTMLElement)) notice.remove();
}

/**
 * Say on the page what was just done here, without a network. Once it is on the server it is taken
 * away: by then the line of the tablet says so.
 *
 * @param {string} sentence
 * @param {string} lead such as "Done.", in bold before it
 */
export function sayDone(sentence, lead = "") {
  const text = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = lead;
  text.append(...(lead ? [strong, " "] : []), sentence);
  const notice = document.createElement("div");
  notice.className = "notice saved";
  notice.dataset.saidBefore = "";
  notice.append(text);
  document.getElementById("notices")?.append(notice);
}

// A page that was kept as it stood, or that the browser showed again on the way back.
addEventListener("pageshow", ({ persisted }) => {
  const [way] = performance.getEntriesByType("navigation");
  if (persisted || (way && "type" in way && way.type === "back_forward")) forgetNotices();
});
// A form that is only checked while somebody types is no deed.
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const isOnlyChecked = detail.target.getAttribute("hx-swap") === "none";
  if (detail.requestConfig.verb !== "get" && !isOnlyChecked) forgetNotices();
});
// "Round 5 is saved." goes with the next thing that anybody records.
let revision = revisionOf(document.getElementById("sheet-now"));
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "sheet-now") return;
  const before = revision;
  revision = revisionOf(document.getElementById("sheet-now"));
  if (revision > before) forgetSaved();
});
// Where somebody begins to fill in something else, "Done." would read as if that were saved. Keys to tap
// would jump up from under the finger: at a table the next answer says it.
document.addEventListener("input", ({ target }) => {
  const isTapped = document.body.classList.contains("at-table");
  if (isTapped || !(target instanceof Element) || !target.closest("form[method=post]")) return;
  forgetSaved();
});

function forgetSaved() {
  for (const notice of all(document, "#notices > .notice.saved", HTMLElement)) notice.remove();
}

/** How much is written on the sheet that a page shows. @param {HTMLElement | null} part */
function revisionOf(part) {
  return Number(part?.dataset["revision"]) || 0;
}
