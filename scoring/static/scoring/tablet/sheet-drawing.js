// Draws on the score sheet's page what waits on this tablet; the server's own part stays beneath.

import { find, need } from "../shared/dom.js";
import { howOf, listed } from "./coming.js";
import { countedPoints } from "./standings.js";
import { canShow } from "./with-waiting.js";

/** @import { Cell, Newest, Round, Seat } from "../contract.js" */
/** @import { PresentGame } from "./with-waiting.js" */
/** @import { Say } from "./coming.js" */

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

/** A sentence of the site in which the names stand in bold. @param {string} sentence */
function inBold(sentence) {
  const parts = sentence.split(/<\/?strong>/);
  return parts.map((part, at) => (at % 2 ? make("strong", part) : part));
}

/** The lines, totals and buttons of a sheet's page, made from a game. */
export class SheetDrawing {
  #say;
  #game;
  /** Whether the server's page says that no other round begins. */
  #isTime = false;

  /** @param {Say} say @param {PresentGame} game */
  constructor(say, game) {
    this.#say = say;
    this.#game = game;
  }

  /** @param {HTMLElement} part @param {HTMLTableElement} table */
  draw(part, table) {
    this.#isTime = part.dataset.timeIsUp === "1";
    this.#drawRounds(table);
    this.#drawTotals(table);
    this.#drawCameIn(table);
    this.#drawNext(part);
    this.#drawMain(part);
    const { last, redo } = this.#game;
    const isOfOneRound = last?.corrects && redo?.corrects && last.round === redo.round;
    const undo = canShow(this.#game, false) ? last : null;
    const again = canShow(this.#game, true) ? redo : null;
    this.#drawStep(part, "[data-undo]", undo, "saysUndo", isOfOneRound ? "Older" : "Correction");
    this.#drawStep(part, "[data-redo]", again, "saysRedo", isOfOneRound ? "Newer" : "Correction");
    const line = find(part, "[data-redo-line]", HTMLElement);
    if (!line) return;
    line.hidden = !again;
    line.textContent = again ? this.#say("saysBringsBack") : "";
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
      // A round as it was before a correction that was undone here is another entry than the page's.
      if (present && !round.waiting && isEntry(present, round)) {
        this.#retotal(present, totals);
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

  // A correction of an earlier round that waits moves the server's own running totals as well.
  /** @param {HTMLTableRowElement} row @param {Map<number, number>} totals */
  #retotal(row, totals) {
    for (const [at, { id }] of this.#game.seats.entries()) {
      const running = row.cells[at + 1]?.querySelector(".running")?.lastChild;
      if (running) running.nodeValue = String(totals.get(id) ?? 0);
    }
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
    if (round.run_off) head.append(" ", make("small", this.#say("saysRunOff"), "word"));
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
    box.dataset.short = seat.short ?? seat.name;
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
      const leads = this.#game.leaders.some(({ id }) => id === seat.id);
      box.classList.toggle("leader", leads);
      box.textContent = String(this.#game.totals[seat.id] ?? 0);
      if (leads) box.append(make("span", this.#say("saysLeads"), "lead-mark"));
      else if (!seat.ranked) box.append(make("small", this.#say("saysNotRanked")));
    }
  }

  // As scoring/_sheet_came_in.html: a correction may change what those began with who came late.
  /** @param {HTMLTableElement} table */
  #drawCameIn(table) {
    const { seats } = this.#game;
    const head = make("th");
    head.scope = "row";
    head.append(make("small", this.#say("saysCameIn"), "word"));
    const row = make("tr", "", "came-in");
    row.append(head, ...seats.map((seat) => this.#begun(seat)));
    const rows = seats.some(({ entry_total: total }) => total) ? [row] : [];
    need(table, "tfoot", HTMLTableSectionElement).replaceChildren(...rows);
  }

  /** @param {Seat} seat */
  #begun({ name, short, color, entry_total: total, from_round: number }) {
    const box = make("td", total || "–", `seat-${color % COLORS}`);
    box.dataset.seatName = name;
    box.dataset.short = short ?? name;
    box.classList.toggle("not-played", !total);
    if (total) box.append(" ", make("small", this.#say("saysRoundWord", { number })));
    return box;
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
    const { next, over } = this.#game;
    const double = over || this.#isTime ? null : (next?.double ?? null);
    return double === null ? [] : doubleOf(double, "hero");
  }

  // As scoring/_leaders.html says it.
  #leading() {
    const { leaders, seats, totals, run_offs_after: runOffsAfter } = this.#game;
    const [first] = leaders;
    if (!first) return [];
    const totalOf = (/** @type {Seat} */ { id }) => totals[id] ?? 0;
    const total = totalOf(first);
    const others = seats.filter((seat) => seat.ranked && !leaders.includes(seat));
    const ahead = Math.min(...others.map(totalOf)) - total;
    const isRunOffWon = ahead === 0 && this.#game.rounds.length > (runOffsAfter ?? Infinity);
    const names = listed(this.#say, leaders);
    const ofOne = isRunOffWon ? "saysRunOffWon" : others.length ? "saysAhead" : "saysHas";
    const sentence = leaders.length > 1 ? "saysShared" : ofOne;
    const line = make("p", "", "lede");
    line.append(...inBold(this.#say(sentence, { names, name: names, total, margin: ahead })));
    return [line];
  }

  #coming() {
    const { next, next_round: number, over, tied } = this.#game;
    if (over) return [make("p", this.#say("saysOver"))];
    if (this.#isTime || (!next && !tied.length)) return [];
    const [double, how] = [next?.double_name, howOf(this.#say, this.#game)];
    const starts = double ? this.#say("saysDouble", { double }) : "";
    return [make("p", `${this.#say("saysNext", { number })} ${starts} ${how}`)];
  }

  /** @param {HTMLElement} part */
  #drawMain(part) {
    const main = find(part, ".actions .button.main", HTMLAnchorElement);
    if (!main) return;
    const { code, over, next_round: number } = this.#game;
    const isOver = over || this.#isTime;
    main.href = `/games/${code}/${isOver ? "finish" : `round/${number}`}/`;
    main.textContent = isOver ? this.#say("saysFinish") : this.#say("saysScore", { number });
    main.toggleAttribute("data-needs-network", isOver);
  }

  // The button that undoes, or that takes an undo back.
  /** @param {HTMLElement} part @param {string} selector @param {Newest | null} step @param {string} says @param {string} which of a correction */
  #drawStep(part, selector, step, says, which) {
    const form = find(part, selector, HTMLFormElement);
    if (!form) return;
    form.hidden = !step;
    if (!step) return;
    const { round: number, corrects, chooses } = step;
    const name = `${says}${chooses ? "Choice" : corrects ? which : ""}`;
    const text = number ? this.#say(name, { number }) : this.#say(`${says}Other`);
    need(form, "button", HTMLButtonElement).textContent = text;
  }
}

/** Whether a line of the server is this entry; a page that an older version kept says nothing. */
/** @param {HTMLTableRowElement} row @param {Round} round */
const isEntry = ({ dataset }, { entry }) => !dataset["entry"] || dataset["entry"] === String(entry);

/** The number of the round that a line of the server is about, NaN in an empty sheet. */
/** @param {HTMLTableRowElement} row */
const numberOf = (row) => Number.parseInt(row.cells[0]?.textContent ?? "", 10);
