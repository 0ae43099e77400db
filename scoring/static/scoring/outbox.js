// What is recorded on this device waits here until the club's server has it.
//
// A sending is written to the browser's database (IndexedDB) before anything is sent; it goes when
// the server has answered for its key. The server takes each key once, so sending twice is safe:
// after a lost answer, from two windows, by an older version of this page. What the server refuses
// it keeps too, set aside; here it waits on, with the server's sentence.
//
// window.roundhouseOutbox: add, waiting, all, flush, drop. The document hears `roundhouse:outbox`
// with {waiting, refused, closed, odd, reached, paired, damaged} whenever one of these changed.

(() => {
  const VERSION = 1; // of the rows; every later version of this page reads these too
  const KINDS = ["round", "correct", "undo", "dispute"];
  const AT_ONCE = 20;
  const PATIENCE = 8000; // ms for an answer
  const SOON = 3000;
  const LATER = 15000;
  const CLOSED = "404"; // the game is not for this tablet: the server has nothing of it
  const ODD = ["400", "413", "500"]; // nor of these: it could not read, or broke on what came
  const STATUS = /^\d+$/;
  // Nothing is said before it is known how much waits.
  const none = { refused: 0, closed: 0, odd: 0, damaged: 0 };
  const state = { waiting: null, ...none, reached: true, paired: true };
  const answers = new Map(); // what became of a key, for whoever waits for it
  let timer = 0;
  let pause = SOON;
  let flying = null;

  // Where it is forbidden to keep anything, some browsers throw at once.
  const open = async () =>
    idb.openDB("roundhouse", 1, {
      upgrade(store) {
        store.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
        store.createObjectStore("games", { keyPath: "code" });
        store.createObjectStore("damaged", { autoIncrement: true });
      },
      blocking(_from, _to, event) {
        event.target.close(); // a newer version of the site needs another store
      },
    });
  const opened = open();
  opened.catch(() => {}); // told by whoever wants to write

  function newKey() {
    if (crypto.randomUUID) return crypto.randomUUID();
    // Pages on a local network without https have no randomUUID.
    return [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
  }

  const readable = (row) =>
    row &&
    typeof row.key === "string" &&
    typeof row.game === "string" &&
    KINDS.includes(row.kind) &&
    (row.kind === "dispute" || row.kind === "undo" || typeof row.fields === "object");

  // The rows in the order in which they were recorded. What cannot be read is moved out of the way,
  // so that it holds up nothing; the tablet's page shows it.
  async function all() {
    const store = await opened;
    const rows = await store.getAll("outbox");
    const sound = rows.filter(readable);
    for (const row of rows) {
      if (readable(row)) continue;
      const moving = store.transaction(["outbox", "damaged"], "readwrite");
      await moving.objectStore("damaged").add({ told: JSON.stringify(row), at: Date.now() });
      if (row?.seq !== undefined) await moving.objectStore("outbox").delete(row.seq);
      await moving.done;
    }
    return sound;
  }

  const waiting = async (code) => (await all()).filter((row) => row.game === code);
  const damaged = async () => (await opened).getAll("damaged");

  function tell(changes = {}) {
    Object.assign(state, changes);
    document.dispatchEvent(new CustomEvent("roundhouse:outbox", { detail: { ...state } }));
  }

  async function count() {
    const rows = await all();
    const lost = await damaged();
    tell({
      waiting: rows.length,
      refused: rows.filter(({ refused }) => refused && !STATUS.test(refused)).length,
      closed: rows.filter(({ refused }) => refused === CLOSED).length,
      odd: rows.filter(({ refused }) => ODD.includes(refused)).length,
      damaged: lost.length,
    });
    return rows;
  }

  // Keeps one sending; the promise is kept once it is on this device's disk.
  // A form that is sent twice is one sending; other numbers under its key are another.
  async function add(sending) {
    const store = await opened;
    const known = await window.roundhouseTablet?.state(sending.game);
    const twin = (await all()).find((row) => row.key === sending.key);
    if (twin && JSON.stringify(twin.fields) === JSON.stringify(sending.fields)) return twin;
    if (twin || known?.keys.includes(sending.key)) sending = { ...sending, key: newKey() };
    const row = {
      version: VERSION,
      key: newKey(),
      made_at: new Date().toISOString(),
      author: known?.author || "",
      author_name: known?.author_name || "",
      ...sending,
    };
    const writing = store.transaction("outbox", "readwrite", { durability: "strict" });
    row.seq = await writing.store.add(row);
    await writing.done;
    await count();
    schedule(SOON);
    return row;
  }

  // Changes what is kept of a sending, without ever bringing back one that has gone.
  async function change({ seq }, changes) {
    const store = await opened;
    const writing = store.transaction("outbox", "readwrite", { durability: "strict" });
    const row = await writing.store.get(seq);
    if (row) await writing.store.put({ ...row, ...changes });
    await writing.done;
  }

  // What waits behind it and names it by its key, such as its undo, goes on meaning it.
  async function rename(row) {
    const key = newKey();
    const writing = (await opened).transaction("outbox", "readwrite", { durability: "strict" });
    for (const one of await writing.store.getAll()) {
      if (one.seq === row.seq) await writing.store.put({ ...one, key });
      else if (one.game === row.game && one.seq > row.seq && one.seen?.key === row.key) {
        await writing.store.put({ ...one, seen: { key } });
      }
    }
    await writing.done;
  }

  async function drop({ seq }) {
    await (await opened).delete("outbox", seq);
    await count();
  }

  async function ask(url, options = {}) {
    const limit = AbortSignal.timeout?.(options.patience || PATIENCE);
    return fetch(url, { cache: "no-store", credentials: "same-origin", signal: limit, ...options });
  }

  // Sends what waits, in order. Answers once all has been tried, also when nothing could be sent.
  function flush() {
    clearTimeout(timer);
    flying ??= alone(send).finally(() => {
      flying = null;
    });
    return flying;
  }

  // One window of this browser at a time; where there are no locks the keys do it.
  async function alone(work) {
    if (!navigator.locks) return work();
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    const locked = () => {
      clearTimeout(timer);
      return work();
    };
    try {
      return await navigator.locks.request("roundhouse-outbox", { signal: patience.signal }, locked);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      return work(); // a frozen window has the lock: the keys see to it that all counts once
    }
  }

  async function send() {
    const rows = await count();
    if (!rows.length) return;
    try {
      const hello = await ask("/tablet/hello/");
      if (!hello.ok) throw new Error(`status ${hello.status}`);
      const { role, csrf } = await hello.json();
      tell({ reached: true, paired: role !== "stranger" });
      if (role === "stranger") return schedule(LATER);
      for (const code of new Set(rows.map((row) => row.game))) {
        const own = rows.filter((row) => row.game === code);
        for (let from = 0; from < own.length; from += AT_ONCE) {
          await sendSome(code, own.slice(from, from + AT_ONCE), csrf);
        }
      }
      pause = SOON;
    } catch {
      tell({ reached: false });
      pause = Math.min(pause * 1.5, LATER);
    }
    const left = await count();
    if (!left.length) return;
    schedule(left.every((row) => row.refused) ? LATER * 2 : pause);
  }

  async function sendSome(code, rows, csrf) {
    const told = rows.map(({ seq, refused, points, checked, faults, ...row }) => row);
    const answer = await ask(`/games/${code}/hand-over/`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      body: JSON.stringify({ sent_at: new Date().toISOString(), sendings: told }),
      patience: PATIENCE * 3,
    });
    if (answer.status === 404) {
      for (const row of rows) await change(row, { refused: CLOSED });
      return;
    }
    if (ODD.includes(String(answer.status))) {
      // One of them may be at fault: each by itself, so that it holds up no other.
      if (rows.length === 1) return change(rows[0], { refused: String(answer.status) });
      for (const row of rows) await sendSome(code, [row], csrf);
      return;
    }
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { handed, game } = await answer.json();
    const gone = [];
    for (const [at, row] of rows.entries()) {
      const { outcome, text } = handed[at] ?? { outcome: "later" };
      answers.set(row.key, { outcome, text });
      if (outcome === "refused") await change(row, { refused: text });
      // Whoever was asked may be gone by now; who is not takes it away, and mends it.
      else if (outcome === "faults") await change(row, { asks: false });
      else if (outcome === "clash") await rename(row);
      else if (outcome !== "later") gone.push(row);
    }
    await letGo(gone, game);
  }

  // What the server has leaves the outbox in the same step in which this tablet learns of a game
  // that has it: else a network that is lost in between would take it off the tablet's sheet.
  async function letGo(rows, game) {
    const writing = (await opened).transaction(["outbox", "games"], "readwrite");
    for (const { seq } of rows) await writing.objectStore("outbox").delete(seq);
    await writing.objectStore("games").put(game);
    await writing.done;
    const detail = { code: game.code };
    document.dispatchEvent(new CustomEvent("roundhouse:game", { detail }));
  }

  function schedule(wait) {
    clearTimeout(timer);
    timer = setTimeout(flush, wait);
  }

  // What the server said of a key since this page was opened; undefined while it has said nothing.
  const answerFor = (key) => answers.get(key);

  // What fails here is the browser's store, which says nothing of the network.
  const start = () => flush().catch(() => {});
  addEventListener("online", () => {
    tell({ reached: true });
    pause = SOON;
    start();
  });
  addEventListener("offline", () => tell({ reached: false }));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) start();
  });
  // The pages ask the server every few seconds by themselves: what came of it is worth knowing.
  document.addEventListener("htmx:sendError", () => tell({ reached: false }));
  document.addEventListener("htmx:timeout", () => tell({ reached: false }));
  document.addEventListener("htmx:afterOnLoad", () => {
    if (state.reached) return;
    tell({ reached: true });
    start();
  });

  window.roundhouseOutbox = {
    opened,
    add,
    all,
    waiting,
    damaged,
    flush,
    drop,
    change,
    answerFor,
    newKey,
    get state() {
      return { ...state, reached: state.reached && navigator.onLine };
    },
  };
  start();
})();
