// The state of this tablet, said plainly on each page: where what was recorded is, and what cannot
// be done while there is no network. It also has the pages and files of a game kept.
//
// The line is #tablet-state (scoring/_tablet_state.html); its sentences are its data-says-*. Links and
// buttons with data-needs-network say so while the server cannot be reached.

(() => {
  const line = document.getElementById("tablet-state");
  if (!line) return;
  const says = line.querySelector("[data-says]");
  const list = line.querySelector("[data-waiting-list]");
  const code = line.dataset.game || "";
  const { roundhouseOutbox: outbox, roundhouseTablet: tablet } = window;

  const fill = (text, words) => text.replace(/\{(\w+)\}/g, (all, name) => words[name] ?? all);
  const sentence = (name, words = {}) => fill(line.dataset[name] || "", words);

  // ---- the line

  function pick({ waiting, refused, closed, odd, reached, paired, damaged }) {
    const some = waiting === 1 ? "One" : "Many";
    if (waiting && !paired) return ["warning", sentence(`saysUnpaired${some}`, { waiting })];
    if (closed) return ["warning", sentence("saysClosed", { waiting, closed })];
    if (odd) return ["warning", sentence("saysOdd", { waiting, odd })];
    if (refused && refused === waiting) return ["warning", sentence("saysRefused", { refused })];
    if (waiting && !reached) return ["waiting", sentence(`saysWaiting${some}`, { waiting })];
    if (waiting) return ["waiting", sentence(`saysSending${some}`, { waiting })];
    if (damaged) return ["warning", sentence("saysDamaged")];
    if (!reached) return ["waiting", sentence("saysAway")];
    return ["saved", sentence("saysSaved")];
  }

  function show() {
    const state = outbox.state;
    if (state.waiting === null) return;
    const [kind, text] = pick(state);
    line.dataset.state = kind;
    line.hidden = !code && kind === "saved";
    if (says.textContent !== text) says.textContent = text;
    document.body.classList.toggle("is-away", !state.reached);
    for (const part of document.querySelectorAll("[data-needs-network]")) {
      part.toggleAttribute("data-away", !state.reached);
      if (part.matches("button")) part.disabled = !state.reached;
      else if (state.reached) part.removeAttribute("aria-disabled");
      else part.setAttribute("aria-disabled", "true");
    }
    for (const part of document.querySelectorAll("[data-when-away]")) part.hidden = state.reached;
    showList();
  }

  const KINDS = { round: "saysRound", correct: "saysCorrect", undo: "saysUndo", dispute: "saysDispute" };

  async function showList() {
    if (!list) return;
    const [rows, lost] = await Promise.all([outbox.all(), outbox.damaged()]);
    const items = rows.map((row) => {
      const item = document.createElement("li");
      const at = new Date(row.made_at);
      const when = Number.isNaN(at.getTime())
        ? ""
        : at.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
      item.textContent = sentence(KINDS[row.kind], { number: row.round, when });
      if (row.refused && !/^\d+$/.test(row.refused)) item.append(` ${row.refused}`);
      return item;
    });
    for (const one of lost) {
      const item = document.createElement("li");
      item.textContent = `${sentence("saysUnreadable")} ${one.told}`;
      items.push(item);
    }
    list.replaceChildren(...items);
    line.querySelector("details").hidden = !items.length && !line.dataset.game;
  }

  document.addEventListener("roundhouse:outbox", show);
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("click", (event) => {
    if (event.target.closest("a[data-needs-network][aria-disabled=true]")) event.preventDefault();
  });

  // ---- what this tablet can do

  function fact(name, good) {
    const item = line.querySelector(`[data-fact="${name}"]`);
    if (!item) return;
    item.textContent = item.dataset[good ? "yes" : "no"];
    item.hidden = false;
  }

  async function persist() {
    if (!navigator.storage?.persist) return fact("lasting", false);
    const kept = (await navigator.storage.persisted()) || (await navigator.storage.persist());
    return fact("lasting", kept);
  }

  // ---- pages and files for when there is no network

  const message = (worker, told) =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(told, [channel.port2]);
    });

  const KEPT = "roundhouse:kept:";
  let keeping = false;

  // What was kept last; null where the browser has thrown it away since, or somebody signed out.
  async function kept() {
    try {
      const page = await caches.match(`/games/${code}/tablet/round/`, { ignoreVary: true });
      return page ? localStorage.getItem(KEPT + code) : null;
    } catch {
      return null;
    }
  }

  // The game's pages are kept anew when the sheet has moved on, or the site is another version.
  async function keep(worker) {
    if (!code || keeping || !outbox.state.reached) return;
    keeping = true;
    try {
      const told = await tablet.state(code);
      const mark = told && `${told.revision} ${worker.scriptURL} ${line.dataset.version}`;
      if (told && mark !== (await kept())) {
        const game = `/games/${code}/`;
        const { done } = await message(worker, {
          keep: [game, `${game}tablet/round/`, `${game}tablet/dispute/`],
          also: [`${game}rules/`, "/"],
        });
        if (done) localStorage.setItem(KEPT + code, mark);
      }
      fact("pages", Boolean(await kept()));
    } catch {
      fact("pages", false);
    } finally {
      keeping = false;
    }
  }

  async function work() {
    fact("pages", false);
    if (code) await tablet.refresh(code); // also where no worker can be had
    if (!window.isSecureContext || !navigator.serviceWorker) return;
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    await keep(active);
    document.addEventListener("htmx:afterSwap", ({ detail }) => {
      if (detail.target.id === "sheet-now") tablet.refresh(code); // and that is heard below
    });
    document.addEventListener("roundhouse:game", () => keep(active));
    const keepEngine = async () => {
      if (window.roundhouseEngine?.state !== "aboard") return;
      const answer = await fetch("/tablet/files.json").catch(() => null);
      if (answer?.ok) await message(active, { files: (await answer.json()).files });
      fact("engine", true);
    };
    document.addEventListener("roundhouse:engine", keepEngine);
    keepEngine();
    document.addEventListener("submit", (event) => {
      if (event.target.matches("[data-forget]")) active.postMessage({ forget: true });
    });
  }

  // ---- the engine counts what was typed before it was there

  async function countWaiting() {
    if (!code || window.roundhouseEngine?.state !== "aboard") return;
    const game = await tablet.game(code);
    if (!game) return;
    for (const row of game.waiting) {
      if (row.checked || !row.fields) continue;
      const told = await window.roundhouseEngine.ask("check", caseOf(game, row.round, row.fields));
      if (told.error) continue;
      const faults = [...told.missing, ...told.complaints].map((one) => one.text);
      await outbox.change(row, { checked: true, points: told.points, faults });
    }
    document.dispatchEvent(new CustomEvent("roundhouse:game", { detail: { code } }));
  }

  // A round's form as the engine is asked about it.
  function caseOf(game, number, fields) {
    const seats = game.seats.filter((seat) => tablet.plays(seat, number));
    return {
      set: game.set,
      rules: game.count_rules,
      round: number,
      names: Object.fromEntries(seats.map((seat) => [seat.id, seat.name])),
      order: seats.map((seat) => seat.id),
      fields,
    };
  }

  document.addEventListener("roundhouse:engine", ({ detail }) => {
    if (detail.state === "aboard") countWaiting();
  });

  // What was said by the page before this one, such as that a round is saved.
  function sayLast() {
    const said = sessionStorage.getItem("roundhouse:said");
    const notices = document.getElementById("notices");
    if (!said || !notices) return;
    sessionStorage.removeItem("roundhouse:said");
    const notice = document.createElement("div");
    notice.className = "notice saved";
    const strong = document.createElement("strong");
    strong.textContent = sentence("saysDone");
    notice.append(document.createElement("p"));
    notice.firstChild.append(strong, ` ${said}`);
    notices.append(notice);
  }

  window.roundhouseTabletState = { caseOf, fill };
  fact("secure", window.isSecureContext);
  show();
  sayLast();
  if (code) persist();
  work().catch(() => fact("pages", false));
})();
