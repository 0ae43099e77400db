// The entries of the outbox as values: which can be read, what of them is sent, how many wait.

/** @import { Entry } from "../contract.js" */
/** @import { StoredEntry } from "./outbox.js" */

const KINDS = ["round", "correct", "undo", "dispute"];

/** The server has nothing of an entry: the game is not for this tablet. */
export const CLOSED = "404";

/** Nor while whoever runs the site has paused the club; it answers 404 then, too. */
export const PAUSED = "423";

/** Nor of these: it could not read what came, or broke on it. */
const ODD = ["400", "413", "500"];

/** @param {number} status */
export const isOdd = (status) => ODD.includes(String(status));

/** Whether the server said no in words, and not by its status. @param {string} refused */
export const isSentence = (refused) => !/^\d+$/.test(refused);

/**
 * Whether what was found in the store is an entry, of this version of the site or an older one.
 *
 * @param {StoredEntry} row
 * @returns {row is Entry}
 */
export const isEntry = (row) =>
  typeof row.key === "string" &&
  typeof row.game === "string" &&
  typeof row.kind === "string" &&
  KINDS.includes(row.kind) &&
  (row.kind === "dispute" || row.kind === "undo" || typeof row.fields === "object");

/** Whether two are the same but for their key: a form that is sent twice is one entry. */
/** @param {{ fields?: unknown }} entry @param {{ fields?: unknown }} other */
export const hasSameFields = (entry, other) =>
  JSON.stringify(entry.fields) === JSON.stringify(other.fields);

/**
 * What of an entry goes to the server: not what this tablet alone has to do with.
 *
 * @param {Entry} entry
 */
export function toSend({ seq, refused, delayed, points, checked, faults, ...sent }) {
  return sent;
}

/**
 * The rows that change when an entry gets another key: the entry itself, and what waits behind it
 * and names it by its key, such as its undo. With keys A, B for a round and its undo,
 * [{key: A}, {key: B, seen: {key: A}}] becomes [{key: C}, {key: B, seen: {key: C}}].
 *
 * @param {StoredEntry[]} rows
 * @param {Entry} entry
 * @param {string} key
 * @returns {StoredEntry[]}
 */
export function renamed(rows, entry, key) {
  /** @type {StoredEntry[]} */
  const changed = [];
  for (const row of rows) {
    const isBehind = row.game === entry.game && Number(row.seq) > entry.seq;
    if (row.seq === entry.seq) changed.push({ ...row, key });
    else if (isBehind && row.seen?.key === entry.key) changed.push({ ...row, seen: { key } });
  }
  return changed;
}

/** How many entries of one game wait, and how many of these the server said no to, in words. */
/** @typedef {{ waiting: number; refused: number }} GameCount */

/**
 * How many wait, and of these how many the server has said no to: in words, because the game is
 * closed to this tablet, because the club is paused, or because it could not take them.
 *
 * @param {Entry[]} entries
 */
export function countsOf(entries) {
  const answers = entries.flatMap(({ refused }) => refused || []);
  /** @type {Record<string, GameCount>} */
  const games = {};
  for (const { game, refused } of entries) {
    const count = (games[game] ??= { waiting: 0, refused: 0 });
    count.waiting += 1;
    if (refused && isSentence(refused)) count.refused += 1;
  }
  return {
    games,
    waiting: entries.length,
    refused: answers.filter(isSentence).length,
    closed: answers.filter((answer) => answer === CLOSED).length,
    paused: answers.filter((answer) => answer === PAUSED).length,
    odd: answers.filter((answer) => ODD.includes(answer)).length,
  };
}
