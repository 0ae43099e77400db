// The device's camera in the page, where browsers give it: it takes the photo by itself once the picture is
// still and sharp, or at a tap. The camera is let go after that, and whenever the page is out of sight.

import { need } from "../shared/dom.js";
import { Stillness } from "./stillness.js";

/** @import { Say } from "./tile-card.js" */
/** @import { Frame, View } from "./stillness.js" */

const WANTED = {
  audio: false,
  video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1440 } },
};
const EVERY = 125; // milliseconds from one look to the next
const WIDE = 320; // pixels of the picture that is looked at
const QUALITY = 0.92;
const REFUSED = ["NotAllowedError", "SecurityError"];
/** @type {Record<View, string>} */
const SENTENCES = {
  dark: "saysDark",
  moving: "saysHoldStill",
  blurred: "saysBlurred",
  still: "saysHoldStill",
  ready: "saysHoldStill",
};

/** Whether browsers give a camera to this page: without https there is none. */
const isThere = () => window.isSecureContext && "mediaDevices" in navigator;

/** @param {CanvasRenderingContext2D} pen @param {HTMLVideoElement} video @returns {Frame} */
function frameOf(pen, video) {
  const width = WIDE;
  const height = Math.round((WIDE * video.videoHeight) / video.videoWidth);
  if (pen.canvas.height !== height) Object.assign(pen.canvas, { width, height });
  pen.imageSmoothingQuality = "medium"; // else pixels are left out, and what is blurred looks sharp
  pen.drawImage(video, 0, 0, width, height);
  const colors = pen.getImageData(0, 0, width, height).data;
  const data = new Uint8Array(width * height);
  data.forEach((_, at) => {
    const [red = 0, green = 0, blue = 0] = colors.subarray(at * 4, at * 4 + 3);
    data[at] = (red + 2 * green + blue) / 4;
  });
  return { width, height, data };
}

/** What the camera shows now, as a file of a camera would have it. @param {HTMLVideoElement} video */
async function shotOf(video) {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  /** @type {Blob | null} */
  const photo = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  canvas.width = 0; // gives its memory back at once
  return photo;
}

/** @param {MediaStream} stream */
function release(stream) {
  for (const track of stream.getTracks()) track.stop();
}

class LiveView {
  #dialog;
  #video;
  #status;
  #trouble;
  #say;
  #take;
  #pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  #openings = 0;
  #timer = 0;

  /** @param {HTMLElement} box @param {Say} say @param {(photo: Blob) => unknown} take */
  constructor(box, say, take) {
    this.#dialog = need(box, "[data-photo-live]", HTMLDialogElement);
    this.#video = need(this.#dialog, "video", HTMLVideoElement);
    this.#status = need(this.#dialog, "[data-photo-live-status]", HTMLElement);
    this.#trouble = need(box, "[data-photo-live-trouble]", HTMLElement);
    this.#say = say;
    this.#take = take;
    need(box, "[data-photo-point]", HTMLElement).addEventListener("click", () => this.open());
    const shoot = () => this.#shoot();
    this.#video.addEventListener("click", shoot);
    this.#video.addEventListener("resize", () => this.#fit()); // also when the device is turned
    need(this.#dialog, "[data-photo-shoot]", HTMLElement).addEventListener("click", shoot);
    const close = () => this.close();
    need(this.#dialog, "[data-photo-close]", HTMLElement).addEventListener("click", close);
    this.#dialog.addEventListener("close", close); // by the key Escape
    document.addEventListener("visibilitychange", () => document.hidden && close());
    window.addEventListener("pagehide", close);
  }

  async open() {
    this.#openings += 1;
    const opening = this.#openings;
    this.#trouble.hidden = true;
    this.#status.textContent = this.#say("saysAllow");
    this.#dialog.showModal();
    try {
      const stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (opening === this.#openings) await this.#show(stream);
      else release(stream); // somebody has closed it before the browser had asked
    } catch (error) {
      if (opening !== this.#openings) return;
      this.close();
      const isRefused = error instanceof DOMException && REFUSED.includes(error.name);
      this.#trouble.textContent = this.#say(isRefused ? "saysRefused" : "saysNoCamera");
      this.#trouble.hidden = false;
    }
  }

  /** @param {MediaStream} stream */
  async #show(stream) {
    this.#video.srcObject = stream;
    await this.#video.play();
    this.#fit();
    const stillness = new Stillness();
    this.#timer = window.setInterval(() => this.#look(stillness), EVERY);
  }

  // The frame is around what the camera sees.
  #fit() {
    const { videoWidth: width, videoHeight: height } = this.#video;
    if (height) this.#dialog.style.setProperty("--shape", (width / height).toFixed(3));
  }

  /** @param {Stillness} stillness */
  #look(stillness) {
    if (!this.#pen || !this.#video.videoWidth) return;
    const view = stillness.look(frameOf(this.#pen, this.#video), performance.now());
    const sentence = this.#say(SENTENCES[view]);
    if (this.#status.textContent !== sentence) this.#status.textContent = sentence;
    if (view === "ready") void this.#shoot();
  }

  async #shoot() {
    if (!this.#video.videoWidth) return;
    const shot = shotOf(this.#video);
    this.close();
    const photo = await shot;
    if (photo) this.#take(photo);
  }

  close() {
    this.#openings += 1;
    window.clearInterval(this.#timer);
    const { srcObject } = this.#video;
    this.#video.srcObject = null;
    if (srcObject instanceof MediaStream) release(srcObject);
    if (this.#dialog.open) this.#dialog.close();
  }
}

/**
 * Offer the camera, or say why there is none; a photo from a file can be had in any case.
 *
 * @param {HTMLElement} box
 * @param {Say} say
 * @param {(photo: Blob) => unknown} take
 */
export function offerLiveView(box, say, take) {
  const isOffered = isThere();
  need(box, "[data-photo-point]", HTMLElement).hidden = !isOffered;
  need(box, "[data-photo-insecure]", HTMLElement).hidden = isOffered;
  box.classList.toggle("has-live", isOffered);
  if (isOffered) new LiveView(box, say, take);
}
