// What the dispute desk of a tablet shows, made from the templates of its page
// (scoring/_tablet_desk_parts.html) and the engine's answers.

import { all, find, need } from "../shared/dom.js";

/** @import { DeskClause, DeskQuestion, DeskState } from "../contract.js" */

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

/** @param {string} text */
export function itemOf(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

/**
 * Offer the choices of a field with radios; its first one is their pattern.
 *
 * @param {ParentNode} form
 * @param {string} name
 * @param {[value: string, text: string][]} choices
 */
export function offer(form, name, choices) {
  const group = find(form, `#id_${name}`, HTMLElement);
  const pattern = group?.firstElementChild;
  if (!group || !pattern) return;
  const rows = choices.map(([value, text], at) => {
    const row = /** @type {Element} */ (pattern.cloneNode(true));
    const label = need(row, "label", HTMLLabelElement);
    const input = need(row, "input", HTMLInputElement);
    input.id = `id_${name}_${at}`;
    label.htmlFor = input.id;
    input.value = value;
    label.replaceChildren(input, ` ${text}`);
    return row;
  });
  group.replaceChildren(...rows);
}

/** A form's fields, with the button that sent it. */
/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
export function fieldsOf(form, button = null) {
  const fields = new Map([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  if (button instanceof HTMLButtonElement && button.name) fields.set(button.name, button.value);
  return Object.fromEntries(fields);
}

/**
 * Say beside its field what of a question cannot be read, as the server's page does.
 *
 * @param {HTMLElement} place
 * @param {Record<string, string[]>} unread
 */
export function showUnread(place, unread) {
  for (const list of all(place, ".errorlist", HTMLElement)) list.remove();
  for (const [name, sentences] of Object.entries(unread)) {
    const list = document.createElement("ul");
    list.className = "errorlist";
    list.append(...sentences.map(itemOf));
    place
      .querySelector(`[name="${CSS.escape(name)}"]`)
      ?.closest(".field")
      ?.append(list);
  }
}

/** @param {DeskQuestion} question @param {boolean} canTakeBack */
export function questionOf(question, canTakeBack) {
  const part = partOf("desk-question");
  need(part, "[name=path]", HTMLInputElement).value = question.path;
  need(part, "h2", HTMLElement).textContent = question.text;
  const pattern = need(part, "[data-choice]", HTMLButtonElement);
  for (const choice of question.choices) {
    const button = /** @type {HTMLButtonElement} */ (pattern.cloneNode());
    button.value = choice.value;
    button.textContent = choice.label;
    pattern.before(button);
  }
  pattern.remove();
  for (const field of all(part, "[data-for]", HTMLElement)) {
    if (!field.dataset.for?.split(" ").includes(question.typed)) field.remove();
  }
  if (!question.typed) need(part, "[data-typed]", HTMLElement).remove();
  if (!canTakeBack) need(part, "[data-back]", HTMLElement).remove();
  return part;
}

/**
 * @param {NonNullable<DeskState["ruling"]>} ruling
 * @param {DeskClause[]} clauses
 * @param {string[]} changes
 */
export function rulingOf(ruling, clauses, changes) {
  const part = partOf("desk-ruling");
  need(part, ".ruling", HTMLElement).classList.add(ruling.class);
  need(part, ".answer", HTMLElement).textContent = ruling.word;
  need(part, ".lede", HTMLElement).textContent = ruling.because;
  const list = need(part, ".clauses", HTMLElement);
  const [term, text] = list.children;
  if (term && text) {
    list.replaceChildren(...clauses.flatMap((clause) => clauseOf(clause, term, text)));
  }
  if (!clauses.length) need(part, "[data-clauses]", HTMLElement).remove();
  if (!ruling.needs.length) need(part, "[data-needs]", HTMLElement).remove();
  need(part, "[data-changes] ul", HTMLElement).replaceChildren(...changes.map(itemOf));
  if (!changes.length) need(part, "[data-changes]", HTMLElement).remove();
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
