// The hands of a round as they are typed, "3-7 5-5", and what the picker says of them. Knows no page.

/** @import { Words } from "../shared/sentences.js" */

/** @typedef {{ name: string; text: string }} Hand a seat's name, and what is typed for it */

// As `TILE` in scoring/parsing.py.
const TILE = /(?<!\d)(\d{1,3})\s*[-–/:|.]\s*(\d{1,3})(?!\d)/g;

/** @param {string} end @param {string} other */
const lowFirst = (end, other) =>
  Number(end) <= Number(other)
    ? `${Number(end)}-${Number(other)}`
    : `${Number(other)}-${Number(end)}`;

/**
 * The tiles of a text, the lower end of each first.
 *
 * @param {string} text
 */
export const tilesIn = (text) =>
  [...text.matchAll(TILE)].map(([, end = "", other = ""]) => lowFirst(end, other));

/**
 * What the tiles of a text count: their pips, and what blanks do by the rules. Null where that is
 * not known, where there is no tile, and where something else stands beside them.
 *
 * @param {string} text
 * @param {[blank: number, side: number] | null | undefined} blanks
 */
export function pointsOf(text, blanks) {
  const tiles = tilesIn(text);
  if (!blanks || !tiles.length || /[^\s,;]/.test(text.replace(TILE, ""))) return null;
  const [double, side] = blanks;
  const points = tiles.map((tile) => {
    const [low = 0, high = 0] = tile.split("-").map(Number);
    return high === 0 ? double : low + high + (low === 0 ? side : 0);
  });
  return points.reduce((sum, of) => sum + of, 0);
}

/**
 * Return the text with the tile, or without it where it is there already. Without, the first such
 * tile goes; the rest of the text stays as it was typed.
 *
 * @param {string} text
 * @param {string} tile
 */
export function withOrWithout(text, tile) {
  if (!tilesIn(text).includes(tile)) return `${text.trim()} ${tile}`.trim();
  let isGone = false;
  return text
    .replace(TILE, (typed, /** @type {string} */ end, /** @type {string} */ other) => {
      if (isGone || lowFirst(end, other) !== tile) return typed;
      isGone = true;
      return "";
    })
    .replace(/\s{2,}/g, " ")
    .trim();
}

/**
 * Who else has a tile: a name by the tile.
 *
 * @param {Hand[]} others
 * @returns {Map<string, string>}
 */
export const holdersOf = (others) =>
  new Map(others.flatMap(({ name, text }) => tilesIn(text).map((tile) => [tile, name])));

/**
 * What to say of a hand: the name of the sentence, and its words. A tile in two hands first.
 *
 * @param {Hand} hand
 * @param {Hand[]} others
 * @returns {[name: string, words: Words]}
 */
export function sentenceOf(hand, others) {
  const tiles = tilesIn(hand.text);
  for (const other of others) {
    const tile = tilesIn(other.text).find((typed) => tiles.includes(typed));
    if (tile) return ["saysTwice", { tile, seat: hand.name, who: other.name }];
  }
  const words = { seat: hand.name, count: tiles.length };
  if (tiles.length === 0) return ["saysCountNone", words];
  return [tiles.length === 1 ? "saysCountOne" : "saysCount", words];
}
