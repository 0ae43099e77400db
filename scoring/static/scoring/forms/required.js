// What a form requires, as its own markup says: the page's [data-required] boxes, each with the
// sentence for when it is not filled in ([data-required-tiles], where that is said by tapping tiles). A box wants one of its radios or of its text fields. A box
// whose fields are all closed, as of who went out, wants nothing.

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
  const isFilled =
    radios.some(({ checked }) => checked) || texts.some(({ value }) => value.trim() !== "");
  return radios.length + texts.length > 0 && !isFilled;
}

/**
 * The boxes that have to be filled in still.
 *
 * @param {HTMLFormElement} form
 */
export const gapsIn = (form) =>
  all(form, "[data-required]", HTMLElement).filter((box) =>
    isGap(all(box, "input", HTMLInputElement)),
  );

/**
 * The sentence for a box that is not filled in.
 *
 * @param {HTMLElement} box
 */
export function sentenceFor(box) {
  const byTiles = box.dataset["requiredTiles"];
  const isByTiles = byTiles && box.querySelector('[data-mode="tiles"]:not([hidden])');
  return (isByTiles ? byTiles : box.dataset["required"]) ?? "";
}

/**
 * The sentence of the first box that has to be filled in; empty where none has.
 *
 * @param {HTMLFormElement} form
 */
export function firstGap(form) {
  const [box] = gapsIn(form);
  return box ? sentenceFor(box) : "";
}
