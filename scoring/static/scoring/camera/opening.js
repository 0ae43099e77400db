// A photo as a browser opens it: upright, and small while it is decoded where the browser can do that. One of
// 48 megapixels would take 200 MB of a tablet's memory otherwise.

const WIDTH = 1280; // pixels
const TALLEST = 2; // of the width; a longer strip is made narrower
const DECODED = 2560; // pixels a side, at most, on the way to that

/**
 * Decode no more pixels than are wanted; null where the browser or the kind of picture knows no such way,
 * or the frame does not tell how it is to be turned. Browsers that have it give it to secure pages alone.
 *
 * @param {Blob} photo
 */
async function decodedSmall(photo) {
  if (!("ImageDecoder" in globalThis)) return null;
  try {
    const side = { desiredWidth: DECODED, desiredHeight: DECODED };
    const decoder = new ImageDecoder({ data: photo.stream(), type: photo.type, ...side });
    const { image } = await decoder.decode().finally(() => decoder.close());
    if ("rotation" in image) return image;
    image.close();
    return null;
  } catch {
    return null;
  }
}

// Not by createImageBitmap: of a frame that is to be turned, Chromium's has now and then the sides of before.
/** @param {VideoFrame} frame */
function bitmapOf(frame) {
  const { displayWidth: width, displayHeight: height } = frame;
  const by = Math.min(WIDTH / width, (TALLEST * WIDTH) / height);
  const canvas = new OffscreenCanvas(Math.round(width * by), Math.round(height * by));
  const pen = canvas.getContext("2d");
  if (pen) pen.imageSmoothingQuality = "medium";
  pen?.drawImage(frame, 0, 0, canvas.width, canvas.height);
  frame.close();
  return canvas.transferToImageBitmap();
}

/**
 * The photo, turned upright by what the camera wrote into it. Rejected where it is no picture that the
 * browser can open.
 *
 * @param {Blob} photo
 */
export async function openPhoto(photo) {
  const small = await decodedSmall(photo);
  if (small) return bitmapOf(small);
  return createImageBitmap(photo, {
    imageOrientation: "from-image",
    resizeWidth: WIDTH,
    resizeQuality: "medium",
  });
}
