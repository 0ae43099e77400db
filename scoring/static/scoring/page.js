// Small things that a page with scripts can do and one without does not offer.
//
// [data-js-only] shows only here. [data-print] prints the page. [data-device-time] fields take the
// device's own clock when their form is sent.

for (const part of document.querySelectorAll("[data-js-only]")) part.hidden = false;

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("[data-device-time]");
  if (field) field.value = new Date().toISOString();
});
