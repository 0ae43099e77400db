// Counts the minutes of a game's time limit by the clock of the device, also without a network:
// each [data-time-ends] says what its own data-says-... have for the time that is left.

import { all, closest } from "../shared/dom.js";
import { sentencesOf } from "../shared/sentences.js";
import { sentenceAt } from "./time-words.js";

const EVERY = 5_000; // milliseconds

function count() {
  for (const line of all(document, "[data-time-ends]", HTMLElement)) {
    const [sentence, minutes] = sentenceAt(Date.parse(line.dataset.timeEnds ?? "") - Date.now());
    const text = sentencesOf(line)(sentence, { minutes });
    if (line.textContent === text) continue;
    line.textContent = text;
    const notice = closest(line, ".notice", HTMLElement);
    notice?.classList.toggle("note", sentence !== "saysOver");
    notice?.classList.toggle("warning", sentence === "saysOver");
  }
}

count();
setInterval(count, EVERY);
