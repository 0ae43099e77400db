// What the photos of a round's hands show, held against each other by the engine on this device.

import { comesByItself, engine } from "../engine.js";
import { find } from "../shared/dom.js";
import { presentGame } from "../tablet/game.js";
import { caseOf } from "./sights.js";

/** @import { PhotoAudit } from "../contract.js" */
/** @import { Photo } from "./photo-view.js" */
/** @import { HandSeen, SightSeen } from "./sights.js" */

/**
 * What the photos of a seat show. `written` is what they have put into its field, `count` how many
 * tiles somebody said that there are, `notes` are sentences about all hands, `news` about the last photo.
 *
 * @typedef {object} Hand
 * @property {Photo[]} photos
 * @property {SightSeen[]} sights
 * @property {string} written
 * @property {number | null} count
 * @property {string[]} notes
 * @property {string[]} news
 * @property {boolean} isAlike whether it shows what another hand's photo shows
 * @property {boolean} isReading
 * @property {boolean} asks whether the photo is to take the place of what was typed
 */

/** @returns {Hand} */
export const emptyHand = () => ({
  photos: [],
  sights: [],
  written: "",
  count: null,
  notes: [],
  news: [],
  isAlike: false,
  isReading: false,
  asks: false,
});

/** Whose tiles a field has. @param {HTMLInputElement} field */
export const nameOf = (field) => field.dataset["seatName"] ?? "";

/** Put tiles into a field, as taps on the picker do. @param {HTMLInputElement} field @param {string} text */
export function writeInto(field, text) {
  Object.assign(field, { value: text });
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * A seat's hand with what the form says of it.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field of its tiles
 * @param {Hand} hand
 * @returns {HandSeen}
 */
export function handSeen(form, field, { sights, written, count }) {
  /** @param {string} part @returns {number | null} */
  const number = (part) => {
    const other = form.elements.namedItem(field.name.replace(/tiles$/, part));
    const text = other instanceof HTMLInputElement ? other.value.trim() : "";
    return /^\d{1,4}$/.test(text) ? Number(text) : null;
  };
  const total = number("total");
  const tiles = count ?? number("count");
  return {
    name: nameOf(field),
    text: field.value.trim(),
    written,
    sights,
    ...(total === null ? {} : { total }),
    ...(tiles === null ? {} : { count: tiles }),
  };
}

/** Whether an answer comes at once. */
export const isEngineThere = () => engine?.state === "aboard";

/** Have it come while the first photo is taken. */
export function bringEngine() {
  if (engine?.state === "absent" && comesByItself()) engine.loadQuietly();
}

/** The double in the hub, as the form has it. @param {HTMLFormElement} form */
function startingDouble(form) {
  const double = form.elements.namedItem("starting_double");
  return double instanceof HTMLSelectElement && double.value !== "" ? Number(double.value) : null;
}

/**
 * Ask the engine about all hands; null while it cannot be had, or there is nothing to ask.
 *
 * @param {HTMLFormElement} form
 * @param {HandSeen[]} hands
 * @returns {Promise<PhotoAudit | null>}
 */
export async function auditOf(form, hands) {
  const game = await presentGame(
    find(document, "#round-words", HTMLElement)?.dataset["game"] ?? "",
  );
  if (!game || !hands.some(({ sights }) => sights.length)) return null;
  if (!engine || !(isEngineThere() || comesByItself())) return null;
  const { set, count_rules: rules } = game;
  // Points for a marker are in what was typed, and in no tile.
  const counted = hands.map(({ total, ...hand }) =>
    game.counts_markers || total == null ? hand : { ...hand, total },
  );
  const round = { set, rules, starting_double: startingDouble(form) };
  const answer = await engine.ask("audit", caseOf(round, counted)).catch(() => null);
  return answer && !("error" in answer) ? answer : null;
}
