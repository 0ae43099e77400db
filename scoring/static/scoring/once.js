// A form that is sent once: a second tap on its button does nothing while the first is under way.
//
// For pages whose first answer gives the browser a new key: what comes after it with the old one
// would lead to the page for signing in, although all is done.

import { all } from "./shared/dom.js";

for (const form of all(document, "form[data-once]", HTMLFormElement)) {
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
  });
}

// Back from another page, as it was kept: it may be sent again.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
