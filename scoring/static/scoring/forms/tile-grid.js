// How the picker's tiles lie on the screen. Knows no page: boxes and widths are in its pixels.

/** The least that a finger hits. */
const TARGET = 48;
/** The least width of a horizontal tile whose pips can be distinguished. */
const LYING = 62;

/** By key, to the right and down. */
export const ARROWS = new Map([
  ["ArrowRight", { right: 1, down: 0 }],
  ["ArrowLeft", { right: -1, down: 0 }],
  ["ArrowDown", { right: 0, down: 1 }],
  ["ArrowUp", { right: 0, down: -1 }],
]);

/**
 * How the tiles are laid out in cells of this width: side by side, standing, or each suit in as
 * many lines as it takes.
 *
 * @param {number} cell
 * @returns {"lies" | "stands" | "wraps"}
 */
export function layoutFor(cell) {
  if (cell < TARGET) return "wraps";
  return cell < LYING ? "stands" : "lies";
}

/** @typedef {{ left: number; top: number; width: number; height: number }} Box */

/**
 * Return the place, among the boxes, of the one that an arrow leads to; -1 where it leads nowhere.
 * The nearest one ahead, and of two as near the one that is less aside. To the right and left it
 * stays in its line.
 *
 * @param {Box} from
 * @param {Box[]} boxes
 * @param {{ right: number; down: number }} arrow
 */
export function nearest(from, boxes, { right, down }) {
  let best = -1;
  let least = Infinity;
  for (const [at, box] of boxes.entries()) {
    const across = box.left + box.width / 2 - from.left - from.width / 2;
    const along = box.top + box.height / 2 - from.top - from.height / 2;
    const ahead = right ? across * right : along * down;
    const aside = Math.abs(right ? along : across);
    if (ahead < 4 || (right && aside > from.height / 2)) continue;
    const far = ahead + 4 * aside;
    if (far < least) [best, least] = [at, far];
  }
  return best;
}
