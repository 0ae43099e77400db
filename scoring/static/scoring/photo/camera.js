// The camera's worker, as a page asks it: started with the first photo, one photo at a time.

/** @import { Known, Reading } from "../camera/reading.js" */

/** @typedef {Reading & { width: number; height: number }} PhotoReading corners are in these pixels */

export class CameraFailed extends Error {}

export class Camera {
  #files;
  /** @type {Promise<Worker> | null} */
  #worker = null;
  #lastId = 0;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {{ worker: string; weights: string; quick: string }} files */
  constructor(files) {
    this.#files = files;
  }

  /** Start the worker, so that it is there when the photo is. */
  load() {
    this.#worker ??= this.#start().catch((error) => {
      this.#worker = null; // the next photo tries again
      throw error;
    });
    return this.#worker;
  }

  /** @returns {Promise<Worker>} */
  #start() {
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.#files.worker, { type: "module" });
      const fail = (/** @type {string} */ why) => {
        worker.terminate();
        reject(new CameraFailed(why));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        fail(event.message);
      };
      worker.onmessage = ({ data: { ready, failed } }) => (ready ? resolve(worker) : fail(failed));
      const { weights, quick } = this.#files;
      worker.postMessage({ weights, quick });
    });
  }

  /**
   * Read a photo, as it was opened for the page: it is decoded once. Null where the worker cannot read
   * its pixels. Rejected with `CameraFailed` where the worker cannot be had.
   *
   * @param {ImageBitmapSource} photo
   * @param {Known} known
   * @returns {Promise<PhotoReading | null>}
   */
  read(photo, known) {
    const answer = this.#last.then(() => this.#ask(photo, known));
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** @param {ImageBitmapSource} picture @param {Known} known @returns {Promise<PhotoReading | null>} */
  async #ask(picture, known) {
    const worker = await this.load();
    const photo = await createImageBitmap(picture);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.id === id) resolve(data.reading ?? null);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.#worker = null;
        worker.terminate();
        reject(new CameraFailed(event.message));
      };
      worker.postMessage({ id, photo, known }, [photo]);
    });
  }
}
