// The event stream by which a page hears that something moved. What it is comes along where it is the
// same for everybody; else the page asks the site.

import { LONGEST, waitBefore } from "./next-ask.js";

/** How long a stream may say nothing, in milliseconds: a proxy may keep it back, or a network lead
 * nowhere. The server says something every 25 seconds at least. */
export const SILENCE = 40_000;

/**
 * What is used of an EventSource.
 *
 * @typedef {EventTarget & { readyState: number; close: () => void }} Source
 */

/**
 * A part as it is now; `html` is empty where the page has it already.
 *
 * @typedef {{ key: string; seen: string; html: string }} Pushed
 */

const CLOSED = 2;

/** One stream a page, for all that it watches. While it does not flow, the page asks by itself. */
export class News {
  /** Whether the page will hear what moves. */
  flows = false;
  /** When anything was heard last, in milliseconds since 1970. */
  heardAt = 0;

  #address;
  #moved;
  #pushed;
  #stopped;
  #open;
  /** @type {string[]} */
  #keys = [];
  /** The address of the part that shows what a key stands for. @type {Map<string, string>} */
  #parts = new Map();
  /** @type {Source | null} */
  #source = null;
  /** The newest mark of each key. @type {Map<string, string>} */
  #marks = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} address
   * @param {(key: string) => void} moved what the key stands for may look different now
   * @param {(pushed: Pushed) => void} pushed a part looks so now
   * @param {() => void} stopped it does not flow any more
   * @param {(url: string) => Source} open
   */
  constructor(address, moved, pushed, stopped, open = (url) => new EventSource(url)) {
    this.#address = address;
    this.#moved = moved;
    this.#pushed = pushed;
    this.#stopped = stopped;
    this.#open = open;
  }

  /**
   * Listen for these, and for nothing else.
   *
   * @param {string[]} keys
   * @param {Map<string, string>} parts of a key the address of the part for everybody that shows it
   */
  watch(keys, parts = new Map()) {
    const wanted = [...new Set(keys)].sort();
    const isSame = wanted.join() === this.#keys.join() && sameParts(parts, this.#parts);
    // As they are asked for from now on: what a page has seen stands in the address, too.
    this.#parts = parts;
    if (isSame) return;
    this.#end();
    this.#keys = wanted;
    this.#begin();
  }

  /** What was heard of it last, if anything. @param {string} key */
  mark(key) {
    return this.#marks.get(key);
  }

  /** Try a stream that was given up again now: the site answers once more. */
  again() {
    if (!this.#source) this.#begin();
  }

  #begin() {
    clearTimeout(this.#timer);
    if (!this.#keys.length) return;
    const query = new URLSearchParams(this.#keys.map((key) => ["watch", key]));
    for (const [key, address] of this.#parts) query.append("part", `${key} ${address}`);
    const source = this.#open(`${this.#address}?${query}`);
    this.#source = source;
    source.addEventListener("message", (event) => {
      if (event instanceof MessageEvent) this.#hear(event.data);
    });
    source.addEventListener("part", (event) => {
      if (event instanceof MessageEvent) this.#hearPart(event.data);
    });
    source.addEventListener("error", () => {
      // A browser comes again by itself after a cut, but not after an answer that is no stream.
      if (source.readyState === CLOSED) this.#later();
      else this.#stop();
    });
    this.#timer = setTimeout(() => this.#later(), SILENCE);
  }

  #stillFlows() {
    this.flows = true;
    this.heardAt = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#later(), SILENCE);
  }

  /** @param {string} data */
  #hearPart(data) {
    this.#stillFlows();
    const [head = "", ...lines] = data.split("\n");
    const [key, mark, seen] = head.split(" ");
    if (!key || !mark || !seen) return;
    this.#marks.set(key, mark);
    this.#pushed({ key, seen, html: lines.join("\n") });
  }

  /** @param {string} data */
  #hear(data) {
    this.#stillFlows();
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

/** Whether both name the same parts. @param {Map<string, string>} some @param {Map<string, string>} others */
function sameParts(some, others) {
  if (some.size !== others.size) return false;
  return [...some].every(([key, address]) => withoutSeen(others.get(key)) === withoutSeen(address));
}

/** @param {string | undefined} address */
function withoutSeen(address) {
  return address?.replace(/[?&]seen=[^&]*/, "");
}
