// Keeps what is typed in a form on this tablet until the server has it.
//
// A form with data-draft="<key>" is kept at each input under that key, and put back when the page
// loads again: fields, choices, and the entry's own key, by which the server knows a round that is
// sent twice. <meta name="draft-done" content="<key>"> ends the draft. A form with data-bound="1"
// shows what the server sent back with its faults; its values win. The form hears `draft:restored`.
// What is said, and the buttons, are in scoring/_kept.html.

import { lasting } from "../shared/browser-store.js";
import { all, find, need, startEach } from "../shared/dom.js";
import { DraftKeeper, forgetDraft } from "./draft-keeper.js";

/** @import { DraftSentence } from "./draft-keeper.js" */

/** The line that says what became of the draft; a form may have none. */
class DraftLine {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.text = need(box, "[data-draft-says]", HTMLElement);
    this.clear = need(box, "[data-draft-clear]", HTMLButtonElement);
    this.undo = need(box, "[data-draft-undo]", HTMLButtonElement);
  }

  /** Say nothing: the form is another entry's, and nothing is typed in it. */
  hide() {
    this.box.hidden = true;
  }

  /** @param {DraftSentence} name */
  say(name) {
    this.box.hidden = false;
    const sentence = this.box.dataset[name] ?? "";
    if (this.text.textContent !== sentence) this.text.textContent = sentence;
    this.clear.hidden = name === "saysCleared" || name === "saysCannot";
    this.undo.hidden = name !== "saysCleared";
  }
}

/** @param {HTMLFormElement} form */
const keyOf = (form) => form.dataset.draft ?? "";

/** @param {HTMLFormElement} form */
function lineOf(form) {
  const box =
    find(form, "[data-draft-line]", HTMLElement) ??
    find(document, `[data-draft-line="${CSS.escape(keyOf(form))}"]`, HTMLElement);
  return box && new DraftLine(box);
}

/** @param {Element} part */
const isField = (part) =>
  part instanceof HTMLInputElement ||
  part instanceof HTMLSelectElement ||
  part instanceof HTMLTextAreaElement;

/** @param {HTMLFormElement} form */
function startDraft(form) {
  const line = lineOf(form);
  const fields = () => [...form.elements].filter(isField);
  const draftForm = { fields, reset: () => form.reset() };
  const keeper = new DraftKeeper(draftForm, lasting, () => keyOf(form));
  const tellRestored = () =>
    form.dispatchEvent(new CustomEvent("draft:restored", { bubbles: true }));
  const change = () => line?.say(keeper.change());

  form.addEventListener("input", change);
  form.addEventListener("change", change);
  form.addEventListener("reset", () => line?.hide());
  line?.clear.addEventListener("click", () => {
    line.say(keeper.clear());
    line.undo.focus();
    tellRestored();
  });
  line?.undo.addEventListener("click", () => {
    const sentence = keeper.undo();
    if (!sentence) return;
    line.say(sentence);
    line.clear.focus();
    tellRestored();
  });

  const isBound = form.dataset.bound === "1";
  const sentence = keeper.begin({ bound: isBound });
  if (sentence) line?.say(sentence);
  // Loaded again, the page would send once more what was wrong: now it comes with what is kept here.
  if (isBound && sentence === "saysKept") history.replaceState(null, "", location.href);
  if (sentence !== "saysRestored") return;
  // htmx listens from DOMContentLoaded on, and this script runs before it.
  if (document.readyState === "complete") tellRestored();
  else addEventListener("DOMContentLoaded", tellRestored, { once: true });
}

const forgetDone = () => {
  for (const done of all(document, 'meta[name="draft-done"]', HTMLMetaElement)) {
    forgetDraft(lasting, done.content);
  }
};

forgetDone();
document.addEventListener("htmx:load", forgetDone);
startEach("form[data-draft]", HTMLFormElement, startDraft);
