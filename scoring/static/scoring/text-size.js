// The size of the letters, in three steps, kept on this device. It stands before the page is drawn, or the
// page would jump: so base.html loads this file as a plain script, which may import nothing.
//
// The classes are text-large and text-largest of the root (roundhouse.css). The buttons, in the footer
// and under "This device" where somebody scores, are [data-text-size], inside [data-text-sizes], which
// a page without scripts does not show.

{
  const KEY = "roundhouse:text-size";
  const root = document.documentElement;

  /** @returns {string} "large", "largest", or "" for the usual size */
  const readSize = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return ""; // a browser that keeps nothing
    }
  };

  /** @param {string} size */
  const keepSize = (size) => {
    try {
      localStorage.setItem(KEY, size);
    } catch {
      // Then it is for this page alone.
    }
  };

  /** @param {string} size */
  const show = (size) => {
    root.classList.toggle("text-large", size === "large");
    root.classList.toggle("text-largest", size === "largest");
    for (const button of document.querySelectorAll("[data-text-size]")) {
      const isChosen = button.getAttribute("data-text-size") === size;
      button.setAttribute("aria-pressed", String(isChosen));
    }
  };

  show(readSize());
  document.addEventListener("DOMContentLoaded", () => {
    for (const part of document.querySelectorAll("[data-text-sizes]")) {
      part.removeAttribute("hidden");
    }
    show(readSize());
  });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-text-size]") : null;
    if (!button) return;
    const size = button.getAttribute("data-text-size") ?? "";
    keepSize(size);
    show(size);
    button.scrollIntoView({ block: "nearest" });
  });
  addEventListener("storage", ({ key }) => {
    if (key === KEY) show(readSize());
  });
}
