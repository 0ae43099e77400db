// Nothing typed is lost: by a reload, a closed tab, a refused store, or the server's answer.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  DraftKeeper,
  forgetDraft,
  saysRound,
} from "../../../scoring/static/scoring/forms/draft-keeper.js";
import { toText } from "../../../scoring/static/scoring/forms/draft-fields.js";
import { Memory, Refusing } from "./stand_ins.js";

/** @import { TextStore } from "../../../scoring/static/scoring/shared/browser-store.js" */
/** @import { DraftField } from "../../../scoring/static/scoring/forms/draft-fields.js" */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ROUND = "game-1-round-4";

class Field {
  options = [{ value: "totals", selected: true }];

  /** @param {string} name @param {string} type @param {string} value @param {string} className */
  constructor(name, type, value = "", className = "") {
    this.name = name;
    this.type = type;
    this.value = value;
    this.checked = false;
    this.classList = { contains: (/** @type {string} */ one) => one === className };
  }
}

/** A round's form, as the server makes it; `typed` are the values that it came with. */
class Form {
  /** @param {{ ann?: string; seen?: string }} page */
  constructor({ ann = "", seen = "3" } = {}) {
    this.page = { ann, seen };
    this.all = {
      key: new Field("key", "hidden", "", "device-key"),
      seen: new Field("seen", "hidden", seen),
      password: new Field("password", "password"),
      ann: new Field("ann", "text", ann),
      outAnn: new Field("out", "radio", "1"),
      outBob: new Field("out", "radio", "2"),
      marked: new Field("marked", "checkbox", "on"),
      firstTile: new Field("tile", "text"),
      secondTile: new Field("tile", "text"),
      why: new Field("why", "textarea"),
      mode: new Field("mode", "select-one", "totals"),
    };
  }

  /** @returns {DraftField[]} */
  fields = () => Object.values(this.all);

  reset = () => {
    const fresh = new Form(this.page);
    for (const [name, field] of Object.entries(this.all)) {
      const { value, checked } = Object.entries(fresh.all).find(([own]) => own === name)?.[1] ?? {};
      Object.assign(field, { checked, value: field === this.all.key ? field.value : value });
    }
  };

  type() {
    this.all.password.value = "secret";
    this.all.ann.value = "23";
    this.all.outBob.checked = true;
    this.all.marked.checked = true;
    this.all.secondTile.value = "7-3";
    this.all.why.value = "two\nlines";
    this.all.mode.value = "tiles";
  }

  shown() {
    const { ann, outAnn, outBob, marked, firstTile, secondTile, why, mode } = this.all;
    return [
      [ann, firstTile, secondTile, why, mode].map(({ value }) => value),
      [outAnn, outBob, marked].map(({ checked }) => checked),
    ];
  }
}

const TYPED = [
  ["23", "", "7-3", "two\nlines", "tiles"],
  [false, true, true],
];
const EMPTY = new Form().shown();

/**
 * Open the page of a round.
 *
 * @param {TextStore} store
 * @param {{ ann?: string; seen?: string; bound?: boolean; key?: string }} page
 */
function open(store, { bound = false, key = ROUND, ...page } = {}) {
  const form = new Form(page);
  const draft = new DraftKeeper(form, store, () => key);
  return { form, draft, sentence: draft.begin({ bound }) };
}

/** @param {TextStore} store */
function openAndType(store) {
  const page = open(store);
  page.form.type();
  assert.equal(page.draft.change(), "saysKept");
  return page;
}

test("a fresh form says nothing and has a key of its own", () => {
  const first = open(new Memory());
  assert.equal(first.sentence, null);
  assert.match(first.form.all.key.value, UUID);
  assert.notEqual(open(new Memory()).form.all.key.value, first.form.all.key.value);
});

test("a form that is opened again has all that was typed, and the same key", () => {
  const store = new Memory();
  const before = openAndType(store);
  const again = open(store);
  assert.equal(again.sentence, "saysRestored");
  assert.deepEqual(again.form.shown(), TYPED);
  assert.equal(again.form.all.key.value, before.form.all.key.value);
});

test("a password is not kept", () => {
  const store = new Memory();
  openAndType(store);
  assert.doesNotMatch([...store.texts.values()].join(), /secret/);
  assert.equal(open(store).form.all.password.value, "");
});

test("a recorded round ends its draft, and no other", () => {
  const store = new Memory();
  const before = openAndType(store);
  forgetDraft(store, "game-1-round-3");
  assert.deepEqual(open(store).form.shown(), TYPED);
  forgetDraft(store, ROUND);
  const after = open(store);
  assert.deepEqual(after.form.shown(), EMPTY);
  assert.equal(after.sentence, null);
  assert.notEqual(after.form.all.key.value, before.form.all.key.value);
});

test("another round's draft is another one", () => {
  const store = new Memory();
  openAndType(store);
  assert.deepEqual(open(store, { key: "game-1-round-5" }).form.shown(), EMPTY);
});

test("what the server sent back wins and is kept, under the same key", () => {
  const store = new Memory();
  const before = openAndType(store);
  const sent = open(store, { ann: "99", bound: true });
  assert.equal(sent.sentence, "saysKept");
  assert.equal(sent.form.all.ann.value, "99");
  assert.equal(sent.form.all.why.value, "");
  assert.equal(sent.form.all.key.value, before.form.all.key.value);
  assert.equal(open(store).form.all.ann.value, "99");
});

test("what the server hides in the page is not put back", () => {
  const store = new Memory();
  openAndType(store);
  const again = open(store, { seen: "5" });
  assert.deepEqual(again.form.shown(), TYPED);
  assert.equal(again.form.all.seen.value, "5");
});

test("clearing makes another entry, and can be taken back", () => {
  const store = new Memory();
  const { form, draft } = openAndType(store);
  const key = form.all.key.value;
  assert.equal(draft.clear(), "saysCleared");
  assert.deepEqual(form.shown(), EMPTY);
  assert.notEqual(form.all.key.value, key);
  assert.equal(draft.undo(), "saysRestored");
  assert.deepEqual(form.shown(), TYPED);
  assert.equal(form.all.key.value, key);
  assert.deepEqual(open(store).form.shown(), TYPED);
});

test("a cleared form stays empty, and what is typed next is not overwritten by the old", () => {
  const store = new Memory();
  const { form, draft } = openAndType(store);
  draft.clear();
  assert.deepEqual(open(store).form.shown(), EMPTY);
  form.all.ann.value = "5";
  draft.change();
  assert.equal(draft.undo(), null);
  assert.equal(form.all.ann.value, "5");
});

test("a refused store is said and breaks nothing", () => {
  const { form, draft, sentence } = open(new Refusing());
  assert.equal(sentence, null);
  assert.match(form.all.key.value, UUID);
  form.type();
  assert.equal(draft.change(), "saysCannot");
  draft.clear();
  assert.equal(draft.undo(), "saysCannot");
  assert.deepEqual(form.shown(), TYPED);
  assert.equal(open(new Refusing(), { bound: true }).sentence, "saysCannot");
});

for (const text of ["{nonsense", "null", "5", '{"ann": 5}', '{"ann": [5]}', "[]"]) {
  test(`a draft that reads ${text} is as good as none`, () => {
    const store = new Memory();
    openAndType(store);
    for (const key of store.texts.keys()) store.texts.set(key, text);
    const { form, sentence } = open(store);
    assert.deepEqual(form.shown(), EMPTY);
    assert.equal(sentence, null);
    assert.match(form.all.key.value, UUID);
  });
}

test("what an older version of the site kept is put back", () => {
  const store = new Memory();
  store.keep(
    `roundhouse:draft:${ROUND}`,
    '{"key":["k"],"ann":["23"],"out":["2"],"tile":["","1-1"]}',
  );
  const { form } = open(store);
  assert.equal(form.all.key.value, "k");
  assert.equal(form.all.ann.value, "23");
  assert.equal(form.all.outBob.checked, true);
  assert.equal(form.all.secondTile.value, "1-1");
});

test("a round counts as typed once somebody went out or a number stands, not by a mode alone", () => {
  const store = new Memory();
  const keep = (/** @type {[string, string[]][]} */ values) =>
    store.keep(`roundhouse:draft:${ROUND}`, toText(new Map(values)));
  assert.equal(saysRound(store, ROUND), false);
  keep([
    ["mode", ["tiles"]],
    ["seat-1-total", [" "]],
    ["starting_double", ["9"]],
  ]);
  assert.equal(saysRound(store, ROUND), false);
  keep([
    ["mode", ["total"]],
    ["seat-1-total", ["12"]],
  ]);
  assert.equal(saysRound(store, ROUND), true);
  keep([["ending", ["out-1"]]]);
  assert.equal(saysRound(store, ROUND), true);
});
