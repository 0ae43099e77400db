// The engine in this browser: the same Python as on the server, in a worker of its own.
//
// window.roundhouseEngine has
//   .state            absent, loading, aboard or failed
//   .load()           a promise that it is aboard
//   .ask(call, value) a promise of the answer; loads the engine where it is not aboard. Refused
//                     with an Error where it cannot be loaded, or where the engine says no.
// The document hears roundhouse:engine at each change, with { state, loaded, total } in bytes, and
// why where it failed. Once a visit it loads by itself, when the page is usable and the browser idle,
// so that all of it is kept; from then on only where the network is away, since starting Python costs
// an old tablet seconds. Never by itself where the tablet is to save data. After a failure it loads
// at the next question, or when the network is back.
// The script's element says where the files of its own version are (scoring/_engine.html), so that a
// page that was kept finds those that were kept with it.

(() => {
  if (window.roundhouseEngine) return;

  const { worker: script, pyodide, bundle, size } = document.currentScript.dataset;
  const LONGEST_QUESTION = 20_000; // milliseconds; the worst of thousands of cases took a second
  const LONGEST_SILENCE = 120_000; // from one part of a file to the next, or while Python starts
  const LATEST_START = 10_000;

  const now = { state: "absent", loaded: 0, total: Number(size), why: "" };
  let worker = null;
  let loading = null;
  let asked = null; // the one question that the worker has
  let lastId = 0;
  const waiting = [];

  function tell(change) {
    Object.assign(now, change);
    document.dispatchEvent(new CustomEvent("roundhouse:engine", { detail: { ...now } }));
  }

  function load() {
    if (now.state === "aboard") return Promise.resolve();
    // A moment later, so that whoever hears of it finds this load and begins no other.
    loading ??= Promise.resolve().then(start).finally(() => {
      loading = null;
    });
    return loading;
  }

  async function start() {
    tell({ state: "loading", loaded: 0, why: "" });
    try {
      await board();
    } catch (error) {
      letGo();
      tell({ state: "failed", why: error.message });
      throw error;
    }
    tell({ state: "aboard", loaded: now.total });
    visited("yes");
  }

  function board() {
    return new Promise((resolve, reject) => {
      let silence = 0;
      const heard = () => {
        clearTimeout(silence);
        silence = setTimeout(() => done(reject, new Error("The engine did not come.")), LONGEST_SILENCE);
      };
      const done = (settle, what) => {
        clearTimeout(silence);
        settle(what);
      };
      worker = new Worker(script, { type: "module" });
      worker.onerror = (event) => {
        event.preventDefault();
        done(reject, new Error(event.message || "The engine's script did not come."));
      };
      worker.onmessage = ({ data }) => {
        if (data.aboard) {
          worker.onmessage = answered;
          worker.onerror = (event) => replace(event.message);
          done(resolve);
        } else if (data.failed) {
          done(reject, new Error(data.failed));
        } else {
          heard();
          tell({ loaded: Math.min(data.loaded, now.total) });
        }
      };
      heard();
      worker.postMessage({ pyodide, bundle });
    });
  }

  function letGo() {
    worker?.terminate();
    worker = null;
  }

  function ask(call, value) {
    return new Promise((resolve, reject) => {
      waiting.push({ call, value, resolve, reject });
      next();
    });
  }

  // One question at a time, so that one which never ends is known.
  function next() {
    if (asked || waiting.length === 0) return;
    if (now.state !== "aboard") {
      load().then(next, (error) => {
        for (const question of waiting.splice(0)) question.reject(error);
      });
      return;
    }
    asked = waiting.shift();
    lastId += 1;
    asked.clock = setTimeout(replace, LONGEST_QUESTION, "The engine did not answer.");
    try {
      worker.postMessage({ id: lastId, call: asked.call, value: asked.value });
    } catch (error) {
      settle("reject", error); // a value that no JSON can hold
    }
  }

  function settle(how, what) {
    const question = asked;
    asked = null;
    clearTimeout(question?.clock);
    question?.[how](what);
    next();
  }

  function answered({ data }) {
    if (data.dead) replace(data.dead);
    else if (data.id !== lastId) return;
    else if ("error" in data) settle("reject", new Error(data.error));
    else settle("resolve", data.answer);
  }

  // A worker that broke or hangs takes its question with it, and no other.
  function replace(why) {
    letGo();
    tell({ state: "absent", why });
    loadQuietly();
    settle("reject", new Error(why));
  }

  // What fails is told by the event.
  function loadQuietly() {
    load().catch(() => {});
  }

  // Whether it has been aboard in this visit; a browser that keeps nothing does not know.
  function visited(told) {
    try {
      if (told) sessionStorage.setItem("roundhouse:engine", told);
      return sessionStorage.getItem("roundhouse:engine");
    } catch {
      return null;
    }
  }

  function whenIdle() {
    if (window.requestIdleCallback) requestIdleCallback(loadQuietly, { timeout: LATEST_START });
    else setTimeout(loadQuietly, LATEST_START / 5);
  }

  window.roundhouseEngine = {
    get state() {
      return now.state;
    },
    load,
    ask,
  };
  window.addEventListener("online", () => {
    if (now.state === "failed") loadQuietly();
  });
  if (navigator.connection?.saveData) return;
  document.addEventListener("roundhouse:outbox", ({ detail }) => {
    if (!detail.reached && now.state === "absent") whenIdle();
  });
  if (visited()) return;
  if (document.readyState === "complete") whenIdle();
  else window.addEventListener("load", whenIdle, { once: true });
})();
