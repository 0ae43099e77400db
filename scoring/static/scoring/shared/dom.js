// Finding the parts of a page, by kind: what a template promises is there, or an error names it.

/**
 * Return the first part that fits the selector, null where there is none of that kind.
 *
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T | null}
 */
export function find(root, selector, kind) {
  const part = root.querySelector(selector);
  return part instanceof kind ? part : null;
}

/**
 * Return the first part that fits the selector; throw where the page has none.
 *
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T}
 */
export function need(root, selector, kind) {
  const part = find(root, selector, kind);
  if (part === null) throw new Error(`The page has no ${kind.name} ${selector}.`);
  return part;
}

/**
 * Return all parts of that kind that fit the selector, in the order of the page.
 *
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T[]}
 */
export function all(root, selector, kind) {
  const parts = [...root.querySelectorAll(selector)];
  return parts.filter(/** @returns {part is T} */ (part) => part instanceof kind);
}

/**
 * Return the closest part around a target of an event that fits the selector, or null.
 *
 * @template {Element} T
 * @param {EventTarget | null} target
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T | null}
 */
export function closest(target, selector, kind) {
  const part = target instanceof Element ? target.closest(selector) : null;
  return part instanceof kind ? part : null;
}

/**
 * Whether somebody can see the field and type in it.
 *
 * @param {HTMLInputElement} field
 */
export const isOpen = (field) => !field.disabled && field.offsetParent !== null;

/**
 * Call `start` once for each part that fits: those on the page now, and those that come later,
 * which the event tells.
 *
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {(part: T) => void} start
 * @param {keyof DocumentEventMap} later by default, what htmx brings
 */
export function startEach(selector, kind, start, later = "htmx:load") {
  const started = new WeakSet();
  const look = () => {
    for (const part of all(document, selector, kind)) {
      if (started.has(part)) continue;
      started.add(part);
      start(part);
    }
  };
  look();
  document.addEventListener(later, look);
}
