// Makes the page of any round, or of its correction, from the one page that the tablet keeps.

import { all, find, need } from "../shared/dom.js";
import { howOf } from "./coming.js";
import { playersOf, totalsOf } from "./standings.js";

/** @import { Cell, Round, Seat } from "../contract.js" */
/** @import { PresentGame } from "./with-waiting.js" */

/**
 * The round that a page is for; `round` is the one on the sheet, where it is corrected.
 *
 * @typedef {object} Wanted
 * @property {PresentGame} game
 * @property {number} number
 * @property {Round | null} corrected
 */

/** @import { Say } from "./coming.js" */

/**
 * Under which name this tablet keeps what is typed of a round.
 *
 * @param {PresentGame} game
 * @param {number} number
 */
export function draftName({ code, plan, rounds }, number) {
  const written = rounds.find((round) => round.number === number);
  const suffix = written ? `-${written.key || written.entry}` : "";
  const coming = plan.find((round) => round.number === number);
  return coming?.draft || `${code}-${number}${suffix}`;
}

/**
 * @param {HTMLFormElement} form
 * @param {Say} say
 * @param {Wanted} wanted
 */
export function dressRound(form, say, wanted) {
  const { game, number, corrected } = wanted;
  const plan = game.plan.find((coming) => coming.number === number);
  const double = corrected ? corrected.starting_double : (plan?.double ?? null);
  form.dataset.draft = draftName(game, number);
  dressHead(say, wanted);
  dressWords(form, say, wanted);
  put(form, "starting_double", double);
  dressDouble(form, say, double);
  for (const seat of game.seats) dressSeat(form, say, wanted, seat);
  const { ending, boneyard } = corrected ?? { ending: null, boneyard: null };
  put(form, "ending", ending);
  put(form, "boneyard", boneyard);
  form.action = location.pathname;
  form.removeAttribute("hx-post");
}

/** @param {Say} say @param {Wanted} wanted */
function dressHead(say, { game, number, corrected }) {
  const plan = corrected ? null : game.next;
  const title = say(corrected ? "saysTitleCorrect" : "saysTitle", { number });
  document.title = title;
  need(document, "[data-round-number]", HTMLElement).textContent = title;
  const rounds = find(document, "[data-round-of]", HTMLElement);
  if (rounds) rounds.hidden = corrected !== null || number > (plan?.rounds ?? 0);
  need(document, "[data-round-lede]", HTMLElement).textContent = corrected
    ? say("saysStays")
    : ledeOf(say, game);
  const limit = find(document, "[data-time-limit]", HTMLElement);
  // A run-off is played although time is over.
  if (limit) limit.hidden = corrected !== null || game.tied.length > 0;
  dressDeal({ game, number, corrected });
}

// How many tiles each draws is said for as many as played when the page was made.
/** @param {Wanted} wanted */
function dressDeal({ game, number, corrected }) {
  const deal = find(document, "[data-round-deal]", HTMLElement);
  const isOther = game.tied.length > 0 && deal?.dataset.roundDeal !== String(number);
  if (deal) deal.hidden = corrected !== null || isOther;
}

/** @param {Say} say @param {PresentGame} game */
function ledeOf(say, game) {
  const double = game.next?.double_name;
  return `${double ? say("saysDouble", { double }) : ""} ${howOf(say, game)}`.trim();
}

/** @param {HTMLFormElement} form @param {Say} say @param {Wanted} wanted */
function dressWords(form, say, { number, corrected }) {
  for (const button of all(form, ".actions .button.main", HTMLButtonElement)) {
    button.textContent = say(corrected ? "saysButtonCorrect" : "saysButton", { number });
  }
  const last = need(form, ".actions.last", HTMLElement);
  last.classList.toggle("in-reach", corrected !== null);
  for (const part of all(form, "[data-why-record]", HTMLElement)) part.hidden = corrected !== null;
  for (const part of all(form, "[data-why-correct]", HTMLElement)) part.hidden = corrected === null;
  const reason = need(form, "[data-why]", HTMLElement);
  reason.classList.toggle("why", corrected === null);
  if (corrected) need(form, ".endings", HTMLElement).before(reason);
  if (corrected) reason.dataset["required"] = say("saysWhy");
  else delete reason.dataset["required"];
}

// The starting double is drawn at the top of the page, and is in nobody's hand.
/** @param {HTMLFormElement} form @param {Say} say @param {number | null} double */
function dressDouble(form, say, double) {
  for (const tile of all(form, "[data-in-hub]", HTMLElement)) delete tile.dataset.inHub;
  const hub = find(form, `[data-tile="${double}-${double}"]`, HTMLElement);
  if (hub) hub.dataset.inHub = say("saysHub");
  const shown = find(document, "[data-round-head] > svg", SVGElement);
  const drawn = hub && find(hub, "svg", SVGElement);
  if (!shown) return;
  if (!drawn) {
    shown.remove();
    return;
  }
  const tile = /** @type {SVGElement} */ (drawn.cloneNode(true));
  tile.setAttribute("class", shown.getAttribute("class") ?? "");
  shown.replaceWith(tile);
}

/** @param {HTMLFormElement} form @param {Say} say @param {Wanted} wanted @param {Seat} seat */
function dressSeat(form, say, { game, number, corrected }, seat) {
  const choice = `input[name=ending][value="out-${seat.id}"]`;
  const name = find(form, choice, HTMLInputElement)?.closest("label");
  if (!name) return; // did not play the round that this page was for
  if (!playersOf(game, number).some(({ id }) => id === seat.id)) {
    for (const part of form.querySelectorAll(`[data-seat="out-${seat.id}"]`)) part.remove();
    name.remove();
    return;
  }
  const earlier = game.rounds.filter((round) => round.number < number);
  const after = need(document, `#seat-after-${seat.id}`, HTMLElement);
  after.dataset.before = String(totalsOf([seat], earlier)[seat.id] ?? 0);
  const isRunOff = corrected ? corrected.run_off : game.tied.length > 0;
  if (isRunOff) after.dataset.runOff = say("saysRunOff");
  else delete after.dataset.runOff;
  const isAsTyped = Boolean(corrected?.waiting);
  fillSeat(form, say, seat.id, corrected?.cells[seat.id] ?? EMPTY, isAsTyped);
}

/** @typedef {Omit<Cell, "points">} Typed */

/** @type {Typed} */
const EMPTY = { total: null, tiles: null, count: null, marked: null };

/**
 * @param {HTMLFormElement} form
 * @param {Say} say
 * @param {number} id
 * @param {Typed} cell
 * @param {boolean} isAsTyped else as the server has it: an empty text is then an empty hand
 */
function fillSeat(form, say, id, cell, isAsTyped) {
  put(form, `seat-${id}-total`, cell.total);
  put(form, `seat-${id}-tiles`, cell.tiles === "" && !isAsTyped ? say("saysNone") : cell.tiles);
  put(form, `seat-${id}-count`, cell.count);
  put(form, `seat-${id}-marked`, cell.marked);
}

/**
 * Fill a field of the form, if it has one of that name. As on the server's own page, what is written
 * is also what the field comes with: whoever clears what was typed is back at it.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string | number | boolean | null} value null leaves it empty
 */
function put(form, name, value) {
  const field = form.elements.namedItem(name);
  const text = String(value ?? "");
  if (field instanceof RadioNodeList) {
    for (const radio of field) {
      if (radio instanceof HTMLInputElement) check(radio, radio.value === text);
    }
  } else if (field instanceof HTMLInputElement && field.type === "checkbox") {
    check(field, value === true || value === "on");
  } else if (field instanceof HTMLInputElement) {
    field.value = field.defaultValue = text;
  } else if (field instanceof HTMLSelectElement) {
    field.value = text;
    for (const option of field.options) option.defaultSelected = option.selected;
  }
}

/** @param {HTMLInputElement} field @param {boolean} isChecked */
function check(field, isChecked) {
  field.checked = field.defaultChecked = isChecked;
}
