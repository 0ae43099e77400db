// A photo as a browser opens it: upright, and small while it is decoded where the browser can do that. One of
// 48 megapixels would take 200 MB of a tablet's memory otherwise.

const WIDTH = 1280; // pixels
const TALLEST = 2; // of the width; a longer strip is made narrower
const DECODED = 2560; // pixels a side, at most, on the way to that

/**
 * Decode no more pixels than are wanted; null where the browser or the kind of picture knows no such way.
 * Browsers that have it give it to secure pages alone.
 *
 * @param {Blob} photo
 */
async function decodedSmall(photo) {
  if (!("ImageDecoder" in globalThis)) return null;
  try {
    const side = { desiredWidth: DECODED, desiredHeight: DECODED };
    const decoder = new ImageDecoder({ data: photo.stream(), type: photo.type, ...side });
    const { image } = await decoder.decode().finally(() => decoder.close());
    return image;
  } catch {
    return null;
  }
}

/** @param {ImageBitmapSource} source @param {ImageBitmapOptions} size */
const bitmapOf = (source, size) =>
  createImageBitmap(source, { imageOrientation: "from-image", resizeQuality: "medium", ...size });

/**
 * The photo, turned upright by what the camera wrote into it. Rejected where it is no picture that the
 * browser can open.
 *
 * @param {Blob} photo
 */
export async function openPhoto(photo) {
  const small = await decodedSmall(photo);
  if (!small) return bitmapOf(photo, { resizeWidth: WIDTH });
  const { displayWidth: width, displayHeight: height } = small;
  const size =
    height > TALLEST * width ? { resizeHeight: TALLEST * WIDTH } : { resizeWidth: WIDTH };
  return bitmapOf(small, size).finally(() => small.close());
}
