// Shows beside each seat of a round's form what the engine on this tablet says of it, as the server
// does with scoring/_round_check.html.

import { pointsOf } from "../forms/hands.js";
import { find, need } from "../shared/dom.js";
import { fill } from "../shared/sentences.js";
import { wholeNumber } from "./with-waiting.js";

/** @import { PresentGame } from "./with-waiting.js" */
/** @import { Complaint, KnownGame, Question, RoundCheck, RoundFields, Seat } from "../contract.js" */

const PARTS = ["total", "tiles", "count"];

/** @param {HTMLElement | null} box @param {string[]} texts */
function showFaults(box, texts) {
  const lines = texts.map((text) => {
    const line = document.createElement("p");
    line.className = "fault";
    line.textContent = text;
    return line;
  });
  box?.replaceChildren(...lines);
}

/**
 * Ask whether points are right that are higher than hands are.
 *
 * @param {HTMLElement | null} box
 * @param {Question[]} questions
 * @param {(question: Question) => string} sure the words to tap
 */
function showQuestions(box, questions, sure) {
  for (const question of questions) {
    const { text, seat_id: id, points, confirmed } = question;
    if (!confirmed) {
      const line = document.createElement("p");
      line.className = "ask";
      line.textContent = text;
      box?.append(line);
    }
    const tick = document.createElement("input");
    tick.type = "checkbox";
    tick.name = `seat-${id}-sure`;
    tick.id = tick.name;
    tick.value = String(points);
    tick.checked = confirmed;
    const label = document.createElement("label");
    label.className = "sure";
    label.append(tick, ` ${sure(question)}`);
    box?.append(label);
  }
}

/**
 * What the seat's total comes to with these points.
 *
 * @param {Seat} seat
 * @param {number | null} points null while they are not known
 * @param {string} soFar the words for that
 */
function showAfter({ id }, points, soFar) {
  const box = document.getElementById(`seat-after-${id}`);
  const [total, sum] = [box && find(box, ".number", Element), box && find(box, "small", Element)];
  if (!box || !total || !sum) return;
  const before = Number(box.dataset.before || 0);
  const runOff = box.dataset.runOff; // such as "run-off: ", where no total changes
  total.textContent = String(before + (runOff ? 0 : (points ?? 0)));
  if (points === null) delete box.dataset.points;
  else box.dataset.points = String(points);
  const added = runOff ? `${runOff}${points}` : `${before} + ${points}`;
  sum.textContent = points === null ? soFar : added;
}

/** @param {RoundFields} fields @param {number} id */
const wentOut = (fields, id) => fields["ending"] === `out-${id}`;

// Whether the seat went out, or has a number or tiles.
/** @param {RoundFields} fields @param {number} id */
const isFilled = (fields, id) =>
  wentOut(fields, id) || PARTS.some((part) => fields[`seat-${id}-${part}`]?.trim());

/**
 * What was typed or tapped for a seat comes to, by plain arithmetic; null where that is not enough.
 * Who went out has nothing left, but for a marker where these count.
 *
 * @param {Pick<KnownGame, "blank_points" | "counts_markers">} game
 * @param {RoundFields} fields
 * @param {number} id
 */
export function addedUp(game, fields, id) {
  if (wentOut(fields, id)) return game.counts_markers ? null : 0;
  const tiles = fields[`seat-${id}-tiles`] ?? "";
  if (!tiles.trim()) return wholeNumber(fields[`seat-${id}-total`]);
  return game.counts_markers ? null : pointsOf(tiles, game.blank_points);
}

/**
 * Show what each seat's total comes to by plain arithmetic; where that is not enough, the check will.
 *
 * @param {PresentGame} game
 * @param {Seat[]} seats those that play
 * @param {RoundFields} fields
 * @param {string} soFar the words for points that are not known yet
 */
export function showAddedUp(game, seats, fields, soFar) {
  for (const seat of seats) {
    const points = addedUp(game, fields, seat.id);
    if (points !== null || !isFilled(fields, seat.id)) showAfter(seat, points, soFar);
  }
}

/**
 * What is asked about points that are higher than hands are, by the bounds that came with the plan:
 * the engine asks the same (engine/reports/surprises.py), and may not be there yet.
 *
 * @param {Pick<PresentGame, "next" | "says" | "blank_points" | "counts_markers">} game
 * @param {Pick<Seat, "id">[]} seats those that play
 * @param {RoundFields} fields
 * @returns {Question[]}
 */
export function highNumbers(game, seats, fields) {
  const { usual, most } = game.next?.high ?? { usual: null, most: Infinity };
  return seats.flatMap(({ id }) => {
    const points = addedUp(game, fields, id) ?? 0;
    const bound = points > most ? most : usual;
    if (bound === null || points <= bound) return [];
    const code = points > most ? "past_every_hand" : "rarely_so_high";
    const text = fill(game.says?.[code] ?? "", { points, bound });
    const confirmed = fields[`seat-${id}-sure`] === String(points);
    return text ? [{ code, text, seat_id: id, points, confirmed }] : [];
  });
}

/**
 * @param {PresentGame} game
 * @param {Seat[]} seats those that play
 * @param {RoundFields} fields
 * @param {RoundCheck | null} check null while the engine is not loaded: then only what was typed
 * @param {{ soFar: string; sure: (question: Question) => string; withMissing: boolean }} options
 */
export function showCheck(game, seats, fields, check, { soFar, sure, withMissing }) {
  const missing = withMissing ? (check?.missing ?? []) : [];
  /** @type {Complaint[]} */
  const complaints = [...missing, ...(check?.complaints ?? [])];
  const questions = check ? (check.questions ?? []) : highNumbers(game, seats, fields);
  for (const seat of seats) {
    const points = check ? (check.points[seat.id] ?? null) : addedUp(game, fields, seat.id);
    showAfter(seat, points, soFar);
    const unread = PARTS.flatMap((part) => check?.unread[`seat-${seat.id}-${part}`] ?? []);
    const own = complaints.filter(({ seat_ids: ids }) => ids.includes(seat.id));
    const texts = own.map(({ text }) => text);
    const box = document.getElementById(`seat-check-${seat.id}`);
    showFaults(box, [...unread, ...texts]);
    const ofSeat = questions.filter(({ seat_id: asked }) => asked === seat.id);
    showQuestions(box, ofSeat, sure);
  }
  showSummary(complaints, Boolean(check?.complaints.length));
}

/** @param {Complaint[]} complaints @param {boolean} isFaulty */
function showSummary(complaints, isFaulty) {
  const summary = document.getElementById("round-summary");
  summary?.classList.toggle("faulty", isFaulty);
  const ofAll = complaints.filter(({ seat_ids: ids }) => !ids.length);
  showFaults(
    summary,
    ofAll.map(({ text }) => text),
  );
}

// What was asked about a number is over as soon as that is mended: a tap on Record that is quicker
// than the next check must not be refused for a number that stands there no more.
/** @param {EventTarget | null} target */
export function forgetQuestion(target) {
  if (!(target instanceof HTMLInputElement) || !target.matches("input.total, input.tiles")) return;
  const row = target.closest(".seat-row");
  for (const part of row?.querySelectorAll(".ask, .sure") ?? []) part.remove();
}

/** Why the round is not recorded. @param {string} text empty takes away what was said before */
export function showTrouble(text) {
  const box = need(document, "#round-trouble", HTMLElement);
  box.hidden = !text;
  box.className = text ? "notice fault" : "";
  need(box, "p", HTMLElement).textContent = text;
  if (text) box.scrollIntoView({ block: "nearest" });
}
