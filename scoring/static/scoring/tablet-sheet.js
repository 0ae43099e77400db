// Shows on the score sheet what waits on this tablet: rounds that are not on the server yet, with the
// totals they make. The server's own part of the page stays as it is beneath.
//
// The texts are the data-says-* of #waiting-words (scoring/_waiting_words.html).

(() => {
  const words = document.getElementById("waiting-words");
  if (!words) return;
  const code = words.dataset.game;
  const { fill } = window.roundhouseTabletState;
  const say = (name, told = {}) => fill(words.dataset[name] || "", told);
  let drawing = false;
  let again = false;

  function make(tag, text = "", className = "") {
    const element = document.createElement(tag);
    if (text !== "") element.textContent = text;
    if (className) element.className = className;
    return element;
  }

  function struck(text) {
    const old = make("s");
    old.append(make("span", `${say("saysWas")} `, "visually-hidden"), String(text));
    return old;
  }

  function headCell(game, line) {
    const head = make("th");
    head.scope = "row";
    head.append(`${line.number} `);
    if (line.starting_double !== null) {
      head.append(make("small", `${line.starting_double}-${line.starting_double}`, "double"));
    }
    if (line.ending === "blocked") head.append(" ", make("small", say("saysBlocked"), "word"));
    if (line.ending === "time") head.append(" ", make("small", say("saysTime"), "word"));
    if (line.faults?.length) {
      head.append(make("small", say("saysFaults", { faults: line.faults.join(" ") }), "fault"));
    }
    const correct = make("a", say("saysCorrect"), "correct no-print");
    correct.href = `/games/${code}/round/${line.number}/correct/`;
    correct.append(make("span", ` ${say("saysRoundWord", { number: line.number })}`, "visually-hidden"));
    head.append(" ", correct);
    if (line.waiting) head.append(" ", make("small", say("saysWaits"), "word waits"));
    return head;
  }

  function cell(line, seat, running) {
    const told = line.cells[seat.id];
    if (!told) {
      const empty = make("td", "", "not-played");
      empty.append(make("span", "–"));
      return empty;
    }
    const box = make("td");
    for (let old = line.struck; old; old = old.struck) {
      const was = old.cells[seat.id]?.points;
      if (was !== undefined && was !== null && was !== told.points) box.prepend(struck(was));
    }
    const out = line.ending === `out-${seat.id}`;
    if (told.points !== null) box.append(String(told.points));
    else if (!out) box.append("?");
    if (out) box.append(" ", make("span", say("saysOut"), "word"));
    const total = make("span", "", "running");
    total.append(make("span", `${say("saysTotal")} `, "visually-hidden"), String(running));
    box.append(total);
    return box;
  }

  function drawRounds(game, table) {
    const body = table.tBodies[0];
    for (const old of body.querySelectorAll("tr.waiting, tr.known")) old.remove();
    const shown = new Map();
    for (const row of body.rows) {
      row.hidden = false;
      shown.set(Number.parseInt(row.cells[0].textContent, 10), row);
    }
    const totals = Object.fromEntries(game.seats.map((seat) => [seat.id, seat.entry_total]));
    let last = null;
    for (const line of game.rounds) {
      for (const seat of game.seats) totals[seat.id] += line.cells[seat.id]?.points ?? 0;
      const own = shown.get(line.number);
      if (own && !line.waiting) {
        last = own;
        continue;
      }
      const row = make("tr", "", line.waiting ? "waiting" : "known");
      row.append(headCell(game, line), ...game.seats.map((seat) => cell(line, seat, totals[seat.id])));
      if (own) own.hidden = true;
      if (last) last.after(row);
      else body.prepend(row);
      last = row;
    }
    for (const [number, row] of shown) {
      // What the tablet has undone, and the line of an empty sheet.
      if (Number.isNaN(number) ? game.rounds.length : number > game.rounds.length) row.hidden = true;
    }
  }

  function drawTotals(game, table) {
    const foot = table.tFoot.rows[0];
    game.seats.forEach((seat, at) => {
      const box = foot.cells[at + 1];
      const leads = Boolean(game.leaders?.includes(seat.id));
      box.className = leads ? "leader" : "";
      box.textContent = game.totals[seat.id];
      if (leads) box.append(make("span", say("saysLeads"), "lead-mark"));
    });
  }

  function drawNext(game, part) {
    let head = part.querySelector("[data-waiting-head]");
    const standing = part.querySelector(".round-head");
    if (!head) {
      head = make("div", "", "round-head");
      head.dataset.waitingHead = "";
      standing?.after(head);
    }
    if (standing && standing !== head) standing.hidden = true;
    const box = make("div");
    const leaders = game.seats.filter((one) => game.leaders?.includes(one.id));
    if (leaders.length) {
      const names = leaders.map((one) => one.name).join(", ");
      box.append(make("p", say("saysLeader", { names, total: game.totals[leaders[0].id] }), "lede"));
    }
    if (game.next?.over) {
      box.append(make("p", say("saysOver")));
    } else if (game.next) {
      const { number, double, how } = game.next;
      const starts = double === null ? "" : say("saysDouble", { double: `${double}-${double}` });
      box.append(make("p", `${say("saysNext", { number })} ${starts} ${how}`));
    }
    head.replaceChildren(box);
  }

  function drawActions(game, part) {
    const main = part.querySelector(".actions .button.main");
    if (main) {
      const over = game.next?.over;
      main.href = `/games/${code}/${over ? "finish" : `round/${game.next_round}`}/`;
      main.textContent = over ? say("saysFinish") : say("saysScore", { number: game.next_round });
      main.toggleAttribute("data-needs-network", Boolean(over));
    }
    let undo = part.querySelector("form[action$='/undo/'] button");
    if (!undo && game.last) {
      part.querySelector("nav.actions").prepend(words.querySelector("template").content.cloneNode(true));
      undo = part.querySelector("[data-undo] button");
    }
    if (undo) {
      undo.closest("form").hidden = !game.last;
      if (game.last) undo.textContent = say("saysUndo", { number: game.last.round ?? "" });
    }
  }

  async function draw() {
    if (drawing) {
      again = true;
      return;
    }
    drawing = true;
    try {
      const game = await window.roundhouseTablet.game(code);
      const part = document.getElementById("sheet-now");
      const table = part?.querySelector("table.sheet");
      if (game && table) {
        const there = Number(part.dataset.revision) || 0;
        const drawn = part.dataset.drawn === "1";
        if (game.waiting.length || there < game.revision || drawn) {
          drawRounds(game, table);
          drawTotals(game, table);
          drawNext(game, part);
          drawActions(game, part);
          part.dataset.drawn = "1";
        }
      }
    } finally {
      drawing = false;
      if (again) {
        again = false;
        draw();
      }
    }
  }

  let undoing = false;

  // An undo without a network, or of something that waits, is recorded as the rounds are.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[action$='/undo/']")) return;
    const outbox = window.roundhouseOutbox;
    const waiting = outbox.state.waiting > 0;
    if (!waiting && outbox.state.reached) return;
    event.preventDefault();
    if (undoing) return; // two quick taps are one
    undoing = true;
    try {
      const game = await window.roundhouseTablet.game(code);
      if (!game?.last) return;
      const { key, entry, round } = game.last;
      await outbox.add({
        kind: "undo",
        game: code,
        round: round ?? 0,
        seen: key ? { key } : { entry },
      });
    } catch {
      return form.submit(); // a browser that keeps nothing: then the server, or nobody
    } finally {
      undoing = false;
    }
    draw();
    outbox.flush();
  });

  // Once the server has taken what waited, its own part of the page is brought anew.
  let waited = null;
  document.addEventListener("roundhouse:outbox", ({ detail }) => {
    const less = waited !== null && detail.waiting < waited;
    waited = detail.waiting;
    if (!less || !detail.reached) draw();
    else window.htmx?.ajax("GET", words.dataset.now, { target: "#sheet-now", swap: "outerHTML" });
  });
  document.addEventListener("roundhouse:game", draw);
  document.addEventListener("roundhouse:engine", ({ detail }) => {
    if (detail.state === "aboard") draw();
  });
  document.addEventListener("htmx:afterSwap", draw);
  draw();
})();
