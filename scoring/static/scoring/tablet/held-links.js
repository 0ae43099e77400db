// Without a service worker no other page opens while there is no network: a link would lead to the
// browser's own error page, from which nothing comes back. So its tap is held here, and followed as
// soon as the server answers. Knows no page.

/** Milliseconds between two looks whether the server is back. */
const AGAIN = 3000;

/**
 * Whether a link leads to another page of the site, in this window.
 *
 * @param {{ href: string; target: string; origin: string }} link
 * @param {{ href: string; origin: string }} here
 */
export function leadsAway(link, here) {
  const [page] = here.href.split("#");
  const isHere = link.href.split("#")[0] === page && link.href.includes("#");
  return link.origin === here.origin && !isHere && (!link.target || link.target === "_self");
}

/**
 * @typedef {object} Around
 * @property {(href: string) => Promise<boolean>} answers whether the server answers there
 * @property {(href: string) => void} open
 * @property {(again: () => void, milliseconds: number) => void} later
 */

export class HeldLinks {
  #around;
  #href = "";

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
  }

  /** Open this page once it can be; it takes the place of one that waits. @param {string} href */
  hold(href) {
    const isWaiting = this.#href !== "";
    this.#href = href;
    if (!isWaiting) this.#around.later(() => this.#look(), AGAIN);
  }

  /** Stay: somebody goes on with this page. */
  forget() {
    this.#href = "";
  }

  async #look() {
    const href = this.#href;
    if (!href) return;
    const isBack = await this.#around.answers(href);
    if (!this.#href) return;
    if (isBack) this.#around.open(this.#href);
    else this.#around.later(() => this.#look(), AGAIN);
  }
}
