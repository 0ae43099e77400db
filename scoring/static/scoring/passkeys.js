// Passkeys: a form that is marked asks the device and sends what the device answers.
//
// <form data-passkey="login"> asks the address that it goes to for what to ask; "get" and "create"
// find that in the element #passkey-options. The field named credential takes the answer. A form
// stays hidden where the browser knows no passkeys, and then [data-no-passkeys] shows.

const forms = document.querySelectorAll("form[data-passkey]");
const known = window.isSecureContext && "PublicKeyCredential" in window;

// What stands for bytes in the page's options and in the answer: base64 as addresses write it.
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const ids = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

function create({ publicKey }) {
  return navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: ids(publicKey.excludeCredentials),
    },
  });
}

function get({ publicKey }) {
  return navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      allowCredentials: ids(publicKey.allowCredentials),
    },
  });
}

// Only what the site reads, written as WebAuthn's own toJSON would write it; older browsers have none.
function written(credential) {
  const response = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[part]) response[part] = text(credential.response[part]);
  }
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: { credProps: credential.getClientExtensionResults().credProps ?? {} },
  });
}

function wrong(sentence) {
  const list = document.createElement("ul");
  list.className = "errorlist";
  list.append(document.createElement("li"));
  list.firstChild.textContent = sentence;
  return list;
}

async function options(form) {
  if (form.dataset.passkey !== "login") {
    const told = JSON.parse(document.getElementById("passkey-options").textContent);
    return told.creation_options ?? told.request_options;
  }
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`The site answered ${answer.status}`);
  return (await answer.json()).request_options;
}

for (const form of forms) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    const trouble = form.querySelector("[data-passkey-error]");
    button.disabled = true;
    trouble.replaceChildren();
    try {
      const ask = form.dataset.passkey === "create" ? create : get;
      form.elements.credential.value = written(await ask(await options(form)));
      form.submit();
    } catch {
      // Whoever changed their mind is told the same as who has no passkey: browsers do not tell.
      trouble.replaceChildren(wrong(form.dataset.failed));
      button.disabled = false;
    }
  });
  form.hidden = !known;
}
for (const part of document.querySelectorAll("[data-no-passkeys]")) part.hidden = known;
