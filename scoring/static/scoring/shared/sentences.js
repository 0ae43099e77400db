// The sentences of a page are the server's: an element carries them as data-says-..., and a script
// fills their gaps, such as {name}.

/** @typedef {Record<string, string | number>} Words the values of the gaps, by name */

/**
 * Fill the gaps of a sentence; a gap without a word stays as it is.
 *
 * @param {string} sentence
 * @param {Words} words
 */
export const fill = (sentence, words) =>
  sentence.replace(/\{(\w+)\}/g, (gap, /** @type {string} */ name) => String(words[name] ?? gap));

/** A time of day, as short as the language has it. @param {Date} at @param {string} language */
export const timeOfDay = (at, language) => at.toLocaleTimeString(language, { timeStyle: "short" });

/**
 * Return what says the sentences of an element: `say("saysRound", { number: 3 })` is its
 * data-says-round with the number in it, empty where it has none.
 *
 * @param {HTMLElement} element
 * @returns {(name: string, words?: Words) => string}
 */
export const sentencesOf =
  (element) =>
  (name, words = {}) =>
    fill(element.dataset[name] ?? "", words);
