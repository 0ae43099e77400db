// The events by which the scripts of a page speak to one another, and those of htmx that they hear.

import type { EngineNews } from "./engine-runner.js";
import type { OutboxState } from "./tablet/outbox.js";

interface Swap {
  target: HTMLElement;
  elt: HTMLElement;
}

interface SwapToCome extends Swap {
  /** Whether what has come is put into the page. */
  shouldSwap: boolean;
  /** What was asked; `elt` is the part of the page that asked. */
  requestConfig: { elt: Element };
}

interface ToAsk extends Swap {
  /** Where it asks; what is written here is asked instead. */
  path: string;
  /** After how many milliseconds without an answer it is given up; 0: never. */
  timeout: number;
  /** What is asked with, by name. */
  parameters: Record<string, string>;
}

interface ToSend extends Swap {
  xhr: XMLHttpRequest;
  /** How it is sent: `get` only looks. */
  requestConfig: { verb: string };
}

interface Answered extends Swap {
  xhr: XMLHttpRequest;
  /** What was asked; `elt` is the part of the page that asked. */
  requestConfig: { elt: Element };
  /** Whether an answer came that is no error. */
  successful: boolean;
}

declare global {
  interface DocumentEventMap {
    /** The engine of this page has come nearer, has come, or has gone. */
    "roundhouse:engine": CustomEvent<EngineNews>;
    /** What waits on this tablet, or whether the server is reached, has changed. */
    "roundhouse:outbox": CustomEvent<OutboxState>;
    /** This tablet has learned something of a game. */
    "roundhouse:game": CustomEvent<{ code: string }>;
    /** A script has brought new fields into the page. */
    "fields:shown": CustomEvent<null>;
    "htmx:load": CustomEvent<Swap>;
    "htmx:beforeSwap": CustomEvent<SwapToCome>;
    "htmx:afterSwap": CustomEvent<Swap>;
    "htmx:afterSettle": CustomEvent<Swap>;
    "htmx:configRequest": CustomEvent<ToAsk>;
    "htmx:beforeRequest": CustomEvent<ToSend>;
    "htmx:afterRequest": CustomEvent<Answered>;
    "htmx:afterOnLoad": CustomEvent<Swap & { xhr: XMLHttpRequest }>;
    "htmx:sendError": CustomEvent<Swap>;
    "htmx:timeout": CustomEvent<Swap>;
    "htmx:responseError": CustomEvent<Swap>;
  }

  interface HTMLElementEventMap {
    /** A field is the one that the keypad or the picker types for now. */
    "field:active": CustomEvent<{ field: HTMLInputElement; kind: "keypad" | "picker" }>;
    /** A field asks to be that one. */
    "field:want": CustomEvent<{ field: HTMLInputElement }>;
    /** Who went out, or how a seat is counted, was chosen. */
    "seats:changed": CustomEvent<null>;
    /** What the tablet's own engine says of the round stands beside its seats. */
    "seats:added": CustomEvent<null>;
    "seats:checked": CustomEvent<null>;
    /** Why the round cannot be recorded; empty once that is over. */
    "round:trouble": CustomEvent<{ text: string }>;
    /** What was typed before stands in the form again. */
    "draft:restored": CustomEvent<null>;
    "htmx:beforeSwap": CustomEvent<SwapToCome>;
    "htmx:afterSettle": CustomEvent<Swap>;
  }

  interface Window {
    /** Of django_htmx, on every page. */
    htmx?: {
      ajax(
        method: string,
        address: string,
        options: { target: string; swap: string },
      ): Promise<void>;
      swap(
        target: Element,
        html: string,
        how: { swapStyle: string },
        more: { eventInfo: { target: Element } },
      ): void;
      /** Read a part's attributes again, as they may have changed. */
      process(part: Element): void;
      trigger(part: Element, name: string): void;
    };
  }
}
