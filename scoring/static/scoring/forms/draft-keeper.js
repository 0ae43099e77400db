// A form's draft from the first letter until the server has it. Knows no page: each step returns
// the name of the sentence that is to be said.

import { fromText, giveKey, putBack, putBackKey, toText, valuesOf } from "./draft-fields.js";

/** @import { TextStore } from "../shared/browser-store.js" */
/** @import { DraftField, DraftValues } from "./draft-fields.js" */

/** @typedef {"saysKept" | "saysRestored" | "saysCleared" | "saysCannot"} DraftSentence */

/**
 * @typedef {object} DraftForm
 * @property {() => DraftField[]} fields
 * @property {() => void} reset as the page came
 */

const PREFIX = "roundhouse:draft:";

/**
 * Forget the draft that is kept under this key.
 *
 * @param {TextStore} store
 * @param {string} key
 */
export const forgetDraft = (store, key) => store.drop(PREFIX + key);

/**
 * Return whether a round's draft says anything: who went out, or what somebody has left.
 *
 * @param {TextStore} store
 * @param {string} key
 */
export function saysRound(store, key) {
  const values = fromText(store.read(PREFIX + key)) ?? new Map();
  return [...values].some(
    ([name, typed]) =>
      /^ending$|^seat-\d+-(total|tiles)$/.test(name) &&
      typed.some((/** @type {string} */ value) => value.trim()),
  );
}

export class DraftKeeper {
  #form;
  #store;
  #keyOf;
  /** @type {DraftValues | null} what was cleared last, and can be put back */
  #cleared = null;

  /**
   * @param {DraftForm} form
   * @param {TextStore} store
   * @param {() => string} keyOf the key of the draft: a form may become another entry's
   */
  constructor(form, store, keyOf) {
    this.#form = form;
    this.#store = store;
    this.#keyOf = keyOf;
  }

  /**
   * Put back what was typed before. Where the form is bound, it shows what the server sent back
   * with its faults: those values win.
   *
   * @param {{ bound: boolean }} page
   * @returns {DraftSentence | null}
   */
  begin({ bound }) {
    const fields = this.#form.fields();
    const before = fromText(this.#store.read(PREFIX + this.#keyOf()));
    const restored = before !== null && !bound && putBack(fields, before);
    if (before && bound) putBackKey(fields, before);
    giveKey(fields);
    if (bound) return this.#keep("saysKept");
    return restored ? "saysRestored" : null;
  }

  /** Something was typed or chosen. */
  change() {
    this.#cleared = null;
    return this.#keep("saysKept");
  }

  /** Empty the form: what comes next is another entry. */
  clear() {
    this.#cleared = valuesOf(this.#form.fields());
    this.#form.reset();
    giveKey(this.#form.fields(), { another: true });
    forgetDraft(this.#store, this.#keyOf());
    return /** @type {const} */ ("saysCleared");
  }

  /** Take the clearing back; null where there is nothing to take back. */
  undo() {
    if (!this.#cleared) return null;
    putBack(this.#form.fields(), this.#cleared);
    this.#cleared = null;
    return this.#keep("saysRestored");
  }

  /**
   * @param {DraftSentence} sentence where it could be kept
   * @returns {DraftSentence}
   */
  #keep(sentence) {
    const text = toText(valuesOf(this.#form.fields()));
    return this.#store.keep(PREFIX + this.#keyOf(), text) ? sentence : "saysCannot";
  }
}
