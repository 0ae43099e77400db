// Waits for an engine that is still loading, before a round is recorded: not for ever, and not
// against the table's will.

import { all, need } from "../shared/dom.js";
import { engineCame, isComing } from "./check.js";

const LONGEST_WAIT = 45_000; // milliseconds for the engine, which takes an old tablet half a minute
const CALM = 1_500; // milliseconds before there is something to tap: mostly it is done by then

/**
 * Wait for the engine where it may come, and say so; after a while a button goes on without it.
 *
 * @param {HTMLFormElement} form
 * @param {string} words for the form's main buttons meanwhile: where the finger was, the eye is
 */
export async function waitForEngine(form, words) {
  if (!isComing()) return;
  const box = need(document, "#round-checking", HTMLElement);
  const goOn = need(box, "button", HTMLButtonElement);
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), LONGEST_WAIT);
  const offer = setTimeout(() => {
    goOn.hidden = false;
    box.scrollIntoView({ block: "nearest" });
  }, CALM);
  goOn.addEventListener("click", () => stop.abort(), { signal: stop.signal });
  goOn.hidden = true;
  box.hidden = false;
  box.className = "notice note";
  const giveBack = lendWords(all(form, ".actions .button.main", HTMLElement), words);
  try {
    await engineCame(stop.signal);
  } finally {
    clearTimeout(patience);
    clearTimeout(offer);
    stop.abort();
    giveBack();
    box.hidden = true;
    box.className = "";
  }
}

/** Put words on buttons; what is returned puts their own back. @param {HTMLElement[]} buttons @param {string} words */
function lendWords(buttons, words) {
  const own = buttons.map(({ textContent }) => textContent);
  for (const button of buttons) button.textContent = words;
  return () => {
    for (const [at, button] of buttons.entries()) button.textContent = own[at] ?? "";
  };
}
