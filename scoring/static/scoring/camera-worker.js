// The camera's own thread: reads photos of hands, so that the page stays usable meanwhile.
//
// The first message is { weights, quick }, the addresses of the networks' file and of simd.wasm; it is
// answered by { ready: version, simd: whether that runs here } or { failed: text }. Each { id, photo, known } after that, with a photo as an
// ImageBitmap or a Blob, is answered by { id, reading } or { id, unreadable: true } where it is no picture that the browser
// knows. Corners are in pixels of the reading's width and height, upright as the photo is shown.

import { pictureOf } from "./camera/image.js";
import { openNetwork } from "./camera/network.js";
import { openPhoto } from "./camera/opening.js";
import { readPhoto } from "./camera/reading.js";
import { openSimd, simd } from "./camera/simd.js";

/** @import { Network } from "./camera/network.js" */
/** @import { Known } from "./camera/reading.js" */

/** @typedef {{ weights?: string; quick?: string; id?: number; photo?: ImageBitmap | Blob; known?: Known }} CameraMessage */

/** @type {Network | null} */
let network = null;

/** @param {string} address */
async function fileAt(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.arrayBuffer();
}

/** @param {string} weights @param {string} quick */
async function load(weights, quick) {
  try {
    await openSimd(await fileAt(quick).catch(() => null)); // without, the script does it
    network = openNetwork(await fileAt(weights));
    self.postMessage({ ready: network.version, simd: simd !== null });
    warmUp(network);
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
}

/**
 * Read a drawing of blank tiles while the first photo is taken. Browsers make quick what has run a few
 * times, and the first photo would wait for that.
 *
 * @param {Network} reader
 */
function warmUp(reader) {
  const [width, height] = [640, 480];
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  if (!pen) return;
  const fill = (
    /** @type {string} */ color,
    /** @type {number[]} */ [x = 0, y = 0, wide = 0, high = 0],
  ) => {
    pen.fillStyle = color;
    pen.fillRect(x, y, wide, high);
  };
  fill("#543", [0, 0, width, height]);
  for (let x = 60; x < 540; x += 120) {
    fill("#eee", [x, 90, 60, 120]);
    fill("#222", [x + 6, 148, 48, 4]);
  }
  readPhoto(reader, pictureOf(pen.getImageData(0, 0, width, height).data, width, height));
}

/** @param {ImageBitmap | Blob} photo */
async function pixelsOf(photo) {
  const bitmap = photo instanceof Blob ? await openPhoto(photo) : photo;
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = canvas?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  return pictureOf(pixels, width, height);
}

/** @param {number} id @param {ImageBitmap | Blob} photo @param {Known} known */
async function answer(id, photo, known) {
  try {
    const picture = await pixelsOf(photo);
    if (!network) throw new Error("no network");
    const { width, height } = picture;
    const reading = { ...readPhoto(network, picture, known), width, height };
    self.postMessage({ id, reading });
  } catch {
    self.postMessage({ id, unreadable: true });
  }
}

addEventListener("message", ({ data }) => {
  const { weights, quick = "", id, photo, known = {} } = /** @type {CameraMessage} */ (data);
  if (weights) void load(weights, quick);
  if (id != null && photo) void answer(id, photo, known);
});
