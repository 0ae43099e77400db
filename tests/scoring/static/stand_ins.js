// What plays the browser to the scripts under test.

import { renamed } from "../../../scoring/static/scoring/tablet/entries.js";

/** @import { Entry, KnownGame } from "../../../scoring/static/scoring/contract.js" */
/** @import { TextStore } from "../../../scoring/static/scoring/shared/browser-store.js" */
/** @import { Damaged, OutboxStore, StoredEntry } from "../../../scoring/static/scoring/tablet/outbox.js" */

/** A browser's store of texts, in memory. @implements {TextStore} */
export class Memory {
  /** @type {Map<string, string>} */
  texts = new Map();

  /** @param {string} key */
  read(key) {
    return this.texts.get(key) ?? null;
  }

  /** @param {string} key @param {string} text */
  keep(key, text) {
    this.texts.set(key, text);
    return true;
  }

  /** @param {string} key */
  drop(key) {
    this.texts.delete(key);
  }
}

/** One that keeps nothing, as in a private window. @implements {TextStore} */
export class Refusing {
  read() {
    return null;
  }

  keep() {
    return false;
  }

  drop() {}
}

/** The tablet's database, in memory. @implements {OutboxStore} */
export class MemoryDatabase {
  /** @type {StoredEntry[]} */
  entries = [];
  /** @type {Damaged[]} */
  lost = [];
  /** @type {Map<string, KnownGame>} */
  games = new Map();
  #lastSeq = 0;

  /** Put something in that no outbox of this version wrote. @param {object} row */
  find(row) {
    this.#lastSeq += 1;
    this.entries.push({ ...row, seq: this.#lastSeq });
  }

  rows = async () => structuredClone(this.entries);

  /** @param {object} entry */
  async add(entry) {
    this.find(structuredClone(entry));
    return this.#lastSeq;
  }

  /** @param {number} seq @param {Partial<Entry>} changes */
  async change(seq, changes) {
    const row = this.entries.find((entry) => entry.seq === seq);
    if (row) Object.assign(row, changes);
  }

  /** @param {Entry} entry @param {string} key */
  async rename(entry, key) {
    for (const row of renamed(this.entries, entry, key)) await this.change(row.seq ?? 0, row);
  }

  /** @param {number | undefined} seq */
  async remove(seq) {
    this.entries = this.entries.filter((entry) => entry.seq !== seq);
  }

  /** @param {StoredEntry} row @param {Damaged} damaged */
  async setAside(row, damaged) {
    this.lost.push(damaged);
    await this.remove(row.seq);
  }

  damaged = async () => this.lost;

  /** @param {Entry[]} entries @param {KnownGame} game */
  async handedOver(entries, game) {
    for (const { seq } of entries) await this.remove(seq);
    this.games.set(game.code, game);
  }

  /** @param {string} code */
  game = async (code) => this.games.get(code) ?? null;
}

/**
 * A game of Ann, Bob and Cal as the server tells it, before its first round.
 *
 * @param {Partial<KnownGame>} parts
 * @returns {KnownGame}
 */
export const gameOf = (parts = {}) => ({
  version: 1,
  code: "g1",
  set: 12,
  rules: {},
  count_rules: {},
  counts_markers: false,
  revision: 0,
  finished: false,
  next_round: 1,
  author: "signed",
  author_name: "Table 3",
  seats: ["Ann", "Bob", "Cal"].map((name, at) => ({
    id: at + 1,
    name,
    word: name,
    color: at,
    entry_total: 0,
    from_round: 1,
    after_round: null,
    ranked: true,
  })),
  rounds: [],
  last: null,
  plan: [12, 11, 10].map((double, at) => ({
    number: at + 1,
    double,
    how: "",
    rounds: 13,
    over: false,
    draft: `draft-${at + 1}`,
  })),
  keys: [],
  ...parts,
});

/**
 * A round as the outbox has it: who went out, and what the others have left.
 *
 * @param {number} round
 * @param {string} ending
 * @param {Record<number, number>} totals by the seat's id
 * @param {Partial<Entry>} parts
 * @returns {Entry}
 */
export const entryOf = (round, ending, totals, parts = {}) => ({
  seq: round,
  version: 1,
  key: `round-${round}`,
  kind: "round",
  game: "g1",
  round,
  made_at: "2026-05-20T14:00:00Z",
  author: "signed",
  author_name: "Table 3",
  fields: {
    ending,
    starting_double: String(13 - round),
    ...Object.fromEntries(
      Object.entries(totals).map(([id, total]) => [`seat-${id}-total`, String(total)]),
    ),
  },
  ...parts,
});
