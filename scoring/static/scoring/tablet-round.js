// Records a round by way of the outbox, so that no answer that is lost loses a round; and makes the
// page of any round from the one that the tablet keeps.
//
// With a network a round is kept on the tablet, sent, and the sheet opens when the server has it;
// what does not fit comes back from the server as ever. Without one, the engine on the tablet
// checks it, and it waits. Corrections go to the server while it can be reached, since it shows what
// they would change; else they wait too.

(() => {
  const form = document.getElementById("round-form");
  const words = document.getElementById("round-words");
  if (!form || !words) return;
  const code = words.dataset.game;
  const { roundhouseOutbox: outbox, roundhouseTablet: tablet } = window;
  const { caseOf, fill } = window.roundhouseTabletState;
  const say = (name, told = {}) => fill(words.dataset[name] || "", told);
  const address = /\/round\/(\d+)\/(correct\/)?$/.exec(location.pathname);
  let blank = words.dataset.blank === "1";
  let number = Number(address?.[1] || words.dataset.number);
  let corrects = Boolean(address?.[2]);
  const sheetUrl = `/games/${code}/`;
  let game = null;

  // ---- the fields, as the server's form reads them

  function fieldsOf() {
    const fields = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value !== "string" || name === "csrfmiddlewaretoken" || name === "mode") continue;
      fields[name] = value;
    }
    return fields;
  }

  const seatBox = (id) => form.querySelector(`.seats [data-seat="out-${id}"]`);

  // ---- what the engine says beside each seat

  function showAfter(seat, points) {
    const box = document.getElementById(`seat-after-${seat.id}`);
    if (!box) return;
    const before = Number(box.dataset.before || 0);
    box.querySelector(".number").textContent = before + (points ?? 0);
    box.querySelector("small").textContent =
      points === null || points === undefined ? say("saysSoFar") : `${before} + ${points}`;
  }

  function showFaults(box, texts) {
    const lines = texts.map((text) => {
      const line = document.createElement("p");
      line.className = "fault";
      line.textContent = text;
      return line;
    });
    box?.replaceChildren(...lines);
  }

  const whole = (text) => (/^\s*-?\d+\s*$/.test(text ?? "") ? Number(text) : null);

  function show(told, fields, withMissing) {
    const all = told ? [...(withMissing ? told.missing : []), ...told.complaints] : [];
    for (const seat of playing()) {
      const typed = whole(fields[`seat-${seat.id}-total`]);
      showAfter(seat, told ? told.points[seat.id] : typed);
      const unread = ["total", "tiles", "count"].flatMap(
        (part) => told?.unread?.[`seat-${seat.id}-${part}`] ?? [],
      );
      const texts = all.filter((one) => one.seat_ids.includes(seat.id)).map((one) => one.text);
      showFaults(document.getElementById(`seat-check-${seat.id}`), [...unread, ...texts]);
    }
    const summary = document.getElementById("round-summary");
    summary.classList.toggle("faulty", Boolean(told?.complaints.length));
    const whole_ = all.filter((one) => !one.seat_ids.length).map((one) => one.text);
    showFaults(summary, whole_);
  }

  const playing = () => game?.seats.filter((seat) => tablet.plays(seat, number)) ?? [];

  // What the engine says of the form; null while it is not aboard.
  async function check(fields) {
    const engine = window.roundhouseEngine;
    if (!game || engine?.state !== "aboard") return null;
    const told = await engine.ask("check", caseOf(game, number, fields)).catch(() => null);
    return told && !told.error ? told : null;
  }

  async function checkHere() {
    const fields = fieldsOf();
    show(await check(fields), fields, false);
  }

  // ---- recording

  function complain(text) {
    const box = document.getElementById("round-trouble");
    box.hidden = !text;
    box.className = text ? "notice fault" : "";
    box.querySelector("p").textContent = text;
    if (text) box.scrollIntoView({ block: "nearest" });
  }

  // What has to be told in any case, said without the engine: how it ended, and each one's hand.
  function untold(fields) {
    if (!fields.ending) return say("saysEnding");
    const seat = playing().find(
      (one) =>
        fields.ending !== `out-${one.id}` &&
        !fields[`seat-${one.id}-total`]?.trim() &&
        !fields[`seat-${one.id}-tiles`]?.trim(),
    );
    return seat ? say("saysUntold", { name: seat.name }) : "";
  }

  function forgetDraft() {
    try {
      localStorage.removeItem(`roundhouse:draft:${form.dataset.draft}`);
    } catch {
      // Nothing was kept.
    }
  }

  function leave(text) {
    sessionStorage.setItem("roundhouse:said", text);
    forgetDraft();
    location.assign(sheetUrl);
  }

  // Without a service worker no other page opens now, so this one becomes the next round's.
  async function goOn(text) {
    forgetDraft();
    game = await tablet.game(code);
    number = game.next_round;
    corrects = false;
    blank = true;
    history.replaceState(null, "", `${sheetUrl}round/${number}/`);
    form.reset();
    for (const field of form.querySelectorAll("input.total, input.tiles")) field.value = "";
    for (const key of form.querySelectorAll("input.device-key")) key.value = outbox.newKey();
    dress();
    form.dispatchEvent(new CustomEvent("draft:restored", { bubbles: true }));
    const kept = document.getElementById("round-kept");
    kept.className = "notice saved";
    kept.hidden = false;
    kept.querySelector("p").textContent = `${text} ${say("saysOpen")}`;
    scrollTo({ top: 0 });
  }

  const leaveKept = () => {
    const text = say("saysKept", { number });
    return navigator.serviceWorker?.controller ? leave(text) : goOn(text);
  };

  async function keepHere(fields, told) {
    const line = game.rounds.find((one) => one.number === number);
    const kind = corrects ? "correct" : "round";
    const seen = line?.waiting ? { key: line.key } : { entry: line?.entry ?? 0 };
    return outbox.add({
      kind,
      game: code,
      key: fields.key || outbox.newKey(),
      round: number,
      fields,
      ...(corrects ? { seen } : {}),
      ...(told ? { points: told.points, checked: true } : {}),
    });
  }

  async function recordAway(fields) {
    const missing = untold(fields);
    if (missing) return complain(missing);
    if (corrects && !fields.reason?.trim()) return complain(say("saysWhy"));
    const told = await check(fields);
    if (told) {
      show(told, fields, true);
      const unread = Object.keys(told.unread ?? {}).length;
      if (unread || told.missing.length) return complain(say("saysMissing"));
      const stands = fields.as_it_stands && fields.reason?.trim();
      if (told.complaints.length && !stands && !corrects) {
        return complain(fields.as_it_stands ? say("saysWhy") : say("saysFaults"));
      }
    }
    await keepHere(fields, told);
    return leaveKept();
  }

  async function recordThere(fields) {
    const row = await outbox.add({
      kind: "round",
      game: code,
      key: fields.key || outbox.newKey(),
      round: number,
      fields,
      asks: true,
    });
    await outbox.flush();
    // It may have been under way already, without this one.
    if (!outbox.answerFor(row.key) && outbox.state.reached) await outbox.flush();
    const answer = outbox.answerFor(row.key);
    if (!answer || answer.outcome === "later") {
      // Nobody waits for what is wrong with it any more: the table goes on.
      const told = await check(fields);
      if (told?.missing.length || (told?.complaints.length && !fields.as_it_stands)) {
        await outbox.drop(row);
        return recordAway(fields);
      }
      await outbox.change(row, { asks: false, ...(told ? { points: told.points, checked: true } : {}) });
      return leaveKept();
    }
    if (answer.outcome === "contest") return location.assign(`${sheetUrl}round/${number}/choose/`);
    if (answer.outcome === "faults" || answer.outcome === "refused") {
      await outbox.drop(row);
      return form.submit(); // the server says on its own page what does not fit
    }
    return leave(answer.text);
  }

  let busy = false;
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.name) return; // another button than the one that records
    const away = !outbox.state.reached || blank;
    const ahead = outbox.state.waiting > 0;
    if (corrects && !away && !ahead) return; // the server shows what it would change
    if (!away && !ahead && !complete(fieldsOf())) return; // and what is missing
    event.preventDefault();
    if (busy) return;
    busy = true;
    try {
      game ??= await tablet.game(code);
      const fields = fieldsOf();
      complain("");
      if (!game) form.submit();
      else if (corrects || away) await recordAway(fields);
      else await recordThere(fields);
    } catch (error) {
      // A browser that keeps nothing: then the server, or nobody.
      if (blank) complain(say("saysCannot"));
      else form.submit();
    } finally {
      busy = false;
    }
  });

  const complete = (fields) => fields.ending && !(game && untold(fields));

  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (detail.elt === form) checkHere();
  });
  document.addEventListener("roundhouse:engine", () => {
    if (!outbox.state.reached) checkHere();
  });

  // ---- the page of any round

  function put(name, value) {
    const field = form.elements[name];
    if (!field || value === null || value === undefined) return;
    if (field instanceof RadioNodeList) {
      for (const one of field) one.checked = one.value === String(value);
    } else if (field.type === "checkbox") {
      field.checked = value === true || value === "on";
    } else {
      field.value = String(value);
    }
  }

  function dress() {
    const line = game.rounds.find((one) => one.number === number);
    if (corrects ? !line : number !== game.next_round) {
      location.replace(sheetUrl);
      return false;
    }
    const plan = game.plan.find((one) => one.number === number);
    const double = corrects ? line.starting_double : (plan?.double ?? null);
    document.title = corrects ? say("saysTitleCorrect", { number }) : say("saysTitle", { number });
    document.querySelector("[data-round-title]").textContent = document.title;
    const starts = double === null ? "" : say("saysDouble", { double: `${double}-${double}` });
    document.querySelector("[data-round-lede]").textContent = corrects
      ? say("saysStays")
      : `${starts} ${plan?.how ?? ""}`;
    const deal = document.querySelector("[data-round-deal]");
    if (deal) deal.hidden = corrects;
    for (const button of form.querySelectorAll(".actions .button.main")) {
      button.textContent = corrects
        ? say("saysButtonCorrect", { number })
        : say("saysButton", { number });
    }
    form.querySelector("[data-why-record]").hidden = corrects;
    form.querySelector("[data-why-correct]").hidden = !corrects;
    form.querySelector(".field.why")?.classList.toggle("why", !corrects);
    form.dataset.draft = plan?.draft || `${code}-${number}${line ? `-${line.key || line.entry}` : ""}`;
    put("starting_double", double === null ? "" : double);
    for (const tile of form.querySelectorAll("[data-in-hub]")) delete tile.dataset.inHub;
    const hero = document.querySelector("[data-round-head] > svg");
    const drawn = double === null ? null : form.querySelector(`[data-tile="${double}-${double}"] svg`);
    if (drawn && hero) {
      const tile = drawn.cloneNode(true);
      tile.setAttribute("class", hero.getAttribute("class"));
      hero.replaceWith(tile);
    } else {
      hero?.remove();
    }
    const hub = double === null ? null : form.querySelector(`[data-tile="${double}-${double}"]`);
    if (hub) hub.dataset.inHub = say("saysHub");
    for (const seat of game.seats) {
      const plays = tablet.plays(seat, number);
      const box = seatBox(seat.id);
      const radio = form.querySelector(`input[name=ending][value="out-${seat.id}"]`);
      if (!radio) continue; // did not play the round that this page was for
      for (const part of form.querySelectorAll(`[data-seat="out-${seat.id}"]`)) part.hidden = !plays;
      radio.closest("label").hidden = !plays;
      if (!plays) {
        for (const part of form.querySelectorAll(`[data-seat="out-${seat.id}"]`)) part.remove();
        radio.closest("label").remove();
        continue;
      }
      const earlier = game.rounds.filter((one) => one.number < number);
      const before = earlier.reduce((sum, one) => sum + (one.cells[seat.id]?.points ?? 0), 0);
      const after = document.getElementById(`seat-after-${seat.id}`);
      after.dataset.before = seat.entry_total + before;
      if (corrects && box) fillSeat(line, seat);
    }
    if (corrects) {
      put("ending", line.ending);
      put("boneyard", line.boneyard);
    }
    form.action = location.pathname;
    form.removeAttribute("hx-post");
    return true;
  }

  function fillSeat(line, seat) {
    const told = line.cells[seat.id];
    if (!told) return;
    put(`seat-${seat.id}-total`, told.total);
    put(`seat-${seat.id}-tiles`, told.tiles === "" && !line.waiting ? say("saysNone") : told.tiles);
    put(`seat-${seat.id}-count`, told.count);
    put(`seat-${seat.id}-marked`, told.marked);
  }

  // The scripts that make the form handy read it once, so they come after it is dressed.
  function handy() {
    for (const src of words.dataset.scripts.split(" ").filter(Boolean)) {
      const script = document.createElement("script");
      script.type = "module";
      script.src = src;
      script.async = false;
      document.head.append(script);
    }
  }

  async function start() {
    game = await tablet.game(code);
    if (!blank) return;
    if (!game) {
      complain(say("saysCannot"));
      return;
    }
    if (!dress()) return;
    form.hidden = false;
    handy();
    form.addEventListener("input", checkHere);
    form.addEventListener("change", checkHere);
    form.addEventListener("draft:restored", checkHere);
    checkHere();
  }

  document.addEventListener("roundhouse:game", async () => {
    game = await tablet.game(code);
  });
  document.addEventListener("roundhouse:outbox", ({ detail }) => {
    const kept = document.getElementById("round-kept");
    if (detail.waiting === 0 && kept && !kept.hidden) {
      kept.querySelector("p").textContent = say("saysHanded");
      blank = false;
    }
  });
  start();
})();
