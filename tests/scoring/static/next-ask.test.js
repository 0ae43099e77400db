// When a part of a page asks for news again: not all at once, and less often where nobody looks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AWAY, LONGEST, waitBefore } from "../../../scoring/static/scoring/shared/next-ask.js";

const SEEN = { failures: 0, hidden: false, hears: false };

test("phones that began together do not go on together", () => {
  assert.equal(
    waitBefore(4, SEEN, () => 0),
    3200,
  );
  assert.equal(
    waitBefore(4, SEEN, () => 0.5),
    4000,
  );
  assert.ok(waitBefore(4, SEEN) < 4800);
});

test("who is refused asks less and less, once a minute in the end", () => {
  const waits = [0, 1, 2, 4, 20].map((failures) => waitBefore(4, { ...SEEN, failures }, () => 0.5));
  assert.deepEqual(waits, [4000, 8000, 16000, 60000, 60000]);
});

test("a page has what is new within five seconds of the site's return, however long it was away", () => {
  const latest = (/** @type {number} */ seconds) =>
    waitBefore(seconds, { ...SEEN, failures: 20, away: true }, () => 1);
  assert.deepEqual([4, 10, 600].map(latest), [4800, 4800, 4800]);
  assert.equal(
    waitBefore(AWAY, { ...SEEN, hidden: true, away: true }, () => 0.5),
    LONGEST * 1000,
  );
});

test("a page that nobody sees asks once a minute", () => {
  assert.equal(
    waitBefore(4, { ...SEEN, hidden: true }, () => 0.5),
    60000,
  );
});
