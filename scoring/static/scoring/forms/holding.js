// Holding a button longer than a tap: a second thing that one touch can say. Whoever never holds one
// misses nothing, as each such thing has a button of its own besides.

import { closest } from "../shared/dom.js";

/** Longer than a slow tap takes, in milliseconds; dominoes.css draws it. */
const LONG = 800;
/** How far a finger that holds still may stray, in pixels. */
const STRAYS = 12;

/**
 * Call `act` with the button inside `root` that a finger or the mouse has held; the click that
 * follows goes nowhere. While it is held, the button and `root` have the class `is-held`. Only buttons
 * for which `may` answers true can be held.
 *
 * @param {HTMLElement} root
 * @param {string} selector
 * @param {(button: HTMLElement) => boolean} may
 * @param {(button: HTMLElement) => void} act
 */
export function onHold(root, selector, may, act) {
  /** @type {{ button: HTMLElement; x: number; y: number; since: number; timer: number } | null} */
  let hold = null;
  let isActedOn = false;

  const letGo = () => {
    if (!hold) return;
    clearTimeout(hold.timer);
    for (const part of [hold.button, root]) part.classList.remove("is-held");
    hold = null;
  };
  const end = () => {
    if (!hold) return;
    const { button } = hold;
    letGo();
    isActedOn = true;
    act(button);
  };
  root.addEventListener("pointerdown", (event) => {
    letGo();
    isActedOn = false;
    const button = closest(event.target, selector, HTMLElement);
    if (!button || !event.isPrimary || event.button !== 0 || !may(button)) return;
    const timer = window.setTimeout(end, LONG);
    hold = { button, x: event.clientX, y: event.clientY, since: event.timeStamp, timer };
    for (const part of [button, root]) part.classList.add("is-held");
  });
  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (hold && Math.hypot(clientX - hold.x, clientY - hold.y) > STRAYS) letGo();
  });
  // A busy tablet is late with its timers: the finger was there long enough all the same.
  root.addEventListener("pointerup", ({ timeStamp }) => {
    if (hold && timeStamp - hold.since >= LONG) end();
    else letGo();
  });
  for (const name of ["pointercancel", "pointerleave"]) root.addEventListener(name, letGo);
  // A finger that rests asks some browsers for a menu, in which there is nothing.
  root.addEventListener("contextmenu", (event) => {
    if (hold || isActedOn) event.preventDefault();
  });
  root.addEventListener(
    "click",
    (event) => {
      if (!isActedOn || event.detail === 0) return;
      isActedOn = false;
      event.stopPropagation();
    },
    { capture: true },
  );
}
