// The keys of the keypad: which figure goes where, and which field is next.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  MOST_FIGURES,
  Untold,
  editFor,
  fieldFor,
} from "../../../scoring/static/scoring/forms/keypad-typing.js";

/**
 * What stands in a field after these keys; the caret goes along.
 *
 * @param {string[]} keys
 * @param {string} value
 * @param {number} from
 * @param {number} to
 */
function type(keys, value = "", from = value.length, to = from) {
  let typing = { value, from, to };
  for (const key of keys) {
    const edit = editFor(key, typing);
    if (!edit) continue;
    const before = typing.value.slice(0, edit.start);
    const caret = before.length + edit.text.length;
    typing = { value: before + edit.text + typing.value.slice(edit.end), from: caret, to: caret };
  }
  return typing.value;
}

test("figures stand in the order of their taps", () => {
  assert.equal(type([..."105"]), "105");
});

test("back takes one figure, and nothing from an empty field", () => {
  assert.equal(type(["2", "3", "back", "5"]), "25");
  assert.equal(type(["2", "back", "back", "back"]), "");
});

test("what is selected is typed anew, and back still takes one figure", () => {
  assert.equal(type(["6"], "23", 0, 2), "6");
  assert.equal(type(["back"], "999", 0, 3), "99");
});

test("the first figure in a field replaces its number, wherever the caret is", () => {
  assert.deepEqual(editFor("1", { value: "31", from: 2, to: 2 }, true), {
    text: "1",
    start: 0,
    end: 2,
  });
  assert.deepEqual(editFor("9", { value: "12345", from: 5, to: 5 }, true)?.text, "9");
  assert.deepEqual(editFor("back", { value: "31", from: 0, to: 2 }, true), {
    text: "",
    start: 1,
    end: 2,
  });
});

test("the caret may stand between two figures", () => {
  assert.equal(type(["5"], "23", 1), "253");
  assert.equal(type(["back"], "23", 1), "3");
});

test("a total has at most five figures", () => {
  assert.equal(type([..."1234567"]), "12345");
  assert.equal(MOST_FIGURES, 5);
  assert.equal(type(["9"], "12345", 0, 5), "9");
  assert.equal(type(["9"], "12345", 1, 3), "1945");
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
