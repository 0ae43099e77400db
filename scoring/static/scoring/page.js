// Small things that a page with scripts can do and one without does not offer.
//
// [data-js-only] shows only here. [data-print] prints the page. [data-device-time] fields take the
// device's own clock when their form is sent. A wide table that was moved aside stays so when the
// part of the page that it stands in is renewed.

for (const part of document.querySelectorAll("[data-js-only]")) part.hidden = false;

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("[data-device-time]");
  if (field) field.value = new Date().toISOString();
});

const wide = (part) => [...(part?.querySelectorAll(".scroll") ?? [])];
let moved = [];
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  moved = wide(detail.target).map((table) => table.scrollLeft);
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const tables = wide(document.getElementById(detail.target.id));
  for (const [at, table] of tables.entries()) table.scrollLeft = moved[at] ?? 0;
});
