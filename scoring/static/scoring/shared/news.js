// The event stream by which a page hears that something moved; what it is, it asks the site.

import { LONGEST, waitBefore } from "./next-ask.js";

/** How long a stream may say nothing, in milliseconds: a proxy may keep it back, or a network lead
 * nowhere. The server says something every 25 seconds at least. */
export const SILENCE = 40_000;

/**
 * What is used of an EventSource.
 *
 * @typedef {EventTarget & { readyState: number; close: () => void }} Source
 */

const CLOSED = 2;

/** One stream a page, for all that it watches. While it does not flow, the page asks by itself. */
export class News {
  /** Whether the page will hear what moves. */
  flows = false;

  #address;
  #moved;
  #stopped;
  #open;
  /** @type {string[]} */
  #keys = [];
  /** @type {Source | null} */
  #source = null;
  /** The newest mark of each key. @type {Map<string, string>} */
  #marks = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} address
   * @param {(key: string) => void} moved what the key stands for may look different now
   * @param {() => void} stopped it does not flow any more
   * @param {(url: string) => Source} open
   */
  constructor(address, moved, stopped, open = (url) => new EventSource(url)) {
    this.#address = address;
    this.#moved = moved;
    this.#stopped = stopped;
    this.#open = open;
  }

  /** Listen for these, and for nothing else. @param {string[]} keys */
  watch(keys) {
    const wanted = [...new Set(keys)].sort();
    if (wanted.join() === this.#keys.join()) return;
    this.#end();
    this.#keys = wanted;
    this.#begin();
  }

  /** What was heard of it last, if anything. @param {string} key */
  mark(key) {
    return this.#marks.get(key);
  }

  #begin() {
    clearTimeout(this.#timer);
    if (!this.#keys.length) return;
    const query = new URLSearchParams(this.#keys.map((key) => ["watch", key]));
    const source = this.#open(`${this.#address}?${query}`);
    this.#source = source;
    source.addEventListener("message", (event) => {
      if (event instanceof MessageEvent) this.#hear(event.data);
    });
    source.addEventListener("error", () => {
      // A browser comes again by itself after a cut, but not after an answer that is no stream.
      if (source.readyState === CLOSED) this.#later();
      else this.#stop();
    });
    this.#timer = setTimeout(() => this.#later(), SILENCE);
  }

  /** @param {string} data */
  #hear(data) {
    this.flows = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#later(), SILENCE);
    const [key, mark] = data.split(" ");
    if (!key || !mark || this.#marks.get(key) === mark) return;
    this.#marks.set(key, mark);
    this.#moved(key);
  }

  /** Give this stream up, and try another one in a while. */
  #later() {
    this.#end();
    const wait = waitBefore(LONGEST, { failures: 0, hidden: false, hears: false });
    this.#timer = setTimeout(() => this.#begin(), wait);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#stop();
  }

  #stop() {
    if (!this.flows) return;
    this.flows = false;
    this.#stopped();
  }
}
