// What the server writes before the service worker's script (scoring/tablets/offline/views/pages.py).

declare const SITE: {
  version: string;
  /** Every file that kept pages ask for, and what the engine needs. */
  files: string[];
  engine: string[];
  /** Where files are, and the page that says that a page is not kept. */
  static: string;
  offline: string;
};
