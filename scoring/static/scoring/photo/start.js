// What is fetched when somebody first counts by photo: the style, the page's part, the engine.

import { bringEngine } from "./all-hands.js";
import { PhotoPage } from "./photo-page.js";

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} box
 */
export function startPhotos(form, box) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = box.dataset["style"] ?? "";
  document.head.append(style);
  bringEngine();
  new PhotoPage(form, box);
}
