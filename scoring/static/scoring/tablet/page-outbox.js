// The outbox of this page, joined to its browser.
//
// The document hears `roundhouse:outbox` with the outbox's state at each change, and
// `roundhouse:game` when an answer of the server brought something new of a game.

import { oneWindow } from "../shared/one-window.js";
import { database } from "./database.js";
import { CANNOT_SAVE, Outbox } from "./outbox.js";

const PATIENCE = 8000; // ms for another window that is sending, and for an answer

export const outbox = new Outbox({
  store: database,
  fetch: (address, options) => fetch(address, options),
  // A window that sends after all harms nothing: the keys see to it that each entry counts once.
  alone: oneWindow(navigator.locks, "roundhouse-outbox", PATIENCE),
  onChange(state) {
    document.dispatchEvent(new CustomEvent("roundhouse:outbox", { detail: state }));
  },
  onGame(code) {
    document.dispatchEvent(new CustomEvent("roundhouse:game", { detail: { code } }));
  },
});

/** Whether the server can be reached, as far as this page knows. */
export const isReached = () => outbox.state.reached && navigator.onLine;

/** Whether the server answers that it cannot save; without any network, that says nothing now. */
export const isUnable = () => outbox.state.unable && navigator.onLine;

// What fails here is the browser's store, which says nothing of the network.
const send = () => outbox.flush().catch(() => {});

addEventListener("online", () => {
  outbox.hearNetwork(true);
  send();
});
addEventListener("offline", () => outbox.hearNetwork(false));
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) send();
});
// The pages ask the server every few seconds by themselves: what came of it is worth knowing.
document.addEventListener("htmx:sendError", () => outbox.hearNetwork(false));
document.addEventListener("htmx:timeout", () => outbox.hearNetwork(false));
// A question that gets no answer is as good as one that failed.
document.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
  const timer = setTimeout(() => outbox.hearNetwork(false), PATIENCE);
  xhr.addEventListener("loadend", () => clearTimeout(timer));
});
document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
  if (outbox.state.reached) return;
  const isUsable = xhr.status !== CANNOT_SAVE;
  outbox.hearNetwork(isUsable, xhr.status);
  if (isUsable) send();
});
// A page that came from what the tablet keeps came because the server did not answer.
if (document.documentElement.dataset["kept"] !== undefined) outbox.hearNetwork(false);
send();
