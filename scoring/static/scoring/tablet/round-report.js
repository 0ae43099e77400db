// Shows beside each seat of a round's form what the engine on this tablet says of it, as the server
// does with scoring/_round_check.html.

import { pointsOf } from "../forms/hands.js";
import { find } from "../shared/dom.js";
import { wholeNumber } from "./with-waiting.js";

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

/** @param {Seat} seat @param {RoundCheck | null} check */
const questionsFor = ({ id }, check) =>
  (check?.questions ?? []).filter(({ seat_id: asked }) => asked === id);

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
export function showAfter({ id }, points, soFar) {
  const box = document.getElementById(`seat-after-${id}`);
  const [total, sum] = [box && find(box, ".number", Element), box && find(box, "small", Element)];
  if (!box || !total || !sum) return;
  const before = Number(box.dataset.before || 0);
  total.textContent = String(before + (points ?? 0));
  if (points === null) delete box.dataset.points;
  else box.dataset.points = String(points);
  sum.textContent = points === null ? soFar : `${before} + ${points}`;
}

/**
 * What was typed or tapped for a seat comes to, by plain arithmetic; null where that is not enough.
 *
 * @param {Pick<KnownGame, "blank_points" | "counts_markers">} game
 * @param {RoundFields} fields
 * @param {number} id
 */
export function addedUp(game, fields, id) {
  const tiles = fields[`seat-${id}-tiles`] ?? "";
  if (!tiles.trim()) return wholeNumber(fields[`seat-${id}-total`]);
  return game.counts_markers ? null : pointsOf(tiles, game.blank_points);
}

/**
 * @param {Pick<KnownGame, "blank_points" | "counts_markers">} game
 * @param {Seat[]} seats those that play
 * @param {RoundFields} fields
 * @param {RoundCheck | null} check null while the engine is not loaded: then only what was typed
 * @param {{ soFar: string; sure: (question: Question) => string; withMissing: boolean }} options
 */
export function showCheck(game, seats, fields, check, { soFar, sure, withMissing }) {
  const missing = withMissing ? (check?.missing ?? []) : [];
  /** @type {Complaint[]} */
  const complaints = [...missing, ...(check?.complaints ?? [])];
  for (const seat of seats) {
    const points = check ? (check.points[seat.id] ?? null) : addedUp(game, fields, seat.id);
    showAfter(seat, points, soFar);
    const unread = PARTS.flatMap((part) => check?.unread[`seat-${seat.id}-${part}`] ?? []);
    const own = complaints.filter(({ seat_ids: ids }) => ids.includes(seat.id));
    const texts = own.map(({ text }) => text);
    const box = document.getElementById(`seat-check-${seat.id}`);
    showFaults(box, [...unread, ...texts]);
    showQuestions(box, questionsFor(seat, check), sure);
  }
  const summary = document.getElementById("round-summary");
  summary?.classList.toggle("faulty", Boolean(check?.complaints.length));
  const ofAll = complaints.filter(({ seat_ids: ids }) => !ids.length);
  showFaults(
    summary,
    ofAll.map(({ text }) => text),
  );
}
