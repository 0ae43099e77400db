// Passkeys: a form that is marked asks the device and sends what the device answers.
//
// <form data-passkey="login"> asks the address that it goes to for what to ask; "get" and "create"
// find that in the element #passkey-options. The field [data-passkey-answer] takes the answer. A form
// stays hidden where the browser knows no passkeys, and then [data-no-passkeys] shows.

import { all, need } from "./shared/dom.js";

/** @typedef {{ id: string; type: "public-key" }} NamedKey */

/**
 * What the site asks of a device, with base64 in the place of bytes.
 *
 * @typedef {object} Options
 * @property {string} challenge
 * @property {{ id: string; name: string; displayName: string }} user
 * @property {NamedKey[]} [excludeCredentials]
 * @property {NamedKey[]} [allowCredentials]
 */

// What stands for bytes in the page's options and in the answer: base64 as addresses write it.
/** @param {string} text */
function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function toText(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {NamedKey[]} keys */
const withBytes = (keys = []) => keys.map((key) => ({ ...key, id: toBytes(key.id) }));

/** @param {{ publicKey: Options }} options */
function create({ publicKey }) {
  const asked = {
    ...publicKey,
    challenge: toBytes(publicKey.challenge),
    user: { ...publicKey.user, id: toBytes(publicKey.user.id) },
    excludeCredentials: withBytes(publicKey.excludeCredentials),
  };
  return navigator.credentials.create({
    publicKey: /** @type {PublicKeyCredentialCreationOptions} */ (/** @type {unknown} */ (asked)),
  });
}

/** @param {{ publicKey: Options }} options */
function get({ publicKey }) {
  return navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: toBytes(publicKey.challenge),
      allowCredentials: withBytes(publicKey.allowCredentials),
    },
  });
}

const PARTS = [
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "signature",
  "userHandle",
];

/**
 * Only what the site reads, written as WebAuthn's own toJSON would write it; older browsers have
 * none.
 *
 * @param {PublicKeyCredential} credential
 */
function toJson(credential) {
  const given = new Map(PARTS.map((part) => [part, Reflect.get(credential.response, part)]));
  const parts = [...given].filter(([, bytes]) => bytes instanceof ArrayBuffer);
  return JSON.stringify({
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(parts.map(([part, bytes]) => [part, toText(bytes)])),
    clientExtensionResults: { credProps: credential.getClientExtensionResults().credProps ?? {} },
  });
}

/** @param {string} sentence */
function errorList(sentence) {
  const item = document.createElement("li");
  item.textContent = sentence;
  const list = document.createElement("ul");
  list.className = "errorlist";
  list.append(item);
  return list;
}

/** @param {HTMLFormElement} form @returns {Promise<{ publicKey: Options }>} */
async function optionsOf(form) {
  if (form.dataset.passkey !== "login") {
    const options = JSON.parse(need(document, "#passkey-options", HTMLScriptElement).text);
    return options.creation_options ?? options.request_options;
  }
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`The site answered ${answer.status}`);
  return (await answer.json()).request_options;
}

/** @param {HTMLFormElement} form */
async function askDevice(form) {
  const ask = form.dataset.passkey === "create" ? create : get;
  const credential = await ask(await optionsOf(form));
  if (!(credential instanceof PublicKeyCredential)) throw new Error("The device gave no passkey");
  need(form, "[data-passkey-answer]", HTMLInputElement).value = toJson(credential);
}

/** @param {HTMLFormElement} form */
function startPasskey(form) {
  const button = need(form, "button", HTMLButtonElement);
  const trouble = need(form, "[data-passkey-error]", HTMLElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    trouble.replaceChildren();
    try {
      await askDevice(form);
      form.submit();
    } catch {
      // One message for a change of mind and for a missing passkey: browsers do not say which.
      trouble.replaceChildren(errorList(form.dataset.failed ?? ""));
      button.disabled = false;
    }
  });
}

const isKnown = window.isSecureContext && "PublicKeyCredential" in window;
for (const form of all(document, "form[data-passkey]", HTMLFormElement)) {
  startPasskey(form);
  form.hidden = !isKnown;
}
for (const part of all(document, "[data-no-passkeys]", HTMLElement)) part.hidden = isKnown;
