// What was said of the last deed ("Done. ...") goes with the next one, and does not come back with
// the browser's "back" button: by then it is of a deed that lies behind.

import { all } from "./shared/dom.js";

const forget = () => {
  for (const notice of all(document, "#notices > .notice", HTMLElement)) notice.remove();
};

// A page that was kept as it stood, or that the browser showed again on the way back.
addEventListener("pageshow", ({ persisted }) => {
  const [way] = performance.getEntriesByType("navigation");
  if (persisted || (way && "type" in way && way.type === "back_forward")) forget();
});
// A form that is only checked while somebody types is no deed.
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const isOnlyChecked = detail.target.getAttribute("hx-swap") === "none";
  if (detail.requestConfig.verb !== "get" && !isOnlyChecked) forget();
});
// Where somebody begins to fill in something else, "Done." would read as if that were saved. Keys to tap
// would jump up from under the finger: at a table the next answer says it.
document.addEventListener("input", ({ target }) => {
  const isTapped = document.body.classList.contains("at-table");
  if (isTapped || !(target instanceof Element) || !target.closest("form[method=post]")) return;
  for (const notice of all(document, "#notices > .notice.saved", HTMLElement)) notice.remove();
});
