// The engine's own thread: Python, and our modules in it.
//
// The first message is { pyodide, bundle }, where Python's folder and our modules are; it is answered
// by { loaded } in bytes as they come, then by { aboard: true } or { failed: text }. Each
// { id, call, value } after that is answered by { id, answer } or { id, error }. { dead: text } says
// that Python itself broke. scoring/tablets/offline/call_table.py lists what can be asked.

/** @typedef {{ id: number; call: string; value: unknown }} Question */

const PLACE = "/roundhouse"; // in the worker's own memory

/** @type {((call: string, json: string) => string) | null} */
let answerText = null;
/** @type {(new () => Error) | null} */
let PythonError = null;
let loaded = 0;

// Python's loader fetches by itself, and keeps some of what goes wrong to itself. Here it is told,
// files are counted, and they are asked for after what the page needs.
/**
 * @template {unknown[]} Arguments
 * @template Result
 * @param {(...given: Arguments) => Promise<Result>} plain
 */
function telling(plain) {
  return async (/** @type {Arguments} */ ...given) => {
    try {
      return await plain(...given);
    } catch (error) {
      self.postMessage({ failed: String(error) });
      throw error;
    }
  };
}

const plainFetch = self.fetch.bind(self);

/** @param {RequestInfo | URL} address @param {RequestInit} options */
async function countingFetch(address, options = {}) {
  const response = await plainFetch(address, { priority: "low", ...options });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  count(response.clone());
  return response;
}

self.fetch = telling(countingFetch);
WebAssembly.instantiateStreaming = telling(WebAssembly.instantiateStreaming.bind(WebAssembly));

/** @param {Response} response */
async function count({ body }) {
  const parts = body?.getReader();
  try {
    for (let part = await parts?.read(); part && !part.done; part = await parts?.read()) {
      loaded += part.value.byteLength;
      self.postMessage({ loaded });
    }
  } catch {
    // Whoever reads the answer itself says that it broke off.
  }
}

/** @param {string} address */
async function bundleAt(address) {
  const response = await self.fetch(address);
  return response.arrayBuffer();
}

/** @param {{ pyodide: string; bundle: string }} files */
async function board(files) {
  const { loadPyodide } = await import(`${files.pyodide}pyodide.mjs`);
  const [python, bundle] = await Promise.all([
    loadPyodide({ indexURL: files.pyodide, packages: [] }),
    bundleAt(files.bundle),
  ]);
  python.unpackArchive(bundle, "zip", { extractDir: PLACE });
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
  const calls = python.pyimport("scoring.tablets.offline.call_table");
  calls.make_ready();
  answerText = calls.answer_text;
  PythonError = python.ffi.PythonError;
}

/** @param {(call: string, json: string) => string} ask @param {Question} question */
function answer(ask, { id, call, value }) {
  try {
    const text = ask(call, JSON.stringify(value ?? null));
    self.postMessage({ id, ...JSON.parse(text) });
  } catch (error) {
    if (PythonError && error instanceof PythonError) {
      self.postMessage({ id, error: error.message });
    } else {
      self.postMessage({ dead: String(error) });
    }
  }
}

addEventListener("message", ({ data }) => {
  if (answerText) {
    answer(answerText, data);
    return;
  }
  board(data).then(
    () => self.postMessage({ aboard: true }),
    (error) => self.postMessage({ failed: String(error) }),
  );
});
