// Keeps the screen on while a game is scored. A browser lets go of it whenever the page is hidden, so it
// is asked again when somebody comes back.

/** Whether a game is open on this page: another tablet may have finished it meanwhile. */
const isScored = () => document.querySelector("#sheet-now[data-finished]") === null;

/** Asks the browser to leave the screen on, and says whether it does. */
export class Awake {
  #tell;
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #isAsking = false;

  /** @param {(isAwake: boolean) => void} tell hears each answer of the browser */
  constructor(tell) {
    this.#tell = tell;
  }

  start() {
    document.addEventListener("visibilitychange", () => this.#ask());
    document.addEventListener("htmx:afterSwap", () => this.#ask());
    return this.#ask();
  }

  async #ask() {
    if (!isScored()) {
      await this.#lock?.release();
      return;
    }
    const isHeld = this.#lock !== null && !this.#lock.released;
    if (document.visibilityState !== "visible" || isHeld || this.#isAsking) return;
    this.#isAsking = true;
    try {
      // There is none without https, and in older browsers; a battery that is low refuses one.
      this.#lock = (await navigator.wakeLock?.request("screen")) ?? null;
    } catch {
      this.#lock = null;
    } finally {
      this.#isAsking = false;
    }
    this.#tell(this.#lock !== null);
  }
}
