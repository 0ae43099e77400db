// One keypad for all the totals of a form: taps type in the active field, "next" goes on.
//
// Fields are the form's inputs with data-keypad, data-seat-name says whose; the keys come from
// scoring/_keypad.html. A field keeps its native events: each key fires `input`, leaving a field
// fires `change`. Disabled and hidden fields are passed over.

const MOST_FIGURES = 5;

function keypad(root) {
  const form = document.getElementById(root.dataset.keypadFor);
  if (!form) return;
  const seat = root.querySelector("[data-keypad-seat]");
  const value = root.querySelector("[data-keypad-value]");
  const settled = new WeakMap(); // the value that the last `change` of a field told
  let active = null;

  const fields = () =>
    [...form.querySelectorAll("input[data-keypad]")].filter(
      (field) => !field.disabled && !field.readOnly && field.offsetParent !== null,
    );

  // The system's own keyboard stays away while this one is here.
  function prepare() {
    for (const field of form.querySelectorAll("input[data-keypad]")) {
      field.inputMode = "none";
      if (!settled.has(field)) settled.set(field, field.value);
    }
  }

  function show() {
    if (!active) return;
    seat.textContent = active.dataset.seatName || "";
    value.textContent = active.value;
  }

  function settle(field) {
    if (field && field.value !== settled.get(field)) {
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  function activate(field) {
    if (active !== field) {
      settle(active);
      active?.classList.remove("is-active");
      active?.removeAttribute("aria-current");
    }
    active = field;
    if (!field) return;
    field.classList.add("is-active");
    field.setAttribute("aria-current", "true");
    root.hidden = false;
    show();
    form.dispatchEvent(new CustomEvent("field:active", { detail: { field, kind: "keypad" } }));
  }

  // What can be typed in may have changed: who went out, totals or tiles, what the server sent.
  function refresh() {
    prepare();
    const open = fields();
    if (!open.length) {
      activate(null);
      root.hidden = true;
      return;
    }
    if (!open.includes(active)) {
      const picked = form.querySelector("input[data-picker].is-active:enabled");
      if (picked && picked.offsetParent !== null) activate(null);
      else activate(open.find((field) => field.value === "") || open[0]);
    }
    show();
  }

  function replace(field, digits) {
    const inside = document.activeElement === field;
    const from = inside ? field.selectionStart : field.value.length;
    const to = inside ? field.selectionEnd : field.value.length;
    const start = digits === "" && from === to ? Math.max(0, from - 1) : from;
    if (digits && field.value.length - (to - from) >= MOST_FIGURES) return;
    field.setRangeText(digits, start, to, "end");
    field.dispatchEvent(
      new InputEvent("input", {
        bubbles: true,
        data: digits || null,
        inputType: digits ? "insertText" : "deleteContentBackward",
      }),
    );
  }

  // By a tap the page stays where it is, or the keys would move away under the finger.
  function next(tapped) {
    const open = fields();
    const following = open[open.indexOf(active) + 1];
    if (following) {
      following.focus({ preventScroll: tapped });
      following.select();
      return;
    }
    settle(active);
    const main = form.querySelector(".button.main") || form.querySelector("[type=submit]");
    main?.focus();
  }

  function press(key) {
    if (!active || !fields().includes(active)) refresh();
    if (!active) return;
    if (key === "next") next(true);
    else if (key === "back") replace(active, "");
    else replace(active, key);
    show();
  }

  // A tap on a key leaves the caret where it is.
  root.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-key]")) event.preventDefault();
  });
  root.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });

  form.addEventListener("focusin", (event) => {
    const field = event.target;
    if (!field.matches("input[data-keypad]")) return;
    activate(field);
    field.select();
  });
  form.addEventListener("focusout", (event) => {
    if (event.target.matches("input[data-keypad]")) settle(event.target);
  });
  form.addEventListener("keydown", (event) => {
    // Enter in a total means "next", as on the keypad: nobody records half a round by it.
    if (event.key !== "Enter" || !event.target.matches("input[data-keypad]")) return;
    event.preventDefault();
    next(false);
  });
  form.addEventListener("input", (event) => {
    if (event.target === active) show();
  });
  form.addEventListener("change", (event) => {
    const field = event.target;
    if (field.matches("input[data-keypad]")) settled.set(field, field.value);
    else refresh();
  });
  form.addEventListener("field:active", (event) => {
    if (event.detail.kind !== "picker") return;
    activate(null);
    root.hidden = true;
  });
  form.addEventListener("field:want", (event) => {
    if (fields().includes(event.detail.field)) activate(event.detail.field);
  });
  for (const name of ["seats:changed", "draft:restored", "htmx:afterSettle", "reset"]) {
    form.addEventListener(name, () => setTimeout(refresh));
  }
  refresh();
}

const started = new WeakSet();

function start() {
  for (const part of document.querySelectorAll("[data-keypad-for]")) {
    if (started.has(part)) continue;
    started.add(part);
    keypad(part);
  }
}

start();
document.addEventListener("htmx:load", start); // what htmx brings later
