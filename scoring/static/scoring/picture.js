// [data-picture] makes a PNG of a drawing (SVG) of this site and shares it, or saves it where the
// browser cannot share files.

import { all, find } from "./shared/dom.js";

/** @param {string} address @returns {Promise<Blob>} */
async function pictureOf(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** @param {File} file */
function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

for (const button of all(document, "[data-picture]", HTMLElement)) {
  button.addEventListener("click", async () => {
    const { picture = "", pictureName = "result.png" } = button.dataset;
    const file = new File([await pictureOf(picture)], pictureName, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      // Whoever closes the list of programs to share with has changed their mind.
      await navigator.share({ files: [file] }).catch(() => undefined);
    } else {
      save(file);
      const word = find(document, "[data-picture-saved]", HTMLElement);
      if (word) word.hidden = false;
      word?.scrollIntoView({ block: "nearest" });
    }
  });
}
