// What a form requires by its markup, and how a page's sentences are filled.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isGap } from "../../../scoring/static/scoring/forms/required.js";
import { newKey } from "../../../scoring/static/scoring/shared/new-key.js";
import { fill } from "../../../scoring/static/scoring/shared/sentences.js";

const text = (value = "", disabled = false) => ({ type: "text", value, checked: false, disabled });
const radio = (checked = false) => ({ type: "radio", value: "x", checked, disabled: false });
const box = (checked = false) => ({ type: "checkbox", value: "on", checked, disabled: false });

test("of a choice one is wanted", () => {
  assert.equal(isGap([radio(), radio()]), true);
  assert.equal(isGap([radio(), radio(true)]), false);
});

test("of a seat's fields one is enough, and spaces are none", () => {
  assert.equal(isGap([text(), text(" ")]), true);
  assert.equal(isGap([text(), text("7-3")]), false);
  assert.equal(isGap([text("0"), text()]), false);
});

test("a reason is tapped or typed", () => {
  assert.equal(isGap([radio(), radio(), text()]), true);
  assert.equal(isGap([radio(), radio(true), text()]), false);
  assert.equal(isGap([radio(), radio(), text("by Cal")]), false);
});

test("a seat that went out wants nothing, nor does a box to tick", () => {
  assert.equal(isGap([text("", true), text("", true)]), false);
  assert.equal(isGap([text("", true), text()]), true);
  assert.equal(isGap([box()]), false);
  assert.equal(isGap([]), false);
});

test("a sentence has its words, and keeps a gap that nobody fills", () => {
  assert.equal(fill("Round {number} of {rounds}.", { number: 3 }), "Round 3 of {rounds}.");
  assert.equal(fill("{name}, {name}", { name: "{name}" }), "{name}, {name}");
});

test("a key is a random UUID, also where the browser makes none by itself", (context) => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(newKey(), uuid);
  // As on a local network without https.
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  context.after(() => Reflect.deleteProperty(crypto, "randomUUID"));
  assert.equal(crypto.randomUUID, undefined);
  const keys = Array.from({ length: 100 }, () => newKey());
  for (const key of keys) assert.match(key, uuid);
  assert.equal(new Set(keys).size, 100);
});
