// Holding a button longer than a tap: a second thing that one touch can say. Whoever never holds one
// misses nothing, as each such thing has a button of its own besides.

import { closest } from "../shared/dom.js";

/** Longer than a slow tap takes, in milliseconds; dominoes.css draws it. */
const LONG = 800;
/** How far a finger that holds still may stray, in pixels. */
const STRAYS = 12;

/**
 * Call `held` with the button inside `root` that a finger or the mouse has held; the click that
 * follows goes nowhere. While it is held the button has the class `is-held`. Only buttons for which
 * `may` answers true can be held.
 *
 * @param {HTMLElement} root
 * @param {string} selector
 * @param {(button: HTMLElement) => boolean} may
 * @param {(button: HTMLElement) => void} act
 */
export function onHold(root, selector, may, act) {
  /** @type {{ button: HTMLElement; x: number; y: number; timer: number } | null} */
  let hold = null;
  let isActedOn = false;

  const letGo = () => {
    if (!hold) return;
    clearTimeout(hold.timer);
    hold.button.classList.remove("is-held");
    hold = null;
  };
  root.addEventListener("pointerdown", (event) => {
    letGo();
    isActedOn = false;
    const button = closest(event.target, selector, HTMLElement);
    if (!button || !event.isPrimary || event.button !== 0 || !may(button)) return;
    const timer = window.setTimeout(() => {
      letGo();
      isActedOn = true;
      act(button);
    }, LONG);
    hold = { button, x: event.clientX, y: event.clientY, timer };
    button.classList.add("is-held");
  });
  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (hold && Math.hypot(clientX - hold.x, clientY - hold.y) > STRAYS) letGo();
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    root.addEventListener(name, letGo);
  }
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
