// Names as people look for them: the same rule as name_plain in scoring/names.py.

// Small letters that Unicode does not take apart.
/** @type {Record<string, string>} */
const WITHOUT_STROKE = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ß: "ss",
};

/**
 * Return the name without accents, in small letters and with single spaces.
 *
 * @param {string} name
 */
export const plainName = (name) =>
  name
    .toLowerCase()
    .replaceAll(/[øłđðħıæœþß]/gu, (letter) => WITHOUT_STROKE[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .split(/\s+/u)
    .filter(Boolean)
    .join(" ");

/**
 * Return the words of a name from the first name on, each with the full stop where it is cut off.
 *
 * @param {string} name
 * @returns {string[]}
 */
function wordsOf(name) {
  const [family = "", ...first] = plainName(name).split(",");
  return `${first.join(" ")} ${family}`.match(/[\p{L}\p{N}]+\.?/gu) ?? [];
}

/**
 * Whether each start stands in its word's place, and goes on where the word is cut off.
 *
 * @param {string[]} words
 * @param {string[]} starts
 */
const goOn = (words, starts) =>
  starts.every((start, at) => {
    const word = words[at] ?? "";
    return word.endsWith(".") ? start.startsWith(word.slice(0, -1)) : word.startsWith(start);
  });

/**
 * Whether each word that was typed begins a word of the name; nothing typed finds nobody. Who is
 * shown as "Anna B." or "A. B." is found by "Anna Bell", too, and not by "Bell" alone: as name_found
 * in scoring/names.py.
 *
 * @param {string} name
 * @param {string} typed
 */
export function isFound(name, typed) {
  const starts = wordsOf(typed.replaceAll(".", " "));
  const words = wordsOf(name);
  if (starts.length === 0) return false;
  const areBegun = starts.every((start) => words.some((word) => word.startsWith(start)));
  if (areBegun || (starts.length === 1 && words.length > 1)) return areBegun;
  return goOn(words, starts) || goOn(words, [...starts.slice(0, 1), ...starts.slice(-1)]);
}
