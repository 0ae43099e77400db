// The dispute desk without a network: the engine on this tablet asks and rules, this only shows.
//
// The page is scoring/tablet_dispute.html, its parts scoring/_tablet_desk_parts.html. The topic stands
// in the address after #, so that the browser's own way back works. Each tap is one question to the
// engine (`desk` in scoring/aboard/calls.py), which is told all that was told before. A ruling goes
// into the outbox, and with it to the club's server.

(() => {
  const root = document.getElementById("tablet-desk");
  if (!root) return;
  const PATIENCE = 2000; // ms for the browser's own store
  const code = root.dataset.game;
  const engine = window.roundhouseEngine;
  const title = root.querySelector("[data-title]");
  const place = root.querySelector("[data-place]");
  const told = root.querySelector("[data-told]");
  const status = root.querySelector("[data-status]");
  const trouble = root.querySelector("[data-trouble]");
  const failed = root.querySelector("[data-failed]");
  const other = root.querySelector("[data-other]");
  const toSheet = root.querySelector("[data-to-sheet]");
  const heading = title.textContent;
  const site = document.title.split(" · ").at(-1);
  const say = (name, words = {}) =>
    root.dataset[name].replace(/\{(\w+)\}/g, (all, word) => words[word] ?? all);

  let scene = JSON.parse(document.getElementById("tablet-game").textContent);
  let kind = "";
  let shown = null; // the engine's last answer to this question
  let busy = false;
  let turn = 0; // of the questions to the engine: only the last one's answer is waited for

  // ---- what is known of the table

  const after = (wait) => new Promise((resolve) => setTimeout(resolve, wait, null));

  // What the tablet knows with the rounds that wait; else, and of a game that is over, what the page
  // itself was told.
  async function look() {
    const { roundhouseTablet: tablet } = window;
    const game = await Promise.race([tablet?.game(code), after(PATIENCE)]).catch(() => null);
    if (!game || game.finished) return;
    const number = game.next_round;
    scene = {
      set: game.set,
      rules: game.rules,
      seats: game.seats
        .filter((seat) => tablet.plays(seat, number))
        .map((seat) => seat.word),
      round: number,
      starting_double: game.plan.find((one) => one.number === number)?.double ?? null,
    };
  }

  // ---- what is shown

  const part = (id) => document.getElementById(id).content.cloneNode(true);

  function notice(id, text) {
    const box = part(id);
    box.querySelector("p").append(text);
    return box;
  }

  function put(content, words, focus) {
    title.textContent = words;
    document.title = `${words} · ${site}`;
    trouble.replaceChildren();
    place.replaceChildren(content);
    told.hidden = true;
    other.hidden = !kind;
    toSheet.className = "button quiet";
    document.dispatchEvent(new CustomEvent("fields:shown"));
    if (focus) (place.querySelector("[tabindex='-1']") || title).focus({ preventScroll: true });
    if (focus) window.scrollTo(0, 0);
  }

  // The choices of a field with radios, as the seats are now; the first one is their pattern.
  function offer(form, name, choices) {
    const group = form.querySelector(`#id_${name}`);
    if (!group) return;
    const pattern = group.firstElementChild;
    const rows = choices.map(([value, text], at) => {
      const row = pattern.cloneNode(true);
      const [label, input] = [row.querySelector("label"), row.querySelector("input")];
      input.id = label.htmlFor = `id_${name}_${at}`;
      input.value = value;
      label.replaceChildren(input, ` ${text}`);
      return row;
    });
    group.replaceChildren(...rows);
  }

  function offerSeats(form) {
    const trains = scene.seats.map((seat) => [seat, say("train", { seat })]);
    trains.push(["mexican", root.dataset.mexican]);
    offer(form, "seat", scene.seats.map((seat) => [seat, seat]));
    for (const name of ["train", "laid_train"]) offer(form, name, trains);
  }

  function showTopics(focus) {
    shown = null;
    put(part("desk-topics"), heading, focus);
  }

  function showAsk(template) {
    shown = null;
    const content = template.content.cloneNode(true);
    offerSeats(content);
    put(content, template.dataset.title, true);
    const form = place.querySelector("form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask({ fields: fieldsOf(form) });
    });
    // A question that names nothing is asked at once.
    if (!form.querySelector("input, select")) ask({ fields: {} });
  }

  const fieldsOf = (form, button = null) => {
    const fields = {};
    for (const [name, value] of new FormData(form)) fields[name] = value;
    if (button?.name) fields[button.name] = button.value;
    return fields;
  };

  // What is wrong with the question's parts stands beside their fields, as on the server's page.
  function showUnread(unread) {
    for (const list of place.querySelectorAll(".errorlist")) list.remove();
    for (const [name, sentences] of Object.entries(unread)) {
      const list = document.createElement("ul");
      list.className = "errorlist";
      for (const sentence of sentences) {
        const item = document.createElement("li");
        item.textContent = sentence;
        list.append(item);
      }
      place.querySelector(`[name="${name}"]`)?.closest(".field").append(list);
    }
    trouble.replaceChildren(notice("desk-error", say("saysUnread")));
    trouble.scrollIntoView({ block: "nearest" });
  }

  function showTold() {
    told.querySelector("ul").replaceChildren(...shown.told.map(line));
    told.hidden = shown.told.length === 0;
  }

  function line(text) {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }

  function showQuestion() {
    const { question } = shown;
    const content = part("desk-question");
    content.querySelector("[name=path]").value = question.path;
    content.querySelector("h2").textContent = question.text;
    const pattern = content.querySelector("[data-choice]");
    for (const choice of question.choices) {
      const button = pattern.cloneNode();
      button.value = choice.value;
      button.textContent = choice.label;
      pattern.before(button);
    }
    pattern.remove();
    for (const field of content.querySelectorAll("[data-for]")) {
      if (!field.dataset.for.split(" ").includes(question.typed)) field.remove();
    }
    if (!question.typed) content.querySelector("[data-typed]").remove();
    if (!shown.back) content.querySelector("[data-back]").remove();
    offerSeats(content);
    put(content, shown.title, true);
    showTold();
    const form = place.querySelector("form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask({ answer: fieldsOf(form, event.submitter) });
    });
    // Else a browser takes the form's first button, which is another answer.
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.preventDefault();
      form.requestSubmit(form.querySelector("[data-typed] .button.main"));
    });
  }

  function showRuling() {
    const { ruling } = shown;
    const content = part("desk-ruling");
    content.querySelector(".ruling").classList.add(ruling.class);
    content.querySelector(".answer").textContent = ruling.word;
    content.querySelector(".lede").textContent = ruling.because;
    const list = content.querySelector(".clauses");
    const [term, text] = list.children;
    list.replaceChildren(...shown.clauses.flatMap((clause) => clauseOf(clause, term, text)));
    if (!shown.clauses.length) content.querySelector("[data-clauses]").remove();
    if (!ruling.needs.length) content.querySelector("[data-needs]").remove();
    content.querySelector("[data-changes] ul").replaceChildren(...shown.changes.map(line));
    if (!shown.changes.length) content.querySelector("[data-changes]").remove();
    put(content, shown.title, true);
    showTold();
    toSheet.className = "button main";
    keep();
  }

  function clauseOf(clause, term, text) {
    const [dt, dd] = [term.cloneNode(true), text.cloneNode(true)];
    dt.querySelector("[data-id]").textContent = clause.id;
    if (!clause.house) dt.querySelector("[data-house]").remove();
    dd.querySelector("[data-text]").textContent = clause.text;
    dd.querySelector("small").textContent = [clause.source, clause.quote].filter(Boolean).join(": ");
    return [dt, dd];
  }

  // ---- the ruling is kept

  async function keep() {
    const box = place.querySelector("[data-kept]");
    const { ask, facts, asked, unknown } = shown;
    const data = { kind, round: scene.round, ask, told: facts, asked, unknown };
    try {
      await window.roundhouseOutbox.add({ kind: "dispute", game: code, round: scene.round, data });
      box.replaceChildren(notice("desk-saved", say("saysKept")));
    } catch {
      box.replaceChildren(notice("desk-warning", say("saysNotKept")));
    }
  }

  // ---- the engine

  let news = { state: engine?.state ?? "failed", loaded: 0, total: 0 };

  // In steps of ten, so that a reader of the page aloud is not told each of a hundred.
  const percent = () => Math.floor((10 * news.loaded) / news.total) * 10;

  function tell() {
    const { state, total } = news;
    failed.hidden = state !== "failed";
    let text = "";
    if (busy && state === "aboard") text = say("saysLooking");
    else if (busy && total) text = say("saysWaitPercent", { percent: percent() });
    else if (busy) text = say("saysWait");
    else if (state === "loading" && total) text = say("saysLoading", { percent: percent() });
    if (status.textContent !== text) status.textContent = text;
    root.setAttribute("aria-busy", String(busy));
    for (const button of place.querySelectorAll("button")) button.disabled = busy;
  }

  async function ask(more) {
    if (busy) return;
    busy = true;
    turn += 1;
    const mine = turn;
    tell();
    let answer = null;
    try {
      if (more.fields) await look();
      answer = await engine.ask("desk", { ...scene, ...shown, kind, ...more });
    } catch {
      answer = { error: news.state === "failed" ? "" : say("saysBroken") };
    }
    if (mine !== turn) return; // somebody went on to another question
    busy = false;
    tell();
    take(answer);
  }

  function take(answer) {
    if (answer.unread) {
      showUnread(answer.unread);
      return;
    }
    if (answer.error) {
      // The question stays as it is, with the sentence above it.
      trouble.replaceChildren(notice("desk-error", answer.error));
      trouble.scrollIntoView({ block: "nearest" });
      return;
    }
    if (!answer.title) {
      failed.scrollIntoView({ block: "nearest" }); // the engine did not come, which is said there
      return;
    }
    shown = answer;
    if (answer.ruling) showRuling();
    else showQuestion();
  }

  document.addEventListener("roundhouse:engine", ({ detail }) => {
    news = detail;
    tell();
  });
  failed.querySelector("p").append(say("saysFailed"));
  failed.querySelector("[data-again]").addEventListener("click", () => {
    if (engine) engine.load().catch(() => {}); // told by the event
    else location.reload();
  });

  // ---- the topic in the address

  function go(focus) {
    const template = document.querySelector(`[data-ask="${CSS.escape(location.hash.slice(1))}"]`);
    kind = template?.dataset.ask || "";
    turn += 1;
    busy = false;
    if (template) showAsk(template);
    else showTopics(focus);
  }

  window.addEventListener("hashchange", () => go(true));
  other.addEventListener("click", () => {
    if (location.hash === other.hash) go(true);
  });
  go(false);
  tell();
  look().then(() => {
    const offered = [...place.querySelectorAll("#id_seat input")].map((input) => input.value);
    if (!shown && offered.length && offered.join() !== scene.seats.join()) offerSeats(place);
  });
})();
