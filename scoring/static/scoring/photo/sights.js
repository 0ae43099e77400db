// The tiles that photos of a hand show: what each is taken for, and what is left to be asked. Knows no
// page. Tiles are texts, the lower end first.

import { tilesIn } from "../forms/hands.js";
import { chancesByColor } from "./set-colors.js";

/** @import { PhotoAudit, PhotoCase, SightAudit } from "../contract.js" */
/** @import { Reading, TileRead } from "../camera/reading.js" */
/** @import { Half } from "./set-colors.js" */

/** @typedef {{ x: number; y: number }} Spot parts of the photo's width and height */

/**
 * One tile in a photo.
 *
 * @typedef {object} SightSeen
 * @property {number} photo which one of the hand's
 * @property {string} tile what it is taken for; "" where nothing could be read
 * @property {[string, number][]} options what it may be, with probabilities, the likeliest first
 * @property {Half[]} halves what each half may be, and its pips' color; none where nothing could be read
 * @property {number} none how probable it is no tile
 * @property {boolean} isClear whether it was read as certain
 * @property {boolean} certain whether nobody need look at it
 * @property {boolean} settled whether a person said what it is
 * @property {string} why what speaks against what it looks like; "" where nothing does
 * @property {string} strange what it looks like, where the game's set has no such tile; else ""
 * @property {string[]} rivals what else it may be, once all hands were held against each other
 * @property {Spot[]} corners from one side of its first end around
 */

const MOST_NONE = 0.5;
const MOST_PIPS = 18;
const MOST_OPTIONS = 8;
const LEAST_OPTION = 1e-5; // the engine's search takes longer with each
const FEW = 3; // choices that are offered
const LIKELY = 0.001; // less probable ones are not
const FAR = 2.5; // lengths of a tile: so far apart lie the tiles of two hands
const UNSURE = 0.6; // how many there are is asked where one is less certain to be a tile

/** @param {[number, number]} ends */
const nameOf = ([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`;

/** @param {string} tile @param {number} set */
const isInSet = (tile, set) => Number(tile.split("-")[1]) <= set;

/** @param {TileRead} read @returns {Half[]} */
function halvesOf({ halves, inks }) {
  return halves.flatMap((list, at) => {
    const ink = inks[at];
    if (!ink || !list.length) return [];
    const chances = Array.from({ length: MOST_PIPS + 1 }, () => 0);
    for (const { pips, probability } of list) chances[pips] = probability;
    return [{ ink, chances }];
  });
}

/**
 * @param {Reading} reading
 * @param {{ width: number; height: number }} size of the picture in which it was read
 * @param {number} photo
 * @param {number} set its highest double
 * @returns {SightSeen[]}
 */
export function sightsOf(reading, { width, height }, photo, set) {
  const spots = (/** @type {Spot[]} */ corners) =>
    corners.map(({ x, y }) => ({ x: x / width, y: y / height }));
  /** @type {SightSeen[]} */
  const tiles = reading.tiles.map((read) => {
    const none = Math.min(MOST_NONE, read.none);
    const looks = nameOf(read.ends);
    const isStrange = !isInSet(looks, set);
    return {
      photo,
      tile: isStrange ? "" : looks,
      options: read.alternatives.map(({ ends, probability }) => [
        nameOf(ends),
        probability * (1 - none),
      ]),
      halves: halvesOf(read),
      none,
      isClear: read.certain && !isStrange,
      certain: read.certain && !isStrange,
      settled: false,
      why: "",
      strange: isStrange ? looks : "",
      rivals: [],
      corners: spots(read.corners),
    };
  });
  const unread = reading.unread.map((corners) => unreadAt(spots(corners), photo, MOST_NONE));
  return [...tiles, ...unread];
}

/** @param {SightSeen} sight @returns {Spot} */
export function middleOf({ corners }) {
  const sum = corners.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

/**
 * The sights of one more photo of a hand, without the tiles that an earlier one shows: they count once.
 *
 * @param {SightSeen[]} before
 * @param {SightSeen[]} more
 */
export function withoutSeen(before, more) {
  const seen = new Set(before.map(({ tile, strange }) => tile || strange));
  return more.filter(({ tile, strange }) => !(tile || strange) || !seen.has(tile || strange));
}

/** @param {SightSeen} sight in parts of the photo's width */
const longOf = ({ corners: [first, second, third] }) =>
  first && second && third
    ? Math.max(
        Math.hypot(second.x - first.x, second.y - first.y),
        Math.hypot(third.x - second.x, third.y - second.y),
      )
    : 0;

/**
 * Whether the tiles of one photo lie in two places, with at least two tiles in each: they may be of
 * two hands.
 *
 * @param {SightSeen[]} sights
 */
export function liesApart(sights) {
  const left = [...sights];
  const groups = [];
  while (left.length) {
    const group = left.splice(0, 1);
    for (const sight of group) {
      const here = middleOf(sight);
      const near = left.filter((other) => {
        const there = middleOf(other);
        const far = Math.hypot(there.x - here.x, there.y - here.y);
        return far < FAR * Math.max(longOf(sight), longOf(other));
      });
      for (const other of near) left.splice(left.indexOf(other), 1);
      group.push(...near);
    }
    groups.push(group);
  }
  return groups.filter((group) => group.length > 1).length > 1;
}

/** Whether it has to be asked how many tiles there are. @param {SightSeen[]} sights */
export const isCountUnsure = (sights) =>
  sights.some(({ none, settled }) => !settled && 1 - none < UNSURE);

/**
 * A tile of which nothing is known but where it lies.
 *
 * @param {Spot[]} corners
 * @param {number} photo
 * @param {number} none how probable it is no tile
 * @returns {SightSeen}
 */
function unreadAt(corners, photo, none) {
  const rest = { isClear: false, certain: false, settled: false, why: "", strange: "", rivals: [] };
  return { photo, tile: "", options: [], halves: [], none, corners, ...rest };
}

/**
 * A tile that a person has found in the photo, about as large as the others.
 *
 * @param {Spot} spot
 * @param {number} photo
 * @param {SightSeen | undefined} like
 * @param {number} shape the photo's width for its height
 * @returns {SightSeen}
 */
export function foundAt(spot, photo, like, shape) {
  const half = (like ? longOf(like) : 0.15) / 2;
  const corners = [
    { x: spot.x - half / 2, y: spot.y - half * shape },
    { x: spot.x + half / 2, y: spot.y - half * shape },
    { x: spot.x + half / 2, y: spot.y + half * shape },
    { x: spot.x - half / 2, y: spot.y + half * shape },
  ];
  return unreadAt(corners, photo, 0);
}

/** Whether a person has to look at it. @param {SightSeen} sight */
export const isDoubtful = ({ certain, settled, tile, why }) =>
  !settled && (!certain || tile === "" || why !== "");

/**
 * The tiles that are offered where one is doubtful: what it is taken for, then what else it may be.
 *
 * @param {SightSeen} sight
 * @param {number} set its highest double
 */
export function choicesOf({ tile, rivals, options }, set) {
  const likely = options.filter(([, probability]) => probability > LIKELY).map(([name]) => name);
  const all = [...new Set([tile, ...rivals, ...likely])];
  return all.filter((name) => name && isInSet(name, set)).slice(0, FEW);
}

/** What a person said that it is. @param {SightSeen} sight @param {string} tile */
export const settledAs = (sight, tile) => ({
  ...sight,
  tile,
  settled: true,
  why: "",
  strange: "",
  rivals: [],
});

/**
 * A seat's hand: what is in its field, what the photos put there ("" for nothing yet), and what they
 * show now.
 *
 * @typedef {object} HandSeen
 * @property {string} name
 * @property {string} text
 * @property {string} written
 * @property {SightSeen[]} sights
 * @property {number} [total] points of its tiles, where somebody counted
 * @property {number} [count] of its tiles
 */

/** What the photos of a hand show, as its field has it. @param {SightSeen[]} sights */
export const textOf = (sights) => sights.map(({ tile }) => tile).join(" ");

/** Whether somebody typed something else than the photos put there. @param {HandSeen} hand */
export const isTyped = ({ text, written }) => tilesIn(text).length > 0 && text !== written;

/** Whether that was after the photos. @param {HandSeen} hand */
const isTypedOver = (hand) => hand.written !== "" && isTyped(hand);

/**
 * What a half may be, once a person has said what the tile is.
 *
 * @param {Half} half
 * @param {SightSeen} sight
 * @returns {Half}
 */
function known(half, { settled, tile }) {
  if (!settled || !tile) return half;
  const ends = tile.split("-").map(Number);
  const chances = half.chances.map((chance, pips) => (ends.includes(pips) ? chance + 1e-3 : 0));
  return { ...half, chances };
}

/**
 * What each tile that was read may be, by what is seen of it and by the colors of all tiles' pips: they are of one set.
 *
 * @param {SightSeen[]} sights of all hands
 * @returns {Map<SightSeen, [string, number][]>} the likeliest first
 */
function optionsByColor(sights) {
  const read = sights.filter(({ halves }) => halves.length === 2);
  const all = chancesByColor(
    read.flatMap((sight) => sight.halves.map((half) => known(half, sight))),
  );
  return new Map(
    read.map((sight, at) => {
      /** @type {Map<string, number>} */
      const options = new Map();
      const [one = [], other = []] = all.slice(2 * at, 2 * at + 2);
      one.forEach((chance, first) => {
        other.forEach((more, last) => {
          const name = nameOf([first, last]);
          options.set(name, (options.get(name) ?? 0) + chance * more);
        });
      });
      const likeliest = [...options]
        .filter(([, probability]) => probability > LEAST_OPTION)
        .sort((a, b) => b[1] - a[1])
        .slice(0, MOST_OPTIONS);
      const sum = likeliest.reduce((total, [, probability]) => total + probability, 0) || 1;
      const share = (1 - sight.none) / sum;
      return [sight, likeliest.map(([name, probability]) => [name, probability * share])];
    }),
  );
}

/**
 * What the engine is asked about all hands. What was typed is not doubted; photos over which something
 * else was typed are left out.
 *
 * @param {{ set: number; rules: Record<string, unknown>; starting_double: number | null }} round
 * @param {HandSeen[]} hands
 * @returns {PhotoCase}
 */
export function caseOf(round, hands) {
  /** @type {PhotoCase} */
  const asked = { ...round, hands: {}, known: {} };
  const byColor = optionsByColor(hands.flatMap(({ sights }) => sights));
  for (const hand of hands) {
    const { name, text, sights, total, count } = hand;
    if (sights.length && !isTypedOver(hand)) {
      asked.hands[name] = {
        sights: sights.map((sight) => {
          const { settled, tile, options, none } = sight;
          return settled ? { tiles: [[tile, 1]] } : { tiles: byColor.get(sight) ?? options, none };
        }),
        ...(total == null ? {} : { total }),
        ...(count == null ? {} : { count }),
      };
    } else if (tilesIn(text).length) {
      asked.known[name] = tilesIn(text);
    }
  }
  return asked;
}

/**
 * A sight as it is proposed now. What a person said stays.
 *
 * @param {SightSeen} sight
 * @param {SightAudit} audit
 * @returns {SightSeen}
 */
function audited(sight, { tile, reason, text, doubtful, others }) {
  if (sight.settled) return sight;
  const looks = sight.options[0]?.[0] ?? "";
  const rivals = [...others, looks].filter((other) => other != null && other !== tile);
  return {
    ...sight,
    tile: tile ?? "",
    certain: sight.isClear && !doubtful && tile === looks, // other hands raise doubts, and take none away
    why: reason ? text : "",
    rivals: /** @type {string[]} */ (rivals),
  };
}

/**
 * The sights of a hand as the engine proposes them, as long as they are those that it was asked about.
 *
 * @param {SightSeen[]} sights
 * @param {SightAudit[] | undefined} audits
 */
export function withAudit(sights, audits) {
  if (audits?.length !== sights.length) return sights;
  return sights.map((sight, at) => {
    const audit = audits[at];
    return audit ? audited(sight, audit) : sight;
  });
}

/**
 * What the engine says about a whole hand, in sentences; and whether the photo was taken for another's,
 * too: of two alike, the later one is.
 *
 * @param {PhotoAudit} audit
 * @param {string} name
 */
export function notesFor(audit, name) {
  const notes = audit.notes.filter(({ seats }) => seats.includes(name));
  return {
    notes: notes.map(({ text }) => text),
    isAlike: notes.some(({ code, seats }) => code === "hands_alike" && seats.at(-1) === name),
  };
}
