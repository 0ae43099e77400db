// What a draft keeps of a form's fields, and how it is put back. Knows no page.

import { newKey } from "../shared/new-key.js";

/**
 * A form's field as far as a draft is concerned; those of HTML are such.
 *
 * @typedef {object} DraftField
 * @property {string} name
 * @property {string} type
 * @property {string} value
 * @property {boolean} [checked]
 * @property {Iterable<{ value: string; selected: boolean }>} [options]
 * @property {{ contains(name: string): boolean }} classList
 */

/** @typedef {Map<string, string[]>} DraftValues each name's values, in the order of the fields */

/** @param {DraftField} field the key by which the server knows an entry that is sent twice */
const isKey = (field) => field.classList.contains("device-key");

/** @param {DraftField} field */
const isChoice = (field) => field.type === "radio" || field.type === "checkbox";

// What the server hides in the page, such as what it has seen of the game, is the server's to say.
/** @param {DraftField} field */
const isKept = (field) =>
  field.name !== "" &&
  !/^(file|password|submit|button|image)$/.test(field.type) &&
  (field.type !== "hidden" || isKey(field));

/** @param {DraftField} field @returns {string[]} */
function chosenIn(field) {
  if (field.type === "select-multiple") {
    return [...(field.options ?? [])].filter(({ selected }) => selected).map(({ value }) => value);
  }
  return isChoice(field) && !field.checked ? [] : [field.value];
}

/**
 * @param {DraftField[]} fields
 * @returns {DraftValues}
 */
export function valuesOf(fields) {
  /** @type {DraftValues} */
  const values = new Map();
  for (const field of fields.filter(isKept)) {
    values.set(field.name, [...(values.get(field.name) ?? []), ...chosenIn(field)]);
  }
  return values;
}

/**
 * Put values into the fields, in order where a name stands more than once. Return whether anything
 * but the entry's key changed.
 *
 * @param {DraftField[]} fields
 * @param {DraftValues} values
 */
export function putBack(fields, values) {
  /** @type {Map<string, number>} how many fields of a name have their value */
  const filled = new Map();
  let changed = false;
  for (const field of fields.filter(isKept)) {
    const wanted = values.get(field.name);
    if (!wanted) continue;
    if (isChoice(field)) {
      const checked = wanted.includes(field.value);
      changed ||= checked !== field.checked;
      field.checked = checked;
    } else if (field.type === "select-multiple") {
      for (const option of field.options ?? []) option.selected = wanted.includes(option.value);
    } else {
      const at = filled.get(field.name) ?? 0;
      filled.set(field.name, at + 1);
      const value = wanted[at];
      if (value === undefined) continue;
      changed ||= field.value !== value && !isKey(field);
      field.value = value;
    }
  }
  return changed;
}

/**
 * Put back the entry's key alone: the server's values win, but the entry is still the same.
 *
 * @param {DraftField[]} fields
 * @param {DraftValues} values
 */
export function putBackKey(fields, values) {
  for (const field of fields.filter(isKey)) field.value ||= values.get(field.name)?.[0] ?? "";
}

/**
 * Give the entry a key where it has none, or another one.
 *
 * @param {DraftField[]} fields
 * @param {{ another?: boolean }} options
 */
export function giveKey(fields, { another = false } = {}) {
  for (const field of fields.filter(isKey)) {
    if (another || field.value === "") field.value = newKey();
  }
}

/** @param {DraftValues} values */
export const toText = (values) => JSON.stringify(Object.fromEntries(values));

/**
 * Read what `toText` wrote; null for anything else, which is as good as no draft.
 *
 * @param {string | null} text
 * @returns {DraftValues | null}
 */
export function fromText(text) {
  try {
    const read = Object.entries(JSON.parse(text ?? ""));
    const isSound = read.every(
      ([, values]) => Array.isArray(values) && values.every((value) => typeof value === "string"),
    );
    return isSound ? new Map(read) : null;
  } catch {
    return null;
  }
}
