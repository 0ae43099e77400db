// Keeps what is typed in a form on this tablet until the server has it.
//
// A form with data-draft="<key>" is kept at each input under that key, and put back when the page
// loads again: fields, choices, and the entry's own key, by which the server knows a round that is
// sent twice. <meta name="draft-done" content="<key>"> ends the draft. A form with data-bound="1"
// shows what the server sent back with its faults; its values win. The form hears `draft:restored`.
// What is said, and the buttons, are in scoring/_kept.html.

const PREFIX = "roundhouse:draft:";

function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Pages on a local network without https have no randomUUID.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// A private window may refuse the store at any call; then nothing is kept, and the line says so.
const store = {
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key));
    } catch {
      return null;
    }
  },
  write(key, values) {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(values));
      return true;
    } catch {
      return false;
    }
  },
  drop(key) {
    try {
      localStorage.removeItem(PREFIX + key);
    } catch {
      // Nothing could be kept, so nothing is left.
    }
  },
};

// What the server hides in the page, such as what it has seen of the game, is the server's to say.
const kept = (field) =>
  field.name &&
  !/^(file|password|submit|button|image)$/.test(field.type) &&
  (field.type !== "hidden" || field.matches(".device-key"));
const chosen = (field) => field.type === "radio" || field.type === "checkbox";

function valuesOf(form) {
  const values = {};
  for (const field of form.elements) {
    if (!kept(field)) continue;
    values[field.name] = values[field.name] || [];
    if (field.type === "select-multiple") {
      values[field.name].push(...[...field.selectedOptions].map((option) => option.value));
    } else if (!chosen(field) || field.checked) {
      values[field.name].push(field.value);
    }
  }
  return values;
}

// Puts values into the form's fields, in order where a name stands more than once. Answers
// whether anything but the device's key changed.
function putBack(form, values) {
  const seen = {};
  let changed = false;
  for (const field of form.elements) {
    if (!kept(field) || !(field.name in values)) continue;
    const wanted = values[field.name];
    if (chosen(field)) {
      const checked = wanted.includes(field.value);
      changed = changed || checked !== field.checked;
      field.checked = checked;
    } else if (field.type === "select-multiple") {
      for (const option of field.options) option.selected = wanted.includes(option.value);
    } else {
      const place = seen[field.name] || 0;
      seen[field.name] = place + 1;
      if (place >= wanted.length) continue;
      if (field.value !== wanted[place] && !field.matches(".device-key")) changed = true;
      field.value = wanted[place];
    }
  }
  return changed;
}

function draft(form) {
  const key = form.dataset.draft;
  const line =
    form.querySelector("[data-draft-line]") ||
    document.querySelector(`[data-draft-line="${CSS.escape(key)}"]`);
  const says = line?.querySelector("[data-draft-says]");
  const clear = line?.querySelector("[data-draft-clear]");
  const undo = line?.querySelector("[data-draft-undo]");
  let cleared = null;

  function say(which) {
    if (!line) return;
    line.hidden = false;
    const sentence = line.dataset[which];
    if (says.textContent !== sentence) says.textContent = sentence;
    clear.hidden = which === "saysCleared" || which === "saysCannot";
    undo.hidden = which !== "saysCleared";
  }

  function deviceKey(anew) {
    for (const field of form.querySelectorAll("input.device-key")) {
      if (anew || !field.value) field.value = newKey();
    }
  }

  function keep() {
    return store.write(key, valuesOf(form));
  }

  function tell(name) {
    form.dispatchEvent(new CustomEvent(name, { bubbles: true }));
  }

  function start() {
    const before = store.read(key);
    const bound = form.dataset.bound === "1";
    let restored = false;
    if (before && !bound) restored = putBack(form, before);
    else if (before) keepDeviceKey(before);
    deviceKey(false);
    if (bound) {
      say(keep() ? "saysKept" : "saysCannot");
    } else if (restored) {
      say("saysRestored");
    }
    if (!restored) return;
    // htmx listens from DOMContentLoaded on, and this script runs before it.
    if (document.readyState === "complete") tell("draft:restored");
    else addEventListener("DOMContentLoaded", () => tell("draft:restored"), { once: true });
  }

  // The server's values win, but the entry is still the same entry.
  function keepDeviceKey(before) {
    for (const field of form.querySelectorAll("input.device-key")) {
      if (!field.value) field.value = before[field.name]?.[0] || "";
    }
  }

  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  function changed() {
    cleared = null;
    say(keep() ? "saysKept" : "saysCannot");
  }

  clear?.addEventListener("click", () => {
    cleared = valuesOf(form);
    form.reset();
    deviceKey(true);
    store.drop(key);
    say("saysCleared");
    undo.focus();
    tell("draft:restored");
  });

  undo?.addEventListener("click", () => {
    if (!cleared) return;
    putBack(form, cleared);
    cleared = null;
    say(keep() ? "saysRestored" : "saysCannot");
    clear.focus();
    tell("draft:restored");
  });

  start();
}

const started = new WeakSet();

function startAll() {
  for (const done of document.querySelectorAll('meta[name="draft-done"]')) store.drop(done.content);
  for (const form of document.querySelectorAll("form[data-draft]")) {
    if (started.has(form)) continue;
    started.add(form);
    draft(form);
  }
}

startAll();
document.addEventListener("htmx:load", startAll); // what htmx brings later
