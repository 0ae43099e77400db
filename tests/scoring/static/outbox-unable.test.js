// The outbox before a server that is there and cannot save, which is another thing than no network.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Outbox } from "../../../scoring/static/scoring/tablet/outbox.js";
import { MemoryDatabase } from "./stand_ins.js";

test("a server that answers that it cannot save is another thing than no answer", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {() => Response} */
  let answer = () => new Response("no", { status: 503 });
  const outbox = new Outbox({
    store: new MemoryDatabase(),
    fetch: async () => answer(),
    alone: (work) => work(),
    onChange: () => {},
    onGame: () => {},
  });
  const stateAfterFlush = async () => {
    await outbox.flush();
    return [outbox.state.reached, outbox.state.unable];
  };
  await outbox.add({ kind: "round", game: "g1", key: "one", round: 1, fields: {} });
  assert.deepEqual(await stateAfterFlush(), [false, true]);
  answer = () => new Response("a proxy's, for a site that is not there", { status: 502 });
  assert.deepEqual(await stateAfterFlush(), [false, false]);
  answer = () => new Response("no", { status: 503 });
  assert.deepEqual(await stateAfterFlush(), [false, true]);
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  assert.deepEqual(await stateAfterFlush(), [false, false]);
  outbox.hearNetwork(false, 503);
  assert.equal(outbox.state.unable, true);
  answer = () => Response.json({ role: "stranger", csrf: "token" });
  assert.deepEqual(await stateAfterFlush(), [true, false]);
});
