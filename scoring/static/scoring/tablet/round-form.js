// The form of a round: its helpers, its fields, and who checks it while it is typed.

import { find } from "../shared/dom.js";

// They make the form handy, and read it once: on a page that is dressed first, only then.
export const bringHelpers = async () => {
  await import("../forms/draft.js");
  await import("../forms/keypad.js");
  await import("../forms/picker.js");
  await import("../forms/entry.js");
  await import("../forms/photo-mode.js");
};

/** @import { RoundFields } from "../contract.js" */

/** A form's fields, as the server reads them. @param {HTMLFormElement} form @returns {RoundFields} */
export function fieldsOf(form) {
  const texts = [...new FormData(form)].filter(
    ([name, value]) =>
      typeof value === "string" && !["csrfmiddlewaretoken", "of-club", "mode"].includes(name),
  );
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]));
}

/**
 * Let the server check the form while it is typed, and say whether another tablet has recorded the
 * round. It counts the round of its own address, and knows it once it has those before.
 *
 * @param {HTMLFormElement} form
 * @param {string} address
 */
export const checkThere = (form, address) => postTo(form, address);

/** Let nobody but this tablet check the form. @param {HTMLFormElement} form */
export const checkHere = (form) => postTo(form, "");

/** @param {HTMLFormElement} form @param {string} address */
function postTo(form, address) {
  const meanwhile = find(document, "#round-meanwhile", HTMLElement);
  // What it says is of the round before, as is what it would go on asking.
  meanwhile?.replaceChildren();
  for (const asks of [form, meanwhile]) {
    if (!asks) continue;
    window.htmx?.trigger(asks, "htmx:abort");
    if (address) asks.setAttribute("hx-post", address);
    else asks.removeAttribute("hx-post");
    window.htmx?.process(asks);
  }
}
