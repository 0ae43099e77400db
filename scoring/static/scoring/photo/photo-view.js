// A photo of a hand with a box and the value on each tile.

import { openPhoto } from "../camera/opening.js";
import { isDoubtful, middleOf } from "./sights.js";

/** @import { SightSeen, Spot } from "./sights.js" */

const SVG = "http://www.w3.org/2000/svg";
const CROP = { width: 320, height: 160 };
const AROUND = 0.06; // of a tile, shown around it

/**
 * A photo as the page keeps it: small, upright.
 *
 * @typedef {{ id: number; picture: HTMLCanvasElement }} Photo
 */

/**
 * The photo, upright and small enough to keep; null where the browser cannot open it.
 *
 * @param {Blob} file
 * @param {number} id
 * @returns {Promise<Photo | null>}
 */
export async function photoOf(file, id) {
  try {
    const bitmap = await openPhoto(file);
    const picture = document.createElement("canvas");
    picture.width = bitmap.width;
    picture.height = bitmap.height;
    picture.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return { id, picture };
  } catch {
    return null;
  }
}

// The boxes lie over the picture, which is drawn once: a tablet has little memory for pictures.
/** @param {SightSeen[]} sights */
function boxesOf(sights) {
  const boxes = document.createElementNS(SVG, "svg");
  boxes.setAttribute("viewBox", "0 0 1 1");
  boxes.setAttribute("preserveAspectRatio", "none");
  boxes.setAttribute("aria-hidden", "true");
  for (const sight of sights) {
    const points = sight.corners.map(({ x, y }) => `${x.toFixed(4)},${y.toFixed(4)}`).join(" ");
    for (const kind of ["edge", isDoubtful(sight) ? "line is-doubtful" : "line"]) {
      const box = document.createElementNS(SVG, "polygon");
      box.setAttribute("points", points);
      box.setAttribute("class", kind);
      boxes.append(box);
    }
  }
  return boxes;
}

/**
 * What is shown of a photo: its picture with boxes, and a button with its value on each tile.
 *
 * @param {Photo} photo
 * @param {SightSeen[]} sights those of this photo
 * @param {object} acts
 * @param {(sight: SightSeen) => string} acts.label what is read out of a button
 * @param {(sight: SightSeen) => void} acts.tap
 * @param {(spot: Spot) => void} acts.add a tap where no tile is
 */
export function photoView({ picture }, sights, { label, tap, add }) {
  const view = document.createElement("div");
  view.className = "photo-view";
  view.style.setProperty("--shape", (picture.width / picture.height).toFixed(3));
  view.append(picture, boxesOf(sights), ...sights.map((sight) => tag(sight, label(sight), tap)));
  view.addEventListener("click", ({ target, clientX, clientY }) => {
    if (target instanceof HTMLButtonElement) return;
    const box = picture.getBoundingClientRect();
    add({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  });
  return view;
}

/** @param {SightSeen} sight @param {string} label @param {(sight: SightSeen) => void} tap */
function tag(sight, label, tap) {
  const button = document.createElement("button");
  const { x, y } = middleOf(sight);
  button.type = "button";
  button.className = "photo-tag";
  button.classList.toggle("is-doubtful", isDoubtful(sight));
  button.style.left = `${(x * 100).toFixed(2)}%`;
  button.style.top = `${(y * 100).toFixed(2)}%`;
  button.textContent = isDoubtful(sight) ? `${sight.tile} ?`.trim() : sight.tile;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", () => tap(sight));
  return button;
}

/**
 * The tile alone, large and upright.
 *
 * @param {Photo} photo
 * @param {SightSeen} sight
 */
export function cropOf({ picture }, { corners }) {
  const canvas = document.createElement("canvas");
  canvas.className = "photo-crop";
  Object.assign(canvas, CROP);
  const pen = canvas.getContext("2d");
  const [first, second, , last] = corners.map(({ x, y }) => ({
    x: x * picture.width,
    y: y * picture.height,
  }));
  if (!pen || !first || !second || !last) return canvas;
  // The first end to the left: the side from its corner to the next one stands upright.
  const along = { x: last.x - first.x, y: last.y - first.y };
  const up = { x: first.x - second.x, y: first.y - second.y };
  const wide = Math.hypot(along.x, along.y);
  const high = Math.hypot(up.x, up.y);
  const byX = CROP.width / (wide * (1 + 2 * AROUND));
  const byY = CROP.height / (high * (1 + 2 * AROUND));
  pen.translate(CROP.width / 2, CROP.height / 2);
  pen.scale(byX, byY);
  pen.rotate(-Math.atan2(along.y, along.x));
  pen.translate(-(second.x + last.x) / 2, -(second.y + last.y) / 2);
  pen.drawImage(picture, 0, 0);
  return canvas;
}
