// Looking for a name: accents, capitals and the order of its words do not matter.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isFound, plainName } from "../../../scoring/static/scoring/shared/plain-name.js";

test("names are compared without accents, strokes and capitals", () => {
  assert.equal(plainName("Ångström"), "angstrom");
  assert.equal(plainName("  ØSTERGAARD   Émile "), "ostergaard emile");
  assert.equal(plainName("Łæß"), "laess");
});

test("names are found by the beginnings of their words, as on the server", () => {
  for (const { name, typed, found } of JSON.parse(
    readFileSync("tests/scoring/found_names.json", "utf8"),
  )) {
    assert.equal(isFound(name, typed), found, `${typed} in ${name}`);
  }
});
