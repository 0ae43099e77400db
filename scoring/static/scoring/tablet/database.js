// What this browser keeps for a tablet, in its own database (IndexedDB): the entries that wait for
// the server, what could not be read of them, and the server's last state of each game.

import { openDB } from "../vendor/idb/index.js";
import { renamed } from "./entries.js";

/** @import { DBSchema, IDBPDatabase } from "../vendor/idb/index.js" */
/** @import { Entry, KnownGame } from "../contract.js" */
/** @import { Damaged, OutboxStore, StoredEntry } from "./outbox.js" */

/**
 * @typedef {DBSchema & {
 *   outbox: { key: number; value: StoredEntry };
 *   games: { key: string; value: KnownGame };
 *   damaged: { key: number; value: Damaged };
 * }} Stores
 */

// Where it is forbidden to keep anything, some browsers throw at once.
const open = async () =>
  /** @type {IDBPDatabase<Stores>} */ (
    await openDB("roundhouse", 1, {
      upgrade(database) {
        database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
        database.createObjectStore("games", { keyPath: "code" });
        database.createObjectStore("damaged", { autoIncrement: true });
      },
      blocking(_from, _to, event) {
        // A newer version of the site needs other stores.
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    })
  );

/** @implements {OutboxStore} */
class Database {
  #opened = open();

  constructor() {
    this.#opened.catch(() => {}); // told by whoever wants to write
  }

  async rows() {
    return (await this.#opened).getAll("outbox");
  }

  /** @param {Omit<Entry, "seq">} entry */
  async add(entry) {
    const writing = await this.#writing();
    const seq = await writing.store.add(entry);
    await writing.done;
    return seq;
  }

  /** @param {number} seq @param {Partial<Entry>} changes */
  async change(seq, changes) {
    const writing = await this.#writing();
    const row = await writing.store.get(seq);
    if (row) await writing.store.put({ ...row, ...changes });
    await writing.done;
  }

  /** @param {Entry} entry @param {string} key */
  async rename(entry, key) {
    const writing = await this.#writing();
    for (const row of renamed(await writing.store.getAll(), entry, key)) {
      await writing.store.put(row);
    }
    await writing.done;
  }

  /** @param {number} seq */
  async remove(seq) {
    await (await this.#opened).delete("outbox", seq);
  }

  /** @param {StoredEntry} row @param {Damaged} damaged */
  async setAside(row, damaged) {
    const moving = (await this.#opened).transaction(["outbox", "damaged"], "readwrite");
    await moving.objectStore("damaged").add(damaged);
    if (row.seq !== undefined) await moving.objectStore("outbox").delete(row.seq);
    await moving.done;
  }

  async damaged() {
    return (await this.#opened).getAll("damaged");
  }

  // In one step: else a network that is lost in between would take an entry off the tablet's sheet
  // before the tablet knows of a game that has it.
  /** @param {Entry[]} entries @param {KnownGame} game */
  async handedOver(entries, game) {
    const writing = (await this.#opened).transaction(["outbox", "games"], "readwrite");
    await writing.objectStore("games").put(game); // first: what cannot be put takes nothing away
    for (const { seq } of entries) await writing.objectStore("outbox").delete(seq);
    await writing.done;
  }

  /** The server's last state of a game; null if it has sent none. @param {string} code */
  async game(code) {
    return (await (await this.#opened).get("games", code)) ?? null;
  }

  /** @param {KnownGame} game */
  async keepGame(game) {
    await (await this.#opened).put("games", game);
  }

  // What is written is on the disk before a page says that it is saved.
  async #writing() {
    return (await this.#opened).transaction("outbox", "readwrite", { durability: "strict" });
  }
}

/** This browser's database; its methods are rejected where the browser keeps nothing. */
export const database = new Database();
