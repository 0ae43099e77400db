// What a form requires, as its own markup says: the page's [data-required] boxes, each with the
// sentence for when it is not filled in. A box with radios wants a choice; one with text fields
// wants one of them. A box whose fields are all closed, as of who went out, wants nothing.

import { all } from "../shared/dom.js";

/** @typedef {{ type: string; value: string; checked: boolean; disabled: boolean }} RequiredField */

/**
 * Whether a box with these fields still has to be filled in. Knows no page.
 *
 * @param {RequiredField[]} fields
 */
export function isGap(fields) {
  const open = fields.filter(({ disabled }) => !disabled);
  const radios = open.filter(({ type }) => type === "radio");
  const texts = open.filter(({ type }) => type === "text");
  const isUnchosen = radios.length > 0 && !radios.some(({ checked }) => checked);
  return isUnchosen || (texts.length > 0 && texts.every(({ value }) => value.trim() === ""));
}

/**
 * The sentence of the first box that has to be filled in; empty where none has.
 *
 * @param {HTMLFormElement} form
 */
export function firstGap(form) {
  const gap = all(form, "[data-required]", HTMLElement).find((box) =>
    isGap(all(box, "input", HTMLInputElement)),
  );
  return gap?.dataset.required ?? "";
}
