// Looking for a name: accents, capitals and the order of its words do not matter.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isFound, plainName } from "../../../scoring/static/scoring/shared/plain-name.js";

test("names are compared without accents, strokes and capitals", () => {
  assert.equal(plainName("Ångström"), "angstrom");
  assert.equal(plainName("  ØSTERGAARD   Émile "), "ostergaard emile");
  assert.equal(plainName("Łæß"), "laess");
});

test("every word has to be in the name, in any order", () => {
  assert.ok(isFound("Ann Østergaard", "oster, an"));
  assert.ok(!isFound("Ann Østergaard", "oster bob"));
});

test("nothing typed marks nobody", () => {
  assert.ok(!isFound("Ann", ""));
  assert.ok(!isFound("Ann", " , "));
});
