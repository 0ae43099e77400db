// What a key of the keypad does, and which field it types in. Knows no page.

/** The figures of the highest total. */
export const MOST_FIGURES = 5;

/**
 * A field's text with what is selected in it; where nothing is, both are the caret's place.
 *
 * @typedef {{ value: string; from: number; to: number }} Typing
 */

/** @typedef {{ text: string; start: number; end: number }} Edit a text in the place of another */

/**
 * Return what a key changes; null where there is no room for another figure.
 *
 * The first figure in a field that was just chosen replaces the whole number, wherever the caret is;
 * "back" takes one figure away, whatever is selected.
 *
 * @param {string} key a figure, or "back"
 * @param {Typing} typing
 * @param {boolean} [isFresh] whether nothing was typed yet since the field was chosen
 * @returns {Edit | null}
 */
export function editFor(key, { value, from, to }, isFresh = false) {
  if (key === "back") return { text: "", start: Math.max(0, to - 1), end: to };
  if (isFresh) return { text: key, start: 0, end: value.length };
  if (value.length - (to - from) >= MOST_FIGURES) return null;
  return { text: key, start: from, end: to };
}

/**
 * Return the field to type in: the one that was typed in as long as it is open, else the first
 * empty one. None while the picker has a hand to fill.
 *
 * @template {{ value: string }} T
 * @param {T[]} open
 * @param {T | null} active
 * @param {boolean} isPicking
 * @returns {T | null}
 */
export function fieldFor(open, active, isPicking) {
  if (active && open.includes(active)) return active;
  if (isPicking) return null;
  return open.find(({ value }) => value === "") ?? open[0] ?? null;
}

/**
 * Which fields hold something that no `change` event has reported yet. The keys change a
 * field from outside, so the browser itself tells of none.
 */
export class Untold {
  /** @type {WeakMap<{ value: string }, string>} */
  #told = new WeakMap();

  /** @param {{ value: string }} field a new one: what it holds is known */
  watch(field) {
    if (!this.#told.has(field)) this.#told.set(field, field.value);
  }

  /** @param {{ value: string }} field the page heard a `change` of it */
  tell(field) {
    this.#told.set(field, field.value);
  }

  /** @param {{ value: string }} field */
  has(field) {
    return field.value !== this.#told.get(field);
  }
}
