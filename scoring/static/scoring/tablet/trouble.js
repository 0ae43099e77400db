// The page that says that the club's server cannot answer: it hands over what waits on this device
// and then, unless a form was sent, opens the page that was asked for.

import { find } from "../shared/dom.js";
import { outbox } from "./page-outbox.js";

// ms from one try to the next, as the page's Retry-After has it: a single page may fail for long.
const PAUSE = 10000;

const opensAgain = find(document, "[data-opens-again]", HTMLElement) !== null;
let isOpening = false;

document.addEventListener("roundhouse:outbox", async ({ detail: { reached } }) => {
  if (!reached || !opensAgain || isOpening) return;
  isOpening = true;
  await outbox.flush().catch(() => {}); // the page opens all the same
  setTimeout(() => location.reload(), Math.max(0, PAUSE - performance.now()));
});
outbox.hearNetwork(false);
