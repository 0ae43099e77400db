// The site's service worker (service-worker.js), as a page has to do with it.

/** @type {ServiceWorkerRegistration | null} */
let registration = null;
/** @type {Promise<boolean> | null} */
let coming = null;

/** Put the worker in place, once a page; resolves with whether there is one. */
export const workerCame = () => (coming ??= start().catch(() => false));

async function start() {
  if (!window.isSecureContext || !navigator.serviceWorker) return false;
  const { serviceWorker } = navigator;
  await serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  registration = await serviceWorker.ready;
  document.addEventListener("submit", ({ target }) => {
    if (!(target instanceof Element) || !target.matches("[data-forget]")) return;
    newestWorker()?.postMessage({ forget: true });
  });
  return true;
}

// The worker that will be there: one that waits is about to take over. A message to the one before
// it would start that anew while the browser ends it. Then the new one waits on, for as long as
// this page asks for anything (Chromium: five minutes), and the old one is ended by force, with
// whatever it is answering. A page that it was about to answer then never comes.
/** The worker that a page asks; none before it has come. */
export const newestWorker = () => registration?.waiting ?? registration?.active;

/**
 * Ask the worker for something, and resolve with whether it is done. A worker that is replaced may
 * be ended before it has answered; then it is not.
 *
 * @param {ServiceWorker} worker
 * @param {object} order
 * @returns {Promise<boolean>}
 */
export async function askWorker(worker, order) {
  const { port1, port2 } = new MessageChannel();
  const replaced = new AbortController();
  try {
    return await new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data.done === true);
      const hear = () => worker.state === "redundant" && resolve(false);
      worker.addEventListener("statechange", hear, { signal: replaced.signal });
      worker.postMessage(order, [port2]);
    });
  } finally {
    replaced.abort();
    port1.close();
  }
}
