// Has the service worker keep a game's pages and the engine's files, for when there is no network.

import { engine } from "../engine.js";
import { lasting } from "../shared/browser-store.js";
import { knownGame, refreshGame } from "./game.js";
import { isReached } from "./page-outbox.js";
import { askWorker, newestWorker, workerCame } from "./worker.js";

const KEPT = "roundhouse:kept:";

export class KeptPages {
  #code;
  #version;
  #tell;
  #isAtWork = false;
  #isWanted = false;

  /**
   * @param {object} page
   * @param {string} page.code of the game; empty on a page of none
   * @param {string} page.version of the site
   * @param {(fact: "pages" | "engine", holds: boolean) => void} page.tell
   */
  constructor({ code, version, tell }) {
    this.#code = code;
    this.#version = version;
    this.#tell = tell;
  }

  /** Put the worker in place, and have it keep what this page needs, now and whenever it changes. */
  async start() {
    this.#tell("pages", false);
    if (this.#code) await refreshGame(this.#code); // also where no worker can be had
    if (!(await workerCame())) return;
    document.addEventListener("htmx:afterSwap", ({ detail }) => {
      if (detail.target.id === "sheet-now") refreshGame(this.#code); // and that is heard below
    });
    document.addEventListener("roundhouse:game", () => this.#keep());
    document.addEventListener("roundhouse:engine", () => this.#keepEngine());
    // A new version's worker has taken over: what the one before was asked for may be lost.
    navigator.serviceWorker.addEventListener("controllerchange", () => this.#keep());
    this.#keepEngine();
    await this.#keep();
  }

  // What was kept last; null where the browser has thrown it away since, or somebody signed out.
  async #mark() {
    try {
      const page = await caches.match(`/games/${this.#code}/tablet/round/`, { ignoreVary: true });
      return page ? lasting.read(KEPT + this.#code) : null;
    } catch {
      return null;
    }
  }

  // The game's pages are stored again when the sheet has changed, or the site has a new version.
  // Whoever asks while that is under way has it done once more.
  async #keep() {
    this.#isWanted = true;
    if (!this.#code || this.#isAtWork) return;
    this.#isAtWork = true;
    try {
      while (this.#isWanted && isReached()) {
        this.#isWanted = false;
        await this.#keepNow();
      }
      this.#tell("pages", (await this.#mark()) !== null);
    } catch {
      this.#tell("pages", false);
    } finally {
      this.#isAtWork = false;
    }
  }

  async #keepNow() {
    const game = await knownGame(this.#code);
    const worker = newestWorker();
    if (!game || !worker) return;
    const mark = `${game.revision} ${worker.scriptURL} ${this.#version}`;
    if (mark === (await this.#mark())) return;
    const top = `/games/${this.#code}/`;
    const isDone = await askWorker(worker, {
      keep: [top, `${top}tablet/round/`, `${top}tablet/dispute/`],
      also: [`${top}rules/`, "/"],
    });
    if (isDone) lasting.keep(KEPT + this.#code, mark);
  }

  async #keepEngine() {
    if (engine?.state === "loading" || engine?.state === "failed") this.#tell("engine", false);
    if (engine?.state !== "aboard") return;
    const answer = await fetch("/tablet/files.json").catch(() => null);
    const worker = newestWorker();
    // Without an answer it has come from what is kept.
    const isKept = answer?.ok
      ? worker && (await askWorker(worker, { files: (await answer.json()).files }))
      : !isReached();
    this.#tell("engine", Boolean(isKept));
  }
}
