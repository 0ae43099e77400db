// Work that only one window of this browser does at a time.

/**
 * Return what lets a work wait for the other windows. A frozen window would keep the others waiting
 * for ever, so after `patience` milliseconds the work is done all the same; where the browser has
 * no locks, at once.
 *
 * @param {Pick<LockManager, "request"> | undefined} locks
 * @param {string} name
 * @param {number} patience
 * @returns {(work: () => Promise<void>) => Promise<void>}
 */
export function oneWindow(locks, name, patience) {
  return async (work) => {
    if (!locks) return work();
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), patience);
    try {
      return await locks.request(name, { signal: waiting.signal }, () => {
        clearTimeout(timer);
        return work();
      });
    } catch (error) {
      if (!(error instanceof Error && error.name === "AbortError")) throw error;
      return work();
    }
  };
}
