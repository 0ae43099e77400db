// What a page of a game needs beside the state's line: the screen stays on, the game's pages and the
// engine's files are kept, and the engine counts what was typed before it was there.

import { engine } from "../engine.js";
import { Awake } from "./awake.js";
import { checkRound } from "./check.js";
import { presentGame } from "./game.js";
import { KeptPages } from "./kept-pages.js";
import { outbox } from "./page-outbox.js";
import { tabletState } from "./state.js";

class GameState {
  #code;
  #state;

  /** @param {import("./state.js").TabletState} state */
  constructor(state) {
    this.#state = state;
    this.#code = state.code;
  }

  start() {
    document.addEventListener("roundhouse:engine", ({ detail }) => {
      if (detail.state === "aboard") this.#countWaiting();
    });
    if (this.#code) new Awake((isAwake) => this.#state.tellFact("awake", isAwake)).start();
    const pages = new KeptPages({
      code: this.#code,
      version: this.#state.version,
      tell: (fact, holds) => this.#state.tellFact(fact, holds),
    });
    pages.start().catch(() => this.#state.tellFact("pages", false));
  }

  async #countWaiting() {
    if (!this.#code || engine?.state !== "aboard") return;
    const game = await presentGame(this.#code);
    if (!game) return;
    for (const entry of game.waiting) {
      if (entry.checked || !entry.fields) continue;
      const check = await checkRound(game, entry.round, entry.fields);
      if (!check) continue;
      const unsure = (check.questions ?? []).filter(({ confirmed }) => !confirmed);
      const faults = [...check.missing, ...check.complaints, ...unsure].map(({ text }) => text);
      await outbox.change(entry, { checked: true, points: check.points, faults });
    }
    const detail = { code: this.#code };
    document.dispatchEvent(new CustomEvent("roundhouse:game", { detail }));
  }
}

if (tabletState) new GameState(tabletState).start();
