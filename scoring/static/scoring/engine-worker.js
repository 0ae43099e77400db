// The engine's own thread: Python, and our modules in it.
//
// The first message is { pyodide, bundle }, where Python's folder and our modules are; it is answered
// by { loaded } in bytes as they come, then by { aboard: true } or { failed: text }. Each { id, call, value } after that is
// answered by { id, answer } or { id, error }. { dead: text } says that Python itself broke.
// What can be asked stands in scoring/calls.py.

const PLACE = "/roundhouse"; // in the worker's own memory

let answerText = null;
let PythonError = null;
let loaded = 0;

// Python's loader fetches by itself, and keeps some of what goes wrong to itself. Here it is told,
// files are counted, and they are asked for after what the page needs.
function told(plain) {
  return async (...given) => {
    try {
      return await plain(...given);
    } catch (error) {
      self.postMessage({ failed: String(error) });
      throw error;
    }
  };
}

const fetchPlain = self.fetch.bind(self);
self.fetch = told(async (address, options = {}) => {
  const answer = await fetchPlain(address, { priority: "low", ...options });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  count(answer.clone());
  return answer;
});
WebAssembly.instantiateStreaming = told(WebAssembly.instantiateStreaming.bind(WebAssembly));

async function count(answer) {
  const parts = answer.body.getReader();
  try {
    for (let part = await parts.read(); !part.done; part = await parts.read()) {
      loaded += part.value.byteLength;
      self.postMessage({ loaded });
    }
  } catch {
    // Whoever reads the answer itself says that it broke off.
  }
}

async function bundleOf(address) {
  const answer = await self.fetch(address);
  return answer.arrayBuffer();
}

async function board(files) {
  const { loadPyodide } = await import(`${files.pyodide}pyodide.mjs`);
  const [python, bundle] = await Promise.all([
    loadPyodide({ indexURL: files.pyodide, packages: [] }),
    bundleOf(files.bundle),
  ]);
  python.unpackArchive(bundle, "zip", { extractDir: PLACE });
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
  const calls = python.pyimport("scoring.calls");
  calls.make_ready();
  answerText = calls.answer_text;
  PythonError = python.ffi.PythonError;
}

function answer({ id, call, value }) {
  try {
    const text = answerText(call, JSON.stringify(value ?? null));
    self.postMessage({ id, ...JSON.parse(text) });
  } catch (error) {
    if (error instanceof PythonError) self.postMessage({ id, error: error.message });
    else self.postMessage({ dead: String(error) });
  }
}

self.addEventListener("message", ({ data }) => {
  if (answerText) answer(data);
  else {
    board(data).then(
      () => self.postMessage({ aboard: true }),
      (error) => self.postMessage({ failed: String(error) }),
    );
  }
});
