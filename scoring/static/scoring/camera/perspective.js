// How large tiles look wherever they lie in a photo: the farther from the camera, the smaller. Knows no page.

import { area } from "./geometry.js";

/** @import { Pose } from "./image.js" */

const LEAST_TILES = 5; // fewer tell of one size alone
const STEEPEST = 1.8; // times as far as the middle tiles, or as near; more is no photo of a hand
const OFF = [3, 2, 1.5]; // times as large as others there, a tile tells nothing, first and then

/** @typedef {{ x: number; y: number; far: number }} Spot */

/**
 * How many times as large as tiles that lie there a place is; its area, if there are no tiles.
 *
 * What lies on a table is seen in area by the third power of how near it is, and how far is linear in the photo's
 * pixels.
 *
 * @param {Pose[]} tiles
 * @returns {(place: Pose) => number}
 */
export function sizeBeside(tiles) {
  if (!tiles.length) return area;
  const spots = tiles.map((tile) => ({ ...tile.center, far: area(tile) ** (-1 / 3) }));
  const [middle = 1] = spots
    .map(({ far }) => far)
    .sort((a, b) => a - b)
    .slice(spots.length >> 1);
  let farAt = (/** @type {{ x: number; y: number }} */ _spot) => middle;
  for (const off of OFF) {
    const near = spots.filter((spot) => {
      const size = (farAt(spot) / spot.far) ** 3;
      return size < off && size > 1 / off;
    });
    if (near.length < LEAST_TILES) break;
    farAt = planeOf(near, middle);
  }
  return (place) => area(place) * farAt(place.center) ** 3;
}

/** The plane through what is told of spots, by least squares; nearly level where they lie close together. @param {Spot[]} spots @param {number} middle */
function planeOf(spots, middle) {
  const mean = (/** @type {(spot: Spot) => number} */ of) =>
    spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length;
  const [x0, y0, far0] = [mean(({ x }) => x), mean(({ y }) => y), mean(({ far }) => far)];
  const loose = middle ** -3 / 2; // half a tile's width, squared: a few in a row tell of no slope across it
  const xx = mean(({ x }) => (x - x0) ** 2) + loose;
  const yy = mean(({ y }) => (y - y0) ** 2) + loose;
  const xy = mean(({ x, y }) => (x - x0) * (y - y0));
  const xf = mean(({ x, far }) => (x - x0) * (far - far0));
  const yf = mean(({ y, far }) => (y - y0) * (far - far0));
  const whole = xx * yy - xy * xy;
  const right = (xf * yy - yf * xy) / whole;
  const down = (yf * xx - xf * xy) / whole;
  return (/** @type {{ x: number; y: number }} */ { x, y }) => {
    const far = far0 + right * (x - x0) + down * (y - y0);
    return Math.min(middle * STEEPEST, Math.max(middle / STEEPEST, far));
  };
}
