// The whole set as dominoes, for one seat at a time: one tap lays a tile in the seat's hand.
//
// A seat's hand is the text of its input with data-picker (data-seat-name says whose), "3-7 5-5";
// typing there and tapping here are the same. A tile in another hand, and the starting double, are
// shown as taken, with the name of who has it. The markup is scoring/_picker.html.

const TILE = /(\d{1,3})\s*-\s*(\d{1,3})/g;
const NUMERALS = "roundhouse:numerals";

const lowFirst = (one, other) => (one <= other ? `${one}-${other}` : `${other}-${one}`);
const tilesIn = (text) => [...text.matchAll(TILE)].map((m) => lowFirst(Number(m[1]), Number(m[2])));
const fill = (sentence, words) => sentence.replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole);

// Without the first of these tiles; what else stands in the text stays as it was typed.
function without(text, tile) {
  let gone = false;
  return text
    .replace(TILE, (written, one, other) => {
      if (gone || lowFirst(Number(one), Number(other)) !== tile) return written;
      gone = true;
      return "";
    })
    .replace(/\s{2,}/g, " ")
    .trim();
}

function picker(root) {
  const form = document.getElementById(root.dataset.pickerFor);
  if (!form) return;
  const grid = root.querySelector("[data-picker-grid]");
  const seats = root.querySelector("[data-picker-seats]");
  const status = root.querySelector("[data-picker-status]");
  const numerals = root.querySelector("[data-picker-numerals]");
  const buttons = [...grid.querySelectorAll("[data-tile]")];
  let active = null;

  const inputs = () =>
    [...form.querySelectorAll("input[data-picker]")].filter(
      (input) => !input.disabled && input.offsetParent !== null,
    );
  const nameOf = (input) => input.dataset.seatName || "";

  // ---- what is shown

  function say(sentence, words) {
    status.textContent = fill(root.dataset[sentence] || "", words);
  }

  function sayHand() {
    const hand = tilesIn(active.value);
    for (const input of inputs()) {
      const twice = input !== active && tilesIn(input.value).find((tile) => hand.includes(tile));
      if (twice) {
        say("saysTwice", { tile: twice, seat: nameOf(active), who: nameOf(input) });
        return;
      }
    }
    const count = hand.length;
    const which = count === 0 ? "saysCountNone" : count === 1 ? "saysCountOne" : "saysCount";
    say(which, { seat: nameOf(active), count });
  }

  function markTaken(button, who) {
    let label = button.querySelector(".who");
    if (!who) {
      label?.remove();
      button.removeAttribute("aria-disabled");
      delete button.dataset.takenBy;
      button.setAttribute("aria-label", button.dataset.name);
      return;
    }
    if (!label) {
      label = document.createElement("span");
      label.className = "who";
      label.setAttribute("aria-hidden", "true");
      button.append(label);
    }
    label.textContent = who;
    button.dataset.takenBy = who;
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-label", `${button.dataset.name}, ${who}`);
  }

  function showTiles() {
    if (!active) return;
    const own = new Set(tilesIn(active.value));
    const others = new Map();
    for (const input of inputs()) {
      if (input === active) continue;
      for (const tile of tilesIn(input.value)) others.set(tile, nameOf(input));
    }
    for (const button of buttons) {
      const tile = button.dataset.tile;
      button.setAttribute("aria-pressed", String(own.has(tile)));
      const holder = own.has(tile) ? "" : button.dataset.inHub || others.get(tile) || "";
      markTaken(button, holder);
    }
  }

  function showSeats() {
    seats.replaceChildren(
      ...inputs().map((input) => {
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("aria-pressed", String(input === active));
        const mark = input.closest("[data-seat], .seat-row")?.querySelector("svg.seat-mark");
        if (mark) button.append(mark.cloneNode(true));
        button.append(nameOf(input), " ");
        const count = document.createElement("span");
        count.className = "count";
        count.textContent = tilesIn(input.value).length || "";
        button.append(count);
        button.addEventListener("click", () => {
          activate(input);
          seats.children[inputs().indexOf(input)]?.focus();
        });
        return button;
      }),
    );
  }

  function show() {
    showSeats();
    showTiles();
  }

  // Lying, standing, or each suit by itself: as the width of a cell allows.
  function fit() {
    grid.classList.remove("wraps", "stands");
    const columns = Number(getComputedStyle(grid).getPropertyValue("--columns"));
    const head = grid.querySelector(".head").offsetWidth;
    const cell = (grid.clientWidth - 2 * head) / columns;
    grid.classList.toggle("wraps", cell < 48);
    grid.classList.toggle("stands", cell >= 48 && cell < 62);
  }

  // ---- which seat

  function activate(input) {
    active?.classList.remove("is-active");
    active = input;
    root.hidden = !input;
    if (!input) return;
    input.classList.add("is-active");
    form.dispatchEvent(
      new CustomEvent("field:active", { detail: { field: input, kind: "picker" } }),
    );
    show();
    sayHand();
    fit();
  }

  function refresh() {
    const open = inputs();
    const keypadHasIt = [...form.querySelectorAll("input[data-keypad]")].some(
      (field) => !field.disabled && field.offsetParent !== null,
    );
    if (!open.length) activate(null);
    else if (open.includes(active)) show();
    else if (keypadHasIt) activate(null);
    else activate(open.find((input) => input.value.trim() === "") || open[0]);
  }

  // ---- taps and keys

  function toggle(button) {
    const tile = button.dataset.tile;
    const name = button.dataset.name;
    if (button.getAttribute("aria-disabled") === "true") {
      const taken = button.dataset.inHub ? "saysHub" : "saysTaken";
      say(taken, { tile: name, who: button.dataset.takenBy, seat: nameOf(active) });
      return;
    }
    const held = tilesIn(active.value).includes(tile);
    active.value = held ? without(active.value, tile) : `${active.value.trim()} ${tile}`.trim();
    active.dispatchEvent(new InputEvent("input", { bubbles: true }));
    active.dispatchEvent(new Event("change", { bubbles: true }));
    sayHand();
  }

  // One stop for the tab key; the arrows go to the nearest tile that way.
  function stopAt(button) {
    for (const other of buttons) other.tabIndex = other === button ? 0 : -1;
  }

  function step(from, right, down) {
    const box = from.getBoundingClientRect();
    let best = null;
    let least = Infinity;
    for (const button of buttons) {
      if (button === from) continue;
      const at = button.getBoundingClientRect();
      const across = at.left + at.width / 2 - box.left - box.width / 2;
      const along = at.top + at.height / 2 - box.top - box.height / 2;
      const ahead = right ? across * right : along * down;
      const aside = Math.abs(right ? along : across);
      if (ahead < 4 || (right && aside > box.height / 2)) continue;
      const far = ahead + 4 * aside;
      if (far < least) [best, least] = [button, far];
    }
    return best;
  }

  const ARROWS = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
  };

  grid.addEventListener("click", (event) => {
    const button = event.target.closest("[data-tile]");
    if (button && active) toggle(button);
  });
  grid.addEventListener("keydown", (event) => {
    const button = event.target.closest("[data-tile]");
    if (!button) return;
    const at = buttons.indexOf(button);
    let to = null;
    if (event.key in ARROWS) to = step(button, ...ARROWS[event.key]);
    else if (event.key === "Home") to = buttons[0];
    else if (event.key === "End") to = buttons[buttons.length - 1];
    else return;
    event.preventDefault();
    to = to || buttons[at];
    stopAt(to);
    to.focus();
  });
  grid.addEventListener("focusin", (event) => {
    const button = event.target.closest("[data-tile]");
    if (button) stopAt(button);
  });

  numerals?.addEventListener("click", () => setNumerals(!grid.classList.contains("numerals")));

  function setNumerals(on) {
    grid.classList.toggle("numerals", on);
    numerals?.setAttribute("aria-pressed", String(on));
    try {
      localStorage.setItem(NUMERALS, on ? "1" : "");
    } catch {
      // Not kept for the next round: the button is still there.
    }
  }

  function keptNumerals() {
    try {
      return localStorage.getItem(NUMERALS) === "1";
    } catch {
      return false;
    }
  }

  form.addEventListener("focusin", (event) => {
    if (event.target.matches("input[data-picker]") && event.target !== active) {
      activate(event.target);
    }
  });
  form.addEventListener("input", (event) => {
    if (!event.target.matches("input[data-picker]") || !active) return;
    show();
    if (event.target === active) sayHand();
  });
  form.addEventListener("field:active", (event) => {
    if (event.detail.kind === "keypad") activate(null);
  });
  form.addEventListener("field:want", (event) => {
    if (inputs().includes(event.detail.field)) activate(event.detail.field);
  });
  for (const name of ["seats:changed", "draft:restored", "htmx:afterSettle", "reset"]) {
    form.addEventListener(name, () => setTimeout(refresh));
  }
  window.addEventListener("resize", fit);

  for (const button of buttons) button.dataset.name = button.getAttribute("aria-label");
  stopAt(buttons[0]);
  setNumerals(keptNumerals());
  refresh();
}

const started = new WeakSet();

function start() {
  for (const part of document.querySelectorAll("[data-picker-for]")) {
    if (started.has(part)) continue;
    started.add(part);
    picker(part);
  }
}

start();
document.addEventListener("htmx:load", start); // what htmx brings later
