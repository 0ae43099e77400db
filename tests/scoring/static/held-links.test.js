// A link that is tapped without the network, where no other page opens then.

import assert from "node:assert/strict";
import { test } from "node:test";

import { HeldLinks, leadsAway } from "../../../scoring/static/scoring/tablet/held-links.js";

const here = { href: "http://club.test/games/abc/round/3/#seat-1", origin: "http://club.test" };

/** @param {string} href @param {string} target */
const linkTo = (href, target = "") => ({ href, target, origin: new URL(href).origin });

test("a link to another page of the site leads away", () => {
  assert.equal(leadsAway(linkTo("http://club.test/games/abc/"), here), true);
  assert.equal(leadsAway(linkTo("http://club.test/games/abc/round/3/#seat-2"), here), false);
  assert.equal(leadsAway(linkTo("http://club.test/games/abc/", "_blank"), here), false);
  assert.equal(leadsAway(linkTo("http://elsewhere.test/"), here), false);
});

test("it opens once the server answers, and the last one tapped does", async () => {
  /** @type {(() => void)[]} */
  const looks = [];
  /** @type {string[]} */
  const opened = [];
  let isBack = false;
  const links = new HeldLinks({
    answers: async () => isBack,
    open: (href) => opened.push(href),
    later: (again) => looks.push(again),
  });
  const look = async () => {
    looks.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  links.hold("/games/abc/");
  links.hold("/games/abc/dispute/");
  await look();
  assert.deepEqual([opened, looks.length], [[], 1]);
  isBack = true;
  await look();
  assert.deepEqual([opened, looks.length], [["/games/abc/dispute/"], 0]);
});

test("who goes on typing stays", async () => {
  /** @type {(() => void)[]} */
  const looks = [];
  const links = new HeldLinks({
    answers: async () => true,
    open: () => assert.fail("the page was left"),
    later: (again) => looks.push(again),
  });
  links.hold("/games/abc/");
  links.forget();
  looks.shift()?.();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(looks.length, 0);
});
