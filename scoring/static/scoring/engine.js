// The engine of this page: the same Python as on the server, in a worker of its own.
//
// The document hears roundhouse:engine at each change. Once a visit it loads by itself, when the
// page is usable and the browser idle, so that all of it is kept; from then on only where the
// network is away, since starting Python costs an old tablet seconds. Never by itself where the
// tablet is to save data. After a failure it loads at the next question, or when the network is back.
// The script's element says where the files of its own version are (scoring/_engine.html), so that a
// page that was kept finds those that were kept with it.

import { EngineRunner } from "./engine-runner.js";
import { ofThisVisit } from "./shared/browser-store.js";
import { find } from "./shared/dom.js";

const VISITED = "roundhouse:engine";
const LATEST_START = 10_000; // milliseconds

/** @param {HTMLScriptElement} script */
function startEngine({ dataset }) {
  const { worker = "", pyodide = "", bundle = "", size } = dataset;
  const runner = new EngineRunner({
    startWorker: () => new Worker(worker, { type: "module" }),
    files: { pyodide, bundle },
    size: Number(size),
    tell(news) {
      if (news.state === "aboard") ofThisVisit.keep(VISITED, "yes");
      document.dispatchEvent(new CustomEvent("roundhouse:engine", { detail: news }));
    },
  });
  window.addEventListener("online", () => {
    if (runner.state === "failed") runner.loadQuietly();
  });
  if (!savesData()) loadByItself(runner);
  return runner;
}

/** Whether the engine comes by itself where it is wanted: never where the tablet is to save data. */
export const comesByItself = () => !savesData();

// Not every browser tells; lib.dom knows of none that does.
const savesData = () =>
  /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection?.saveData === true;

/** @param {EngineRunner} runner */
function loadByItself(runner) {
  const load = () => runner.loadQuietly();
  const loadWhenIdle = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: LATEST_START });
    else setTimeout(load, LATEST_START / 5);
  };
  document.addEventListener("roundhouse:outbox", ({ detail }) => {
    if (!detail.reached && runner.state === "absent") loadWhenIdle();
  });
  if (ofThisVisit.read(VISITED)) return;
  if (document.readyState === "complete") loadWhenIdle();
  else window.addEventListener("load", loadWhenIdle, { once: true });
}

const script = find(document, "script[data-bundle]", HTMLScriptElement);

/** The engine of this page; null on a page that has none. */
export const engine = script && startEngine(script);
