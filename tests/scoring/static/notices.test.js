// What was said of the last deed: it goes with the next one, and stays away on the way back.

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {Record<string, (event: any) => void>} */
const hears = {};
let removed = 0;
class HTMLElement {
  remove() {
    removed += 1;
  }
}
const notice = new HTMLElement();
let revision = "5";
/** @type {(name: string, does: (event: any) => void) => void} */
const addEventListener = (name, does) => (hears[name] = does);
Object.assign(globalThis, {
  HTMLElement,
  addEventListener,
  document: {
    addEventListener,
    querySelectorAll: () => [notice],
    getElementById: () => Object.assign(new HTMLElement(), { dataset: { revision } }),
  },
});
await import("../../../scoring/static/scoring/notices.js");

/** @type {(verb: string, swap?: string) => number} */
const sent = (verb, swap = "outerHTML") => {
  removed = 0;
  const target = { getAttribute: () => swap };
  hears["htmx:beforeRequest"]?.({ detail: { target, requestConfig: { verb } } });
  return removed;
};
/** @type {(persisted: boolean) => number} */
const shown = (persisted) => {
  removed = 0;
  hears.pageshow?.({ persisted });
  return removed;
};

test("what was done before goes with the next deed, not with a look or a check", () => {
  assert.equal(sent("post"), 1);
  assert.equal(sent("get"), 0);
  assert.equal(sent("post", "none"), 0);
});

test("it goes once something more is on the sheet", () => {
  /** @type {(now: string) => number} */
  const swapped = (now) => {
    [removed, revision] = [0, now];
    hears["htmx:afterSwap"]?.({ detail: { target: { id: "sheet-now" } } });
    return removed;
  };
  assert.equal(swapped("5"), 0);
  assert.equal(swapped("6"), 1);
});

test("it is not there any more when somebody comes back", () => {
  assert.equal(shown(false), 0);
  assert.equal(shown(true), 1);
});
