// What is recorded on this device waits here until the club's server has it.
//
// An entry is written to the browser's database before anything is sent; it goes when the server
// has answered for its key. The server takes each key once, so sending twice is safe: after a lost
// answer, from two windows, by an older version of this page. An example: round 3 is recorded as
// key A, sent, and the answer is lost. A stays, is sent again, and is answered "already"; then it
// goes. Were A on the server with other numbers, the answer would be "clash": the entry gets a new
// key, so that both are kept and somebody chooses.
//
// What the server refuses it keeps too, set aside; here it waits on, with the server's sentence.
// What it cannot even read waits on by itself, and holds up nothing else.
//
// Knows no page: the code that makes an Outbox plays the browser (page-outbox.js, and the tests).

import { newKey } from "../shared/new-key.js";
import { CLOSED, PAUSED, countsOf, hasSameFields, isEntry, isOdd, toSend } from "./entries.js";

/** @import { Entry, HandedOver, KnownGame, NewEntry } from "../contract.js" */
/** @import { GameCount } from "./entries.js" */

/** @typedef {Partial<Entry>} StoredEntry what the store has: perhaps no entry at all */

/** @typedef {{ told: string; at: number }} Damaged what could not be read, as text, and when */

/**
 * How many entries wait, null before it is known; of these, how many the server said no to, in
 * words, by its status, or because the game is closed to this tablet; how many of each game; how
 * many could not be read; whether the server can be reached, or answers that it cannot save; and
 * whether it knows this tablet.
 *
 * @typedef {object} OutboxState
 * @property {number | null} waiting
 * @property {Record<string, GameCount>} games
 * @property {number} refused
 * @property {number} closed
 * @property {number} paused
 * @property {number} odd
 * @property {number} damaged
 * @property {boolean} reached
 * @property {boolean} unable
 * @property {boolean} paired
 */

/**
 * Where entries are kept; every method is rejected where the browser keeps nothing.
 *
 * @typedef {object} OutboxStore
 * @property {() => Promise<StoredEntry[]>} rows in the order in which they were added
 * @property {(entry: Omit<Entry, "seq">) => Promise<number>} add resolved once it is on the disk
 * @property {(seq: number, changes: Partial<Entry>) => Promise<void>} change brings back none that
 *   has gone
 * @property {(entry: Entry, key: string) => Promise<void>} rename it, and what names it by its key
 * @property {(seq: number) => Promise<void>} remove
 * @property {(row: StoredEntry, damaged: Damaged) => Promise<void>} setAside
 * @property {() => Promise<Damaged[]>} damaged
 * @property {(entries: Entry[], game: KnownGame) => Promise<void>} handedOver drops the entries and
 *   keeps the game that has them, in one step
 * @property {(code: string) => Promise<KnownGame | null>} game
 */

/**
 * @typedef {object} Surroundings
 * @property {OutboxStore} store
 * @property {(address: string, options: RequestInit) => Promise<Response>} fetch
 * @property {(work: () => Promise<void>) => Promise<void>} alone lets one window work at a time
 * @property {(state: OutboxState) => void} onChange
 * @property {(code: string) => void} onGame hears of a game that this tablet has learned
 */

const VERSION = 1; // of the entries; every later version of this page reads these too
const AT_ONCE = 20;
const PATIENCE = 8000; // ms for an answer
const SOON = 3000;
const LATER = 15000;
export const CANNOT_SAVE = 503; // what the site says while its disk is full or its database is away

class NotTaken extends Error {
  /** @param {number} status of the server's answer */
  constructor(status) {
    super(`status ${status}`);
    this.status = status;
  }
}

export class Outbox {
  #surroundings;
  /** @type {OutboxState} */
  #state = {
    waiting: null, // nothing is said before it is known how much waits
    games: {},
    refused: 0,
    closed: 0,
    paused: 0,
    odd: 0,
    damaged: 0,
    reached: true,
    unable: false,
    paired: true,
  };
  /** @type {Map<string, HandedOver>} what became of a key, for code that waits for it */
  #answers = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #pause = SOON;
  /** @type {Promise<void> | null} */
  #flying = null;

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
  }

  get state() {
    return { ...this.#state };
  }

  /** @param {Partial<OutboxState>} changes */
  #tell(changes) {
    Object.assign(this.#state, changes);
    this.#surroundings.onChange(this.state);
  }

  /**
   * Somebody else has tried the network. From when it is away on, it is tried until it is back, also
   * where nothing waits: the page says which it is.
   *
   * @param {boolean} reached
   * @param {number} [status] of the answer, where there was one
   */
  hearNetwork(reached, status) {
    if (reached) this.#pause = SOON;
    else if (this.#state.reached) this.#schedule(SOON);
    this.#tell({ reached, unable: status === CANNOT_SAVE });
  }

  // ---- what waits

  /**
   * The entries in the order in which they were recorded. What cannot be read is moved out of the
   * way, so that it holds up nothing; the tablet's page shows it.
   */
  async all() {
    const { store } = this.#surroundings;
    const rows = await store.rows();
    for (const row of rows.filter((stored) => !isEntry(stored))) {
      await store.setAside(row, { told: JSON.stringify(row), at: Date.now() });
    }
    return rows.filter(isEntry);
  }

  /** How many entries of a game wait; null before it is known. @param {string} code */
  countOf(code) {
    return this.#state.waiting === null ? null : (this.#state.games[code]?.waiting ?? 0);
  }

  /** The entries of a game. @param {string} code */
  async waiting(code) {
    return (await this.all()).filter(({ game }) => game === code);
  }

  damaged() {
    return this.#surroundings.store.damaged();
  }

  async #count() {
    const entries = await this.all();
    const { length } = await this.damaged();
    this.#tell({ ...countsOf(entries), damaged: length });
    return entries;
  }

  /**
   * Keep an entry; resolved once it is on this device's disk. A form that is sent twice is one
   * entry; other numbers under its key are another.
   *
   * @param {NewEntry} wanted
   * @returns {Promise<Entry>}
   */
  async add(wanted) {
    const { store } = this.#surroundings;
    const known = await store.game(wanted.game).catch(() => null);
    const twin = (await this.all()).find(({ key }) => key === wanted.key);
    if (twin && hasSameFields(twin, wanted)) return twin;
    const isUsed = wanted.key !== undefined && (twin || known?.keys.includes(wanted.key));
    const entry = {
      version: VERSION,
      made_at: new Date().toISOString(),
      author: known?.author ?? "",
      author_name: known?.author_name ?? "",
      ...wanted,
      key: isUsed || wanted.key === undefined ? newKey() : wanted.key,
    };
    const seq = await store.add(entry);
    await this.#count();
    this.#schedule(SOON);
    return { ...entry, seq };
  }

  /** Change what is kept of an entry, if it is still there. */
  /** @param {Entry} entry @param {Partial<Entry>} changes */
  async change({ seq }, changes) {
    await this.#surroundings.store.change(seq, changes);
  }

  /** @param {Entry} entry */
  async drop({ seq }) {
    await this.#surroundings.store.remove(seq);
    await this.#count();
  }

  /** What the server said of a key since this page was opened, if anything. @param {string} key */
  answerFor(key) {
    return this.#answers.get(key);
  }

  // ---- sending

  /** Send what waits, in order. Resolved once all has been tried, also when nothing could be sent. */
  flush() {
    clearTimeout(this.#timer);
    this.#flying ??= this.#surroundings
      .alone(() => this.#send())
      .finally(() => {
        this.#flying = null;
      });
    return this.#flying;
  }

  /** @param {number} wait */
  #schedule(wait) {
    clearTimeout(this.#timer);
    // What fails here is the browser's store; the code that writes to it reports that.
    this.#timer = setTimeout(() => this.flush().catch(() => {}), wait);
  }

  /** @param {string} address @param {RequestInit} options */
  #ask(address, options = {}, patience = PATIENCE) {
    const signal = AbortSignal.timeout?.(patience) ?? null;
    const own = { cache: "no-store", credentials: "same-origin", signal };
    return this.#surroundings.fetch(address, /** @type {RequestInit} */ ({ ...own, ...options }));
  }

  async #send() {
    const entries = await this.#count();
    if (!entries.length && this.#state.reached) return;
    try {
      const isKnown = await this.#sendAll(entries);
      if (!isKnown) {
        if (entries.length) this.#schedule(LATER);
        return;
      }
      this.#pause = SOON;
    } catch (error) {
      const status = error instanceof NotTaken ? error.status : 0;
      this.#tell({ reached: false, unable: status === CANNOT_SAVE });
      this.#pause = Math.min(this.#pause * 1.5, LATER);
    }
    const left = await this.#count();
    if (!left.length && this.#state.reached) return;
    const isRefused = left.length > 0 && left.every(({ refused }) => refused);
    this.#schedule(isRefused ? LATER * 2 : this.#pause);
  }

  // Whether the server knows this tablet; rejected where it could not be reached.
  /** @param {Entry[]} entries */
  async #sendAll(entries) {
    const hello = await this.#ask("/tablet/hello/");
    if (!hello.ok) throw new NotTaken(hello.status);
    const { role, csrf } = await hello.json();
    const paired = role !== "stranger";
    this.#tell({ reached: true, unable: false, paired });
    if (!paired) return false;
    for (const code of new Set(entries.map(({ game }) => game))) {
      const own = entries.filter(({ game }) => game === code);
      for (let from = 0; from < own.length; from += AT_ONCE) {
        await this.#sendSome(code, own.slice(from, from + AT_ONCE), csrf);
      }
    }
    return true;
  }

  /** @param {string} code @param {Entry[]} entries @param {string} csrf */
  async #sendSome(code, entries, csrf) {
    const sending = { sent_at: new Date().toISOString(), sendings: entries.map(toSend) };
    const options = {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      body: JSON.stringify(sending),
    };
    const answer = await this.#ask(`/games/${code}/hand-over/`, options, PATIENCE * 3);
    if (answer.ok) {
      await this.#settle(entries, await answer.json());
    } else if (String(answer.status) === CLOSED) {
      const refused = answer.headers.has("X-Club-Paused") ? PAUSED : CLOSED;
      for (const entry of entries) await this.change(entry, { refused });
    } else if (!isOdd(answer.status)) {
      throw new NotTaken(answer.status);
    } else if (entries.length > 1) {
      // One of them may be at fault: each by itself, so that it holds up no other.
      for (const entry of entries) await this.#sendSome(code, [entry], csrf);
    } else {
      for (const entry of entries) await this.change(entry, { refused: String(answer.status) });
    }
  }

  /** @param {Entry[]} entries @param {{ handed: HandedOver[]; game: KnownGame }} answer */
  async #settle(entries, { handed, game }) {
    /** @type {Entry[]} */
    const done = [];
    for (const [at, entry] of entries.entries()) {
      const answer = handed[at] ?? { key: entry.key, outcome: "later", text: "" };
      this.#answers.set(entry.key, answer);
      if (!(await this.#stays(entry, answer))) done.push(entry);
    }
    await this.#surroundings.store.handedOver(done, game);
    this.#surroundings.onGame(game.code);
  }

  // Whether the server does not have it yet; what has to be noted of such an entry is noted.
  /** @param {Entry} entry @param {HandedOver} answer */
  async #stays(entry, { outcome, text }) {
    switch (outcome) {
      case "refused":
        await this.change(entry, { refused: text });
        return true;
      case "faults":
        // The person may be gone by now; if not, they take it back and correct it.
        await this.change(entry, { asks: false });
        return true;
      case "clash":
        await this.#surroundings.store.rename(entry, newKey());
        return true;
      case "later":
        // Nothing is wrong with it, and the server says why it has to wait.
        await this.change(entry, { delayed: text });
        return true;
      default:
        return false;
    }
  }
}
