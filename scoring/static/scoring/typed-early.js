// What somebody typed while the scripts were still on their way, on slow wifi, is searched for, or
// checked, once they are here.

document.addEventListener("DOMContentLoaded", () => {
  // After all that other scripts do at this moment: htmx begins to listen then.
  setTimeout(() => {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.value !== field.defaultValue) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
});
