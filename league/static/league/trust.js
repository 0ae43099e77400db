// Tells whether this device trusts the laptop: a picture from its secure door shows, or does not.
//
// [data-secure-picture] names the picture; in it, [data-secure="no"] and [data-secure="yes"] are
// what to say. It looks again when the page is come back to, as from the settings, and on a tap.

import { all, find, need } from "../scoring/shared/dom.js";

/** @param {HTMLElement} box */
function startCheck(box) {
  /** @param {"yes" | "no"} answer */
  const say = (answer) => {
    for (const part of all(box, "[data-secure]", HTMLElement)) {
      part.hidden = part.dataset.secure !== answer;
    }
  };
  const look = () => {
    const picture = new Image();
    picture.onload = () => say("yes");
    picture.onerror = () => say("no");
    picture.src = `${box.dataset.securePicture}?${Date.now()}`;
  };
  need(box, "[data-look]", HTMLElement).addEventListener("click", look);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
  box.hidden = false;
  look();
}

const box = find(document, "[data-secure-picture]", HTMLElement);
if (box) startCheck(box);
