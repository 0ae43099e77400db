// What the dispute desk of a tablet shows, made from the templates of its page
// (scoring/_tablet_desk_parts.html) and the engine's answers.

import { all, need } from "../shared/dom.js";

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
 * Leave only the seats that play this round.
 *
 * @param {ParentNode} part
 * @param {string[]} seats
 */
export function keepSeats(part, seats) {
  const trains = [...seats, "mexican"];
  const rows = all(part, "[data-train], label:has([name=seat], [name=train]), option", HTMLElement);
  for (const row of rows) {
    const name = trainOf(row);
    if (name !== null && !trains.includes(name)) row.remove();
  }
}

/** The train or seat that a row, an answer or an option is about. @param {HTMLElement} row */
function trainOf(row) {
  if (row.dataset.train) return row.dataset.train;
  if (row instanceof HTMLOptionElement) return row.dataset.seat ?? null;
  return need(row, "input", HTMLInputElement).value;
}

/** @param {DeskReading[]} readings */
export function readingsOf(readings) {
  const part = partOf("desk-readings");
  const pattern = need(part, "li", HTMLLIElement);
  readings.forEach(({ kind, title, query }, at) => {
    const row = /** @type {Element} */ (pattern.cloneNode(true));
    const link = need(row, "a", HTMLAnchorElement);
    link.href = `#${kind}?${query}`;
    link.textContent = title;
    link.classList.toggle("main", at === 0);
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
  if (shown.missing) {
    const missing = document.createElement("p");
    missing.className = "lede";
    missing.textContent = shown.missing;
    answer.append(missing);
  }
  if (shown.ruling) answer.append(rulingOf(shown.ruling, shown.clauses));
  else if (shown.next) answer.append(nextOf(shown));
  if (shown.sentences.length) {
    const facts = partOf("desk-told");
    need(facts, "span", HTMLElement).textContent = shown.sentences.join(" ");
    answer.append(facts);
  }
  answer.append(...shown.more.map(controlOf));
  if (shown.ruling) answer.append(partOf("desk-keep"));
  return answer;
}

/** @param {DeskState} shown */
function nextOf({ next, question, buttons }) {
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
  if (!ruling.options.length) options.remove();
  const list = need(part, "dl", HTMLElement);
  const term = need(list, "dt", HTMLElement);
  const text = need(list, "dd", HTMLElement);
  const [first, ...others] = clauses.map((clause) => clauseOf(clause, term, text));
  list.replaceChildren(...(first ?? []));
  const more = need(part, "details", HTMLElement);
  need(more, "dl", HTMLElement).append(...others.flat());
  if (!others.length) more.remove();
  if (!clauses.length) need(part, "[data-clauses]", HTMLElement).remove();
  if (!ruling.open) need(part, "[data-open]", HTMLElement).remove();
  return part;
}

/** @param {DeskClause} clause @param {Element} term @param {Element} text the patterns of both */
function clauseOf(clause, term, text) {
  const name = /** @type {Element} */ (term.cloneNode(true));
  const words = /** @type {Element} */ (text.cloneNode(true));
  need(name, "[data-id]", HTMLElement).textContent = clause.id;
  if (!clause.house) need(name, "[data-house]", HTMLElement).remove();
  need(words, "[data-text]", HTMLElement).textContent = clause.text;
  const source = [clause.source, clause.quote].filter(Boolean).join(": ");
  need(words, "small", HTMLElement).textContent = source;
  return [name, words];
}
