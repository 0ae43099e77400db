// A worker that runs the engine: loaded when it is wanted, asked one question at a time, replaced
// when it breaks or hangs. Knows no page; the worker's own side is engine-worker.js.

/** @import { EngineCalls } from "./contract.js" */

/** @typedef {"absent" | "loading" | "aboard" | "failed"} EngineState */

/**
 * How far the engine is: bytes that have come, of all; and why, where it failed or had to go.
 *
 * @typedef {{ state: EngineState; loaded: number; total: number; why: string }} EngineNews
 */

/** @typedef {{ pyodide: string; bundle: string }} EngineFiles where Python and our modules are */

/**
 * The worker's messages: bytes that have come, that it is aboard, or why it will never be; then
 * the answer to a question or why there is none, or why Python itself broke.
 *
 * @typedef {object} EngineMessage
 * @property {number} [loaded]
 * @property {boolean} [aboard]
 * @property {string} [failed]
 * @property {number} [id]
 * @property {unknown} [answer]
 * @property {string} [error]
 * @property {string} [dead]
 */

/**
 * @typedef {object} Question
 * @property {string} call
 * @property {unknown} value
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

const LONGEST_QUESTION = 20_000; // milliseconds; the worst of thousands of cases took a second
const LONGEST_SILENCE = 120_000; // from one part of a file to the next, or while Python starts

export class EngineRunner {
  #startWorker;
  #files;
  #tell;
  /** @type {EngineNews} */
  #news;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<void> | null} */
  #loading = null;
  /** @type {Question[]} */
  #waiting = [];
  /** @type {Question | null} the one question that the worker has */
  #asked = null;
  #lastId = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;

  /**
   * @param {object} page
   * @param {() => Worker} page.startWorker
   * @param {EngineFiles} page.files
   * @param {number} page.size of all files, in bytes
   * @param {(news: EngineNews) => void} page.tell hears of each change
   */
  constructor({ startWorker, files, size, tell }) {
    this.#startWorker = startWorker;
    this.#files = files;
    this.#tell = tell;
    this.#news = { state: "absent", loaded: 0, total: size, why: "" };
  }

  get state() {
    return this.#news.state;
  }

  /** @param {Partial<EngineNews>} change */
  #change(change) {
    this.#news = { ...this.#news, ...change };
    this.#tell({ ...this.#news });
  }

  // ---- loading

  /** Load the engine; rejected if that fails. Two calls at once are one load. */
  load() {
    if (this.state === "aboard") return Promise.resolve();
    // A moment later, so that listeners find this load and begin no other.
    this.#loading ??= Promise.resolve()
      .then(() => this.#start())
      .finally(() => {
        this.#loading = null;
      });
    return this.#loading;
  }

  /** The same for callers that do not wait: a failure is reported. */
  loadQuietly() {
    this.load().catch(() => {});
  }

  async #start() {
    this.#change({ state: "loading", loaded: 0, why: "" });
    try {
      await this.#board();
    } catch (error) {
      this.#letGo();
      this.#change({
        state: "failed",
        why: error instanceof Error ? error.message : String(error),
      });
      throw error;
    }
    this.#change({ state: "aboard", loaded: this.#news.total });
  }

  async #board() {
    const worker = this.#startWorker();
    this.#worker = worker;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    /** @type {Promise<void>} */
    const aboard = new Promise((resolve, reject) => {
      const wait = () => {
        clearTimeout(silence);
        silence = setTimeout(reject, LONGEST_SILENCE, new Error("The engine did not come."));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || "The engine's script did not come."));
      };
      worker.onmessage = ({ data }) => {
        /** @type {EngineMessage} */
        const message = data;
        if (message.aboard) {
          resolve();
        } else if (message.failed) {
          reject(new Error(message.failed));
        } else {
          wait();
          this.#change({ loaded: Math.min(message.loaded ?? 0, this.#news.total) });
        }
      };
      wait();
    });
    worker.postMessage(this.#files);
    try {
      await aboard;
    } finally {
      clearTimeout(silence);
    }
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#replace(event.message);
  }

  #letGo() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  // ---- asking

  /**
   * Ask the engine; loads it if necessary. Rejected if it cannot be loaded, or where
   * the engine says no.
   *
   * @template {keyof EngineCalls} Call
   * @param {Call} call
   * @param {EngineCalls[Call]["value"]} value
   * @returns {Promise<EngineCalls[Call]["answer"]>}
   */
  ask(call, value) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, value, resolve, reject });
      this.#next();
    });
  }

  // One question at a time, so that one which never ends is known.
  #next() {
    if (this.#asked || this.#waiting.length === 0) return;
    if (this.state !== "aboard") {
      this.load().then(
        () => this.#next(),
        (error) => {
          for (const question of this.#waiting.splice(0)) question.reject(error);
        },
      );
      return;
    }
    const question = this.#waiting.shift() ?? null;
    this.#asked = question;
    this.#lastId += 1;
    this.#clock = setTimeout(() => this.#replace("The engine did not answer."), LONGEST_QUESTION);
    try {
      this.#worker?.postMessage({ id: this.#lastId, call: question?.call, value: question?.value });
    } catch (error) {
      // A value that no JSON can hold.
      this.#settle((asked) => asked.reject(error instanceof Error ? error : new Error(`${error}`)));
    }
  }

  /** @param {(question: Question) => void} how */
  #settle(how) {
    const question = this.#asked;
    this.#asked = null;
    clearTimeout(this.#clock);
    if (question) how(question);
    this.#next();
  }

  /** @param {EngineMessage} message */
  #hear({ id, answer, error, dead }) {
    if (dead) this.#replace(dead);
    else if (id !== this.#lastId) return;
    else if (error === undefined) this.#settle((question) => question.resolve(answer));
    else this.#settle((question) => question.reject(new Error(error)));
  }

  // A worker that broke or hangs takes its question with it, and no other.
  /** @param {string} why */
  #replace(why) {
    this.#letGo();
    this.#change({ state: "absent", why });
    this.loadQuietly();
    this.#settle((question) => question.reject(new Error(why)));
  }
}
