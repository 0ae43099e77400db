// Since when a page is out of date: while nothing comes from the site, and not while nothing is new.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Contact, OUTDATED } from "../../../scoring/static/scoring/shared/contact.js";

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
});

test("a page is out of date once nothing has come for long and questions fail, until one is answered", () => {
  const contact = new Contact();
  contact.failed(0);
  contact.failed(502);
  assert.equal(contact.outdatedSince, null);
  mock.timers.tick(OUTDATED);
  assert.equal(contact.outdatedSince, 1_000_000);
  contact.answered();
  assert.equal(contact.outdatedSince, null);
});

test("a quiet page is not out of date, and one lost question does not make it so", () => {
  const contact = new Contact();
  mock.timers.tick(10 * OUTDATED);
  assert.equal(contact.outdatedSince, null);
  contact.failed(502);
  assert.equal(contact.outdatedSince, null);
});

test("what the stream brought counts, and nothing older undoes it", () => {
  const contact = new Contact();
  mock.timers.tick(2 * OUTDATED);
  contact.heard(1_000_000 + OUTDATED);
  contact.heard(0);
  contact.failed(0);
  contact.failed(0);
  assert.equal(contact.outdatedSince, 1_000_000 + OUTDATED);
});

test("a site that refuses is there", () => {
  const contact = new Contact();
  const away = [0, 403, 503, 429].map((status) => {
    contact.failed(status);
    return contact.isAway;
  });
  assert.deepEqual(away, [true, false, true, false]);
});
