// A photo is opened small: what the browser is asked for, and what comes of it where it cannot do that.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { openPhoto } from "../../../scoring/static/scoring/camera/opening.js";

const PHOTO = new Blob([], { type: "image/jpeg" });
const world = /** @type {any} */ (globalThis);

/** @type {{ wanted: any[]; opened: any[]; drawn: number[][]; closed: string[] }} */
let asked = { wanted: [], opened: [], drawn: [], closed: [] };

/**
 * Play a browser whose pictures are so large.
 *
 * @param {{ width: number; height: number; rotation?: number } | null} decoded null where it cannot
 *   decode them small
 */
function playBrowser(decoded) {
  asked = { wanted: [], opened: [], drawn: [], closed: [] };
  world.createImageBitmap = async (/** @type {any} */ source, /** @type {any} */ options) => {
    asked.opened.push({ source, options });
    return "bitmap";
  };
  world.OffscreenCanvas = class {
    /** @param {number} width @param {number} height */
    constructor(width, height) {
      asked.drawn.push([width, height]);
    }
    getContext() {
      return { drawImage() {} };
    }
    transferToImageBitmap() {
      return "bitmap";
    }
  };
  world.ImageDecoder = class {
    /** @param {any} wanted */
    constructor(wanted) {
      asked.wanted.push(wanted);
    }
    async decode() {
      if (!decoded) throw new DOMException("", "NotSupportedError");
      const { width: displayWidth, height: displayHeight, ...turn } = decoded;
      const close = () => asked.closed.push("image");
      return { image: { displayWidth, displayHeight, ...turn, close } };
    }
    close() {
      asked.closed.push("decoder");
    }
  };
}

afterEach(() => {
  delete world.ImageDecoder;
  delete world.OffscreenCanvas;
  delete world.createImageBitmap;
});

test("no more pixels are decoded than are wanted, and all are given back", async () => {
  playBrowser({ width: 1500, height: 2000, rotation: 90 });
  assert.equal(await openPhoto(PHOTO), "bitmap");
  const [{ type, desiredWidth, desiredHeight }] = asked.wanted;
  assert.deepEqual([type, desiredWidth, desiredHeight], ["image/jpeg", 2560, 2560]);
  assert.deepEqual([asked.drawn, asked.opened], [[[1280, 1707]], []]);
  assert.deepEqual(asked.closed, ["decoder", "image"]);
});

test("a long strip is not made wide", async () => {
  playBrowser({ width: 64, height: 4000, rotation: 0 });
  await openPhoto(PHOTO);
  assert.deepEqual(asked.drawn, [[41, 2560]]);
});

test("a frame that does not tell how it is to be turned is not taken", async () => {
  playBrowser({ width: 1500, height: 2000 });
  await openPhoto(PHOTO);
  assert.deepEqual(asked.closed, ["decoder", "image"]);
  assert.equal(asked.opened[0].options.imageOrientation, "from-image");
});

test("a browser that cannot decode it small opens it as it is", async () => {
  playBrowser(null);
  await openPhoto(PHOTO);
  assert.deepEqual(asked.closed, ["decoder"]);
  delete world.ImageDecoder;
  await openPhoto(PHOTO);
  for (const { source, options } of asked.opened) {
    assert.equal(source, PHOTO);
    assert.equal(options.resizeWidth, 1280);
  }
  assert.equal(asked.opened.length, 2);
});
