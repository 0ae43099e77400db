// One tile of a photo, large, with what it may be to be tapped.

/** @import { Words } from "../shared/sentences.js" */

/** @typedef {(name: string, words?: Words) => string} Say */

/**
 * @param {string} text
 * @param {string} name the class
 * @param {() => void} act
 */
export function buttonOf(text, name, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `button ${name}`.trim();
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
}

/** @param {string} text @param {string} [name] the class */
export function lineOf(text, name = "") {
  const line = document.createElement("p");
  line.className = name;
  line.textContent = text;
  return line;
}

/**
 * A button with a tile drawn on it, as the picker draws it.
 *
 * @param {ParentNode} grid the picker's tiles
 * @param {string} tile
 * @param {() => void} act
 */
function tileButton(grid, tile, act) {
  const button = buttonOf("", "photo-choice", act);
  const drawn = grid.querySelector(`[data-tile="${CSS.escape(tile)}"] svg`);
  if (drawn) button.append(drawn.cloneNode(true));
  const words = document.createElement("span");
  words.textContent = tile;
  button.append(words);
  return button;
}

/**
 * @param {object} card
 * @param {HTMLElement} card.crop the tile as the photo has it
 * @param {string} card.why what speaks against what it looks like; "" where nothing does
 * @param {string[]} card.choices tiles that it may be
 * @param {ParentNode} card.grid
 * @param {Say} card.say
 * @param {(tile: string) => void} card.choose
 * @param {() => void} card.remove it is no tile
 * @param {(() => void) | null} card.more it is another tile; null while all tiles are offered
 */
export function tileCard({ crop, why, choices, grid, say, choose, remove, more }) {
  const card = document.createElement("div");
  card.className = "photo-card";
  const asked = document.createElement("div");
  asked.append(lineOf(say(more ? "saysWhich" : "saysWhichBelow"), "photo-which"));
  if (why) asked.append(lineOf(why, "photo-why"));
  const buttons = document.createElement("p");
  buttons.className = "photo-choices";
  buttons.append(...choices.map((tile) => tileButton(grid, tile, () => choose(tile))));
  if (more) buttons.append(buttonOf(say("saysOther"), "quiet", more));
  buttons.append(buttonOf(say("saysNoTile"), "quiet", remove));
  asked.append(buttons);
  card.append(crop, asked);
  return card;
}
