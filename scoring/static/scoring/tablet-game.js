// What this tablet knows of a game: what the server said last, and what was recorded since.
//
// window.roundhouseTablet: state(code) is what the server said last; game(code) is that with all
// that waits in the outbox; refresh(code) asks the server. Points come from the engine: a waiting
// round has none until it has been checked, and then shows its typed total as not checked.

(() => {
  const outbox = () => window.roundhouseOutbox;

  async function state(code) {
    try {
      return (await (await outbox().opened).get("games", code)) || null;
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  // Asks the server how the game stands, and keeps it. Answers null where it could not be asked.
  async function refresh(code) {
    try {
      const answer = await fetch(`/games/${code}/tablet/`, { cache: "no-store" });
      if (!answer.ok) return null;
      const told = await answer.json();
      await (await outbox().opened).put("games", told);
      document.dispatchEvent(new CustomEvent("roundhouse:game", { detail: { code } }));
      return told;
    } catch {
      return null;
    }
  }

  const whole = (text) => (/^\s*-?\d+\s*$/.test(text ?? "") ? Number(text) : null);

  // A seat's points in a round that waits: the engine's, else what was typed, which it will check.
  function pointsOf(row, id) {
    const counted = row.points?.[id];
    if (counted !== undefined && counted !== null) return counted;
    return whole(row.fields[`seat-${id}-total`]);
  }

  function lineOf(row, seats) {
    const cells = {};
    for (const seat of seats) {
      cells[seat.id] = {
        points: pointsOf(row, seat.id),
        total: row.fields[`seat-${seat.id}-total`] ?? "",
        tiles: row.fields[`seat-${seat.id}-tiles`] ?? "",
        count: row.fields[`seat-${seat.id}-count`] ?? "",
        marked: row.fields[`seat-${seat.id}-marked`] === "on",
      };
    }
    const double = row.fields.starting_double;
    return {
      number: row.round,
      key: row.key,
      entry: 0,
      waiting: true,
      checked: Boolean(row.checked),
      refused: row.refused || "",
      faults: row.faults || [],
      ending: row.fields.ending || "",
      starting_double: double === "" || double === undefined ? null : Number(double),
      boneyard: row.fields.boneyard ?? "",
      author: row.author_name,
      at: row.made_at,
      cells,
      struck: null,
    };
  }

  const plays = (seat, number) =>
    seat.from_round <= number && (seat.after_round === null || number <= seat.after_round);

  function take(game, row) {
    const at = game.rounds.findIndex((line) => line.number === row.round);
    const seats = game.seats.filter((seat) => plays(seat, row.round));
    if (row.kind === "undo") {
      undo(game, row);
    } else if (row.kind === "correct" && at >= 0) {
      const line = lineOf(row, seats);
      line.struck = game.rounds[at];
      game.rounds[at] = line;
      game.last = { key: row.key, round: row.round };
    } else if (row.kind === "round" && at < 0) {
      game.rounds.push(lineOf(row, seats));
      game.last = { key: row.key, round: row.round };
    } else if (row.kind === "round") {
      game.rounds[at].contested = true; // the server has another one: it will ask
    }
  }

  function undo(game, row) {
    const same = (line) =>
      row.seen?.key ? line.key === row.seen.key : line.entry === row.seen?.entry;
    const at = game.rounds.findIndex(same);
    if (at >= 0) {
      const [line] = game.rounds.splice(at, 1);
      if (line.struck) game.rounds.splice(at, 0, line.struck);
    }
    game.undone = true;
    const newest = game.rounds.findLast((line) => line.waiting);
    game.last = newest ? { key: newest.key, round: newest.number } : null;
  }

  // Who leads is the engine's to say; null while it is not aboard.
  async function leadersOf(game) {
    const engine = window.roundhouseEngine;
    if (engine?.state !== "aboard" || !game.rounds.length) return null;
    const seats = game.seats.filter((seat) => seat.ranked);
    const told = await engine
      .ask("leaders", {
        set: game.set,
        rules: game.count_rules,
        seats: seats.map(({ id }) => ({
          id,
          total: game.totals[id],
          rounds_out: game.rounds.filter((line) => line.ending === `out-${id}`).length,
        })),
      })
      .catch(() => null);
    return told?.leaders ?? null;
  }

  // The game with all that waits; null where this tablet knows nothing of it.
  async function game(code) {
    const told = await state(code);
    if (!told) return null;
    const rows = await outbox().waiting(code);
    const known = new Set(told.keys);
    const open = rows.filter((row) => !known.has(row.key));
    const now = { ...told, rounds: told.rounds.map((line) => ({ ...line })), undone: false };
    for (const row of open) take(now, row);
    now.rounds.sort((one, other) => one.number - other.number);
    now.waiting = open;
    now.next_round = now.rounds.length + 1;
    now.totals = {};
    for (const seat of now.seats) {
      const points = now.rounds.map((line) => line.cells[seat.id]?.points ?? 0);
      now.totals[seat.id] = seat.entry_total + points.reduce((sum, one) => sum + one, 0);
    }
    now.leaders = await leadersOf(now);
    now.next = now.plan.find((one) => one.number === now.next_round) || null;
    return now;
  }

  window.roundhouseTablet = { state, refresh, game, plays };
})();
