// The start of a game: a tap on a known name seats that person, a second tap takes them off again.

const box = document.querySelector("[data-regulars]");
const form = document.getElementById("start-form");

if (box && form) {
  const buttons = [...box.querySelectorAll("[data-name]")];
  const fields = () => [...form.querySelectorAll('input[name^="name-"]')];
  const same = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();

  function show() {
    for (const button of buttons) {
      const seated = fields().some((field) => same(field.value, button.dataset.name));
      button.setAttribute("aria-pressed", String(seated));
    }
  }

  function changed(field) {
    field.dispatchEvent(new Event("change", { bubbles: true }));
    show();
  }

  // The seats stay without gaps: whoever sits after the one taken off moves up.
  function takeOff(field) {
    const all = fields();
    const names = all.filter((other) => other !== field).map((other) => other.value);
    all.forEach((other, place) => {
      other.value = names[place] ?? "";
    });
    changed(field);
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      const seated = fields().find((field) => same(field.value, button.dataset.name));
      if (seated) {
        takeOff(seated);
        return;
      }
      const free = fields().find((field) => !field.value.trim());
      if (!free) return;
      free.closest("details")?.setAttribute("open", "");
      free.value = button.dataset.name;
      changed(free);
    });
  }
  form.addEventListener("input", show);
  form.addEventListener("draft:restored", show);
  box.hidden = false;
  show();
}
