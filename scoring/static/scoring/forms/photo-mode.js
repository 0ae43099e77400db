// Counting by photo: what it takes is fetched when somebody first chooses it (scoring/_photo.html).

import { find, startEach } from "../shared/dom.js";

const CHOSEN = "[data-entry-mode][value=photo]:checked";

/** @param {HTMLElement} box */
function startPhotoMode(box) {
  const form = box.closest("form");
  if (!form) return;
  let isStarted = false;
  const look = async () => {
    const isChosen = find(form, CHOSEN, HTMLInputElement) !== null;
    form.classList.toggle("by-photo", isChosen);
    box.hidden = !isChosen;
    if (!isChosen || isStarted) return;
    isStarted = true;
    try {
      const { startPhotos } = await import("../photo/start.js");
      startPhotos(form, box);
    } catch {
      isStarted = false;
      form.classList.remove("by-photo");
      const failed = find(box, "[data-photo-failed]", HTMLElement);
      if (failed) failed.hidden = false;
    }
  };
  form.addEventListener("seats:changed", look);
  look();
}

startEach("[data-photo-mode]", HTMLElement, startPhotoMode);
