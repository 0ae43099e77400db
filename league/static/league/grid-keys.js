// The keys of a grid that is typed from paper: table[data-grid-keys].
//
// Enter goes down, as in a spreadsheet; after the last line it goes to #look. Tab goes on to the next
// field, past a name and a table that are there already: with them, only numbers are typed. Going
// back, Shift and Tab stop everywhere, so each name can be reached.

import { all, find } from "../scoring/shared/dom.js";

/** @param {string} name such as "total-3-1" */
const partOf = (name) => name.split("-")[0] ?? "";

/** The field under this one, in the next line of somebody at a table; null after the last.
 *
 * @param {HTMLTableElement} table
 * @param {HTMLInputElement} field
 */
function below(table, field) {
  const [part, line = "", game = ""] = field.name.split("-");
  const value = (/** @type {string} */ name) =>
    find(table, `[name="${name}"]`, HTMLInputElement)?.value;
  for (let next = Number(line) + 1; ; next += 1) {
    const name = value(`name-${next}`);
    if (name === undefined) return null;
    // In a grid that is not filled in yet, names are typed one below the other.
    if (
      part === "name" ||
      (name && (!game || part === "table" || value(`table-${next}-${game}`)))
    ) {
      return find(
        table,
        `[name="${[part, next, game].filter(Boolean).join("-")}"]`,
        HTMLInputElement,
      );
    }
  }
}

/** The next field in which something has to be typed; null after the last.
 *
 * @param {HTMLTableElement} table
 * @param {HTMLInputElement} field
 */
function after(table, field) {
  const fields = all(table, 'input:not([type="hidden"])', HTMLInputElement);
  const later = fields.slice(fields.indexOf(field) + 1);
  return (
    later.find(({ name, value }) => !value || !["name", "table"].includes(partOf(name))) ?? null
  );
}

/** @param {KeyboardEvent} event */
const isAlone = ({ ctrlKey, altKey, metaKey, shiftKey, isComposing }) =>
  !(ctrlKey || altKey || metaKey || shiftKey || isComposing);

for (const table of all(document, "table[data-grid-keys]", HTMLTableElement)) {
  table.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !isAlone(event)) return;
    const isEnter = event.key === "Enter";
    if (!isEnter && event.key !== "Tab") return;
    const goesDown = isEnter && partOf(field.name) !== "rounds";
    const next = goesDown ? below(table, field) : after(table, field);
    if (!next && !isEnter) return;
    event.preventDefault();
    (next ?? find(document, "#look", HTMLButtonElement))?.focus();
    next?.select();
  });
}
