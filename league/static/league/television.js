// A television tells the site its shape, so that each screen has what fits there: as the page comes, and
// when the screen is turned. A phone has one column that scrolls, whatever its shape.

import { find } from "../scoring/shared/dom.js";

const phone = window.matchMedia("(max-width: 37.5em)");

/** How wide the screen is, in hundredths of its height: rather too little than too much of both. */
function shape() {
  const wide = (100 * window.innerWidth) / window.innerHeight;
  return String(wide < 100 ? Math.ceil(wide) : Math.floor(wide));
}

const now = () => find(document, "#television-now", HTMLElement);
const made = () => now()?.dataset["wide"];
/** The shape that the site knows. */
let known = made();

function tell() {
  if (!phone.matches && known !== shape()) now()?.dispatchEvent(new CustomEvent("renew"));
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  // What was made for this shape names it where it asks.
  if (detail.elt !== now() || phone.matches || made() === shape()) return;
  known = shape();
  detail.parameters["shape"] = known;
});
document.addEventListener("htmx:load", tell);
window.addEventListener("resize", tell);
