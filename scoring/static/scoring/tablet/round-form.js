// The form of a round: its helpers, its fields, and who checks it while it is typed.

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
 * Let the server check the form while it is typed, or nobody but this tablet: the server counts the
 * round of its own address, and leaves out rounds that it does not have yet.
 *
 * @param {HTMLFormElement} form
 * @param {string} address empty while only this tablet can
 */
export function checkAt(form, address) {
  window.htmx?.trigger(form, "htmx:abort");
  if (address) form.setAttribute("hx-post", address);
  else form.removeAttribute("hx-post");
  window.htmx?.process(form);
}
