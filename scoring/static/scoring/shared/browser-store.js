// localStorage and sessionStorage, which a browser may refuse at any call, as in a private window.

/**
 * A store of texts that never throws: what cannot be read is null, what cannot be kept is false.
 *
 * @typedef {object} TextStore
 * @property {(key: string) => string | null} read
 * @property {(key: string, text: string) => boolean} keep
 * @property {(key: string) => void} drop
 */

/**
 * @param {() => Storage} storage even to name one may be refused
 * @returns {TextStore}
 */
export function textStore(storage) {
  return {
    read(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    keep(key, text) {
      try {
        storage().setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
    drop(key) {
      try {
        storage().removeItem(key);
      } catch {
        // Nothing could be kept, so nothing is left.
      }
    },
  };
}

/** What this browser keeps for the site until somebody clears it. */
export const lasting = textStore(() => localStorage);

/** What this window keeps until it is closed. */
export const ofThisVisit = textStore(() => sessionStorage);

/** Where a page leaves a sentence for the one that follows it, such as that a round is saved. */
export const LAST_SENTENCE = "roundhouse:said";
