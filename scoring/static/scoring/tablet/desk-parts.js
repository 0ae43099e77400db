// What the dispute desk of a tablet shows, made from the templates of its page
// (scoring/_tablet_desk_parts.html) and the engine's answers.

import { all, find, need } from "../shared/dom.js";

/** @import { DeskClause, DeskControl, DeskReading, DeskState } from "../contract.js" */

/** A template's content, to be filled. @param {string} id @returns {DocumentFragment} */
export const partOf = (id) => copyOf(need(document, `#${id}`, HTMLTemplateElement));

/** @param {HTMLTemplateElement} template */
export const copyOf = (template) => document.importNode(template.content, true);

/** A notice with a sentence. @param {string} id @param {string} text */
export function noticeOf(id, text) {
  const part = partOf(id);
  need(part, "p", HTMLElement).append(text);
  return part;
}

/**
 * A form's fields as lists of values by name, with the button that sent it.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
export function fieldsOf(form, button = null) {
  /** @type {Record<string, string[]>} */
  const fields = {};
  for (const [name, value] of new FormData(form)) (fields[name] ??= []).push(String(value));
  if (button instanceof HTMLButtonElement && button.name) fields[button.name] = [button.value];
  return fields;
}

/**
 * Put into its fields what an address gives; of several fields of one name, each gets one value.
 *
 * @param {ParentNode} screen
 * @param {URLSearchParams} given
 * @returns {Record<string, string[]>} what the page has no field for yet
 */
export function fillIn(screen, given) {
  /** @type {Record<string, string[]>} */
  const others = {};
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    const fields = all(screen, `[name="${CSS.escape(name)}"]`, HTMLElement);
    if (!fields.length) others[name] = values;
    fields.forEach((field, at) => put(field, values, values[at] ?? ""));
  }
  return others;
}

/** @param {HTMLElement} field @param {string[]} values @param {string} own */
function put(field, values, own) {
  if (field instanceof HTMLSelectElement) field.value = own;
  if (!(field instanceof HTMLInputElement)) return;
  if (field.type === "radio" || field.type === "checkbox") {
    field.checked = values.includes(field.value);
  } else {
    field.value = own;
    const details = field.closest("details");
    if (own && details) details.open = true;
  }
}

/**
 * Leave only the seats that play this round, and draw those that came after the page was kept.
 *
 * @param {ParentNode} part
 * @param {string[]} seats
 * @param {Map<string, number>} colors by the names of the seats
 */
export function keepSeats(part, seats, colors) {
  const pattern = need(document, "#desk-newcomer", HTMLTemplateElement).dataset.name ?? "";
  const names = new Set(rowsOf(part).map(trainOf));
  const newcomers = seats.filter((seat) => !names.has(seat));
  for (const row of rowsOf(part)) {
    if (trainOf(row) !== pattern) continue;
    const rows = newcomers.map((name) => newcomerOf(row, pattern, name, colors.get(name) ?? 0));
    row.before(...rows);
  }
  const trains = [...seats, "mexican"];
  for (const row of rowsOf(part)) {
    const name = trainOf(row);
    if (name && !trains.includes(name)) row.remove();
  }
  countPasses(part, seats.length);
}

/**
 * Show the starting double of the round that is on: the page was kept in an earlier one.
 *
 * @param {ParentNode} part
 * @param {number | null} double
 */
export function keepHub(part, double) {
  const hub = find(part, ".hub", HTMLElement);
  const tile = double === null ? "" : `${double}-${double}`;
  if (!hub || hub.dataset["double"] === tile) return;
  const word = document.createElement("strong");
  word.textContent = tile;
  hub.replaceChildren(word);
}

/** The rows, answers and options that are about one train or seat. @param {ParentNode} part */
const rowsOf = (part) =>
  all(
    part,
    "[data-train], label:has([name=seat], [name=train], [name=second_train], [name=whose_turn]), option",
    HTMLElement,
  );

/** The train or seat that a row, an answer or an option is about. @param {HTMLElement} row */
function trainOf(row) {
  if (row.dataset.train) return row.dataset.train;
  if (row instanceof HTMLOptionElement) return row.dataset.seat ?? null;
  return need(row, "input", HTMLInputElement).value;
}

/**
 * The row of somebody who came late, made from the row that stands for nobody.
 *
 * @param {HTMLElement} row
 * @param {string} pattern the name that stands for nobody
 * @param {string} name
 * @param {number} color
 */
function newcomerOf(row, pattern, name, color) {
  const copy = /** @type {HTMLElement} */ (row.cloneNode(true));
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    text.data = text.data.replaceAll(pattern, name);
  }
  for (const element of [copy, ...all(copy, "*", HTMLElement)]) {
    for (const { name: attribute, value } of [...element.attributes]) {
      const isLink = attribute === "id" || attribute === "for";
      const mended = isLink ? `${value}-${color}` : value.replaceAll(pattern, name);
      element.setAttribute(attribute, mended);
    }
  }
  const marks = partOf("desk-newcomer").children;
  const mark = marks[color % marks.length];
  if (mark) find(copy, ".seat-mark", SVGElement)?.replaceWith(mark);
  if (copy.classList.contains("track")) copy.className = `track seat-${color % marks.length}`;
  return copy;
}

/** Let so many pass as sit there now: 0 to all. @param {ParentNode} part @param {number} count */
function countPasses(part, count) {
  const labels = all(part, 'label:has([name="turn.passes"])', HTMLElement);
  const numbered = labels.filter((label) => /^\d+$/.test(valueOf(label)));
  const everybody = numbered.at(-1);
  for (const label of numbered) {
    if (label !== everybody && Number(valueOf(label)) >= count) label.remove();
  }
  if (!everybody) return;
  const before = valueOf(everybody);
  need(everybody, "input", HTMLInputElement).value = String(count);
  everybody.lastChild?.replaceWith(everybody.textContent?.replace(before, String(count)) ?? "");
}

/** @param {HTMLElement} label */
const valueOf = (label) => need(label, "input", HTMLInputElement).value;

/** @param {DeskReading[]} readings */
export function readingsOf(readings) {
  const part = partOf("desk-readings");
  const pattern = need(part, "li", HTMLLIElement);
  readings.forEach(({ kind, title, facts, query }, at) => {
    const row = /** @type {Element} */ (pattern.cloneNode(true));
    const link = need(row, "a", HTMLAnchorElement);
    link.href = `#${kind}?${query}`;
    link.textContent = title;
    link.classList.toggle("main", at === 0);
    need(row, "p span", HTMLElement).textContent = facts.join(" ");
    if (!facts.length) need(row, "p", HTMLElement).remove();
    pattern.before(row);
  });
  pattern.remove();
  return part;
}

/** The answer so far: what is missing or wrong, what matters next, or the ruling. */
/** @param {DeskState} shown */
export function answerOf(shown) {
  const answer = document.createDocumentFragment();
  answer.append(...shown.wrong.map((sentence) => noticeOf("desk-error", sentence)));
  if (shown.rule) {
    const rule = partOf("desk-rule");
    need(rule, "strong", HTMLElement).textContent = shown.rule;
    answer.append(rule);
  }
  for (const sentence of shown.other_rules) {
    const other = document.createElement("p");
    other.textContent = sentence;
    answer.append(other);
  }
  if (shown.missing) {
    const missing = document.createElement("p");
    missing.className = "lede";
    missing.textContent = shown.missing;
    answer.append(missing);
  }
  if (shown.rule) answer.append(behindOf(shown.clauses));
  if (shown.ruling) answer.append(rulingOf(shown.ruling, shown.clauses));
  else if (shown.next) answer.append(nextOf(shown));
  answer.append(sentencesIn("desk-told", shown.sentences));
  answer.append(sentencesIn("desk-supposed", shown.supposed));
  answer.append(...shown.more.map(controlOf));
  return answer;
}

/** Sentences in a template; nothing without any. @param {string} id @param {string[]} sentences */
function sentencesIn(id, sentences) {
  if (!sentences.length) return "";
  const part = partOf(id);
  need(part, "span", HTMLElement).textContent = sentences.join(" ");
  return part;
}

/** @param {DeskState} shown */
function nextOf({ next, question, buttons, typed }) {
  const part = partOf("desk-next");
  need(part, "h2", HTMLElement).textContent = question;
  const pattern = need(part, "[data-quick]", HTMLButtonElement);
  for (const { value, label } of buttons) {
    const button = /** @type {HTMLButtonElement} */ (pattern.cloneNode());
    button.value = value;
    button.textContent = label;
    pattern.before(button);
  }
  pattern.remove();
  need(part, "[data-unknown]", HTMLButtonElement).value = `${next}=unknown`;
  if (typed) need(part, ".next-fact", HTMLElement).append(typedOf(typed));
  return part;
}

/** What can be typed of a fact whose answers are buttons. @param {DeskControl} control */
function typedOf(control) {
  const part = controlOf(control);
  for (const answer of all(part, "legend, label:has([type=radio])", HTMLElement)) answer.remove();
  return part;
}

/** @param {DeskControl} control */
function controlOf(control) {
  const part = partOf("desk-more");
  need(part, "fieldset", HTMLElement).dataset.fact = control.path;
  need(part, "legend", HTMLElement).textContent = control.text;
  const pattern = need(part, "[data-choice]", HTMLLabelElement);
  for (const { value, label } of control.choices) {
    const row = /** @type {Element} */ (pattern.cloneNode(true));
    need(row, "input", HTMLInputElement).value = value;
    need(row, "span", HTMLElement).textContent = label;
    pattern.before(row);
  }
  pattern.remove();
  for (const radio of all(part, "[type=radio]", HTMLInputElement)) {
    radio.name = control.path;
    radio.checked = radio.value === control.value;
  }
  for (const field of all(part, "[data-for]", HTMLElement)) {
    if (!field.dataset.for?.split(" ").includes(control.kind)) field.remove();
  }
  for (const input of all(part, "[name=typed]", HTMLInputElement)) {
    input.name = `${control.path}:${control.kind}`;
    input.value = control.typed;
    if (control.kind === "tiles") input.dataset.many = "";
  }
  return part;
}

/** A text whose tiles, such as 7-3, stay on one line. @param {string} text */
export const wholeTiles = (text) =>
  text.split(/(\d+-\d+)/).map((part, at) => {
    if (at % 2 === 0) return part;
    const tile = document.createElement("span");
    tile.className = "whole-tile";
    tile.textContent = part;
    return tile;
  });

/** @param {string} text */
function itemOf(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

/**
 * @param {NonNullable<DeskState["ruling"]>} ruling
 * @param {DeskClause[]} clauses
 */
function rulingOf(ruling, clauses) {
  const part = partOf("desk-ruling");
  need(part, ".ruling", HTMLElement).classList.add(ruling.class);
  need(part, ".answer", HTMLElement).textContent = ruling.word;
  const because = need(part, ".lede", HTMLElement);
  because.textContent = ruling.because;
  const steps = need(part, "[data-steps]", HTMLElement);
  steps.append(...ruling.steps.map(itemOf));
  (ruling.steps.length ? because : steps).remove();
  const options = need(part, "[data-options]", HTMLElement);
  need(options, "ul", HTMLElement).append(...ruling.options.map(itemOf));
  const words = ruling.isContradiction ? "[data-silent-words]" : "[data-readings-words]";
  need(options, words, HTMLElement).remove();
  // What it comes to by what nobody knows needs no words before it.
  if (ruling.open && !ruling.isContradiction) need(options, "p", HTMLElement).remove();
  if (!ruling.options.length) options.remove();
  if (!ruling.open) need(part, "[data-open]", HTMLElement).remove();
  part.append(partOf("desk-keep"), behindOf(clauses)); // as in scoring/_ruling.html
  return part;
}

/** The first clause behind an answer, and the others folded. @param {DeskClause[]} clauses */
function behindOf(clauses) {
  if (!clauses.length) return "";
  const part = partOf("desk-clauses");
  const list = need(part, "dl", HTMLElement);
  const term = need(list, "dt", HTMLElement);
  const text = need(list, "dd", HTMLElement);
  const [first, ...others] = clauses.map((clause) => clauseOf(clause, term, text));
  list.replaceChildren(...(first ?? []));
  const more = need(part, "details", HTMLElement);
  need(more, "dl", HTMLElement).append(...others.flat());
  if (!others.length) more.remove();
  return part;
}

/** @param {DeskClause} clause @param {Element} term @param {Element} text the patterns of both */
function clauseOf(clause, term, text) {
  const name = /** @type {Element} */ (term.cloneNode(true));
  const words = /** @type {Element} */ (text.cloneNode(true));
  need(name, "[data-id]", HTMLElement).textContent = clause.id;
  if (!clause.house) need(name, "[data-house]", HTMLElement).remove();
  need(words, "[data-text]", HTMLElement).textContent = clause.text;
  const quote = document.createElement("q");
  quote.lang = clause.language;
  quote.textContent = clause.quote;
  const source = [clause.source, ...(clause.quote ? [": ", quote] : [])];
  need(words, "small", HTMLElement).replaceChildren(...source);
  return [name, words];
}
