// Takes away what a page that came back says is wrong, once that is mended.
//
// The page's [data-until-mended] parts say it above the form's fields. Nothing goes before somebody
// has changed something.

import { all, find } from "../shared/dom.js";

/**
 * What stands below moves up by it, so the page moves along: the keys stay under the finger.
 *
 * @param {HTMLElement[]} parts
 */
function takeAway(parts) {
  const before = document.body.scrollHeight;
  for (const part of parts) part.remove();
  window.scrollBy({ top: document.body.scrollHeight - before, behavior: "instant" });
}

/**
 * @param {HTMLFormElement} form
 * @param {() => boolean} isMended
 * @param {readonly (keyof HTMLElementEventMap)[]} hints events after which that may have become so
 */
export function takeAwayOnceMended(form, isMended, hints) {
  const parts = all(form, "[data-until-mended]", HTMLElement);
  if (!parts.length) return;
  let isTouched = false;
  for (const name of /** @type {const} */ (["input", "change"])) {
    form.addEventListener(name, () => {
      isTouched = true;
    });
  }
  for (const name of hints) {
    form.addEventListener(name, () =>
      setTimeout(() => {
        if (isTouched && isMended()) takeAway(parts.splice(0));
      }),
    );
  }
}

/**
 * Take away the errors of a field once it is changed, and what the page says of it above.
 *
 * @param {HTMLFormElement} form
 * @param {(field: Element) => Element[]} mendedBy the fields that may be right, as this one was
 *   changed
 */
export function takeAwayFieldErrors(form, mendedBy) {
  const parts = all(form, "[data-until-mended]", HTMLElement);
  for (const name of /** @type {const} */ (["input", "change"])) {
    form.addEventListener(name, ({ target }) => {
      if (!(target instanceof Element)) return;
      for (const field of mendedBy(target)) {
        field.closest(".field")?.querySelector(".errorlist")?.remove();
        field.removeAttribute("aria-invalid");
        const link = find(form, `[data-until-mended] a[href="#${field.id}"]`, HTMLAnchorElement);
        link?.closest("li")?.remove();
      }
      for (const part of parts) if (!part.querySelector("li")) part.remove();
    });
  }
}
