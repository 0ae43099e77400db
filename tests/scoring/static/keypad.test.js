// The keys of the keypad: which figure goes where, and which field is next.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  MOST_FIGURES,
  Untold,
  fieldFor,
  typed,
} from "../../../scoring/static/scoring/forms/keypad-typing.js";

/**
 * What stands in a field after these keys.
 *
 * @param {string[]} keys
 * @param {string} value
 */
const type = (keys, value = "") => keys.reduce((text, key) => typed(key, text) ?? text, value);

test("figures stand in the order of their taps", () => {
  assert.equal(type([..."105"]), "105");
});

test("back takes the last figure, and nothing from an empty field", () => {
  assert.equal(type(["2", "3", "back", "5"]), "25");
  assert.equal(type(["back", "back", "back", "8", "5"], "112"), "85");
  assert.equal(typed("back", ""), "");
});

test("the first figure in a field that was just chosen replaces its number", () => {
  assert.equal(typed("1", "31", true), "1");
  assert.equal(typed("9", "12345", true), "9");
  assert.equal(typed("back", "31", true), "3");
});

test("a total has at most five figures", () => {
  assert.equal(type([..."1234567"]), "12345");
  assert.equal(MOST_FIGURES, 5);
});

const ann = { value: "23" };
const bob = { value: "" };
const cal = { value: "" };

test("the first empty field is typed in, or the first where all are full", () => {
  assert.equal(fieldFor([ann, bob, cal], null, false), bob);
  assert.equal(fieldFor([ann], null, false), ann);
  assert.equal(fieldFor([], null, false), null);
});

test("the field that was typed in stays the one while it is open", () => {
  assert.equal(fieldFor([ann, bob, cal], cal, false), cal);
  assert.equal(fieldFor([ann, bob], cal, false), bob);
});

test("the keys take no field from the picker, but keep their own", () => {
  assert.equal(fieldFor([bob, cal], null, true), null);
  assert.equal(fieldFor([bob, cal], cal, true), cal);
});

test("a change is told once, and again only when there is another", () => {
  const field = { value: "" };
  const untold = new Untold();
  untold.watch(field);
  assert.equal(untold.has(field), false);
  field.value = "23";
  assert.equal(untold.has(field), true);
  untold.watch(field); // watched again, as whenever the form may have changed
  assert.equal(untold.has(field), true);
  untold.tell(field);
  assert.equal(untold.has(field), false);
  field.value = "2";
  assert.equal(untold.has(field), true);
});
