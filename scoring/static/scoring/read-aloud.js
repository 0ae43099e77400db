// Reads the totals aloud, lowest first, with the browser's own voice. [data-read-aloud] is the button,
// with its sentences (data-says-*); it is not there where the browser has no voice. What is read is the
// table on the page, as rounds that wait on this tablet count there too.

import { all, closest } from "./shared/dom.js";
import { sentencesOf } from "./shared/sentences.js";

const voice = window.speechSynthesis;

/** @param {HTMLElement} button */
function sentences(button) {
  const say = sentencesOf(button);
  const totals = all(document, "tr.totals td[data-seat-name]", HTMLElement)
    .map((cell) => ({
      name: cell.dataset.seatName ?? "",
      total: Number.parseInt(cell.textContent ?? "", 10),
    }))
    .sort((seat, other) => seat.total - other.total);
  return [say("saysFirst"), ...totals.map((seat) => say("saysSeat", seat))];
}

const showButtons = () => {
  const isMute = voice.getVoices().length === 0;
  for (const button of all(document, "[data-read-aloud]", HTMLElement)) button.hidden = isMute;
};

if (voice) {
  showButtons();
  // Browsers load their voices late.
  voice.addEventListener("voiceschanged", showButtons);
  document.addEventListener("htmx:load", showButtons);
  document.addEventListener("click", ({ target }) => {
    const button = closest(target, "[data-read-aloud]", HTMLElement);
    if (!button) return;
    const isReading = voice.speaking;
    voice.cancel();
    if (isReading) return; // a second tap is for silence
    for (const sentence of sentences(button)) {
      const speech = new SpeechSynthesisUtterance(sentence);
      speech.lang = document.documentElement.lang;
      voice.speak(speech);
    }
  });
}
