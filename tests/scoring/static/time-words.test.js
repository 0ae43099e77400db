// What a sheet says of the time that is left.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sentenceAt } from "../../../scoring/static/scoring/tablet/time-words.js";

test("a time limit is said in whole minutes, and is over at its end", () => {
  const at = (/** @type {number} */ seconds) => sentenceAt(seconds * 1000);
  assert.deepEqual(at(61), ["saysMany", 2]);
  assert.equal(at(60)[0], "saysLess");
  assert.deepEqual(
    [at(0), at(-600)],
    [
      ["saysOver", 0],
      ["saysOver", 0],
    ],
  );
});
