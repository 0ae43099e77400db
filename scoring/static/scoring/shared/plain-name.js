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
 * Whether the name has every word that was typed in it; nothing typed is in no name.
 *
 * @param {string} name
 * @param {string} typed
 */
export function isFound(name, typed) {
  const words = plainName(typed.replaceAll(",", " ")).split(" ").filter(Boolean);
  const plain = plainName(name);
  return words.length > 0 && words.every((word) => plain.includes(word));
}
