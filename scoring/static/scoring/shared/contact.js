// Whether the site answers, and since when it does not: what a page shows may be out of date then.

/** After how long without anything from the site a page says so, in milliseconds. */
export const OUTDATED = 15_000;

export class Contact {
  /** Whether the last question was not answered, or by what stands in the site's place. */
  isAway = false;
  #heardAt = Date.now();
  #failures = 0;

  /** Note that something came from the site, at that time in milliseconds since 1970. */
  heard(at = Date.now()) {
    this.#heardAt = Math.max(this.#heardAt, at);
  }

  /** Note that a question was answered. */
  answered() {
    this.isAway = false;
    this.#failures = 0;
    this.heard();
  }

  /** Note that a question failed. @param {number} status 0 where no answer came */
  failed(status) {
    this.isAway = status === 0 || status >= 500;
    this.#failures += 1;
  }

  /**
   * Since when what is shown may be out of date, in milliseconds since 1970; null while it is not.
   *
   * Who asks seldom has heard nothing for long as well: so two questions in a row have to fail.
   */
  get outdatedSince() {
    const isLong = Date.now() - this.#heardAt >= OUTDATED;
    return this.#failures > 1 && isLong ? this.#heardAt : null;
  }
}
