// The list of games on the first page, which may be kept: how many rounds each has by what this
// tablet knows, with those that wait.

import { all } from "../shared/dom.js";
import { sentencesOf } from "../shared/sentences.js";
import { presentGame } from "./game.js";
import { newerRounds } from "./with-waiting.js";

/** @param {HTMLElement} part */
async function count(part) {
  const game = await presentGame(part.dataset["rounds"] ?? "").catch(() => null);
  const number = game && newerRounds(game, Number(part.dataset["revision"]));
  if (number === null) return;
  part.textContent = sentencesOf(part)(number === 1 ? "saysOne" : "saysMany", { number });
}

const countAll = () => {
  for (const part of all(document, "[data-rounds]", HTMLElement)) count(part);
};

countAll();
document.addEventListener("roundhouse:game", countAll);
document.addEventListener("roundhouse:outbox", countAll);
