// Who went out, and totals or tiles: what a round's form shows follows what was tapped.
//
// A radio with data-went-out closes the seat whose data-seat is its value: the seat's fields are
// disabled, its [data-when-out] shows and its [data-when-in] hides. A radio with data-entry-mode
// shows the [data-mode] parts of its own value and hides the others, within its seat, or in the
// whole form when it stands in no seat. The form hears `seats:changed`.

const FIELDS = "input:not([type=hidden], [data-went-out]), select, textarea";

function entry(form) {
  function closeSeats() {
    const chosen = form.querySelector("[data-went-out]:checked")?.value;
    for (const seat of form.querySelectorAll("[data-seat]")) {
      const out = seat.dataset.seat === chosen;
      seat.classList.toggle("is-out", out);
      seat.querySelectorAll(FIELDS).forEach((field) => {
        field.disabled = out;
      });
      seat.querySelectorAll("[data-when-out]").forEach((part) => (part.hidden = !out));
      seat.querySelectorAll("[data-when-in]").forEach((part) => (part.hidden = out));
    }
  }

  function showModes() {
    const inForm = form.querySelector("[data-entry-mode]:checked:not([data-seat] *)")?.value;
    for (const part of form.querySelectorAll("[data-mode]")) {
      const seat = part.closest("[data-seat]");
      const mode = seat?.querySelector("[data-entry-mode]:checked")?.value || inForm;
      if (mode) part.hidden = part.dataset.mode !== mode;
    }
  }

  function refresh() {
    closeSeats();
    showModes();
    form.dispatchEvent(new CustomEvent("seats:changed", { bubbles: true }));
  }

  // The lower edge of the main action beside the keys; 0 where there is none.
  function mainBottom(desk) {
    return desk.querySelector(".actions .button.main")?.getBoundingClientRect().bottom || 0;
  }

  // After the tap that says who went out, the keys come into sight. A keyboard's choice, which may
  // still be on its way along the names, moves nothing.
  function bringKeys() {
    const shown = [...form.querySelectorAll("[data-keypad-for], [data-picker-for]")];
    const keys = shown.find((part) => !part.hidden);
    if (!keys) return;
    const desk = keys.closest(".desk") || keys;
    const below = Math.max(keys.getBoundingClientRect().bottom, mainBottom(desk));
    const room = desk.getBoundingClientRect().top;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const top = Math.min(below + 8 - window.innerHeight, room - 8);
    if (top > 0) window.scrollBy({ top, behavior: calm ? "auto" : "smooth" });
  }

  form.addEventListener("click", (event) => {
    const radio = event.target.closest("label")?.control || event.target;
    if (event.detail > 0 && radio.matches("[data-went-out]")) setTimeout(bringKeys, 50);
  });

  form.addEventListener("change", (event) => {
    const tapped = event.target;
    if (!tapped.matches("[data-went-out], [data-entry-mode]")) return;
    refresh();
    // A seat that goes over to tiles, or back, is the one to type for.
    const field = tapped.matches("[data-entry-mode]")
      ? tapped.closest("[data-seat]")?.querySelector(`[data-mode="${tapped.value}"] input`)
      : null;
    if (field) form.dispatchEvent(new CustomEvent("field:want", { detail: { field } }));
  });
  form.addEventListener("draft:restored", refresh);
  form.addEventListener("htmx:afterSettle", refresh);
  form.addEventListener("reset", () => setTimeout(refresh));
  refresh();
}

const started = new WeakSet();

function start() {
  for (const part of document.querySelectorAll("form[data-entry]")) {
    if (started.has(part)) continue;
    started.add(part);
    entry(part);
  }
}

start();
document.addEventListener("htmx:load", start); // what htmx brings later
