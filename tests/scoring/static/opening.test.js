// A photo is opened small: what the browser is asked for, and what comes of it where it cannot do that.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { openPhoto } from "../../../scoring/static/scoring/camera/opening.js";

const PHOTO = new Blob([], { type: "image/jpeg" });
const world = /** @type {any} */ (globalThis);

/** @type {{ wanted: any[]; opened: any[]; closed: string[] }} */
let asked = { wanted: [], opened: [], closed: [] };

/**
 * Play a browser whose pictures are so large.
 *
 * @param {{ width: number; height: number } | null} decoded null where it cannot decode them small
 */
function playBrowser(decoded) {
  asked = { wanted: [], opened: [], closed: [] };
  world.createImageBitmap = async (/** @type {any} */ source, /** @type {any} */ options) => {
    asked.opened.push({ source, options });
    return "bitmap";
  };
  world.ImageDecoder = class {
    /** @param {any} wanted */
    constructor(wanted) {
      asked.wanted.push(wanted);
    }
    async decode() {
      if (!decoded) throw new DOMException("", "NotSupportedError");
      const { width: displayWidth, height: displayHeight } = decoded;
      return {
        image: { displayWidth, displayHeight, close: () => asked.closed.push("image") },
      };
    }
    close() {
      asked.closed.push("decoder");
    }
  };
}

afterEach(() => {
  delete world.ImageDecoder;
  delete world.createImageBitmap;
});

test("no more pixels are decoded than are wanted, and all are given back", async () => {
  playBrowser({ width: 1500, height: 2000 });
  assert.equal(await openPhoto(PHOTO), "bitmap");
  const [{ type, desiredWidth, desiredHeight }] = asked.wanted;
  assert.deepEqual([type, desiredWidth, desiredHeight], ["image/jpeg", 2560, 2560]);
  const [{ options }] = asked.opened;
  assert.deepEqual([options.resizeWidth, options.imageOrientation], [1280, "from-image"]);
  assert.deepEqual(asked.closed, ["decoder", "image"]);
});

test("a long strip is not made wide", async () => {
  playBrowser({ width: 64, height: 4000 });
  await openPhoto(PHOTO);
  const [{ options }] = asked.opened;
  assert.deepEqual([options.resizeWidth, options.resizeHeight], [undefined, 2560]);
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
