// The dispute desk's form: what matters next glows, and its answers are put where they belong.
//
// The answer itself comes from the server (htmx, in scoring/dispute_ask.html) or, on a tablet
// without network, from its own engine (tablet/desk.js). Both put a new #desk-answer into the page.

import { all, find } from "../shared/dom.js";

/**
 * The field that takes `value`: a radio or box to check, or a select.
 *
 * @param {ParentNode} screen
 * @param {string} path
 * @param {string} value
 */
function fieldFor(screen, path, value) {
  const name = CSS.escape(path);
  const tapped = find(
    screen,
    `input[name="${name}"][value="${CSS.escape(value)}"]`,
    HTMLInputElement,
  );
  return tapped ?? find(screen, `select[name="${name}"]`, HTMLSelectElement);
}

/** @param {HTMLInputElement | HTMLSelectElement} field @param {string} value */
function fill(field, value) {
  if (field instanceof HTMLSelectElement) field.value = value;
  else field.checked = true;
}

/**
 * A field for a fact that has none yet, beside its button: the next answer brings its own.
 *
 * @param {HTMLButtonElement} button
 * @param {string} path
 * @param {string} value
 */
function keep(button, path, value) {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = path;
  field.value = value;
  field.setAttribute("form", button.getAttribute("form") ?? "");
  button.after(field);
  return field;
}

/**
 * "Every double is covered" and an open double exclude each other. Who taps an open double has said
 * "Yes", and who takes "Yes" back takes back all open doubles.
 *
 * @param {ParentNode} screen
 * @param {HTMLInputElement} tapped
 */
function keepDoublesApart(screen, tapped) {
  if (tapped.name !== "uncovered") return;
  const isDouble = (/** @type {string} */ value) => value !== "none" && value !== "unknown";
  for (const box of all(screen, "input[name=uncovered]", HTMLInputElement)) {
    if (box === tapped) continue;
    const isBoth = isDouble(box.value) && isDouble(tapped.value);
    if (tapped.checked) box.checked = isBoth && (box.checked || box.value === "some");
    else if (tapped.value === "some" && isBoth) box.checked = false;
  }
}

/**
 * What is typed and what is tapped for the same fact exclude each other.
 *
 * @param {ParentNode} screen
 * @param {HTMLInputElement | HTMLSelectElement} changed
 */
function keepTypedApart(screen, changed) {
  const [path = "", kind] = changed.name.split(":");
  if (kind && changed.value) {
    for (const radio of all(screen, `input[name="${CSS.escape(path)}"]`, HTMLInputElement)) {
      radio.checked = false;
    }
  } else if (changed instanceof HTMLInputElement && changed.type === "radio" && changed.checked) {
    for (const typed of all(screen, `[name^="${CSS.escape(path)}:"]`, HTMLElement)) {
      if (typed instanceof HTMLInputElement || typed instanceof HTMLSelectElement) typed.value = "";
    }
  }
}

/** Ask which double came first only where there are two. @param {ParentNode} screen */
function askForOrder(screen) {
  const order = find(screen, "[data-first-double]", HTMLElement);
  const doubles = all(screen, ".track-double :checked", HTMLInputElement);
  if (order) order.hidden = doubles.length < 2;
}

/** Let the part of the table glow that matters next. @param {ParentNode} screen */
export function glow(screen) {
  const next = find(screen, "#desk-answer", HTMLElement)?.dataset.next ?? "";
  for (const part of all(screen, "[data-fact]", HTMLElement)) {
    part.classList.toggle("glows", next !== "" && part.dataset.fact === next);
  }
}

/** @param {HTMLElement} screen */
export function startDesk(screen) {
  /** @type {HTMLInputElement | null} the radio that was on when the finger came down */
  let wasOn = null;
  for (const submit of all(screen, ".desk-submit", HTMLElement)) submit.hidden = true;

  screen.addEventListener("click", (event) => {
    const { target } = event;
    if (target instanceof HTMLButtonElement && target.name === "quick") {
      const at = target.value.lastIndexOf("=");
      const field = fieldFor(screen, target.value.slice(0, at), target.value.slice(at + 1));
      event.preventDefault();
      if (field) fill(field, target.value.slice(at + 1));
      const changed = field ?? keep(target, target.value.slice(0, at), target.value.slice(at + 1));
      changed.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (target instanceof HTMLInputElement && target.type === "radio") {
      // A second tap takes an answer back.
      if (wasOn === target) {
        target.checked = false;
        target.dispatchEvent(new Event("change", { bubbles: true }));
        wasOn = null;
      } else {
        wasOn = target;
      }
    }
  });
  screen.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) keepDoublesApart(screen, target);
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      keepTypedApart(screen, target);
    }
    askForOrder(screen);
  });
  // The radios that a page comes with are on already.
  screen.addEventListener("pointerdown", ({ target }) => {
    const label = target instanceof Element ? target.closest("label") : null;
    const radio = label && find(label, "input[type=radio]", HTMLInputElement);
    wasOn = radio?.checked ? radio : null;
  });
  askForOrder(screen);
  new MutationObserver(() => glow(screen)).observe(screen, { childList: true });
  glow(screen);
}

const screen = find(document, ".desk-screen", HTMLElement);
if (screen && !find(document, "#tablet-desk", HTMLElement)) startDesk(screen);
