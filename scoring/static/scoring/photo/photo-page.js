// Counting by photo on a round's page: the seat that the picker fills is photographed, what was read is
// looked over, and only what somebody says is right goes into the seat's field, as taps on tiles do.
//
// The photo never leaves the device. Before anything is shown as certain, the engine on this device
// holds all hands of the round against each other. The markup is scoring/_photo.html, in the picker.

import { all, closest, find, need } from "../shared/dom.js";
import { sentencesOf } from "../shared/sentences.js";
import { auditOf, emptyHand, handSeen, isEngineThere, nameOf, writeInto } from "./all-hands.js";
import { Camera } from "./camera.js";
import { offerLiveView } from "./live-view.js";
import { cropOf, photoOf, photoView } from "./photo-view.js";
import {
  choicesOf,
  foundAt,
  isCountUnsure,
  isDoubtful,
  isTyped,
  liesApart,
  notesFor,
  settledAs,
  sightsOf,
  textOf,
  withAudit,
  withoutSeen,
} from "./sights.js";
import { buttonOf, lineOf, tileCard } from "./tile-card.js";

/** @import { Words } from "../shared/sentences.js" */
/** @import { Hand } from "./all-hands.js" */
/** @import { Photo } from "./photo-view.js" */
/** @import { SightSeen, Spot } from "./sights.js" */

const INPUT = "input[data-picker]";
const USUAL = 12; // a photo of a smaller set is read up to here, so that a wrong tile is named

export class PhotoPage {
  #form;
  #box;
  #grid;
  #say;
  #set;
  #camera;
  /** @type {Map<string, Hand>} by the names of fields */
  #hands = new Map();
  /** @type {HTMLInputElement | null} */
  #active = null;
  /** @type {SightSeen | null} the tile that is chosen for on the picker */
  #picked = null;
  #audits = 0;
  #photos = 0;

  /** @param {HTMLFormElement} form @param {HTMLElement} box */
  constructor(form, box) {
    const { worker = "", weights = "", quick = "", set } = box.dataset;
    this.#form = form;
    this.#box = box;
    this.#grid = need(form, "[data-picker-grid]", HTMLElement);
    this.#say = sentencesOf(box);
    this.#set = Number(set);
    this.#camera = new Camera({ worker, weights, quick });
    this.#listen();
    this.#activate(find(form, `${INPUT}.is-active`, HTMLInputElement));
    this.#part("stage").hidden = false;
    this.#camera.load().catch(() => {}); // the photo says so
  }

  /** @param {string} name */
  #part(name) {
    return need(this.#box, `[data-photo-${name}]`, HTMLElement);
  }

  #listen() {
    this.#form.addEventListener("field:active", ({ detail: { field, kind } }) => {
      if (kind === "picker" && field !== this.#active) this.#activate(field);
    });
    this.#form.addEventListener("reset", () => this.#hands.clear());
    for (const name of ["reset", "draft:restored", "seats:changed"]) {
      this.#form.addEventListener(name, () => setTimeout(() => this.#refresh()));
    }
    this.#grid.addEventListener("click", (event) => this.#choose(event), { capture: true });
    const file = need(this.#box, "input[type=file]", HTMLInputElement);
    file.addEventListener("change", () => {
      const photos = [...(file.files ?? [])];
      file.value = ""; // the same photo may be taken again
      for (const photo of photos) this.#take(photo);
    });
    offerLiveView(this.#box, this.#say, (photo) => this.#take(photo));
    const acts = { confirm: () => this.#confirm(false), drop: () => this.#drop() };
    for (const [name, act] of Object.entries(acts)) {
      this.#part(name).addEventListener("click", act);
    }
    this.#part("replace").addEventListener("click", () => this.#confirm(true));
    this.#part("tiles").addEventListener("click", () => this.#toTiles());
    this.#part("fewer").addEventListener("click", () => this.#countBy(-1));
    this.#part("more").addEventListener("click", () => this.#countBy(1));
  }

  /** @param {HTMLInputElement | null} field */
  #activate(field) {
    this.#active = field;
    this.#picked = null;
    this.#render();
  }

  #refresh() {
    const isAway = !this.#form.classList.contains("by-photo");
    if (isAway) this.#picked = null; // the picker's taps are its own again
    this.#render();
  }

  /** @param {HTMLInputElement} field @returns {Hand} */
  #handOf(field) {
    const hand = this.#hands.get(field.name) ?? emptyHand();
    this.#hands.set(field.name, hand);
    return hand;
  }

  // ---- photos

  /** @param {Blob} file */
  async #take(file) {
    const field = this.#active;
    if (!field) return;
    const hand = this.#handOf(field);
    Object.assign(hand, { isReading: true, news: [], asks: false });
    if (isTyped(this.#seen(field))) hand.written = ""; // the photo is newer
    this.#render();
    this.#photos += 1;
    const photo = await photoOf(file, this.#photos);
    if (photo) hand.photos.push(photo);
    this.#render();
    try {
      const news = photo
        ? await this.#read(hand, photo, nameOf(field))
        : [this.#say("saysUnreadable")];
      hand.news.push(...news);
    } catch {
      hand.news.push(this.#say("saysFailed"));
      if (photo) hand.photos.splice(hand.photos.indexOf(photo), 1);
    }
    const audit = this.#audit();
    if (isEngineThere()) await audit; // else it comes later, and nobody waits for it
    hand.isReading = false;
    this.#render();
  }

  // Returns what is to be said of the photo.
  /** @param {Hand} hand @param {Photo} photo @param {string} seat */
  async #read(hand, photo, seat) {
    const count = hand.photos.length === 1 ? hand.count : null;
    const known = { most: Math.max(this.#set, USUAL), count };
    const reading = await this.#camera.read(photo.picture, known);
    const seen = reading ? sightsOf(reading, reading, photo.id, this.#set) : [];
    const before = hand.sights.filter((sight) => sight.photo !== photo.id);
    const more = withoutSeen(before, seen);
    hand.sights = [...before, ...more];
    if (!seen.length) {
      hand.photos.splice(hand.photos.indexOf(photo), 1);
      return [this.#say(reading ? "saysNothing" : "saysUnreadable")];
    }
    const twice = seen.length - more.length;
    return [
      liesApart(seen) && this.#say("saysApart", { seat }),
      twice > 0 && this.#say(twice > 1 ? "saysTwice" : "saysTwiceOne", { count: twice }),
    ].filter((sentence) => typeof sentence === "string");
  }

  #drop() {
    const field = this.#active;
    if (!field) return;
    const { written } = this.#handOf(field);
    this.#hands.delete(field.name);
    if (written && field.value.trim() === written) writeInto(field, "");
    this.#render();
    this.#audit();
  }

  /** @param {number} step */
  async #countBy(step) {
    const field = this.#active;
    if (!field) return;
    const hand = this.#handOf(field);
    hand.count = Math.max(1, (hand.count ?? hand.sights.length) + step);
    const [photo, another] = hand.photos;
    if (photo && !another && !hand.sights.some(({ settled }) => settled)) {
      hand.isReading = true;
      this.#render();
      hand.news = await this.#read(hand, photo, nameOf(field)).catch(() => [
        this.#say("saysFailed"),
      ]);
      hand.isReading = false;
    }
    this.#render();
    await this.#audit();
  }

  // ---- all hands against each other

  #fields() {
    return all(this.#form, INPUT, HTMLInputElement).filter(({ disabled }) => !disabled);
  }

  /** @param {HTMLInputElement} field */
  #seen(field) {
    return handSeen(this.#form, field, this.#handOf(field));
  }

  // Hold all hands against each other; what comes too late, after another change, is not shown.
  async #audit() {
    this.#audits += 1;
    const number = this.#audits;
    const fields = this.#fields();
    const answer = await auditOf(
      this.#form,
      fields.map((field) => this.#seen(field)),
    );
    if (!answer || number !== this.#audits) return;
    for (const field of fields) {
      const hand = this.#handOf(field);
      hand.sights = withAudit(hand.sights, answer.hands[nameOf(field)]);
      Object.assign(hand, notesFor(answer, nameOf(field)));
    }
    const shown = [...this.#hands.values()].flatMap(({ sights }) => sights);
    if (this.#picked?.options.length && !shown.includes(this.#picked)) this.#picked = null;
    this.#render();
  }

  // ---- one tile

  /** @param {MouseEvent} event a tap on the picker while a tile is chosen for */
  #choose(event) {
    const tile = closest(event.target, "[data-tile]", HTMLElement)?.dataset.tile;
    if (!this.#picked || !tile) return;
    event.stopPropagation();
    this.#settle(this.#picked, settledAs(this.#picked, tile));
  }

  /** @param {SightSeen | null} sight */
  #pick(sight) {
    this.#picked = sight;
    this.#render();
    if (sight) this.#part("chooser").scrollIntoView({ block: "nearest" });
  }

  /** @param {SightSeen} sight @param {SightSeen | null} settled null where it is no tile */
  #settle(sight, settled) {
    if (!this.#active) return;
    const hand = this.#handOf(this.#active);
    const at = hand.sights.indexOf(sight);
    const before = at < 0 ? hand.sights : hand.sights.filter((other) => other !== sight);
    const place = at < 0 ? before.length : at;
    hand.sights = settled ? [...before.slice(0, place), settled, ...before.slice(place)] : before;
    this.#picked = null;
    this.#render();
    this.#audit();
  }

  /** @param {Photo} photo @param {Spot} spot */
  #add(photo, spot) {
    const hand = this.#active && this.#handOf(this.#active);
    const like = hand?.sights.find((sight) => sight.photo === photo.id);
    this.#pick(foundAt(spot, photo.id, like, photo.picture.width / photo.picture.height));
  }

  // ---- into the hand

  /** @param {boolean} isSure that what was typed is to go */
  #confirm(isSure) {
    const field = this.#active;
    if (!field) return;
    const hand = this.#handOf(field);
    const text = textOf(hand.sights);
    hand.asks = !isSure && isTyped(this.#seen(field)) && field.value.trim() !== text;
    if (!hand.asks) {
      hand.written = text;
      hand.news = [];
      writeInto(field, text);
      this.#audit();
    }
    this.#render();
  }

  #toTiles() {
    const mode = find(this.#form, "[data-entry-mode][value=tiles]", HTMLInputElement);
    mode?.closest("label")?.click();
  }

  // ---- what is shown

  #render() {
    const field = this.#active;
    if (!field) return;
    const hand = this.#handOf(field);
    const count = hand.sights.length;
    // A photo that was taken for another hand is not worth a look at its tiles.
    const doubts = hand.isAlike ? [] : hand.sights.filter(isDoubtful);
    const isWritten = count > 0 && field.value.trim() === textOf(hand.sights);
    const words = { seat: nameOf(field), count, typed: field.value.trim(), doubts: doubts.length };
    const hasPhoto = hand.photos.length > 0;
    this.#box.classList.toggle("has-photo", hasPhoto);
    this.#part("guide").hidden = hasPhoto;
    this.#part("drop").hidden = !hasPhoto;
    this.#part("take-words").textContent = this.#say(hasPhoto ? "saysTakeMore" : "saysTake", words);
    this.#part("status").textContent = this.#stateOf(hand, doubts.length, isWritten, words);
    this.#renderQuestions(hand, doubts.length > 0 || isWritten, words);
    const sentences = [...hand.news, ...hand.notes].map((text) => lineOf(text, "notice warning"));
    this.#part("notes").replaceChildren(...sentences, ...this.#othersToLookAt());
    this.#renderTiles(hand, doubts);
  }

  /** @param {Hand} hand @param {boolean} isSettled nothing is to be confirmed @param {Words} words */
  #renderQuestions(hand, isSettled, words) {
    const { sights, asks, isAlike, isReading } = hand;
    const confirm = this.#part("confirm");
    confirm.hidden = isSettled || !sights.length || isAlike || isReading || asks;
    confirm.textContent = this.#say(sights.length === 1 ? "saysConfirmOne" : "saysConfirm", words);
    this.#part("ask").hidden = !asks;
    this.#part("ask-words").textContent = this.#say("saysAsk", words);
    this.#part("count").hidden = hand.count === null && !isCountUnsure(sights);
    this.#part("count-number").textContent = String(hand.count ?? sights.length);
  }

  /** @param {Hand} hand @param {number} doubts @param {boolean} isWritten @param {Words} words */
  #stateOf(hand, doubts, isWritten, words) {
    if (hand.isReading) return this.#say("saysReading");
    if (!hand.photos.length || hand.isAlike) return "";
    if (doubts) return this.#say(doubts > 1 ? "saysDoubts" : "saysDoubt", words);
    return this.#say(isWritten ? "saysWritten" : "saysLook", words);
  }

  // Seats whose hand is written already, and of which another one's photo has raised a doubt.
  #othersToLookAt() {
    return this.#fields()
      .filter((field) => field !== this.#active && field.value.trim() !== "")
      .flatMap((field) => {
        const doubt = this.#handOf(field).sights.find(isDoubtful);
        if (!doubt || isTyped(this.#seen(field))) return [];
        const seat = nameOf(field);
        const line = lineOf(doubt.why, "notice warning");
        const want = () =>
          this.#form.dispatchEvent(new CustomEvent("field:want", { detail: { field } }));
        line.append(" ", buttonOf(this.#say("saysAgain", { seat }), "", want));
        return [line];
      });
  }

  // The engine says so too; without it, somebody has to.
  /** @param {SightSeen} sight */
  #strangeness({ strange: tile }) {
    return tile && this.#say("saysNotInSet", { set: this.#set, tile });
  }

  /** @param {Hand} hand @param {SightSeen[]} doubts */
  #renderTiles(hand, doubts) {
    const picked = this.#picked;
    const photos = new Map(hand.photos.map((photo) => [photo.id, photo]));
    /** @param {SightSeen} sight @param {(() => void) | null} more */
    const card = (sight, more) => {
      const photo = photos.get(sight.photo);
      if (!photo) return [];
      return [
        tileCard({
          crop: cropOf(photo, sight),
          why: sight.why || this.#strangeness(sight),
          choices: choicesOf(sight, this.#set),
          grid: this.#grid,
          say: this.#say,
          choose: (tile) => this.#settle(sight, settledAs(sight, tile)),
          remove: () => this.#settle(sight, null),
          more,
        }),
      ];
    };
    const chooser = this.#part("chooser");
    chooser.replaceChildren(...(picked ? card(picked, null) : []));
    if (picked) chooser.append(buttonOf(this.#say("saysLeave"), "", () => this.#pick(null)));
    this.#box.closest(".picker")?.classList.toggle("is-choosing", picked !== null);
    const open = picked ? [] : doubts.flatMap((sight) => card(sight, () => this.#pick(sight)));
    this.#part("doubts").replaceChildren(...open);
    const views = hand.photos.map((photo) =>
      photoView(
        photo,
        hand.sights.filter((sight) => sight.photo === photo.id),
        {
          label: ({ tile }) => this.#say("saysTag", { tile: tile || "?" }),
          tap: (sight) => this.#pick(sight),
          add: (spot) => this.#add(photo, spot),
        },
      ),
    );
    this.#part("pictures").replaceChildren(...(picked ? [] : views));
  }
}
