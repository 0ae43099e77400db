// Draws on the score sheet's page what waits on this tablet; the server's own part stays beneath.

import { find, need } from "../shared/dom.js";
import { countedPoints } from "./with-waiting.js";

/** @import { Cell, Newest, Round, Seat } from "../contract.js" */
/** @import { PresentGame } from "./with-waiting.js" */
/** @import { Words } from "../shared/sentences.js" */

/** @typedef {(name: string, words?: Words) => string} Say */

/** So many colors are for seats (sheet.css); then they begin again. */
const COLORS = 14;

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string | number} text
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, text = "", className = "") {
  const element = document.createElement(tag);
  if (text !== "") element.textContent = String(text);
  if (className) element.className = className;
  return element;
}

/**
 * A double as the server draws it; in figures where the page has no drawings.
 *
 * @param {number} double
 * @param {"small" | "hero"} size
 */
function doubleOf(double, size) {
  const patterns = find(document, "#waiting-doubles", HTMLTemplateElement);
  const name = `${double}-${double}`;
  const place = patterns && find(patterns.content, `[data-double="${name}"]`, HTMLElement);
  const pattern = place && find(place, "svg", SVGElement);
  if (!pattern) return [make("small", name, "double")];
  const tile = /** @type {SVGElement} */ (pattern.cloneNode(true));
  tile.setAttribute("class", `domino domino-${size}`);
  const box = make("span", "", patterns?.dataset["numerals"] ? "numerals" : "");
  box.append(tile);
  return [box];
}

/** The lines, totals and buttons of a sheet's page, made from a game. */
export class SheetDrawing {
  #say;
  #game;
  #leaders;

  /**
   * @param {Say} say
   * @param {PresentGame} game
   * @param {number[]} leaders
   */
  constructor(say, game, leaders) {
    this.#say = say;
    this.#game = game;
    this.#leaders = leaders;
  }

  /** @param {HTMLElement} part @param {HTMLTableElement} table */
  draw(part, table) {
    this.#drawRounds(table);
    this.#drawTotals(table);
    this.#drawNext(part);
    this.#drawMain(part);
    this.#drawStep(part, "[data-undo]", this.#game.last, "saysUndo");
    this.#drawStep(part, "[data-redo]", this.#game.redo, "saysRedo");
  }

  // ---- rounds

  /** @param {HTMLTableElement} table */
  #drawRounds(table) {
    const body = need(table, "tbody", HTMLTableSectionElement);
    for (const old of body.querySelectorAll("tr.waiting, tr.known")) old.remove();
    const own = new Map([...body.rows].map((row) => [numberOf(row), row]));
    for (const [number, row] of own) row.hidden = this.#isGone(number);
    const totals = new Map(this.#game.seats.map((seat) => [seat.id, seat.entry_total]));
    /** @type {HTMLTableRowElement | null} the newest so far: the newest line stands first */
    let last = null;
    for (const round of this.#game.rounds) {
      for (const [id, total] of totals) totals.set(id, total + countedPoints(round, id));
      const present = own.get(round.number);
      if (present && !round.waiting) {
        last = present;
        continue;
      }
      const row = this.#row(round, totals);
      if (present) present.hidden = true;
      if (last) last.before(row);
      else body.append(row);
      last = row;
    }
    for (const row of body.rows) row.classList.toggle("now", row === last);
  }

  // What the tablet has undone, and the line of an empty sheet.
  /** @param {number} number */
  #isGone(number) {
    const { length } = this.#game.rounds;
    return Number.isNaN(number) ? length > 0 : number > length;
  }

  /** @param {Round} round @param {Map<number, number>} totals */
  #row(round, totals) {
    const row = make("tr", "", round.waiting ? "waiting" : "known");
    const cells = this.#game.seats.map((seat) => this.#cell(round, seat, totals.get(seat.id) ?? 0));
    row.append(this.#head(round), ...cells);
    return row;
  }

  /** @param {Round} round */
  #head(round) {
    const { number, starting_double: double, ending, faults = [] } = round;
    const head = make("th", `${number} `);
    head.scope = "row";
    if (double !== null) head.append(...doubleOf(double, "small"));
    if (ending === "blocked") head.append(" ", make("small", this.#say("saysBlocked"), "word"));
    if (ending === "time") head.append(" ", make("small", this.#say("saysTime"), "word"));
    if (faults.length) {
      head.append(make("small", this.#say("saysFaults", { faults: faults.join(" ") }), "fault"));
    }
    head.append(" ", this.#correction(number));
    if (round.waiting) head.append(" ", make("small", this.#say("saysWaits"), "word waits"));
    return head;
  }

  /** @param {number} number */
  #correction(number) {
    const link = make("a", this.#say("saysCorrect"), "correct no-print");
    link.href = `/games/${this.#game.code}/round/${number}/correct/`;
    link.append(make("span", ` ${this.#say("saysRoundWord", { number })}`, "visually-hidden"));
    return link;
  }

  /** @param {Round} round @param {Seat} seat @param {number} running */
  #cell(round, seat, running) {
    const present = round.cells[seat.id];
    const box = make("td", "", `seat-${seat.color % COLORS}`);
    box.dataset.seatName = seat.name;
    if (!present) {
      box.classList.add("not-played");
      box.append(make("span", "–"));
      return box;
    }
    box.append(...this.#struck(round, seat, present));
    const isOut = round.ending === `out-${seat.id}`;
    if (present.points !== null) box.append(String(present.points));
    else if (!isOut) box.append("?");
    if (isOut) box.append(" ", make("span", this.#say("saysOut"), "word"));
    const total = make("span", "", "running");
    total.append(make("span", `${this.#say("saysTotal")} `, "visually-hidden"), String(running));
    box.append(" ", total);
    return box;
  }

  // What was written before, struck through; the oldest first, and nothing that stayed as it was.
  /** @param {Round} round @param {Seat} seat @param {Cell} present */
  #struck(round, seat, present) {
    const parts = [];
    let newer = present.points;
    for (let old = round.struck; old; old = old.struck) {
      const points = old.cells[seat.id]?.points ?? null;
      if (points === null || points === newer) continue;
      newer = points;
      const part = make("s");
      part.append(make("span", `${this.#say("saysWas")} `, "visually-hidden"), String(points));
      parts.unshift(part, " ");
    }
    return parts;
  }

  // ---- totals, and what comes next

  /** @param {HTMLTableElement} table */
  #drawTotals(table) {
    const cells = need(table, "tr.totals", HTMLTableRowElement).cells;
    for (const [at, seat] of this.#game.seats.entries()) {
      const box = cells[at + 1];
      if (!box) continue;
      const leads = this.#leaders.includes(seat.id);
      box.classList.toggle("leader", leads);
      box.textContent = String(this.#game.totals[seat.id] ?? 0);
      if (leads) box.append(make("span", this.#say("saysLeads"), "lead-mark"));
    }
  }

  /** @param {HTMLElement} part */
  #drawNext(part) {
    const servers = find(part, ".round-head:not([data-waiting-head])", HTMLElement);
    let head = find(part, "[data-waiting-head]", HTMLElement);
    if (!head) {
      head = make("div", "", "round-head");
      head.dataset.waitingHead = "";
      servers?.after(head);
    }
    if (servers) servers.hidden = true;
    const box = make("div");
    box.append(...this.#leading(), ...this.#coming());
    head.replaceChildren(...this.#nextDouble(), box);
  }

  #nextDouble() {
    const { next } = this.#game;
    const double = next?.over ? null : (next?.double ?? null);
    return double === null ? [] : doubleOf(double, "hero");
  }

  #leading() {
    const leading = this.#game.seats.filter(({ id }) => this.#leaders.includes(id));
    const [first] = leading;
    if (!first) return this.#lowest();
    const names = this.#listed(leading);
    const total = this.#game.totals[first.id] ?? 0;
    return [make("p", this.#say("saysLeader", { names, total }), "lede")];
  }

  /** @param {{ name: string }[]} seats */
  #listed(seats) {
    const names = seats.map(({ name }) => name);
    const last = names.pop() ?? "";
    if (!names.length) return last;
    // Spanish "y" is "e" before what sounds like it.
    const and = /^h?[ií](?![aeo])/i.test(last) ? "saysAndBeforeI" : "saysAnd";
    return this.#say(and, { names: names.join(", "), last });
  }

  // Who leads is for the engine to say. Until it is there, who has the fewest points can be seen.
  #lowest() {
    const { totals, rounds } = this.#game;
    const seats = this.#game.seats.filter(({ ranked }) => ranked);
    if (!rounds.length || !seats.length) return [];
    const total = Math.min(...seats.map(({ id }) => totals[id] ?? 0));
    const lowest = seats.filter(({ id }) => (totals[id] ?? 0) === total);
    const names = this.#listed(lowest);
    return [make("p", this.#say("saysLowest", { names, total }), "lede")];
  }

  #coming() {
    const { next } = this.#game;
    if (!next) return [];
    if (next.over) return [make("p", this.#say("saysOver"))];
    const { number, double_name: double, how } = next;
    const starts = double ? this.#say("saysDouble", { double }) : "";
    return [make("p", `${this.#say("saysNext", { number })} ${starts} ${how}`)];
  }

  /** @param {HTMLElement} part */
  #drawMain(part) {
    const main = find(part, ".actions .button.main", HTMLAnchorElement);
    if (!main) return;
    const { code, next, next_round: number, rounds } = this.#game;
    const isTime = part.dataset.timeIsUp === "1" || rounds.at(-1)?.ending === "time";
    const isOver = Boolean(next?.over) || isTime;
    main.href = `/games/${code}/${isOver ? "finish" : `round/${number}`}/`;
    main.textContent = isOver ? this.#say("saysFinish") : this.#say("saysScore", { number });
    main.toggleAttribute("data-needs-network", isOver);
  }

  // The button that undoes, or that takes an undo back.
  /** @param {HTMLElement} part @param {string} selector @param {Newest | null} step @param {string} says */
  #drawStep(part, selector, step, says) {
    const form = find(part, selector, HTMLFormElement);
    if (!form) return;
    form.hidden = !step;
    if (!step) return;
    const { round: number, corrects } = step;
    const name = corrects ? `${says}Correction` : says;
    const text = number ? this.#say(name, { number }) : this.#say(`${says}Other`);
    need(form, "button", HTMLButtonElement).textContent = text;
  }
}

/** The number of the round that a line of the server is about, NaN in an empty sheet. */
/** @param {HTMLTableRowElement} row */
const numberOf = (row) => Number.parseInt(row.cells[0]?.textContent ?? "", 10);
