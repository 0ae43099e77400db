// What a key of the keypad does, and which field it types in. Knows no page.

/** The figures of the highest total. */
export const MOST_FIGURES = 5;

/**
 * Return what stands in a field after a key; null where there is no room for another figure.
 *
 * The keys work at the end of the number, wherever a finger put the caret. The first figure in a
 * field that was just chosen replaces the whole number; "back" takes the last figure away.
 *
 * @param {string} key a figure, or "back"
 * @param {string} value
 * @param {boolean} [isFresh] whether nothing was typed yet since the field was chosen
 */
export function typed(key, value, isFresh = false) {
  if (key === "back") return value.slice(0, -1);
  if (isFresh) return key;
  return value.length < MOST_FIGURES ? value + key : null;
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
